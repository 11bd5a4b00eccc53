//! Is this a right answer to that puzzle? The rules and nothing else: this module knows the grid
//! only, and no solver.
//!
//! [`is_board`] and [`is_solution`] only say yes or no, at tens of millions of answers a second;
//! [`faults`] says what is wrong and where, for the few that are.

use std::fmt;

use crate::grid::{self, Grid};

/// Whether `answer` is complete, holds each digit once in every row, column and box, and keeps
/// every given of `puzzle`.
pub fn is_solution(puzzle: &Grid, answer: &Grid) -> bool {
    let mut changed = false;
    for (&given, &digit) in puzzle.cells().iter().zip(answer.cells()) {
        // No early way out: so it becomes vector code.
        changed |= (given != 0) & (given != digit);
    }
    !changed && is_board(answer)
}

/// Whether `answer` is complete and holds each digit once in every row, column and box.
pub fn is_board(answer: &Grid) -> bool {
    // A unit of nine cells holds each digit once if it holds all nine of them. The digits of
    // three cells side by side are sets of ten bits in three fields of one word: its fields
    // taken apart belong to three columns, taken together to one row and one box.
    const FIELD: u32 = 20;
    const DIGITS: u64 = 0b11_1111_1110;
    const ALL: u64 = DIGITS | DIGITS << FIELD | DIGITS << (2 * FIELD);
    // A look into a table takes less time than a shift by a number that is not known before.
    const SETS: [[u64; 16]; 3] = {
        let mut sets = [[0; 16]; 3];
        let mut digit = 0;
        while digit < 10 {
            sets[0][digit] = 1 << digit;
            sets[1][digit] = 1 << FIELD << digit;
            sets[2][digit] = 1 << (2 * FIELD) << digit;
            digit += 1;
        }
        sets
    };
    let set = |field: usize, digit: u8| SETS[field][usize::from(digit % 16)];
    let together = |fields: u64| fields | fields >> FIELD | fields >> (2 * FIELD) | !DIGITS;

    let mut held = ALL;
    let mut stacks = [0; 3];
    for band in answer.cells().as_chunks::<9>().0.as_chunks::<3>().0 {
        let mut boxes = [0; 3];
        for row in band {
            let mut digits = 0;
            for (index, &[left, middle, right]) in row.as_chunks().0.iter().enumerate() {
                let three = set(0, left) | set(1, middle) | set(2, right);
                digits |= three;
                boxes[index] |= three;
                stacks[index] |= three;
            }
            held &= together(digits);
        }
        held &= boxes.into_iter().map(together).fold(ALL, |all, digits| all & digits);
    }
    stacks.into_iter().fold(held, |all, digits| all & digits) == ALL
}

/// Nine cells that hold each digit once, named by their index, `0..9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box, counted in row-major order.
    Box(usize),
}

impl Unit {
    /// The 27 units of a grid.
    pub fn all() -> impl Iterator<Item = Unit> {
        let kinds: [fn(usize) -> Unit; 3] = [Unit::Row, Unit::Column, Unit::Box];
        kinds.into_iter().flat_map(|kind| (0..9).map(kind))
    }

    /// Its nine cells, ascending.
    pub fn cells(self) -> [usize; 9] {
        std::array::from_fn(|index| match self {
            Unit::Row(row) => 9 * row + index,
            Unit::Column(column) => 9 * index + column,
            Unit::Box(number) => 27 * (number / 3) + 9 * (index / 3) + 3 * (number % 3) + index % 3,
        })
    }
}

impl fmt::Display for Unit {
    /// `row 3`, counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Row(row) => write!(f, "row {}", row + 1),
            Unit::Column(column) => write!(f, "column {}", column + 1),
            Unit::Box(number) => write!(f, "box {}", number + 1),
        }
    }
}

/// Something that keeps an answer from being right.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Cells without a digit.
    Empty {
        /// All of them, ascending.
        cells: Vec<usize>,
    },
    /// A given of the puzzle that is another digit in the answer. (If it is no digit at all,
    /// that is [`Fault::Empty`].)
    Changed {
        /// Where.
        cell: usize,
        /// The digit of the puzzle.
        given: u8,
        /// The digit of the answer.
        found: u8,
    },
    /// A digit that stands twice or more often in a unit.
    Repeated {
        /// In which one.
        unit: Unit,
        /// The digit.
        digit: u8,
        /// All the cells of the unit that hold it, ascending.
        cells: Vec<usize>,
    },
}

impl Fault {
    /// The cells that it is about, ascending.
    pub fn cells(&self) -> &[usize] {
        match self {
            Fault::Empty { cells } | Fault::Repeated { cells, .. } => cells,
            Fault::Changed { cell, .. } => std::slice::from_ref(cell),
        }
    }
}

impl fmt::Display for Fault {
    /// `row 3: 5 stands twice (columns 4 and 7)`. Everything is counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Empty { cells } => match cells[..] {
                [cell] => write!(f, "{}: empty cell", Place(cell)),
                _ => write!(f, "{} empty cells", cells.len()),
            },
            Fault::Changed { cell, given, found } => {
                write!(f, "{}: given {given} changed to {found}", Place(*cell))
            }
            Fault::Repeated { unit, digit, cells } => {
                write!(f, "{unit}: {digit} stands ")?;
                match cells.len() {
                    2 => f.write_str("twice (")?,
                    times => write!(f, "{times} times (")?,
                }
                match unit {
                    Unit::Row(_) => {
                        f.write_str("columns ")?;
                        list(f, cells.iter().map(|&cell| grid::column(cell) + 1))?;
                    }
                    Unit::Column(_) => {
                        f.write_str("rows ")?;
                        list(f, cells.iter().map(|&cell| grid::row(cell) + 1))?;
                    }
                    Unit::Box(_) => list(f, cells.iter().map(|&cell| Place(cell)))?,
                }
                f.write_str(")")
            }
        }
    }
}

/// A cell in words.
struct Place(usize);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", grid::row(self.0) + 1, grid::column(self.0) + 1)
    }
}

fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl ExactSizeIterator<Item = T>,
) -> fmt::Result {
    let last = items.len().saturating_sub(1);
    for (index, item) in items.enumerate() {
        match index {
            0 => {}
            _ if index == last => f.write_str(" and ")?,
            _ => f.write_str(", ")?,
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

/// Everything that is wrong with `answer` as an answer to `puzzle`: empty cells, changed givens,
/// then digits that stand twice, by unit. Empty if and only if [`is_solution`]; with
/// [`Grid::EMPTY`] for a puzzle, if and only if [`is_board`].
pub fn faults(puzzle: &Grid, answer: &Grid) -> Vec<Fault> {
    let mut faults = Vec::new();
    let empty: Vec<usize> = (0..81).filter(|&cell| answer.get(cell) == 0).collect();
    if !empty.is_empty() {
        faults.push(Fault::Empty { cells: empty });
    }
    faults.extend((0..81).filter_map(|cell| {
        let (given, found) = (puzzle.get(cell), answer.get(cell));
        (given != 0 && found != 0 && given != found).then_some(Fault::Changed {
            cell,
            given,
            found,
        })
    }));
    for unit in Unit::all() {
        let in_unit = unit.cells();
        for digit in 1..=9 {
            let holds = |&cell: &usize| answer.get(cell) == digit;
            if in_unit.iter().copied().filter(holds).count() > 1 {
                let cells = in_unit.into_iter().filter(holds).collect();
                faults.push(Fault::Repeated { unit, digit, cells });
            }
        }
    }
    faults
}
