//! `shudu count`

use super::Outcome;

/// Count the solutions of every puzzle.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args) -> anyhow::Result<Outcome> {
    anyhow::bail!("not there yet")
}
