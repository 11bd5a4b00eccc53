//! `shudu check`

mod github;
mod jsonl;
mod junit;
mod printer;
mod rows;
mod run;
mod text;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use shudu::check::Rules;

use self::printer::{Files, Printer};
use self::rows::Rows;
use self::run::{Inputs, Run};
use super::input::Input;
use super::output::Destination;
use super::signals::Stopped;
use super::words::{self, say};
use super::{Common, Engine, Outcome};

const EXAMPLES: &str = "\
Examples:
  shudu check fixtures/puzzles.txt fixtures/answers.txt
  shudu check fixtures/answers.txt --strict
  shudu solve fixtures/puzzles.txt -o - | shudu check fixtures/puzzles.txt - --format junit

Exit status:
  0  every answer is right
  1  something is wrong with the answers
  2  a puzzle is none, or a file cannot be read or written";

/// Judge answers by the rules
///
/// Any solution of a puzzle is right, whichever one it is. Whatever is wrong with the answers is a
/// finding; findings are written to standard output.
#[derive(Debug, clap::Args)]
#[command(override_usage = "shudu check [OPTIONS] [PUZZLES] <ANSWERS>", after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The puzzles; left out, the answers only have to be complete boards
    // Whichever comes first: clap can't leave out the first of two behind a `--`.
    #[arg(value_name = "PUZZLES")]
    first: PathBuf,

    /// The answers; `-` for standard input
    #[arg(value_name = "ANSWERS")]
    second: Option<PathBuf>,

    /// Read the puzzles in this layout instead of recognising it
    #[arg(long, value_name = "LAYOUT", requires = "second")]
    from: Option<shudu::format::Layout>,

    /// The layout of the answers must be that of solve, byte for byte
    #[arg(long)]
    strict: bool,

    /// No board may be there twice (takes 24 to 48 bytes of memory a board)
    #[arg(long)]
    distinct: bool,

    /// The puzzles must have exactly one solution each
    #[arg(long)]
    unique: bool,

    /// The first cell of every answer must be this digit
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=9))]
    first_cell: Option<u8>,

    /// Show what is wrong with so many answers; all findings are counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_findings: u64,

    /// How to say what was found
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,

    /// Write a row for each answer: answer,puzzle,line,verdict,findings,message
    #[arg(long, value_name = "FILE.csv")]
    report: Option<PathBuf>,

    /// Findings give status 0
    #[arg(long)]
    exit_zero: bool,

    #[command(flatten)]
    engine: Engine,

    #[command(flatten)]
    common: Common,
}

impl Args {
    fn puzzles(&self) -> Option<&Path> {
        self.second.as_ref().map(|_| &*self.first)
    }

    fn answers(&self) -> &Path {
        self.second.as_ref().unwrap_or(&self.first)
    }

    fn rules(&self) -> Rules {
        Rules { first_cell: self.first_cell, distinct: self.distinct }
    }
}

/// How findings are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: headlines, and rows with marked cells
    Text,
    /// A JSON object a line: each finding, then the totals
    Jsonl,
    /// Workflow commands of GitHub Actions for the ten worst answers
    Github,
    /// JUnit's XML: a test case for each rule
    Junit,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Outcome> {
    let standard = Path::new("-");
    if args.answers() == standard && args.puzzles() == Some(standard) {
        bail!("the puzzles and the answers can't both be standard input");
    }
    let puzzles = args.puzzles().map(|path| Input::open(Some(path))).transpose()?;
    let answers = Input::open(Some(args.answers()))?;
    let inputs: Vec<&Input> = puzzles.iter().chain([&answers]).collect();
    let out = Destination::new(standard, &inputs)?;
    let report = args.report.as_deref().map(|path| Destination::new(path, &inputs)).transpose()?;
    if report.as_ref().is_some_and(|report| report.is(&out)) {
        bail!("{}: is named for the findings and for the report", out.name());
    }
    let files = Files {
        answers: answers.name().to_string(),
        puzzles: puzzles.as_ref().map(|input| input.name().to_string()),
    };
    let mut run = Run::new(&args, files, out, report);
    match run.judge(Inputs { answers, puzzles }) {
        Ok(outcome) => Ok(outcome),
        Err(error) => {
            let Some(signal) = Stopped::behind(&error) else { return Err(error) };
            say(format_args!("shudu: {error} after {}", words::count(run.answers(), "answer")));
            Ok(Outcome::Stopped(signal))
        }
    }
}
