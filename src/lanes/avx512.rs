//! Thirty-two lanes in an AVX-512 register.
//!
//! Safety, for the whole module: the intrinsics need AVX-512 F, BW and BITALG, and AVX2. A [`Search`] of
//! [`Avx512`] is made by [`Engine::new`](super::Engine::new) alone, which has asked the CPU, and
//! nothing else in the crate touches the type.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::avx2::Bytes;
use super::kernel::{self, State, Verdict};
use super::lanes::{Lanes, SETS};
use super::search::{Found, Rounds, Search, Wanted};

/// Thirty-two lanes.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

/// A function of three bits, by its table: what it gives for `a`, `b` and `c` is bit
/// `4 * a + 2 * b + c`.
#[inline(always)]
fn ternary<const TABLE: i32>(a: Avx512, b: Avx512, c: Avx512) -> Avx512 {
    // SAFETY: see the module's head.
    Avx512(unsafe { _mm512_ternarylogic_epi64::<TABLE>(a.0, b.0, c.0) })
}

impl Lanes for Avx512 {
    const LANES: usize = 32;

    type Rows = Bytes;
    type Picks = (__mmask32, __m512i);

    #[inline(always)]
    fn splat(value: u16) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_set1_epi16(value as i16) })
    }

    #[inline(always)]
    fn from_digits(digits: &[u8; 32]) -> Self {
        // SAFETY: `digits` is 32 readable bytes, `SETS` is 64; for the rest see the module's head.
        unsafe {
            let digits = _mm512_cvtepu8_epi16(_mm256_loadu_si256(digits.as_ptr().cast()));
            Avx512(_mm512_permutexvar_epi16(digits, _mm512_loadu_si512(SETS.as_ptr().cast())))
        }
    }

    #[inline(always)]
    fn to_digits(self) -> [u8; 32] {
        let mut digits = [0; 32];
        // SAFETY: `digits` is 32 writable bytes; for the rest see the module's head.
        unsafe {
            let below = _mm512_add_epi16(self.0, _mm512_set1_epi16(-1));
            let digit = _mm512_add_epi16(_mm512_popcnt_epi16(below), _mm512_set1_epi16(1));
            _mm256_storeu_si256(digits.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(digit));
        }
        digits
    }

    #[inline(always)]
    fn mask(bits: u32) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_movm_epi16(bits) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: see the module's head.
        unsafe { _mm512_test_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        // SAFETY: see the module's head.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        ternary::<0x80>(self, b, c)
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        ternary::<0xfe>(self, b, c)
    }

    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        ternary::<0x96>(self, b, c)
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        ternary::<0xe8>(self, b, c)
    }

    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        ternary::<0xe0>(self, b, c)
    }

    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        ternary::<0x10>(self, b, c)
    }

    #[inline(always)]
    fn or_difference(self, a: Self, b: Self) -> Self {
        ternary::<0xf6>(self, a, b)
    }

    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        ternary::<0xf8>(self, a, b)
    }

    #[inline(always)]
    fn or_without(self, a: Self, b: Self) -> Self {
        ternary::<0xf4>(self, a, b)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_min_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let here = _mm512_test_epi16_mask(self.0, self.0);
            Avx512(_mm512_mask_mov_epi16(other.0, here, self.0))
        }
    }

    #[inline(always)]
    fn single(self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            // The compiler counts the bits if it sees a difference here, which is slower.
            let but_one = _mm512_subs_epu16(self.0, _mm512_set1_epi16(1));
            let single = _mm512_testn_epi16_mask(self.0, but_one);
            Avx512(_mm512_maskz_mov_epi16(single, self.0))
        }
    }

    #[inline(always)]
    fn or_up_to_three(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let three = _mm512_set1_epi16(3);
            let few = _mm512_cmple_epu16_mask(_mm512_popcnt_epi16(other.0), three);
            Avx512(_mm512_mask_mov_epi16(self.0, few, other.0))
        }
    }

    #[inline(always)]
    fn or_all_below_three(self, all: Self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let three = _mm512_set1_epi16(3);
            let few = _mm512_cmplt_epu16_mask(_mm512_popcnt_epi16(self.0), three);
            Avx512(_mm512_mask_mov_epi16(self.0, few, all.0))
        }
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: see the module's head.
        unsafe {
            let zero = _mm512_testn_epi16_mask(other.0, other.0);
            Avx512(_mm512_maskz_mov_epi16(zero, self.0))
        }
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe {
            _mm512_and_si512(self.0, _mm512_sub_epi16(_mm512_setzero_si512(), self.0))
        })
    }

    #[inline(always)]
    fn but_lowest(self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_and_si512(self.0, _mm512_add_epi16(self.0, _mm512_set1_epi16(-1))) })
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_popcnt_epi16(self.0) })
    }

    #[inline(always)]
    fn select(mask: Self, this: Self, other: Self) -> Self {
        ternary::<0xca>(mask, this, other)
    }

    #[inline(always)]
    fn picks(to: u32, from: &[u8; 32]) -> (__mmask32, __m512i) {
        // SAFETY: `from` is 32 readable bytes; for the rest see the module's head.
        (to, unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(from.as_ptr().cast())) })
    }

    #[inline(always)]
    fn with(self, (to, from): (__mmask32, __m512i), other: Self) -> Self {
        // SAFETY: see the module's head.
        Avx512(unsafe { _mm512_mask_permutexvar_epi16(self.0, to, from, other.0) })
    }
}

impl Rounds for Avx512 {
    #[inline(never)]
    fn light(state: &mut State<Self>) {
        #[target_feature(enable = "avx512f,avx512bw,avx512bitalg,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn light(state: &mut State<Avx512>) {
            kernel::light(state)
        }
        // SAFETY: see the module's head.
        unsafe { light(state) }
    }

    #[inline(never)]
    fn full(state: &mut State<Self>) -> Verdict {
        #[target_feature(enable = "avx512f,avx512bw,avx512bitalg,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn full(state: &mut State<Avx512>) -> Verdict {
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
        #[target_feature(enable = "avx512f,avx512bw,avx512bitalg,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn search_with<P: AsRef<[u8; 81]>>(
            search: &mut Search<Avx512>,
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
