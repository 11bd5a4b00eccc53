//! `shudu convert`

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use shudu::Grid;
use shudu::format::write::Output;
use shudu::format::{Batch, Layout};
use shudu::pipeline::{Reader, batches};

use super::faults::Faults;
use super::input::Input;
use super::output::Destination;
use super::words::{self, say, thousands};
use super::{Common, Outcome};

const EXAMPLES: &str = "\
Examples:
  shudu convert fixtures/puzzles.txt -o puzzles.csv --to csv
  shudu convert fixtures/puzzles.txt -o - --to line | head -n 3
  cat fixtures/puzzles.txt | shudu convert - -o copy.txt

Exit status:
  0  every puzzle is written
  2  a record is no puzzle, or a file cannot be read or written";

/// Write puzzles in another layout
///
/// Reads any layout and writes the puzzles as they are, with 0 for the blanks. A record that is no
/// puzzle keeps its place, with zeros. A table keeps the solutions that stand beside the puzzles.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The puzzles; `-` for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// Write to this file; `-` for standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// Read this layout instead of recognising it
    #[arg(long, value_name = "LAYOUT")]
    from: Option<Layout>,

    /// Write this layout: grid, line or csv
    #[arg(long, value_name = "LAYOUT", default_value = "grid")]
    to: Output,

    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let input = Input::open(Some(&args.input))?;
    let mut output = Destination::new(&args.output, &[&input])?;
    let name = input.name().to_string();
    let signals = input.signals().clone();
    let mut progress = input.progress(args.common.quiet());
    let mut reader = Reader::new(input, args.from);
    let (mut puzzles, mut malformed, mut faults) = (0, 0, Faults::of(&name));
    batches(
        args.common.threads(),
        |room, batch| -> anyhow::Result<bool> {
            signals.check()?;
            Ok(reader.next(room, batch)?)
        },
        || |batch: &Batch, text: &mut Vec<u8>| write(args.to, batch, text),
        |batch, text| {
            output.write_all(text)?;
            progress.tick(batch.len());
            for error in &batch.errors {
                faults.malformed(error);
            }
            puzzles += batch.len() as u64;
            malformed += batch.errors.len() as u64;
            Ok(())
        },
    )?;
    drop(progress);
    faults.conclude(reader.notices());
    if puzzles == 0 {
        say(format_args!("no puzzle in {name}"));
    } else if !args.common.quiet() {
        let mut text = words::count(puzzles, "puzzle");
        text += &format!(": {} converted", thousands(puzzles - malformed));
        if malformed > 0 {
            text += &format!(", {} malformed", thousands(malformed));
        }
        say(text + "; " + &words::pace(puzzles, start.elapsed()));
    }
    Ok(if faults.are_trouble() { Outcome::Trouble } else { Outcome::Fine })
}

/// Writes the puzzles of a batch.
fn write(to: Output, batch: &Batch, text: &mut Vec<u8>) {
    text.clear();
    if batch.first == 1 {
        text.extend_from_slice(to.header().as_bytes());
    }
    let solutions =
        batch.solutions.iter().map(|grid| Some(grid).filter(|grid| **grid != Grid::EMPTY));
    let solutions = solutions.chain(std::iter::repeat(None));
    for ((number, puzzle), solution) in (batch.first..).zip(&batch.puzzles).zip(solutions) {
        to.write_puzzle(number, puzzle, solution, text);
    }
}
