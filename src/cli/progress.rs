//! The progress bar of work that takes longer than a second, on a terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::words;

/// How far the work is; drawn again with each batch, a few times a second at most.
pub(crate) struct Progress {
    start: Instant,
    work: Work,
    records: u64,
    bar: Bar,
}

enum Work {
    /// The bytes that were read, and how many there are if that is known.
    Read { taken: Arc<AtomicU64>, length: Option<u64> },
    /// How many things will be made, and what they are.
    Make(u64, &'static str),
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
        Progress::of(quiet, Work::Read { taken, length })
    }

    /// Of making so many things.
    pub(crate) fn making(quiet: bool, number: u64, what: &'static str) -> Progress {
        Progress::of(quiet, Work::Make(number, what))
    }

    fn of(quiet: bool, work: Work) -> Progress {
        let start = Instant::now();
        let bar = match !quiet && io::stderr().is_terminal() {
            true => Bar::At(start + Duration::from_secs(1)),
            false => Bar::Never,
        };
        Progress { start, work, records: 0, bar }
    }

    /// Counts a batch of records that is done.
    pub(crate) fn tick(&mut self, records: usize) {
        self.records += records as u64;
        if let Bar::At(time) = self.bar
            && Instant::now() >= time
        {
            self.bar = Bar::Shown(show(&self.work));
        }
        if let Bar::Shown(bar) = &self.bar {
            let (position, what) = match &self.work {
                Work::Read { taken, .. } => (taken.load(Relaxed), "puzzle"),
                Work::Make(_, what) => (self.records, *what),
            };
            bar.set_position(position);
            let pace = words::pace(self.records, self.start.elapsed());
            bar.set_message(format!("{}; {pace}", words::count(self.records, what)));
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

fn show(work: &Work) -> ProgressBar {
    // Without colours: there is nothing that NO_COLOR would have to switch off.
    let (bar, template) = match work {
        Work::Read { length: Some(length), .. } => {
            (ProgressBar::new(*length), "[{bar:24}] {percent}% of {total_bytes}; {msg}; {eta} left")
        }
        Work::Read { length: None, .. } => {
            (ProgressBar::no_length(), "{spinner} {bytes} read; {msg}")
        }
        Work::Make(number, _) => {
            (ProgressBar::new(*number), "[{bar:24}] {percent}%; {msg}; {eta} left")
        }
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    words::speak_above(bar.clone());
    bar
}
