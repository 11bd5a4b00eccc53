//! Records as columns, with the text that they were read from.

use std::iter;
use std::ops::Range;

use super::cell::{Class, chars, class, trim};
use super::{Cursor, bank, line};
use crate::error::{ParseError, Position};
use crate::grid::{self, Grid};

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
    /// The column that each record starts in, from 1, in characters.
    pub columns: Vec<u32>,
    /// The offset in bytes of each record in the input.
    pub bytes: Vec<u64>,
    /// The solution that stands beside each puzzle; empty if there is none beside any, otherwise
    /// one for each puzzle ([`Grid::EMPTY`] where it is missing or malformed).
    pub solutions: Vec<Grid>,
    /// What is wrong with the records that are no puzzles, ascending.
    pub errors: Vec<ParseError>,
    /// Where text stands that is no heading: at most one place in front of each record or in it,
    /// with the number of that record.
    pub strays: Vec<Position>,
    /// The text that records were read from, unless it is regular.
    pub(super) text: Vec<u8>,
    pub(super) looks: Vec<Look>,
}

/// What a record looks like.
#[derive(Debug, Clone)]
pub(super) enum Look {
    /// Like these bytes of the text that is kept.
    Text(Range<u32>),
    /// A cell every `step` bytes, and a row every `row`: each on a line of its own if there is room
    /// for a line end.
    Regular { row: u8, step: u8 },
}

/// Whether they hold the same records at the same places.
impl PartialEq for Batch {
    fn eq(&self, other: &Batch) -> bool {
        self.first == other.first
            && self.puzzles == other.puzzles
            && self.lines == other.lines
            && self.columns == other.columns
            && self.bytes == other.bytes
            && self.solutions == other.solutions
            && self.errors == other.errors
            && self.strays == other.strays
    }
}

impl Eq for Batch {}

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
        self.columns.clear();
        self.bytes.clear();
        self.solutions.clear();
        self.errors.clear();
        self.strays.clear();
        self.text.clear();
        self.looks.clear();
    }

    /// The text of a record, from its first cell's line (of a table or an XML file: from its
    /// first cell) to its last one; nothing if it is regular.
    fn record(&self, index: usize) -> &[u8] {
        let Some(Look::Text(span)) = self.looks.get(index) else { return &[] };
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Where each cell of a record stands; `None` for a record that is no puzzle.
    ///
    /// It is found by reading the record again unless it is regular, so ask for few.
    pub fn positions(&self, index: usize) -> Option<[Position; 81]> {
        let number = self.first + index as u64;
        if self.errors.iter().any(|error| error.at.puzzle == number) {
            return None;
        }
        let mut start = self.start(index)?;
        if let Look::Regular { row, step } = *self.looks.get(index)? {
            return Some(std::array::from_fn(|cell| {
                let mut at = start;
                if row > 9 {
                    at.lines(grid::row(cell) as u64, grid::row(cell) * usize::from(row));
                }
                let within = if row > 9 { grid::column(cell) } else { cell };
                let bytes = (within * usize::from(step)) as u64;
                (at.column, at.byte) = (at.column + bytes, at.byte + bytes);
                at.position(number)
            }));
        }
        // The cells of each row; those of `-` and `*` only, which may be a border.
        let (mut rows, mut dashes) = (Vec::new(), Vec::new());
        let mut text = self.record(index);
        while let Some(cut) = line::cut(text, true) {
            let line = &text[..cut.len];
            let (indent, inner) = trim(line);
            let skip = indent + bank::prefix(inner);
            let mut cells = Vec::with_capacity(81);
            let mut at = start;
            for (offset, char) in chars(line).take_while(|&(_, char)| char != '#') {
                if offset >= skip && matches!(class(char), Class::Cell(_)) {
                    let byte = start.byte + offset as u64;
                    cells.push(Position { byte, ..at.position(number) });
                }
                at.column += 1;
            }
            match line::kind(line, false) {
                line::Kind::Record(_) => return cells.first_chunk().copied(),
                line::Kind::Row(_) => rows.extend(cells),
                line::Kind::Dashes(9) => dashes.extend(cells),
                _ => {}
            }
            start.walk(&text[..cut.next]);
            text = &text[cut.next..];
        }
        if rows.len() < 81 {
            rows.extend(dashes);
            rows.sort_by_key(|cell| cell.byte);
        }
        rows[..].try_into().ok()
    }

    /// How many lines a record takes.
    pub fn height(&self, index: usize) -> u64 {
        match self.looks.get(index) {
            Some(Look::Regular { row: 10.., .. }) => 9,
            Some(Look::Regular { .. }) => 1,
            _ => self.record_lines(index).count() as u64,
        }
    }

    /// The lines of a record's text with their numbers in the input; only what is no puzzle is
    /// sure to be kept.
    pub fn record_lines(&self, index: usize) -> impl Iterator<Item = (u64, &[u8])> {
        let first = self.lines.get(index).copied().unwrap_or(0);
        let mut text = self.record(index);
        let lines = iter::from_fn(move || {
            let found = line::cut(text, true)?;
            let cut;
            (cut, text) = text.split_at_checked(found.next)?;
            cut.get(..found.len)
        });
        (first..).zip(lines)
    }

    pub(super) fn start(&self, index: usize) -> Option<Cursor> {
        Some(Cursor {
            line: *self.lines.get(index)?,
            column: (*self.columns.get(index)?).into(),
            byte: *self.bytes.get(index)?,
        })
    }
}
