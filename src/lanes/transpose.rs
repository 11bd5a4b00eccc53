//! Between grids, one after the other, and lanes, one cell of many grids after the other.

#![allow(unsafe_code)]

/// Where the 16-cell pieces of a grid start: six of them cover 81 cells, the last two overlap.
const PIECES: [usize; 6] = [0, 16, 32, 48, 64, 65];

/// Puts cell `c` of grid `i` at `cells[c][i]`.
#[inline(always)]
pub(super) fn to_lanes(grids: &[&[u8; 81]], cells: &mut [[u8; 32]; 81]) {
    for (group, grids) in grids.chunks(16).enumerate() {
        for at in PIECES {
            let mut square = Square::new();
            for (i, grid) in grids.iter().enumerate() {
                square.set(i, &grid[at..]);
            }
            square.transpose();
            for i in 0..16 {
                square.get(i, &mut cells[at + i][16 * group..]);
            }
        }
    }
}

/// Puts `cells[c][i]` into cell `c` of grid `i`.
#[inline(always)]
pub(super) fn from_lanes(cells: &[[u8; 32]; 81], grids: &mut [[u8; 81]]) {
    for (group, grids) in grids.chunks_mut(16).enumerate() {
        for at in PIECES {
            let mut square = Square::new();
            for i in 0..16 {
                square.set(i, &cells[at + i][16 * group..]);
            }
            square.transpose();
            for (i, grid) in grids.iter_mut().enumerate() {
                square.get(i, &mut grid[at..]);
            }
        }
    }
}

/// Sixteen rows of sixteen bytes.
#[cfg(target_arch = "x86_64")]
struct Square([std::arch::x86_64::__m128i; 16]);

#[cfg(target_arch = "x86_64")]
impl Square {
    #[inline(always)]
    fn new() -> Self {
        // SAFETY: every x86-64 CPU has SSE2.
        Square(unsafe { [std::arch::x86_64::_mm_setzero_si128(); 16] })
    }

    #[inline(always)]
    fn set(&mut self, row: usize, from: &[u8]) {
        let from: &[u8; 16] = from.first_chunk().expect("sixteen bytes");
        // SAFETY: `from` is 16 readable bytes, and every x86-64 CPU has SSE2.
        self.0[row] = unsafe { std::arch::x86_64::_mm_loadu_si128(from.as_ptr().cast()) };
    }

    #[inline(always)]
    fn get(&self, row: usize, to: &mut [u8]) {
        let to: &mut [u8; 16] = to.first_chunk_mut().expect("sixteen bytes");
        // SAFETY: `to` is 16 writable bytes, and every x86-64 CPU has SSE2.
        unsafe { std::arch::x86_64::_mm_storeu_si128(to.as_mut_ptr().cast(), self.0[row]) }
    }

    /// Interleaving the halves of the list is a perfect shuffle of the square's 256 bytes; four
    /// of those exchange the two halves of a byte's index, which is what transposing means.
    #[inline(always)]
    fn transpose(&mut self) {
        use std::arch::x86_64::{_mm_unpackhi_epi8, _mm_unpacklo_epi8};
        for _ in 0..4 {
            let rows = self.0;
            for i in 0..8 {
                // SAFETY: every x86-64 CPU has SSE2.
                unsafe {
                    self.0[2 * i] = _mm_unpacklo_epi8(rows[i], rows[i + 8]);
                    self.0[2 * i + 1] = _mm_unpackhi_epi8(rows[i], rows[i + 8]);
                }
            }
        }
    }
}

/// Sixteen rows of sixteen bytes.
#[cfg(not(target_arch = "x86_64"))]
struct Square([[u8; 16]; 16]);

#[cfg(not(target_arch = "x86_64"))]
impl Square {
    fn new() -> Self {
        Square([[0; 16]; 16])
    }

    fn set(&mut self, row: usize, from: &[u8]) {
        self.0[row].copy_from_slice(&from[..16]);
    }

    fn get(&self, row: usize, to: &mut [u8]) {
        to[..16].copy_from_slice(&self.0[row]);
    }

    fn transpose(&mut self) {
        let rows = self.0;
        for (i, row) in self.0.iter_mut().enumerate() {
            for (j, byte) in row.iter_mut().enumerate() {
                *byte = rows[j][i];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let grids: [[u8; 81]; 32] =
            std::array::from_fn(|i| std::array::from_fn(|c| (7 * i + 3 * c + i * c) as u8));
        for count in 1..=32 {
            let mut cells = [[0; 32]; 81];
            to_lanes(&grids.each_ref()[..count], &mut cells);
            for (i, grid) in grids[..count].iter().enumerate() {
                assert!(cells.iter().zip(grid).all(|(cell, digit)| cell[i] == *digit));
            }
            let mut back = [[0; 81]; 32];
            from_lanes(&cells, &mut back[..count]);
            assert_eq!(back[..count], grids[..count]);
        }
    }
}
