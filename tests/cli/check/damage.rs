//! Whatever happens to an answers file, it does not pass.

use proptest::prelude::*;

use super::{FIRST, PUZZLES, arguments, board, boards, puzzle};
use crate::harness::Folder;

/// All 81 cells, all 8 other digits, in one file.
#[test]
fn every_change_of_a_single_cell_is_found() {
    let mut changed = Vec::new();
    for (at, &right) in FIRST.as_bytes().iter().enumerate().filter(|(_, b)| b.is_ascii_digit()) {
        for digit in (b'1'..=b'9').filter(|&digit| digit != right) {
            let mut answer = FIRST.as_bytes().to_vec();
            answer[at] = digit;
            changed.push(answer);
        }
    }
    assert_eq!(changed.len(), 81 * 8);
    let folder = Folder::with("puzzles.txt", PUZZLES.lines().next().unwrap().to_string() + "\n");
    folder.write("puzzles.txt", folder.read("puzzles.txt").repeat(changed.len()));
    folder.write("answers.txt", changed.join(&b'\n'));
    for files in [&["puzzles.txt", "answers.txt"][..], &["answers.txt"]] {
        let done = folder.run(&[&["check", "--max-findings", "1000"], files].concat());
        assert_eq!(done.status, Some(1));
        assert!(done.stderr.starts_with("648 answers: 0 right, 648 wrong ("), "{}", done.stderr);
        let headlines = done.stdout.lines().filter(|line| line.starts_with("answers.txt:"));
        let answers: Vec<u64> = headlines
            .map(|line| line.split_once("answer ").unwrap().1)
            .map(|rest| rest.split_once([',', ':']).unwrap().0.parse().unwrap())
            .collect();
        assert_eq!(answers, (1..=648).collect::<Vec<u64>>());
    }
}

#[test]
fn one_missing_and_one_doubled_among_thousands_is_said_once() {
    let count = 5000;
    let folder = Folder::with("puzzles.txt", (0..count).map(puzzle).collect::<String>());
    // The answer to puzzle 2041 is missing, that to puzzle 4101 is there twice.
    folder.write("answers.txt", boards((0..2040).chain(2041..4101).chain(4100..count)));
    let stdout = "\
answers.txt:20401:1: the answer to puzzle 2041 is missing: answer 2041 and those after it \
belong to the puzzles one further on
answers.txt:41001:1: one answer too many: answer 4101 and those after it belong to the \
puzzles one before
";
    folder.run(&arguments(&[])).is(
        1,
        stdout,
        "5,000 answers: 5,000 right, 1 missing (findings: missing 1, extra 1); TIME\n",
    );
    // Three missing at once, at the border of two batches; then a wrong one is still found.
    let mut answers = boards((0..2047).chain(2050..count));
    answers = answers.replace(&board(2999), &board(2998));
    folder.write("answers.txt", answers);
    let done = folder.run(&arguments(&[]));
    assert_eq!(done.status, Some(1));
    assert!(done.stdout.starts_with(
        "answers.txt:20471:1: the answers to puzzles 2048 to 2050 are missing: answer 2048 and \
         those after it belong to the puzzles 3 further on\n\
         answers.txt:29961:"
    ));
    assert!(done.stderr.starts_with("4,997 answers: 4,996 right, 1 wrong, 3 missing (findings: "));
}

#[test]
fn nothing_passes_before_it_is_whole() {
    let grid = boards(0..3);
    let flat = |text: &str| text.replace("\n\n", "#").replace([' ', '\n'], "").replace('#', "\n");
    let headed = (0..3).map(|number| format!("Grid {}\n{}", number + 1, board(number)));
    let folder = Folder::with("puzzles.txt", (0..3).map(puzzle).collect::<String>());
    for text in [grid.clone(), grid.replace('\n', "\r\n"), flat(&grid) + "\n", headed.collect()] {
        let digits = text.trim_end().len();
        for length in 0..=text.len() {
            folder.write("answers.txt", &text[..length]);
            let done = folder.run(&arguments(&["-q", "-j1"]));
            let whole = i32::from(length < digits);
            assert_eq!(done.status, Some(whole), "{:?}\n{}", &text[..length], done.stdout);
        }
    }
}

#[test]
fn swapped_answers_are_two_wrong_ones() {
    let folder = Folder::with("puzzles.txt", (0..9).map(puzzle).collect::<String>());
    for swapped in [[0, 1, 3, 2, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 8, 7]] {
        folder.write("answers.txt", boards(swapped));
        let done = folder.run(&arguments(&[]));
        assert_eq!(done.status, Some(1));
        assert!(done.stderr.starts_with("9 answers: 7 right, 2 wrong (findings: given "));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Lines dropped, doubled and swapped, bytes changed, the end cut off.
    #[test]
    fn no_damage_passes(
        kind in 0usize..5,
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let good = boards(0..12);
        let mut lines: Vec<&[u8]> = good.as_bytes().split_inclusive(|&byte| byte == b'\n').collect();
        let mut bytes = good.clone().into_bytes();
        let (line, to) = (at.index(lines.len()), other.index(lines.len()));
        match kind {
            0 => drop(lines.remove(line)),
            1 => lines.insert(line, lines[line]),
            2 => lines.swap(line, to),
            3 => bytes[at.index(good.len())] = byte,
            _ => bytes.truncate(at.index(good.len())),
        }
        if kind < 3 {
            bytes = lines.concat();
        }
        prop_assume!(bytes != good.as_bytes());
        let folder = Folder::with("puzzles.txt", (0..12).map(puzzle).collect::<String>());
        folder.write("answers.txt", &bytes);
        let strict = folder.run(&arguments(&["--strict", "-q"]));
        prop_assert_eq!(strict.status, Some(1), "{}", strict.stderr);
        // Without --strict what stands between the digits is free, the digits are not.
        let digits = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().copied().filter(u8::is_ascii_digit).collect()
        };
        let lenient = folder.run(&arguments(&["-q"]));
        if digits(&bytes) != digits(good.as_bytes()) {
            prop_assert_eq!(lenient.status, Some(1));
        }
        prop_assert!(matches!(lenient.status, Some(0 | 1)), "{}", lenient.stderr);
    }
}
