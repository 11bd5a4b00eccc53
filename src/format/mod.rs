//! Puzzles and answers as text: which layout is this, what does it say, and how is it written?
//!
//! Everything here is pure: byte slices in, [`Batch`]es out, and back. Reading files is the
//! business of [`pipeline`](crate::pipeline).

pub mod write;

use std::ops::Range;
use std::str::FromStr;

use crate::error::{Malformed, ParseError, Position};
use crate::grid::Grid;

/// A layout that puzzles can be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// Nine rows of nine cells, puzzles separated by blank lines.
    Grid,
    /// 81 cells on one line.
    Line,
}

impl FromStr for Layout {
    type Err = String;

    fn from_str(name: &str) -> Result<Layout, String> {
        match name {
            "grid" => Ok(Layout::Grid),
            "line" => Ok(Layout::Line),
            _ => Err(format!("{name} is no layout that can be read")),
        }
    }
}

/// Some consecutive records of an input, as columns: entry `i` of each is record `first + i`.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The number of the first record, from 1.
    pub first: u64,
    /// The puzzles. A record that is no puzzle stands as [`Grid::EMPTY`], with an entry in
    /// `errors`.
    pub puzzles: Vec<Grid>,
    /// The line that each record starts on, from 1.
    pub lines: Vec<u64>,
    /// The solution that stands beside each puzzle; empty if the layout has none, otherwise one
    /// for each puzzle ([`Grid::EMPTY`] where it is missing or malformed).
    pub solutions: Vec<Grid>,
    /// What is wrong with the records that are no puzzles, ascending.
    pub errors: Vec<ParseError>,
    /// The text that the records were read from.
    pub text: Vec<u8>,
    /// The bytes of each record in `text`.
    pub spans: Vec<Range<u32>>,
}

impl Batch {
    /// How many records it holds.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether it holds no record.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Forgets the records, keeps the memory.
    pub fn clear(&mut self) {
        self.puzzles.clear();
        self.lines.clear();
        self.solutions.clear();
        self.errors.clear();
        self.text.clear();
        self.spans.clear();
    }
}

/// Reads records out of text that is fed to it piece by piece.
#[derive(Debug)]
pub struct Parser {
    layout: Option<Layout>,
    records: u64,
    line: u64,
    byte: u64,
}

impl Parser {
    /// A parser of the given layout, or of the one that it will recognise.
    pub fn new(layout: Option<Layout>) -> Parser {
        Parser { layout, records: 0, line: 1, byte: 0 }
    }

    /// The layout, once it is known.
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// Reads whole records from the front of `text` and adds them to `batch`, up to `room` of
    /// them; says how many bytes of `text` it is done with. The caller presents the others
    /// again, in front of what comes after them. `end` says that nothing comes after `text`.
    pub fn feed(&mut self, text: &[u8], end: bool, room: usize, batch: &mut Batch) -> usize {
        // A placeholder for one puzzle of nine spaced rows, or of 81 characters, after the other.
        if batch.is_empty() {
            batch.first = self.records + 1;
        }
        let (mut done, mut at, mut start, mut rows, mut lines) = (0, 0, 0, Vec::new(), 0);
        while at < text.len() && batch.len() < room {
            let length = match text[at..].iter().position(|&byte| byte == b'\n') {
                Some(length) => length,
                None if end => text.len() - at,
                None => break,
            };
            let row: Vec<u8> = text[at..at + length]
                .iter()
                .filter(|byte| !byte.is_ascii_whitespace())
                .map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 })
                .collect();
            lines += 1;
            if rows.is_empty() {
                start = at;
            }
            at = (at + length + 1).min(text.len());
            rows.extend(row);
            if rows.len() >= 81 || (length == 0 && !rows.is_empty()) {
                self.records += 1;
                let position =
                    Position { puzzle: self.records, line: self.line, column: 1, byte: self.byte };
                match rows[..].try_into().ok().and_then(Grid::new) {
                    Some(grid) => batch.puzzles.push(grid),
                    None => {
                        batch.puzzles.push(Grid::EMPTY);
                        let kind = Malformed::Row { row: 1, cells: rows.len() };
                        batch.errors.push(ParseError { at: position, kind });
                    }
                }
                batch.lines.push(self.line);
                let offset = batch.text.len() as u32;
                batch.text.extend_from_slice(&text[start..at]);
                batch.spans.push(offset..batch.text.len() as u32);
                rows.clear();
            }
            if rows.is_empty() {
                self.line += lines;
                self.byte += (at - done) as u64;
                (done, lines) = (at, 0);
            }
        }
        if end && batch.len() < room { text.len() } else { done }
    }
}
