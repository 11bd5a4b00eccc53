//! `shudu solve --resume`

use std::fs::{self, File};

use crate::harness::Folder;

const PUZZLES: [&str; 5] = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "009028700806004005003000004600000000020713450000000002300000500900400807001250300",
    "534008912672195348198342567859001423426853791713924856961537284287419635345286179",
    "000000000000000000000000000000000000000000000000000000000000000900000900900900000",
    "002030008000008000031020000060050270010000050204060031000080605000000013005310400",
];

/// A folder with the puzzles and the whole answers to them.
fn solved(to: &str) -> (Folder, String) {
    let folder = Folder::with("puzzles.txt", PUZZLES.join("\n") + "\n");
    let done = folder.run(&["solve", "puzzles.txt", "--to", to]);
    assert_eq!(done.status, Some(1));
    let answers = folder.read("solve_sudo.txt");
    (folder, answers)
}

#[test]
fn cut_anywhere_it_becomes_the_same_again() {
    for to in ["grid", "line", "csv"] {
        let (folder, answers) = solved(to);
        // Every place around the ends of blocks, and some inside of them.
        let block = answers.len().div_ceil(PUZZLES.len());
        for length in (0..=answers.len()).filter(|at| at % 37 == 0 || at % block > block - 3) {
            folder.write("solve_sudo.txt", &answers[..length]);
            let done = folder.run(&["solve", "puzzles.txt", "--to", to, "--resume", "-q"]);
            done.is(
                1,
                "",
                "puzzles.txt:2: puzzle 2 has no solution\n\
                 puzzles.txt:4: puzzle 4 has no solution: row 8: 9 stands twice (columns 1 and 7)\n",
            );
            assert_eq!(folder.read("solve_sudo.txt"), answers, "{to} cut at {length}");
        }
    }
}

#[test]
fn it_says_what_it_keeps() {
    let (folder, answers) = solved("line");
    let resume = ["solve", "puzzles.txt", "--to", "line", "--resume", "--exit-zero"];
    let named = "puzzles.txt:2: puzzle 2 has no solution\n\
                 puzzles.txt:4: puzzle 4 has no solution: row 8: 9 stands twice (columns 1 and 7)\n";
    let summary = "5 puzzles: 3 solved, 2 without a solution; TIME\n";
    for (length, kept) in [
        (82 * 4 + 3, "solve_sudo.txt: kept 4 answers"),
        (82, "solve_sudo.txt: kept 1 answer"),
        (answers.len(), "solve_sudo.txt: all answers were there"),
    ] {
        folder.write("solve_sudo.txt", &answers[..length]);
        let several = if length == 82 { ", 1 with several solutions" } else { "" };
        let summary = summary.replace(" solved", &format!(" solved{several}"));
        folder.run(&resume).is(0, "", &format!("{named}{kept}\n{summary}"));
    }
    fs::remove_file(folder.path("solve_sudo.txt")).unwrap();
    let summary = summary.replace(" solved", " solved, 1 with several solutions");
    folder.run(&resume).is(0, "", &format!("{named}no answer to keep\n{summary}"));
    assert_eq!(folder.read("solve_sudo.txt"), answers);
}

#[test]
fn the_status_of_kept_answers_is_found_out_where_it_is_wanted() {
    let (folder, answers) = solved("line");
    let whole = ["solve", "puzzles.txt", "--to", "line", "--report", "report.csv", "-q"];
    folder.run(&whole);
    let report = folder.read("report.csv");
    folder.write("solve_sudo.txt", &answers[..82 * 4]);
    folder.run(&[&whole[..], &["--resume", "--unique"]].concat()).is(
        1,
        "",
        "puzzles.txt:2: puzzle 2 has no solution\n\
         puzzles.txt:3: puzzle 3 has several solutions\n\
         puzzles.txt:4: puzzle 4 has no solution: row 8: 9 stands twice (columns 1 and 7)\n",
    );
    assert_eq!(folder.read("solve_sudo.txt"), answers);
    assert_eq!(folder.read("report.csv"), report);
}

#[test]
fn any_solution_may_be_kept() {
    let (folder, _) = solved("line");
    let arguments = ["solve", "puzzles.txt", "--to", "line", "--any", "-q", "--resume"];
    // Both solutions of the third puzzle.
    let first = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let second =
        "534768912672195348198342567859671423426853791713924856961537284287419635345286179";
    let (_, answers) = solved("line");
    for solution in [first, second] {
        let mut answers = answers.clone();
        answers.replace_range(82 * 2..82 * 3 - 1, solution);
        for report in [&[][..], &["--report", "report.csv"]] {
            folder.write("solve_sudo.txt", &answers[..82 * 4]);
            assert_eq!(folder.run(&[&arguments[..], report].concat()).status, Some(1));
            assert_eq!(folder.read("solve_sudo.txt")[..82 * 4], answers[..82 * 4]);
            assert_eq!(folder.read("solve_sudo.txt").len(), answers.len());
        }
    }
}

#[test]
fn what_does_not_belong_is_refused_and_left_alone() {
    let (folder, answers) = solved("grid");
    let belongs = |number| {
        format!(
            "shudu: solve_sudo.txt: answer {number} does not belong to puzzle {number}; \
             nothing was changed\n"
        )
    };
    let swapped = answers[..17].replace("5 3", "3 5") + &answers[17..];
    let unsolved = answers.replacen("5 3 4 6", "5 3 0 0", 1);
    for (text, error) in [
        (swapped.as_str(), belongs(1)),
        (&unsolved, belongs(1)),
        // An answer where there is none, and none where there is one.
        (&answers.replacen("0 0 9 0", "1 1 9 1", 1), belongs(2)),
        (&(answers[..326].to_string() + &answers[326..].replacen("5 3 4", "5 3 0", 1)), belongs(3)),
        // A line that is no part of an answer, in a whole block and at the end.
        ("A list of things that nobody wants to lose.", belongs(1)),
        (&answers.replace(' ', "\t"), belongs(1)),
        (&answers.replace('\n', "\r\n"), belongs(1)),
        (&(answers[..163].to_string() + "0 0 8"), belongs(2)),
        (
            &format!("{answers}\n{}", &answers[..162]),
            "shudu: solve_sudo.txt: goes on after the answers to 5 puzzles; nothing was changed\n"
                .to_string(),
        ),
        (
            &format!("{answers}\n"),
            "shudu: solve_sudo.txt: goes on after the answers to 5 puzzles; nothing was changed\n"
                .to_string(),
        ),
    ] {
        folder.write("solve_sudo.txt", text);
        let done = folder.run(&["solve", "puzzles.txt", "--resume"]);
        assert_eq!(done.status, Some(2), "{text}");
        assert!(done.stderr.ends_with(&error), "{}{text}", done.stderr);
        assert_eq!(folder.read("solve_sudo.txt"), text);
    }
}

#[test]
fn only_a_file_can_be_continued() {
    let (folder, _) = solved("grid");
    folder.run(&["solve", "puzzles.txt", "-o", "-", "--resume"]).is(
        2,
        "",
        "shudu: standard output: is no file that can be continued\n",
    );
}

#[test]
fn two_runs_do_not_write_one_file() {
    let (folder, answers) = solved("grid");
    let other = File::open(folder.path("solve_sudo.txt")).unwrap();
    other.lock().unwrap();
    for arguments in [&["solve", "puzzles.txt"][..], &["solve", "puzzles.txt", "--resume"]] {
        let done = folder.run(arguments);
        assert_eq!(done.status, Some(2));
        assert!(
            done.stderr.ends_with("shudu: solve_sudo.txt: another run is writing it\n"),
            "{}",
            done.stderr
        );
        assert_eq!(folder.read("solve_sudo.txt"), answers);
    }
    drop(other);
    assert_eq!(folder.run(&["solve", "puzzles.txt"]).status, Some(1));
}
