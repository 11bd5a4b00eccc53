//! What the tests of all commands share.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

/// A folder of a test's own, where its files are and the program runs.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// One with a file in it.
    pub(crate) fn with(name: &str, text: impl AsRef<[u8]>) -> Folder {
        let folder = Folder::new();
        folder.write(name, text);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The program, to be started here; its environment says nothing of backends or colours.
    pub(crate) fn shudu(&self, arguments: &[&str]) -> Command {
        let mut command = cargo_bin_cmd!("shudu");
        command.current_dir(&self.0).args(arguments).env_remove("SHUDU_BACKEND");
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Done {
        Done::of(&mut self.shudu(arguments))
    }

    /// Runs the program to its end on this standard input.
    pub(crate) fn pipe(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Done {
        Done::of(self.shudu(arguments).write_stdin(input.as_ref()))
    }
}

/// A run that has ended.
#[derive(Debug)]
pub(crate) struct Done {
    /// The exit status; none if a signal ended it.
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    /// Standard error, with the time and the rate of a summary as `TIME`.
    pub(crate) stderr: String,
}

impl Done {
    fn of(command: &mut Command) -> Done {
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        Done {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: stderr.lines().map(|line| timeless(line) + "\n").collect(),
        }
    }

    /// Asserts all that a run has to show.
    #[track_caller]
    pub(crate) fn is(&self, status: i32, stdout: &str, stderr: &str) {
        assert_eq!(self.stderr, stderr);
        assert_eq!(self.stdout, stdout);
        assert_eq!(self.status, Some(status));
    }
}

/// A line without what differs from run to run.
fn timeless(line: &str) -> String {
    match line.rsplit_once("; ") {
        Some((summary, time)) if time.ends_with("/s") => format!("{summary}; TIME"),
        _ => line.to_string(),
    }
}

/// A file of the repository.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The public cases of a kind: id, input, and what is expected.
pub(crate) fn cases(kind: &str) -> Vec<(String, String, serde_json::Value)> {
    let text = fs::read_to_string(fixture("cases.jsonl")).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    cases
        .filter(|case| case["kind"] == kind)
        .map(|case| (text(&case["id"]), text(&case["input"]), case["expected"].clone()))
        .collect()
}
