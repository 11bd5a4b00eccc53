//! `shudu convert`

use super::Outcome;

/// Write puzzles in another layout.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args) -> anyhow::Result<Outcome> {
    anyhow::bail!("not there yet")
}
