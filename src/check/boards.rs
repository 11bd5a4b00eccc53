//! Boards that were seen before.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::grid::{self, Grid};
use crate::verify;

/// A complete board in 16 bytes, without loss: two boards are equal if and only if their keys are.
///
/// The cells are written as digits of a mixed radix, row by row: which one of the digits that are
/// still free in the row, column and box of the cell is it, and how many were free. No board has
/// more than `9!` ways to fill the first row, `6*5*4*6*5*4*6*3*2` for the second and so on down
/// to one for the last, `2^107` in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key([u32; 4]);

impl Key {
    /// The key of a board, `None` for a grid that is none.
    pub fn new(board: &Grid) -> Option<Key> {
        verify::is_board(board).then(|| Key::of_board(board))
    }

    fn of_board(board: &Grid) -> Key {
        let (mut columns, mut boxes) = ([0x3fe_u16; 9], [0x3fe_u16; 9]);
        let (mut key, mut scale) = (0_u128, 1_u128);
        for (row, digits) in board.rows().enumerate() {
            // A row is a number below 9!.
            let (mut row_key, mut row_scale) = (0_u32, 1_u32);
            let mut free_in_row = 0x3fe;
            for (column, &digit) in digits.iter().enumerate() {
                let in_box = &mut boxes[grid::box_of(9 * row + column)];
                let free = free_in_row & columns[column] & *in_box;
                let bit = 1 << digit;
                row_key += row_scale * (free & (bit - 1)).count_ones();
                row_scale *= free.count_ones();
                free_in_row &= !bit;
                columns[column] &= !bit;
                *in_box &= !bit;
            }
            key += scale * u128::from(row_key);
            scale *= u128::from(row_scale);
        }
        Key(std::array::from_fn(|word| (key >> (32 * word)) as u32))
    }
}

/// All boards so far, each with the number of the answer that had it first. This is the one part
/// of checking whose memory grows with the input: by 24 to 48 bytes for each different board.
#[derive(Debug, Default)]
pub struct Boards(HashMap<Key, u32>);

impl Boards {
    /// Takes note of a board; the number of the answer that had it before, if there is one.
    pub fn seen(&mut self, key: Key, answer: u64) -> Option<u64> {
        match self.0.entry(key) {
            Entry::Occupied(entry) => Some(u64::from(*entry.get())),
            Entry::Vacant(entry) => {
                // Four thousand million boards would not fit into any memory of today.
                entry.insert(u32::try_from(answer).unwrap_or(u32::MAX));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Reads a key back.
    fn board(Key(words): Key) -> Grid {
        let mut key = words.iter().rev().fold(0, |key: u128, &word| key << 32 | u128::from(word));
        let mut board = Grid::EMPTY;
        for cell in 0..81 {
            let free: Vec<u8> = (1..=9)
                .filter(|&digit| {
                    (0..cell).all(|other| {
                        board.get(other) != digit
                            || (grid::row(other) != grid::row(cell)
                                && grid::column(other) != grid::column(cell)
                                && grid::box_of(other) != grid::box_of(cell))
                    })
                })
                .collect();
            let count = free.len() as u128;
            board.set(cell, free[(key % count) as usize]);
            key /= count;
        }
        assert_eq!(key, 0);
        board
    }

    #[test]
    fn a_key_holds_the_whole_board() {
        let mut text = BOARD.to_string();
        for (one, other) in [('1', '9'), ('2', '3'), ('9', '4'), ('5', '6'), ('7', '1'), ('8', '2')]
        {
            text = text.replace(one, "x").replace(other, &one.to_string());
            text = text.replace('x', &other.to_string());
            let grid: Grid = text.parse().unwrap();
            assert_eq!(board(Key::new(&grid).unwrap()), grid);
            // Its rows the other way round.
            let mirrored: String =
                (0..9).rev().map(|row| &text[9 * row..9 * row + 9]).collect::<String>();
            let grid: Grid = mirrored.parse().unwrap();
            assert_eq!(board(Key::new(&grid).unwrap()), grid);
        }
    }

    #[test]
    fn only_boards_have_keys() {
        assert_eq!(Key::new(&Grid::EMPTY), None);
        assert_eq!(Key::new(&"5".repeat(81).parse().unwrap()), None);
    }

    #[test]
    fn the_first_of_equal_boards_is_named() {
        let key = Key::new(&BOARD.parse().unwrap()).unwrap();
        let other = Key::new(&BOARD.chars().rev().collect::<String>().parse().unwrap()).unwrap();
        let mut boards = Boards::default();
        assert_eq!(boards.seen(key, 1), None);
        assert_eq!(boards.seen(other, 2), None);
        assert_eq!(boards.seen(key, 3), Some(1));
        assert_eq!(boards.seen(key, 4), Some(1));
    }
}
