//! States outside of their lanes: fresh ones, those that wait to be searched, and solved ones.

use super::lanes::Lanes;
use super::search::{Found, each};
use super::transpose;

/// The siblings that wait, each in the column of the lane that left it behind, so that they come
/// and go without changing lanes. A row is a vector of states, some of which may be missing.
pub(super) struct Waiting<V> {
    rows: Vec<[V; 81]>,
    /// The lanes that have a state in each row.
    taken: Vec<u32>,
    /// The rows in which each lane has a state, the latest last, and whose state it is.
    columns: [Vec<(u32, u32)>; 32],
    /// The lanes that have any.
    lanes: u32,
}

impl<V: Lanes> Waiting<V> {
    pub(super) fn new() -> Self {
        Waiting {
            rows: Vec::new(),
            taken: Vec::new(),
            columns: [const { Vec::new() }; 32],
            lanes: 0,
        }
    }

    /// A row to put states of `lanes` in, where those lanes have none yet.
    #[inline(always)]
    pub(super) fn push(&mut self, lanes: u32, puzzles: &[u32; 32]) -> &mut [V; 81] {
        let free = self.taken.iter().position(|taken| taken & lanes == 0);
        let row = free.unwrap_or(self.rows.len());
        if row == self.rows.len() {
            self.rows.push([V::splat(0); 81]);
            self.taken.push(0);
        }
        for lane in each(lanes) {
            self.columns[lane].push((row as u32, puzzles[lane]));
        }
        self.lanes |= lanes;
        self.taken[row] |= lanes;
        &mut self.rows[row]
    }

    /// Moves the latest state of each of `lanes` into its lane of `cells`, if it has one whose puzzle
    /// is `needed` still; says which had.
    #[inline(always)]
    pub(super) fn pop(
        &mut self,
        lanes: u32,
        needed: impl Fn(u32) -> bool,
        puzzles: &mut [u32; 32],
        cells: &mut [V; 81],
    ) -> u32 {
        // From which rows, for which lanes.
        let mut moves = [(0, 0); 32];
        let mut count = 0;
        let mut popped = 0;
        for lane in each(lanes & self.lanes) {
            while let Some((row, puzzle)) = self.take(lane, Vec::pop) {
                if !needed(puzzle) {
                    continue;
                }
                puzzles[lane] = puzzle;
                popped |= 1 << lane;
                let known = moves[..count].iter().position(|&(from, _)| from == row);
                let at = known.unwrap_or(count);
                count = count.max(at + 1);
                moves[at] = (row, moves[at].1 | 1 << lane);
                break;
            }
        }
        if popped == 0 {
            return 0;
        }
        for (index, cells) in cells.as_chunks_mut::<9>().0.iter_mut().enumerate() {
            let mut c = *cells;
            for &(row, lanes) in &moves[..count] {
                let mask = V::mask(lanes);
                let row: &[V; 9] = &self.rows[row as usize].as_chunks::<9>().0[index];
                for i in 0..9 {
                    c[i] = V::select(mask, row[i], c[i]);
                }
            }
            *cells = c;
        }
        popped
    }

    /// Moves the oldest state of the lane that has most of them into another lane of `cells`; says
    /// whose it was.
    #[inline(always)]
    pub(super) fn steal(
        &mut self,
        to: usize,
        needed: impl Fn(u32) -> bool,
        cells: &mut [V; 81],
    ) -> Option<u32> {
        loop {
            let from = each(self.lanes).max_by_key(|&lane| self.columns[lane].len())?;
            let (row, puzzle) = self.take(from, |column| Some(column.remove(0)))?;
            if needed(puzzle) {
                let mask = V::mask(1 << to);
                let shuffle = V::shuffle(&[from as u8; 32]);
                for (cell, waiting) in cells.iter_mut().zip(&self.rows[row as usize]) {
                    *cell = V::select(mask, waiting.shuffled(shuffle), *cell);
                }
                return Some(puzzle);
            }
        }
    }

    /// Takes a state out of a lane's column; its cells stay until the next push.
    #[inline(always)]
    fn take(
        &mut self,
        lane: usize,
        which: impl Fn(&mut Vec<(u32, u32)>) -> Option<(u32, u32)>,
    ) -> Option<(u32, u32)> {
        let column = &mut self.columns[lane];
        let taken = which(column)?;
        self.taken[taken.0 as usize] &= !(1 << lane);
        self.lanes &= !(u32::from(column.is_empty()) << lane);
        Some(taken)
    }
}

/// States between grids and lanes, a vector of them.
pub(super) struct Queue<V> {
    pub(super) cells: Box<[V; 81]>,
    pub(super) puzzles: [u32; 32],
    pub(super) count: usize,
}

impl<V: Lanes> Queue<V> {
    pub(super) fn new() -> Self {
        Queue { cells: Box::new([V::splat(0); 81]), puzzles: [0; 32], count: 0 }
    }

    /// Takes in the next puzzles; the queue must be empty.
    #[inline(always)]
    pub(super) fn refill<'p, P: AsRef<[u8; 81]> + 'p>(
        &mut self,
        puzzles: &mut impl Iterator<Item = (usize, &'p P)>,
    ) {
        let mut group: [&[u8; 81]; 32] = [&[0; 81]; 32];
        for (number, puzzle) in puzzles.take(V::LANES) {
            group[self.count] = puzzle.as_ref();
            self.puzzles[self.count] = number as u32;
            self.count += 1;
        }
        if self.count == 0 {
            return;
        }
        let mut digits = [[0; 32]; 81];
        transpose::to_lanes(&group[..self.count], &mut digits);
        for (cell, &from) in self.cells.iter_mut().zip(&CELL) {
            *cell = V::from_digits(&digits[from]);
        }
    }

    /// Writes out the solved states.
    #[inline(always)]
    pub(super) fn flush(&mut self, found: &mut [Found]) {
        let mut digits = [[0; 32]; 81];
        for (cell, &to) in self.cells.iter().zip(&CELL) {
            digits[to] = cell.to_digits();
        }
        let mut grids = [[0; 81]; 32];
        transpose::from_lanes(&digits, &mut grids[..self.count]);
        for (&puzzle, grid) in self.puzzles.iter().zip(&grids[..self.count]) {
            found[puzzle as usize].solution = *grid;
        }
        self.count = 0;
    }
}

/// The row-major index of each box-major cell, and the other way round.
pub(super) const CELL: [usize; 81] = {
    let mut cells = [0; 81];
    let mut q = 0;
    while q < 81 {
        let (b, i, j) = (q / 9, q / 3 % 3, q % 3);
        cells[q] = 9 * (b / 3 * 3 + i) + b % 3 * 3 + j;
        q += 1;
    }
    cells
};
