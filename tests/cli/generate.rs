//! `shudu generate`

use std::collections::HashSet;
use std::io::Read;
use std::process::Stdio;

use super::harness::{Done, Folder, cases};

fn generate(arguments: &[&str]) -> Done {
    Folder::new().run(&[&["generate"], arguments].concat())
}

/// The lines of what is made with these arguments, quietly, from seed 1.
fn lines(arguments: &[&str]) -> Vec<String> {
    let done = generate(&[&["--seed", "1", "-q", "--to", "line"], arguments].concat());
    assert_eq!(done.stderr, "");
    assert_eq!(done.status, Some(0));
    done.stdout.lines().map(String::from).collect()
}

#[test]
fn the_first_bytes_stay_the_same() {
    generate(&["--seed", "1", "--grids", "-n", "2"]).is(
        0,
        "6 2 7 3 9 1 8 4 5\n9 3 4 5 7 8 1 6 2\n8 1 5 6 4 2 3 9 7\n\
         4 8 3 2 5 9 6 7 1\n1 6 9 8 3 7 5 2 4\n7 5 2 4 1 6 9 3 8\n\
         2 4 1 9 8 3 7 5 6\n5 9 8 7 6 4 2 1 3\n3 7 6 1 2 5 4 8 9\n\n\
         8 4 6 1 7 5 9 3 2\n2 3 1 6 4 9 8 7 5\n5 9 7 3 2 8 4 6 1\n\
         1 2 8 7 9 6 3 5 4\n9 7 3 5 8 4 1 2 6\n6 5 4 2 1 3 7 8 9\n\
         7 1 5 4 3 2 6 9 8\n4 6 9 8 5 7 2 1 3\n3 8 2 9 6 1 5 4 7\n",
        "2 boards; TIME\n",
    );
}

#[test]
fn the_first_puzzles_stay_the_same() {
    for (wishes, puzzle) in [
        (
            &[][..],
            "000300000900000162810002097000259000060030504000000030240000006008760003000000080",
        ),
        (
            &["--minimal"],
            "600390800900000102010002007400059000000007000000400030000003050508060000070100000",
        ),
        (
            &["--solutions", "0"],
            "060250000024009060090008003100000030050000000400060708700004029000000000680070050",
        ),
        (
            &["--solutions", "2"],
            "600390000904000102010002007400059000100807500002400038000003050598060000070120000",
        ),
        (
            &["--symmetry", "full"],
            "020301040900508002005602300483000671000000000752000938001903700500704003070105080",
        ),
        (
            &["--clues", "25"],
            "000300000900000162810002097000259000060030504000000030240000006000760003000000080",
        ),
    ] {
        assert_eq!(lines(wishes), [puzzle], "{wishes:?}");
    }
}

#[test]
fn a_seed_is_drawn_and_said() {
    let done = generate(&["--grids", "--to", "line", "-q"]);
    let seed = done.stderr.strip_prefix("seed ").and_then(|rest| rest.split(';').next()).unwrap();
    assert_eq!(done.stderr, format!("seed {seed}; repeat with --seed {seed}\n"));
    assert_eq!(done.stdout.len(), 82);
    generate(&["--grids", "--to", "line", "-q", "--seed", seed]).is(0, &done.stdout, "");
    assert_ne!(generate(&["--grids", "--to", "line", "-q"]).stdout, done.stdout);
}

#[test]
fn as_many_as_asked_for_and_all_distinct() {
    for n in [1, 20, 1024, 1025, 5000] {
        let made = lines(&["--grids", "-n", &n.to_string()]);
        assert_eq!(made.len(), n);
        assert_eq!(made.iter().collect::<HashSet<_>>().len(), n);
        assert!(made.iter().all(|line| line.len() == 81 && !line.contains('0')));
    }
    assert_eq!(lines(&[]).len(), 1);
    let made = lines(&["-n", "1030"]);
    assert_eq!(made.iter().collect::<HashSet<_>>().len(), 1030);
}

#[test]
fn threads_and_backends_do_not_matter() {
    for wishes in
        [&["--grids", "-n", "3000"][..], &["-n", "1500"], &["--solutions", "0", "-n", "5"]]
    {
        let one = lines(&[wishes, &["-j", "1"]].concat());
        for threads in ["2", "3"] {
            assert_eq!(lines(&[wishes, &["-j", threads]].concat()), one);
        }
        for backend in shudu::Backend::available() {
            assert_eq!(lines(&[wishes, &["--backend", &backend.to_string()]].concat()), one);
        }
    }
}

#[test]
fn the_round_trip() {
    let folder = Folder::new();
    let wishes = ["generate", "-n", "50", "--seed", "2", "-o", "puzzles.txt"];
    for more in [&[][..], &["--solutions", "2..5"], &["--symmetry", "rotational"]] {
        let arguments = [&wishes, more, &["--answers", "answers.txt"]].concat();
        folder.run(&arguments).is(0, "", "50 puzzles; TIME\n");
        assert_eq!(folder.read("puzzles.txt").len(), 163 * 50 - 1);
        let done = folder.run(&["solve", "puzzles.txt", "-q"]);
        assert_eq!(done.status, Some(0));
        assert_eq!(folder.read("solve_sudo.txt"), folder.read("answers.txt"));
    }
    folder
        .run(&["generate", "--seed", "3", "-n", "4", "-q", "--grids", "--answers", "a", "-o", "b"])
        .is(0, "", "");
    assert_eq!(folder.read("a"), folder.read("b"));
    assert_eq!(folder.read("a").len(), 163 * 4 - 1);
}

#[test]
fn puzzles_without_a_solution_are_their_own_answer() {
    let folder = Folder::new();
    let wishes = ["generate", "--solutions", "0", "-n", "3", "--seed", "4", "-q"];
    folder
        .run(&[&wishes[..], &["-o", "puzzles.txt", "--answers", "answers.txt"]].concat())
        .is(0, "", "");
    assert_eq!(folder.read("puzzles.txt"), folder.read("answers.txt"));
    assert_eq!(folder.run(&["solve", "puzzles.txt", "-q"]).status, Some(1));
}

#[test]
fn csv_has_the_solution_beside() {
    let csv = generate(&["--seed", "1", "-q", "-n", "3", "--to", "csv"]);
    let puzzles = lines(&["-n", "3"]);
    let answers =
        Folder::new().pipe(&["solve", "-", "-o", "-", "--to", "line", "-q"], puzzles.join("\n"));
    let rows: Vec<String> =
        puzzles.iter().zip(answers.stdout.lines()).map(|(a, b)| format!("{a},{b}\n")).collect();
    csv.is(0, &format!("puzzle,solution\n{}", rows.concat()), "");
}

#[test]
fn wishes_are_fulfilled() {
    for line in lines(&["-n", "20", "--clues", "30"]) {
        assert_eq!(line.matches('0').count(), 51);
    }
    for line in lines(&["-n", "20", "--blanks", "49..50"]) {
        assert!((49..=50).contains(&line.matches('0').count()));
    }
    assert!(
        lines(&["-n", "20", "--grids", "--first-cell", "7"])
            .iter()
            .all(|line| line.starts_with('7'))
    );
}

#[test]
fn numbers_are_plain_numbers() {
    for number in ["0", "12abc", "1.5", "", " 3", "1e3", "+3", "99999999999", "1000000001", "１０"]
    {
        let message = format!(
            "error: invalid value '{number}' for '-n <N>': expected a number from 1 to 1000000000\n\n\
             For more information, try '--help'.\n"
        );
        generate(&["-n", number]).is(2, "", &message);
    }
    for (option, value) in [
        ("-n", "-3"),
        ("--seed", "x"),
        ("--seed", "18446744073709551616"),
        ("--clues", "82"),
        ("--clues", "30..29"),
        ("--clues", "30.."),
        ("--clues", "20~30"),
        ("--blanks", "55..20"),
        ("--solutions", "2..1"),
        ("--solutions", "1000001"),
        ("--solutions", "-1"),
        ("--symmetry", "round"),
        ("--first-cell", "0"),
        ("--first-cell", "10"),
        ("--to", "xml"),
        ("-j", "0"),
        ("-c", "10"),
        ("-m", "1"),
        ("-r", "20~55"),
    ] {
        let done = generate(&[option, value, "--seed", "1"]);
        assert_eq!((done.status, &done.stdout[..]), (Some(2), ""), "{option} {value}");
        assert_ne!(done.stderr, "");
    }
}

#[test]
fn wishes_that_exclude_each_other() {
    for arguments in [
        &["--grids", "--solutions", "0"][..],
        &["--grids", "--clues", "30"],
        &["--grids", "--minimal"],
        &["--grids", "--symmetry", "full"],
        &["--clues", "30", "--blanks", "51"],
        &["-n", "10", "-n", "20"],
    ] {
        let done = generate(arguments);
        assert_eq!((done.status, &done.stdout[..]), (Some(2), ""), "{arguments:?}");
        assert!(done.stderr.starts_with("error: the argument '"), "{}", done.stderr);
    }
    generate(&["--minimal", "--solutions", "2"]).is(
        2,
        "",
        "shudu: a minimal puzzle and solutions other than 1 exclude each other\n",
    );
}

#[test]
fn wishes_that_cannot_be_had() {
    for (arguments, reason) in [
        (&["--clues", "16"][..], "one solution takes at least 17 clues"),
        (&["--symmetry", "full", "--clues", "18"], "no set of so many cells has that symmetry"),
        (&["--solutions", "2", "--blanks", "3"], "several solutions take at least 4 blanks"),
    ] {
        generate(arguments).is(1, "", &format!("shudu: there is no such puzzle: {reason}\n"));
    }
}

#[test]
fn arguments_of_other_programs_are_refused() {
    for (id, input, expected) in cases("cli") {
        if !id.starts_with("pair-arg-") && !id.starts_with("course-c-arg") {
            continue;
        }
        let arguments: Vec<&str> =
            input.split_whitespace().map(|word| word.trim_matches('"')).collect();
        let arguments = if id.starts_with("course") { &arguments[1..] } else { &arguments[..] };
        // These mean the same here, and nothing: one puzzle.
        if arguments == ["-n", "10"] || arguments.is_empty() {
            continue;
        }
        let done = generate(arguments);
        assert_eq!(
            (done.status, &done.stdout[..]),
            (Some(2), ""),
            "{id}: {arguments:?}: {expected}"
        );
    }
}

#[test]
fn nothing_is_touched_before_all_is_known_to_be_well() {
    let folder = Folder::with("old.txt", "old");
    for arguments in [
        &["--clues", "16", "-o", "old.txt"][..],
        &["--clues", "x", "-o", "old.txt"],
        &["-o", "old.txt", "--answers", "old.txt"],
        &["-o", "old.txt", "--answers", "./old.txt"],
        &["-o", "old.txt", "--answers", "no/new.txt"],
    ] {
        let done = folder.run(&[&["generate", "--seed", "1"], arguments].concat());
        assert_ne!(done.status, Some(0), "{arguments:?}");
        assert_eq!(folder.read("old.txt"), "old");
    }
    folder.run(&["generate", "-o", "a.txt", "--answers", "a.txt"]).is(
        2,
        "",
        "shudu: a.txt: the puzzles and the answers need a file each\n",
    );
    assert!(!folder.has("a.txt"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_trouble() {
    let done = generate(&["--seed", "1", "-q", "-o", "/dev/full"]);
    done.is(2, "", "shudu: /dev/full: write error: No space left on device (os error 28)\n");
}

#[test]
#[cfg(unix)]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = Folder::new();
    let program = folder.shudu(&[]).get_program().to_owned();
    let mut child = std::process::Command::new(program)
        .args(["generate", "--seed", "1", "--grids", "-n", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(141));
}
