//! The candidates of one puzzle, as bits, and what follows from them by propagation.
//!
//! A band is three rows, 27 cells; the candidates of one digit in one band are the low 27 bits of
//! a word, row by row. Hidden singles and locked candidates of a digit are then a few shifts and
//! table look-ups on its three words, naked singles of a band a few operations on its nine.

/// All 27 cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The first cell of each of the nine mini-rows of a band.
const FIRSTS: u32 = 0o111_111_111;

/// For the mini-rows of a band that a digit can still be in (bit `3 * box + row`): the cells of
/// those that belong to some placement of one digit, one mini-row in each row and in each box.
static LOCKED: [u32; 512] = locked();
/// For the columns that a digit can still be in within a band: the cells of *another* band that
/// it can be in, given that a box with one column left takes that column.
static POINTED: [u32; 512] = pointed();
/// For the columns that a digit can be in within the two other bands: the cells it can be in
/// here, given that a column which is missing there must be taken here.
static CLAIMED: [u32; 512] = claimed();
/// For three triples of bits: the triples that have exactly one bit, as the cells of those boxes.
static SINGLE: [u32; 512] = single();
/// For a cell of a band: the cells of the band that see it not, and the cell itself.
static KEPT: [u32; 27] = kept();

const fn box_cells(index: usize) -> u32 {
    0o007_007_007 << (3 * index)
}

const fn locked() -> [u32; 512] {
    const WAYS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut table = [0; 512];
    let mut rows = 0;
    while rows < 512 {
        let mut way = 0;
        while way < 6 {
            let [a, b, c] = WAYS[way];
            let need = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if rows & need == need {
                table[rows] |= 0o7 << (9 * a) | 0o70 << (9 * b) | 0o700 << (9 * c);
            }
            way += 1;
        }
        rows += 1;
    }
    table
}

const fn pointed() -> [u32; 512] {
    let mut table = [BAND; 512];
    let mut columns = 0;
    while columns < 512 {
        let mut index = 0;
        while index < 3 {
            let triple = columns as u32 >> (3 * index) & 7;
            if triple.count_ones() == 1 {
                table[columns] &= !((triple * 0o001_001_001) << (3 * index));
            }
            index += 1;
        }
        columns += 1;
    }
    table
}

const fn claimed() -> [u32; 512] {
    let mut table = [BAND; 512];
    let mut columns = 0;
    while columns < 512 {
        let mut index = 0;
        while index < 3 {
            let triple = columns as u32 >> (3 * index) & 7;
            if triple.count_ones() < 3 {
                let missing = if triple.count_ones() == 2 { !triple & 7 } else { 0 };
                table[columns] &= !box_cells(index) | (missing * 0o001_001_001) << (3 * index);
            }
            index += 1;
        }
        columns += 1;
    }
    table
}

const fn single() -> [u32; 512] {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut index = 0;
        while index < 3 {
            if (bits as u32 >> (3 * index) & 7).count_ones() == 1 {
                table[bits] |= box_cells(index);
            }
            index += 1;
        }
        bits += 1;
    }
    table
}

const fn kept() -> [u32; 27] {
    let mut table = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        let row = 0o777 << (cell / 9 * 9);
        let column = 0o001_001_001 << (cell % 9);
        table[cell] = BAND & !(row | column | box_cells(cell % 9 / 3)) | 1 << cell;
        cell += 1;
    }
    table
}

/// The candidates of a puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidates {
    /// `digits[band][digit]`: the cells of the band that the digit can be in.
    digits: [[u32; 9]; 3],
    /// The same, when the consequences of that word were last drawn.
    drawn: [[u32; 9]; 3],
    /// The cells of each band that hold no digit yet.
    open: [u32; 3],
    /// The open cells with two candidates, as of the last `settle`.
    pairs: [u32; 3],
}

/// A cell to branch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Branch {
    band: usize,
    bit: u32,
    digit: usize,
}

impl Candidates {
    /// The candidates of a puzzle before any propagation; `None` if givens clash. A cell with the
    /// value `16 + d` is blank and will not get the digit `d`.
    pub(super) fn new(puzzle: &[u8; 81]) -> Option<Candidates> {
        let mut digits = [[BAND; 9]; 3];
        let mut given = [[0u32; 9]; 3];
        let mut all = [0u32; 3];
        for (band, cells) in puzzle.as_chunks::<27>().0.iter().enumerate() {
            for (cell, &digit) in cells.iter().enumerate() {
                if digit == 0 {
                    continue;
                }
                if digit > 16 {
                    digits[band][usize::from(digit - 17)] &= !(1 << cell);
                    continue;
                }
                let digit = usize::from(digit - 1);
                let column = !(0o001_001_001 << (cell % 9));
                for (other, words) in digits.iter_mut().enumerate() {
                    words[digit] &= if other == band { KEPT[cell] } else { column };
                }
                given[band][digit] |= 1 << cell;
                all[band] |= 1 << cell;
            }
        }
        let mut clash = 0;
        for band in 0..3 {
            for digit in 0..9 {
                let word = &mut digits[band][digit];
                *word &= !(all[band] ^ given[band][digit]);
                clash |= given[band][digit] & !*word;
            }
        }
        let new = Candidates { digits, drawn: [[0; 9]; 3], open: [BAND; 3], pairs: [0; 3] };
        (clash == 0).then_some(new)
    }

    /// The candidates of a puzzle after propagation; `None` if it turns out to have no solution.
    pub(super) fn settled(puzzle: &[u8; 81]) -> Option<Candidates> {
        let mut candidates = Candidates::new(puzzle)?;
        candidates.settle().then_some(candidates)
    }

    /// Puts a digit `1..=9` into a cell; `settle` draws the consequences.
    pub(super) fn place(&mut self, cell: usize, digit: u8) {
        self.digits[cell / 27][usize::from(digit - 1)] &= KEPT[cell % 27];
    }

    /// The cells of a band that a digit `1..=9` can be in, as bits.
    pub(super) fn cells_of(&self, band: usize, digit: usize) -> u32 {
        self.digits[band][digit - 1]
    }

    /// Takes from a digit `1..=9` the cells of a band that are not in `cells`; whether there were
    /// any. `settle` draws the consequences.
    pub(super) fn retain(&mut self, band: usize, digit: usize, cells: u32) -> bool {
        let before = self.digits[band][digit - 1];
        self.digits[band][digit - 1] &= cells;
        self.digits[band][digit - 1] != before
    }

    /// The digits that a cell can hold, as bits `1..=9`.
    pub(super) fn of(&self, cell: usize) -> u16 {
        let words = &self.digits[cell / 27];
        words.iter().rev().fold(0, |bits, word| (bits | (word >> (cell % 27) & 1) as u16) << 1)
    }

    /// Whether every cell holds a digit, as of the last `settle`.
    pub(super) fn is_complete(&self) -> bool {
        self.open == [0; 3]
    }

    /// The cells that hold a digit, the others blank.
    pub(super) fn cells(&self) -> [u8; 81] {
        let mut cells = [0; 81];
        for (band, words) in self.digits.iter().enumerate() {
            for (digit, word) in (1..).zip(words) {
                let mut word = word & !self.open[band];
                while word != 0 {
                    cells[27 * band + word.trailing_zeros() as usize] = digit;
                    word &= word - 1;
                }
            }
        }
        cells
    }

    /// Draws all consequences by naked singles, hidden singles and locked candidates; `false` if
    /// there is no solution.
    pub(super) fn settle(&mut self) -> bool {
        loop {
            loop {
                let mut changed = false;
                for digit in 0..9 {
                    for band in 0..3 {
                        if self.digits[band][digit] != self.drawn[band][digit] {
                            if !self.draw(band, digit) {
                                return false;
                            }
                            changed = true;
                        }
                    }
                }
                if !changed {
                    break;
                }
            }
            match self.naked_singles() {
                None => return false,
                Some(false) => return true,
                Some(true) => {}
            }
        }
    }

    /// Draws the consequences of one digit's candidates in one band.
    #[inline(always)]
    fn draw(&mut self, band: usize, digit: usize) -> bool {
        let (next, last) = ((band + 1) % 3, (band + 2) % 3);
        let columns = |word: u32| ((word | word >> 9 | word >> 18) & 0o777) as usize;
        let others = columns(self.digits[next][digit]) | columns(self.digits[last][digit]);
        let mut word = self.digits[band][digit] & CLAIMED[others];
        let rows = (word | word >> 1 | word >> 2) & FIRSTS;
        let rows = ((rows | rows >> 8 | rows >> 16) & 0o777) as usize;
        word &= LOCKED[rows];
        if word == 0 {
            return false;
        }
        let rows = (word | word >> 1 | word >> 2) & FIRSTS;
        let rows = ((rows | rows >> 8 | rows >> 16) & 0o777) as usize;
        let columns = columns(word);
        self.digits[next][digit] &= POINTED[columns];
        self.digits[last][digit] &= POINTED[columns];
        let placed = word & SINGLE[rows] & SINGLE[columns] & self.open[band];
        if placed != 0 {
            self.open[band] ^= placed;
            for word in &mut self.digits[band] {
                *word &= !placed;
            }
        }
        self.digits[band][digit] = word;
        self.drawn[band][digit] = word;
        true
    }

    /// Places the digits of cells that have one candidate; `None` if a cell has none, otherwise
    /// whether there were any.
    #[inline(always)]
    fn naked_singles(&mut self) -> Option<bool> {
        let mut any = false;
        for band in 0..3 {
            let (mut one, mut two, mut three) = (0, 0, 0);
            for word in self.digits[band] {
                three |= two & word;
                two |= one & word;
                one |= word;
            }
            if one != BAND {
                return None;
            }
            self.pairs[band] = two & !three;
            let singles = one & !two & self.open[band];
            if singles != 0 {
                any = true;
                for word in &mut self.digits[band] {
                    let mut here = *word & singles;
                    while here != 0 {
                        *word &= KEPT[here.trailing_zeros() as usize];
                        here &= here - 1;
                    }
                }
            }
        }
        Some(any)
    }

    /// A cell with the fewest candidates and the lowest of them.
    /// Only for settled candidates that are not complete.
    pub(super) fn in_fewest(&self) -> Branch {
        match self.pairs.iter().position(|&pairs| pairs != 0) {
            Some(band) => self.lowest(band, self.pairs[band]),
            None => {
                let (band, cells) = self.fewest();
                self.lowest(band, cells)
            }
        }
    }

    /// The first open cell, row by row, and the lowest of its candidates.
    /// Only for settled candidates that are not complete.
    pub(super) fn in_first(&self) -> Branch {
        let band = self.open.iter().position(|&open| open != 0).unwrap_or(0);
        self.lowest(band, self.open[band])
    }

    /// The first of some cells of a band, and the lowest of its candidates.
    fn lowest(&self, band: usize, cells: u32) -> Branch {
        let bit = cells & cells.wrapping_neg();
        let digit = self.digits[band].iter().position(|word| word & bit != 0).unwrap_or(0);
        Branch { band, bit, digit }
    }

    /// The open cells with the fewest candidates of the band that has such.
    fn fewest(&self) -> (usize, u32) {
        let mut best = (10, 0, 0);
        for band in 0..3 {
            // exactly[n]: the cells with n candidates so far.
            let mut exactly = [0; 10];
            exactly[0] = self.open[band];
            for word in self.digits[band] {
                for n in (1..10).rev() {
                    exactly[n] = exactly[n] & !word | exactly[n - 1] & word;
                }
                exactly[0] &= !word;
            }
            let count = exactly.iter().position(|&cells| cells != 0).unwrap_or(10);
            if count < best.0 {
                best = (count, band, exactly[count]);
            }
        }
        (best.1, best.2)
    }

    /// Takes one side of a branch: the digit is in the cell.
    pub(super) fn accept(&mut self, branch: Branch) {
        let Branch { band, bit, digit } = branch;
        self.digits[band][digit] &= KEPT[bit.trailing_zeros() as usize % 27];
    }

    /// Takes the other side of a branch: the digit is not in the cell.
    pub(super) fn reject(&mut self, branch: Branch) {
        let Branch { band, bit, digit } = branch;
        self.digits[band][digit] &= !bit;
    }
}
