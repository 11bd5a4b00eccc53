//! Eight lanes in an SSE2 register, which every x86-64 CPU has.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::kernel::{self, State, Verdict};
use super::lanes::{Lanes, SETS};
use super::search::{Found, Rounds, Search, Wanted};

const LANES: usize = 8;

/// Eight lanes.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

impl Sse2 {
    #[inline(always)]
    fn from_lanes(lane: impl Fn(usize) -> u16) -> Self {
        let mut lanes = [0; LANES];
        for (i, to) in lanes.iter_mut().enumerate() {
            *to = lane(i);
        }
        // SAFETY: `lanes` is 16 readable bytes, and every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_loadu_si128(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_lanes(self) -> [u16; LANES] {
        let mut lanes = [0; LANES];
        // SAFETY: `lanes` is 16 writable bytes, and every x86-64 CPU has SSE2.
        unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), self.0) }
        lanes
    }
}

impl Lanes for Sse2 {
    const LANES: usize = LANES;

    type Shuffle = [u8; LANES];

    #[inline(always)]
    fn splat(value: u16) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_set1_epi16(value as i16) })
    }

    #[inline(always)]
    fn from_digits(digits: &[u8; 32]) -> Self {
        Self::from_lanes(|i| SETS[usize::from(digits[i] & 31)])
    }

    #[inline(always)]
    fn to_digits(self) -> [u8; 32] {
        let mut digits = [0; 32];
        for (digit, lane) in digits.iter_mut().zip(self.to_lanes()) {
            *digit = lane.trailing_zeros() as u8 + 1;
        }
        digits
    }

    #[inline(always)]
    fn mask(bits: u32) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe {
            let bit = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
            let set = _mm_and_si128(_mm_set1_epi16(bits as i16), bit);
            Sse2(_mm_cmpeq_epi16(set, bit))
        }
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        !self.equal(Self::splat(0)) & 0xff
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe {
            let equal = _mm_cmpeq_epi16(self.0, other.0);
            _mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())) as u32
        }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_and_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_xor_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_andnot_si128(other.0, self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_min_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.or(other.where_zero(self))
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe {
            let zero = _mm_cmpeq_epi16(other.0, _mm_setzero_si128());
            Sse2(_mm_and_si128(self.0, zero))
        }
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_and_si128(self.0, _mm_sub_epi16(_mm_setzero_si128(), self.0)) })
    }

    #[inline(always)]
    fn but_lowest(self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Sse2(unsafe { _mm_and_si128(self.0, _mm_add_epi16(self.0, _mm_set1_epi16(-1))) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe {
            let every = |bits| _mm_set1_epi16(bits);
            let v = self.0;
            let v = _mm_sub_epi16(v, _mm_and_si128(_mm_srli_epi16(v, 1), every(0x5555)));
            let high = _mm_and_si128(_mm_srli_epi16(v, 2), every(0x3333));
            let v = _mm_add_epi16(_mm_and_si128(v, every(0x3333)), high);
            let v = _mm_and_si128(_mm_add_epi16(v, _mm_srli_epi16(v, 4)), every(0x0f0f));
            let v = _mm_add_epi16(v, _mm_srli_epi16(v, 8));
            Sse2(_mm_and_si128(v, every(0xff)))
        }
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
        let lanes = self.to_lanes();
        Self::from_lanes(|i| lanes[usize::from(shuffle[i]) % LANES])
    }
}

impl Rounds for Sse2 {
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
