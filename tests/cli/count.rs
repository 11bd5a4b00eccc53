//! `shudu count`

use crate::harness::{Folder, cases};

const EASY: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n";
const EASY_ROWS: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n\
                         961537284\n287419635\n345286179\n";
const NONE: &str =
    "009028700806004005003000004600000000020713450000000002300000500900400807001250300\n";
const TWO: &str =
    "534008912672195348198342567859001423426853791713924856961537284287419635345286179\n";
const BAND: &str =
    "123456789456789123789123456......................................................\n";
const EMPTY: &str =
    ".................................................................................\n";

#[test]
fn the_judge_problem() {
    let cases = cases("count");
    assert!(cases.len() > 5);
    for (id, input, expected) in cases {
        let folder = Folder::with("in.txt", input);
        let done = folder.run(&["count", "in.txt", "-q"]);
        if let Some(error) = expected["error"].as_str() {
            assert_eq!(done.status, Some(2), "{id}");
            assert!(done.stderr.ends_with(&format!(": {error}\n")), "{id}: {}", done.stderr);
            assert_eq!(done.stdout.matches("Puzzle ").count(), 3, "{id}");
        } else {
            assert_eq!(done.stdout, expected["stdout"].as_str().unwrap(), "{id}");
            assert_eq!(done.status, Some(0), "{id}");
        }
        if let Some(warning) = expected["warning"].as_str() {
            assert!(done.stderr.ends_with(&format!(": {warning}\n")), "{id}: {}", done.stderr);
        }
    }
}

#[test]
fn the_known_counts() {
    let cases = cases("status");
    assert!(cases.len() > 50);
    let input: String = cases.iter().map(|(_, puzzle, _)| format!("{puzzle}\n")).collect();
    let done = Folder::with("in.txt", input).run(&["count", "in.txt", "--to", "csv", "-q"]);
    assert_eq!((done.status, &*done.stderr), (Some(0), ""));
    let mut rows = done.stdout.lines();
    assert_eq!(rows.next(), Some("puzzle,solutions"));
    for (number, (id, _, expected)) in (1..).zip(&cases) {
        let (puzzle, solutions) = rows.next().unwrap().split_once(',').unwrap();
        assert_eq!(puzzle, number.to_string());
        let solutions: u128 = solutions.parse().unwrap();
        match (&expected["count"], expected["status"].as_str().unwrap()) {
            (count, _) if count.is_u64() => assert_eq!(Some(solutions as u64), count.as_u64()),
            (count, _) if count.is_string() => assert!(solutions > 20_000_000, "{id}"),
            (_, "unique") => assert_eq!(solutions, 1, "{id}"),
            (_, "invalid") => assert_eq!(solutions, 0, "{id}"),
            (_, status) => panic!("{id}: {status}"),
        }
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn the_report_and_the_summary() {
    let folder = Folder::with("in.txt", [NONE, EASY, TWO, BAND].concat());
    for threads in ["1", "2"] {
        folder.run(&["count", "in.txt", "-j", threads]).is(
            0,
            &format!(
                "Puzzle 1 has no solution\n\nPuzzle 2 solution is\n{EASY_ROWS}\n\
                 Puzzle 3 has 2 solutions\n\nPuzzle 4 has 7802998272 solutions\n"
            ),
            "4 puzzles: 1 with one solution, 2 with several, 1 without a solution; TIME\n",
        );
    }
}

#[test]
fn a_limit_says_at_least() {
    let folder = Folder::with("in.txt", [NONE, EASY, TWO, BAND].concat());
    folder.run(&["count", "in.txt", "-q", "--limit", "2"]).is(
        0,
        &format!(
            "Puzzle 1 has no solution\n\nPuzzle 2 solution is\n{EASY_ROWS}\n\
             Puzzle 3 has at least 2 solutions\n\nPuzzle 4 has at least 2 solutions\n"
        ),
        "",
    );
    folder.run(&["count", "in.txt", "-q", "--limit", "1000000000", "--to", "csv"]).is(
        0,
        "puzzle,solutions\n1,0\n2,1\n3,2\n4,1000000000\n",
        "",
    );
    for wrong in ["0", "-1", "x"] {
        let done = folder.run(&["count", "in.txt", &format!("--limit={wrong}")]);
        assert_eq!((done.status, &*done.stdout), (Some(2), ""));
        assert!(done.stderr.starts_with("error: invalid value"), "{}", done.stderr);
    }
}

#[test]
fn a_time_limit_is_for_each_puzzle() {
    let folder = Folder::with("in.txt", [EMPTY, EASY].concat());
    folder.run(&["count", "in.txt", "-q", "--time-limit", "0"]).is(
        1,
        &format!("Puzzle 1 has at least 0 solutions\n\nPuzzle 2 solution is\n{EASY_ROWS}"),
        "in.txt:1: puzzle 1 has at least 0 solutions: the time limit ended the count\n",
    );
}

#[test]
fn a_record_that_is_no_puzzle_is_left_out() {
    let folder = Folder::with("in.txt", [&TWO[1..], EASY, "12x\n", TWO].concat());
    let errors = "in.txt:1:81: puzzle 1: 80 cells, expected 81\n";
    let done = folder.run(&["count", "in.txt", "-q"]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.starts_with(errors), "{}", done.stderr);
}

#[test]
fn counts_go_to_a_file() {
    let folder = Folder::with("in.txt", TWO);
    folder.run(&["count", "in.txt", "-q", "-o", "out.txt"]).is(0, "", "");
    assert_eq!(folder.read("out.txt"), "Puzzle 1 has 2 solutions\n");
    folder.run(&["count", "in.txt", "-q", "-o", "in.txt"]).is(
        2,
        "",
        "shudu: in.txt: is read and written, name another output\n",
    );
    assert_eq!(folder.read("in.txt"), TWO);
}

#[test]
fn nothing_to_count() {
    let folder = Folder::with("in.txt", "\n\n");
    folder.run(&["count", "in.txt"]).is(0, "", "no puzzle in in.txt\n");
}
