//! How many solutions a puzzle has, exactly.

use super::candidates::Candidates;
use super::{Solver, chutes};
use crate::grid::Grid;

/// Solutions that were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// How many. No puzzle has more than the empty grid, 6,670,903,752,021,072,936,960.
    pub solutions: u128,
    /// Whether these are all; otherwise there are at least so many.
    pub exact: bool,
}

impl Solver {
    /// So many are looked at one by one; for more, tables are worth their making.
    const FEW: u128 = 2000;

    /// Counts the solutions of a puzzle, without looking at each of them: the time that it takes
    /// depends on the clues rather than on the number. Ends early when there are `limit` of them
    /// or when `stop` says so; it is asked every few milliseconds.
    pub fn count(&mut self, puzzle: &Grid, limit: u128, stop: &dyn Fn() -> bool) -> Count {
        let search = &mut self.engine.scalar;
        let few = limit.min(Solver::FEW);
        search.start(puzzle.cells());
        let mut seen = 0;
        while seen < few {
            if stop() {
                return Count { solutions: seen, exact: false };
            }
            match search.advance() {
                Some(_) => seen += 1,
                None => return Count { solutions: seen, exact: true },
            }
        }
        match Candidates::settled(puzzle.cells()) {
            Some(candidates) if seen < limit => {
                let Count { solutions, exact } = chutes::count(&candidates, limit, stop);
                Count { solutions: solutions.max(seen).min(limit), exact }
            }
            _ => Count { solutions: seen, exact: false },
        }
    }
}
