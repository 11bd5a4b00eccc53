//! Help, version, completions, manual pages, and what is no command line.

use std::fs;
use std::process::Command;

use crate::harness::{Folder, fixture};

/// The commands that work on puzzles, with what their help shows.
fn commands() -> Vec<(&'static str, String)> {
    let names = ["solve", "generate", "check", "target"];
    let help = |name| Folder::new().run(&[name, "--help"]).stdout;
    names.map(|name| (name, help(name))).into()
}

#[test]
#[cfg(unix)]
fn examples_work_as_typed_in_the_repository() {
    for (name, help) in commands() {
        let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        let examples: Vec<&str> = examples.take_while(|line| !line.is_empty()).collect();
        let folder = Folder::new();
        fs::create_dir(folder.path("fixtures")).unwrap();
        for entry in fs::read_dir(fixture(".")).unwrap() {
            let entry = entry.unwrap();
            if entry.path().is_file() {
                fs::copy(entry.path(), folder.path("fixtures").join(entry.file_name())).unwrap();
            }
        }
        for example in &examples {
            assert!(example.contains(&format!("shudu {name}")), "{example}");
            let line = example.replace("shudu ", concat!(env!("CARGO_BIN_EXE_shudu"), " "));
            let output = Command::new("sh")
                .args(["-ec", &line])
                .current_dir(folder.path("."))
                .env_remove("SHUDU_BACKEND")
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{example}: {}: {stderr}", output.status);
        }
        assert_eq!(examples.len(), 3, "{name}");
    }
}

#[test]
fn the_readme_shows_what_happens() {
    let readme = fs::read_to_string(fixture("../README.md")).unwrap();
    let example = readme.split("```console\n").nth(1).unwrap().split("```").next().unwrap();
    let mut steps = example.split("$ ").skip(1).map(|step| step.split_once('\n').unwrap());
    let mut next = |command| {
        let (typed, shown) = steps.next().unwrap();
        assert_eq!(typed, command);
        shown
    };
    let folder = Folder::with("puzzles.txt", next("cat puzzles.txt"));
    let done = folder.run(&["solve", "puzzles.txt"]);
    let shown = next("shudu solve puzzles.txt");
    assert_eq!(done.stderr.split("; TIME").next(), shown.split("; 1 ms").next());
    assert_eq!(format!("{}\n", done.status.unwrap()), next("echo $?"));
    let head = next("head -n 11 solve_sudo.txt");
    assert_eq!((head.lines().count(), folder.read("solve_sudo.txt").find(head)), (11, Some(0)));
}

#[test]
fn no_command_line_is_a_usage_error() {
    let folder = Folder::new();
    let done = folder.run(&[]);
    assert_eq!((done.status, &*done.stdout), (Some(2), ""));
    assert!(done.stderr.contains("Usage: shudu"));
    for arguments in [
        &["-c", "0"][..],
        &["-m", "1"],
        &["solve", "--nonsense"],
        &["solve", "a", "b"],
        &["solve", "a", "-j", "0"],
        &["solve", "a", "--to", "sdk"],
        &["solve", "a", "--any", "--unique"],
        &["solve", "a", "--backend", "abacus"],
    ] {
        let done = folder.run(arguments);
        assert_eq!((done.status, &*done.stdout), (Some(2), ""), "{arguments:?}");
        assert!(done.stderr.starts_with("error: "), "{}", done.stderr);
    }
    assert!(!folder.has("solve_sudo.txt"));
}

#[test]
fn version() {
    let expected = concat!("shudu ", env!("CARGO_PKG_VERSION"), "\n");
    Folder::new().run(&["--version"]).is(0, expected, "");
    Folder::new().run(&["-V"]).is(0, expected, "");
}

#[test]
fn completions_and_manual_pages() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = folder.run(&["completions", shell]);
        assert_eq!((done.status, &*done.stderr), (Some(0), ""), "{shell}");
        assert!(done.stdout.contains("resume"), "{shell}");
    }
    for (arguments, title) in
        [(&["man"][..], ".TH shudu 1"), (&["man", "solve"], ".TH shudu-solve 1")]
    {
        let done = folder.run(arguments);
        assert_eq!((done.status, &*done.stderr), (Some(0), ""));
        assert!(done.stdout.contains(title), "{}", done.stdout);
    }
    folder.run(&["man", "abacus"]).is(2, "", "shudu: there is no command abacus\n");
}
