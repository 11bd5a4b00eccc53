//! Target Sudoku: each digit counts times the weight of its cell, and of all solutions of a
//! puzzle the best one is wanted.
//!
//! The problem is NOIP 2009, problem 4 (靶形数独), where the puzzles have at least 24 givens. Here
//! the number of solutions does not matter: a branch and bound with a sharp upper bound finds
//! the best one, and proves that it is the best, down to the empty grid.

mod relax;
mod search;

use super::{Solutions, Solver};
use crate::grid::{self, Grid};
use search::Search;

/// The weight of each cell: 6 on the rim, one more for each ring inwards, 10 in the centre.
pub const WEIGHTS: [u8; 81] = {
    let mut weights = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (to_rim(grid::row(cell)), to_rim(grid::column(cell)));
        weights[cell] = 6 + if row < column { row } else { column } as u8;
        cell += 1;
    }
    weights
};

/// How far a row or column is from the nearer rim.
const fn to_rim(index: usize) -> usize {
    if index > 4 { 8 - index } else { index }
}

/// The score of a board: the sum of its digits, each times the weight of its cell. Blanks count
/// nothing.
pub fn score(board: &Grid) -> u32 {
    let products = board.cells().iter().zip(WEIGHTS);
    products.map(|(&digit, weight)| u32::from(digit) * u32::from(weight)).sum()
}

/// The score that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted {
    /// The highest of all solutions.
    #[default]
    Highest,
    /// The lowest.
    Lowest,
}

/// What is known of the score that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The puzzle has no solution.
    None,
    /// It is this one, and the board reaches it.
    Proven {
        /// The score.
        score: u32,
        /// A solution that has it.
        board: Grid,
    },
    /// The search was stopped; the score is not below `low` and not above `high`.
    Stopped {
        /// A lower bound: of the highest score, that of `board`.
        low: u32,
        /// An upper bound: of the lowest score, that of `board`.
        high: u32,
        /// The best solution found so far.
        board: Grid,
    },
}

/// Finds the best score of all solutions of a puzzle. `stop` is asked every few milliseconds, and
/// ends the search when it says so.
pub fn target(puzzle: &Grid, wanted: Wanted, stop: &dyn Fn() -> bool) -> Target {
    match wanted {
        Wanted::Highest => highest(puzzle, stop),
        // With every digit turned into ten less itself, the lowest score becomes the highest.
        Wanted::Lowest => match highest(&turned(puzzle), stop) {
            Target::None => Target::None,
            Target::Proven { score, board } => {
                Target::Proven { score: TURN - score, board: turned(&board) }
            }
            Target::Stopped { low, high, board } => {
                Target::Stopped { low: TURN - high, high: TURN - low, board: turned(&board) }
            }
        },
    }
}

/// The score of a board and that of the turned board together: ten times all weights.
const TURN: u32 = {
    let (mut sum, mut cell) = (0, 0);
    while cell < 81 {
        sum += 10 * WEIGHTS[cell] as u32;
        cell += 1;
    }
    sum
};

/// Each digit replaced by ten less itself.
fn turned(grid: &Grid) -> Grid {
    let mut turned = *grid;
    for cell in 0..81 {
        if grid.get(cell) != 0 {
            turned.set(cell, 10 - grid.get(cell));
        }
    }
    turned
}

fn highest(puzzle: &Grid, stop: &dyn Fn() -> bool) -> Target {
    let answer = Solver::default().solve(puzzle);
    let first = answer.grid;
    match answer.solutions {
        Solutions::None => Target::None,
        Solutions::One => Target::Proven { score: score(&first), board: first },
        Solutions::Several | Solutions::Some => {
            let mut search = Search::new(first, stop);
            let open = search.run(puzzle);
            let (score, board) = search.best();
            match open {
                Some(bound) if bound > score => Target::Stopped { low: score, high: bound, board },
                _ => Target::Proven { score, board },
            }
        }
    }
}
