//! The layouts: what is read, what is refused, and that it does not matter how the input is cut.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::Value;
use shudu::Grid;
use shudu::error::{Notice, ParseError};
use shudu::format::write::Output;
use shudu::format::{Batch, Layout, Parser};

/// Reads an input that comes in pieces that end at the given places.
fn read_in_pieces(input: &[u8], layout: Option<Layout>, ends: &[usize]) -> (Batch, Vec<Notice>) {
    let mut parser = Parser::new(layout);
    let mut batch = Batch::default();
    let mut done = 0;
    for &end in ends.iter().chain([&input.len()]) {
        if end >= done {
            done += parser.feed(&input[done..end], false, usize::MAX, &mut batch);
        }
    }
    done += parser.feed(&input[done..], true, usize::MAX, &mut batch);
    assert_eq!(done, input.len(), "input left unread");
    (batch, parser.notices().to_vec())
}

fn read(input: &[u8]) -> (Batch, Vec<Notice>) {
    read_in_pieces(input, None, &[])
}

/// Reads an input whole, cut once at every place, byte by byte, and with room for one record at a
/// time; it has to make no difference.
fn read_every_way(input: &[u8]) -> (Batch, Vec<String>) {
    let whole = read(input);
    for cut in 0..input.len() {
        assert_eq!(read_in_pieces(input, None, &[cut]), whole, "cut at {cut}");
    }
    let every: Vec<usize> = (0..input.len()).collect();
    assert_eq!(read_in_pieces(input, None, &every), whole, "byte by byte");
    let said = messages(&whole.0.errors, &whole.1);
    assert_eq!(read_one_by_one(input), (whole.0.puzzles.clone(), said.clone()));
    (whole.0, said)
}

fn read_one_by_one(input: &[u8]) -> (Vec<Grid>, Vec<String>) {
    let mut parser = Parser::new(None);
    let (mut grids, mut errors) = (Vec::new(), Vec::new());
    let mut done = 0;
    loop {
        let mut batch = Batch::default();
        done += parser.feed(&input[done..], true, 1, &mut batch);
        if batch.is_empty() {
            return (grids, messages(&errors, parser.notices()));
        }
        assert_eq!(batch.first, grids.len() as u64 + 1);
        grids.extend(batch.puzzles);
        errors.extend(batch.errors);
    }
}

/// All that is said about an input, as it is shown after the name of the file.
fn messages(errors: &[ParseError], notices: &[Notice]) -> Vec<String> {
    let errors = errors.iter().map(|error| (error.at, error.to_string()));
    let notices = notices.iter().map(|notice| (notice.at, notice.to_string()));
    errors.chain(notices).map(|(at, text)| format!("{}:{}: {text}", at.line, at.column)).collect()
}

fn cases(kinds: &[&str]) -> Vec<Value> {
    let text = fs::read_to_string("fixtures/cases.jsonl").unwrap();
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|case| kinds.contains(&case["kind"].as_str().unwrap()))
        .collect()
}

/// What the cases whose input is wrong have to be answered with.
fn expected_messages(id: &str) -> &'static [&'static str] {
    match id {
        "course-eight-rows" => &["1:1: puzzle 1: 8 rows, expected 9"],
        "course-ten-rows" => &["1:1: puzzle 1: 10 rows, expected 9"],
        "course-two-digit" => &["1:1: puzzle 1: row 1, cell 1 is 10, expected one digit"],
        "fmt-csv-sci" => {
            &["2:1: puzzle 1: 4.30021E+78 is a number rounded by a spreadsheet, expected 81 cells"]
        }
        "fmt-komo" => {
            &["1:1: puzzle 1: a grid in the komo layout, which is not read; expected 81 cells"]
        }
        "fmt-line-80" => &["1:81: puzzle 1: 80 cells, expected 81"],
        "fmt-line-82" => &["1:82: puzzle 1: 82 cells, expected 81"],
        "sicily-count-too-big" => &["1:1: declared 4 puzzles, found 3"],
        "sicily-count-too-small" => &["20:1: 1 more puzzle after the declared 2"],
        "check-half-written" => &["11:1: puzzle 2: 5 rows, expected 9"],
        "check-text-tail" => &["21:1: text after the last puzzle"],
        _ => &[],
    }
}

/// How many records a case holds.
fn expected_records(case: &Value) -> usize {
    let id = case["id"].as_str().unwrap();
    let expected = &case["expected"];
    if let Some(status) = expected["status"].as_array() {
        return status.len();
    }
    if let Some(boards) = expected["boards"].as_u64() {
        return boards as usize;
    }
    match (id, expected["puzzles"].as_u64()) {
        ("fmt-line-80" | "fmt-line-82" | "fmt-csv-sci", Some(0)) => 1,
        (_, Some(puzzles)) => puzzles as usize,
        ("check-empty" | "sicily-zero", _) => 0,
        ("sicily-count-too-small" | "course-eight-rows" | "course-ten-rows", _) => 2,
        ("sicily-9282" | "sicily-12941" | "sicily-contradictory-givens", _) => 1,
        ("check-sum45" | "check-multi-other-solution", _) => 1,
        ("course-empty-grid" | "course-two-digit" | "fmt-komo", _) => 1,
        _ if id.starts_with("sicily") => 3,
        _ => 2,
    }
}

#[test]
fn every_public_case() {
    let cases = cases(&["format", "solve-file", "check", "count"]);
    assert!(cases.len() > 60, "{} cases", cases.len());
    for case in cases {
        let id = case["id"].as_str().unwrap();
        if id.starts_with("file-") {
            continue;
        }
        println!("{id}");
        let (batch, said) = read_every_way(case["input"].as_str().unwrap().as_bytes());
        assert_eq!(batch.len(), expected_records(&case), "{id}: {said:?}");
        assert_eq!(said, expected_messages(id), "{id}");
        if let Some(answers) = case["expected"]["solve_file"].as_str() {
            let (answers, _) = read(answers.as_bytes());
            assert_eq!(answers.len(), batch.len(), "{id}");
            for (puzzle, answer) in batch.puzzles.iter().zip(&answers.puzzles) {
                let (givens, cells) = (puzzle.cells(), answer.cells());
                assert!(answer.is_complete() && puzzle.clues() >= 17, "{id}");
                assert!(givens.iter().zip(cells).all(|(given, cell)| *given == 0 || given == cell));
            }
        }
    }
}

#[test]
fn every_bad_input_gets_its_message() {
    let mut count = 0;
    for entry in fs::read_dir("fixtures/bad").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "expected") {
            assert!(path.with_extension("txt").exists(), "{} stands alone", path.display());
            continue;
        }
        let name = Path::new(path.file_name().unwrap()).display().to_string();
        let (_, said) = read_every_way(&fs::read(&path).unwrap());
        let said: String = said.iter().map(|message| format!("{name}:{message}\n")).collect();
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap_or_default();
        assert!(!expected.is_empty(), "{name} has no message beside it; it gets\n{said}");
        assert_eq!(said, expected, "{name}");
        count += 1;
    }
    assert!(count >= 20, "{count} inputs");
}

#[test]
fn positions_name_the_cells() {
    let grid = "5 3 4 6 7 8 9 1 2\n6 7 2 1 9 5 3 4 8\n1 9 8 3 4 2 5 6 7\n8 5 9 7 6 1 4 2 3\n\
                4 2 6 8 5 3 7 9 1\n7 1 3 9 2 4 8 5 6\n9 6 1 5 3 7 2 8 4\n2 8 7 4 1 9 6 3 5\n\
                3 4 5 2 8 6 1 7 9\n";
    let line = grid.replace([' ', '\n'], "");
    let boxed = format!(" *-----------*\n{grid} *-----------*\n");
    let dashes = grid.replace(' ', "").replace('5', "-");
    let table = format!("id,name,puzzle\n1,\"a, b\",\"{line}\"\n2,数独,{line}\n");
    let xml = format!("<?xml?>\n<opensudoku>\n  <game data=\"{line}\"/></opensudoku>\n");
    let bank = format!("0123456789ab {line}  1.2\n");
    let full = grid.replace(' ', "\u{3000}").replace('5', "\u{ff15}");
    let spaced = line.split("").collect::<Vec<_>>().join(" ");
    for (text, records) in [
        (format!("{grid}\n{grid}"), 2),
        (format!("# 1\r\n\r\n{}", grid.replace('\n', "\r\n")), 1),
        (grid.replace('\n', "\r"), 1),
        (boxed, 1),
        (dashes, 1),
        (format!("{line} # 1 2 3\n\n{line}:1:{line}"), 2),
        (table, 2),
        (xml, 1),
        (bank, 1),
        (full, 1),
        (spaced, 1),
    ] {
        let (batch, said) = read_every_way(text.as_bytes());
        assert_eq!(said, [""; 0], "{text}");
        assert_eq!(batch.len(), records, "{text}");
        let lines: Vec<&str> = text.split(['\n', '\r']).collect();
        for index in 0..records {
            let positions = batch.positions(index).unwrap();
            for (at, &cell) in positions.iter().zip(batch.puzzles[index].cells()) {
                assert_eq!(at.puzzle, index as u64 + 1);
                let there = text[at.byte as usize..].chars().next().unwrap();
                let digit = match there {
                    '\u{ff15}' => 5,
                    _ => there.to_digit(10).unwrap_or(0) as u8,
                };
                assert_eq!(digit, cell, "{text} at {at:?}");
                if !text.contains("\r\n") {
                    let line = lines[at.line as usize - 1];
                    assert_eq!(line.chars().nth(at.column as usize - 1), Some(there), "{at:?}");
                }
            }
            assert!(positions.is_sorted_by_key(|at| at.byte));
        }
    }
}

/// Pieces of which inputs are made that look like something.
fn fragments() -> impl Strategy<Value = String> {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let grid = "0 0 2 0 3 0 0 0 8\n0 0 0 0 0 8 0 0 0\n0 3 1 0 2 0 0 0 0\n0 6 0 0 5 0 2 7 0\n\
                0 1 0 0 0 0 0 5 0\n2 0 4 0 6 0 0 3 1\n0 0 0 0 8 0 6 0 5\n0 0 0 0 0 0 0 1 3\n\
                0 0 5 3 1 0 4 0 0\n";
    let many = [
        line,
        grid,
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "|",
        "#",
        "# set 1\n",
        "Grid 01\n",
        "5",
        "10 ",
        "5 3 . . 7 . . . .\n",
        "53..7....\n",
        "---------\n",
        "---+---+---\n",
        "|---|---|---|\n",
        "5-3-7----\n",
        "[Puzzle]\n",
        "[State]\n",
        "end\n",
        "3\n",
        "puzzle,solution\n",
        ",",
        "\"",
        "<game data=\"",
        "\"/>",
        "<!--",
        "-->",
        "4.30021E+78,1\n",
        "0123456789ab ",
        "\u{ff15}",
        "\u{3000}",
        "\u{feff}",
        "x",
        "a",
        "hello world\n",
        ":1:",
        "Version 4.2n\n",
        "123 4 5 6 7 8 9 1 2\n",
    ];
    let pick = prop::sample::select(many.map(String::from).to_vec());
    prop::collection::vec(pick, 0..40).prop_map(|parts| parts.concat())
}

fn check_pieces(input: &[u8], mut ends: Vec<usize>) {
    ends.sort_unstable();
    let whole = read(input);
    assert_eq!(read_in_pieces(input, None, &ends), whole);
    let (whole, notices) = whole;
    let said = messages(&whole.errors, &notices);
    assert_eq!(read_one_by_one(input), (whole.puzzles.clone(), said));
    for layout in ["grid", "line", "csv", "sdk", "sdm", "ss", "judge", "opensudoku", "bank"] {
        let layout = layout.parse().unwrap();
        let forced = read_in_pieces(input, Some(layout), &ends);
        assert_eq!(forced, read_in_pieces(input, Some(layout), &[]), "{layout}");
    }
    for index in 0..whole.len() {
        let wrong = whole.errors.iter().any(|error| error.at.puzzle == index as u64 + 1);
        let positions = whole.positions(index);
        assert_eq!(positions.is_some(), !wrong, "record {index}");
        for (at, &cell) in positions.iter().flatten().zip(whole.puzzles[index].cells()) {
            let byte = input[at.byte as usize];
            assert!(cell == 0 || byte == b'0' + cell || byte >= 0x80, "{at:?} is no {cell}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_cut_makes_a_difference(
        input in fragments(),
        ends in prop::collection::vec(0..4000usize, 0..8),
    ) {
        let length = input.len();
        check_pieces(input.as_bytes(), ends.iter().map(|end| end % (length + 1)).collect());
    }

    #[test]
    fn no_byte_makes_it_panic(
        mut input in fragments().prop_map(String::into_bytes),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        ends in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        for (index, byte) in changes {
            if !input.is_empty() {
                let index = index.index(input.len());
                input[index] = byte;
            }
        }
        let ends = ends.iter().map(|end| end.index(input.len() + 1)).collect();
        check_pieces(&input, ends);
    }

    /// A record that is damaged stays one record: those around it keep their numbers.
    #[test]
    fn a_bad_record_shifts_no_other(
        damage in prop::sample::select(vec!["", "a", "10 ", "0", "0 0", "# 5", "5 5\n5", "\u{ff21}"]),
        place in 0..161usize,
        cut in 0..40usize,
    ) {
        let good = read(
            b"0 0 2 0 3 0 0 0 8\n0 0 0 0 0 8 0 0 0\n0 3 1 0 2 0 0 0 0\n0 6 0 0 5 0 2 7 0\n\
              0 1 0 0 0 0 0 5 0\n2 0 4 0 6 0 0 3 1\n0 0 0 0 8 0 6 0 5\n0 0 0 0 0 0 0 1 3\n\
              0 0 5 3 1 0 4 0 0\n",
        ).0.puzzles[0];
        let mut text = Vec::new();
        for _ in 0..3 {
            Output::Grid.write(1, &good, &good, &mut text);
            text.push(b'\n');
        }
        let end = (163 + place + cut).min(2 * 163 - 2);
        text.splice(163 + place..end, damage.bytes());
        let middle = &text[163..text.len() - 164];
        prop_assume!(!middle.windows(2).any(|pair| pair == b"\n\n"));
        let (batch, _) = read(&text);
        prop_assert_eq!(batch.len(), 3, "{}", String::from_utf8_lossy(&text));
        prop_assert_eq!(batch.puzzles[0], good);
        prop_assert_eq!(batch.puzzles[2], good);
    }
}
