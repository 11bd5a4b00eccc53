//! The first of several solutions, in depth-first order: blank cells in row-major order, digits
//! ascending.
//!
//! A search in that order can take hours. Instead, the search that is quickest finds any solution,
//! and then asks, cell by cell: is there one that agrees with it so far and has a smaller digit
//! here? Each answer is a better solution or settles the cell. The questions do not depend on each
//! other until one is answered with yes, so several are asked at once, for many puzzles.

use super::candidates::Candidates;
use crate::grid::Grid;
use crate::lanes::Found;

/// One puzzle on the way from some solution to its first.
#[derive(Debug)]
pub(super) struct Descent {
    /// The least solution known.
    best: [u8; 81],
    /// `best` is right in all cells before this one.
    decided: usize,
    /// The puzzle with the cells before `settled` as in `best`.
    candidates: Candidates,
    settled: usize,
    /// The cells of the questions of this round.
    asked: Vec<usize>,
}

impl Descent {
    /// A puzzle, of which `solution` is a solution.
    pub(super) fn new(puzzle: &Grid, solution: [u8; 81]) -> Option<Descent> {
        let candidates = Candidates::settled(puzzle.cells())?;
        Some(Descent { best: solution, decided: 0, candidates, settled: 0, asked: Vec::new() })
    }

    /// The least solution known; the first of all once there are no more questions.
    pub(super) fn best(&self) -> &[u8; 81] {
        &self.best
    }

    /// Asks about the next cells, until there are `room` questions. Each is a puzzle, and the
    /// question is whether it has a solution. Returns how many were added to `questions`.
    fn ask(&mut self, room: usize, questions: &mut Vec<Grid>) -> usize {
        for cell in self.settled..self.decided {
            self.candidates.place(cell, self.best[cell]);
        }
        self.candidates.settle();
        self.settled = self.decided;
        self.asked.clear();
        let mut ahead = self.candidates;
        for cell in self.decided..81 {
            if self.asked.len() >= room || ahead.is_complete() {
                break;
            }
            let digits = ahead.of(cell);
            let mut smaller = digits & ((1 << self.best[cell]) - 1);
            while smaller != 0 {
                let mut cells = ahead.cells();
                cells[cell] = smaller.trailing_zeros() as u8;
                questions.extend(Grid::new(cells));
                self.asked.push(cell);
                smaller &= smaller - 1;
            }
            if digits & (digits - 1) != 0 {
                ahead.place(cell, self.best[cell]);
                ahead.settle();
            }
        }
        self.asked.len()
    }

    /// Takes the answers to the questions just asked.
    fn learn(&mut self, answers: &[Found]) {
        match answers.iter().position(|found| found.solutions > 0) {
            Some(yes) => {
                self.best = answers[yes].solution;
                self.decided = self.asked[yes] + 1;
            }
            None => self.decided = self.asked.last().map_or(81, |cell| cell + 1),
        }
    }
}

/// Brings all `descents` to their first solutions. `run` searches every puzzle for one solution;
/// `room` is the number of questions that each descent may ask at once.
pub(super) fn descend(
    descents: &mut [Descent],
    room: usize,
    mut run: impl FnMut(&[Grid], &mut Vec<Found>),
) {
    let mut under_way: Vec<&mut Descent> = descents.iter_mut().collect();
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    loop {
        questions.clear();
        under_way.retain_mut(|descent| descent.ask(room, &mut questions) > 0);
        if under_way.is_empty() {
            return;
        }
        run(&questions, &mut answers);
        let mut rest = &answers[..];
        for descent in &mut under_way {
            let (own, others) = rest.split_at(descent.asked.len());
            descent.learn(own);
            rest = others;
        }
    }
}
