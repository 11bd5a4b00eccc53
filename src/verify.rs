//! Is this a right answer to that puzzle? The rules and nothing else: this module knows the grid
//! only, and no solver.

use crate::grid::{self, Grid};

/// Whether `answer` is complete, holds each digit once in every row, column and box, and keeps
/// every given of `puzzle`.
pub fn is_solution(puzzle: &Grid, answer: &Grid) -> bool {
    let keeps_givens = puzzle
        .cells()
        .iter()
        .zip(answer.cells())
        .all(|(&given, &digit)| given == 0 || given == digit);
    keeps_givens && is_board(answer)
}

/// Whether `answer` is complete and holds each digit once in every row, column and box.
pub fn is_board(answer: &Grid) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0u16; 9], [0u16; 9], [0u16; 9]);
    for (cell, &digit) in answer.cells().iter().enumerate() {
        let bit = 1 << digit;
        rows[grid::row(cell)] |= bit;
        columns[grid::column(cell)] |= bit;
        boxes[grid::box_of(cell)] |= bit;
    }
    const ALL: u16 = 0b11_1111_1110;
    [rows, columns, boxes].as_flattened().iter().all(|&digits| digits == ALL)
}
