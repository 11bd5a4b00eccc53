//! `shudu generate`

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use shudu::format::write::Output;
use shudu::generate::{Distinct, Generator, Kind, Made, Symmetry, WishError, Wishes, fingerprint};
use shudu::pipeline::ordered;

use super::output::Destination;
use super::progress::Progress;
use super::signals::{Signals, Stopped};
use super::words::{self, say};
use super::{Common, Engine, Outcome};

const EXAMPLES: &str = "\
Examples:
  shudu generate -n 1000 -o puzzles.txt --answers answers.txt
  shudu generate -n 5 --seed 7 --clues 24..26 --minimal --to csv
  shudu generate -n 100000 --grids --first-cell 5 | shudu check - -q

Exit status:
  0  all were made
  1  there is no such puzzle, or none was found with the stated effort
  2  wishes that exclude each other, or a file cannot be written";

/// Make puzzles or complete boards from a seed
///
/// All are distinct, and each is what was wished for: counted, not hoped. Boards are drawn evenly
/// from all that there are. A puzzle that is not found after 100,000 attempts (fewer for many
/// solutions) ends the run with a message.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How many to make
    #[arg(short, value_name = "N", default_value = "1", value_parser = number)]
    n: u64,

    /// The same seed and wishes give the same bytes, everywhere; without it one is drawn and said
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,

    /// Complete boards instead of puzzles
    #[arg(long)]
    grids: bool,

    /// Puzzles with so many solutions: a number or a range; 0 for none
    #[arg(long, value_name = "K|LO..HI", conflicts_with = "grids", value_parser = range)]
    solutions: Option<RangeInclusive<u32>>,

    /// Puzzles with so many clues: a number or a range
    #[arg(long, value_name = "C|LO..HI", conflicts_with = "grids", value_parser = cells)]
    clues: Option<RangeInclusive<u8>>,

    /// Puzzles with so many blanks: a number or a range
    #[arg(
        long,
        value_name = "B|LO..HI",
        conflicts_with_all = ["grids", "clues"],
        value_parser = cells
    )]
    blanks: Option<RangeInclusive<u8>>,

    /// Puzzles from which no clue can be taken away
    #[arg(long, conflicts_with = "grids")]
    minimal: bool,

    /// How the cells with clues lie: rotational, mirror, diagonal, full or none
    #[arg(long, value_name = "NAME", default_value = "none", conflicts_with = "grids")]
    symmetry: Symmetry,

    /// The digit in the top left cell of every board or solution
    #[arg(long, value_name = "D", value_parser = digit)]
    first_cell: Option<u8>,

    /// Write the answers to this file, laid out as solve writes them
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Write them in this layout: grid, line or csv
    #[arg(long, value_name = "LAYOUT", default_value = "grid")]
    to: Output,

    /// Write them to this file instead of standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    engine: Engine,

    #[command(flatten)]
    common: Common,
}

/// More would be a slip of the finger.
const MOST: u64 = 1_000_000_000;

fn number(text: &str) -> Result<u64, String> {
    match plain(text) {
        Some(number @ 1..=MOST) => Ok(number),
        _ => Err("expected a number from 1 to 1000000000".to_string()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    plain(text).ok_or_else(|| format!("expected a number from 0 to {}", u64::MAX))
}

fn digit(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Ok(digit - b'0'),
        _ => Err("expected a digit from 1 to 9".to_string()),
    }
}

fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let numbers = plain(first).zip(plain(last));
    let numbers = numbers.and_then(|(a, b)| u32::try_from(a).ok().zip(u32::try_from(b).ok()));
    match numbers {
        None => Err("expected a number or a range like 2..10".to_string()),
        Some((first, last)) if first > last => {
            Err(format!("{first} is above {last}, expected a range like 2..10"))
        }
        Some((first, last)) => Ok(first..=last),
    }
}

fn cells(text: &str) -> Result<RangeInclusive<u8>, String> {
    let range = range(text)?;
    match (u8::try_from(*range.start()), u8::try_from(*range.end())) {
        (Ok(first), Ok(last @ ..=81)) => Ok(first..=last),
        _ => Err(format!("{} is too many, a grid has 81 cells", range.end())),
    }
}

/// A number in plain ASCII digits: no sign, no spaces, no exponent.
fn plain(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

impl Args {
    fn wishes(&self) -> Wishes {
        let blanks = self.blanks.as_ref().map(|blanks| 81 - blanks.end()..=81 - blanks.start());
        Wishes {
            kind: match &self.solutions {
                _ if self.grids => Kind::Boards,
                Some(solutions) => Kind::Puzzles(solutions.clone()),
                None => Kind::default(),
            },
            clues: self.clues.clone().or(blanks),
            minimal: self.minimal,
            symmetry: self.symmetry,
            first_cell: self.first_cell,
        }
    }

    fn thing(&self) -> &'static str {
        if self.grids { "board" } else { "puzzle" }
    }

    fn things(&self, number: u64) -> String {
        words::count(number, self.thing())
    }
}

pub(crate) fn run(args: Args) -> anyhow::Result<Outcome> {
    let wishes = args.wishes();
    if let Err(error) = wishes.check() {
        return refused(error);
    }
    let output = Destination::new(&args.output, &[])?;
    let answers = args.answers.as_deref().map(|path| Destination::new(path, &[])).transpose()?;
    if answers.as_ref().is_some_and(|answers| answers.is(&output)) {
        anyhow::bail!("{}: the puzzles and the answers need a file each", args.output.display());
    }
    let signals = Signals::catch()?;
    let seed = args.seed.unwrap_or_else(|| {
        // The keys of the standard library's hash maps are random numbers of the system.
        let seed = RandomState::new().hash_one(());
        say(format_args!("seed {seed}; repeat with --seed {seed}"));
        seed
    });
    let maker = || Generator::new(&wishes, seed, args.engine.backend());
    let remaker = maker()?;
    let mut run =
        Run { args: &args, output, answers, done: 0, remaker, distinct: Distinct::new(args.n) };
    let start = Instant::now();
    if let Err(error) = run.generate(maker, &signals) {
        if let Some(signal) = Stopped::behind(&error) {
            say(format_args!("shudu: {error} after {}", args.things(run.done)));
            return Ok(Outcome::Stopped(signal));
        }
        return error.downcast().and_then(refused);
    }
    if !args.common.quiet() {
        say(format_args!("{}; {}", args.things(args.n), words::pace(args.n, start.elapsed())));
    }
    Ok(Outcome::Fine)
}

/// Says why there is nothing, or nothing more.
fn refused(error: WishError) -> anyhow::Result<Outcome> {
    if error.is_contradiction() {
        return Err(error.into());
    }
    say(format_args!("shudu: {error}"));
    Ok(Outcome::Findings)
}

struct Run<'a> {
    args: &'a Args,
    output: Destination,
    answers: Option<Destination>,
    done: u64,
    /// Makes anew what turns out to have been made already.
    remaker: Generator,
    distinct: Distinct,
}

/// How many items are made at once: as many as take some milliseconds, so that the first do not
/// wait for the others, nor the end after a signal. What is made does not depend on it.
struct Pace(AtomicU64);

impl Default for Pace {
    fn default() -> Pace {
        Pace(AtomicU64::new(16))
    }
}

impl Pace {
    fn room(&self) -> u64 {
        self.0.load(Relaxed)
    }

    fn time<T>(&self, items: Range<u64>, work: impl FnOnce(Range<u64>) -> T) -> T {
        let (start, number) = (Instant::now(), items.end - items.start);
        let made = work(items);
        match start.elapsed().as_millis() {
            ..20 if number >= self.room() => self.0.store((number * 2).min(4096), Relaxed),
            200.. => self.0.store((number / 2).max(1), Relaxed),
            _ => {}
        }
        made
    }
}

/// What comes of a range of items.
struct Block {
    made: Vec<Made>,
    fingerprints: Vec<u64>,
    output: Vec<u8>,
    answers: Vec<u8>,
    ended: Result<(), WishError>,
}

impl Run<'_> {
    fn generate(
        &mut self,
        maker: impl Fn() -> Result<Generator, WishError> + Sync,
        signals: &Signals,
    ) -> anyhow::Result<()> {
        let args = self.args;
        let mut progress = Progress::making(args.common.quiet(), args.n, args.thing());
        let (mut next, pace) = (0, Pace::default());
        ordered(
            args.common.threads(),
            || {
                signals.check()?;
                let items = next..args.n.min(next + pace.room());
                next = items.end;
                Ok((!items.is_empty()).then_some(items))
            },
            || {
                let (mut generator, pace) = (maker(), &pace);
                move |items| {
                    pace.time(items, |items| make(generator.as_mut(), items, args, signals))
                }
            },
            |block| {
                progress.tick(block.made.len());
                self.take(block, signals)
            },
        )
    }

    fn take(&mut self, mut block: Block, signals: &Signals) -> anyhow::Result<()> {
        let mut again = false;
        for index in 0..block.made.len() {
            let mut new = self.distinct.insert(block.fingerprints[index]);
            while !new && block.ended.is_ok() {
                again = true;
                match self.remaker.remake(&block.made[index]) {
                    Ok(made) => {
                        block.made[index] = made;
                        new = self.distinct.insert(fingerprint(&made.puzzle));
                    }
                    Err(error) => block.ended = Err(error),
                }
            }
            if !new {
                block.made.truncate(index);
                break;
            }
        }
        if again {
            block.write(self.args);
        }
        self.output.write_all(&block.output)?;
        if let Some(answers) = &mut self.answers {
            answers.write_all(&block.answers)?;
        }
        self.done += block.made.len() as u64;
        if block.ended == Err(WishError::Stopped) {
            signals.check()?;
        }
        Ok(block.ended?)
    }
}

fn make(
    generator: Result<&mut Generator, &mut WishError>,
    items: Range<u64>,
    args: &Args,
    signals: &Signals,
) -> Block {
    let mut made = Vec::new();
    let ended = match generator {
        Ok(generator) => generator.make_until(items, &mut made, || signals.check().is_err()),
        Err(error) => Err(error.clone()),
    };
    let fingerprints = made.iter().map(|made| fingerprint(&made.puzzle)).collect();
    let mut block = Block { made, fingerprints, output: Vec::new(), answers: Vec::new(), ended };
    block.write(args);
    block
}

impl Block {
    fn write(&mut self, args: &Args) {
        self.output.clear();
        self.answers.clear();
        if self.made.first().is_some_and(|made| made.item == 0) {
            self.output.extend(args.to.header().bytes());
        }
        for Made { item, puzzle, answer, .. } in &self.made {
            let shown = if args.to == Output::Csv { answer } else { puzzle };
            args.to.write(item + 1, puzzle, shown, &mut self.output);
            if args.answers.is_some() {
                Output::Grid.write(item + 1, puzzle, answer, &mut self.answers);
            }
        }
    }
}
