//! `shudu convert`

use std::fs;

use crate::harness::{Folder, fixture};

const LINE: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Nine spaced rows.
fn grid(line: &str) -> String {
    let row = |row: &[u8]| {
        let cells: Vec<String> = row.iter().map(|&byte| char::from(byte).to_string()).collect();
        cells.join(" ") + "\n"
    };
    line.as_bytes().chunks(9).map(row).collect()
}

#[test]
fn every_layout_becomes_each_that_is_written() {
    let rows = grid(LINE).replace(' ', "");
    let boxed = format!("+---+---+---+\n{rows}+---+---+---+\n");
    let xml = format!("<opensudoku>\n<game data=\"{LINE}\"/>\n</opensudoku>\n");
    let inputs = [
        ("grid", grid(LINE)),
        ("line", format!("{} # 1.2\n", LINE.replace('0', "."))),
        ("csv", format!("id,puzzle\n1,{LINE}\n")),
        ("sdk", format!("[Puzzle]\n{rows}\n[State]\n{rows}")),
        ("sdm", format!("{LINE}\n")),
        ("ss", boxed),
        ("judge", format!("1\n{rows}")),
        ("opensudoku", xml),
        ("bank", format!("000a3bd2f1c9 {LINE}  1.2\n")),
    ];
    for (from, text) in inputs {
        let folder = Folder::with("in", text);
        for (to, expected) in [
            ("grid", grid(LINE)),
            ("line", format!("{LINE}\n")),
            ("csv", format!("puzzle,solution\n{LINE},\n")),
        ] {
            for arguments in [&["--from", from][..], &[]] {
                let all = [&["convert", "in", "-o", "out", "--to", to][..], arguments].concat();
                folder.run(&all).is(0, "", "1 puzzle: 1 converted; TIME\n");
                assert_eq!(folder.read("out"), expected, "{from} to {to}");
            }
        }
    }
}

#[test]
fn there_and_back() {
    let folder = Folder::new();
    let puzzles = [LINE, ANSWER, &"0".repeat(81)];
    let lines: String = puzzles.iter().map(|line| format!("{line}\n")).collect();
    let grids = puzzles.map(grid).join("\n");
    folder.pipe(&["convert", "-", "-o", "-", "-q"], &lines).is(0, &grids, "");
    folder.pipe(&["convert", "-", "-o", "-", "-q", "--to", "line"], &grids).is(0, &lines, "");
}

#[test]
fn a_table_keeps_the_solutions() {
    let folder = Folder::with("in", format!("{LINE}:1:{ANSWER}\n{LINE}\n"));
    let expected = format!("puzzle,solution\n{LINE},{ANSWER}\n{LINE},\n");
    folder.run(&["convert", "in", "-o", "out.csv", "--to", "csv", "-q"]).is(0, "", "");
    assert_eq!(folder.read("out.csv"), expected);
    folder.run(&["convert", "out.csv", "-o", "-", "--to", "csv", "-q"]).is(0, &expected, "");
}

#[test]
fn a_record_that_is_no_puzzle_keeps_its_place() {
    let folder = Folder::with("in", format!("{LINE}\n{}\n{LINE}\n", &LINE[1..]));
    folder.run(&["convert", "in", "-o", "out", "--to", "line"]).is(
        2,
        "",
        "in:2:81: puzzle 2: 80 cells, expected 81\n\
         3 puzzles: 2 converted, 1 malformed; TIME\n",
    );
    assert_eq!(folder.read("out"), format!("{LINE}\n{}\n{LINE}\n", "0".repeat(81)));
    folder.run(&["convert", "in", "-o", "-", "-q"]).is(
        2,
        &[LINE, &"0".repeat(81), LINE].map(grid).join("\n"),
        "in:2:81: puzzle 2: 80 cells, expected 81\n",
    );
}

/// `convert` says of each bad input exactly what stands beside it.
#[test]
fn every_bad_input_gets_its_message() {
    for entry in fs::read_dir(fixture("bad")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "expected") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let folder = Folder::with(name, fs::read(&path).unwrap());
        let done = folder.run(&["convert", name, "-o", "out", "-q"]);
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap();
        let said = done.stderr.replace(&format!("no puzzle in {name}\n"), "");
        assert_eq!(said, expected, "{name}");
        // Text behind the puzzles and puzzles behind the declared ones are worth a word only.
        let warning = matches!(name, "text-tail.txt" | "judge-too-few-declared.txt");
        assert_eq!(done.status, Some(if warning { 0 } else { 2 }), "{name}");
    }
}

#[test]
fn without_a_puzzle_nothing_is_written() {
    let folder = Folder::with("in", "\n# nothing\n");
    folder.write("out", "old");
    folder.run(&["convert", "in", "-o", "out"]).is(0, "", "no puzzle in in\n");
    assert_eq!(folder.read("out"), "old");
    folder.write("in", "Dear reader\n");
    folder.run(&["convert", "in", "-o", "out"]).is(
        2,
        "",
        "in:1:1: text, but no puzzle in any known layout\nno puzzle in in\n",
    );
    assert_eq!(folder.read("out"), "old");
}

#[test]
fn bad_usage_touches_nothing() {
    let folder = Folder::with("in", LINE);
    folder.write("out", "old");
    let same = folder.run(&["convert", "in", "-o", "in"]);
    same.is(2, "", "shudu: in: is read and written, name another output\n");
    let missing = folder.run(&["convert", "nowhere", "-o", "out"]);
    assert!(missing.stderr.starts_with("shudu: nowhere: "), "{}", missing.stderr);
    for arguments in [
        &["convert", "in"][..],
        &["convert", "-o", "out"],
        &["convert", "in", "-o", "out", "--to", "sdk"],
        &["convert", "in", "-o", "out", "--from", "xls"],
    ] {
        let done = folder.run(arguments);
        assert_eq!(done.status, Some(2), "{arguments:?}");
        assert!(done.stderr.starts_with("error: "), "{arguments:?}: {}", done.stderr);
    }
    assert_eq!((folder.read("in").as_str(), folder.read("out").as_str()), (LINE, "old"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_trouble() {
    let folder = Folder::with("in", LINE);
    let done = folder.run(&["convert", "in", "-o", "/dev/full"]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("/dev/full: write error: No space left"), "{}", done.stderr);
}
