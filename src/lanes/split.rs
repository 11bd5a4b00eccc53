//! Where a state is to be split in two.
//!
//! A *choice* is one configuration of one digit in one band or stack, as a number: the digit's bit,
//! the configuration by [`CONFIGURATION`], the band by [`BAND`]. A state is split by a choice for the
//! child and another for the sibling.

use super::kernel::{ALL, Configurations, State, three};
use super::lanes::Lanes;
use super::states::CELL;

/// Where the number of the configuration `0..6` stands: the even ones, then the odd ones.
const CONFIGURATION: u16 = 1 << 9;
/// Where the number of the band `0..3`, or of the stack `3..6`, stands.
const BAND: u16 = 1 << 12;
/// No configuration is chosen.
pub(super) const NO_CHOICE: u16 = NO_BAND * BAND;
/// In place of a band, a mask of three bits.
const NO_BAND: u16 = 7;

/// How each lane can be split.
pub(super) struct Split<V> {
    /// The lanes that are solved, if they are stuck and alive.
    pub(super) solved: u32,
    /// The choices of the two halves; [`NO_CHOICE`] if no digit has exactly two configurations
    /// in any band: then a cell is to be split.
    pub(super) child: V,
    pub(super) sibling: V,
}

impl<V: Lanes> Split<V> {
    /// Looks at the configurations of all bands: which lanes are solved, and what to split in the
    /// others: the band with the fewest configurations of those with a digit that has exactly two.
    #[inline(always)]
    pub(super) fn of(state: &State<V>) -> Self {
        let zero = V::splat(0);
        let mut unsolved = zero;
        // The band is in the lowest bits of the key.
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

        let band = key.and(V::splat(NO_BAND));
        let none = V::splat(NO_CHOICE).where_zero(band.xor(V::splat(NO_BAND)));
        let (mut choice, mut twos, mut chosen) = (none, zero, [zero; 6]);
        for b in 0..6 {
            let here = V::splat(!0).where_zero(band.xor(V::splat(b as u16)));
            choice = choice.or_both(V::splat(b as u16 * BAND), here);
            twos = twos.or_both(two[b], here);
            for c in 0..6 {
                chosen[c] = chosen[c].or_both(configurations[b][c], here);
            }
        }
        let digit = twos.lowest();
        let choice = choice.or(digit);
        // The child gets the first of the two, the sibling the last.
        let (mut child, mut last) = (choice, zero);
        let mut not_yet = digit;
        for c in 1..6 {
            let (one, number) = (V::splat(CONFIGURATION), V::splat(c as u16 * CONFIGURATION));
            not_yet = not_yet.without(chosen[c - 1]);
            child = child.add(one.without(one.where_zero(not_yet)));
            last = number.without(number.where_zero(chosen[c].and(digit))).or_else(last);
        }
        let sibling = choice.or(last);
        Split { solved: !unsolved.nonzero(), child, sibling }
    }
}

impl<V: Lanes> State<V> {
    /// Allows every digit in the triads of the lanes in `opened`, whose cells are those of another
    /// puzzle now; then only what each lane's choice leaves.
    #[inline(always)]
    pub(super) fn choose(&mut self, choices: V, opened: u32) {
        let all = V::splat(ALL);
        let opened = V::mask(opened).and(all);
        let digit = choices.and(all);
        let others = all.without(digit);
        let configuration = choices.and(V::splat(7 * CONFIGURATION));
        let mut left = [V::splat(0); 6];
        for c in 0..6 {
            left[c] = digit.where_zero(configuration.xor(V::splat(c as u16 * CONFIGURATION)));
        }
        // What triad `i` of the band's box `k` may hold.
        let mut triads = [[all; 3]; 3];
        for k in 0..3 {
            for i in 0..3 {
                triads[k][i] = left[(k + 3 - i) % 3].or3(left[3 + (k + i) % 3], others);
            }
        }
        let band = choices.and(V::splat(7 * BAND));
        for b in 0..3 {
            let elsewhere = |band: V, b: usize| {
                all.without(all.where_zero(band.xor(V::splat(b as u16 * BAND))))
            };
            let (not_row, not_column) = (elsewhere(band, b), elsewhere(band, 3 + b));
            for k in 0..3 {
                for i in 0..3 {
                    let row = &mut self.rows[9 * b + 3 * k + i];
                    *row = row.or(opened).and_either(triads[k][i], not_row);
                    let column = &mut self.columns[9 * k + 3 * b + i];
                    *column = column.or(opened).and_either(triads[k][i], not_column);
                }
            }
        }
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
