//! The search for one puzzle at a time.

use super::candidates::{Branch, Candidates};

/// A depth-first search that can be resumed after every solution. Its memory is used again for
/// every puzzle.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// What is left to look at, the deepest branch last.
    stack: Vec<Candidates>,
    guesses: u32,
}

impl Search {
    /// Starts with a puzzle. Clashing givens leave nothing to search.
    pub(super) fn start(&mut self, puzzle: &[u8; 81]) {
        self.start_from(Candidates::new(puzzle));
    }

    /// Starts with candidates that need not be settled.
    pub(super) fn start_from(&mut self, candidates: Option<Candidates>) {
        self.guesses = 0;
        self.stack.clear();
        // Every level but the first has placed a cell by a guess.
        self.stack.reserve(82);
        self.stack.extend(candidates);
    }

    /// How many guesses there were since the start.
    pub(super) fn guesses(&self) -> u32 {
        self.guesses
    }

    /// Goes on to the next solution, if there is one.
    pub(super) fn advance(&mut self) -> Option<Candidates> {
        self.go_on(None, Candidates::in_fewest)
    }

    /// The first solution of a puzzle in depth-first order, if it is found with at most so many
    /// guesses.
    pub(super) fn first(&mut self, puzzle: &[u8; 81], most: Option<u32>) -> Option<[u8; 81]> {
        self.start(puzzle);
        self.go_on(most, Candidates::in_first).map(|solution| solution.cells())
    }

    /// Goes on to the next solution, with at most `most` guesses since the start: time and again the
    /// deepest branch is dead, the solution, or divided in two.
    #[inline(always)]
    fn go_on(
        &mut self,
        most: Option<u32>,
        branch: impl Fn(&Candidates) -> Branch,
    ) -> Option<Candidates> {
        while let Some(top) = self.stack.last_mut() {
            if !top.settle() {
                self.stack.pop();
            } else if top.is_complete() {
                return self.stack.pop();
            } else if most == Some(self.guesses) {
                break;
            } else {
                self.guesses = self.guesses.saturating_add(1);
                let branch = branch(top);
                let mut guess = *top;
                top.reject(branch);
                guess.accept(branch);
                self.stack.push(guess);
            }
        }
        None
    }

    /// Counts the solutions of a puzzle up to `limit`, and gives the first one found.
    pub(super) fn run(&mut self, puzzle: &[u8; 81], limit: u32) -> (u32, Option<[u8; 81]>) {
        self.start(puzzle);
        let (mut solutions, mut first) = (0, None);
        while solutions < limit
            && let Some(solution) = self.advance()
        {
            solutions += 1;
            first.get_or_insert_with(|| solution.cells());
        }
        (solutions, first)
    }
}
