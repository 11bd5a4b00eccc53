//! The symmetry of the cells that hold clues.

use std::fmt;
use std::str::FromStr;

/// How the cells with clues lie; their digits do not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Symmetry {
    /// In no particular way.
    #[default]
    None,
    /// The same after half a turn.
    Rotational,
    /// The left half mirrors the right.
    Mirror,
    /// Mirrored at the diagonal from the top left to the bottom right.
    Diagonal,
    /// All of these together and what follows from them: all turns, all mirrors.
    Full,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 5] = [
        Symmetry::None,
        Symmetry::Rotational,
        Symmetry::Mirror,
        Symmetry::Diagonal,
        Symmetry::Full,
    ];

    /// The cell that a cell is mapped to by each of the moves that generate the symmetry.
    fn images(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / 9, cell % 9);
        let rotated = (8 - row, 8 - column);
        let mirrored = (row, 8 - column);
        let transposed = (column, row);
        let images = match self {
            Symmetry::None => [(row, column); 2],
            Symmetry::Rotational => [rotated; 2],
            Symmetry::Mirror => [mirrored; 2],
            Symmetry::Diagonal => [transposed; 2],
            Symmetry::Full => [mirrored, transposed],
        };
        images.into_iter().map(|(row, column)| row * 9 + column)
    }

    /// The sets of cells that hold clues all together or not at all, one bit a cell, in the order
    /// of their first cells.
    pub(super) fn orbits(self) -> Vec<u128> {
        let mut orbits: Vec<u128> = Vec::new();
        for cell in 0..81 {
            if orbits.iter().any(|orbit| orbit >> cell & 1 != 0) {
                continue;
            }
            let (mut orbit, mut new) = (0, 1u128 << cell);
            while new != 0 {
                orbit |= new;
                new = (0..81)
                    .filter(|cell| new >> cell & 1 != 0)
                    .flat_map(|cell| self.images(cell))
                    .fold(0, |cells, cell| cells | 1 << cell)
                    & !orbit;
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// Whether some set of so many cells has the symmetry.
    pub(super) fn has(self, clues: u8) -> bool {
        let sizes = self.orbits().into_iter().map(u128::count_ones);
        let reachable = sizes.fold(1u128, |sums, size| sums | sums << size);
        reachable >> clues & 1 != 0
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::None => "none",
            Symmetry::Rotational => "rotational",
            Symmetry::Mirror => "mirror",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Full => "full",
        })
    }
}

impl FromStr for Symmetry {
    type Err = String;

    fn from_str(name: &str) -> Result<Symmetry, String> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.to_string() == name).ok_or_else(|| {
            format!("{name} is no symmetry (rotational, mirror, diagonal, full, none)")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_cover_every_cell_once() {
        for (symmetry, sizes) in [
            (Symmetry::None, [81, 0, 0, 0]),
            (Symmetry::Rotational, [1, 40, 0, 0]),
            (Symmetry::Mirror, [9, 36, 0, 0]),
            (Symmetry::Diagonal, [9, 36, 0, 0]),
            (Symmetry::Full, [1, 0, 8, 6]),
        ] {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.iter().sum::<u128>(), (1 << 81) - 1, "{symmetry}");
            let count = |size| orbits.iter().filter(|orbit| orbit.count_ones() == size).count();
            assert_eq!([1, 2, 4, 8].map(count), sizes, "{symmetry}");
        }
    }

    #[test]
    fn some_numbers_of_clues_have_no_symmetry() {
        assert!(Symmetry::Rotational.has(24) && Symmetry::Rotational.has(25));
        assert!(Symmetry::Full.has(17) && Symmetry::Full.has(20));
        assert!(!Symmetry::Full.has(18) && !Symmetry::Full.has(19));
    }
}
