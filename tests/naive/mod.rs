//! The oracle: the plainest depth-first search there is, blank cells in row-major order, digits
//! ascending. It shares nothing with the solver but the type of a grid.

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use shudu::{Grid, grid};

/// A search for solutions, first of all the first one.
pub(crate) struct Search {
    /// The solutions to stop at.
    pub(crate) limit: u64,
    /// The steps after which it gives up.
    pub(crate) steps: u64,
    /// The solutions seen.
    pub(crate) count: u64,
    /// The first of them.
    pub(crate) first: Option<Grid>,
    used: [[u16; 9]; 3],
}

/// The number of solutions up to `limit` and the first one, or `None` if that takes too long.
pub(crate) fn search(puzzle: &Grid, limit: u64, steps: u64) -> Option<(u64, Option<Grid>)> {
    let mut search = Search { limit, steps, count: 0, first: None, used: [[0; 9]; 3] };
    for cell in 0..81 {
        let digit = puzzle.get(cell);
        if digit != 0 && !search.toggle(cell, digit) {
            return Some((0, None));
        }
    }
    search.go(&mut puzzle.clone(), 0);
    (search.steps > 0).then_some((search.count, search.first))
}

impl Search {
    /// Takes a digit for a cell, or gives it back; whether it was free in row, column and box.
    fn toggle(&mut self, cell: usize, digit: u8) -> bool {
        let units = [grid::row(cell), grid::column(cell), grid::box_of(cell)];
        let bit = 1 << digit;
        let free = self.used.iter().zip(units).all(|(used, unit)| used[unit] & bit == 0);
        for (used, unit) in self.used.iter_mut().zip(units) {
            used[unit] ^= bit;
        }
        free
    }

    fn go(&mut self, board: &mut Grid, from: usize) {
        let Some(cell) = (from..81).find(|&cell| board.get(cell) == 0) else {
            self.count += 1;
            self.first.get_or_insert(*board);
            return;
        };
        for digit in 1..=9 {
            if self.count == self.limit || self.steps == 0 {
                break;
            }
            self.steps -= 1;
            if self.toggle(cell, digit) {
                board.set(cell, digit);
                self.go(board, cell + 1);
            }
            self.toggle(cell, digit);
        }
        board.set(cell, 0);
    }
}

/// Random complete boards and puzzles made of them.
pub(crate) struct Random(pub(crate) ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A complete board: three random boxes on the diagonal, the rest filled by the oracle.
    pub(crate) fn board(&mut self) -> Grid {
        loop {
            let mut board = Grid::EMPTY;
            for index in 0..3 {
                let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
                digits.shuffle(&mut self.0);
                for (at, digit) in digits.into_iter().enumerate() {
                    board.set(27 * index + 3 * index + at / 3 * 9 + at % 3, digit);
                }
            }
            if let Some((_, Some(board))) = search(&board, 1, 100_000) {
                return board;
            }
        }
    }

    /// A puzzle with this many clues and at least one solution.
    pub(crate) fn puzzle(&mut self, clues: usize) -> Grid {
        let mut puzzle = self.board();
        let mut cells: Vec<usize> = (0..81).collect();
        cells.shuffle(&mut self.0);
        for &cell in &cells[clues..] {
            puzzle.set(cell, 0);
        }
        puzzle
    }

    /// The puzzle with one of its clues changed to another digit, which need not clash.
    pub(crate) fn spoil(&mut self, puzzle: &Grid) -> Grid {
        let clues: Vec<usize> = (0..81).filter(|&cell| puzzle.get(cell) != 0).collect();
        let cell = clues[self.0.random_range(0..clues.len())];
        let mut spoilt = *puzzle;
        spoilt.set(cell, (puzzle.get(cell) + self.0.random_range(0..8)) % 9 + 1);
        spoilt
    }
}
