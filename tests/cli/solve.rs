//! `shudu solve`

use std::fs;

use crate::harness::{Folder, cases, fixture};

const EASY: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n";
const EASY_ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
const IMPOSSIBLE: &str =
    "009028700806004005003000004600000000020713450000000002300000500900400807001250300\n";
const TWO: &str =
    "534008912672195348198342567859001423426853791713924856961537284287419635345286179\n";

/// Nine spaced rows.
fn grid(line: &str) -> String {
    let mut text = String::new();
    for (index, cell) in line.trim().chars().enumerate() {
        text.push(cell);
        text.push(if index % 9 == 8 { '\n' } else { ' ' });
    }
    text
}

#[test]
fn answers_stand_in_the_order_of_the_puzzles() {
    let folder = Folder::with("puzzles.txt", format!("{}\n{}", grid(EASY), grid(IMPOSSIBLE)));
    folder.run(&["solve", "puzzles.txt"]).is(
        1,
        "",
        "puzzles.txt:11: puzzle 2 has no solution\n\
         2 puzzles: 1 solved, 1 without a solution; TIME\n",
    );
    let expected = format!("{}\n{}", grid(EASY_ANSWER), grid(IMPOSSIBLE));
    assert_eq!(folder.read("solve_sudo.txt"), expected);
    assert_eq!(expected.len(), 163 * 2 - 1);
}

#[test]
fn clashing_givens_are_named() {
    let text = EASY.replacen("530070000", "530070005", 1);
    let folder = Folder::with("puzzles.txt", &text);
    folder.run(&["solve", "puzzles.txt", "-q", "--to", "line"]).is(
        1,
        "",
        "puzzles.txt:1: puzzle 1 has no solution: row 1: 5 stands twice (columns 1 and 9)\n",
    );
    assert_eq!(folder.read("solve_sudo.txt"), text);
}

#[test]
fn a_second_run_overwrites_the_first() {
    let folder = Folder::with("puzzles.txt", [EASY, EASY].concat());
    folder.run(&["solve", "puzzles.txt"]).is(0, "", "2 puzzles: 2 solved; TIME\n");
    folder.write("puzzles.txt", EASY);
    folder.run(&["solve", "puzzles.txt"]).is(0, "", "1 puzzle: 1 solved; TIME\n");
    assert_eq!(folder.read("solve_sudo.txt"), grid(EASY_ANSWER));
}

#[test]
fn a_pure_filter() {
    let folder = Folder::new();
    let arguments = ["solve", "-", "-o", "-", "--to", "line", "-q"];
    folder.pipe(&arguments, [EASY, IMPOSSIBLE, EASY].concat()).is(
        1,
        &[EASY_ANSWER, IMPOSSIBLE, EASY_ANSWER].concat(),
        "standard input:2: puzzle 2 has no solution\n",
    );
    assert!(!folder.has("solve_sudo.txt"));
}

#[test]
fn csv_has_the_puzzles_beside() {
    let folder = Folder::with("puzzles.txt", EASY);
    folder.run(&["solve", "puzzles.txt", "--to", "csv", "-o", "-", "-q"]).is(
        0,
        &format!("puzzle,solution\n{},{EASY_ANSWER}", EASY.trim()),
        "",
    );
}

#[test]
fn several_solutions_are_a_finding_if_asked_for() {
    let folder = Folder::with("puzzles.txt", TWO);
    let summary = "1 puzzle: 1 solved, 1 with several solutions; TIME\n";
    let named = "puzzles.txt:1: puzzle 1 has several solutions\n";
    folder.run(&["solve", "puzzles.txt"]).is(0, "", summary);
    let both = format!("{named}{summary}");
    folder.run(&["solve", "puzzles.txt", "--unique"]).is(1, "", &both);
    folder.run(&["solve", "puzzles.txt", "--unique", "--exit-zero"]).is(0, "", &both);
}

#[test]
fn twenty_are_named_and_the_others_counted() {
    let folder = Folder::with("puzzles.txt", IMPOSSIBLE.repeat(23));
    let named = |line| format!("puzzles.txt:{line}: puzzle {line} has no solution\n");
    let expected = (1..=20).map(named).collect::<String>() + "and 3 more without a solution\n";
    folder.run(&["solve", "puzzles.txt", "-q"]).is(1, "", &expected);
    folder.run(&["solve", "puzzles.txt", "-q", "--exit-zero"]).is(0, "", &expected);
}

#[test]
fn the_report_has_a_row_for_each_puzzle() {
    let folder = Folder::with("puzzles.txt", [EASY, IMPOSSIBLE, TWO].concat());
    folder.run(&["solve", "puzzles.txt", "--report", "report.csv", "--exit-zero", "-q"]);
    let report = folder.read("report.csv");
    let rows: Vec<_> = report.lines().map(|row| row.rsplit_once(',').unwrap()).collect();
    let columns: Vec<_> = rows.iter().map(|row| row.0).collect();
    let expected = ["puzzle,line,clues,status,solutions", "1,1,30,one,1", "2,2,28,none,0"];
    assert_eq!(columns[..3], expected);
    assert_eq!(rows[0].1, "guesses");
    assert!(rows[1..].iter().all(|row| row.1.parse::<u32>().is_ok()));
}

#[test]
fn the_report_is_the_same_everywhere() {
    let folder = Folder::new();
    let puzzles = fixture("puzzles.txt");
    let report = |backend: &str, threads| {
        let arguments = ["solve", puzzles.to_str().unwrap(), "-q", "--report", "report.csv"];
        let done = folder.run(&[&arguments[..], &["--backend", backend, "-j", threads]].concat());
        done.is(0, "", "");
        folder.read("report.csv")
    };
    let expected = report("scalar", "1");
    assert_eq!(expected.lines().count(), 101);
    for backend in shudu::Backend::available() {
        for threads in ["1", "2"] {
            assert_eq!(report(&backend.to_string(), threads), expected, "{backend}");
        }
    }
}

#[test]
fn an_input_without_puzzles_leaves_old_answers_alone() {
    for text in ["", "\n\n\n"] {
        let folder = Folder::with("puzzles.txt", text);
        folder.write("solve_sudo.txt", "old");
        folder.run(&["solve", "puzzles.txt"]).is(0, "", "no puzzle in puzzles.txt\n");
        assert_eq!(folder.read("solve_sudo.txt"), "old");
    }
}

#[test]
fn input_and_output_being_one_file_is_refused() {
    let folder = Folder::with("solve_sudo.txt", EASY);
    fs::hard_link(folder.path("solve_sudo.txt"), folder.path("hard")).unwrap();
    let refused = |name| format!("shudu: {name}: is read and written, name another output\n");
    folder.run(&["solve", "solve_sudo.txt"]).is(2, "", &refused("solve_sudo.txt"));
    folder.run(&["solve", "solve_sudo.txt", "-o", "hard"]).is(2, "", &refused("solve_sudo.txt"));
    folder.run(&["solve", "hard", "-o", "x", "--report", "hard"]).is(2, "", &refused("hard"));
    assert_eq!(folder.read("solve_sudo.txt"), EASY);
    assert!(!folder.has("x"));
}

#[test]
fn places_that_are_none_are_named() {
    let folder = Folder::with("puzzles.txt", EASY);
    fs::create_dir(folder.path("folder")).unwrap();
    for (arguments, error) in [
        (&["solve", "puzzles.txt", "-o", "no/x.txt"][..], "no/x.txt: there is no folder no"),
        (&["solve", "puzzles.txt", "-o", "folder"], "folder: is a directory"),
        (&["solve", "folder"], "folder: is a directory"),
        (&["solve", "missing.txt"], "missing.txt: No such file or directory (os error 2)"),
    ] {
        folder.run(arguments).is(2, "", &format!("shudu: {error}\n"));
        assert!(!folder.has("solve_sudo.txt"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_trouble() {
    let folder = Folder::with("puzzles.txt", EASY);
    folder.run(&["solve", "puzzles.txt", "-o", "/dev/full"]).is(
        2,
        "",
        "shudu: /dev/full: write error: No space left on device (os error 28)\n",
    );
}

#[test]
fn cases_have_their_answers_files() {
    let mut compared = 0;
    for (id, input, expected) in cases("solve-file") {
        let Some(answers) = expected["solve_file"].as_str() else { continue };
        let folder = Folder::with("puzzles.txt", input);
        folder.run(&["solve", "puzzles.txt"]).is(0, "", "2 puzzles: 2 solved; TIME\n");
        assert_eq!(folder.read("solve_sudo.txt"), answers, "{id}");
        compared += 1;
    }
    assert!(compared >= 16, "{compared}");
}

#[test]
fn cases_have_their_status_and_solution() {
    let cases = cases("status");
    let puzzles: String = cases.iter().map(|case| case.1.clone() + "\n").collect();
    let folder = Folder::with("puzzles.txt", puzzles);
    let arguments = ["solve", "puzzles.txt", "--to", "line", "--report", "report.csv", "-q"];
    assert_eq!(folder.run(&arguments).status, Some(1));
    let (answers, report) = (folder.read("solve_sudo.txt"), folder.read("report.csv"));
    assert_eq!(answers.lines().count(), cases.len());
    for ((row, answer), (id, puzzle, expected)) in
        report.lines().skip(1).zip(answers.lines()).zip(&cases)
    {
        let fields: Vec<&str> = row.split(',').collect();
        let status = match expected["status"].as_str().unwrap() {
            "unique" => "one",
            "multiple" => "several",
            "none" | "invalid" => "none",
            status => panic!("{id}: {status}"),
        };
        assert_eq!(fields[3], status, "{id}");
        if let Some(clues) = expected["givens"].as_u64() {
            assert_eq!(fields[2], clues.to_string(), "{id}");
        }
        if let Some(solution) = expected["solution"].as_str() {
            assert_eq!(answer, solution, "{id}");
        }
        if status == "none" {
            assert_eq!(answer, puzzle.replace('.', "0"), "{id}");
        }
    }
}

#[test]
fn malformed_records_keep_their_places() {
    let short = &EASY[1..];
    let text = [EASY, short, IMPOSSIBLE, "# a comment\n", short, TWO].concat();
    let folder = Folder::with("puzzles.txt", text);
    let zeros = "0".repeat(81) + "\n";
    let done = folder.run(&["solve", "puzzles.txt", "--to", "line", "-o", "-", "-j2"]);
    let lines: Vec<&str> = done.stdout.split_inclusive('\n').collect();
    assert_eq!(lines[..4], [EASY_ANSWER, &zeros, IMPOSSIBLE, &zeros]);
    assert_eq!((lines.len(), lines[4]), (5, EASY_ANSWER));
    assert_eq!(
        done.stderr,
        "puzzles.txt:2:81: puzzle 2: 80 cells, expected 81\n\
         puzzles.txt:3: puzzle 3 has no solution\n\
         puzzles.txt:5:81: puzzle 4: 80 cells, expected 81\n\
         5 puzzles: 2 solved, 1 with several solutions, 1 without a solution, 2 malformed; TIME\n"
    );
    assert_eq!(done.status, Some(2));
}

#[test]
fn bad_inputs_get_their_messages() {
    let mut seen = 0;
    for entry in fs::read_dir(fixture("bad")).unwrap() {
        let path = entry.unwrap().path();
        let Ok(expected) = fs::read_to_string(path.with_extension("expected")) else { continue };
        if path.extension().is_some_and(|extension| extension == "expected") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let folder = Folder::with(name, fs::read(&path).unwrap());
        let done = folder.run(&["solve", name, "-q"]);
        let said: Vec<&str> = done.stderr.lines().collect();
        for message in expected.lines() {
            assert!(said.contains(&message), "{name}: {message} is not in {said:?}");
        }
        // Warnings are no trouble.
        let warning = expected.contains("more puzzle") || expected.contains("text after");
        assert_eq!(done.status, Some(if warning { 0 } else { 2 }), "{name}: {said:?}");
        seen += 1;
    }
    assert!(seen >= 30, "{seen}");
}
