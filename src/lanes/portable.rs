//! Eight lanes in 128 bits: what the target has for them (SSE2, NEON, SIMD128), or plain arrays.

use wide::{i16x8, u8x16};

use super::kernel::{self, State, Verdict};
use super::lanes::{Lanes, SETS};
use super::search::{Found, Rounds, Search, Wanted, each};

const LANES: usize = 8;

/// Eight lanes.
#[derive(Clone, Copy)]
pub(super) struct Portable(i16x8);

impl Portable {
    #[inline(always)]
    fn from_lanes(lane: impl Fn(usize) -> u16) -> Self {
        Portable(i16x8::new(std::array::from_fn(|i| lane(i) as i16)))
    }

    /// All ones in the lanes that are zero.
    #[inline(always)]
    fn zero(self) -> i16x8 {
        self.0.simd_eq(i16x8::splat(0))
    }
}

impl Lanes for Portable {
    const LANES: usize = LANES;

    type Rows = [u8x16; 2];
    type Picks = (u32, [u8; LANES]);

    #[inline(always)]
    fn splat(value: u16) -> Self {
        Portable(i16x8::splat(value as i16))
    }

    #[inline(always)]
    fn from_digits(digits: &[u8; 32]) -> Self {
        Self::from_lanes(|i| SETS[usize::from(digits[i] & 31)])
    }

    #[inline(always)]
    fn to_digits(self) -> [u8; 32] {
        let mut digits = [0; 32];
        for (digit, lane) in digits.iter_mut().zip(self.0.to_array()) {
            *digit = lane.trailing_zeros() as u8 + 1;
        }
        digits
    }

    #[inline(always)]
    fn mask(bits: u32) -> Self {
        let bit = i16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        Portable((i16x8::splat(bits as i16) & bit).simd_eq(bit))
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        !self.zero().to_bitmask() & 0xff
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        self.0.simd_eq(other.0).to_bitmask()
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Portable(self.0 & other.0)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Portable(self.0 | other.0)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Portable(self.0 ^ other.0)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Portable(self.0 & !other.0)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Portable(self.0.min(other.0))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Portable(self.0 + other.0)
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        Portable(self.0 | other.0 & self.zero())
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        Portable(self.0 & other.zero())
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        Portable(self.0 & -self.0)
    }

    #[inline(always)]
    fn but_lowest(self) -> Self {
        Portable(self.0 & (self.0 + i16x8::splat(-1)))
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        let every = i16x8::splat;
        let pairs = self.0 - ((self.0 >> 1) & every(0x5555));
        let fours = (pairs & every(0x3333)) + ((pairs >> 2) & every(0x3333));
        let bytes = (fours + (fours >> 4)) & every(0x0f0f);
        Portable((bytes + (bytes >> 8)) & every(0xff))
    }

    #[inline(always)]
    fn select(mask: Self, this: Self, other: Self) -> Self {
        this.and(mask).or(other.without(mask))
    }

    #[inline(always)]
    fn picks(to: u32, from: &[u8; 32]) -> Self::Picks {
        (to, *from.first_chunk().expect("eight lanes"))
    }

    #[inline(always)]
    fn with(self, (to, from): Self::Picks, other: Self) -> Self {
        let others = other.0.to_array();
        let picked = i16x8::new(from.map(|from| others[usize::from(from) % LANES]));
        Self::select(Self::mask(to), Portable(picked), self)
    }

    /// Few lanes are picked as a rule: one by one they cost less than a shuffle in plain code.
    #[inline(always)]
    fn pick(cells: &mut [Self; 9], (to, from): Self::Picks, others: &[Self; 9]) {
        for lane in each(to) {
            let (lane, from) = (lane % LANES, usize::from(from[lane % LANES]) % LANES);
            for (cell, other) in cells.iter_mut().zip(others) {
                cell.0.as_mut_array()[lane] = other.0.as_array()[from];
            }
        }
    }
}

impl Rounds for Portable {
    #[inline(never)]
    fn light(state: &mut State<Self>) {
        kernel::light(state)
    }

    #[inline(never)]
    fn full(state: &mut State<Self>) -> Verdict {
        kernel::full(state)
    }

    fn search<P: AsRef<[u8; 81]>>(
        search: &mut Search<Self>,
        puzzles: &[P],
        wanted: Wanted,
        found: &mut [Found],
    ) {
        search.run(puzzles, wanted, found);
    }
}
