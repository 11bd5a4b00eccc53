//! `shudu completions` and `shudu man`: what packages install beside the program.

use std::io::Write;
use std::path::Path;

use clap_complete::Shell;
use clap_mangen::Man;

use super::Outcome;
use super::output::Destination;

/// Write the completions for a shell to standard output
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    shell: Shell,
}

/// Write a manual page to standard output
#[derive(Debug, clap::Args)]
pub(crate) struct Page {
    /// The command that it is about, instead of shudu as a whole
    command: Option<String>,
}

pub(crate) fn completions(
    args: Completions,
    mut program: clap::Command,
) -> anyhow::Result<Outcome> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "shudu", &mut text);
    Destination::new(Path::new("-"), &[])?.write_all(&text)?;
    Ok(Outcome::Fine)
}

pub(crate) fn page(args: Page, program: clap::Command) -> anyhow::Result<Outcome> {
    let command = match &args.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone().display_name(format!("shudu-{name}")),
            None => anyhow::bail!("there is no command {name}"),
        },
    };
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Destination::new(Path::new("-"), &[])?.write_all(&text)?;
    Ok(Outcome::Fine)
}
