//! Sixteen lanes in an AVX2 register.
//!
//! Safety, for the whole module: the intrinsics need AVX2. A [`Search`] of [`Avx2`] is made by
//! [`Engine::new`](super::Engine::new) alone, which has asked the CPU, and nothing else in the
//! crate touches the type.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::kernel::{self, ALL, State, Verdict};
use super::lanes::Lanes;
use super::search::{Found, Rounds, Search, Wanted};
use super::transpose::{Rows, transpose};

/// Sixteen lanes.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Picks of 16-bit lanes by two byte shuffles: one of the vector, one of its swapped halves.
#[derive(Clone, Copy)]
pub(super) struct Picks {
    to: Avx2,
    same: __m256i,
    other: __m256i,
}

/// The number of bits in each half byte.
#[inline(always)]
fn bits_of_nibbles() -> __m256i {
    // SAFETY: see the module's head.
    unsafe {
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4))
    }
}

impl Lanes for Avx2 {
    const LANES: usize = 16;

    type Rows = Bytes;
    type Picks = Picks;

    #[inline(always)]
    fn splat(value: u16) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_set1_epi16(value as i16) })
    }

    #[inline(always)]
    fn from_digits(digits: &[u8; 32]) -> Self {
        // SAFETY: `digits` is 32 readable bytes; for the rest see the module's head.
        unsafe {
            let digits = _mm_loadu_si128(digits.as_ptr().cast());
            let low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
            let high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
            // The shuffle takes the low four bits; the fifth turns the set around.
            let low = _mm256_cvtepu8_epi16(_mm_shuffle_epi8(low, digits));
            let high = _mm256_cvtepu8_epi16(_mm_shuffle_epi8(high, digits));
            let sets = Avx2(_mm256_or_si256(low, _mm256_slli_epi16(high, 8)));
            let barred = Avx2(_mm256_cvtepu8_epi16(digits)).and(Self::splat(16));
            let all = Self::splat(ALL);
            sets.xor(all.without(all.where_zero(barred)))
        }
    }

    #[inline(always)]
    fn to_digits(self) -> [u8; 32] {
        let one_less = self.add(Self::splat(u16::MAX)).count_ones();
        let mut digits = [0; 32];
        // SAFETY: `digits` has 16 writable bytes; for the rest see the module's head.
        unsafe {
            let digit = _mm256_add_epi16(one_less.0, _mm256_set1_epi16(1));
            let packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(digit, digit), 0b1000);
            _mm_storeu_si128(digits.as_mut_ptr().cast(), _mm256_castsi256_si128(packed));
        }
        digits
    }

    #[inline(always)]
    fn mask(bits: u32) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let bit = _mm256_setr_epi16(
                1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768,
            );
            let set = _mm256_and_si256(_mm256_set1_epi16(bits as i16), bit);
            Avx2(_mm256_cmpeq_epi16(set, bit))
        }
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        !self.equal(Self::splat(0)) & 0xffff
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        // SAFETY: see the module's head.
        unsafe {
            let equal = _mm256_cmpeq_epi16(self.0, other.0);
            let packed =
                _mm_packs_epi16(_mm256_castsi256_si128(equal), _mm256_extracti128_si256(equal, 1));
            _mm_movemask_epi8(packed) as u32
        }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_min_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let zero = _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256());
            Avx2(_mm256_blendv_epi8(self.0, other.0, zero))
        }
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let zero = _mm256_cmpeq_epi16(other.0, _mm256_setzero_si256());
            Avx2(_mm256_and_si256(self.0, zero))
        }
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_and_si256(self.0, _mm256_sub_epi16(_mm256_setzero_si256(), self.0)) })
    }

    #[inline(always)]
    fn but_lowest(self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_and_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1))) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let nibble = _mm256_set1_epi16(0x0f0f);
            let table = bits_of_nibbles();
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(self.0, nibble));
            let high =
                _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(self.0, 4), nibble));
            let bytes = _mm256_add_epi8(low, high);
            Avx2(_mm256_add_epi16(
                _mm256_and_si256(bytes, _mm256_set1_epi16(0xff)),
                _mm256_srli_epi16(bytes, 8),
            ))
        }
    }

    #[inline(always)]
    fn select(mask: Self, this: Self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx2(unsafe { _mm256_blendv_epi8(other.0, this.0, mask.0) })
    }

    #[inline(always)]
    fn picks(to: u32, from: &[u8; 32]) -> Picks {
        // SAFETY: `from` is 32 readable bytes; for the rest see the module's head.
        unsafe {
            let from = _mm256_cvtepu8_epi16(_mm_loadu_si128(from.as_ptr().cast()));
            // The bytes `2 * from` and `2 * from + 1`, where bit 4 names the half.
            let bytes = _mm256_add_epi16(
                _mm256_mullo_epi16(from, _mm256_set1_epi16(0x0202)),
                _mm256_set1_epi16(0x0100),
            );
            let half = _mm256_setr_m128i(_mm_setzero_si128(), _mm_set1_epi16(0x1010));
            let half_bit = _mm256_set1_epi16(0x1010);
            let elsewhere = _mm256_and_si256(_mm256_xor_si256(bytes, half), half_bit);
            let same = _mm256_cmpeq_epi16(elsewhere, _mm256_setzero_si256());
            let within = _mm256_andnot_si256(half_bit, bytes);
            // A byte whose highest bit is set gives zero.
            let nothing = _mm256_set1_epi8(-128);
            Picks {
                to: Self::mask(to),
                same: _mm256_or_si256(within, _mm256_andnot_si256(same, nothing)),
                other: _mm256_or_si256(within, _mm256_and_si256(same, nothing)),
            }
        }
    }

    #[inline(always)]
    fn with(self, picks: Picks, other: Self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let swapped = _mm256_permute2x128_si256(other.0, other.0, 1);
            let picked = _mm256_or_si256(
                _mm256_shuffle_epi8(other.0, picks.same),
                _mm256_shuffle_epi8(swapped, picks.other),
            );
            Self::select(picks.to, Avx2(picked), self)
        }
    }
}

/// Two rows of bytes.
#[derive(Clone, Copy)]
pub(super) struct Bytes(__m256i);

impl Rows for Bytes {
    #[inline(always)]
    fn load(from: &[u8; 32]) -> Self {
        // SAFETY: `from` is 32 readable bytes; for the rest see the module's head.
        Bytes(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn join(left: &[u8; 16], right: &[u8; 16]) -> Self {
        // SAFETY: both are 16 readable bytes; for the rest see the module's head.
        Bytes(unsafe { _mm256_loadu2_m128i(right.as_ptr().cast(), left.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [u8; 32]) {
        // SAFETY: `to` is 32 writable bytes; for the rest see the module's head.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn part(self, left: &mut [u8; 16], right: &mut [u8; 16]) {
        let (left, right) = (left.as_mut_ptr().cast(), right.as_mut_ptr().cast());
        // SAFETY: both are 16 writable bytes; for the rest see the module's head.
        unsafe { _mm256_storeu2_m128i(right, left, self.0) }
    }

    #[inline(always)]
    fn transpose(rows: &mut [Self; 16]) {
        transpose(rows, |Bytes(a), Bytes(b)| {
            // SAFETY: see the module's head.
            unsafe { [Bytes(_mm256_unpacklo_epi8(a, b)), Bytes(_mm256_unpackhi_epi8(a, b))] }
        });
    }
}

impl Rounds for Avx2 {
    #[inline(never)]
    fn light(state: &mut State<Self>) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn light(state: &mut State<Avx2>) {
            kernel::light(state)
        }
        // SAFETY: see the module's head.
        unsafe { light(state) }
    }

    #[inline(never)]
    fn full(state: &mut State<Self>) -> Verdict {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn full(state: &mut State<Avx2>) -> Verdict {
            kernel::full(state)
        }
        // SAFETY: see the module's head.
        unsafe { full(state) }
    }

    fn search<P: AsRef<[u8; 81]>>(
        search: &mut Search<Self>,
        puzzles: &[P],
        wanted: Wanted,
        found: &mut [Found],
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn search_with<P: AsRef<[u8; 81]>>(
            search: &mut Search<Avx2>,
            puzzles: &[P],
            wanted: Wanted,
            found: &mut [Found],
        ) {
            search.run(puzzles, wanted, found);
        }
        // SAFETY: see the module's head.
        unsafe { search_with(search, puzzles, wanted, found) }
    }
}
