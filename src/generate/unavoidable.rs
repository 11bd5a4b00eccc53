//! Unavoidable sets of a board: cells that can be filled in another way while all others stay.
//!
//! A puzzle of the board has one solution only if each of them holds a clue. So a clue that is
//! alone in one is known to be needed, without a search.

use super::singles::{ALL, Cells, UNITS};
use crate::grid::{Grid, box_of, column, row};

/// Some unavoidable sets, as far as their clues may still go.
#[derive(Debug, Default)]
pub(super) struct Unavoidable {
    /// The cells with clues of each set that holds no clue which stays anyhow.
    sets: Vec<Cells>,
    /// The clues that stay.
    kept: Cells,
}

impl Unavoidable {
    /// The sets in which two digits change places, or two rows of a band, or two columns of a
    /// stack; `clued` are the cells with clues.
    pub(super) fn of(board: &Grid, clued: Cells) -> Unavoidable {
        let mut unavoidable = Unavoidable { sets: Vec::with_capacity(160), kept: 0 };
        let mut push = |lines: Cells, crossing: Cells| {
            // Those of all nine lines are so large that some clue of them stays.
            if crossing != ALL {
                unavoidable.sets.push(lines & crossing & clued);
            }
        };
        let lines = Lines::of(board);
        for a in 1..9 {
            for b in 0..a {
                // From the row of a `b` to those of each `a` in its column and its box.
                let next = |row: usize| {
                    let [column, square] = lines.place[b][row];
                    lines.row[a][0][usize::from(column)] | lines.row[a][1][usize::from(square)]
                };
                let digits = lines.digits[a] | lines.digits[b];
                cycles(next, |rows| push(digits, ROWS[usize::from(rows)]));
            }
        }
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            for band in [0, 3, 6] {
                let (first, second) = (band + first, band + second);
                let digit =
                    |row: usize, column: usize| usize::from(board.get(9 * row + column)) - 1;
                let next = |column: usize| 1 << lines.place[digit(second, column)][first][0];
                let both = ROWS[1 << first] | ROWS[1 << second];
                cycles(next, |columns| push(both, COLUMNS[usize::from(columns)]));
                let next = |row: usize| lines.row[digit(row, second)][0][first];
                let both = COLUMNS[1 << first] | COLUMNS[1 << second];
                cycles(next, |rows| push(both, ROWS[usize::from(rows)]));
            }
        }
        unavoidable.narrow(clued);
        unavoidable
    }

    /// Takes note of the cells that have clues now.
    pub(super) fn narrow(&mut self, clued: Cells) {
        let kept = &mut self.kept;
        self.sets.retain_mut(|set| {
            *set &= clued;
            if set.is_power_of_two() {
                *kept |= *set;
            }
            *set & *kept == 0
        });
    }

    /// Takes note of clues that will not go.
    pub(super) fn keep(&mut self, clues: Cells) {
        self.kept |= clues;
    }

    /// Whether these clues cannot go all together. A `false` says nothing.
    pub(super) fn need(&self, clues: Cells) -> bool {
        clues & self.kept != 0 || self.sets.iter().any(|set| set & !clues == 0)
    }
}

/// Where the digits `0..9` of a board are.
struct Lines {
    /// The cells of each digit.
    digits: [Cells; 9],
    /// The column and the box of each digit in each row.
    place: [[[u8; 2]; 9]; 9],
    /// The row of each digit in each column and each box, as a bit.
    row: [[[u16; 9]; 2]; 9],
}

impl Lines {
    fn of(board: &Grid) -> Lines {
        let mut lines = Lines { digits: [0; 9], place: [[[0; 2]; 9]; 9], row: [[[0; 9]; 2]; 9] };
        for (cell, &digit) in board.cells().iter().enumerate() {
            let digit = usize::from(digit) - 1;
            let (row, column, square) = (row(cell), column(cell), box_of(cell));
            lines.digits[digit] |= 1 << cell;
            lines.place[digit][row] = [column as u8, square as u8];
            lines.row[digit][0][column] = 1 << row;
            lines.row[digit][1][square] = 1 << row;
        }
        lines
    }
}

/// The cells of each set of rows.
static ROWS: [Cells; 512] = unions(0);
/// The cells of each set of columns.
static COLUMNS: [Cells; 512] = unions(9);

const fn unions(first: usize) -> [Cells; 512] {
    let mut unions = [0; 512];
    let mut units: usize = 1;
    while units < 512 {
        let unit = units.trailing_zeros() as usize;
        unions[units] = unions[units & (units - 1)] | UNITS[first + unit];
        units += 1;
    }
    unions
}

/// The sets that lines `0..9` fall into if each goes with those in `next`, one bit each.
#[inline(always)]
fn cycles(next: impl Fn(usize) -> u16, mut found: impl FnMut(u16)) {
    // What each line reaches, nine bits for each.
    let mut reach = (0..9).fold(0u128, |reach, line| reach | u128::from(next(line)) << (9 * line));
    const FIRST: u128 = 0o001_001_001_001_001_001_001_001_001;
    for line in 0..9 {
        // Whatever reaches this line reaches what it reaches.
        reach |= ((reach >> line) & FIRST) * ((reach >> (9 * line)) & 511);
    }
    let mut left = 511u16;
    while left != 0 {
        let cycle = (reach >> (9 * left.trailing_zeros())) as u16 & 511;
        left &= !cycle;
        found(cycle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::board;
    use crate::generate::draw::Draw;
    use crate::generate::singles::cells;
    use crate::solver::Solver;

    #[test]
    fn each_set_can_be_filled_in_another_way() {
        let (mut puzzles, mut counts) = (Vec::new(), Vec::new());
        for item in 0..20 {
            let board = board::draw(&mut Draw::new(1, item, 0));
            let unavoidable = Unavoidable::of(&board, ALL);
            assert!(unavoidable.sets.len() > 50, "{board}");
            for &set in &unavoidable.sets {
                let mut puzzle = board;
                cells(set).for_each(|cell| puzzle.set(cell, 0));
                puzzles.push(puzzle);
            }
        }
        Solver::default().count_all(&puzzles, 2, &mut counts);
        assert!(counts.iter().all(|&count| count == 2));
    }

    #[test]
    fn a_clue_alone_in_a_set_is_needed() {
        let board = board::draw(&mut Draw::new(2, 0, 0));
        let set = Unavoidable::of(&board, ALL).sets[0];
        let last = set & set.wrapping_neg();
        let mut unavoidable = Unavoidable::of(&board, ALL);
        assert!(unavoidable.need(set) && !unavoidable.need(last));
        unavoidable.narrow(ALL & !set | last);
        assert!(unavoidable.need(last));
        assert!(Unavoidable::of(&board, ALL & !set | last).need(last));
        let other = set & !last & (set & !last).wrapping_neg();
        let mut unavoidable = Unavoidable::of(&board, ALL);
        unavoidable.keep(other);
        assert!(unavoidable.need(other) && !unavoidable.need(last));
    }
}
