//! `shudu solve`

use super::Outcome;

/// Answer every puzzle of a file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args) -> anyhow::Result<Outcome> {
    anyhow::bail!("not there yet")
}
