//! Where a state is to be split in two.

use super::kernel::{Configurations, State, three};
use super::lanes::Lanes;
use super::states::CELL;

/// In place of a band, a mask of three bits: a cell is to be split.
pub(super) const BY_CELL: u16 = 7;

/// How a lane will be split.
pub(super) struct Split<V> {
    /// The lanes that are solved, if they are stuck and alive.
    pub(super) solved: u32,
    /// The band `0..3` (stack `3..6`) to split in each lane; [`BY_CELL`] if no digit has exactly two
    /// configurations in any.
    pub(super) band: V,
    pub(super) configurations: [[V; 6]; 6],
    /// The digits with exactly two configurations in each band.
    pub(super) two: [V; 6],
}

impl<V: Lanes> Split<V> {
    /// Looks at the configurations of all bands: which lanes are solved, and what to split in the
    /// others: the band with the fewest configurations of those with a digit that has exactly two.
    #[inline(always)]
    pub(super) fn of(state: &State<V>) -> Self {
        let zero = V::splat(0);
        let mut unsolved = zero;
        // The band is in the lowest bits of the key, at first `BY_CELL`.
        let mut key = V::splat(0x7fff);
        let mut configurations = [[zero; 6]; 6];
        let mut two = [zero; 6];
        for band in 0..6 {
            let Configurations { even, odd } = configurations_of(state, band);
            // How many configurations each digit has, in binary.
            let (ones_even, ones_odd) =
                (even[0].xor3(even[1], even[2]), odd[0].xor3(odd[1], odd[2]));
            let (twos_even, twos_odd) =
                (even[0].majority(even[1], even[2]), odd[0].majority(odd[1], odd[2]));
            let carry = ones_even.and(ones_odd);
            let ones = ones_even.xor(ones_odd);
            let twos = twos_even.xor3(twos_odd, carry);
            let fours = twos_even.majority(twos_odd, carry);
            unsolved = unsolved.or3(twos, fours);
            two[band] = twos.and_neither(ones, fours);
            let (n1, n2, n4) = (ones.count_ones(), twos.count_ones(), fours.count_ones());
            let n4 = n4.add(n4);
            let n24 = n2.add(n4);
            let total = n1.add(n24.add(n24));
            let by_eight = {
                let a = total.add(total);
                let a = a.add(a);
                a.add(a)
            };
            let this = by_eight.or(V::splat(band as u16));
            key = key.min(this.or(V::splat(0x7fff).where_zero(two[band])));
            configurations[band] = [even[0], even[1], even[2], odd[0], odd[1], odd[2]];
        }
        Split { solved: !unsolved.nonzero(), band: key.and(V::splat(BY_CELL)), configurations, two }
    }
}

/// The configurations of band `0..3`, or of stack `3..6`.
#[inline(always)]
fn configurations_of<V: Lanes>(state: &State<V>, band: usize) -> Configurations<V> {
    let (rows, columns) = (&state.rows, &state.columns);
    Configurations::of(&if band < 3 {
        let at = 9 * band;
        [three(rows, at), three(rows, at + 3), three(rows, at + 6)]
    } else {
        let at = 3 * (band - 3);
        [three(columns, at), three(columns, at + 9), three(columns, at + 18)]
    })
}

/// A cell with the fewest candidates, but more than one, in each lane.
#[inline(always)]
pub(super) fn smallest_cell<V: Lanes>(cells: &[V; 81]) -> V {
    let mut key = V::splat(0x7fff);
    for (c, cell) in cells.iter().enumerate() {
        let size = cell.but_lowest().count_ones();
        // By 128, to leave room for the cell's index.
        let mut by = size;
        for _ in 0..7 {
            by = by.add(by);
        }
        key = key.min(by.or(V::splat(c as u16)).or(V::splat(0x7fff).where_zero(size)));
    }
    key.and(V::splat(0x7f))
}

/// The first cell, row by row, with more than one candidate in each lane.
#[inline(always)]
pub(super) fn first_cell<V: Lanes>(cells: &[V; 81]) -> V {
    let mut first = V::splat(0);
    for c in CELL.into_iter().rev() {
        let (open, this) = (cells[c].but_lowest(), V::splat(c as u16));
        first = first.where_zero(open).or(this.without(this.where_zero(open)));
    }
    first
}
