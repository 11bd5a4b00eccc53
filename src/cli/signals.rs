//! SIGINT and SIGTERM: the first asks for an end after the answers under way, the second one ends
//! the program at once.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The end that a signal asks for, as an error of whatever was going on.
#[derive(Debug, thiserror::Error)]
#[error("stopped by {}", name(*.0))]
pub(crate) struct Stopped(pub(crate) i32);

impl Stopped {
    /// The signal that is behind an error, if one is.
    pub(crate) fn behind(error: &anyhow::Error) -> Option<i32> {
        let error = error.downcast_ref::<io::Error>()?;
        Some(error.get_ref()?.downcast_ref::<Stopped>()?.0)
    }
}

/// What was caught so far.
#[derive(Debug, Clone)]
pub(crate) struct Signals {
    caught: Arc<AtomicUsize>,
    given_up: Arc<AtomicBool>,
    pipe: Arc<(io::PipeReader, io::PipeWriter)>,
}

impl Signals {
    /// Catches both signals from now on.
    #[cfg(unix)]
    pub(crate) fn catch() -> io::Result<Signals> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::{flag, low_level::pipe};

        let (reader, writer) = io::pipe()?;
        let (caught, again) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds `again` unset, and sets it.
            flag::register_conditional_default(signal, Arc::clone(&again))?;
            flag::register(signal, Arc::clone(&again))?;
            flag::register_usize(signal, Arc::clone(&caught), signal as usize)?;
            pipe::register(signal, writer.try_clone()?)?;
        }
        Ok(Signals { caught, given_up: Arc::default(), pipe: Arc::new((reader, writer)) })
    }

    #[cfg(not(unix))]
    pub(crate) fn catch() -> io::Result<Signals> {
        let pipe = Arc::new(io::pipe()?);
        Ok(Signals { caught: Arc::default(), given_up: Arc::default(), pipe })
    }

    /// Ends all that waits for a signal too, since its work is of no use any more.
    pub(crate) fn give_up(&self) {
        if !self.given_up.swap(true, Relaxed) {
            // A pipe that is full is readable already.
            let _ = (&self.pipe.1).write(&[0]);
        }
    }

    /// An error once a signal was caught, or all was given up.
    pub(crate) fn check(&self) -> io::Result<()> {
        match self.caught.load(Relaxed) {
            0 if self.given_up.load(Relaxed) => Err(io::Error::other("given up")),
            0 => Ok(()),
            signal => Err(io::Error::other(Stopped(signal as i32))),
        }
    }

    /// What becomes readable, and stays so, once a signal was caught or all was given up.
    #[cfg(unix)]
    pub(crate) fn pipe(&self) -> &io::PipeReader {
        &self.pipe.0
    }
}

/// The name of a signal that is caught.
fn name(signal: i32) -> &'static str {
    if signal == 2 { "SIGINT" } else { "SIGTERM" }
}
