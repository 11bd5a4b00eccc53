//! Tables: a header that names the column of puzzles, perhaps one of solutions, and any others.

use csv_core::ReadFieldResult;

use super::batch::{Batch, Look};
use super::cell::trim;
use super::line::{self, Fault};
use super::{Progress, Record, regular};
use crate::error::Malformed;
use crate::grid::Grid;

/// The longest row that is looked at as a whole, in bytes.
const LIMIT: usize = 1 << 16;

/// Names of the column of puzzles, the likelier ones first.
const PUZZLES: [&str; 12] = [
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "questions",
    "problem",
    "problems",
    "unsolved",
    "sudoku",
    "grid",
    "board",
];

/// Names of the column of solutions.
const SOLUTIONS: [&str; 7] =
    ["solution", "solutions", "answer", "answers", "solved", "result", "output"];

/// Reads the rows under a header.
#[derive(Debug)]
pub(super) struct Csv {
    reader: Box<csv_core::Reader>,
    delimiter: u8,
    puzzle: Column,
    solution: Option<Column>,
    /// Whether a row can be a puzzle, a comma and a solution.
    plain: bool,
    /// Whether the rest of a row that was too long is to be skipped.
    inside: bool,
}

/// A column that is read, and its field in the present row.
#[derive(Debug, Default)]
struct Column {
    index: usize,
    /// Where the field stands in the row, with its quotes.
    start: usize,
    end: usize,
    /// What it says.
    value: Vec<u8>,
}

impl Csv {
    /// The reader of the rows under a line, if that is a header that names what is needed.
    pub(super) fn header(line: &[u8]) -> Option<Csv> {
        let delimiter = *line.iter().find(|byte| matches!(byte, b',' | b';' | b'\t'))?;
        let is_comment = line.starts_with(b"#") && line.get(1) != Some(&delimiter);
        let name = |field: &[u8]| {
            let name = String::from_utf8_lossy(trim(field).1);
            name.trim_matches('"').trim().to_ascii_lowercase()
        };
        let names: Vec<String> = line.split(|&byte| byte == delimiter).map(name).collect();
        let is_prose = names.iter().any(|name| name.split_whitespace().count() > 2);
        if is_comment || is_prose {
            return None;
        }
        let find = |known: &[&str]| {
            known.iter().find_map(|known| names.iter().position(|name| name == known))
        };
        let (puzzle, solution) = match (find(&PUZZLES), find(&SOLUTIONS)) {
            (None, None) => return None,
            (Some(puzzle), solution) => (puzzle, solution),
            // Answers without their puzzles.
            (None, Some(solution)) => (solution, None),
        };
        let reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        let column = |index| Column { index, ..Column::default() };
        Some(Csv {
            reader: Box::new(reader),
            delimiter,
            puzzle: column(puzzle),
            solution: solution.map(column),
            plain: delimiter == b',' && (puzzle, solution) == (0, Some(1)) && names.len() == 2,
            inside: false,
        })
    }

    /// Reads one row; gives the bytes that it is done with, `None` if more text is needed.
    pub(super) fn step(
        &mut self,
        text: &[u8],
        end: bool,
        room: usize,
        progress: &mut Progress,
        batch: &mut Batch,
    ) -> Option<usize> {
        if self.plain && !self.inside {
            let bytes = self.run(text, room, progress, batch);
            if bytes > 0 {
                return Some(bytes);
            }
        }
        let first = line::cut(text, end)?;
        let start = progress.at;
        if self.inside || trim(&text[..first.len]).1.is_empty() {
            self.inside = !first.whole;
            progress.at.walk(&text[..first.next]);
            return Some(first.next);
        }
        let mut cell = start;
        let plain = first.whole && self.plain_row(&text[..first.len]);
        let row = if plain { Row::Fields(first.next) } else { self.row(text, end) };
        let (length, field, cells) = match row {
            Row::More => return None,
            Row::Fields(length) => {
                let Column { start, end, value, .. } = &self.puzzle;
                let quoted = start < end && text[*start] == b'"';
                let start = start + usize::from(quoted);
                cell.walk(&text[..start]);
                let cells = line::field(value);
                let length = if cells.is_ok() { length } else { first.next };
                (length, &text[start..*end], cells)
            }
            // What comes after the line may be meant as rows.
            Row::Wrong(kind) => (first.next, &text[..first.len], Err(Fault { offset: 0, kind })),
        };
        let solution = (self.solution.as_ref())
            .map(|column| line::field(&column.value).unwrap_or(Grid::EMPTY));
        progress.push(batch, Record { text: field, start: cell, cells, solution });
        self.inside = length == first.next && !first.whole;
        progress.at.walk(&text[..length]);
        Some(length)
    }

    /// Takes the rows of a puzzle, a comma and a solution, as many as there are; gives their
    /// bytes.
    fn run(&self, text: &[u8], room: usize, progress: &mut Progress, batch: &mut Batch) -> usize {
        let end: &[u8] = if text.get(163) == Some(&b'\r') { b"\r\n" } else { b"\n" };
        let length = 163 + end.len();
        let before = batch.puzzles.len();
        if !batch.solutions.is_empty() || before == 0 {
            for row in text.chunks_exact(length).take(room) {
                if row[81] != b',' || !row.ends_with(end) {
                    break;
                }
                let (Some(puzzle), Some(solution)) =
                    (regular::cells(row), regular::cells(&row[82..]))
                else {
                    break;
                };
                batch.puzzles.push(puzzle);
                batch.solutions.push(solution);
            }
        }
        let count = batch.puzzles.len() - before;
        progress.push_run(batch, count, length, Look::Regular { row: 9, step: 1 }, 1);
        count * length
    }

    /// Splits a line without quotes into fields; `false` if it has some.
    fn plain_row(&mut self, line: &[u8]) -> bool {
        if memchr::memchr(b'"', line).is_some() {
            return false;
        }
        for column in std::iter::once(&mut self.puzzle).chain(&mut self.solution) {
            let mut ends = memchr::memchr_iter(self.delimiter, line).chain([line.len()]);
            column.start = match column.index.checked_sub(1) {
                Some(before) => ends.nth(before).map_or(line.len(), |end| end + 1).min(line.len()),
                None => 0,
            };
            column.end = ends.next().unwrap_or(column.start);
            column.value.clear();
            column.value.extend_from_slice(&line[column.start..column.end]);
        }
        true
    }

    /// Splits the first row into fields and keeps those that are read.
    fn row(&mut self, text: &[u8], end: bool) -> Row {
        let head = text.get(..LIMIT).unwrap_or(text);
        let end = end && head.len() == text.len();
        self.reader.reset();
        let mut columns: Vec<&mut Column> =
            [Some(&mut self.puzzle), self.solution.as_mut()].into_iter().flatten().collect();
        for column in &mut columns {
            column.value.clear();
            (column.start, column.end) = (0, 0);
        }
        let (mut at, mut start, mut index) = (0, 0, 0);
        let mut part = [0; 256];
        loop {
            if at == head.len() && !end {
                return if at == LIMIT {
                    Row::Wrong(Malformed::Endless { bytes: at })
                } else {
                    Row::More
                };
            }
            let (result, read, written) = self.reader.read_field(&head[at..], &mut part);
            at += read;
            let column = columns.iter_mut().find(|column| column.index == index);
            if let Some(column) = column {
                column.value.extend_from_slice(&part[..written]);
                (column.start, column.end) = (start, at);
            }
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end: false } => (start, index) = (at, index + 1),
                ReadFieldResult::Field { .. } | ReadFieldResult::End => {
                    let field = &head[start..at];
                    let quotes = field.iter().filter(|&&byte| byte == b'"').count();
                    if read == 0 && field.starts_with(b"\"") && quotes % 2 == 1 {
                        return Row::Wrong(Malformed::Quote);
                    }
                    break;
                }
            }
        }
        match head[..at].last() {
            Some(b'\r') if head.get(at) == Some(&b'\n') => Row::Fields(at + 1),
            Some(b'\r') if at == head.len() && !end => Row::More,
            _ => Row::Fields(at),
        }
    }
}

/// The first row of some text.
enum Row {
    /// Its end has not come yet.
    More,
    /// It has no end.
    Wrong(Malformed),
    /// It is so long, and its fields are where they belong.
    Fields(usize),
}
