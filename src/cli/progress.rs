//! The progress bar of work that takes longer than a second, on a terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::words::{self, thousands};

/// How far the work is; drawn again with each batch, a few times a second at most.
pub(crate) struct Progress {
    start: Instant,
    /// The bytes that were read, and how many there are if that is known.
    taken: Arc<AtomicU64>,
    length: Option<u64>,
    records: u64,
    bar: Bar,
}

enum Bar {
    /// Nobody would see it.
    Never,
    /// Not before this time.
    At(Instant),
    Shown(ProgressBar),
}

impl Progress {
    /// Of work on an input: the bytes that were taken from it, of so many.
    pub(crate) fn new(quiet: bool, taken: Arc<AtomicU64>, length: Option<u64>) -> Progress {
        let start = Instant::now();
        let bar = match !quiet && io::stderr().is_terminal() {
            true => Bar::At(start + Duration::from_secs(1)),
            false => Bar::Never,
        };
        Progress { start, taken, length, records: 0, bar }
    }

    /// Counts a batch of records that is done.
    pub(crate) fn tick(&mut self, records: usize) {
        self.records += records as u64;
        if let Bar::At(time) = self.bar
            && Instant::now() >= time
        {
            self.bar = Bar::Shown(show(self.length));
        }
        if let Bar::Shown(bar) = &self.bar {
            bar.set_position(self.taken.load(Relaxed));
            let pace = words::pace(self.records, self.start.elapsed());
            bar.set_message(format!("{} puzzles; {pace}", thousands(self.records)));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Bar::Shown(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn show(length: Option<u64>) -> ProgressBar {
    // Without colours: there is nothing that NO_COLOR would have to switch off.
    let (bar, template) = match length {
        Some(length) => {
            (ProgressBar::new(length), "[{bar:24}] {percent}% of {total_bytes}; {msg}; {eta} left")
        }
        None => (ProgressBar::no_length(), "{spinner} {bytes} read; {msg}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    words::speak_above(bar.clone());
    bar
}
