//! Answers and puzzles, read in step.

use std::mem;

use super::boards::Key;
use super::verdict::Rules;
use crate::error::Position;
use crate::format::Batch;
use crate::grid::Grid;

/// How far answers may have slipped against the puzzles and still be recognised.
pub(super) const SLIP: usize = 16;

/// Some consecutive answers, and the puzzles of the same numbers.
#[derive(Debug, Default)]
pub struct Step {
    /// The answers.
    pub answers: Batch,
    /// The puzzles, if there is a file of them. Fewer than the answers or more only where one of
    /// the files ends.
    pub puzzles: Batch,
    /// Whether there is a file of puzzles.
    pub(super) paired: bool,
    /// The last puzzles before this step.
    before: Vec<Neighbour>,
    /// The first ones after it.
    after: Vec<Neighbour>,
    /// The first answer after it.
    next: Option<Grid>,
}

/// A puzzle of another step; `None` for a record that is no puzzle.
type Neighbour = Option<Grid>;

/// What stands where the puzzle of an answer should be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'a> {
    Puzzle(&'a Grid),
    /// A record that is no puzzle.
    Malformed,
    /// No record: the puzzles are at their end.
    Beyond,
}

/// What threads find out about a step, each for itself.
#[derive(Debug, Default)]
pub struct Suspects {
    /// The answers that need a closer look, by index, ascending.
    pub(super) answers: Vec<usize>,
    /// The keys of all answers, if equal boards are looked for.
    pub(super) keys: Vec<Option<Key>>,
    /// How many solutions each of [`Step::givens`] has, up to 2; left to somebody with a solver.
    pub solutions: Vec<u32>,
}

impl Step {
    /// How many records of each file are in a step.
    pub const ROOM: usize = 2048;

    /// The number of its first answer.
    pub(super) fn first(&self) -> u64 {
        self.answers.first
    }

    /// Whether puzzles belong to the answers.
    pub fn has_puzzles(&self) -> bool {
        self.paired || !self.answers.solutions.is_empty()
    }

    /// The puzzles: those of their own file, or those that stand beside the answers.
    pub fn givens(&self) -> &[Grid] {
        match (self.paired, self.answers.solutions.is_empty()) {
            (true, _) => &self.puzzles.puzzles,
            (false, false) => &self.answers.puzzles,
            (false, true) => &[],
        }
    }

    /// The answers, complete or not.
    pub(super) fn boards(&self) -> &[Grid] {
        boards(&self.answers)
    }

    /// The answer behind the one with this index, also if it is in another step.
    pub(super) fn board_after(&self, index: usize) -> Option<&Grid> {
        self.boards().get(index + 1).or(self.next.as_ref())
    }

    /// Whether the answers end here.
    pub(super) fn is_last(&self) -> bool {
        self.next.is_none()
    }

    /// Where text stands in front of an answer or in it.
    pub(super) fn text(&self, index: usize) -> Option<Position> {
        let number = self.first() + index as u64;
        let found = self.answers.strays.binary_search_by_key(&number, |at| at.puzzle).ok()?;
        self.answers.strays.get(found).copied()
    }

    /// Picks out the answers that need a closer look.
    pub fn suspects(&self, rules: &Rules, suspects: &mut Suspects) {
        suspects.answers.clear();
        suspects.keys.clear();
        suspects.solutions.clear();
        let (boards, givens) = (self.boards(), self.givens());
        let known = boards.len().min(givens.len());
        for (index, (board, puzzle)) in boards.iter().zip(givens).enumerate() {
            if !rules.hold(puzzle, board) {
                suspects.answers.push(index);
            }
        }
        for (index, board) in boards.iter().enumerate().skip(known) {
            if self.paired || !rules.hold(&Grid::EMPTY, board) {
                suspects.answers.push(index);
            }
        }
        let wrong = suspects.answers.len();
        let malformed = self.puzzles.errors.iter().map(|error| error.at.puzzle);
        let texts = self.answers.strays.iter().map(|text| text.puzzle);
        let others = malformed.chain(texts).map(|number| (number - self.first()) as usize);
        suspects.answers.extend(others.filter(|&index| index < boards.len()));
        if suspects.answers.len() > wrong {
            suspects.answers.sort_unstable();
            suspects.answers.dedup();
        }
        if rules.distinct {
            suspects.keys.extend(boards.iter().map(Key::new));
        }
    }

    /// The puzzle for an answer that has slipped so far, in a file of puzzles.
    pub(super) fn puzzle(&self, index: usize, slip: isize) -> Place<'_> {
        let Some(index) = index.checked_add_signed(slip) else {
            let back = slip.unsigned_abs() - index;
            return place(self.before.len().checked_sub(back).and_then(|at| self.before.get(at)));
        };
        match self.puzzles.puzzles.get(index) {
            Some(_) if is_malformed(&self.puzzles, index) => Place::Malformed,
            Some(puzzle) => Place::Puzzle(puzzle),
            None => place(self.after.get(index - self.puzzles.len())),
        }
    }
}

fn place(puzzle: Option<&Neighbour>) -> Place<'_> {
    match puzzle {
        Some(Some(puzzle)) => Place::Puzzle(puzzle),
        Some(None) => Place::Malformed,
        None => Place::Beyond,
    }
}

fn boards(answers: &Batch) -> &[Grid] {
    if answers.solutions.is_empty() { &answers.puzzles } else { &answers.solutions }
}

fn is_malformed(batch: &Batch, index: usize) -> bool {
    let number = batch.first + index as u64;
    batch.errors.binary_search_by_key(&number, |error| error.at.puzzle).is_ok()
}

fn neighbour(batch: &Batch, index: usize) -> Neighbour {
    batch.puzzles.get(index).filter(|_| !is_malformed(batch, index)).copied()
}

/// Reads steps from two functions that fill a batch with [`Step::ROOM`] records, or with fewer at
/// their end.
#[derive(Debug)]
pub struct Steps<A, P> {
    answers: A,
    puzzles: Option<P>,
    /// What comes next: it was read because a step knows its neighbours.
    ahead: Option<(Batch, Batch)>,
    before: Vec<Neighbour>,
}

impl<A, P> Steps<A, P> {
    /// Answers alone, or with their puzzles.
    pub fn new(answers: A, puzzles: Option<P>) -> Steps<A, P> {
        Steps { answers, puzzles, ahead: None, before: Vec::new() }
    }

    /// Replaces `step` by the next one; `false` if there is none.
    pub fn next<E>(&mut self, step: &mut Step) -> Result<bool, E>
    where
        A: FnMut(&mut Batch) -> Result<(), E>,
        P: FnMut(&mut Batch) -> Result<(), E>,
    {
        let (mut answers, mut puzzles) = match self.ahead.take() {
            Some(ahead) => ahead,
            None => {
                let mut ahead = Default::default();
                self.read(&mut ahead)?;
                ahead
            }
        };
        mem::swap(&mut answers, &mut step.answers);
        mem::swap(&mut puzzles, &mut step.puzzles);
        step.paired = self.puzzles.is_some();

        mem::swap(&mut step.before, &mut self.before);
        let count = step.puzzles.len();
        self.before.clear();
        self.before.extend(
            (count.saturating_sub(SLIP)..count).map(|index| neighbour(&step.puzzles, index)),
        );

        // The memory of an earlier step is used again.
        let mut ahead = (answers, puzzles);
        self.read(&mut ahead)?;
        step.next = boards(&ahead.0).first().copied();
        step.after.clear();
        step.after.extend((0..ahead.1.len().min(SLIP)).map(|index| neighbour(&ahead.1, index)));
        self.ahead = Some(ahead);
        Ok(step.answers.len() + count > 0)
    }

    fn read<E>(&mut self, (answers, puzzles): &mut (Batch, Batch)) -> Result<(), E>
    where
        A: FnMut(&mut Batch) -> Result<(), E>,
        P: FnMut(&mut Batch) -> Result<(), E>,
    {
        (self.answers)(answers)?;
        puzzles.clear();
        match &mut self.puzzles {
            Some(read) => read(puzzles),
            None => Ok(()),
        }
    }
}
