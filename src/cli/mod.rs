//! The commands: what is asked, what is answered, and the exit status.

mod check;
mod convert;
mod count;
mod faults;
mod generate;
mod input;
mod manual;
mod output;
mod progress;
mod signals;
mod solve;
mod target;
mod words;

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};
use shudu::Backend;

use self::signals::Stopped;
use self::words::say;

/// How a command ended, if nothing went wrong on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was read, everything held, everything was written.
    Fine,
    /// Everything was read and written, and something was found.
    Findings,
    /// Something was no puzzle, or could not be read or written; it has been said.
    Trouble,
    /// A signal ended it, with whole answers only in the file.
    Stopped(i32),
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Fine => 0,
            Outcome::Findings => 1,
            Outcome::Trouble => 2,
            Outcome::Stopped(signal) => 128u8.wrapping_add(signal as u8),
        })
    }
}

/// What all commands let one choose.
#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    /// Threads (default: one for each core); the result never depends on it
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// No progress bar, no summary
    #[arg(short, long)]
    quiet: bool,
}

impl Common {
    /// Whether to say only what is wrong.
    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    /// How many threads to use.
    pub(crate) fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores).get()
    }
}

/// What runs the solver.
#[derive(Debug, clap::Args)]
pub(crate) struct Engine {
    /// The instruction set to run on, instead of the best one that there is
    #[arg(long, env = "SHUDU_BACKEND", value_name = "NAME")]
    backend: Option<Backend>,
}

impl Engine {
    /// The instruction set wished for, else the best one.
    pub(crate) fn backend(&self) -> Backend {
        self.backend.unwrap_or_else(Backend::detect)
    }
}

/// A duration that is given in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Sudoku by the file.
#[derive(Debug, Parser)]
#[command(name = "shudu", version, about, arg_required_else_help = true)]
struct Shudu {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Generate(generate::Args),
    Check(check::Args),
    Count(count::Args),
    Target(target::Args),
    Convert(convert::Args),
    Completions(manual::Completions),
    Man(manual::Page),
}

/// Runs one command line.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let shudu = match Shudu::try_parse_from(arguments) {
        Ok(shudu) => shudu,
        Err(error) => {
            let status = if error.use_stderr() { 2 } else { 0 };
            return match error.print() {
                Ok(()) => ExitCode::from(status),
                Err(_) => ExitCode::from(2),
            };
        }
    };
    let outcome = match shudu.command {
        Command::Solve(args) => solve::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Check(args) => check::run(args),
        Command::Count(args) => count::run(args),
        Command::Target(args) => target::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Completions(args) => manual::completions(args, Shudu::command()),
        Command::Man(args) => manual::page(args, Shudu::command()),
    };
    outcome.unwrap_or_else(failed).into()
}

/// What an error means that ended a command.
fn failed(error: anyhow::Error) -> Outcome {
    // A reader of the output that has seen enough is no trouble: a quiet end, as by SIGPIPE.
    const SIGPIPE: i32 = 13;
    let kind = error.downcast_ref().map(io::Error::kind);
    if kind == Some(ErrorKind::BrokenPipe) {
        return Outcome::Stopped(SIGPIPE);
    }
    say(format_args!("shudu: {error:#}"));
    Stopped::behind(&error).map_or(Outcome::Trouble, Outcome::Stopped)
}
