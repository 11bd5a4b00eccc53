//! States outside of their lanes: fresh ones, those that wait to be searched, and solved ones.

use super::lanes::Lanes;
use super::search::{Found, each};
use super::transpose;

/// The siblings that wait, each in the column of the lane that left it behind, so that they come
/// and go without changing lanes. They are kept as they were before the split, with their choices.
pub(super) struct Waiting<V> {
    rows: Vec<Row<V>>,
    /// The lanes that have a state in each row.
    taken: Vec<u32>,
    columns: Columns,
}

/// The column of each lane: a list of rows, from the latest back to the oldest.
struct Columns {
    /// What each row has to say, one entry for each lane.
    entries: Vec<Entries>,
    /// The row of the latest state, if there is any.
    latest: [u32; 32],
    length: [u32; 32],
    /// Whose state the oldest one is.
    puzzles: [u32; 32],
    /// The lanes that have any states.
    lanes: u32,
    /// The lanes that may have states of several puzzles.
    mixed: u32,
}

struct Entries {
    /// Whose state it is.
    puzzles: [u32; 32],
    /// The row of the state before it, if there is one.
    before: [u32; 32],
}

/// A vector of states, some of which may be missing.
pub(super) struct Row<V> {
    pub(super) cells: [V; 81],
    pub(super) choices: V,
}

/// The latest states of some lanes: from which rows, for which lanes.
pub(super) struct Popped {
    rows: [(u32, u32); 32],
    count: usize,
    pub(super) lanes: u32,
}

impl Popped {
    pub(super) fn rows(&self) -> &[(u32, u32)] {
        &self.rows[..self.count]
    }
}

impl<V: Lanes> Waiting<V> {
    pub(super) fn new() -> Self {
        let columns = Columns {
            entries: Vec::new(),
            latest: [0; 32],
            length: [0; 32],
            puzzles: [0; 32],
            lanes: 0,
            mixed: 0,
        };
        Waiting { rows: Vec::new(), taken: Vec::new(), columns }
    }

    #[inline(always)]
    pub(super) fn row(&self, row: u32) -> &Row<V> {
        &self.rows[row as usize]
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: u32) -> &mut Row<V> {
        &mut self.rows[row as usize]
    }

    /// A row that is to get states of `lanes`, which have none there yet.
    #[inline(always)]
    pub(super) fn push(&mut self, lanes: u32, puzzles: &[u32; 32]) -> u32 {
        let free = self.taken.iter().position(|taken| taken & lanes == 0);
        let row = free.unwrap_or(self.rows.len());
        if row == self.rows.len() {
            let zero = V::splat(0);
            self.rows.push(Row { cells: [zero; 81], choices: zero });
            self.taken.push(0);
            self.columns.entries.push(Entries { puzzles: [0; 32], before: [0; 32] });
        }
        self.taken[row] |= lanes;
        self.columns.push(row as u32, lanes, puzzles);
        row as u32
    }

    /// Takes out the latest state of each of `lanes` whose puzzle is `needed` still. The states stay
    /// in their rows until the next push.
    #[inline(always)]
    pub(super) fn pop(
        &mut self,
        lanes: u32,
        needed: impl Fn(u32) -> bool,
        puzzles: &mut [u32; 32],
    ) -> Popped {
        let mut popped = Popped { rows: [(0, 0); 32], count: 0, lanes: 0 };
        for lane in each(lanes & self.columns.lanes) {
            while let Some((row, puzzle)) = self.columns.pop(lane) {
                self.taken[row as usize] &= !(1 << lane);
                if !needed(puzzle) {
                    continue;
                }
                puzzles[lane] = puzzle;
                popped.lanes |= 1 << lane;
                let known = popped.rows().iter().position(|&(from, _)| from == row);
                let at = known.unwrap_or(popped.count);
                popped.count = popped.count.max(at + 1);
                popped.rows[at] = (row, popped.rows[at].1 | 1 << lane);
                break;
            }
        }
        popped
    }

    /// Takes out the oldest state that is `needed` still of the lane that has most of them: its lane,
    /// its row and its puzzle.
    #[inline(always)]
    pub(super) fn steal(&mut self, needed: impl Fn(u32) -> bool) -> Option<(usize, u32, u32)> {
        loop {
            let lane = each(self.columns.lanes).max_by_key(|&lane| self.columns.length[lane])?;
            let (row, puzzle) = self.columns.pop_oldest(lane)?;
            self.taken[row as usize] &= !(1 << lane);
            if needed(puzzle) {
                return Some((lane, row, puzzle));
            }
        }
    }

    /// Lets go of all states of those `lanes` that have none but of their own puzzle, of which no
    /// more is wanted: quicker than finding that out one by one.
    #[inline(always)]
    pub(super) fn forget(&mut self, lanes: u32, puzzles: &[u32; 32]) {
        let mut lanes = lanes & self.columns.lanes & !self.columns.mixed;
        for lane in each(lanes) {
            lanes &= !(u32::from(self.columns.puzzles[lane] != puzzles[lane]) << lane);
        }
        if lanes != 0 {
            self.columns.clear(lanes);
            self.taken.iter_mut().for_each(|taken| *taken &= !lanes);
        }
    }
}

impl Columns {
    /// Puts states of some lanes into a row, whose entries are free there.
    #[inline(always)]
    fn push(&mut self, row: u32, lanes: u32, puzzles: &[u32; 32]) {
        let entries = &mut self.entries[row as usize];
        let mut others = 0;
        // Without branches: all lanes at once.
        for lane in 0..32 {
            let here = lanes >> lane & 1 != 0;
            let empty = self.length[lane] == 0;
            let choose = |this, other| if here { this } else { other };
            entries.puzzles[lane] = choose(puzzles[lane], entries.puzzles[lane]);
            entries.before[lane] = choose(self.latest[lane], entries.before[lane]);
            self.latest[lane] = choose(row, self.latest[lane]);
            self.length[lane] += u32::from(here);
            let oldest = if here & empty { puzzles[lane] } else { self.puzzles[lane] };
            self.puzzles[lane] = oldest;
            others |= u32::from(oldest != puzzles[lane]) << lane;
        }
        self.lanes |= lanes;
        self.mixed |= lanes & others;
    }

    /// Takes the latest state of a lane: its row and its puzzle.
    #[inline(always)]
    fn pop(&mut self, lane: usize) -> Option<(u32, u32)> {
        let row = self.latest[lane];
        self.shorten(lane).then(|| {
            let entries = &self.entries[row as usize];
            self.latest[lane] = entries.before[lane];
            (row, entries.puzzles[lane])
        })
    }

    /// Takes the oldest state of a lane: its row and its puzzle.
    #[inline(always)]
    fn pop_oldest(&mut self, lane: usize) -> Option<(u32, u32)> {
        self.shorten(lane).then(|| {
            let mut row = self.latest[lane];
            for _ in 0..self.length[lane] {
                row = self.entries[row as usize].before[lane];
            }
            // The next one may be of another puzzle.
            self.mixed |= self.lanes & 1 << lane;
            (row, self.entries[row as usize].puzzles[lane])
        })
    }

    /// Makes the column of a lane shorter by one, if it is not empty; says whether it was not.
    #[inline(always)]
    fn shorten(&mut self, lane: usize) -> bool {
        let any = self.length[lane] > 0;
        self.length[lane] -= u32::from(any);
        if self.length[lane] == 0 {
            self.lanes &= !(1 << lane);
            self.mixed &= self.lanes;
        }
        any
    }

    /// Empties the columns of some lanes.
    #[inline(always)]
    fn clear(&mut self, lanes: u32) {
        for lane in 0..32 {
            self.length[lane] = if lanes >> lane & 1 != 0 { 0 } else { self.length[lane] };
        }
        self.lanes &= !lanes;
        self.mixed &= self.lanes;
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
        transpose::to_lanes::<V::Rows>(&group[..self.count], &mut digits);
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
        transpose::from_lanes::<V::Rows>(&digits, &mut grids[..self.count]);
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
