//! The commands: what is asked, what is answered, and the exit status.

mod check;
mod convert;
mod count;
mod generate;
mod solve;
mod target;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// How a command ended, if nothing went wrong on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(dead_code)]
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
    };
    match outcome {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            eprintln!("shudu: {error:#}");
            ExitCode::from(2)
        }
    }
}
