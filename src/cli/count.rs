//! `shudu count`

use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use shudu::error::ParseError;
use shudu::format::Batch;
use shudu::pipeline::{Reader, batches};
use shudu::solver::Count;
use shudu::{Answer, Goal, Grid, Solutions, Solver, verify};

use super::faults::Faults;
use super::input::{Input, Puzzles};
use super::output::Destination;
use super::signals::{Signals, Stopped};
use super::words::{self, Named, say, thousands};
use super::{Common, Engine, Outcome};

const EXAMPLES: &str = "\
Examples:
  shudu count fixtures/puzzles.txt
  shudu count --to csv --limit 2 fixtures/puzzles.txt
  echo 123456789456789123789123456...................................................... | shudu count

Exit status:
  0  every puzzle is counted
  1  a count was ended by the time limit
  2  a record is no puzzle, or a file cannot be read or written";

/// Count the solutions of every puzzle
///
/// The count is exact, however large it is; of a puzzle with one solution, that is shown.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    puzzles: Puzzles,

    /// Write the counts to this file; `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Write a report, as online judges want it, or a table: puzzle,solutions
    #[arg(long, value_name = "LAYOUT", default_value = "report")]
    to: Layout,

    /// Stop counting a puzzle at so many solutions
    #[arg(long, value_name = "L")]
    limit: Option<NonZero<u128>>,

    /// Stop counting a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    engine: Engine,

    #[command(flatten)]
    common: Common,
}

/// How the counts are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Layout {
    Report,
    Csv,
}

impl Args {
    fn limit(&self) -> u128 {
        self.limit.map_or(u128::MAX, NonZero::get)
    }
}

pub(crate) fn run(args: Args) -> anyhow::Result<Outcome> {
    let input = args.puzzles.open()?;
    let faults = Faults::of(input.name());
    let mut run = Run {
        args: &args,
        name: input.name().to_string(),
        counts: Destination::new(&args.output, &[&input])?,
        start: Instant::now(),
        tally: Tally::default(),
        ended: Named::default(),
        faults,
    };
    match run.count(input) {
        Ok(()) => Ok(run.conclude()),
        Err(error) => {
            let Some(signal) = Stopped::behind(&error) else { return Err(error) };
            say(format_args!("shudu: {error} after {}", words::count(run.tally.puzzles, "puzzle")));
            Ok(Outcome::Stopped(signal))
        }
    }
}

/// What is to be done, and what was done of it.
struct Run<'a> {
    args: &'a Args,
    name: String,
    counts: Destination,
    start: Instant,
    tally: Tally,
    ended: Named,
    faults: Faults,
}

/// How many puzzles there are of each kind.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    puzzles: u64,
    unique: u64,
    unsolvable: u64,
    several: u64,
    malformed: u64,
}

/// What comes of a record; nothing of one that is no puzzle.
type Counted = Option<(Count, Grid)>;

/// What comes of a batch.
#[derive(Default)]
struct Block {
    /// One entry for each record; fewer if a signal came.
    counts: Vec<Counted>,
    answers: Vec<Answer>,
}

impl Block {
    fn count(&mut self, batch: &Batch, args: &Args, solver: &mut Solver, signals: &Signals) {
        self.counts.clear();
        solver.solve_all(&batch.puzzles, Goal::First, &mut self.answers);
        for (index, answer) in self.answers.iter().enumerate() {
            if error(batch, index).is_some() {
                self.counts.push(None);
                continue;
            }
            let count = match answer.solutions {
                Solutions::None => Count { solutions: 0, exact: true },
                Solutions::One => Count { solutions: 1, exact: args.limit() > 1 },
                Solutions::Several | Solutions::Some => {
                    let start = Instant::now();
                    let late = || args.time_limit.is_some_and(|limit| start.elapsed() >= limit);
                    let stop = || late() || signals.check().is_err();
                    solver.count(&batch.puzzles[index], args.limit(), &stop)
                }
            };
            self.counts.push(Some((count, answer.grid)));
            if !count.exact && signals.check().is_err() {
                return;
            }
        }
    }
}

/// What is wrong with a record.
fn error(batch: &Batch, index: usize) -> Option<&ParseError> {
    let number = batch.first + index as u64;
    let found = batch.errors.binary_search_by_key(&number, |error| error.at.puzzle);
    found.ok().map(|found| &batch.errors[found])
}

impl Run<'_> {
    fn count(&mut self, input: Input) -> anyhow::Result<()> {
        let args = self.args;
        let signals = input.signals().clone();
        let mut progress = input.progress(args.common.quiet());
        let mut reader = Reader::new(input, args.puzzles.from);
        batches(
            args.common.threads(),
            |room, batch| {
                signals.check()?;
                Ok(reader.next(room, batch)?)
            },
            || {
                let mut solver = Solver::new(args.engine.backend());
                let signals = &signals;
                move |batch: &Batch, block: &mut Block| {
                    block.count(batch, args, &mut solver, signals);
                }
            },
            |batch, block| {
                progress.tick(block.counts.len());
                self.take(batch, &block.counts, signals.check().is_err())?;
                // What comes behind a count that was cut short is not written.
                if block.counts.len() < batch.len() {
                    signals.check()?;
                }
                anyhow::Ok(())
            },
        )?;
        drop(progress);
        self.ended.say_rest("not counted to the end");
        self.faults.conclude(reader.notices());
        Ok(())
    }

    /// Writes the counts of a batch, and names what is remarkable about it; `stopped` by a signal.
    fn take(&mut self, batch: &Batch, counts: &[Counted], stopped: bool) -> anyhow::Result<()> {
        let mut text = String::new();
        for (index, counted) in counts.iter().enumerate() {
            let number = batch.first + index as u64;
            if self.args.to == Layout::Csv && number == 1 {
                text += "puzzle,solutions\n";
            }
            self.tally.puzzles += 1;
            let Some((count, solution)) = counted else {
                self.tally.malformed += 1;
                if let Some(error) = error(batch, index) {
                    self.faults.malformed(error);
                }
                if self.args.to == Layout::Csv {
                    writeln!(text, "{number},")?;
                }
                continue;
            };
            match count.solutions {
                0 if count.exact => self.tally.unsolvable += 1,
                1 if count.exact => {
                    if !verify::is_solution(&batch.puzzles[index], solution) {
                        bail!(
                            "the solution found of puzzle {number} breaks the rules; \
                             this is a defect of shudu"
                        );
                    }
                    self.tally.unique += 1;
                }
                _ => self.tally.several += 1,
            }
            if !stopped && !count.exact && count.solutions < self.args.limit() {
                let (name, line, least) = (&self.name, batch.lines[index], count.solutions);
                self.ended.say(|| {
                    format!(
                        "{name}:{line}: puzzle {number} has at least {least} solutions: \
                         the time limit ended the count"
                    )
                });
            }
            match self.args.to {
                Layout::Csv => writeln!(text, "{number},{}", count.solutions)?,
                Layout::Report => {
                    if self.tally.puzzles - self.tally.malformed > 1 {
                        text.push('\n');
                    }
                    report(number, count, solution, &mut text)?;
                }
            }
        }
        Ok(self.counts.write_all(text.as_bytes())?)
    }

    /// The words at the end, and how it ended.
    fn conclude(&self) -> Outcome {
        let puzzles = self.tally.puzzles;
        if puzzles == 0 {
            say(format_args!("no puzzle in {}", self.name));
        } else if !self.args.common.quiet() {
            say(self.summary());
        }
        if self.faults.are_trouble() {
            Outcome::Trouble
        } else if self.ended.count() > 0 {
            Outcome::Findings
        } else {
            Outcome::Fine
        }
    }

    fn summary(&self) -> String {
        let Tally { puzzles, unique, several, unsolvable, malformed } = self.tally;
        let mut text = words::count(puzzles, "puzzle");
        text += &format!(": {} with one solution", thousands(unique));
        for (number, what) in [
            (several, "with several"),
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

/// Appends what online judges want to read of a puzzle.
fn report(number: u64, count: &Count, solution: &Grid, text: &mut String) -> fmt::Result {
    match (count.solutions, count.exact) {
        (0, true) => writeln!(text, "Puzzle {number} has no solution"),
        (1, true) => {
            writeln!(text, "Puzzle {number} solution is")?;
            for row in solution.rows() {
                text.extend(row.iter().map(|digit| char::from(b'0' + digit)));
                text.push('\n');
            }
            Ok(())
        }
        (solutions, true) => writeln!(text, "Puzzle {number} has {solutions} solutions"),
        (solutions, false) => writeln!(text, "Puzzle {number} has at least {solutions} solutions"),
    }
}
