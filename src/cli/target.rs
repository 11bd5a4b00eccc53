//! `shudu target`

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use shudu::Grid;
use shudu::format::Batch;
use shudu::format::write::Output;
use shudu::pipeline::{Reader, batches};
use shudu::solver::target::{Target, Wanted, score, target};
use shudu::verify;

use super::faults::Faults;
use super::input::{Input, Puzzles};
use super::output::Destination;
use super::signals::{Signals, Stopped};
use super::words::{self, Named, say, thousands};
use super::{Common, Outcome};

const EXAMPLES: &str = "\
Examples:
  shudu target fixtures/puzzles.txt
  shudu target --min --grid fixtures/puzzles.txt
  shudu target --time-limit 10 -j 1 < fixtures/puzzles.txt

Exit status:
  0  every puzzle has its score, or -1
  1  a score was not proven within the time limit
  2  a record is no puzzle, or a file cannot be read or written";

/// Find the best score of every puzzle in target Sudoku
///
/// Each digit counts times the weight of its cell: 6 on the rim, then 7, 8 and 9, and 10 in the
/// centre. One line a puzzle: the highest score of all its solutions, -1 if it has none, ? for a
/// record that is no puzzle.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    puzzles: Puzzles,

    /// Write the scores to this file; `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Below each score, the board that reaches it; an empty line between puzzles
    #[arg(long)]
    grid: bool,

    /// The lowest score instead of the highest
    #[arg(long)]
    min: bool,

    /// End the search for each puzzle after so many seconds; if its score is not proven by then,
    /// the line says both bounds, as in 2850..2870, and the status is 1
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Outcome> {
    let input = args.puzzles.open()?;
    let scores = Destination::new(&args.output, &[&input])?;
    let faults = Faults::of(input.name());
    let mut run = Run {
        args: &args,
        name: input.name().to_string(),
        scores,
        start: Instant::now(),
        tally: Tally::default(),
        unproven: Named::default(),
        faults,
    };
    let ended = run.score(input);
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
    scores: Destination,
    start: Instant,
    tally: Tally,
    unproven: Named,
    faults: Faults,
}

/// How many puzzles there are of each kind.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    puzzles: u64,
    unsolvable: u64,
    unproven: u64,
    malformed: u64,
}

impl Run<'_> {
    fn score(&mut self, input: Input) -> anyhow::Result<()> {
        let args = self.args;
        let signals = input.signals().clone();
        let mut progress = input.progress(args.common.quiet());
        let mut reader = Reader::new(input, args.puzzles.from);
        batches(
            args.common.threads(),
            |_, batch| {
                signals.check()?;
                // One at a time: each takes its time, and its score is wanted at once.
                Ok(reader.next(1, batch)?)
            },
            || {
                |batch: &Batch, targets: &mut Vec<Target>| {
                    targets.clear();
                    targets.extend((batch.first..).zip(&batch.puzzles).map(|(number, puzzle)| {
                        let malformed = batch.errors.iter().any(|error| error.at.puzzle == number);
                        if malformed { Target::None } else { search(puzzle, args, &signals) }
                    }));
                }
            },
            |batch, targets| {
                // What a signal cut short is not written.
                signals.check()?;
                progress.tick(batch.len());
                self.take(batch, targets)
            },
        )?;
        drop(progress);
        self.unproven.say_rest("that are not proven");
        self.faults.conclude(reader.notices());
        Ok(())
    }

    /// Writes the scores of a batch, and names what is remarkable about it.
    fn take(&mut self, batch: &Batch, targets: &[Target]) -> anyhow::Result<()> {
        let mut text = String::new();
        let mut errors = batch.errors.iter().peekable();
        for (number, ((puzzle, line), target)) in
            (batch.first..).zip(batch.puzzles.iter().zip(&batch.lines).zip(targets))
        {
            self.tally.puzzles += 1;
            if self.args.grid && number > 1 {
                text.push('\n');
            }
            if let Some(error) = errors.next_if(|error| error.at.puzzle == number) {
                self.tally.malformed += 1;
                self.faults.malformed(error);
                text += "?\n";
                continue;
            }
            let board = match target {
                Target::None => {
                    self.tally.unsolvable += 1;
                    text += "-1\n";
                    continue;
                }
                Target::Proven { score, board } => {
                    writeln!(text, "{score}")?;
                    board
                }
                Target::Stopped { low, high, board } => {
                    self.tally.unproven += 1;
                    let name = &self.name;
                    self.unproven
                        .say(|| format!("{name}:{line}: puzzle {number} is not proven in time"));
                    writeln!(text, "{low}..{high}")?;
                    board
                }
            };
            if !verify::is_solution(puzzle, board) || !reaches(board, target, self.args.min) {
                anyhow::bail!(
                    "the board found for puzzle {number} is wrong; this is a defect of shudu"
                );
            }
            if self.args.grid {
                let mut rows = Vec::new();
                Output::Grid.write(1, puzzle, board, &mut rows);
                text += std::str::from_utf8(&rows)?;
            }
        }
        Ok(self.scores.write_all(text.as_bytes())?)
    }

    /// The words at the end, and how it ended.
    fn conclude(&self) -> Outcome {
        let Tally { puzzles, unproven, .. } = self.tally;
        if puzzles == 0 {
            say(format_args!("no puzzle in {}", self.name));
        } else if !self.args.common.quiet() {
            say(self.summary());
        }
        if self.faults.are_trouble() {
            Outcome::Trouble
        } else if unproven > 0 {
            Outcome::Findings
        } else {
            Outcome::Fine
        }
    }

    fn summary(&self) -> String {
        let Tally { puzzles, unsolvable, unproven, malformed } = self.tally;
        let mut text = words::count(puzzles, "puzzle");
        let scored = puzzles - unsolvable - unproven - malformed;
        text += &format!(": {} scored", thousands(scored));
        for (number, what) in
            [(unproven, "not proven"), (unsolvable, "without a solution"), (malformed, "malformed")]
        {
            if number > 0 {
                text += &format!(", {} {what}", thousands(number));
            }
        }
        text + "; " + &words::pace(puzzles, self.start.elapsed())
    }
}

fn search(puzzle: &Grid, args: &Args, signals: &Signals) -> Target {
    let start = Instant::now();
    let wanted = if args.min { Wanted::Lowest } else { Wanted::Highest };
    target(puzzle, wanted, &|| {
        signals.check().is_err() || args.time_limit.is_some_and(|limit| start.elapsed() >= limit)
    })
}

/// Whether the board has the score that is said of it.
fn reaches(board: &Grid, target: &Target, min: bool) -> bool {
    let said = match *target {
        Target::None => return false,
        Target::Proven { score, .. } => score,
        Target::Stopped { low, high, .. } => {
            if min {
                high
            } else {
                low
            }
        }
    };
    score(board) == said
}
