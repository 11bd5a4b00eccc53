//! Between grids, one after the other, and lanes, one cell of many grids after the other.

use wide::u8x16;

/// Two rows of sixteen bytes, side by side. What is done to one is done to the other.
pub(super) trait Rows: Copy {
    /// The two rows, one after the other.
    fn load(from: &[u8; 32]) -> Self;
    /// The two rows.
    fn join(left: &[u8; 16], right: &[u8; 16]) -> Self;
    /// Writes the two rows, one after the other.
    fn store(self, to: &mut [u8; 32]);
    /// Writes the two rows.
    fn part(self, left: &mut [u8; 16], right: &mut [u8; 16]);
    /// Transposes the two squares that sixteen of these are.
    fn transpose(rows: &mut [Self; 16]);
}

/// What is known at compile time to be there.
impl Rows for [u8x16; 2] {
    #[inline(always)]
    fn load(from: &[u8; 32]) -> Self {
        let [left, right] = [0, 16].map(|at| from[at..].first_chunk().expect("sixteen bytes"));
        Self::join(left, right)
    }

    #[inline(always)]
    fn join(left: &[u8; 16], right: &[u8; 16]) -> Self {
        [u8x16::new(*left), u8x16::new(*right)]
    }

    #[inline(always)]
    fn store(self, to: &mut [u8; 32]) {
        let [left, right] = self.map(u8x16::to_array);
        to[..16].copy_from_slice(&left);
        to[16..].copy_from_slice(&right);
    }

    #[inline(always)]
    fn part(self, left: &mut [u8; 16], right: &mut [u8; 16]) {
        [*left, *right] = self.map(u8x16::to_array);
    }

    #[inline(always)]
    fn transpose(rows: &mut [Self; 16]) {
        // One after the other: two do not fit into the registers.
        for side in 0..2 {
            let mut square = rows.map(|row| row[side]);
            transpose(&mut square, |a, b| [u8x16::unpack_low(a, b), u8x16::unpack_high(a, b)]);
            for (row, transposed) in rows.iter_mut().zip(square) {
                row[side] = transposed;
            }
        }
    }
}

/// Where the 32-cell pieces of a grid start: three of them cover 81 cells, the last two overlap.
const PIECES: [usize; 3] = [0, 32, 49];

/// Puts cell `c` of grid `i` at `cells[c][i]`.
#[inline(always)]
pub(super) fn to_lanes<R: Rows>(grids: &[&[u8; 81]], cells: &mut [[u8; 32]; 81]) {
    for (group, grids) in grids.chunks(16).enumerate() {
        for at in PIECES {
            let mut rows = [R::load(&[0; 32]); 16];
            for (row, grid) in rows.iter_mut().zip(grids) {
                *row = R::load(grid[at..].first_chunk().expect("a piece"));
            }
            R::transpose(&mut rows);
            let (left, right) = cells[at..at + 32].split_at_mut(16);
            for ((row, left), right) in rows.iter().zip(left).zip(right) {
                let [left, right] = [left, right].map(|cell| &mut cell.as_chunks_mut().0[group]);
                row.part(left, right);
            }
        }
    }
}

/// Puts `cells[c][i]` into cell `c` of grid `i`.
#[inline(always)]
pub(super) fn from_lanes<R: Rows>(cells: &[[u8; 32]; 81], grids: &mut [[u8; 81]]) {
    for (group, grids) in grids.chunks_mut(16).enumerate() {
        for at in PIECES {
            let row = |i: usize| {
                let [left, right] = [i, i + 16].map(|i| &cells[at + i].as_chunks().0[group]);
                R::join(left, right)
            };
            let mut rows = std::array::from_fn(row);
            R::transpose(&mut rows);
            for (grid, row) in grids.iter_mut().zip(rows) {
                row.store(grid[at..].first_chunk_mut().expect("a piece"));
            }
        }
    }
}

/// Transposes a square of sixteen rows, given what makes of two rows their first halves, byte by
/// byte alternately, and their last ones. Interleaving the halves of the list is a perfect shuffle
/// of the 256 bytes; four of those exchange the two halves of a byte's index, which is what
/// transposing means.
#[inline(always)]
pub(super) fn transpose<T: Copy>(rows: &mut [T; 16], interleave: impl Fn(T, T) -> [T; 2]) {
    for _ in 0..4 {
        let before = *rows;
        for i in 0..8 {
            [rows[2 * i], rows[2 * i + 1]] = interleave(before[i], before[i + 8]);
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
            to_lanes::<[u8x16; 2]>(&grids.each_ref()[..count], &mut cells);
            for (i, grid) in grids[..count].iter().enumerate() {
                assert!(cells.iter().zip(grid).all(|(cell, digit)| cell[i] == *digit));
            }
            let mut back = [[0; 81]; 32];
            from_lanes::<[u8x16; 2]>(&cells, &mut back[..count]);
            assert_eq!(back[..count], grids[..count]);
        }
    }
}
