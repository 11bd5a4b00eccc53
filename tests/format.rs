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
    let pieces = read_in_pieces(input, None, &ends);
    assert_eq!(pieces, whole);
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
        assert_eq!(positions, pieces.0.positions(index), "record {index}");
        assert_eq!(whole.height(index), pieces.0.height(index), "record {index}");
        for (at, &cell) in positions.iter().flatten().zip(whole.puzzles[index].cells()) {
            let byte = input[at.byte as usize];
            assert!(cell == 0 || byte == b'0' + cell || byte >= 0x80, "{at:?} is no {cell}");
        }
    }
}

/// An input of one byte over and over, between the head and the tail, has to pass through a
/// buffer of bounded size.
#[track_caller]
fn passes_through(head: &str, middle: &str, tail: &str) -> (Batch, Vec<String>) {
    let piece = middle.repeat((1 << 16) / middle.len());
    let mut parser = Parser::new(None);
    let mut batch = Batch::default();
    let mut buffer = head.as_bytes().to_vec();
    for _ in 0..64 {
        buffer.extend_from_slice(piece.as_bytes());
        let done = parser.feed(&buffer, false, usize::MAX, &mut batch);
        buffer.drain(..done);
        assert!(buffer.len() < 150_000, "{} bytes are kept", buffer.len());
    }
    buffer.extend_from_slice(tail.as_bytes());
    assert_eq!(parser.feed(&buffer, true, usize::MAX, &mut batch), buffer.len());
    let said = messages(&batch.errors, parser.notices());
    (batch, said)
}

#[test]
fn no_input_makes_it_keep_much() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows = "5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n";
    let endless = "no end after 16384 bytes, expected 81 cells";
    for (head, middle, tail, records, said) in [
        (
            "",
            "5",
            format!("\n{line}\n"),
            2,
            vec!["1:82: puzzle 1: 65536 cells, expected 81".into()],
        ),
        ("", " ", format!("{line}\n{line}\n"), 1, vec![]),
        ("# ", "5", format!("\n{line}\n"), 1, vec![]),
        (line, " 5", format!("\n{line}\n"), 2, vec![]),
        ("", "\n", format!("{line}\n"), 1, vec![]),
        ("", "# comment\n", format!("{line}\n"), 1, vec![]),
        ("", "x y z hello world\n", format!("{line}\n"), 1, vec![]),
        (rows, "# 5\n", format!("\n{line}\n"), 2, vec!["1:1: puzzle 1: 2 rows, expected 9".into()]),
        (rows, "+---+\n", format!("\n{line}\n"), 2, vec![format!("1:1: puzzle 1: {endless}")]),
        (rows, "# ", format!("\n\n{line}\n"), 2, vec![format!("1:1: puzzle 1: {endless}")]),
        (
            "id,puzzle\n1,",
            "5",
            format!("\n2,{line}\n"),
            2,
            vec!["2:1: puzzle 1: no end after 65536 bytes, expected 81 cells".into()],
        ),
        (
            "<game ",
            "a",
            format!("/><game data=\"{line}\"/>"),
            2,
            vec!["1:1: puzzle 1: a game without data, expected 81 cells".into()],
        ),
        ("<!--", "-", format!("--><game data='{line}'/>"), 1, vec![]),
        ("<x>", "a b ", format!("<game data='{line}'/>"), 1, vec![]),
    ] {
        let (batch, messages) = passes_through(head, middle, &tail);
        assert_eq!(messages, said, "{head:?} {middle:?}");
        assert_eq!(batch.len(), records, "{head:?} {middle:?}");
        assert_eq!(batch.puzzles.last().map(Grid::clues), Some(30), "{head:?} {middle:?}");
    }
}

#[test]
fn headers_and_headings() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let answer =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for (text, layout, solved) in [
        (format!("puzzle,solution\n{line},{answer}\n"), Layout::Csv, true),
        (format!("quizzes,solutions\r\n{line},{answer}\r\n"), Layout::Csv, true),
        (format!("ID; Puzzle; Answer\n7;{line};{answer}\n"), Layout::Csv, true),
        (format!("source\tquestion\tanswer\tr\nx\t{line}\t{answer}\t1\n"), Layout::Csv, true),
        (format!("#,puzzle\n1,{line}\n"), Layout::Csv, false),
        (format!("\"id\",\"puzzle\"\n1,\"{line}\"\n"), Layout::Csv, false),
        (format!("id,note,puzzle\n1,\"two\n\"\"lines\"\"\",{line}\n"), Layout::Csv, false),
        (format!("\n# a list\nid,puzzle\n\n1,{line}\n\n"), Layout::Csv, false),
        (format!("id,solution\n1,{line}\n"), Layout::Csv, false),
        (format!("puzzle\n{line}\n"), Layout::Line, false),
        (format!("This puzzle, solution, and answer are mine\n{line}\n"), Layout::Line, false),
        (format!("# puzzle, solution\n{line}\n"), Layout::Line, false),
        (format!("{line}:1:{answer}\n"), Layout::Line, true),
        (format!("{line},{answer}\n"), Layout::Line, false),
        (format!("000a3bd2f1c9 {line}  1.2\n"), Layout::Bank, false),
        (format!("123456789012 {line} 11.2\n"), Layout::Bank, false),
        (format!("1\n{line}\nend\n"), Layout::Judge, false),
        (format!("<opensudoku><game data=\"{line}\"/></opensudoku>"), Layout::OpenSudoku, false),
    ] {
        let (batch, said) = read_every_way(text.as_bytes());
        assert_eq!((batch.len(), said), (1, vec![]), "{text}");
        assert_eq!(batch.puzzles[0].to_string(), line, "{text}");
        let solutions: Vec<String> = batch.solutions.iter().map(Grid::to_string).collect();
        assert_eq!(solutions, if solved { vec![answer] } else { vec![] }, "{text}");
        let mut parser = Parser::new(None);
        parser.feed(text.as_bytes(), true, 10, &mut Batch::default());
        assert_eq!(parser.layout(), Some(layout), "{text}");
    }
}

#[test]
fn a_table_without_a_column_of_puzzles_is_refused() {
    let mut parser = Parser::new(Some(Layout::Csv));
    let mut batch = Batch::default();
    assert_eq!(parser.feed(b"id,name\n1,2\n", true, 10, &mut batch), 12);
    assert!(batch.is_empty());
    let said = messages(&[], parser.notices());
    assert_eq!(said, ["1:1: no column is named puzzle, quizzes or question"]);
    assert!(parser.notices()[0].is_trouble());
}

#[test]
fn layouts_have_names() {
    for name in ["grid", "line", "csv", "sdk", "sdm", "ss", "judge", "opensudoku", "bank"] {
        assert_eq!(name.parse::<Layout>().unwrap().to_string(), name);
    }
    assert!("xls".parse::<Layout>().unwrap_err().contains("grid, line, csv"));
}

/// Regular text is read the quick way. It has to say the same as the same text with separators
/// that are read the slow way.
fn quick_and_slow(text: &str) {
    let slow = text.replace(' ', "\u{3000}").replace('\n', "\u{3000}\n");
    let all = |text: &str| {
        let (batch, notices) = read(text.as_bytes());
        let said = messages(&batch.errors, &notices);
        (batch.puzzles, batch.lines, batch.columns, said)
    };
    assert_eq!(all(text), all(&slow), "{text}");
    assert_eq!(all(&text.replace('\n', "\r\n")), all(&slow), "{text}");
}

#[test]
fn a_row_is_a_row_with_any_spaces() {
    let rows = ". . . . . . . . .\n".repeat(8);
    quick_and_slow(&format!("a . . . . . . . .\n{rows}"));
    quick_and_slow(&format!(". . . . . . . . .\na . . . . . . . .\n{}", &rows[18..]));
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

    #[test]
    fn the_quick_way_reads_the_same(
        grids in prop::collection::vec((any::<[u8; 81]>(), 0..4usize), 1..6),
        blanks in prop::sample::select(vec![".", "0", "_", "-", "x", "*"]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0..8usize), 0..3),
    ) {
        let mut text = Vec::new();
        for (cells, layout) in grids {
            let grid = Grid::new(cells.map(|cell| cell % 10)).unwrap();
            let mut record = Vec::new();
            let output = if layout < 2 { Output::Grid } else { Output::Line };
            output.write(1, &grid, &grid, &mut record);
            record.retain(|byte| layout != 1 || *byte != b' ');
            text.extend(record);
            text.extend(vec![b'\n'; layout % 3 % 2 + usize::from(layout == 0)]);
        }
        for (index, byte) in damage {
            let index = index.index(text.len());
            text[index] = b"0.5ax \n-"[byte];
        }
        let text = String::from_utf8(text).unwrap().replace('0', blanks);
        // A space in the right place makes a line look like a record of the bank, which has no
        // other separators.
        let hash = |line: &str| line.bytes().take(12).all(|byte| byte.is_ascii_hexdigit());
        prop_assume!(!text.lines().any(|line| line.as_bytes().get(12) == Some(&b' ') && hash(line)));
        quick_and_slow(&text);
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
