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

/// How a record fails to be nine by nine cells.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Malformed {
    /// A row that does not have nine cells.
    #[error("row {row} has {cells} cells, expected 9")]
    Row {
        /// The row, from 1.
        row: usize,
        /// The cells found.
        cells: usize,
    },
}
