//! Which puzzles have been made already.

use crate::grid::Grid;

/// 64 bits of a grid: its cells, nine at a time as a number in base ten, each mixed in by a
/// multiplication. Part of what makes the same seed give the same bytes.
pub fn fingerprint(grid: &Grid) -> u64 {
    let mut hash = 0u64;
    for row in grid.rows() {
        let number = row.iter().fold(0, |number, &cell| number * 10 + u64::from(cell));
        let product = u128::from(hash ^ number ^ 0x9e37_79b9_7f4a_7c15) * 0xda94_2042_e4dd_58b5;
        hash = product as u64 ^ (product >> 64) as u64;
    }
    hash
}

/// The fingerprints of the grids so far.
///
/// Grids with different fingerprints are different; those with the same one are taken to be the
/// same, which can only discard a grid too many. So what is let through is distinct without
/// exception, for 12 bytes a grid.
#[derive(Debug)]
pub struct Distinct {
    /// Open addressing; 0 is an empty slot.
    slots: Vec<u64>,
}

impl Distinct {
    /// Room for so many grids; the memory is taken as it fills.
    pub fn new(grids: u64) -> Distinct {
        let slots = grids.saturating_add(grids / 2).saturating_add(16);
        Distinct { slots: vec![0; usize::try_from(slots).unwrap_or(usize::MAX)] }
    }

    /// Whether a fingerprint is new; it is not the next time. Never more of them than there is
    /// room for.
    pub fn insert(&mut self, fingerprint: u64) -> bool {
        let fingerprint = fingerprint.max(1);
        let slots = self.slots.len();
        let mut slot = ((u128::from(fingerprint) * slots as u128) >> 64) as usize;
        loop {
            match self.slots[slot] {
                0 => {
                    self.slots[slot] = fingerprint;
                    return true;
                }
                other if other == fingerprint => return false,
                _ => slot = if slot + 1 == slots { 0 } else { slot + 1 },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_counts() {
        let mut distinct = Distinct::new(81 * 9 + 1);
        assert!(distinct.insert(fingerprint(&Grid::EMPTY)));
        for cell in 0..81 {
            for digit in 1..=9 {
                let mut grid = Grid::EMPTY;
                grid.set(cell, digit);
                assert!(distinct.insert(fingerprint(&grid)));
                assert!(!distinct.insert(fingerprint(&grid)));
            }
        }
    }

    #[test]
    fn clusters_wrap_around() {
        let mut distinct = Distinct::new(4);
        for low in 0..4 {
            assert!(distinct.insert(u64::MAX - low));
        }
        for low in 0..4 {
            assert!(!distinct.insert(u64::MAX - low));
        }
        assert!(distinct.insert(0));
    }
}
