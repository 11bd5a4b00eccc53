//! What can be wished for, and what cannot be had.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::Symmetry;

/// What to generate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wishes {
    /// Boards or puzzles.
    pub kind: Kind,
    /// How many cells of a puzzle hold a digit.
    pub clues: Option<RangeInclusive<u8>>,
    /// Whether no clue of a puzzle can be taken away without its getting a second solution.
    pub minimal: bool,
    /// The symmetry of the cells with clues.
    pub symmetry: Symmetry,
    /// The digit in the top left cell of the board, or of every solution of a puzzle.
    pub first_cell: Option<u8>,
}

/// Boards or puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Complete boards.
    Boards,
    /// Puzzles with so many solutions. Those with none have no clashing givens, and neither naked
    /// nor hidden singles lead to a contradiction.
    Puzzles(RangeInclusive<u32>),
}

impl Default for Kind {
    /// Puzzles with one solution.
    fn default() -> Kind {
        Kind::Puzzles(1..=1)
    }
}

/// The most solutions that can be wished for.
pub const MOST_SOLUTIONS: u32 = 1_000_000;

/// Why a wish is not fulfilled.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WishError {
    /// No range.
    #[error("{0} {1}..{2}: the first number is above the second")]
    Empty(&'static str, u32, u32),
    /// No number of cells.
    #[error("{0} clues: a grid has 81 cells")]
    Cells(u8),
    /// No digit.
    #[error("{0} is no digit for the first cell")]
    Digit(u8),
    /// More solutions than are counted.
    #[error("{0} solutions: at most {MOST_SOLUTIONS} can be wished for")]
    Solutions(u32),
    /// A wish about puzzles where boards are wanted.
    #[error("a complete board has no {0}")]
    Board(&'static str),
    /// Two wishes that exclude each other.
    #[error("{0} and {1} exclude each other")]
    Contradiction(&'static str, &'static str),
    /// Wishes that no puzzle can fulfil.
    #[error("there is no such puzzle: {0}")]
    Impossible(&'static str),
    /// None was found with the stated effort.
    #[error("puzzle {} was not found in {attempts} attempts; fewer wishes may help", item + 1)]
    NotFound {
        /// Which one, from 0.
        item: u64,
        /// The number of complete boards that clues were taken from in vain.
        attempts: u32,
    },
    /// The caller asked for an end.
    #[error("stopped")]
    Stopped,
}

impl WishError {
    /// Whether the wishes are at fault in themselves: each puzzle that could be found would
    /// break one of them by definition.
    pub fn is_contradiction(&self) -> bool {
        !matches!(self, WishError::Impossible(_) | WishError::NotFound { .. } | WishError::Stopped)
    }
}

impl Wishes {
    /// The effort that is made: how many boards clues are taken from, for each puzzle, before it
    /// is given up. 100,000, and fewer the more solutions have to be counted: 3,849 for 1,000
    /// solutions, 50 for the most.
    pub fn attempts(&self) -> u32 {
        match &self.kind {
            Kind::Boards => u32::MAX,
            Kind::Puzzles(solutions) => (4_000_000 / (solutions.end() + 39)).clamp(50, 100_000),
        }
    }

    /// Whether the wishes go together, as far as that is known without a search.
    pub fn check(&self) -> Result<(), WishError> {
        if let Some(digit) = self.first_cell
            && !(1..=9).contains(&digit)
        {
            return Err(WishError::Digit(digit));
        }
        let solutions = match &self.kind {
            Kind::Boards if self.clues.is_some() => return Err(WishError::Board("clues")),
            Kind::Boards if self.minimal => return Err(WishError::Board("minimal clues")),
            Kind::Boards if self.symmetry != Symmetry::None => {
                return Err(WishError::Board("symmetry"));
            }
            Kind::Boards => return Ok(()),
            Kind::Puzzles(solutions) => solutions,
        };
        let (few, many) = (*solutions.start(), *solutions.end());
        if few > many {
            return Err(WishError::Empty("solutions", few, many));
        }
        if many > MOST_SOLUTIONS {
            return Err(WishError::Solutions(many));
        }
        if self.minimal && *solutions != (1..=1) {
            return Err(WishError::Contradiction("a minimal puzzle", "solutions other than 1"));
        }
        let Some(clues) = &self.clues else { return Ok(()) };
        let (least, most) = (*clues.start(), *clues.end());
        if least > most {
            return Err(WishError::Empty("clues", least.into(), most.into()));
        }
        if most > 81 {
            return Err(WishError::Cells(most));
        }
        if many == 1 && few == 1 && most < 17 {
            // G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012.
            return Err(WishError::Impossible("one solution takes at least 17 clues"));
        }
        if few > 1 && least > 77 {
            // The smallest set of cells that can be filled in two ways has four.
            return Err(WishError::Impossible("several solutions take at least 4 blanks"));
        }
        if many == 0 && least == 81 {
            return Err(WishError::Impossible("a full grid without clashes is a solution"));
        }
        if !clues.clone().any(|clues| self.symmetry.has(clues)) {
            return Err(WishError::Impossible("no set of so many cells has that symmetry"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzles(solutions: RangeInclusive<u32>) -> Wishes {
        Wishes { kind: Kind::Puzzles(solutions), ..Wishes::default() }
    }

    fn clues(clues: RangeInclusive<u8>) -> Wishes {
        Wishes { clues: Some(clues), ..Wishes::default() }
    }

    #[test]
    #[allow(clippy::reversed_empty_ranges)]
    fn contradictions() {
        let boards = Wishes { kind: Kind::Boards, ..Wishes::default() };
        for (wishes, message) in [
            (puzzles(3..=2), "solutions 3..2: the first number is above the second"),
            (puzzles(1..=2_000_000), "2000000 solutions: at most 1000000 can be wished for"),
            (clues(30..=29), "clues 30..29: the first number is above the second"),
            (clues(82..=82), "82 clues: a grid has 81 cells"),
            (Wishes { first_cell: Some(0), ..clues(30..=30) }, "0 is no digit for the first cell"),
            (
                Wishes { first_cell: Some(10), ..boards.clone() },
                "10 is no digit for the first cell",
            ),
            (
                Wishes { minimal: true, ..puzzles(0..=1) },
                "a minimal puzzle and solutions other than 1 exclude each other",
            ),
            (Wishes { minimal: true, ..boards.clone() }, "a complete board has no minimal clues"),
            (
                Wishes { symmetry: Symmetry::Full, ..boards.clone() },
                "a complete board has no symmetry",
            ),
            (Wishes { clues: Some(81..=81), ..boards }, "a complete board has no clues"),
        ] {
            let error = wishes.check().unwrap_err();
            assert_eq!(error.to_string(), message);
            assert!(error.is_contradiction());
        }
    }

    #[test]
    fn impossibilities() {
        let full = Wishes { symmetry: Symmetry::Full, ..clues(18..=19) };
        for (wishes, reason) in [
            (clues(0..=16), "one solution takes at least 17 clues"),
            (
                Wishes { clues: Some(78..=80), ..puzzles(2..=9) },
                "several solutions take at least 4 blanks",
            ),
            (
                Wishes { clues: Some(81..=81), ..puzzles(0..=0) },
                "a full grid without clashes is a solution",
            ),
            (full, "no set of so many cells has that symmetry"),
        ] {
            let error = wishes.check().unwrap_err();
            assert_eq!(error.to_string(), format!("there is no such puzzle: {reason}"));
            assert!(!error.is_contradiction());
        }
    }

    #[test]
    fn what_can_be_wished_for() {
        for wishes in
            [Wishes::default(), clues(17..=17), clues(16..=17), puzzles(0..=5), puzzles(0..=0)]
        {
            assert_eq!(wishes.check(), Ok(()));
        }
    }
}
