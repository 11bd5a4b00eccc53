//! `shudu solve`

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use shudu::format::Batch;
use shudu::format::write::Output;
use shudu::grid::{box_of, column, row};
use shudu::pipeline::{Reader, batches};
use shudu::{Backend, Goal, Grid, Solutions, Solver, verify};

use super::input::{Input, Puzzles};
use super::output::Destination;
use super::signals::Stopped;
use super::words::{self, Named, say, thousands};
use super::{Common, Outcome};

/// Answer every puzzle of a file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    puzzles: Puzzles,

    /// Write the answers to this file; `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "solve_sudo.txt")]
    output: PathBuf,

    /// Write the answers in this layout: grid, line or csv
    #[arg(long, value_name = "LAYOUT", default_value = "grid")]
    to: Output,

    /// Any solution will do, not the first in depth-first order
    #[arg(long, conflicts_with = "unique")]
    any: bool,

    /// A puzzle with several solutions is a finding (status 1)
    #[arg(long)]
    unique: bool,

    /// Write a row for each puzzle: puzzle,line,clues,status,solutions,guesses
    #[arg(long, value_name = "FILE.csv")]
    report: Option<PathBuf>,

    /// Findings give status 0
    #[arg(long)]
    exit_zero: bool,

    /// The instruction set to run on, instead of the best one that there is
    #[arg(long, env = "SHUDU_BACKEND", value_name = "NAME")]
    backend: Option<Backend>,

    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Outcome> {
    let input = args.puzzles.open()?;
    let answers = Destination::new(&args.output, &[&input])?;
    let report =
        args.report.as_deref().map(|path| Destination::new(path, &[&input])).transpose()?;
    let mut run = Run::new(&args, &input, answers, report);
    let ended = run.solve(input);
    if let Err(error) = ended {
        let Some(signal) = Stopped::behind(&error) else { return Err(error) };
        say(format_args!("shudu: {error} after {}", words::count(run.tally.puzzles, "puzzle")));
        return Ok(Outcome::Stopped(signal));
    }
    Ok(run.conclude())
}

/// What is to be done, and what was done of it.
struct Run<'a> {
    args: &'a Args,
    name: String,
    answers: Destination,
    report: Option<Destination>,
    start: Instant,
    tally: Tally,
    unsolvable: Named,
    ambiguous: Named,
    malformed: Named,
}

/// How many puzzles there are of each kind.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    puzzles: u64,
    unsolvable: u64,
    several: u64,
    malformed: u64,
}

/// What comes of a batch.
#[derive(Default)]
struct Block {
    answers: Vec<u8>,
    report: Vec<u8>,
    /// The puzzles, by their index in the batch, that have not exactly one solution.
    remarkable: Vec<(usize, Solutions)>,
    /// A puzzle whose answer does not stand the test; nothing was written from it on.
    wrong: Option<usize>,
}

impl<'a> Run<'a> {
    fn new(
        args: &'a Args,
        input: &Input,
        answers: Destination,
        report: Option<Destination>,
    ) -> Run<'a> {
        Run {
            args,
            name: input.name().to_string(),
            answers,
            report,
            start: Instant::now(),
            tally: Tally::default(),
            unsolvable: Named::default(),
            ambiguous: Named::default(),
            malformed: Named::default(),
        }
    }

    fn solve(&mut self, input: Input) -> anyhow::Result<()> {
        let args = self.args;
        let backend = args.backend.unwrap_or_else(Backend::detect);
        let signals = input.signals().clone();
        let mut reader = Reader::new(input, args.puzzles.from);
        batches(
            args.common.threads(),
            |room, batch| {
                signals.check()?;
                Ok(reader.next(room, batch)?)
            },
            || {
                let mut worker = Worker::new(args, Solver::new(backend));
                move |batch: &Batch, block: &mut Block| worker.solve(batch, block)
            },
            |batch, block| self.take(batch, block),
        )
    }

    /// Writes what comes of a batch, and names what is remarkable about it.
    fn take(&mut self, batch: &Batch, block: &Block) -> anyhow::Result<()> {
        self.answers.write_all(&block.answers)?;
        if let Some(report) = &mut self.report {
            report.write_all(&block.report)?;
        }
        if let Some(index) = block.wrong {
            anyhow::bail!(
                "the answer found for puzzle {} breaks the rules and was not written; \
                 this is a defect of shudu",
                batch.first + index as u64
            );
        }
        self.tally.puzzles += batch.len() as u64;
        for &(index, solutions) in &block.remarkable {
            let (name, line) = (&self.name, batch.lines[index]);
            let puzzle = batch.first + index as u64;
            if solutions == Solutions::None {
                self.tally.unsolvable += 1;
                self.unsolvable.say(|| {
                    let why = clash(&batch.puzzles[index]).unwrap_or_default();
                    format!("{name}:{line}: puzzle {puzzle} has no solution{why}")
                });
            } else {
                self.tally.several += 1;
                if self.args.unique {
                    self.ambiguous
                        .say(|| format!("{name}:{line}: puzzle {puzzle} has several solutions"));
                }
            }
        }
        for error in &batch.errors {
            self.tally.malformed += 1;
            self.malformed
                .say(|| format!("{}:{}:{}: {error}", self.name, error.at.line, error.at.column));
        }
        Ok(())
    }

    /// The words at the end, and how it ended.
    fn conclude(&self) -> Outcome {
        self.unsolvable.say_rest("without a solution");
        self.ambiguous.say_rest("with several solutions");
        self.malformed.say_rest("that are no puzzles");
        let Tally { puzzles, unsolvable, several, malformed } = self.tally;
        if puzzles == 0 {
            say(format_args!("no puzzle in {}", self.name));
        } else if !self.args.common.quiet {
            say(self.summary());
        }
        let finding = unsolvable > 0 || (self.args.unique && several > 0);
        match (malformed, finding && !self.args.exit_zero) {
            (1.., _) => Outcome::Trouble,
            (0, true) => Outcome::Findings,
            (0, false) => Outcome::Fine,
        }
    }

    fn summary(&self) -> String {
        let Tally { puzzles, unsolvable, several, malformed } = self.tally;
        let mut text = words::count(puzzles, "puzzle");
        text += &format!(": {} solved", thousands(puzzles - unsolvable - malformed));
        for (number, what) in [
            (several, "with several solutions"),
            (unsolvable, "without a solution"),
            (malformed, "malformed"),
        ] {
            if number > 0 {
                text += &format!(", {} {what}", thousands(number));
            }
        }
        text + "; " + &words::pace(puzzles, self.start.elapsed())
    }
}

/// What each thread works with.
struct Worker {
    solver: Solver,
    goal: Goal,
    to: Output,
    report: bool,
    puzzles: Vec<Grid>,
    answers: Vec<shudu::Answer>,
}

impl Worker {
    fn new(args: &Args, solver: Solver) -> Worker {
        Worker {
            solver,
            goal: if args.any { Goal::Any } else { Goal::First },
            to: args.to,
            report: args.report.is_some(),
            puzzles: Vec::new(),
            answers: Vec::new(),
        }
    }

    fn solve(&mut self, batch: &Batch, block: &mut Block) {
        block.answers.clear();
        block.report.clear();
        block.remarkable.clear();
        block.wrong = None;
        if batch.first == 1 {
            block.answers.extend(self.to.header().bytes());
            block.report.extend(b"puzzle,line,clues,status,solutions,guesses\n");
        }
        let malformed = |index: usize| {
            let puzzle = batch.first + index as u64;
            batch.errors.binary_search_by_key(&puzzle, |error| error.at.puzzle).is_ok()
        };
        let puzzles = if batch.errors.is_empty() {
            &batch.puzzles
        } else {
            self.puzzles.clear();
            let good = (0..batch.len()).filter(|&index| !malformed(index));
            self.puzzles.extend(good.map(|index| batch.puzzles[index]));
            &self.puzzles
        };
        self.solver.solve_all(puzzles, self.goal, &mut self.answers);

        let mut answers = self.answers.iter();
        for (index, puzzle) in batch.puzzles.iter().enumerate() {
            let number = batch.first + index as u64;
            let answer = if malformed(index) { None } else { answers.next() };
            if let Some(answer) = answer {
                let right = match answer.solutions {
                    Solutions::None => answer.grid == *puzzle,
                    _ => verify::is_solution(puzzle, &answer.grid),
                };
                if !right {
                    block.wrong = Some(index);
                    return;
                }
                if matches!(answer.solutions, Solutions::None | Solutions::Several) {
                    block.remarkable.push((index, answer.solutions));
                }
            }
            let grid = answer.map_or(&Grid::EMPTY, |answer| &answer.grid);
            self.to.write(number, puzzle, grid, &mut block.answers);
            if self.report {
                report(number, batch.lines[index], puzzle, answer, &mut block.report);
            }
        }
    }
}

/// Appends a row of the report. What is not known of a puzzle stands as an empty field.
fn report(
    number: u64,
    line: u64,
    puzzle: &Grid,
    answer: Option<&shudu::Answer>,
    text: &mut Vec<u8>,
) {
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

/// Which givens of a puzzle clash at first sight, to be put behind "no solution".
fn clash(puzzle: &Grid) -> Option<String> {
    for (name, unit) in [("row", row as fn(usize) -> usize), ("column", column), ("box", box_of)] {
        let mut seen = [[false; 10]; 9];
        for (cell, &digit) in puzzle.cells().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let seen = &mut seen[unit(cell)][usize::from(digit)];
            if *seen {
                return Some(format!(": {name} {}: {digit} stands twice", unit(cell) + 1));
            }
            *seen = true;
        }
    }
    None
}
