//! What a judge is asked, and what it says.

use super::finding::{Report, Tally};
use crate::grid::Grid;
use crate::verify;

/// What is asked of answers besides the rules of the game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules {
    /// The digit that the first cell has to be.
    pub first_cell: Option<u8>,
    /// No board may be there twice. It is kept in memory: see
    /// [`Boards`](super::Boards).
    pub distinct: bool,
}

impl Rules {
    /// Whether an answer is right, looked at by itself.
    pub(super) fn hold(&self, puzzle: &Grid, answer: &Grid) -> bool {
        verify::is_solution(puzzle, answer)
            && self.first_cell.is_none_or(|digit| answer.get(0) == digit)
    }
}

/// What is said of a single answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It obeys the rules and keeps the givens of its puzzle.
    Right,
    /// It does not.
    Wrong,
    /// It is not there.
    Missing,
    /// There is no puzzle for it.
    Extra,
    /// Its puzzle is none.
    Unjudged,
}

/// An answer and what is said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The number of the answer, unless it is missing.
    pub answer: Option<u64>,
    /// The number of its puzzle, if it has one.
    pub puzzle: Option<u64>,
    /// The line that it starts on.
    pub line: Option<u64>,
    /// What is said.
    pub verdict: Verdict,
}

/// Who hears what a [`Judge`](super::Judge) finds.
pub trait Listener {
    /// What can go wrong with it.
    type Error;

    /// Something was found.
    fn report(&mut self, report: &Report) -> Result<(), Self::Error>;

    /// An answer was judged; said of all answers if [`Judge::every`](super::Judge::every) is set, and of none
    /// otherwise.
    fn answer(&mut self, judged: Judged, report: Option<&Report>) -> Result<(), Self::Error>;
}

/// How much was judged, and what came out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// The answers that were read.
    pub answers: u64,
    /// The puzzles that were read.
    pub puzzles: u64,
    /// The answers that hold.
    pub right: u64,
    /// Those that do not.
    pub wrong: u64,
    /// Those that are not there.
    pub missing: u64,
    /// Those that have no puzzle.
    pub extra: u64,
    /// Those whose puzzle is none.
    pub unjudged: u64,
    /// The findings of each kind.
    pub findings: Tally,
}
