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

/// The clues of a puzzle, as each row, column and box (in this order) sees them.
#[derive(Debug)]
pub(super) struct Clues {
    /// The digits of each unit.
    digits: [[u16; 9]; 3],
    /// The places of each unit that hold a clue.
    places: [[u16; 9]; 3],
    /// The units that hold each digit.
    units: [[u16; 9]; 3],
}

impl Clues {
    /// Those of a complete board.
    pub(super) fn all() -> Clues {
        let all = [[511; 9]; 3];
        Clues { digits: all, places: all, units: all }
    }

    /// Takes a clue away, or puts it back.
    pub(super) fn toggle(&mut self, cell: usize, digit: u8) {
        let digit = usize::from(digit) - 1;
        let (row, column, square) = (grid::row(cell), grid::column(cell), grid::box_of(cell));
        let places = [column, row, row % 3 * 3 + column % 3];
        for (kind, unit) in [row, column, square].into_iter().enumerate() {
            self.digits[kind][unit] ^= 1 << digit;
            self.places[kind][unit] ^= 1 << places[kind];
            self.units[kind][digit] ^= 1 << unit;
        }
    }

    /// Whether the other clues leave no other digit for the cell of a clue, or no other cell of
    /// one of its units for the digit: then the puzzle has the same solutions without it.
    pub(super) fn is_implied(&self, cell: usize, digit: u8) -> bool {
        let digit = usize::from(digit) - 1;
        let (row, column, square) = (grid::row(cell), grid::column(cell), grid::box_of(cell));
        let [in_row, in_column, in_box] = &self.digits;
        let alone = in_row[row] | in_column[column] | in_box[square] == 511;
        let [in_row, in_column, in_box] =
            [(0, row), (1, column), (2, square)].map(|(kind, unit)| self.places[kind][unit]);
        // The other units that the digit is in: their cells are no places for it.
        let [rows, columns, boxes] = [(0, row), (1, column), (2, square)]
            .map(|(kind, unit)| self.units[kind][digit] & !(1 << unit));
        let (band, stack) = (row / 3, column / 3);
        // Three bits, each three times in a row; three bits, three times one after the other.
        let stretch = |bits: u16| 7 * ((bits | bits << 2 | bits << 4) & 0o111);
        let repeat = |bits: u16| 0o111 * bits;
        let row = in_row | columns | stretch(boxes >> (3 * band) & 7);
        let column = in_column | rows | (7 * (boxes >> stack & 0o111));
        let square = in_box | stretch(rows >> (3 * band) & 7) | repeat(columns >> (3 * stack) & 7);
        // No early end: which of the four it is cannot be predicted.
        alone | (row == 511) | (column == 511) | (square == 511)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::board;
    use crate::generate::draw::Draw;

    /// [`Clues::is_implied`] by its definition.
    fn is_implied(puzzle: &Grid, cell: usize) -> bool {
        let digit = puzzle.get(cell);
        let can_hold = |place: usize, digit: u8| {
            (place == cell || puzzle.get(place) == 0)
                && cells(PEERS[place]).all(|peer| peer == cell || puzzle.get(peer) != digit)
        };
        let no_other_digit = (1..=9).all(|other| other == digit || !can_hold(cell, other));
        let no_other_place =
            |unit: &Cells| cells(*unit).all(|place| place == cell || !can_hold(place, digit));
        no_other_digit || units(cell).iter().any(no_other_place)
    }

    #[test]
    fn clues_are_implied_by_definition() {
        let (mut implied, mut not) = (0, 0);
        for item in 0..10 {
            let mut draw = Draw::new(1, item, 0);
            let mut puzzle = board::draw(&mut draw);
            let mut clues = Clues::all();
            let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
            draw.shuffle(&mut order);
            for gone in order {
                for cell in cells(ALL).filter(|&cell| puzzle.get(cell) != 0).collect::<Vec<_>>() {
                    let expected = is_implied(&puzzle, cell);
                    *if expected { &mut implied } else { &mut not } += 1;
                    assert_eq!(clues.is_implied(cell, puzzle.get(cell)), expected, "{puzzle}");
                }
                clues.toggle(gone, puzzle.get(gone));
                puzzle.set(gone, 0);
            }
        }
        assert!(implied > 5000 && not > 5000, "{implied} {not}");
    }
}
