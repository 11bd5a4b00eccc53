//! The ways to split nine digits into three triples, and which of them cross.
//!
//! Look at the digits of one box by column: the three columns split them into triples. So do the
//! three rows, and the digits fit into the cells exactly if the two splits *cross*: each column
//! shares one digit with each row.

use std::sync::LazyLock;

/// How many ways there are to split nine digits into three triples, their order aside.
pub(super) const SPLITS: usize = 280;
/// How many splits cross a split.
pub(super) const CROSSING: usize = 36;

/// The tables.
pub(super) static TABLES: LazyLock<Box<Tables>> = LazyLock::new(Tables::new);

/// All splits. Sets of digits are nine bits.
pub(super) struct Tables {
    /// The triples of each split.
    pub(super) triples: [[u16; 3]; SPLITS],
    /// The splits that cross each split.
    pub(super) crossing: [[u16; CROSSING]; SPLITS],
    /// The number of a set among the 84 triples.
    rank: [u8; 512],
    /// The split that has the two triples of these numbers.
    split: [[u16; 84]; 84],
}

impl Tables {
    fn new() -> Box<Tables> {
        let mut tables = Box::new(Tables {
            triples: [[0; 3]; SPLITS],
            crossing: [[0; CROSSING]; SPLITS],
            rank: [0; 512],
            split: [[0; 84]; 84],
        });
        let triples: Vec<u16> = (0..512u16).filter(|set| set.count_ones() == 3).collect();
        for (rank, &triple) in (0..).zip(&triples) {
            tables.rank[usize::from(triple)] = rank;
        }
        let mut splits = Vec::with_capacity(SPLITS);
        for &a in triples.iter().filter(|&a| a & 1 != 0) {
            let least = !a & (a + 1);
            for &b in triples.iter().filter(|&b| a & b == 0 && b & least != 0) {
                splits.push([a, b, 511 ^ a ^ b]);
            }
        }
        tables.triples.copy_from_slice(&splits);
        for (index, split) in splits.iter().enumerate() {
            for (a, b) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
                let [a, b] = [a, b].map(|part: usize| tables.rank[usize::from(split[part])]);
                tables.split[usize::from(a)][usize::from(b)] = index as u16;
            }
            let crossing = splits.iter().enumerate().filter(|(_, other)| {
                split.iter().all(|a| other.iter().all(|b| (a & b).count_ones() == 1))
            });
            for (slot, (other, _)) in tables.crossing[index].iter_mut().zip(crossing) {
                *slot = other as u16;
            }
        }
        tables
    }

    /// The split with the triples `a` and `b` and the other three digits.
    pub(super) fn find(&self, a: u16, b: u16) -> u16 {
        let [a, b] = [a, b].map(|triple| usize::from(self.rank[usize::from(triple)]));
        self.split[a][b]
    }

    /// Which of the three triples of a split a digit (`0..9`) is in.
    pub(super) fn triple_of(&self, split: u16, digit: usize) -> usize {
        let triples = self.triples[usize::from(split)];
        triples.iter().position(|triple| triple >> digit & 1 != 0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_split_is_found_and_crosses_36_others() {
        for (index, split) in TABLES.triples.iter().enumerate() {
            assert_eq!(split.iter().fold(0, |all, triple| all | triple), 511);
            assert_eq!(usize::from(TABLES.find(split[2], split[0])), index);
            assert!(
                (0..9).all(|digit| split[TABLES.triple_of(index as u16, digit)] >> digit & 1 == 1)
            );
            let crossing = TABLES.crossing[index];
            assert!(crossing.is_sorted_by(|a, b| a < b));
            for other in crossing {
                assert!(TABLES.crossing[usize::from(other)].contains(&(index as u16)));
            }
        }
    }
}
