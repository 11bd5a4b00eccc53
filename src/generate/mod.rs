//! Boards and puzzles from a seed.
//!
//! Every item is made from random numbers of its own (ChaCha8, a stream for every attempt at every
//! item), so it is the same whoever makes it. Nothing but the number of solutions is asked of
//! the solver, so it is the same on every backend too.
//!
//! * *Boards* are drawn evenly from all 6,670,903,752,021,072,936,960 of them.
//! * *Puzzles* come from such a board: its clues are taken away in a random order, first those
//!   that the others imply at once, then as many as the number of solutions allows.
//! * *Puzzles without a solution* are puzzles with one, in which one clue has been changed so that
//!   no clash and no chain of naked and hidden singles shows it.
//!
//! ```
//! use shudu::generate::{Generator, Wishes};
//! use shudu::{Backend, Solutions, Solver};
//!
//! let mut generator = Generator::new(&Wishes::default(), 1, Backend::detect())?;
//! let mut made = Vec::new();
//! generator.make(0..3, &mut made)?;
//! for made in made {
//!     let answer = Solver::default().solve(&made.puzzle);
//!     assert_eq!((answer.solutions, answer.grid), (Solutions::One, made.answer));
//! }
//! # Ok::<(), shudu::generate::WishError>(())
//! ```

mod bands;
mod board;
mod dig;
mod distinct;
mod draw;
mod singles;
mod symmetry;
mod unavoidable;
mod wishes;

use std::ops::Range;

pub use distinct::{Distinct, fingerprint};
pub use symmetry::Symmetry;
pub use wishes::{Kind, MOST_SOLUTIONS, WishError, Wishes};

use crate::grid::Grid;
use crate::lanes::Backend;
use crate::solver::{Goal, Solver};
use dig::{Attempt, Plan, Step};
use draw::Draw;

/// A board or puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// Which one, from 0.
    pub item: u64,
    /// The puzzle; a board is its own.
    pub puzzle: Grid,
    /// The first solution in depth-first order; without a solution the puzzle itself.
    pub answer: Grid,
    attempt: u32,
}

/// Makes boards or puzzles; one for each thread.
#[derive(Debug)]
pub struct Generator {
    seed: u64,
    first_cell: Option<u8>,
    /// `None` for boards.
    plan: Option<Plan>,
    attempts: u32,
    solver: Solver,
}

/// Attempts that ask the solver together: enough to keep its lanes full, few enough for the cache.
const TOGETHER: usize = 512;
/// So many solutions are counted at a time at most, if there is enough for the lanes to do.
const COUNTED: usize = 1 << 18;

impl Generator {
    /// A generator of what is wished for.
    pub fn new(wishes: &Wishes, seed: u64, backend: Backend) -> Result<Generator, WishError> {
        wishes.check()?;
        let plan = match &wishes.kind {
            Kind::Boards => None,
            Kind::Puzzles(solutions) => Some(Plan::new(wishes, solutions.clone())),
        };
        Ok(Generator {
            seed,
            first_cell: wishes.first_cell,
            plan,
            attempts: wishes.attempts(),
            solver: Solver::new(backend),
        })
    }

    /// Makes some items and appends them to `made`, in their order. Each depends on the wishes,
    /// the seed and its number only. Items are below 2^40.
    ///
    /// # Errors
    /// If one of them is not found with [the stated effort](Wishes::attempts); those before it
    /// have been appended.
    pub fn make(&mut self, items: Range<u64>, made: &mut Vec<Made>) -> Result<(), WishError> {
        self.make_until(items, made, || false)
    }

    /// As [`make`](Generator::make), but ends soon after `stop` first says so.
    ///
    /// # Errors
    /// As `make`; [`WishError::Stopped`] if it has ended before all were made.
    pub fn make_until(
        &mut self,
        items: Range<u64>,
        made: &mut Vec<Made>,
        stop: impl Fn() -> bool,
    ) -> Result<(), WishError> {
        match self.plan {
            None => {
                made.extend(items.map(|item| self.board(item, 0)));
                Ok(())
            }
            Some(_) => self.puzzles(items.map(|item| (item, 0)), made, stop),
        }
    }

    /// Makes an item anew, other than `made`: for one that turned out to equal an earlier item.
    ///
    /// # Errors
    /// As [`make`](Generator::make).
    pub fn remake(&mut self, made: &Made) -> Result<Made, WishError> {
        let (item, attempt) = (made.item, made.attempt + 1);
        let mut again = Vec::with_capacity(1);
        if self.plan.is_some() {
            self.puzzles(std::iter::once((item, attempt)), &mut again, || false)?;
        }
        Ok(again.pop().unwrap_or_else(|| self.board(item, attempt)))
    }

    fn board(&self, item: u64, attempt: u32) -> Made {
        let board = dig::board(&mut Draw::new(self.seed, item, attempt), self.first_cell);
        Made { item, puzzle: board, answer: board, attempt }
    }

    /// Makes puzzles. The first attempt at an item that succeeds counts; how many are made at the
    /// same time is a matter of speed only.
    fn puzzles(
        &mut self,
        items: impl Iterator<Item = (u64, u32)>,
        made: &mut Vec<Made>,
        stop: impl Fn() -> bool,
    ) -> Result<(), WishError> {
        let Some(plan) = &self.plan else { return Ok(()) };
        let together = (COUNTED / plan.limit() as usize).clamp(32, TOGETHER);
        let mut searches: Vec<Search> =
            items.map(|(item, start)| Search::new(item, start, self.attempts)).collect();
        let (mut given_up, mut stopped) = (searches.len(), false);
        let mut running: Vec<(usize, u32, Box<Attempt>)> = Vec::with_capacity(together);
        let (mut puzzles, mut counts) = (Vec::new(), Vec::new());
        let mut questions = Vec::with_capacity(together);
        loop {
            for (index, search) in searches[..given_up].iter_mut().enumerate() {
                while running.len() < together && search.wants_attempt() {
                    let draw = Draw::new(self.seed, search.item, search.next);
                    running.push((index, search.next, Box::new(Attempt::new(plan, draw))));
                    search.next += 1;
                    search.running += 1;
                }
            }
            // Whatever an attempt that is still running may change is not known.
            if stop() {
                let unknown = running
                    .iter()
                    .map(|(index, ..)| *index)
                    .chain(searches.iter().position(|search| search.found.is_none()));
                given_up = unknown.fold(given_up, usize::min);
                stopped = true;
                break;
            }
            if running.is_empty() {
                break;
            }
            puzzles.clear();
            questions.clear();
            running.retain_mut(|(index, number, attempt)| {
                let search = &mut searches[*index];
                let late = search.found.is_some_and(|found| found.attempt < *number);
                if late || *index > given_up {
                    return false;
                }
                match attempt.step(plan) {
                    Step::Count(puzzle) => {
                        puzzles.push(puzzle);
                        return true;
                    }
                    Step::Ask(question) => {
                        questions.push(question);
                        return true;
                    }
                    Step::Made { puzzle, answer } => {
                        search.found =
                            Some(Made { item: search.item, puzzle, answer, attempt: *number });
                    }
                    Step::Failed => {}
                }
                search.running -= 1;
                if search.has_failed() {
                    given_up = given_up.min(*index);
                }
                false
            });
            self.solver.count_all(&puzzles, plan.limit(), &mut counts);
            let (mut counts, mut others) = (counts.iter(), self.solver.ask(&questions).iter());
            for (.., attempt) in &mut running {
                // The board is a solution itself.
                let count = match attempt.asks() {
                    true => others.next().map(|found| 1 + found.solutions),
                    false => counts.next().copied(),
                };
                attempt.answer(plan, count.unwrap_or(0));
            }
        }

        let first = made.len();
        made.extend(searches[..given_up].iter().filter_map(|search| search.found));
        if plan.limit() > 2 {
            let puzzles: Vec<Grid> = made[first..].iter().map(|made| made.puzzle).collect();
            let mut answers = Vec::new();
            self.solver.solve_all(&puzzles, Goal::First, &mut answers);
            for (made, answer) in made[first..].iter_mut().zip(answers) {
                made.answer = answer.grid;
            }
        }
        match searches.get(given_up) {
            None => Ok(()),
            Some(_) if stopped => Err(WishError::Stopped),
            Some(Search { item, .. }) => {
                Err(WishError::NotFound { item: *item, attempts: self.attempts })
            }
        }
    }
}

/// The attempts at one item.
struct Search {
    item: u64,
    start: u32,
    next: u32,
    end: u32,
    running: u32,
    found: Option<Made>,
}

impl Search {
    fn new(item: u64, start: u32, attempts: u32) -> Search {
        Search { item, start, next: start, end: start + attempts, running: 0, found: None }
    }

    /// Whether to start another attempt: as many may run as have failed, and one.
    fn wants_attempt(&self) -> bool {
        let failed = self.next - self.start - self.running;
        self.found.is_none() && self.next < self.end && self.running <= failed
    }

    fn has_failed(&self) -> bool {
        self.found.is_none() && self.running == 0 && self.next == self.end
    }
}
