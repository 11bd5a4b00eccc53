//! Eight lanes in two plain words: what every target can do.
//!
//! Lanes hold less than 2^15 wherever a carry could leave them, so that sums and differences of
//! whole words are those of their lanes.

use super::kernel::{self, State, Verdict};
use super::lanes::{Lanes, SETS};
use super::search::{Found, Rounds, Search, Wanted};

const WORDS: usize = 2;
const LANES: usize = 4 * WORDS;

/// Eight lanes, the first in the low bits of the first word.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct Portable([u64; WORDS]);

/// The lowest and the highest bit of every lane.
const LOW: u64 = 0x0001_0001_0001_0001;
const HIGH: u64 = LOW << 15;

/// All ones in the lanes of `word` that are not zero. No lane may be above 2^15.
#[inline(always)]
fn nonzero_mask(word: u64) -> u64 {
    spread((word + (HIGH - LOW)) & HIGH)
}

/// All ones in the lanes whose highest bit, the only one set, is set.
#[inline(always)]
fn spread(high: u64) -> u64 {
    high | (high - (high >> 15))
}

impl Portable {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        let [a, b] = self.0;
        Portable([f(a), f(b)])
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Portable([f(a, c), f(b, d)])
    }

    #[inline(always)]
    fn lane(self, index: usize) -> u16 {
        (self.0[index / 4 % WORDS] >> (index % 4 * 16)) as u16
    }

    #[inline(always)]
    fn from_lanes(lanes: impl Fn(usize) -> u16) -> Self {
        let word = |at| {
            let lane = |i: usize| u64::from(lanes(at + i)) << (16 * i);
            lane(0) | lane(1) | lane(2) | lane(3)
        };
        Portable([word(0), word(4)])
    }
}

impl Lanes for Portable {
    const LANES: usize = LANES;

    type Shuffle = [u8; LANES];

    #[inline(always)]
    fn splat(value: u16) -> Self {
        Portable([u64::from(value) * LOW; WORDS])
    }

    #[inline(always)]
    fn from_digits(digits: &[u8; 32]) -> Self {
        Self::from_lanes(|i| SETS[usize::from(digits[i] & 31)])
    }

    #[inline(always)]
    fn to_digits(self) -> [u8; 32] {
        let mut digits = [0; 32];
        for (i, digit) in digits[..LANES].iter_mut().enumerate() {
            *digit = self.lane(i).trailing_zeros() as u8 + 1;
        }
        digits
    }

    #[inline(always)]
    fn mask(bits: u32) -> Self {
        let word = |bits: u32| {
            // Bit `i` of four is moved to the top of lane `i`.
            let bits = u64::from(bits & 0xf);
            spread((bits << 15 | bits << 30 | bits << 45 | bits << 60) & HIGH)
        };
        Portable([word(bits), word(bits >> 4)])
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        let word = |word: u64| {
            // Any lane, also with its highest bit set.
            let high = (((word & !HIGH) + (HIGH - LOW)) | word) & HIGH;
            (high >> 15 | high >> 30 | high >> 45 | high >> 60) as u32 & 0xf
        };
        word(self.0[0]) | word(self.0[1]) << 4
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        !self.xor(other).nonzero() & 0xff
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| {
            let not_below = spread(((a | HIGH) - b) & HIGH);
            b & not_below | a & !not_below
        })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b & !nonzero_mask(a))
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !nonzero_mask(b))
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        self.without(self.but_lowest())
    }

    #[inline(always)]
    fn but_lowest(self) -> Self {
        self.map(|a| a & ((a | HIGH) - LOW))
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        self.map(|a| {
            let pairs = a - ((a >> 1) & (0x5555 * LOW));
            let fours = (pairs & (0x3333 * LOW)) + ((pairs >> 2) & (0x3333 * LOW));
            let bytes = (fours + (fours >> 4)) & (0x0f0f * LOW);
            (bytes + (bytes >> 8)) & (0xff * LOW)
        })
    }

    #[inline(always)]
    fn select(mask: Self, this: Self, other: Self) -> Self {
        this.and(mask).or(other.without(mask))
    }

    #[inline(always)]
    fn shuffle(from: &[u8; 32]) -> Self::Shuffle {
        *from.first_chunk().expect("eight lanes")
    }

    #[inline(always)]
    fn shuffled(self, shuffle: Self::Shuffle) -> Self {
        Self::from_lanes(|i| self.lane(usize::from(shuffle[i])))
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
