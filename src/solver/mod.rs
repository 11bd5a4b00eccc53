//! Puzzles in, answers out.

use crate::grid::{self, Grid};
use crate::lanes::Backend;

/// What is known of the number of solutions of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solutions {
    /// There is none.
    None,
    /// There is exactly one.
    One,
    /// There are at least two.
    Several,
    /// There is at least one, and nobody asked for more ([`Goal::Any`]).
    Some,
}

/// Which solution is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Goal {
    /// The first in depth-first order (blank cells in row-major order, digits ascending), which is
    /// the least in lexicographic order; and whether there are others.
    #[default]
    First,
    /// Any solution, the search ends with it.
    Any,
}

/// What the solver found out about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions there are.
    pub solutions: Solutions,
    /// The solution; where there is none, the puzzle itself.
    pub grid: Grid,
    /// How often the search had to guess; depends on the backend.
    pub guesses: u32,
}

/// The solver: one for each thread, its memory is used again for every puzzle.
#[derive(Debug)]
pub struct Solver {
    backend: Backend,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(Backend::detect())
    }
}

impl Solver {
    /// A solver that runs on `backend`.
    pub fn new(backend: Backend) -> Solver {
        Solver { backend }
    }

    /// The backend that it runs on.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Solves one puzzle.
    pub fn solve(&mut self, puzzle: &Grid) -> Answer {
        let mut answers = Vec::with_capacity(1);
        self.solve_all(std::slice::from_ref(puzzle), Goal::First, &mut answers);
        answers[0]
    }

    /// Solves all `puzzles`; `answers` is cleared and gets one answer for each, in their order.
    pub fn solve_all(&mut self, puzzles: &[Grid], goal: Goal, answers: &mut Vec<Answer>) {
        let _ = goal;
        answers.clear();
        answers.extend(puzzles.iter().map(|puzzle| {
            let mut found = Vec::new();
            if !clash(puzzle) {
                search(&mut puzzle.clone(), 2, &mut found);
            }
            match found[..] {
                [] => Answer { solutions: Solutions::None, grid: *puzzle, guesses: 0 },
                [grid] => Answer { solutions: Solutions::One, grid, guesses: 0 },
                [grid, ..] => Answer { solutions: Solutions::Several, grid, guesses: 0 },
            }
        }));
    }

    /// Counts the solutions of every puzzle up to `limit`; `counts` is cleared and gets one number
    /// for each.
    pub fn count_all(&mut self, puzzles: &[Grid], limit: u32, counts: &mut Vec<u32>) {
        counts.clear();
        counts.extend(puzzles.iter().map(|puzzle| {
            let mut found = Vec::new();
            if !clash(puzzle) {
                search(&mut puzzle.clone(), limit as usize, &mut found);
            }
            found.len() as u32
        }));
    }
}

// A placeholder until the engines arrive.
fn clash(puzzle: &Grid) -> bool {
    (0..81).any(|cell| puzzle.get(cell) != 0 && !free(puzzle, cell, puzzle.get(cell)))
}

fn free(grid: &Grid, cell: usize, digit: u8) -> bool {
    (0..81).all(|other| {
        other == cell
            || grid.get(other) != digit
            || (grid::row(other) != grid::row(cell)
                && grid::column(other) != grid::column(cell)
                && grid::box_of(other) != grid::box_of(cell))
    })
}

fn search(grid: &mut Grid, limit: usize, found: &mut Vec<Grid>) {
    let Some(cell) = (0..81).find(|&cell| grid.get(cell) == 0) else {
        found.push(*grid);
        return;
    };
    for digit in 1..=9 {
        if found.len() < limit && free(grid, cell, digit) {
            grid.set(cell, digit);
            search(grid, limit, found);
        }
    }
    grid.set(cell, 0);
}
