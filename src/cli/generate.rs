//! `shudu generate`

use super::Outcome;

/// Make boards or puzzles from a seed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args) -> anyhow::Result<Outcome> {
    anyhow::bail!("not there yet")
}
