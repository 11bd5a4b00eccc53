//! What is said about each kind of finding.

use shudu::check::Kind;

use super::{FIRST, SECOND, answers, arguments, folder};
use crate::harness::fixture;

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
            "text between answers",
            two.replacen("\n\n", "\n\nhello\nworld\n", 1),
            &[],
            "answers.txt:11:1: text after answer 1\n",
            "2 answers: 2 right (findings: text 1); TIME\n",
        ),
        (
            "text between answers, in front of a wrong one",
            changed.replacen("\n\n", "\nhello\n", 1),
            &["--max-findings", "1"],
            "answers.txt:10:1: text after answer 1\n\
             and 1 more, not shown (--max-findings)\n",
            "2 answers: 1 right, 1 wrong (findings: text 1, row 1, column 1, box 1); TIME\n",
        ),
        (
            "text within an answer",
            two.replacen("1 9 8 3", "hello\n1 9 8 3", 1),
            &[],
            "answers.txt:3:1: answer 1: text where a row should be\n",
            "2 answers: 1 right, 1 wrong (findings: text 1); TIME\n",
        ),
        (
            "text for a row",
            two.replacen("1 9 8 3 4 2 5 6 7", "hello", 1),
            &[],
            "\
answers.txt:3:1: answer 1: row 3 has 0 cells, expected 9
  line 3 | hello
         | ^
",
            "2 answers: 1 right, 1 wrong (findings: shape 1); TIME\n",
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
fn the_readme_shows_what_is_said() {
    let readme = std::fs::read_to_string(fixture("../README.md")).unwrap();
    for kind in Kind::ALL {
        assert!(readme.contains(&format!("\n| `{}` | `", kind.name())), "{}", kind.name());
    }
    let folder = folder(answers().replacen("8 3 1 6", "8 3 1 5", 1));
    let done = folder.run(&arguments(&[]));
    let typed = "$ shudu check puzzles.txt answers.txt\n";
    let summary = done.stderr.split("; TIME").next().unwrap();
    assert!(readme.contains(&format!("{typed}{}{summary}; ", done.stdout)));
}
