//! The program against a plain depth-first search in row-major order, byte for byte.

mod naive;

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use naive::Random;
use shudu::{Backend, Grid};

/// How many digits the oracle may try for a puzzle.
const PATIENCE: u64 = 2_000_000;

/// What the answers file must be: nine spaced rows, an empty line between answers; the puzzle's own
/// cells where there is no solution.
fn expected(answers: &[Grid]) -> String {
    let mut text = String::new();
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for row in answer.rows() {
            text += &row.map(|digit| digit.to_string()).join(" ");
            text.push('\n');
        }
    }
    text
}

/// Solves the puzzles with every backend that this machine has and compares the answers file.
fn compare(puzzles: &[Grid], answers: &[Grid], status: i32) {
    let folder = tempfile::tempdir().unwrap();
    let text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    fs::write(folder.path().join("puzzles.txt"), text).unwrap();
    let expected = expected(answers);
    assert_eq!(expected.len(), 163 * answers.len() - 1);
    for backend in Backend::available() {
        for threads in ["1", "2", "5"] {
            let arguments = ["solve", "puzzles.txt", "-q", "--backend", &backend.to_string(), "-j"];
            let mut command = cargo_bin_cmd!("shudu");
            command.current_dir(&folder).args(arguments).arg(threads);
            command.assert().code(status).stdout("");
            let written = fs::read_to_string(folder.path().join("solve_sudo.txt")).unwrap();
            if let Some(wrong) = written
                .split("\n\n")
                .zip(expected.split("\n\n"))
                .position(|(a, b)| a.trim_end() != b.trim_end())
            {
                panic!("{backend}, {threads} threads: {}", puzzles[wrong]);
            }
            assert!(written == expected, "{backend}, {threads} threads: the bytes between");
        }
    }
}

#[test]
fn random_puzzles() {
    let mut random = Random::new(2026);
    let (mut puzzles, mut answers, mut several, mut none) = (Vec::new(), Vec::new(), 0, 0);
    for clues in (25..=40).cycle() {
        let mut puzzle = random.puzzle(clues);
        if puzzles.len() % 10 == 9 {
            puzzle = random.spoil(&puzzle);
        }
        let Some((count, first)) = naive::search(&puzzle, 2, PATIENCE) else { continue };
        several += usize::from(count > 1);
        none += usize::from(count == 0);
        answers.push(first.unwrap_or(puzzle));
        puzzles.push(puzzle);
        if puzzles.len() == 2400 {
            break;
        }
    }
    assert!(several > 500 && none > 100, "{several} with several solutions, {none} with none");
    compare(&puzzles, &answers, 1);
}

#[test]
fn public_cases() {
    let cases = fs::read_to_string("fixtures/cases.jsonl").unwrap();
    let (mut puzzles, mut answers) = (Vec::new(), Vec::new());
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(Ok(puzzle)) = case["input"].as_str().map(|text| text.parse::<Grid>()) else {
            continue;
        };
        if let Some((1.., Some(first))) = naive::search(&puzzle, 2, PATIENCE) {
            if let Some(solution) = case["expected"]["solution"].as_str() {
                assert_eq!(first, solution.parse().unwrap(), "{}", case["id"]);
            }
            puzzles.push(puzzle);
            answers.push(first);
        }
    }
    assert!(puzzles.len() >= 30, "the oracle finished only {}", puzzles.len());
    compare(&puzzles, &answers, 0);
}
