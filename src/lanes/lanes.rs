//! What the engine asks of an instruction set: a vector of 16-bit lanes.

use super::kernel::ALL;
use super::transpose::Rows;

/// The candidate set that the value of a cell stands for: `0` is every candidate, `d` is `d` alone,
/// `16 + d` is every candidate but `d`.
pub(super) const SETS: [u16; 32] = {
    let mut sets = [0; 32];
    sets[0] = ALL;
    let mut digit = 1;
    while digit <= 9 {
        sets[digit] = 1 << (digit - 1);
        sets[16 + digit] = ALL & !sets[digit];
        digit += 1;
    }
    sets
};

/// A vector with one 16-bit lane for each puzzle. Candidate sets are the low nine bits of a lane.
///
/// Sets of lanes travel as the low bits of a `u32` (`bits`), or as a vector whose lanes are all
/// ones or all zeros (a mask).
///
/// Every method is meant to be inlined into a function that enables the instruction set: the
/// implementor's module guards that with [`Lanes::LANES`]-wide entry points of its own.
pub(super) trait Lanes: Copy {
    /// How many lanes there are, at most 32 and a multiple of 8.
    const LANES: usize;

    /// What grids are turned into lanes with.
    type Rows: Rows;
    /// Which lanes are picked from another vector, and from which of its lanes.
    type Picks: Copy;

    /// `value` in every lane.
    fn splat(value: u16) -> Self;
    /// The candidate sets that [`SETS`] has for the first lanes' digits.
    fn from_digits(digits: &[u8; 32]) -> Self;
    /// The digits of lanes with a single candidate each.
    fn to_digits(self) -> [u8; 32];
    /// The mask of the lanes in `bits`.
    fn mask(bits: u32) -> Self;
    /// The lanes that are not zero.
    fn nonzero(self) -> u32;
    /// The lanes in which the two are equal.
    fn equal(self, other: Self) -> u32;

    /// `self & other`
    fn and(self, other: Self) -> Self;
    /// `self | other`
    fn or(self, other: Self) -> Self;
    /// `self ^ other`
    fn xor(self, other: Self) -> Self;
    /// `self & !other`
    fn without(self, other: Self) -> Self;
    /// `self & b & c`
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    /// `self | b | c`
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// `self ^ b ^ c`
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// The bits that at least two of the three have.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.or(b).and(c))
    }
    /// `self & (b | c)`
    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }
    /// `self & !(b | c)`
    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// `self | (a ^ b)`
    #[inline(always)]
    fn or_difference(self, a: Self, b: Self) -> Self {
        self.or(a.xor(b))
    }
    /// `self | (a & b)`
    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        self.or(a.and(b))
    }

    /// `self | (a & !b)`
    #[inline(always)]
    fn or_without(self, a: Self, b: Self) -> Self {
        self.or(a.without(b))
    }

    /// The lower of the two in each lane, for values below 2^15.
    fn min(self, other: Self) -> Self;
    /// `self + other`, which must be below 2^16.
    fn add(self, other: Self) -> Self;
    /// `self`, and `other` in the lanes where `self` is zero.
    fn or_else(self, other: Self) -> Self;
    /// The lanes that have a single bit (or none), zero in the others.
    #[inline(always)]
    fn single(self) -> Self {
        self.where_zero(self.but_lowest())
    }
    /// `self`, and `other` in the lanes where it has at most three bits. What `self` has and such
    /// a lane of `other` has not may stay or go.
    #[inline(always)]
    fn or_up_to_three(self, other: Self) -> Self {
        self.or(other.where_zero(other.but_lowest().but_lowest().but_lowest()))
    }
    /// The lanes that have at least three bits, `all` in the others.
    #[inline(always)]
    fn or_all_below_three(self, all: Self) -> Self {
        self.or(all.where_zero(self.but_lowest().but_lowest()))
    }
    /// `self` in the lanes where `other` is zero, zero in the others.
    fn where_zero(self, other: Self) -> Self;
    /// The lowest set bit of each lane.
    fn lowest(self) -> Self;
    /// Each lane without its lowest set bit; for values below 2^15.
    fn but_lowest(self) -> Self;
    /// How many bits are set in each lane, for values below 2^9.
    fn count_ones(self) -> Self;
    /// `self` in the lanes of `mask`, `other` in the rest.
    fn select(mask: Self, this: Self, other: Self) -> Self;

    /// The picks of the lanes in `to`, lane `i` from lane `from[i]`.
    fn picks(to: u32, from: &[u8; 32]) -> Self::Picks;
    /// `self`, with the lanes that are picked from `other`.
    fn with(self, picks: Self::Picks, other: Self) -> Self;
    /// [`with`](Lanes::with) for nine cells of a box.
    #[inline(always)]
    fn pick(cells: &mut [Self; 9], picks: Self::Picks, others: &[Self; 9]) {
        for (cell, &other) in cells.iter_mut().zip(others) {
            *cell = cell.with(picks, other);
        }
    }
}
