//! Exact counts: against the oracle, against each other, and the known ones.

mod naive;

use std::cell::Cell;

use naive::Random;
use rand::RngExt;
use rand::seq::SliceRandom;
use shudu::solver::Count;
use shudu::{Grid, Solver};

fn count(puzzle: &Grid) -> u128 {
    let count = Solver::default().count(puzzle, u128::MAX, &|| false);
    assert!(count.exact);
    count.solutions
}

#[test]
fn the_fixture_as_the_oracle_counts() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/counts.csv");
    let text = std::fs::read_to_string(file).unwrap();
    let rows: Vec<(Grid, u64)> = text
        .lines()
        .skip(1)
        .map(|row| row.split_once(',').unwrap())
        .map(|(puzzle, solutions)| (puzzle.parse().unwrap(), solutions.parse().unwrap()))
        .collect();
    assert_eq!(rows.len(), 17);
    for (puzzle, solutions) in rows {
        assert_eq!(count(&puzzle), solutions.into(), "{puzzle}");
        assert_eq!(naive::search(&puzzle, u64::MAX, u64::MAX).unwrap().0, solutions, "{puzzle}");
    }
}

#[test]
fn random_puzzles_as_the_oracle_counts() {
    let mut random = Random::new(5);
    let mut compared = 0;
    for n in 0..100 {
        let mut puzzle = random.puzzle(26 + n % 10);
        if n % 10 == 0 {
            puzzle = random.spoil(&puzzle);
        }
        if let Some((solutions, _)) = naive::search(&puzzle, u64::MAX, 500_000) {
            assert_eq!(count(&puzzle), solutions.into(), "{puzzle}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

/// The counts that others have published, or that follow from those.
#[test]
fn known_counts() {
    let blank = |from: usize| ".".repeat(81 - from);
    for (clues, solutions) in [
        ("", EMPTY),
        ("7", EMPTY / 9),
        ("123456789456789123789123456", 7_802_998_272),
        (
            "1234567894567891237891234562........3........5........6........8........9........",
            11_297_664,
        ),
    ] {
        let puzzle = format!("{clues}{}", blank(clues.len()));
        assert_eq!(count(&puzzle.parse().unwrap()), solutions, "{puzzle}");
    }
}

#[test]
fn clashing_givens_have_no_solution() {
    assert_eq!(count(&format!("55{}", ".".repeat(79)).parse().unwrap()), 0);
    assert_eq!(count(&format!("5{}5{}", ".".repeat(8), ".".repeat(71)).parse().unwrap()), 0);
}

/// Exchanging digits, rows of a band, columns of a stack, bands, stacks, or rows and columns
/// altogether changes the puzzle, but not its number of solutions.
#[test]
fn the_same_puzzle_in_other_shapes() {
    let mut random = Random::new(6);
    for clues in [14, 15, 17] {
        let puzzle = random.puzzle(clues);
        let expected = count(&puzzle);
        assert!(expected > 100_000, "{puzzle}: {expected}");
        for _ in 0..3 {
            let other = shuffled(&puzzle, &mut random);
            assert_eq!(count(&other), expected, "{puzzle} and {other}");
        }
    }
}

fn shuffled(puzzle: &Grid, random: &mut Random) -> Grid {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    digits.shuffle(&mut random.0);
    let mut lines = || -> Vec<usize> {
        let mut chutes = [0, 1, 2];
        chutes.shuffle(&mut random.0);
        let mut lines = Vec::new();
        for chute in chutes {
            let mut own = [0, 1, 2].map(|line| 3 * chute + line);
            own.shuffle(&mut random.0);
            lines.extend(own);
        }
        lines
    };
    let (rows, columns) = (lines(), lines());
    let transposed = random.0.random_bool(0.5);
    let mut other = Grid::EMPTY;
    for cell in 0..81 {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let from = if transposed { column * 9 + row } else { row * 9 + column };
        let digit = puzzle.get(from);
        if digit != 0 {
            other.set(cell, digits[usize::from(digit) - 1]);
        }
    }
    other
}

const EMPTY: u128 = 6_670_903_752_021_072_936_960;
const BAND: &str =
    "123456789456789123789123456......................................................";

#[test]
fn a_limit_ends_the_count() {
    let few: Grid =
        "295743001431865900876192543387459216612387495549216738763500000000000000000000000"
            .parse()
            .unwrap();
    let many: Grid = BAND.parse().unwrap();
    let mut solver = Solver::default();
    for (puzzle, all) in [(few, 6), (many, 7_802_998_272)] {
        for limit in [1, 2, 5, all - 1, all] {
            let expected = Count { solutions: limit, exact: false };
            assert_eq!(solver.count(&puzzle, limit, &|| false), expected);
        }
        let expected = Count { solutions: all, exact: true };
        assert_eq!(solver.count(&puzzle, all + 1, &|| false), expected);
    }
}

#[test]
fn a_count_that_is_stopped_says_what_it_has() {
    let mut last = 0;
    for patience in [0, 100, 2002, 2010] {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) >= patience;
        let Count { solutions, exact } = Solver::default().count(&Grid::EMPTY, u128::MAX, &stop);
        assert!(!exact);
        assert_eq!(asked.get(), patience + 1, "asked again after it said stop");
        assert!(solutions >= last && solutions < EMPTY, "{solutions}, {last}");
        last = solutions;
    }
    assert!(last > 100_000, "{last}");
}
