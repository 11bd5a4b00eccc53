//! `shudu target`

use crate::harness::{Folder, cases};

const SAMPLE: &str =
    "700900001100005900000200080005020003000000648413000000007002090201060804080504012\n";
const BEST: &str = "\
7 5 4 9 3 8 2 6 1
1 2 8 6 4 5 9 3 7
6 3 9 2 1 7 4 8 5
8 6 5 4 2 9 1 7 3
9 7 2 3 5 1 6 4 8
4 1 3 8 7 6 5 2 9
5 4 7 1 8 2 3 9 6
2 9 1 7 6 3 8 5 4
3 8 6 5 9 4 7 1 2
";
const CLASH: &str =
    "110000000000000000000000000000000000000000000000000000000000000000000000000000000\n";

#[test]
fn public_cases() {
    let mut judged = 0;
    for (id, input, expected) in cases("target") {
        let Some(stdout) = expected["stdout"].as_str() else { continue };
        let done = Folder::new().pipe(&["target", "-q"], &input);
        assert_eq!(
            (done.status, done.stdout.as_str(), done.stderr.as_str()),
            (Some(0), stdout, ""),
            "{id}"
        );
        judged += 1;
    }
    assert!(judged >= 8);
}

#[test]
fn one_line_a_puzzle() {
    let folder = Folder::with("puzzles.txt", [SAMPLE, CLASH, SAMPLE].concat());
    folder.run(&["target", "puzzles.txt"]).is(
        0,
        "2829\n-1\n2829\n",
        "3 puzzles: 2 scored, 1 without a solution; TIME\n",
    );
}

#[test]
fn the_empty_grid_is_proven() {
    let empty = ".".repeat(81);
    Folder::new().pipe(&["target", "-q"], &empty).is(0, "2906\n", "");
    Folder::new().pipe(&["target", "-q", "--min"], &empty).is(0, "2794\n", "");
}

#[test]
fn boards_stand_below_their_scores() {
    let folder = Folder::with("puzzles.txt", [SAMPLE, CLASH, SAMPLE].concat());
    let expected = format!("2829\n{BEST}\n-1\n\n2829\n{BEST}");
    folder.run(&["target", "-q", "--grid", "puzzles.txt", "-o", "scores.txt"]).is(0, "", "");
    assert_eq!(folder.read("scores.txt"), expected);
}

#[test]
fn a_malformed_record_keeps_its_place() {
    let text = [SAMPLE, &SAMPLE[1..], SAMPLE].concat();
    let folder = Folder::with("puzzles.txt", text);
    folder.run(&["target", "-j", "2", "puzzles.txt"]).is(
        2,
        "2829\n?\n2829\n",
        "puzzles.txt:2:81: puzzle 2: 80 cells, expected 81\n\
         3 puzzles: 2 scored, 1 malformed; TIME\n",
    );
}

#[test]
fn a_time_limit_leaves_both_bounds() {
    let empty = ".".repeat(81);
    let done = Folder::new().pipe(&["target", "--time-limit", "0"], &empty);
    let (low, high) = done.stdout.trim_end().split_once("..").unwrap();
    let (low, high): (u32, u32) = (low.parse().unwrap(), high.parse().unwrap());
    assert!(low <= 2906 && 2906 <= high && low < high, "{low}..{high}");
    done.is(
        1,
        &format!("{low}..{high}\n"),
        "standard input:1: puzzle 1 is not proven in time\n1 puzzle: 0 scored, 1 not proven; TIME\n",
    );
}

#[test]
fn a_limit_that_is_no_time_is_refused() {
    for limit in ["-1", "soon", "nan"] {
        let limit = format!("--time-limit={limit}");
        let done = Folder::with("puzzles.txt", SAMPLE).run(&["target", "puzzles.txt", &limit]);
        assert_eq!((done.status, done.stdout.as_str()), (Some(2), ""));
        assert!(done.stderr.starts_with("error: invalid value"), "{}", done.stderr);
    }
}

#[test]
fn nothing_to_score() {
    Folder::with("puzzles.txt", "").run(&["target", "puzzles.txt"]).is(
        0,
        "",
        "no puzzle in puzzles.txt\n",
    );
}

#[test]
fn what_is_wrong_with_the_whole_input_is_trouble() {
    let folder = Folder::with("short.txt", ["3\n", SAMPLE].concat());
    folder.run(&["target", "short.txt"]).is(
        2,
        "2829\n",
        "short.txt:1:1: declared 3 puzzles, found 1\n1 puzzle: 1 scored; TIME\n",
    );
    Folder::new().pipe(&["target"], "scores of last year\n").is(
        2,
        "",
        "standard input:1:1: text, but no puzzle in any known layout\nno puzzle in standard input\n",
    );
}
