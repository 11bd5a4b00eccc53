//! Puzzles and answers as text: which layout is this, what does it say, and how is it written?
//!
//! Everything here is pure: byte slices in, [`Batch`]es out, and back. Reading files is the
//! business of [`pipeline`](crate::pipeline).
//!
//! A [`Parser`] is fed with pieces of an input, cut anywhere; the records, errors and positions
//! that come out do not depend on the cuts. Text layouts may be mixed in one input; tables (CSV)
//! and OpenSudoku's XML are whole files. What is no record (comments, headings, borders, hashes,
//! ratings) never becomes cells, and a record that is wrong stays one record.

mod bank;
mod batch;
mod boxed;
mod cell;
mod csv;
mod grid;
mod heading;
mod judge;
mod line;
mod opensudoku;
mod quick;
mod regular;
mod text;
mod utf16;
pub mod write;

use std::fmt;
use std::str::FromStr;

pub use batch::Batch;
use batch::Look;

use crate::error::{Notice, NoticeKind, ParseError, Position};
use crate::grid::Grid;
use line::Fault;

/// A layout that puzzles can be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// Nine rows of nine cells, puzzles separated by blank lines.
    Grid,
    /// 81 cells on one line; whatever follows them is kept aside.
    Line,
    /// A table whose header names a column of puzzles.
    Csv,
    /// A file of SudoCue or SadMan: rows under `#` or `[Puzzle]` lines.
    Sdk,
    /// A collection of SadMan: lines.
    Sdm,
    /// A file of Simple Sudoku: rows in a border.
    Ss,
    /// The input of an online judge: a count, then so many puzzles.
    Judge,
    /// The XML of OpenSudoku.
    OpenSudoku,
    /// The exchange puzzle bank: a hash, 81 cells, a rating.
    Bank,
}

/// All layouts, by name.
const LAYOUTS: [(Layout, &str); 9] = [
    (Layout::Grid, "grid"),
    (Layout::Line, "line"),
    (Layout::Csv, "csv"),
    (Layout::Sdk, "sdk"),
    (Layout::Sdm, "sdm"),
    (Layout::Ss, "ss"),
    (Layout::Judge, "judge"),
    (Layout::OpenSudoku, "opensudoku"),
    (Layout::Bank, "bank"),
];

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = LAYOUTS.iter().find(|(layout, _)| layout == self).map_or("", |(_, name)| name);
        f.pad(name)
    }
}

impl FromStr for Layout {
    type Err = String;

    fn from_str(name: &str) -> Result<Layout, String> {
        LAYOUTS.iter().find(|(_, known)| *known == name).map(|&(layout, _)| layout).ok_or_else(
            || {
                let names = LAYOUTS.map(|(_, name)| name).join(", ");
                format!("{name} is no layout that can be read ({names})")
            },
        )
    }
}

/// Reads records out of text that is fed to it piece by piece.
#[derive(Debug)]
pub struct Parser {
    encoding: Option<utf16::Encoding>,
    reader: Reader,
    progress: Progress,
    finished: bool,
}

/// What reads the records, once the kind of file is known.
#[derive(Debug)]
enum Reader {
    Unknown,
    Text(text::Text),
    Csv(csv::Csv),
    OpenSudoku(opensudoku::OpenSudoku),
    /// Nothing is to be read of the rest.
    Nothing,
}

impl Parser {
    /// A parser of the given layout, or of the one that it will recognise.
    pub fn new(layout: Option<Layout>) -> Parser {
        Parser {
            encoding: None,
            reader: Reader::Unknown,
            progress: Progress {
                layout,
                forced: layout.is_some(),
                at: Cursor { line: 1, column: 1, byte: 0 },
                records: 0,
                declared: None,
                surplus: None,
                text: None,
                headings: Default::default(),
                notices: Vec::new(),
            },
            finished: false,
        }
    }

    /// The layout, once it is known: that of the first record.
    pub fn layout(&self) -> Option<Layout> {
        self.progress.layout
    }

    /// What is to be said about the input as a whole, once all of it is read.
    pub fn notices(&self) -> &[Notice] {
        &self.progress.notices
    }

    /// Reads whole records from the front of `text` and adds them to `batch`, up to `room` of
    /// them; says how many bytes of `text` it is done with. The caller presents the others
    /// again, in front of what comes after them: less than 200 kB, however the input looks.
    ///
    /// `end` says that nothing comes after `text`. All is read when all bytes are done with and
    /// the batch has room left.
    ///
    /// UTF-16 is decoded. The positions are then those of the same text in UTF-8.
    pub fn feed(&mut self, text: &[u8], end: bool, room: usize, batch: &mut Batch) -> usize {
        if batch.is_empty() {
            batch.first = self.progress.records + 1;
        }
        if self.encoding.is_none() {
            self.encoding = utf16::recognise(text, end);
        }
        match self.encoding {
            None => 0,
            Some(utf16::Encoding::Utf8) => self.read(text, end, room, batch),
            Some(utf16::Encoding::Utf16(order)) => {
                let mut done = 0;
                loop {
                    let piece = utf16::decode(&text[done..], order, end);
                    let used = self.read(piece.text.as_bytes(), piece.end, room, batch);
                    done += piece.encoded(used);
                    if used == 0 || piece.end {
                        break done;
                    }
                }
            }
        }
    }

    /// Like [`feed`](Parser::feed), for text that nothing follows for now: adds to `batch` the nine
    /// whole rows that `text` consists of, although their end is not certain yet.
    pub fn pause(&mut self, text: &[u8], batch: &mut Batch) -> usize {
        let utf8 = matches!(self.encoding, Some(utf16::Encoding::Utf8));
        let rows = text.ends_with(b"\n")
            && grid::block(text, true).is_some_and(|block| {
                block.bytes == text.len() && matches!(block.cells, Some(Ok(_)))
            });
        if !utf8 || !rows || !matches!(self.reader, Reader::Text(_)) {
            return 0;
        }
        if batch.is_empty() {
            batch.first = self.progress.records + 1;
        }
        self.step(text, true, 1, batch).unwrap_or(0)
    }

    fn read(&mut self, text: &[u8], end: bool, room: usize, batch: &mut Batch) -> usize {
        let mut done = 0;
        while batch.len() < room {
            let rest = &text[done..];
            if rest.is_empty() {
                if end && !self.finished {
                    self.finished = true;
                    self.progress.finish();
                }
                break;
            }
            match self.step(rest, end, room - batch.len(), batch) {
                Some(used) => done += used,
                None => break,
            }
        }
        done
    }

    fn step(&mut self, text: &[u8], end: bool, room: usize, batch: &mut Batch) -> Option<usize> {
        let progress = &mut self.progress;
        match &mut self.reader {
            Reader::Unknown => self.recognise(text, end),
            Reader::Text(reader) => reader.step(text, end, room, progress, batch),
            Reader::Csv(reader) => reader.step(text, end, room, progress, batch),
            Reader::OpenSudoku(reader) => reader.step(text, end, progress, batch),
            Reader::Nothing => Some(text.len()),
        }
    }

    /// Looks at the first line with content, to choose the reader.
    fn recognise(&mut self, text: &[u8], end: bool) -> Option<usize> {
        const BOM: &[u8] = b"\xef\xbb\xbf";
        let progress = &mut self.progress;
        if progress.at.byte == 0 && (text.starts_with(BOM) || BOM.starts_with(text)) {
            if text.len() < BOM.len() && !end {
                return None;
            }
            if text.starts_with(BOM) {
                progress.at.byte += BOM.len() as u64;
                return Some(BOM.len());
            }
        }
        let cut = line::cut(text, end)?;
        let (_, line) = cell::trim(&text[..cut.len]);
        let forced = progress.layout.filter(|_| progress.forced);
        let header = csv::Csv::header(line);
        let empty = line.is_empty() || (line.starts_with(b"#") && header.is_none());
        if cut.whole && empty {
            progress.at.lines(1, cut.next);
            return Some(cut.next);
        }
        self.reader = match (forced, header) {
            (None, _) if line.starts_with(b"<") => Reader::OpenSudoku(Default::default()),
            (Some(Layout::OpenSudoku), _) => Reader::OpenSudoku(Default::default()),
            (None | Some(Layout::Csv), Some(csv)) => {
                progress.layout = Some(Layout::Csv);
                progress.at.lines(1, cut.next);
                self.reader = Reader::Csv(csv);
                return Some(cut.next);
            }
            (Some(Layout::Csv), None) => {
                progress.notice(progress.at.position(0), NoticeKind::NoColumn);
                Reader::Nothing
            }
            _ => Reader::Text(Default::default()),
        };
        Some(0)
    }
}

/// A place in the text.
#[derive(Debug, Clone, Copy)]
struct Cursor {
    line: u64,
    column: u64,
    byte: u64,
}

impl Cursor {
    fn position(self, puzzle: u64) -> Position {
        Position { puzzle, line: self.line, column: self.column, byte: self.byte }
    }

    /// Goes to the start of a line so many lines and bytes ahead.
    fn lines(&mut self, lines: u64, bytes: usize) {
        self.line += lines;
        self.byte += bytes as u64;
        self.column = 1;
    }

    /// Goes past some text, which does not end between CR and LF.
    fn walk(&mut self, text: &[u8]) {
        self.byte += text.len() as u64;
        if memchr::memchr2(b'\n', b'\r', text).is_none() {
            self.column += text.iter().filter(|&&byte| !matches!(byte, 0x80..0xc0)).count() as u64;
            return;
        }
        let mut bytes = text.iter().peekable();
        while let Some(&byte) = bytes.next() {
            match byte {
                b'\r' if bytes.peek() == Some(&&b'\n') => {}
                b'\n' | b'\r' => (self.line, self.column) = (self.line + 1, 1),
                0x80..0xc0 => {}
                _ => self.column += 1,
            }
        }
    }
}

/// A record on its way into a batch.
struct Record<'a> {
    /// Its text.
    text: &'a [u8],
    /// Where that starts.
    start: Cursor,
    /// The cells, or what is wrong with them.
    cells: Result<Grid, Fault>,
    /// The solution beside them.
    solution: Option<Grid>,
}

/// How far the input has been read, and what is known about it.
#[derive(Debug)]
struct Progress {
    layout: Option<Layout>,
    forced: bool,
    at: Cursor,
    records: u64,
    /// The count of puzzles that a first line has declared.
    declared: Option<(u64, Position)>,
    /// The number of records after those, and the place of the first.
    surplus: Option<(u64, Position)>,
    /// The place of text that no record has followed yet.
    text: Option<Position>,
    headings: heading::Headings,
    /// What is to be said about the whole.
    notices: Vec<Notice>,
}

impl Progress {
    fn recognise(&mut self, layout: Layout) {
        self.layout.get_or_insert(layout);
    }

    fn declare(&mut self, count: u64) {
        self.recognise(Layout::Judge);
        self.declared = Some((count, self.at.position(0)));
    }

    /// Takes note of text that may be a heading.
    fn text(&mut self) {
        self.text.get_or_insert(self.at.position(self.records));
    }

    /// Takes note of a line of text that is no heading.
    fn line(&mut self, batch: &mut Batch, line: &[u8]) {
        let number = self.records + 1;
        if !self.headings.know(line, number) {
            self.stray(batch, self.at.position(number));
        }
    }

    /// Takes note of text that is no heading, of the first line of it only.
    fn stray(&mut self, batch: &mut Batch, at: Position) {
        if batch.strays.last().is_none_or(|last| last.puzzle != at.puzzle) {
            batch.strays.push(at);
        }
    }

    fn push(&mut self, batch: &mut Batch, record: Record<'_>) {
        self.text = None;
        if self.declared.is_some_and(|(count, _)| self.records >= count) {
            let place = record.start.position(self.records);
            self.surplus.get_or_insert((0, place)).0 += 1;
            return;
        }
        self.records += 1;
        let grid = record.cells.unwrap_or_else(|fault| {
            let mut at = record.start;
            at.walk(record.text.get(..fault.offset).unwrap_or(record.text));
            batch.errors.push(ParseError { at: at.position(self.records), kind: fault.kind });
            Grid::EMPTY
        });
        batch.puzzles.push(grid);
        batch.lines.push(record.start.line);
        batch.columns.push(record.start.column.try_into().unwrap_or(u32::MAX));
        batch.bytes.push(record.start.byte);
        if record.solution.is_some() || !batch.solutions.is_empty() {
            batch.solutions.resize(batch.puzzles.len() - 1, Grid::EMPTY);
            batch.solutions.push(record.solution.unwrap_or(Grid::EMPTY));
        }
        let start = batch.text.len() as u32;
        batch.text.extend_from_slice(record.text);
        batch.looks.push(Look::Text(start..batch.text.len() as u32));
    }

    /// How many of `room` records the declared count leaves.
    fn room(&self, room: usize) -> usize {
        let left = self.declared.map_or(u64::MAX, |(count, _)| count - self.records);
        room.min(left.try_into().unwrap_or(usize::MAX))
    }

    /// Pushes the rest of what belongs to the last `count` puzzles of the batch: each takes
    /// `stride` bytes and so many lines.
    fn push_run(&mut self, batch: &mut Batch, count: usize, stride: usize, look: Look, lines: u64) {
        if count == 0 {
            return;
        }
        self.text = None;
        self.records += count as u64;
        let start = self.at;
        batch.lines.extend((0..count as u64).map(|index| start.line + index * lines));
        batch.columns.extend(std::iter::repeat_n(1, count));
        batch.bytes.extend((0..count).map(|index| start.byte + (index * stride) as u64));
        if !batch.solutions.is_empty() {
            batch.solutions.resize(batch.puzzles.len(), Grid::EMPTY);
        }
        batch.looks.extend(std::iter::repeat_n(look, count));
        self.at.lines(count as u64 * lines, count * stride);
    }

    fn notice(&mut self, at: Position, kind: NoticeKind) {
        self.notices.push(Notice { at, kind });
    }

    /// Says at the end what is to be said about the whole.
    fn finish(&mut self) {
        if let Some((declared, at)) = self.declared
            && self.records < declared
        {
            let kind = NoticeKind::Missing { declared, found: self.records };
            self.notice(at, kind);
        }
        if let (Some((declared, _)), Some((more, at))) = (self.declared, self.surplus) {
            self.notice(at, NoticeKind::Surplus { declared, more });
        }
        if let Some(at) = self.text {
            let kind = if self.records > 0 { NoticeKind::Text } else { NoticeKind::NoPuzzle };
            self.notice(at, kind);
        }
    }
}
