//! A 9x9 grid of digits and blanks: a puzzle, or an answer to one.

use std::fmt;
use std::str::FromStr;

use crate::error::GridError;

/// 81 cells in row-major order, each `1..=9` for a digit and `0` for a blank cell.
///
/// A cell is named by its index `0..81`; rows, columns and boxes by theirs, `0..9`, boxes counted
/// in row-major order too. A grid may break the rules: see [`verify`](crate::verify).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Grid([u8; 81]);

impl Grid {
    /// The grid without a single given.
    pub const EMPTY: Grid = Grid([0; 81]);

    /// A grid of the 81 given cells, `None` if one is above 9.
    pub fn new(cells: [u8; 81]) -> Option<Grid> {
        // Without an early end, which would keep the compiler from comparing many at once.
        let above = cells.iter().fold(false, |above, &cell| above | (cell > 9));
        (!above).then_some(Grid(cells))
    }

    /// The 81 cells, row by row.
    pub fn cells(&self) -> &[u8; 81] {
        &self.0
    }

    /// The nine rows of nine cells.
    pub fn rows(&self) -> impl Iterator<Item = &[u8; 9]> {
        self.0.as_chunks().0.iter()
    }

    /// The digit in a cell, `0` if it is blank.
    ///
    /// # Panics
    /// If `cell` is not below 81.
    pub fn get(&self, cell: usize) -> u8 {
        self.0[cell]
    }

    /// Puts a digit into a cell, or blanks it with `0`.
    ///
    /// # Panics
    /// If `cell` is not below 81 or `digit` is above 9.
    pub fn set(&mut self, cell: usize, digit: u8) {
        assert!(digit <= 9, "{digit} is no digit of a 9x9 grid");
        self.0[cell] = digit;
    }

    /// How many cells hold a digit.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&cell| cell != 0).count()
    }

    /// Whether no cell is blank.
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(|&cell| cell != 0)
    }
}

/// The row of a cell, `0..9`.
pub const fn row(cell: usize) -> usize {
    cell / 9
}

/// The column of a cell, `0..9`.
pub const fn column(cell: usize) -> usize {
    cell % 9
}

/// The box of a cell, `0..9`, in row-major order.
pub const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

impl AsRef<[u8; 81]> for Grid {
    fn as_ref(&self) -> &[u8; 81] {
        &self.0
    }
}

impl fmt::Display for Grid {
    /// 81 characters, `.` for a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.map(|cell| if cell == 0 { b'.' } else { b'0' + cell });
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads 81 characters: digits, and `0` or `.` for blanks. Files are read by
    /// [`format`](crate::format), which knows many more ways to write a puzzle.
    fn from_str(text: &str) -> Result<Grid, GridError> {
        let mut cells = [0; 81];
        let mut length = 0;
        for (index, char) in text.chars().enumerate() {
            let cell = match char {
                '.' => 0,
                '0'..='9' => char as u8 - b'0',
                _ => return Err(GridError::Character { index, char }),
            };
            if let Some(slot) = cells.get_mut(index) {
                *slot = cell;
            }
            length += 1;
        }
        if length == 81 { Ok(Grid(cells)) } else { Err(GridError::Length(length)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_there_and_back() {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Grid = text.parse().unwrap();
        assert_eq!(grid.to_string(), text);
        assert_eq!(grid.clues(), 30);
        assert_eq!(grid.rows().nth(1).unwrap(), &[6, 0, 0, 1, 9, 5, 0, 0, 0]);
        assert!(!grid.is_complete());
        assert_eq!(text[1..].parse::<Grid>(), Err(GridError::Length(80)));
        assert_eq!(
            text.replace('7', "a").parse::<Grid>(),
            Err(GridError::Character { index: 4, char: 'a' })
        );
    }

    #[test]
    fn every_unit_has_nine_cells() {
        for unit in [row, column, box_of] {
            for index in 0..9 {
                assert_eq!((0..81).filter(|&cell| unit(cell) == index).count(), 9);
            }
        }
        assert_eq!(box_of(9 * 3 + 8), 5);
    }
}
