//! One round of propagation in all lanes, for every instruction set.
//!
//! Cells are box-major here: cell `9 * box + 3 * i + j` is row `i`, column `j` of its box, and box
//! `3 * band + stack`. A *triad* is the three cells that a box shares with a row (horizontal) or a
//! column (vertical). In a band, each digit takes one triad in every row and every box: one of six
//! *configurations*, the permutations of three. Even ones are the three diagonals that go down to
//! the right, odd ones those that go down to the left.

use super::lanes::Lanes;

/// Every candidate.
pub(super) const ALL: u16 = 0x1ff;

/// What is known of the puzzle in each lane.
pub(super) struct State<V> {
    /// The candidates of each cell, box-major.
    pub(super) cells: [V; 81],
    /// The digits still possible in each horizontal triad: box, then row in the box.
    pub(super) rows: [V; 27],
    /// The digits still possible in each vertical triad: box, then column in the box.
    pub(super) columns: [V; 27],
}

impl<V: Lanes> State<V> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let all = V::splat(ALL);
        State { cells: [all; 81], rows: [all; 27], columns: [all; 27] }
    }
}

/// What a full round found out, as bits of lanes.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// No solution is left.
    pub(super) dead: u32,
    /// Nothing changed.
    pub(super) stuck: u32,
}

/// The six configurations of each digit in a band: bit `d` of `even[c]` (`odd[c]`) says that the
/// digit may take the diagonal of row `i` and box `i + c` (`c - i`), modulo 3.
#[derive(Clone, Copy)]
pub(super) struct Configurations<V> {
    pub(super) even: [V; 3],
    pub(super) odd: [V; 3],
}

impl<V: Lanes> Configurations<V> {
    /// Those that the triads of a band leave: `triads[k][i]` is row `i` of its box `k`. A stack is
    /// the same with columns and bands.
    #[inline(always)]
    pub(super) fn of(triads: &[[V; 3]; 3]) -> Self {
        let [a, b, c] = triads;
        Configurations {
            even: [a[0].and3(b[1], c[2]), b[0].and3(c[1], a[2]), c[0].and3(a[1], b[2])],
            odd: [a[0].and3(c[1], b[2]), b[0].and3(a[1], c[2]), c[0].and3(b[1], a[2])],
        }
    }

    /// The digits that triad `(i, k)` may still hold.
    #[inline(always)]
    pub(super) fn triad(&self, i: usize, k: usize) -> V {
        self.even[(k + 3 - i) % 3].or(self.odd[(k + i) % 3])
    }

    /// The digits with a configuration left.
    #[inline(always)]
    fn possible(&self) -> V {
        let [a, b, c] = self.even;
        let [d, e, f] = self.odd;
        a.or3(b, c).or3(d.or(e), f)
    }
}

/// Propagates hidden singles, naked singles and locked candidates once through every box, band
/// and stack.
#[inline(always)]
pub(super) fn light<V: Lanes>(state: &mut State<V>) {
    // What is dead now is so after the next full round too: candidates never come back.
    round::<V, false>(state);
}

/// A round that also looks for triads of three digits, and finds out which lanes are dead and
/// which did not change.
#[inline(always)]
pub(super) fn full<V: Lanes>(state: &mut State<V>) -> Verdict {
    let notes = round::<V, true>(state);
    // A digit without a configuration, a cell without a candidate, a cell with two hidden singles.
    let lanes = ((1u64 << V::LANES) - 1) as u32;
    let possible = notes.possible.equal(V::splat(ALL)) & notes.least.nonzero();
    Verdict {
        dead: !possible & lanes | notes.clash.nonzero(),
        stuck: !notes.changed.nonzero() & lanes,
    }
}

#[inline(always)]
fn round<V: Lanes, const FULL: bool>(state: &mut State<V>) -> Notes<V> {
    let mut notes = Notes {
        possible: V::splat(ALL),
        least: V::splat(ALL),
        changed: V::splat(0),
        clash: V::splat(0),
    };
    band::<V, FULL, 0>(state, &mut notes);
    band::<V, FULL, 1>(state, &mut notes);
    band::<V, FULL, 2>(state, &mut notes);
    notes
}

/// What a full round gathers on its way.
struct Notes<V> {
    /// The digits that have a configuration in every band and stack.
    possible: V,
    /// A minimum over all cells: zero if one is empty.
    least: V,
    /// The candidates that went.
    changed: V,
    /// Not zero if two digits want one cell.
    clash: V,
}

#[inline(always)]
fn band<V: Lanes, const FULL: bool, const B: usize>(state: &mut State<V>, notes: &mut Notes<V>) {
    let triads = [
        cells_of_box::<V, FULL>(state, notes, 3 * B),
        cells_of_box::<V, FULL>(state, notes, 3 * B + 1),
        cells_of_box::<V, FULL>(state, notes, 3 * B + 2),
    ];
    let configurations = Configurations::of(&triads);
    notes.possible = notes.possible.and(configurations.possible());
    for k in 0..3 {
        for i in 0..3 {
            state.rows[9 * B + 3 * k + i] = configurations.triad(i, k);
        }
    }
    for k in 0..3 {
        let triads = &mut state.columns;
        let configurations = Configurations::of(&[
            three(triads, 3 * k),
            three(triads, 9 + 3 * k),
            three(triads, 18 + 3 * k),
        ]);
        if B == 2 {
            notes.possible = notes.possible.and(configurations.possible());
        }
        // The next band sees at once what this one brought: fewer rounds are needed.
        let (from, to) = if B == 2 { (0, 3) } else { (B + 1, B + 2) };
        for b in from..to {
            for j in 0..3 {
                triads[9 * b + 3 * k + j] = configurations.triad(j, b);
            }
        }
    }
}

/// Three vectors in a row.
#[inline(always)]
pub(super) fn three<V: Lanes>(from: &[V; 27], at: usize) -> [V; 3] {
    [from[at], from[at + 1], from[at + 2]]
}

/// Works through one box; leaves what its cells say of its vertical triads in the state and
/// returns what they say of its horizontal ones.
#[inline(always)]
fn cells_of_box<V: Lanes, const FULL: bool>(
    state: &mut State<V>,
    notes: &mut Notes<V>,
    index: usize,
) -> [V; 3] {
    let rows = three(&state.rows, 3 * index);
    let columns = three(&state.columns, 3 * index);
    let cells: &mut [V; 9] = (&mut state.cells[9 * index..9 * index + 9]).try_into().expect("nine");

    let mut c = [[rows[0]; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            c[i][j] = cells[3 * i + j].and3(rows[i], columns[j]);
        }
    }
    // The digits that the box can hold in one of its triads only; and in one cell of it only.
    let forced_in_row = only(&rows);
    let forced_in_column = only(&columns);
    let (mut hidden_in_row, mut hidden_in_column) = (forced_in_row, forced_in_column);
    for i in 0..3 {
        hidden_in_row[i] = forced_in_row[i].without(c[i][0].majority(c[i][1], c[i][2]));
        hidden_in_column[i] = forced_in_column[i].without(c[0][i].majority(c[1][i], c[2][i]));
    }
    let mut s = c;
    for i in 0..3 {
        for j in 0..3 {
            let hidden = c[i][j].and_either(hidden_in_row[i], hidden_in_column[j]);
            let cell = hidden.or_else(c[i][j]);
            c[i][j] = cell;
            s[i][j] = cell.single();
            if FULL {
                // Hidden singles, but more than a single.
                notes.clash = notes.clash.or_without(hidden, s[i][j]);
                notes.changed = notes.changed.or_difference(cell, cells[3 * i + j]);
                notes.least = notes.least.min(cell);
            }
            cells[3 * i + j] = cell;
        }
    }
    let (mut in_row, mut in_column) = (rows, columns);
    let (mut placed_in_row, mut placed_in_column) = (rows, columns);
    for i in 0..3 {
        in_row[i] = c[i][0].or3(c[i][1], c[i][2]);
        in_column[i] = c[0][i].or3(c[1][i], c[2][i]);
        placed_in_row[i] = s[i][0].or3(s[i][1], s[i][2]);
        placed_in_column[i] = s[0][i].or3(s[1][i], s[2][i]);
        if FULL {
            // A triad that three digits are forced into holds no other. One with three digits
            // left holds all of them.
            in_row[i] = in_row[i].and(forced_in_row[i].or_all_below_three(V::splat(ALL)));
            in_column[i] = in_column[i].and(forced_in_column[i].or_all_below_three(V::splat(ALL)));
            placed_in_row[i] = placed_in_row[i].or_up_to_three(in_row[i]);
            placed_in_column[i] = placed_in_column[i].or_up_to_three(in_column[i]);
        }
    }
    // What a triad holds for certain, the box's two others can't hold. The other cells of a
    // single's own triad lose its digit by the triad that crosses there.
    for i in 0..3 {
        let (next, last) = ((i + 1) % 3, (i + 2) % 3);
        in_row[i] = in_row[i].and_neither(placed_in_row[next], placed_in_row[last]);
        state.columns[3 * index + i] =
            in_column[i].and_neither(placed_in_column[next], placed_in_column[last]);
    }
    in_row
}

/// What each of the three has and the others have not.
#[inline(always)]
fn only<V: Lanes>(v: &[V; 3]) -> [V; 3] {
    [v[0].and_neither(v[1], v[2]), v[1].and_neither(v[2], v[0]), v[2].and_neither(v[0], v[1])]
}
