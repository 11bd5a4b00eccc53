//! What naked and hidden singles say about a puzzle, and which clues say nothing.

use crate::grid::{self, Grid};

/// The cells of a set, one bit each.
pub(super) type Cells = u128;

/// All cells.
pub(super) const ALL: Cells = (1 << 81) - 1;

/// The nine rows, columns and boxes.
pub(super) const UNITS: [Cells; 27] = {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        units[grid::row(cell)] |= 1 << cell;
        units[9 + grid::column(cell)] |= 1 << cell;
        units[18 + grid::box_of(cell)] |= 1 << cell;
        cell += 1;
    }
    units
};

/// The 20 other cells in the row, column and box of each cell.
pub(super) const PEERS: [Cells; 81] = {
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = units(cell);
        peers[cell] = (row | column | square) & !(1 << cell);
        cell += 1;
    }
    peers
};

const fn units(cell: usize) -> [Cells; 3] {
    [UNITS[grid::row(cell)], UNITS[9 + grid::column(cell)], UNITS[18 + grid::box_of(cell)]]
}

/// The cells of a set, ascending.
pub(super) fn cells(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 81).then_some(cell)
    })
}

/// The clues of a puzzle, by their digits.
#[derive(Debug, Clone)]
pub(super) struct Clues {
    digits: [Cells; 9],
}

impl Clues {
    pub(super) fn new(puzzle: &Grid) -> Clues {
        let mut digits = [0; 9];
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            if digit != 0 {
                digits[digit as usize - 1] |= 1 << cell;
            }
        }
        Clues { digits }
    }

    pub(super) fn remove(&mut self, cell: usize) {
        self.digits.iter_mut().for_each(|cells| *cells &= !(1 << cell));
    }

    /// Whether the other clues leave no other digit for the cell of a clue, or no other cell of
    /// one of its units for the digit: then the puzzle has the same solutions without it.
    pub(super) fn is_implied(&self, cell: usize, digit: u8) -> bool {
        let here = 1 << cell;
        let peers = PEERS[cell];
        let digit = digit as usize - 1;
        let mut others = self.digits.iter().enumerate().filter(|&(other, _)| other != digit);
        if others.all(|(_, clues)| clues & peers != 0) {
            return true;
        }
        let blocked = cells(self.digits[digit] & !here).fold(0, |cells, clue| cells | PEERS[clue]);
        let taken = self.digits.iter().fold(blocked, |cells, clues| cells | clues) & !here;
        units(cell).iter().any(|unit| unit & !taken == here)
    }
}

/// The cells that each digit can stand in once no naked or hidden single leads any further;
/// `None` if they lead to a contradiction.
pub(super) fn propagate(puzzle: &Grid) -> Option<[Cells; 9]> {
    let mut candidates = [ALL; 9];
    let mut known = 0;
    let mut fresh: Vec<(usize, usize)> = cells(ALL)
        .filter(|&cell| puzzle.get(cell) != 0)
        .map(|cell| (cell, puzzle.get(cell) as usize - 1))
        .collect();
    loop {
        for (cell, digit) in fresh.drain(..) {
            if candidates[digit] >> cell & 1 == 0 {
                return None;
            }
            known |= 1 << cell;
            candidates.iter_mut().for_each(|cells| *cells &= !(1 << cell));
            candidates[digit] = candidates[digit] & !PEERS[cell] | 1 << cell;
        }
        let (mut one, mut several) = (0, 0);
        for cells in candidates {
            several |= one & cells;
            one |= cells;
        }
        if one != ALL {
            return None;
        }
        let mut singles = !several & !known & ALL;
        for (digit, &open) in candidates.iter().enumerate() {
            let mut found = open & singles;
            for unit in UNITS {
                let places = open & unit;
                match places.count_ones() {
                    0 => return None,
                    1 => found |= places & !known,
                    _ => {}
                }
            }
            singles &= !found;
            fresh.extend(cells(found).map(|cell| (cell, digit)));
        }
        if fresh.is_empty() {
            return Some(candidates);
        }
    }
}
