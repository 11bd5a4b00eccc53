//! Batches become blocks of the answers file.

use anyhow::bail;
use shudu::format::Batch;
use shudu::format::write::Output;
use shudu::{Answer, Backend, Goal, Grid, Solutions, Solver, verify};

use super::Args;
use super::resume::Kept;

/// What comes of a batch.
#[derive(Default)]
pub(super) struct Block {
    /// What the answers file gets.
    pub(super) answers: Vec<u8>,
    /// What the report gets.
    pub(super) report: Vec<u8>,
    /// The records of the batch, by their index, that something is to be said about.
    pub(super) remarks: Vec<(usize, Remark)>,
    /// Why the block ends early.
    pub(super) trouble: Option<anyhow::Error>,
    /// The blocks that a run before this one wrote.
    old: Vec<u8>,
}

/// What is to be said about a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remark {
    Unsolvable,
    Several,
    Malformed,
}

/// What each thread works with.
pub(super) struct Worker<'a> {
    solver: Solver,
    /// For the report, which is to be the same everywhere: what counts the guesses, if it is not
    /// the solver itself.
    counter: Option<Solver>,
    goal: Goal,
    to: Output,
    report: bool,
    /// Whether the status is wanted even of puzzles whose answers are kept.
    status: bool,
    kept: &'a Kept,
    /// What is known of the records before the solver is asked; empty if nothing is.
    known: Vec<Known>,
    /// The puzzles that the solver is asked for.
    puzzles: Vec<Grid>,
    answers: Vec<Answer>,
    counted: Vec<Answer>,
}

/// What is known of a record.
#[derive(Clone, Copy)]
enum Known {
    Nothing,
    /// It is no puzzle.
    Malformed,
    /// It has this solution.
    Solution(Grid),
}

impl<'a> Worker<'a> {
    pub(super) fn new(args: &Args, kept: &'a Kept) -> Worker<'a> {
        let solver = Solver::new(args.engine.backend());
        let counts = args.report.is_none() || solver.backend() == Backend::Scalar;
        Worker {
            solver,
            counter: (!counts).then(|| Solver::new(Backend::Scalar)),
            goal: if args.any { Goal::Any } else { Goal::First },
            to: args.to,
            report: args.report.is_some(),
            status: args.unique || args.report.is_some(),
            kept,
            known: Vec::new(),
            puzzles: Vec::new(),
            answers: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// Answers a batch; if a run before this one did, checks what it wrote.
    pub(super) fn work(&mut self, batch: &Batch, block: &mut Block) {
        block.answers.clear();
        block.report.clear();
        block.remarks.clear();
        block.trouble = self.try_work(batch, block).err();
    }

    fn try_work(&mut self, batch: &Batch, block: &mut Block) -> anyhow::Result<()> {
        self.kept.read(batch, &mut block.old)?;
        if let Some(puzzle) =
            batch.puzzles.first().filter(|_| batch.first == self.kept.answers() + 1)
        {
            self.kept.check_tail(puzzle, self.to)?;
        }
        self.solve(batch, &block.old);
        if batch.first == 1 {
            block.answers.extend(self.to.header().bytes());
            block.report.extend(b"puzzle,line,clues,status,solutions,guesses\n");
        }
        let mut answers = self.answers.iter();
        for (index, puzzle) in batch.puzzles.iter().enumerate() {
            let mut answer = match self.known.get(index).unwrap_or(&Known::Nothing) {
                Known::Nothing => answers.next().copied(),
                Known::Malformed => None,
                &Known::Solution(grid) => {
                    Some(Answer { solutions: Solutions::Some, grid, guesses: 0 })
                }
            };
            if self.goal == Goal::Any
                && let Some(answer) = &mut answer
                && let Some(grid) = self.kept.answer(batch, index, &block.old)
                && verify::is_solution(puzzle, &grid)
            {
                answer.grid = grid;
            }
            let number = batch.first + index as u64;
            let right = answer.is_none_or(|Answer { solutions, grid, .. }| match solutions {
                Solutions::None => grid == *puzzle,
                _ => verify::is_solution(puzzle, &grid),
            });
            if !right {
                bail!(
                    "the answer found for puzzle {number} breaks the rules and was not written; \
                     this is a defect of shudu"
                );
            }
            let remark = match answer.map(|answer| answer.solutions) {
                Some(Solutions::One | Solutions::Some) => None,
                Some(Solutions::None) => Some(Remark::Unsolvable),
                Some(Solutions::Several) => Some(Remark::Several),
                None => Some(Remark::Malformed),
            };
            block.remarks.extend(remark.map(|remark| (index, remark)));
            let start = block.answers.len();
            let grid = answer.map_or(Grid::EMPTY, |answer| answer.grid);
            self.to.write(number, puzzle, &grid, &mut block.answers);
            if !block.old.is_empty()
                && block.old.get(start..block.answers.len()) != block.answers.get(start..)
            {
                return self.kept.refuse(number);
            }
            if self.report {
                report(number, batch.lines[index], puzzle, answer.as_ref(), &mut block.report);
            }
        }
        Ok(())
    }

    /// Solves what has to be solved of a batch.
    fn solve(&mut self, batch: &Batch, old: &[u8]) {
        self.known.clear();
        self.puzzles.clear();
        let mut puzzles = &batch.puzzles;
        if !batch.errors.is_empty() || !old.is_empty() {
            for index in 0..batch.len() {
                let known = self.know(batch, index, old);
                self.known.push(known);
                if let Known::Nothing = known {
                    self.puzzles.push(batch.puzzles[index]);
                }
            }
            puzzles = &self.puzzles;
        }
        self.solver.solve_all(puzzles, self.goal, &mut self.answers);
        if let Some(counter) = &mut self.counter {
            counter.solve_all(puzzles, self.goal, &mut self.counted);
            for (answer, counted) in self.answers.iter_mut().zip(&self.counted) {
                answer.guesses = counted.guesses;
            }
        }
    }

    fn know(&self, batch: &Batch, index: usize, old: &[u8]) -> Known {
        let number = batch.first + index as u64;
        if batch.errors.binary_search_by_key(&number, |error| error.at.puzzle).is_ok() {
            return Known::Malformed;
        }
        match self.kept.answer(batch, index, old) {
            Some(grid) if !self.status && verify::is_solution(&batch.puzzles[index], &grid) => {
                Known::Solution(grid)
            }
            _ => Known::Nothing,
        }
    }
}

/// Appends a row of the report. What is not known of a puzzle stands as an empty field.
fn report(number: u64, line: u64, puzzle: &Grid, answer: Option<&Answer>, text: &mut Vec<u8>) {
    let row = match answer {
        None => format!("{number},{line},,malformed,,\n"),
        Some(answer) => {
            let (status, solutions) = match answer.solutions {
                Solutions::None => ("none", "0"),
                Solutions::One => ("one", "1"),
                Solutions::Several => ("several", "2"),
                Solutions::Some => ("solved", ""),
            };
            let (clues, guesses) = (puzzle.clues(), answer.guesses);
            format!("{number},{line},{clues},{status},{solutions},{guesses}\n")
        }
    };
    text.extend(row.bytes());
}
