//! The first of several solutions, in depth-first order: blank cells in row-major order, digits
//! ascending.
//!
//! A search in just that order mostly ends after a few steps, since nearly every wrong digit is
//! refuted by propagation: that is tried first. But it can take hours. Where it does not end soon,
//! the search that is quickest finds any solution, and then asks, cell by cell: is there one that
//! agrees with it so far and has a smaller digit here? Each answer is a better solution or settles
//! the cell. Many puzzles ask at the same time.

use super::candidates::Candidates;
use crate::grid::Grid;
use crate::lanes::Found;

/// One puzzle on the way from some solution to its first.
#[derive(Debug)]
pub(super) struct Descent {
    /// The least solution known.
    best: [u8; 81],
    /// `best` is right in all cells before this one, the one that is asked about.
    cell: usize,
    /// The puzzle with the cells before that as in `best`.
    candidates: Candidates,
    /// How many questions there are about the cell.
    asked: usize,
}

impl Descent {
    /// A puzzle, of which `solution` is a solution.
    pub(super) fn new(puzzle: &Grid, solution: [u8; 81]) -> Option<Descent> {
        let candidates = Candidates::settled(puzzle.cells())?;
        Some(Descent { best: solution, cell: 0, candidates, asked: 0 })
    }

    /// The least solution known; the first of all once there are no more questions.
    pub(super) fn best(&self) -> &[u8; 81] {
        &self.best
    }

    /// Asks about the next cell that could hold a smaller digit: has the puzzle with that digit a
    /// solution? Adds one puzzle for each such digit to `questions`; says whether there are any.
    fn ask(&mut self, questions: &mut Vec<Grid>) -> bool {
        while self.cell < 81 {
            let smaller = self.candidates.of(self.cell) & ((1 << self.best[self.cell]) - 1);
            if smaller != 0 {
                let mut cells = self.candidates.cells();
                let before = questions.len();
                for digit in (1..9).filter(|digit| smaller >> digit & 1 != 0) {
                    cells[self.cell] = digit;
                    questions.extend(Grid::new(cells));
                }
                self.asked = questions.len() - before;
                return true;
            }
            self.settle();
        }
        false
    }

    /// Takes the answers to the questions just asked.
    fn learn(&mut self, answers: &[Found]) {
        if let Some(yes) = answers.iter().find(|found| found.solutions > 0) {
            self.best = yes.solution;
        }
        self.settle();
    }

    /// Settles the cell as it is in `best`.
    fn settle(&mut self) {
        self.candidates.place(self.cell, self.best[self.cell]);
        self.candidates.settle();
        self.cell += 1;
    }
}

/// Brings all `descents` to their first solutions. `run` searches every puzzle for one solution.
pub(super) fn descend(descents: &mut [Descent], mut run: impl FnMut(&[Grid], &mut Vec<Found>)) {
    let mut under_way: Vec<&mut Descent> = descents.iter_mut().collect();
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    loop {
        questions.clear();
        under_way.retain_mut(|descent| descent.ask(&mut questions));
        if under_way.is_empty() {
            return;
        }
        run(&questions, &mut answers);
        let mut rest = &answers[..];
        for descent in &mut under_way {
            let (own, others) = rest.split_at(descent.asked);
            descent.learn(own);
            rest = others;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::scalar::Search;

    #[test]
    fn descending_ends_where_the_search_in_order_ends() {
        let solved =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let puzzles: Vec<Grid> = (0..60)
            .map(|n| {
                let kept = |c: usize| (c * c + 7 * n * c + n) % 81 < 40 - n / 2;
                let cells = |c: usize| if kept(c) { solved[c] - b'0' } else { 0 };
                Grid::new(std::array::from_fn(cells)).expect("digits")
            })
            .collect();
        let mut search = Search::default();
        let mut descents: Vec<Descent> = puzzles
            .iter()
            .map(|puzzle| {
                let any = search.run(puzzle.cells(), 1).1.expect("a solution");
                Descent::new(puzzle, any).expect("a solution")
            })
            .collect();
        let mut asked = 0;
        descend(&mut descents, |questions, found| {
            asked += questions.len();
            found.clear();
            found.extend(questions.iter().map(|question| {
                let (solutions, solution) = search.run(question.cells(), 1);
                Found { solutions, guesses: 0, solution: solution.unwrap_or([0; 81]) }
            }));
        });
        assert!(asked > 300, "{asked} questions");
        for (puzzle, descent) in puzzles.iter().zip(&descents) {
            assert_eq!(Some(*descent.best()), search.first(puzzle.cells(), None));
        }
    }
}
