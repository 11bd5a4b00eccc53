//! States on their way in and out: those that wait to be searched, and solved ones.

use super::lanes::Lanes;
use super::search::Found;
use super::transpose;

/// States on the stack at most; the rest is put aside. Rows that are longer cost time, because
/// each state is spread over all of them.
const ROOM: usize = 512;
/// Room for the lanes past the last state, which are written too.
const SLACK: usize = 32;
/// Solved states that wait to be written.
const WAITING: usize = 64;

/// The states that wait: cell by cell, so that they move by whole vectors.
pub(super) struct Stack {
    pub(super) cells: Box<[[u16; ROOM + SLACK]; 81]>,
    pub(super) puzzles: Box<[u32; ROOM + SLACK]>,
    pub(super) height: usize,
    /// States from the bottom of the stack that it had no room for.
    aside: Vec<(u32, [u16; 81])>,
}

/// Solved states on their way out.
pub(super) struct Solved {
    pub(super) cells: Box<[[u16; WAITING]; 81]>,
    pub(super) puzzles: [u32; WAITING],
    pub(super) count: usize,
}

impl Stack {
    pub(super) fn new() -> Self {
        Stack {
            cells: vec![[0; ROOM + SLACK]; 81].into_boxed_slice().try_into().expect("81 rows"),
            puzzles: Box::new([0; ROOM + SLACK]),
            height: 0,
            aside: Vec::new(),
        }
    }

    /// Drops states from the top whose puzzle has reached the limit.
    #[inline(always)]
    pub(super) fn drop_done(&mut self, limit: u32, found: &[Found]) {
        while self.height > 0 && found[self.puzzles[self.height - 1] as usize].solutions >= limit {
            self.height -= 1;
        }
    }

    /// Puts states aside from the bottom if there is no room for one more of each lane.
    #[inline(always)]
    pub(super) fn make_room(&mut self) {
        if self.height + SLACK > ROOM {
            self.put_aside();
        }
    }

    #[cold]
    #[inline(never)]
    fn put_aside(&mut self) {
        let half = self.height / 2;
        for i in 0..half {
            let state = std::array::from_fn(|c| self.cells[c][i]);
            self.aside.push((self.puzzles[i], state));
        }
        for row in self.cells.iter_mut() {
            row.copy_within(half..self.height, 0);
        }
        self.puzzles.copy_within(half..self.height, 0);
        self.height -= half;
    }

    /// Brings states back that were put aside, or else takes in fresh puzzles, until `wanted`
    /// states are there or there are no more.
    #[inline(always)]
    pub(super) fn refill<'p, V: Lanes, P: AsRef<[u8; 81]> + 'p>(
        &mut self,
        wanted: usize,
        fresh: &mut impl Iterator<Item = (usize, &'p P)>,
    ) {
        while self.height < wanted {
            if let Some((puzzle, state)) = self.aside.pop() {
                self.puzzles[self.height] = puzzle;
                for (row, cell) in self.cells.iter_mut().zip(state) {
                    row[self.height] = cell;
                }
                self.height += 1;
                continue;
            }
            let mut group: [&[u8; 81]; 32] = [&[0; 81]; 32];
            let mut count = 0;
            for (number, puzzle) in fresh.take(V::LANES) {
                group[count] = puzzle.as_ref();
                self.puzzles[self.height + count] = number as u32;
                count += 1;
            }
            if count == 0 {
                break;
            }
            let mut digits = [[0; 32]; 81];
            transpose::to_lanes(&group[..count], &mut digits);
            for (q, row) in self.cells.iter_mut().enumerate() {
                V::from_digits(&digits[CELL[q]]).store(&mut row[self.height..]);
            }
            self.height += count;
        }
    }
}

impl Solved {
    pub(super) fn new() -> Self {
        Solved { cells: Box::new([[0; WAITING]; 81]), puzzles: [0; WAITING], count: 0 }
    }

    /// Writes out whole vectors of states until no more than `keep` are left, one less than
    /// there are lanes.
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
