//! The files that commands write.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::input::{Identity, Input, named};
use super::signals::Signals;

/// A file or standard output, opened (and emptied) with the first write to it.
#[derive(Debug)]
pub(crate) struct Destination {
    /// None for standard output.
    path: Option<PathBuf>,
    name: String,
    file: Option<File>,
    /// What ends the reading of the inputs.
    inputs: Vec<Signals>,
}

impl Destination {
    /// The file at `path`, or standard output for `-`. Refused if it is one of the files that are
    /// read, a directory, or in none; nothing is opened.
    pub(crate) fn new(path: &Path, inputs: &[&Input]) -> anyhow::Result<Destination> {
        let standard = path == Path::new("-");
        let name = if standard { "standard output".into() } else { path.display().to_string() };
        let metadata = if standard {
            standard_output().and_then(|file| file.metadata()).ok()
        } else {
            fs::metadata(path).ok()
        };
        match metadata {
            Some(metadata) if metadata.is_dir() => bail!("{name}: is a directory"),
            Some(metadata) => {
                let identity = Identity::of(&metadata);
                if let Some(input) = inputs.iter().find(|input| input.identity() == identity)
                    && identity.is_some()
                {
                    bail!("{}: is read and written, name another output", input.name());
                }
            }
            None => {
                let folder = path.parent().filter(|folder| *folder != Path::new(""));
                if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                    bail!("{name}: there is no folder {}", folder.display());
                }
            }
        }
        let path = (!standard).then(|| path.to_path_buf());
        let inputs = inputs.iter().map(|input| input.signals().clone()).collect();
        Ok(Destination { path, name, file: None, inputs })
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a file (or will be one), not standard output, a device or a pipe.
    pub(crate) fn is_file(&self) -> bool {
        self.path.as_ref().is_some_and(|path| !path.exists() || path.is_file())
    }

    /// Whether both are written to one file.
    pub(crate) fn is(&self, other: &Destination) -> bool {
        let identity =
            |place: &Destination| Identity::of(&fs::metadata(place.path.as_ref()?).ok()?);
        // Where it will be, if it is not there yet.
        let place = |place: &Destination| {
            let path = std::path::absolute(place.path.as_ref()?).ok()?;
            Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
        };
        self.path == other.path
            || identity(self).is_some_and(|one| identity(other) == Some(one))
            || place(self).is_some_and(|one| place(other) == Some(one))
    }

    /// Opens the file as it is, if it exists, and gives it to be read before anything is written.
    pub(crate) fn reopen(&mut self) -> anyhow::Result<Option<File>> {
        let Some(path) = self.path.as_ref().filter(|_| self.is_file()) else {
            bail!("{}: is no file that can be continued", self.name);
        };
        if !path.exists() {
            return Ok(None);
        }
        let file = open_locked(path).with_context(|| self.name.clone())?;
        let reader = file.try_clone().with_context(|| self.name.clone())?;
        self.file = Some(file);
        Ok(Some(reader))
    }

    /// Cuts a reopened file to a length; what is written stands behind.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        let file = self.open()?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    fn open(&mut self) -> io::Result<&mut File> {
        let file = match (self.file.take(), &self.path) {
            (Some(file), _) => file,
            (None, None) => standard_output()?,
            (None, Some(path)) => {
                let file = open_locked(path)?;
                if file.metadata()?.is_file() {
                    file.set_len(0)?;
                }
                file
            }
        };
        Ok(self.file.insert(file))
    }
}

/// Opens a file to write it, unless another run does: it is left as it is.
fn open_locked(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true);
    // A pipe that is open for reading too waits for this very program when all others have left.
    if path.is_file() || !path.exists() {
        options.read(true).create(true).truncate(false);
    }
    let file = options.open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) if path.is_file() => {
            Err(io::Error::new(ErrorKind::ResourceBusy, "another run is writing it"))
        }
        // Locks that a file system does not know can't be held by another run either.
        _ => Ok(file),
    }
}

impl Write for Destination {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let error = match self.open().map(|file| file.write(text)) {
            Ok(Ok(written)) => return Ok(written),
            Ok(Err(error)) if error.kind() == ErrorKind::Interrupted => return Err(error),
            Ok(Err(error)) => named(&format!("{}: write error", self.name), error),
            Err(error) => named(&self.name, error),
        };
        // Other threads may be waiting for input that never comes.
        self.inputs.iter().for_each(Signals::give_up);
        Err(error)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn standard_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}
