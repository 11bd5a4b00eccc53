//! Boards next to a board: two digits change places in some cells, or two rows in some columns.
//!
//! A puzzle whose clues leave such an exchange open has a second solution, which is seen here
//! without a search.

use super::singles::{Cells, PEERS, cells};
use crate::grid::{Grid, column, row};

/// A board, ready to be asked about its neighbours.
#[derive(Debug)]
pub(super) struct Swaps {
    board: Grid,
    /// The cells of each digit.
    digits: [Cells; 9],
    /// The column of each digit in each row.
    columns: [[u8; 9]; 9],
    /// The row of each digit in each column.
    rows: [[u8; 9]; 9],
}

impl Swaps {
    pub(super) fn new(board: &Grid) -> Swaps {
        let mut swaps =
            Swaps { board: *board, digits: [0; 9], columns: [[0; 9]; 9], rows: [[0; 9]; 9] };
        for (cell, &digit) in board.cells().iter().enumerate() {
            let digit = usize::from(digit) - 1;
            swaps.digits[digit] |= 1 << cell;
            swaps.columns[row(cell)][digit] = column(cell) as u8;
            swaps.rows[column(cell)][digit] = row(cell) as u8;
        }
        swaps
    }

    /// Whether some board other than this has the same digits in all cells of `clues`, but
    /// another one in `cell`. A `false` says nothing.
    pub(super) fn change(&self, cell: usize, clues: Cells) -> bool {
        self.changes_digits(cell, clues) || self.changes_lines(cell, clues)
    }

    /// Its digit and another one, along the cells of both that see each other.
    fn changes_digits(&self, cell: usize, clues: Cells) -> bool {
        let digit = usize::from(self.board.get(cell)) - 1;
        (0..9).filter(|&other| other != digit).any(|other| {
            let (these, those) = (self.digits[digit], self.digits[other]);
            let mut seen = 1 << cell;
            let mut new = seen;
            while new != 0 {
                let from = if new & these != 0 { those } else { these };
                new = cells(new).fold(0, |sum, cell| sum | PEERS[cell]) & from & !seen;
                if new & clues != 0 {
                    return false;
                }
                seen |= new;
            }
            true
        })
    }

    /// Its row or column and another one of the same band or stack.
    fn changes_lines(&self, cell: usize, clues: Cells) -> bool {
        let (row, column) = (row(cell), column(cell));
        let others = |line: usize| [line / 3 * 3 + (line + 1) % 3, line / 3 * 3 + (line + 2) % 3];
        let at = |row: usize, column: usize| usize::from(self.board.get(row * 9 + column)) - 1;
        let free = |row: usize, column: usize| {
            let other = row * 9 + column;
            other == cell || clues >> other & 1 == 0
        };
        others(row).into_iter().any(|other| {
            let mut here = column;
            loop {
                if !free(row, here) || !free(other, here) {
                    return false;
                }
                here = usize::from(self.columns[row][at(other, here)]);
                if here == column {
                    return true;
                }
            }
        }) || others(column).into_iter().any(|other| {
            let mut here = row;
            loop {
                if !free(here, column) || !free(here, other) {
                    return false;
                }
                here = usize::from(self.rows[column][at(here, other)]);
                if here == row {
                    return true;
                }
            }
        })
    }
}
