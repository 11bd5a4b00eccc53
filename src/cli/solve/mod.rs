//! `shudu solve`

mod resume;
mod worker;

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use shudu::Grid;
use shudu::format::Batch;
use shudu::format::write::Output;
use shudu::pipeline::{Reader, batches};
use shudu::verify::{self, Fault};

use self::resume::Kept;
use self::worker::{Block, Remark, Worker};
use super::faults::Faults;

use super::input::{Input, Puzzles};
use super::output::Destination;
use super::signals::Stopped;
use super::words::{self, Named, say, thousands};
use super::{Common, Engine, Outcome};

const EXAMPLES: &str = "\
Examples:
  shudu solve fixtures/puzzles.txt
  shudu solve fixtures/puzzles.txt -o answers.csv --to csv --report report.csv
  cat fixtures/puzzles.txt | shudu solve - -o - --to line

Exit status:
  0  every puzzle is answered
  1  a puzzle has no solution (with --unique: or several)
  2  a record is no puzzle, or a file cannot be read or written";

/// Answer every puzzle of a file
///
/// The answers stand in the order of the puzzles: of each the first solution in depth-first order
/// (blank cells row by row, digits ascending). A puzzle without a solution keeps its place, with
/// its own cells and 0 for the blanks; a record that is no puzzle gets zeros.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
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

    /// Keep the answers of an interrupted run, once they are verified, and go on behind them
    #[arg(long)]
    resume: bool,

    /// Findings give status 0
    #[arg(long)]
    exit_zero: bool,

    #[command(flatten)]
    engine: Engine,

    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Outcome> {
    let input = args.puzzles.open()?;
    let mut answers = Destination::new(&args.output, &[&input])?;
    let report =
        args.report.as_deref().map(|path| Destination::new(path, &[&input])).transpose()?;
    if report.as_ref().is_some_and(|report| report.is(&answers)) {
        bail!("{}: is named for the answers and for the report", answers.name());
    }
    let kept = match args.resume {
        true => Kept::open(&mut answers, args.to)?,
        false => Kept::nothing(args.to),
    };
    let mut run = Run::new(&args, input.name(), answers, report, &kept);
    match run.solve(input) {
        Ok(()) => run.conclude(),
        Err(error) => match Stopped::behind(&error) {
            Some(signal) => {
                run.interrupted(&error);
                Ok(Outcome::Stopped(signal))
            }
            None => Err(error),
        },
    }
}

/// What is to be done, and what was done of it.
struct Run<'a> {
    args: &'a Args,
    name: String,
    answers: Destination,
    report: Option<Destination>,
    kept: &'a Kept,
    start: Instant,
    tally: Tally,
    unsolvable: Named,
    ambiguous: Named,
    faults: Faults,
}

/// How many puzzles there are of each kind.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    puzzles: u64,
    unsolvable: u64,
    several: u64,
    malformed: u64,
}

impl<'a> Run<'a> {
    fn new(
        args: &'a Args,
        name: &str,
        answers: Destination,
        report: Option<Destination>,
        kept: &'a Kept,
    ) -> Run<'a> {
        Run {
            args,
            name: name.to_string(),
            answers,
            report,
            kept,
            start: Instant::now(),
            tally: Tally::default(),
            unsolvable: Named::default(),
            ambiguous: Named::default(),
            faults: Faults::of(name),
        }
    }

    fn solve(&mut self, input: Input) -> anyhow::Result<()> {
        let (args, kept) = (self.args, self.kept);
        let signals = input.signals().clone();
        let mut progress = input.progress(args.common.quiet());
        let mut reader = Reader::new(input, args.puzzles.from);
        let mut records = 0;
        batches(
            args.common.threads(),
            |room, batch| {
                signals.check()?;
                let more = reader.next(kept.room(records, room), batch)?;
                records += batch.len() as u64;
                Ok(more)
            },
            || {
                let mut worker = Worker::new(args, kept);
                move |batch: &Batch, block: &mut Block| worker.work(batch, block)
            },
            |batch, block| {
                progress.tick(batch.len());
                self.take(batch, block)
            },
        )?;
        drop(progress);
        self.unsolvable.say_rest("without a solution");
        self.ambiguous.say_rest("with several solutions");
        self.faults.conclude(reader.notices());
        Ok(())
    }

    /// Writes what comes of a batch, and names what is remarkable about it.
    fn take(&mut self, batch: &Batch, block: &mut Block) -> anyhow::Result<()> {
        let kept = self.kept.answers();
        if batch.first > kept && !block.answers.is_empty() {
            if batch.first == kept + 1 && self.args.resume {
                self.answers.cut(self.kept.length())?;
            }
            self.answers.write_all(&block.answers)?;
        }
        if let Some(report) = &mut self.report {
            report.write_all(&block.report)?;
        }
        if let Some(trouble) = block.trouble.take() {
            return Err(trouble);
        }
        self.tally.puzzles += batch.len() as u64;
        let mut errors = batch.errors.iter();
        for &(index, remark) in &block.remarks {
            let (name, line) = (&self.name, batch.lines[index]);
            let puzzle = batch.first + index as u64;
            match remark {
                Remark::Unsolvable => {
                    self.tally.unsolvable += 1;
                    self.unsolvable.say(|| {
                        let why = clash(&batch.puzzles[index]).unwrap_or_default();
                        format!("{name}:{line}: puzzle {puzzle} has no solution{why}")
                    });
                }
                Remark::Several => {
                    self.tally.several += 1;
                    if self.args.unique {
                        self.ambiguous.say(|| {
                            format!("{name}:{line}: puzzle {puzzle} has several solutions")
                        });
                    }
                }
                Remark::Malformed => {
                    self.tally.malformed += 1;
                    if let Some(error) = errors.next() {
                        self.faults.malformed(error);
                    }
                }
            }
        }
        Ok(())
    }

    /// Says how far it came, and how to go on.
    fn interrupted(&self, why: &anyhow::Error) {
        let puzzles = words::count(self.tally.puzzles, "puzzle");
        say(format_args!("shudu: {why} after {puzzles}"));
        if self.args.puzzles.is_file() && self.answers.is_file() {
            say(format_args!("to go on: {}", resume::command(env::args())));
        }
    }

    /// The words at the end, and how it ended.
    fn conclude(&self) -> anyhow::Result<Outcome> {
        self.kept.check_end(self.tally.puzzles)?;
        let Tally { puzzles, unsolvable, several, .. } = self.tally;
        if puzzles == 0 {
            say(format_args!("no puzzle in {}", self.name));
        } else if !self.args.common.quiet() {
            if self.args.resume {
                say(self.kept.summary(puzzles));
            }
            say(self.summary());
        }
        let finding = unsolvable > 0 || (self.args.unique && several > 0);
        Ok(if self.faults.are_trouble() {
            Outcome::Trouble
        } else if finding && !self.args.exit_zero {
            Outcome::Findings
        } else {
            Outcome::Fine
        })
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

/// Which givens of a puzzle clash, to be put behind "no solution".
fn clash(puzzle: &Grid) -> Option<String> {
    let faults = verify::faults(puzzle, puzzle);
    let clash = faults.iter().find(|fault| matches!(fault, Fault::Repeated { .. }))?;
    Some(format!(": {clash}"))
}
