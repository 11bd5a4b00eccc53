//! `shudu check`

use proptest::prelude::*;

use crate::harness::{Folder, cases, fixture};

/// Two puzzles with one solution each, and these.
const PUZZLES: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..2.3...8.....8....31.2.....6..5.27..1.....5.2.4.6..31....8.6.5.......13..531.4..
";
const FIRST: &str = "\
5 3 4 6 7 8 9 1 2
6 7 2 1 9 5 3 4 8
1 9 8 3 4 2 5 6 7
8 5 9 7 6 1 4 2 3
4 2 6 8 5 3 7 9 1
7 1 3 9 2 4 8 5 6
9 6 1 5 3 7 2 8 4
2 8 7 4 1 9 6 3 5
3 4 5 2 8 6 1 7 9
";
const SECOND: &str = "\
6 7 2 4 3 5 1 9 8
5 4 9 1 7 8 3 6 2
8 3 1 6 2 9 5 4 7
3 6 8 9 5 1 2 7 4
9 1 7 2 4 3 8 5 6
2 5 4 8 6 7 9 3 1
1 9 3 7 8 4 6 2 5
4 8 6 5 9 2 7 1 3
7 2 5 3 1 6 4 8 9
";

fn answers() -> String {
    format!("{FIRST}\n{SECOND}")
}

/// A folder with the puzzles and these answers.
fn folder(answers: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::with("puzzles.txt", PUZZLES);
    folder.write("answers.txt", answers);
    folder
}

/// `check puzzles.txt answers.txt` and more arguments.
fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["check", "puzzles.txt", "answers.txt"], more].concat()
}

/// A board in rows, another one for each number: its digits renamed, its bands and the rows in
/// them in another order.
fn board(number: usize) -> String {
    let mut digits: Vec<u8> = (b'1'..=b'9').collect();
    let mut rest = number;
    for index in 1..9 {
        digits.swap(index, rest % (index + 1));
        rest /= index + 1;
    }
    FIRST
        .bytes()
        .map(|byte| match byte {
            b'1'..=b'9' => char::from(digits[usize::from(byte - b'1')]),
            _ => char::from(byte),
        })
        .collect()
}

fn boards(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(board).collect::<Vec<_>>().join("\n")
}

/// Its puzzle: every second cell.
fn puzzle(number: usize) -> String {
    let cells = board(number);
    let cells = cells.chars().filter(char::is_ascii_digit).enumerate();
    cells.map(|(index, digit)| if index % 2 == 0 { digit } else { '.' }).collect::<String>() + "\n"
}

#[test]
fn right_answers() {
    folder(answers()).run(&arguments(&[])).is(0, "", "2 answers: all right; TIME\n");
    folder(answers()).run(&arguments(&["-q", "-j1"])).is(0, "", "");
    folder(answers()).run(&arguments(&["--strict", "--distinct", "--unique"])).is(
        0,
        "",
        "2 answers: all right; TIME\n",
    );
    folder(answers()).run(&["check", "answers.txt"]).is(0, "", "2 answers: all right; TIME\n");
    folder("").pipe(&["check", "puzzles.txt", "-"], answers()).is(
        0,
        "",
        "2 answers: all right; TIME\n",
    );
    folder(answers()).pipe(&["check", "-", "answers.txt"], PUZZLES).is(
        0,
        "",
        "2 answers: all right; TIME\n",
    );
}

#[test]
fn public_cases() {
    let mut seen = 0;
    for (id, input, expected) in cases("check") {
        let (status, strict, distinct) = match expected["verdict"].as_str().unwrap() {
            "ok" if id == "check-ok-no-final-newline" || id == "check-crlf" => (0, 1, 0),
            "ok or style warning" | "style error" | "ok with note" => (0, 1, 0),
            "bad in generate mode: boards 1 and 2 equal" => (0, 0, 1),
            verdict if verdict.starts_with("ok") => (0, 0, 0),
            verdict if verdict.starts_with("bad") => (1, 1, 1),
            verdict => panic!("{id}: {verdict}"),
        };
        let folder = Folder::with("answers.txt", &input);
        let text = std::fs::read_to_string(fixture("cases.jsonl")).unwrap();
        let case = text.lines().find(|line| line.contains(&format!("\"{id}\""))).unwrap();
        let case: serde_json::Value = serde_json::from_str(case).unwrap();
        let puzzles =
            case["puzzles"].as_array().unwrap().iter().map(|puzzle| puzzle.as_str().unwrap());
        folder.write("puzzles.txt", puzzles.collect::<Vec<_>>().join("\n"));
        let status_of = |arguments: &[&str]| folder.run(arguments).status;
        if id == "check-dup-boards" {
            assert_eq!(status_of(&["check", "answers.txt"]), Some(status), "{id}");
            assert_eq!(status_of(&["check", "answers.txt", "--distinct"]), Some(distinct), "{id}");
        } else {
            assert_eq!(status_of(&arguments(&[])), Some(status), "{id}");
            assert_eq!(status_of(&arguments(&["--strict"])), Some(strict), "{id}");
        }
        seen += 1;
    }
    assert_eq!(seen, 14);
}

#[test]
fn every_finding_in_words() {
    let two = answers();
    let changed = two.replacen("8 3 1 6", "8 3 1 5", 1);
    let cases: &[(&str, String, &[&str], &str, &str)] = &[
        (
            "a digit twice",
            changed.clone(),
            &[],
            "\
answers.txt:13:7: answer 2, row 3: 5 stands twice (columns 4 and 7)
  answer 2, column 4: 5 stands twice (rows 3 and 8)
  answer 2, box 2: 5 stands twice (row 1 column 6 and row 3 column 4)
  row 1 | 6 7 2 4 3 5 1 9 8
        |           ^
  row 3 | 8 3 1 5 2 9 5 4 7
        |       ^     ^
  row 8 | 4 8 6 5 9 2 7 1 3
        |       ^
",
            "2 answers: 1 right, 1 wrong (findings: row 1, column 1, box 1); TIME\n",
        ),
        (
            "a given changed",
            two.replacen("5 3 4 6", "5 2 4 6", 1).replacen("7 8 9 1 2", "7 8 9 1 3", 1),
            &[],
            "\
answers.txt:1:3: answer 1, row 1 column 2: given 3 changed to 2
  answer 1, column 2: 2 stands twice (rows 1 and 5)
  answer 1, column 9: 3 stands twice (rows 1 and 4)
  answer 1, box 1: 2 stands twice (row 1 column 2 and row 2 column 3)
  answer 1, box 3: 3 stands twice (row 1 column 9 and row 2 column 7)
  row 1 | 5 2 4 6 7 8 9 1 3
        |   ^             ^
  row 2 | 6 7 2 1 9 5 3 4 8
        |     ^       ^
  row 4 | 8 5 9 7 6 1 4 2 3
        |                 ^
  row 5 | 4 2 6 8 5 3 7 9 1
        |   ^
",
            "2 answers: 1 right, 1 wrong (findings: given 1, column 2, box 2); TIME\n",
        ),
        (
            "an empty cell",
            two.replacen("6 7 2 4", "6 0 2 4", 1),
            &[],
            "\
answers.txt:11:3: answer 2, row 1 column 2: empty cell
  row 1 | 6 . 2 4 3 5 1 9 8
        |   ^
",
            "2 answers: 1 right, 1 wrong (findings: empty 1); TIME\n",
        ),
        (
            "empty cells",
            two.replacen("6 7 2 4", "6 0 2 0", 1),
            &[],
            "\
answers.txt:11:3: answer 2: 2 empty cells
  row 1 | 6 . 2 . 3 5 1 9 8
        |   ^   ^
",
            "2 answers: 1 right, 1 wrong (findings: empty 1); TIME\n",
        ),
        (
            "the puzzle itself, as solve writes it where there is no solution",
            two.replacen(
                FIRST,
                "5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n0 9 8 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 3\n\
                 4 0 0 8 0 3 0 0 1\n7 0 0 0 2 0 0 0 6\n0 6 0 0 0 0 2 8 0\n0 0 0 4 1 9 0 0 5\n\
                 0 0 0 0 8 0 0 7 9\n",
                1,
            ),
            &[],
            "answers.txt:1:1: answer 1: no answer, the puzzle's own 30 cells stand there\n",
            "2 answers: 1 right, 1 wrong (findings: empty 1); TIME\n",
        ),
        (
            "nine rows of zeros",
            two.replacen(FIRST, &"0 0 0 0 0 0 0 0 0\n".repeat(9), 1),
            &[],
            "answers.txt:1:1: answer 1: no answer, all cells are empty\n",
            "2 answers: 1 right, 1 wrong (findings: empty 1); TIME\n",
        ),
        (
            "a short row",
            two.replacen("1 9 8 3", "1 9 8", 1),
            &[],
            "\
answers.txt:3:16: answer 1: row 3 has 8 cells, expected 9
  line 3 | 1 9 8 4 2 5 6 7
         |                ^
",
            "2 answers: 1 right, 1 wrong (findings: shape 1); TIME\n",
        ),
        (
            "a row that is missing",
            two.replacen("1 9 8 3 4 2 5 6 7\n", "", 1),
            &[],
            "\
answers.txt:1:1: answer 1: 8 rows, expected 9
  line 1 | 5 3 4 6 7 8 9 1 2
         | ^
",
            "2 answers: 1 right, 1 wrong (findings: shape 1); TIME\n",
        ),
        (
            "a letter",
            two.replacen("1 9 8 3", "1 9 B 3", 1),
            &[],
            "\
answers.txt:3:5: answer 1: row 3, cell 3 is 'B', expected a digit or a blank
  line 3 | 1 9 B 3 4 2 5 6 7
         |     ^
",
            "2 answers: 1 right, 1 wrong (findings: shape 1); TIME\n",
        ),
        (
            "cut off within a row",
            two.strip_suffix("8 9\n").unwrap().to_string(),
            &[],
            "\
answers.txt:19:15: answer 2 is cut off: row 9 has 7 cells, expected 9
  line 19 | 7 2 5 3 1 6 4\u{20}
          |               ^
",
            "2 answers: 1 right, 1 wrong (findings: cut-off 1); TIME\n",
        ),
        (
            "cut off behind a row",
            two.strip_suffix("7 2 5 3 1 6 4 8 9\n").unwrap().to_string(),
            &[],
            "\
answers.txt:18:18: answer 2 is cut off: 8 rows, expected 9
  line 18 | 4 8 6 5 9 2 7 1 3
          |                  ^
",
            "2 answers: 1 right, 1 wrong (findings: cut-off 1); TIME\n",
        ),
        (
            "text behind the answers",
            format!("{two}\nDone in 12 ms\n"),
            &[],
            "answers.txt:21:1: text after answer 2\n",
            "2 answers: 2 right (findings: text 1); TIME\n",
        ),
        (
            "no answers",
            String::new(),
            &[],
            "answers.txt:1:1: no boards\n",
            "0 answers: 0 right, 2 missing (findings: no-boards 1); TIME\n",
        ),
        (
            "only text",
            "Segmentation fault\n".to_string(),
            &[],
            "answers.txt:1:1: no boards\n",
            "0 answers: 0 right, 2 missing (findings: no-boards 1); TIME\n",
        ),
        (
            "an answer is missing at the end",
            FIRST.to_string(),
            &[],
            "answers.txt:10:1: answer 2 is missing\n",
            "1 answer: 1 right, 1 missing (findings: missing 1); TIME\n",
        ),
        (
            "an answer is missing at the start",
            SECOND.to_string(),
            &[],
            "answers.txt:1:1: the answer to puzzle 1 is missing: answer 1 and those after it \
             belong to the puzzles one further on\n",
            "1 answer: 1 right, 1 missing (findings: missing 1); TIME\n",
        ),
        (
            "an answer is doubled",
            format!("{FIRST}\n{FIRST}\n{SECOND}"),
            &[],
            "answers.txt:11:1: one answer too many: answer 2 and those after it belong to the \
             puzzles one before\n",
            "3 answers: 3 right (findings: extra 1); TIME\n",
        ),
        (
            "an answer too many",
            format!("{two}\n{FIRST}"),
            &[],
            "answers.txt:21:1: answer 3 is too many, there are 2 puzzles\n",
            "3 answers: 2 right, 1 too many (findings: extra 1); TIME\n",
        ),
        (
            "answers too many",
            format!("{two}\n{two}"),
            &[],
            "answers.txt:21:1: answers 3 to 4 are too many, there are 2 puzzles\n",
            "4 answers: 2 right, 2 too many (findings: extra 2); TIME\n",
        ),
        (
            "the first cell",
            two.clone(),
            &["--first-cell", "5"],
            "\
answers.txt:11:1: answer 2: the first cell is 6, expected 5
  row 1 | 6 7 2 4 3 5 1 9 8
        | ^
",
            "2 answers: 1 right, 1 wrong (findings: first-cell 1); TIME\n",
        ),
        (
            "the layout",
            two.replace("2 5\n", "2 5 \n").replace("\n\n", "\n"),
            &["--strict"],
            "\
answers.txt:10:1: layout: no empty line between answers
answers.txt:16:18: layout: space at the end of a row
",
            "2 answers: 2 right (findings: layout 2); TIME\n",
        ),
    ];
    for (what, answers, more, stdout, stderr) in cases {
        println!("{what}");
        folder(answers).run(&arguments(more)).is(1, stdout, stderr);
        for threads in ["-j1", "-j3"] {
            folder(answers)
                .run(&arguments(&[more, &["-q", threads][..]].concat()))
                .is(1, stdout, "");
        }
        let exit_zero = [more, &["-q", "--exit-zero"][..]].concat();
        folder(answers).run(&arguments(&exit_zero)).is(0, stdout, "");
    }
}

#[test]
fn boards_alone() {
    let twice = format!("{FIRST}\n{SECOND}\n{FIRST}\n{FIRST}");
    let folder = folder(&twice);
    folder.run(&["check", "answers.txt"]).is(0, "", "4 answers: all right; TIME\n");
    folder.run(&["check", "answers.txt", "--distinct"]).is(
        1,
        "answers.txt:21:1: answer 3: the same board as answer 1\n\
         answers.txt:31:1: answer 4: the same board as answer 1\n",
        "4 answers: 2 right, 2 wrong (findings: equal 2); TIME\n",
    );
    let fives = "5 5 5 5 5 5 5 5 5\n".repeat(9);
    let done = Folder::with("fives.txt", fives).run(&["check", "fives.txt"]);
    assert_eq!(done.status, Some(1));
    assert_eq!(
        done.stdout.lines().next().unwrap(),
        "fives.txt:1:1: answer 1, row 1: 5 stands 9 times (columns 1, 2, 3, 4, 5, 6, 7, 8 and 9)"
    );
    assert_eq!(done.stdout.lines().nth(8).unwrap(), "  and 19 more");
    assert_eq!(
        done.stderr,
        "1 answer: 0 right, 1 wrong (findings: row 9, column 9, box 9); TIME\n"
    );
}

#[test]
fn a_table_holds_puzzles_and_answers() {
    let flat = |text: &str| text.replace([' ', '\n'], "");
    let mut puzzles = PUZZLES.lines();
    let mut row = |answer: &str| format!("{},{}\n", puzzles.next().unwrap(), flat(answer));
    let table = format!("puzzle,solution\n{}{}", row(FIRST), row(SECOND));
    let folder = Folder::with("table.csv", &table);
    folder.run(&["check", "table.csv", "--unique"]).is(0, "", "2 answers: all right; TIME\n");
    folder.write("wrong.csv", table.replacen("5346", "5356", 1));
    let done = folder.run(&["check", "wrong.csv", "-q"]);
    assert_eq!(done.status, Some(1));
    assert_eq!(
        done.stdout.lines().next().unwrap(),
        "wrong.csv:2:1: answer 1, row 1: 5 stands twice (columns 1 and 3)"
    );
    folder.write("puzzles.txt", PUZZLES);
    folder.run(&["check", "puzzles.txt", "table.csv"]).is(0, "", "2 answers: all right; TIME\n");
}

#[test]
fn the_puzzles_must_have_one_solution() {
    // The second one lacks a given of the first, the third has two equal digits in a row.
    let several =
        "...............8....31.2.....6..5.27..1.....5.2.4.6..31....8.6.5.......13..531.4..";
    let several = &several[several.len() - 81..];
    let none = PUZZLES.lines().next().unwrap().replacen("53", "55", 1);
    let folder = folder(answers());
    folder.write("puzzles.txt", format!("{PUZZLES}{several}\n{none}\n"));
    let stdout = "\
puzzles.txt:3:1: puzzle 3 has several solutions
puzzles.txt:4:1: puzzle 4 has no solution
answers.txt:20:1: answers 3 to 4 are missing
";
    folder.run(&arguments(&["--unique"])).is(
        1,
        stdout,
        "2 answers: 2 right, 2 missing (findings: missing 2, solutions 2); TIME\n",
    );
    folder.run(&["check", "answers.txt", "--unique"]).is(
        2,
        "",
        "shudu: --unique is about puzzles, and there are none: name them in front of the answers\n",
    );
}

#[test]
fn any_solution_passes() {
    let puzzle =
        ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.\n";
    let one = "439658127156927384827431956642513798785294631391786542578149263263875419914362875\n";
    let other =
        "439658127156927384827431956342516798785294631691783542578149263263875419914362875\n";
    let folder = Folder::with("puzzles.txt", format!("{puzzle}{puzzle}"));
    folder.write("answers.txt", format!("{one}{other}"));
    folder.run(&arguments(&[])).is(0, "", "2 answers: all right; TIME\n");
}

#[test]
fn bad_puzzles_are_trouble_and_keep_their_place() {
    let folder = folder(format!("{FIRST}\n{}\n{SECOND}", "0 0 0 0 0 0 0 0 0\n".repeat(9)));
    let (first, second) = PUZZLES.split_once('\n').unwrap();
    folder.write("puzzles.txt", format!("{first}\n{}\n{second}", &first[..80]));
    folder.run(&arguments(&[])).is(
        2,
        "",
        "puzzles.txt:2:81: puzzle 2: 80 cells, expected 81\n\
         3 answers: 2 right, 1 not judged; TIME\n",
    );
    folder.run(&arguments(&["--exit-zero", "-q"])).is(
        2,
        "",
        "puzzles.txt:2:81: puzzle 2: 80 cells, expected 81\n",
    );
    folder.write("puzzles.txt", "");
    folder.write("answers.txt", FIRST);
    folder.run(&arguments(&[])).is(
        2,
        "answers.txt:1:1: answer 1 is too many, there is no puzzle\n",
        "puzzles.txt: no puzzle\n1 answer: 0 right, 1 too many (findings: extra 1); TIME\n",
    );
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
fn swapped_answers_are_two_wrong_ones() {
    let folder = Folder::with("puzzles.txt", (0..9).map(puzzle).collect::<String>());
    for swapped in [[0, 1, 3, 2, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 8, 7]] {
        folder.write("answers.txt", boards(swapped));
        let done = folder.run(&arguments(&[]));
        assert_eq!(done.status, Some(1));
        assert!(done.stderr.starts_with("9 answers: 7 right, 2 wrong (findings: given "));
    }
}

#[test]
fn findings_are_counted_when_they_are_no_longer_shown() {
    let folder = Folder::new();
    folder.write("answers.txt", boards(0..100).replace("9\n", "0\n"));
    let shown = |more: &[&str]| {
        let done = folder.run(&[&["check", "answers.txt"], more].concat());
        assert_eq!(done.status, Some(1));
        assert_eq!(done.stderr, "100 answers: 0 right, 100 wrong (findings: empty 100); TIME\n");
        let headlines = done.stdout.lines().filter(|line| line.starts_with("answers.txt:")).count();
        (headlines, done.stdout.lines().last().unwrap().to_string())
    };
    assert_eq!(shown(&[]), (20, "and 80 more, not shown (--max-findings)".to_string()));
    assert_eq!(
        shown(&["--max-findings", "0"]),
        (0, "and 100 more, not shown (--max-findings)".to_string())
    );
    assert_eq!(shown(&["--max-findings", "100"]).0, 100);
}

#[test]
fn as_json_lines() {
    let folder = folder(answers().replacen("8 3 1 6", "8 3 1 5", 1) + "\nDone\n");
    let stdout = concat!(
        r#"{"kind":"row","file":"answers.txt","line":13,"column":7,"number":2,"count":1,"#,
        r#""message":"answer 2, row 3: 5 stands twice (columns 4 and 7)","cells":[[3,4],[3,7]]}"#,
        "\n",
        r#"{"kind":"column","file":"answers.txt","line":13,"column":7,"number":2,"count":1,"#,
        r#""message":"answer 2, column 4: 5 stands twice (rows 3 and 8)","cells":[[3,4],[8,4]]}"#,
        "\n",
        r#"{"kind":"box","file":"answers.txt","line":11,"column":11,"number":2,"count":1,"#,
        r#""message":"answer 2, box 2: 5 stands twice (row 1 column 6 and row 3 column 4)","#,
        r#""cells":[[1,6],[3,4]]}"#,
        "\n",
        r#"{"kind":"text","file":"answers.txt","line":21,"column":1,"number":2,"count":1,"#,
        r#""message":"text after answer 2","cells":[]}"#,
        "\n",
        r#"{"kind":"total","answers":2,"puzzles":2,"right":1,"wrong":1,"missing":0,"extra":0,"#,
        r#""unjudged":0,"trouble":0,"findings":{"box":1,"column":1,"row":1,"text":1}}"#,
        "\n",
    );
    folder.run(&arguments(&["-q", "--format", "jsonl"])).is(1, stdout, "");
}

#[test]
fn as_github_commands() {
    let folder = folder("");
    folder.write("a,b%.txt", answers().replacen("8 3 1 6", "8 3 1 5", 1));
    folder.run(&["check", "puzzles.txt", "a,b%.txt", "-q", "--format", "github"]).is(
        1,
        "::error file=a%2Cb%25.txt,line=13,col=7,title=shudu check%3A row::\
         answer 2, row 3: 5 stands twice (columns 4 and 7)%0A\
         answer 2, column 4: 5 stands twice (rows 3 and 8)%0A\
         answer 2, box 2: 5 stands twice (row 1 column 6 and row 3 column 4)\n\
         ::notice title=shudu check::3 findings in 1 place, 1 shown\n",
        "",
    );
    // The worst come first, ten of them.
    folder.write("answers.txt", boards(0..30).replace("9\n", "0\n") + "\n1 2 3\n");
    let done = folder.run(&["check", "answers.txt", "-q", "--format", "github"]);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 11);
    assert!(lines[0].contains("title=shudu check%3A cut-off::answer 31 is cut off"));
    assert!(lines[1].contains("title=shudu check%3A empty::answer 1, "));
    assert!(lines[9].contains("title=shudu check%3A empty::answer 9, "));
    assert_eq!(lines[10], "::notice title=shudu check::31 findings in 31 places, 10 shown");
    folder.write("answers.txt", FIRST);
    folder.run(&["check", "answers.txt", "-q", "--format", "github"]).is(0, "", "");
}

#[test]
fn as_junit_xml() {
    let folder = folder("");
    folder.write("a&b.txt", answers().replacen("6 7 2 4", "6 0 2 4", 1));
    folder.run(&["check", "puzzles.txt", "a&b.txt", "-q", "--format", "junit"]).is(
        1,
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="shudu check" tests="12" failures="1" errors="0">
    <testcase classname="puzzles.txt" name="every puzzle can be read"/>
    <testcase classname="a&amp;b.txt" name="there are boards"/>
    <testcase classname="a&amp;b.txt" name="every puzzle has an answer"/>
    <testcase classname="a&amp;b.txt" name="every answer has a puzzle"/>
    <testcase classname="a&amp;b.txt" name="the last answer is whole"/>
    <testcase classname="a&amp;b.txt" name="every answer is nine rows of nine cells"/>
    <testcase classname="a&amp;b.txt" name="there is no text after the answers"/>
    <testcase classname="a&amp;b.txt" name="no cell is empty">
      <failure type="empty" message="1 finding">a&amp;b.txt:11:3: answer 2, row 1 column 2: empty cell</failure>
    </testcase>
    <testcase classname="a&amp;b.txt" name="every given is kept"/>
    <testcase classname="a&amp;b.txt" name="no digit stands twice in a row"/>
    <testcase classname="a&amp;b.txt" name="no digit stands twice in a column"/>
    <testcase classname="a&amp;b.txt" name="no digit stands twice in a box"/>
  </testsuite>
</testsuites>
"#,
        "",
    );
}

#[test]
fn a_row_for_each_answer() {
    let folder = Folder::with("puzzles.txt", (0..6).map(puzzle).collect::<String>());
    let answers = boards([0, 1, 3, 4]).replacen("7 1 3", "7 0 3", 1);
    folder.write("answers.txt", &answers);
    folder.run(&arguments(&["-q", "--report", "report.csv", "--max-findings", "0"])).is(
        1,
        "and 3 more, not shown (--max-findings)\n",
        "",
    );
    assert_eq!(
        folder.read("report.csv"),
        "\
answer,puzzle,line,verdict,findings,message
1,1,1,right,,
2,2,11,wrong,empty,\"answer 2, row 3 column 4: empty cell\"
,3,,missing,,
3,4,21,right,,
4,5,31,right,,
,6,,missing,,
"
    );
    folder.run(&arguments(&["--report", "answers.txt"])).is(
        2,
        "",
        "shudu: answers.txt: is read and written, name another output\n",
    );
    assert_eq!(folder.read("answers.txt"), answers);
}

#[test]
fn what_cannot_be_read_or_written_is_trouble() {
    let folder = folder(answers());
    let missing = "No such file or directory (os error 2)";
    folder.run(&["check", "puzzles.txt", "nothing.txt"]).is(
        2,
        "",
        &format!("shudu: nothing.txt: {missing}\n"),
    );
    folder.run(&["check", "nothing.txt", "answers.txt"]).is(
        2,
        "",
        &format!("shudu: nothing.txt: {missing}\n"),
    );
    folder.run(&["check", "."]).is(2, "", "shudu: .: is a directory\n");
    folder.run(&["check", "-", "-"]).is(
        2,
        "",
        "shudu: the puzzles and the answers can't both be standard input\n",
    );
    assert_eq!(folder.run(&["check"]).status, Some(2));
    assert_eq!(folder.run(&["check", "answers.txt", "--first-cell", "0"]).status, Some(2));
    assert_eq!(folder.run(&["check", "answers.txt", "--format", "xml"]).status, Some(2));
    #[cfg(target_os = "linux")]
    folder.run(&["check", "answers.txt", "-q", "--report", "/dev/full"]).is(
        2,
        "",
        "shudu: /dev/full: No space left on device (os error 28)\n",
    );
}

#[test]
fn the_deviations_from_the_layout_of_solve_are_noted() {
    folder("\u{feff}".to_string() + &answers()).run(&arguments(&[])).is(
        0,
        "",
        "answers.txt:1:1: note: byte order mark, a finding with --strict\n\
         2 answers: all right; TIME\n",
    );
    // One line each is another layout altogether.
    let lines = answers().replace("\n\n", "#").replace([' ', '\n'], "").replace('#', "\n");
    folder(&lines).run(&arguments(&[])).is(0, "", "2 answers: all right; TIME\n");
    folder(&lines).run(&arguments(&["--strict"])).is(
        1,
        "answers.txt:1:2: layout: row that is not nine digits with single spaces between them \
         (the first of 2)\nanswers.txt:2:82: layout: no line end after the last row\n",
        "2 answers: 2 right (findings: layout 3); TIME\n",
    );
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

/// Every layout that answers may come in.
#[test]
fn answers_in_any_layout() {
    let lines: Vec<String> =
        [FIRST, SECOND].iter().map(|text| text.replace([' ', '\n'], "")).collect();
    let boxed = |text: &str| {
        let rows: Vec<String> = text
            .lines()
            .map(|row| row.replace(' ', ""))
            .map(|row| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]))
            .collect();
        let border = "*-----------*";
        format!("{border}\n{}\n{border}\n", rows.join("\n"))
    };
    let layouts = [
        answers().replace('\n', "\r\n"),
        answers().replace(' ', ""),
        answers().replace(' ', "\t"),
        answers().replace(' ', ", "),
        answers().replace("\n\n", "\n\n\n\n"),
        lines.join("\n"),
        format!("2\n{}", answers().replace(' ', "")),
        format!("Grid 01\n{}\nGrid 02\n{}end\n", FIRST.replace(' ', ""), SECOND.replace(' ', "")),
        format!("{}\n{}", boxed(FIRST), boxed(SECOND)),
        format!("id,solution\n1,{}\n2,{}\n", lines[0], lines[1]),
        format!("puzzle\n{}\n{}\n", lines[0], lines[1]),
        answers()
            .chars()
            .map(|char| match char {
                '1'..='9' => char::from_u32(char as u32 - '0' as u32 + 0xff10).unwrap(),
                _ => char,
            })
            .collect(),
    ];
    for text in layouts {
        let done = folder(&text).run(&arguments(&["-j2"]));
        assert_eq!((done.status, &done.stdout[..]), (Some(0), ""), "{text}\n{}", done.stderr);
    }
}
