//! Pipes and signals: runs that are watched while they run.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdout, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::harness::Folder;

const EASY: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n";
const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

/// A run with all its standard streams piped; killed when it is dropped.
struct Running(Child);

impl Running {
    fn start(folder: &Folder, arguments: &[&str]) -> Running {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shudu"));
        command.current_dir(folder.path(".")).args(arguments).env_remove("SHUDU_BACKEND");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().unwrap())
    }

    fn give(&mut self, text: &str) {
        self.0.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn stdout(&mut self) -> BufReader<ChildStdout> {
        BufReader::new(self.0.stdout.take().unwrap())
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// How it ended, and what it said; a run that does not end fails the test.
    fn end(mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end");
            thread::sleep(Duration::from_millis(2));
        };
        let mut stderr = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        (status, stderr)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn one_puzzle_is_answered_while_the_pipe_stays_open() {
    let folder = Folder::new();
    for threads in ["1", "2"] {
        let arguments = ["solve", "-o", "-", "--to", "line", "-q", "-j", threads];
        let mut run = Running::start(&folder, &arguments);
        let mut answers = run.stdout();
        for _ in 0..3 {
            run.give(EASY);
            let mut answer = String::new();
            answers.read_line(&mut answer).unwrap();
            assert_eq!(answer, ANSWER);
        }
        drop(run.0.stdin.take());
        let (status, stderr) = run.end();
        assert_eq!((status.code(), &*stderr), (Some(0), ""));
    }
}

#[test]
fn nine_rows_are_answered_before_the_empty_line_behind_them() {
    let folder = Folder::new();
    let mut run = Running::start(&folder, &["solve", "-o", "-", "--to", "line", "-q"]);
    let mut answers = run.stdout();
    let rows = EASY.trim().as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n");
    let rows: String = rows.collect();
    for separator in ["", "\n", "\n"] {
        run.give(&format!("{separator}{rows}"));
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, ANSWER);
    }
    drop(run.0.stdin.take());
    let (status, stderr) = run.end();
    assert_eq!((status.code(), &*stderr), (Some(0), ""));
}

#[test]
fn a_reader_who_leaves_ends_it_quietly() {
    let folder = Folder::with("puzzles.txt", EASY.repeat(20_000));
    folder.write("answers.txt", ANSWER.repeat(20_000));
    let row = "answer,puzzle,line,verdict,findings,message\n";
    let json = "{\"kind\":\"empty\",\"file\":\"puzzles.txt\",\"line\":1,\"column\":3,\"number\":1,\
        \"count\":1,\"message\":\"answer 1: 51 empty cells\",\"cells\":[[1,3],[1,4],";
    for (first, arguments) in [
        ("5 3 4 6 7 8 9 1 2\n", "solve puzzles.txt -o -"),
        ("5 3 4 6 7 8 9 1 2\n", "solve puzzles.txt -o /dev/stdout"),
        (row, "check puzzles.txt answers.txt --report /dev/stdout"),
        (json, "check puzzles.txt --max-findings 20000 --format jsonl"),
    ] {
        for threads in ["-j1", "-j2"] {
            let arguments: Vec<&str> = arguments.split(' ').chain([threads]).collect();
            let mut run = Running::start(&folder, &arguments);
            let mut line = String::new();
            run.stdout().read_line(&mut line).unwrap();
            assert_eq!(line.get(..first.len()), Some(first));
            let (status, stderr) = run.end();
            assert_eq!((status.code(), &*stderr), (Some(141), ""));
        }
    }
}

#[test]
fn a_reader_who_leaves_ends_the_waiting_for_input() {
    let folder = Folder::with("answers.txt", EASY.repeat(20_000));
    // So many that the first results are written while the others are waited for.
    for (puzzles, arguments) in [
        (1, "solve - -o - --to line -j2"),
        (1, "count - --to csv -j2"),
        (1, "target - -j2"),
        (1, "convert - -o - --to line -j2"),
        (5_000, "check - answers.txt --max-findings 20000 -j2"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut run = Running::start(&folder, &arguments);
        // A reader of its own, before anything is given: what other tests start meanwhile may hold
        // the end that is in this process for a moment.
        let stdout = run.0.stdout.take().unwrap();
        let head = std::process::Command::new("head")
            .arg("-n1")
            .stdin(stdout)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // It may well have ended before it has taken all.
        let stdin = run.0.stdin.as_mut().unwrap();
        let _ = stdin.write_all(EASY.repeat(puzzles).as_bytes());
        assert!(head.wait_with_output().unwrap().stdout.ends_with(b"\n"), "{arguments:?}");
        let _ = stdin.write_all(EASY.as_bytes());
        let (status, stderr) = run.end();
        assert_eq!((status.code(), &*stderr), (Some(141), ""), "{arguments:?}");
    }
}

#[test]
fn a_signal_ends_the_waiting_for_input() {
    let folder = Folder::new();
    for (signal, name, code) in [(Signal::INT, "SIGINT", 130), (Signal::TERM, "SIGTERM", 143)] {
        for threads in ["1", "2"] {
            let mut run = Running::start(&folder, &["solve", "--to", "line", "-j", threads]);
            run.give(&EASY.repeat(3));
            run.give("53007"); // A torn puzzle is none, and no answer is made of it.
            while fs::metadata(folder.path("solve_sudo.txt")).map_or(0, |file| file.len()) < 246 {
                thread::sleep(Duration::from_millis(1));
            }
            run.signal(signal);
            let (status, stderr) = run.end();
            assert_eq!(stderr, format!("shudu: stopped by {name} after 3 puzzles\n"));
            assert_eq!(status.code(), Some(code));
            assert_eq!(folder.read("solve_sudo.txt"), ANSWER.repeat(3));
            fs::remove_file(folder.path("solve_sudo.txt")).unwrap();
        }
    }
}

#[test]
fn a_stopped_run_says_how_to_go_on() {
    let lines = 400_000;
    let folder = Folder::with("my puzzles.txt", EASY.repeat(lines));
    let run = Running::start(&folder, &["solve", "my puzzles.txt", "--to", "line", "-j2"]);
    while !folder.has("solve_sudo.txt") {
        thread::sleep(Duration::from_millis(1));
    }
    run.signal(Signal::TERM);
    let (status, stderr) = run.end();
    assert_eq!(status.code(), Some(143));
    let answers = folder.read("solve_sudo.txt");
    let count = answers.len() / ANSWER.len();
    assert!(answers == ANSWER.repeat(count), "only whole answers, and the right ones");
    assert!((1..lines).contains(&count));

    let (stopped, command) = stderr.split_once('\n').unwrap();
    let said: String = stopped.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(said, count.to_string());
    let program = env!("CARGO_BIN_EXE_shudu");
    let go_on = "solve 'my puzzles.txt' --to line -j2 --resume";
    assert_eq!(command, format!("to go on: {program} {go_on}\n"));

    let done = folder.run(&["solve", "my puzzles.txt", "--to", "line", "-j2", "--resume", "-q"]);
    done.is(0, "", "");
    assert!(folder.read("solve_sudo.txt") == ANSWER.repeat(lines));
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let folder = Folder::with("puzzles.txt", EASY.repeat(20_000));
    // Nobody reads the answers: it waits in a write, which the first signal does not end.
    let mut run = Running::start(&folder, &["solve", "puzzles.txt", "-o", "-", "-j1"]);
    let mut answers = run.stdout();
    answers.read_line(&mut String::new()).unwrap();
    thread::sleep(Duration::from_millis(50));
    run.signal(Signal::INT);
    thread::sleep(Duration::from_millis(50));
    assert_eq!(run.0.try_wait().unwrap(), None);
    run.signal(Signal::INT);
    let (status, stderr) = run.end();
    assert_eq!((status.signal(), &*stderr), (Some(Signal::INT.as_raw()), ""));
}

#[test]
fn a_count_that_is_interrupted_says_at_least() {
    const SPARSE: &str =
        "1.........2...........3......4..........5......6.........7.......................\n";
    let mut run = Running::start(&Folder::new(), &["count"]);
    run.give(EASY);
    let mut report = run.stdout();
    let mut text = String::new();
    while text.lines().count() < 10 {
        report.read_line(&mut text).unwrap();
    }
    run.give(SPARSE);
    thread::sleep(Duration::from_millis(500));
    run.signal(Signal::INT);
    let (status, stderr) = run.end();
    assert_eq!(status.code(), Some(130));
    let mut rest = String::new();
    report.read_to_string(&mut rest).unwrap();
    if rest.is_empty() {
        // A busy machine: the signal came before the second puzzle.
        assert_eq!(stderr, "shudu: stopped by SIGINT after 1 puzzle\n");
    } else {
        let solutions = rest.strip_prefix("\nPuzzle 2 has at least ").unwrap();
        let solutions = solutions.strip_suffix(" solutions\n").unwrap();
        assert!(solutions.parse::<u128>().unwrap() > 0);
        assert_eq!(stderr, "shudu: stopped by SIGINT after 2 puzzles\n");
    }
}

#[test]
fn a_signal_ends_a_search_for_what_is_hardly_to_be_found() {
    for threads in ["1", "2"] {
        let arguments = ["generate", "--clues", "17", "-n", "100", "-j", threads];
        let mut run = Running::start(&Folder::new(), &arguments);
        // The signals are caught before the seed is said.
        let mut said = BufReader::new(run.0.stderr.take().unwrap());
        let mut seed = String::new();
        said.read_line(&mut seed).unwrap();
        assert!(seed.starts_with("seed "), "{seed}");
        run.signal(Signal::INT);
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "shudu: stopped by SIGINT after 0 puzzles\n");
        assert_eq!(run.0.wait().unwrap().code(), Some(130));
        let mut puzzles = String::new();
        run.stdout().read_to_string(&mut puzzles).unwrap();
        assert_eq!(puzzles, "");
    }
}
