//! What can be wrong with an input, and where.

use thiserror::Error;

/// A place in an input. Everything but `byte` counts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// The number of the puzzle (or answer) in the file.
    pub puzzle: u64,
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: u64,
    /// The offset in bytes from the start of the input.
    pub byte: u64,
}

/// Text that is not 81 cells.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GridError {
    /// Another number of characters than 81.
    #[error("{0} characters, expected 81")]
    Length(usize),
    /// A character that is neither a digit nor a blank.
    #[error("character {} is {char:?}, expected a digit or a blank", index + 1)]
    Character {
        /// Its index, from 0.
        index: usize,
        /// The character.
        char: char,
    },
}

/// A record that is no puzzle. Shown without its file and line, which the caller puts in front:
/// `puzzle 2: row 3 has 8 cells, expected 9`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("puzzle {}: {kind}", at.puzzle)]
pub struct ParseError {
    /// Where.
    pub at: Position,
    /// What.
    pub kind: Malformed,
}

/// How a record fails to be nine by nine cells. Rows and cells count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Malformed {
    /// A row that does not have nine cells.
    #[error("row {row} has {}, expected 9", count(*cells, "cell"))]
    Row {
        /// The row.
        row: usize,
        /// The cells found.
        cells: usize,
    },
    /// A block of rows that does not have nine of them, nor several times nine.
    #[error("{}, expected 9", count(*rows, "row"))]
    Rows {
        /// The rows found.
        rows: usize,
    },
    /// A line or field that does not have 81 cells.
    #[error("{}, expected 81", count(*cells, "cell"))]
    Cells {
        /// The cells found.
        cells: usize,
    },
    /// A character that is neither a digit nor a blank.
    #[error("{}cell {cell} is {char:?}, expected a digit or a blank", in_row(*row))]
    Character {
        /// The row, if the record has rows.
        row: Option<usize>,
        /// The cell of the row or record.
        cell: usize,
        /// What stands there.
        char: char,
    },
    /// A number of several digits in a row of single ones.
    #[error("row {row}, cell {cell} is {number}, expected one digit")]
    Number {
        /// The row.
        row: usize,
        /// The cell.
        cell: usize,
        /// What stands there.
        number: String,
    },
    /// A grid of candidates: 729 of them, or several in a cell.
    #[error("a grid of pencilmarks, which is not read; expected 81 cells")]
    Pencilmarks,
    /// The layout of nine rows separated by `;`, with `!` behind the givens.
    #[error("a grid in the komo layout, which is not read; expected 81 cells")]
    Komo,
    /// 81 digits that a spreadsheet has turned into a rounded number.
    #[error("{number} is a number rounded by a spreadsheet, expected 81 cells")]
    Spreadsheet {
        /// The number.
        number: String,
    },
    /// A quoted field without an end.
    #[error("a quote that is not closed")]
    Quote,
    /// A game of an OpenSudoku file without its cells.
    #[error("a game without data, expected 81 cells")]
    Data,
    /// A record that goes on and on.
    #[error("no end after {bytes} bytes, expected 81 cells")]
    Endless {
        /// How far it was read.
        bytes: usize,
    },
}

/// Something to be said about an input that is not about one of its records.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct Notice {
    /// Where. `puzzle` is the number of the record before it.
    pub at: Position,
    /// What.
    pub kind: NoticeKind,
}

/// What there is to be said about an input as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoticeKind {
    /// Fewer records than the count in the first line. Trouble.
    #[error("declared {}, found {found}", count(*declared, "puzzle"))]
    Missing {
        /// The count.
        declared: u64,
        /// The records.
        found: u64,
    },
    /// More records than the count in the first line, which were not read. A warning.
    #[error("{} more {} after the declared {declared}", more, if *more == 1 { "puzzle" } else { "puzzles" })]
    Surplus {
        /// The count.
        declared: u64,
        /// The records after it.
        more: u64,
    },
    /// Text behind the last record. A warning.
    #[error("text after the last puzzle")]
    Text,
    /// Text without any record. Trouble.
    #[error("text, but no puzzle in any known layout")]
    NoPuzzle,
    /// A table that was to be read as CSV, but names no column of puzzles. Trouble.
    #[error("no column is named puzzle, quizzes or question")]
    NoColumn,
}

impl Notice {
    /// Whether the input was not read as it was meant, so that the exit status has to tell.
    pub fn is_trouble(&self) -> bool {
        !matches!(self.kind, NoticeKind::Surplus { .. } | NoticeKind::Text)
    }
}

fn count(number: impl Into<Count>, noun: &str) -> String {
    let Count(number) = number.into();
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

struct Count(u64);

impl From<usize> for Count {
    fn from(number: usize) -> Count {
        Count(number as u64)
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Count {
        Count(number)
    }
}

fn in_row(row: Option<usize>) -> String {
    row.map_or(String::new(), |row| format!("row {row}, "))
}
