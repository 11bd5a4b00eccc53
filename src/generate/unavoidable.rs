//! Unavoidable sets of a board: cells that can be filled in another way while all others stay.
//!
//! A puzzle of the board has one solution only if each of them holds a clue. So a clue that is
//! alone in one is known to be needed, without a search.

use super::singles::{Cells, UNITS};
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
        let lines = Lines::of(board);
        let mut steps = Steps::new();
        // The lines that a way leads along, and the unions of those that it crosses.
        let mut ways = [(0, &ROWS); WAYS];
        let mut way = 0;
        for a in 1..9 {
            for b in 0..a {
                // From the row of a `b` to those of each `a` in its column and its box.
                for row in 0..9 {
                    let [column, square] = lines.place[b][row];
                    steps.0[row][way] =
                        lines.row[a][0][usize::from(column)] | lines.row[a][1][usize::from(square)];
                }
                ways[way] = (lines.digits[a] | lines.digits[b], &ROWS);
                way += 1;
            }
        }
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            for band in [0, 3, 6] {
                let (first, second) = (band + first, band + second);
                let digit =
                    |row: usize, column: usize| usize::from(board.get(9 * row + column)) - 1;
                for line in 0..9 {
                    steps.0[line][way] = 1 << lines.place[digit(second, line)][first][0];
                    steps.0[line][way + 1] = lines.row[digit(line, second)][0][first];
                }
                ways[way] = (ROWS[1 << first] | ROWS[1 << second], &COLUMNS);
                ways[way + 1] = (COLUMNS[1 << first] | COLUMNS[1 << second], &ROWS);
                way += 2;
            }
        }
        steps.close();
        for (way, (along, crossing)) in ways.into_iter().enumerate() {
            let along = along & clued;
            let mut left = 511u16;
            while left != 0 {
                let cycle = steps.0[left.trailing_zeros() as usize % 9][way];
                left &= !cycle;
                // Those of all nine lines are so large that some clue of them stays.
                if cycle != 511 {
                    unavoidable.sets.push(along & crossing[usize::from(cycle % 512)]);
                }
            }
        }
        unavoidable.narrow(clued);
        unavoidable
    }

    /// Takes note of the cells that have clues now.
    pub(super) fn narrow(&mut self, clued: Cells) {
        // Without branches, as nothing foretells which sets go.
        let mut left = 0;
        for index in 0..self.sets.len() {
            let set = self.sets[index] & clued;
            let alone = set & set.wrapping_sub(1) == 0;
            self.kept |= if alone { set } else { 0 };
            self.sets[left] = set;
            left += usize::from(set & self.kept == 0);
        }
        self.sets.truncate(left);
    }

    /// Takes note of clues that will not go.
    pub(super) fn keep(&mut self, clues: Cells) {
        self.kept |= clues;
    }

    /// Whether these clues cannot go all together. A `false` says nothing.
    pub(super) fn need(&self, clues: Cells) -> bool {
        // A clue that is alone in a set stays already.
        let several = !clues.is_power_of_two();
        clues & self.kept != 0 || several && self.sets.iter().any(|set| set & !clues == 0)
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

/// Pairs of digits, of rows and of columns.
const WAYS: usize = 36 + 9 + 9;

/// The lines that each of the lines `0..9` leads to, one bit each, for every way.
struct Steps([[u16; WAYS]; 9]);

impl Steps {
    fn new() -> Steps {
        Steps([[0; WAYS]; 9])
    }

    /// From one step to any number of them: every line leads to the whole cycle that it is in. All
    /// ways at once, without a branch, so that the compiler makes vectors of them.
    fn close(&mut self) {
        for middle in 0..9 {
            let from_there = self.0[middle];
            for line in &mut self.0 {
                for (reached, more) in line.iter_mut().zip(from_there) {
                    *reached |= more & 0u16.wrapping_sub(*reached >> middle & 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::board;
    use crate::generate::draw::Draw;
    use crate::generate::singles::{ALL, cells};
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
