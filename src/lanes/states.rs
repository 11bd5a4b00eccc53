//! States outside of their lanes: fresh ones, those that wait to be searched, and solved ones.

use super::lanes::Lanes;
use super::search::{Found, each};
use super::transpose;

/// Room for two vectors of states.
const ROOM: usize = 64;

/// The siblings that wait, each in the column of the lane that left it behind, so that they come
/// and go without changing lanes. A row is a vector of states, some of which may be missing.
pub(super) struct Waiting<V> {
    rows: Vec<Row<V>>,
    /// The rows in which each lane has a state, the latest last.
    columns: [Vec<u32>; 32],
    /// The lanes that have any.
    lanes: u32,
}

struct Row<V> {
    cells: [V; 81],
    /// The lanes that have a state here.
    lanes: u32,
}

impl<V: Lanes> Waiting<V> {
    pub(super) fn new() -> Self {
        Waiting { rows: Vec::new(), columns: [const { Vec::new() }; 32], lanes: 0 }
    }

    /// The lanes that have states here.
    pub(super) fn lanes(&self) -> u32 {
        self.lanes
    }

    /// Drops the states of some lanes.
    pub(super) fn drop(&mut self, lanes: u32) {
        for lane in each(lanes) {
            for row in self.columns[lane].drain(..) {
                self.rows[row as usize].lanes &= !(1 << lane);
            }
        }
        self.lanes &= !lanes;
    }

    /// A row to put states of `lanes` in, where those lanes have none yet.
    #[inline(always)]
    pub(super) fn push(&mut self, lanes: u32) -> &mut [V; 81] {
        let row = match self.rows.iter().position(|row| row.lanes & lanes == 0) {
            Some(row) => row,
            None => {
                self.rows.push(Row { cells: [V::splat(0); 81], lanes: 0 });
                self.rows.len() - 1
            }
        };
        for lane in each(lanes) {
            self.columns[lane].push(row as u32);
        }
        self.lanes |= lanes;
        let row = &mut self.rows[row];
        row.lanes |= lanes;
        &mut row.cells
    }

    /// Moves the latest state of each of `lanes` into its lane of `cells`.
    #[inline(always)]
    pub(super) fn pop(&mut self, lanes: u32, cells: &mut [V; 81]) {
        let mut moves = [(V::splat(0), 0); 32];
        let mut count = 0;
        let mut left = lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            let Some(&row) = self.columns[lane].last() else { break };
            let mut here = 0;
            for lane in each(left & self.rows[row as usize].lanes) {
                here |= u32::from(self.columns[lane].last() == Some(&row)) << lane;
            }
            for lane in each(here) {
                self.columns[lane].pop();
                self.lanes &= !(u32::from(self.columns[lane].is_empty()) << lane);
            }
            left &= !here;
            self.rows[row as usize].lanes &= !here;
            moves[count] = (V::mask(here), row as usize);
            count += 1;
        }
        for (index, cells) in cells.as_chunks_mut::<9>().0.iter_mut().enumerate() {
            let mut c = *cells;
            for &(mask, row) in &moves[..count] {
                let row: &[V; 9] = &self.rows[row].cells.as_chunks::<9>().0[index];
                for i in 0..9 {
                    c[i] = V::select(mask, row[i], c[i]);
                }
            }
            *cells = c;
        }
    }

    /// Moves the oldest state of the lane that has most of them into another lane of `cells`; says
    /// whose it was.
    #[inline(always)]
    pub(super) fn steal(&mut self, to: usize, cells: &mut [V; 81]) -> Option<usize> {
        let from = each(self.lanes).max_by_key(|&lane| self.columns[lane].len())?;
        let row = &mut self.rows[self.columns[from].remove(0) as usize];
        row.lanes &= !(1 << from);
        self.lanes &= !(u32::from(self.columns[from].is_empty()) << from);
        let mask = V::mask(1 << to);
        let shuffle = V::shuffle(&[from as u8; 32]);
        for (cell, waiting) in cells.iter_mut().zip(&row.cells) {
            *cell = V::select(mask, waiting.shuffled(shuffle), *cell);
        }
        Some(from)
    }
}

/// States between grids and lanes, cell by cell, so that they move by whole vectors.
pub(super) struct Queue {
    pub(super) cells: Box<[[u16; ROOM]; 81]>,
    pub(super) puzzles: [u32; ROOM],
    pub(super) count: usize,
}

impl Queue {
    pub(super) fn new() -> Self {
        Queue { cells: Box::new([[0; ROOM]; 81]), puzzles: [0; ROOM], count: 0 }
    }

    /// Takes in the next puzzles, a vector of them; there must be room for it.
    #[inline(always)]
    pub(super) fn refill<'p, V: Lanes, P: AsRef<[u8; 81]> + 'p>(
        &mut self,
        puzzles: &mut impl Iterator<Item = (usize, &'p P)>,
    ) {
        let mut group: [&[u8; 81]; 32] = [&[0; 81]; 32];
        let mut count = 0;
        for (number, puzzle) in puzzles.take(V::LANES) {
            group[count] = puzzle.as_ref();
            self.puzzles[self.count + count] = number as u32;
            count += 1;
        }
        if count == 0 {
            return;
        }
        let mut digits = [[0; 32]; 81];
        transpose::to_lanes(&group[..count], &mut digits);
        for (q, row) in self.cells.iter_mut().enumerate() {
            V::from_digits(&digits[CELL[q]]).store(&mut row[self.count..]);
        }
        self.count += count;
    }

    /// Writes out whole vectors of solved states until fewer than `keep` are left.
    #[inline(always)]
    pub(super) fn flush<V: Lanes>(&mut self, keep: usize, found: &mut [Found]) {
        while self.count > 0 && self.count >= keep {
            let mut digits = [[0; 32]; 81];
            for (q, row) in self.cells.iter_mut().enumerate() {
                digits[CELL[q]] = V::load(row).to_digits();
                V::load(&row[V::LANES..]).store(row);
            }
            let count = self.count.min(V::LANES);
            let mut grids = [[0; 81]; 32];
            transpose::from_lanes(&digits, &mut grids[..count]);
            for (&puzzle, grid) in self.puzzles[..count].iter().zip(grids) {
                found[puzzle as usize].solution = grid;
            }
            self.puzzles.copy_within(count..self.count, 0);
            self.count -= count;
        }
    }
}

/// The row-major index of each box-major cell.
const CELL: [usize; 81] = {
    let mut cells = [0; 81];
    let mut q = 0;
    while q < 81 {
        let (b, i, j) = (q / 9, q / 3 % 3, q % 3);
        cells[q] = 9 * (b / 3 * 3 + i) + b % 3 * 3 + j;
        q += 1;
    }
    cells
};
