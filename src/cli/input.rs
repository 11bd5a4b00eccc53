//! The files that commands read.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, bail};

use super::progress::Progress;
use super::signals::Signals;

/// What a file is known by: the same for all names and links that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity(u64, u64);

impl Identity {
    /// Of a regular file; devices and pipes may well be read and written at once.
    #[cfg(unix)]
    pub(crate) fn of(metadata: &Metadata) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Identity(metadata.dev(), metadata.ino()))
    }

    #[cfg(not(unix))]
    pub(crate) fn of(_: &Metadata) -> Option<Identity> {
        None
    }
}

/// A file, a pipe or standard input, read until a signal is caught.
#[derive(Debug)]
pub(crate) struct Input {
    name: String,
    file: File,
    metadata: Metadata,
    signals: Signals,
    taken: Arc<AtomicU64>,
    /// Whether nothing has come since a pause was noticed.
    #[cfg(unix)]
    paused: bool,
}

impl Input {
    /// Opens the file at `path`, or standard input for `-` and, unless it is a terminal, for none.
    pub(crate) fn open(path: Option<&Path>) -> anyhow::Result<Input> {
        let (name, file) = match path.filter(|path| *path != Path::new("-")) {
            Some(path) => {
                let name = path.display().to_string();
                let file = File::open(path).with_context(|| name.clone())?;
                (name, file)
            }
            None if path.is_none() && io::stdin().is_terminal() => {
                bail!("no file is named, and standard input is a terminal (see --help)")
            }
            None => ("standard input".to_string(), standard_input()?),
        };
        let metadata = file.metadata().with_context(|| name.clone())?;
        if metadata.is_dir() {
            bail!("{name}: is a directory");
        }
        Ok(Input {
            name,
            file,
            metadata,
            signals: Signals::catch()?,
            taken: Arc::default(),
            #[cfg(unix)]
            paused: false,
        })
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The signals that end it.
    pub(crate) fn signals(&self) -> &Signals {
        &self.signals
    }

    /// How much of it was read, for a person to see.
    pub(crate) fn progress(&self, quiet: bool) -> Progress {
        let length = self.metadata.is_file().then_some(self.metadata.len());
        Progress::new(quiet, Arc::clone(&self.taken), length)
    }

    /// Which file it is.
    pub(crate) fn identity(&self) -> Option<Identity> {
        Identity::of(&self.metadata)
    }

    fn read_file(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        if !self.metadata.is_file() {
            self.wait()?;
        }
        self.signals.check()?;
        self.file.read(buffer)
    }

    /// Waits until there is something to read, or a signal was caught. A pause in what comes is
    /// an error the first time that it is noticed, see [`Reader`](shudu::pipeline::Reader::next).
    #[cfg(unix)]
    fn wait(&mut self) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        let mut ready = [
            PollFd::new(&self.file, PollFlags::IN),
            PollFd::new(self.signals.pipe(), PollFlags::IN),
        ];
        let timeout = (!self.paused).then_some(&PAUSE);
        self.paused = poll(&mut ready, timeout)? == 0;
        if self.paused { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.read_file(buffer) {
            Ok(length) => {
                self.taken.fetch_add(length as u64, Relaxed);
                Ok(length)
            }
            // What the system says gets the file's name; a caught signal is told by its type.
            Err(error) if error.raw_os_error().is_some() => Err(named(&self.name, error)),
            Err(error) => Err(error),
        }
    }
}

/// The error with the name of the file in front.
pub(crate) fn named(name: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

#[cfg(unix)]
fn standard_input() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn standard_input() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
}

/// The puzzles that a command reads.
#[derive(Debug, clap::Args)]
pub(crate) struct Puzzles {
    /// The puzzles; `-`, or nothing, for standard input
    #[arg(value_name = "PUZZLES")]
    path: Option<PathBuf>,

    /// Read this layout instead of recognising it
    #[arg(long, value_name = "LAYOUT")]
    pub(crate) from: Option<shudu::format::Layout>,
}

impl Puzzles {
    /// Whether they can be read again from the start.
    pub(crate) fn is_file(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.is_file())
    }

    /// Opens them.
    pub(crate) fn open(&self) -> anyhow::Result<Input> {
        Input::open(self.path.as_deref())
    }
}
