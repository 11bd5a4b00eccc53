//! Puzzles in, answers out.

mod candidates;
mod chutes;
mod count;
mod first;
mod scalar;
mod splits;
pub mod target;

use crate::grid::Grid;
use crate::lanes::{self, Backend, Found};
pub use count::Count;
use first::Descent;

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
    engine: Engine,
    found: Vec<Found>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(Backend::detect())
    }
}

impl Solver {
    /// A solver that runs on `backend`.
    pub fn new(backend: Backend) -> Solver {
        Solver { backend, engine: Engine::new(backend), found: Vec::new() }
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
        let limit = if goal == Goal::Any { 1 } else { 2 };
        self.engine.run(puzzles, limit, &mut self.found);
        answers.clear();
        answers.extend(puzzles.iter().zip(&self.found).map(|(puzzle, found)| Answer {
            solutions: match (found.solutions, goal) {
                (0, _) => Solutions::None,
                (_, Goal::Any) => Solutions::Some,
                (1, Goal::First) => Solutions::One,
                (_, Goal::First) => Solutions::Several,
            },
            grid: Grid::new(found.solution).filter(|_| found.solutions > 0).unwrap_or(*puzzle),
            guesses: found.guesses,
        }));
        self.descend(puzzles, answers);
    }

    /// Puts the first solution into the answers that have several.
    fn descend(&mut self, puzzles: &[Grid], answers: &mut [Answer]) {
        let several = |answer: &Answer| answer.solutions == Solutions::Several;
        let (puzzles, answers): (Vec<Grid>, Vec<&mut Answer>) =
            puzzles.iter().zip(answers).filter(|(_, answer)| several(answer)).unzip();
        self.engine.first(&puzzles, &mut self.found);
        let (mut descents, mut open) = (Vec::new(), Vec::new());
        for ((puzzle, answer), found) in puzzles.iter().zip(answers).zip(&self.found) {
            if found.solutions > 0 {
                answer.grid = Grid::new(found.solution).unwrap_or(answer.grid);
            } else if let Some(descent) = Descent::new(puzzle, *answer.grid.cells()) {
                descents.push(descent);
                open.push(answer);
            }
        }
        first::descend(&mut descents, |questions, found| self.engine.run(questions, 1, found));
        for (descent, answer) in descents.iter().zip(open) {
            answer.grid = Grid::new(*descent.best()).unwrap_or(answer.grid);
        }
    }

    /// Counts the solutions of every puzzle up to `limit`; `counts` is cleared and gets one number
    /// for each.
    pub fn count_all(&mut self, puzzles: &[Grid], limit: u32, counts: &mut Vec<u32>) {
        self.engine.run(puzzles, limit, &mut self.found);
        counts.clear();
        counts.extend(self.found.iter().map(|found| found.solutions));
    }

    /// Looks for one solution of every question, in the order of the questions.
    pub(crate) fn ask(&mut self, questions: &[Question]) -> &[Found] {
        self.engine.run(questions, 1, &mut self.found);
        &self.found
    }
}

/// Whether a puzzle has a solution with another digit in some cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question([u8; 81]);

impl Question {
    /// The question about `puzzle`, in which the cell is blank, whatever it holds: is there a
    /// solution with another digit than `digit` there?
    pub(crate) fn other(puzzle: &Grid, cell: usize, digit: u8) -> Question {
        let mut cells = *puzzle.cells();
        cells[cell] = 16 + digit;
        Question(cells)
    }
}

impl AsRef<[u8; 81]> for Question {
    fn as_ref(&self) -> &[u8; 81] {
        &self.0
    }
}

/// So many guesses are worth trying in depth-first order: of random puzzles with several solutions,
/// all but one in a thousand end before.
const GUESSES: u32 = 64;

/// What searches puzzles, in whatever order is quickest.
#[derive(Debug)]
struct Engine {
    scalar: scalar::Search,
    lanes: Option<lanes::Engine>,
}

impl Engine {
    /// As few puzzles as this are solved one by one: most lanes would be idle.
    const FEW: usize = 8;

    fn new(backend: Backend) -> Engine {
        Engine { scalar: scalar::Search::default(), lanes: lanes::Engine::new(backend) }
    }

    /// Searches every puzzle for up to `limit` solutions; `found` is cleared and gets one entry
    /// for each.
    fn run<P: AsRef<[u8; 81]>>(&mut self, puzzles: &[P], limit: u32, found: &mut Vec<Found>) {
        match &mut self.lanes {
            Some(lanes) if puzzles.len() > Self::FEW => lanes.run(puzzles, limit, found),
            _ => self.run_one_by_one(puzzles, limit, found),
        }
    }

    /// Searches every puzzle for its first solution in depth-first order; `found` is cleared and gets
    /// one entry for each, without a solution where that took too many guesses.
    fn first(&mut self, puzzles: &[Grid], found: &mut Vec<Found>) {
        match &mut self.lanes {
            Some(lanes) if puzzles.len() > Self::FEW => lanes.first(puzzles, GUESSES, found),
            _ => {
                found.clear();
                found.extend(puzzles.iter().map(|puzzle| {
                    let first = self.scalar.first(puzzle.cells(), Some(GUESSES));
                    let guesses = self.scalar.guesses();
                    let (solutions, solution) =
                        (u32::from(first.is_some()), first.unwrap_or([0; 81]));
                    Found { solutions, guesses, solution }
                }));
            }
        }
    }

    fn run_one_by_one<P: AsRef<[u8; 81]>>(
        &mut self,
        puzzles: &[P],
        limit: u32,
        found: &mut Vec<Found>,
    ) {
        found.clear();
        found.extend(puzzles.iter().map(|puzzle| {
            let (solutions, solution) = self.scalar.run(puzzle.as_ref(), limit);
            let solution = solution.unwrap_or([0; 81]);
            Found { solutions, guesses: self.scalar.guesses(), solution }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_digit_is_found_where_a_given_is_needed() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .expect("a puzzle");
        let givens = (0..81).filter(|&cell| puzzle.get(cell) != 0);
        let (mut questions, mut puzzles) = (Vec::new(), Vec::new());
        for cell in givens {
            questions.push(Question::other(&puzzle, cell, puzzle.get(cell)));
            let mut less = puzzle;
            less.set(cell, 0);
            puzzles.push(less);
        }
        for backend in Backend::available() {
            let mut solver = Solver::new(backend);
            let mut counts = Vec::new();
            solver.count_all(&puzzles, 2, &mut counts);
            assert!(counts.contains(&1) && counts.contains(&2));
            let found = solver.ask(&questions);
            assert!(found.iter().zip(&counts).all(|(a, b)| a.solutions + 1 == *b), "{backend}");
        }
    }
}
