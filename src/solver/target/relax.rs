//! The relaxation: every digit on its own.
//!
//! The nine cells of one digit in a solution, one in each row, column and box, are a *pattern*
//! (there are 46,656 of them). If the digits need not heed each other, the best pattern of each is
//! found exactly and fast, and the sum over the digits is an upper bound of the score. A price on
//! each cell, paid by the digits and handed back once, makes them avoid each other's cells: it
//! leaves the value of every solution as it is, and brings the bound down. This is the Lagrangian
//! relaxation (Held and Karp 1971) of "every cell has one digit".
//!
//! All nine digits are worked on at once, each in a lane of its own. The numbers are integers,
//! small enough to be exact in an `f32`: the one type of which every x86-64 takes maxima by four.

/// A number for each digit: lane `d` is digit `d + 1`, the last three are idle.
pub(super) type Lanes = [f32; 12];

/// The value of a cell that cannot hold the digit. All others are less than a twentieth of it, so
/// that the sum of nine tells whether there is such a cell among them: it is below half of this.
pub(super) const NEVER: f32 = -1e6;

/// The stack that each of the three rows of a band takes its cell from.
const WAYS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The columns that a pattern can take in one band, one in each stack.
const COLUMNS: [[usize; 3]; 27] = {
    let mut columns = [[0; 3]; 27];
    let mut choice = 0;
    while choice < 27 {
        columns[choice] = [choice / 9, 3 + choice / 3 % 3, 6 + choice % 3];
        choice += 1;
    }
    columns
};

/// The 216 ways to share the columns out among the three bands, as indices of [`COLUMNS`].
const SHARES: [[usize; 3]; 216] = {
    let mut shares = [[0; 3]; 216];
    let (mut count, mut pair) = (0, 0);
    while pair < 27 * 27 {
        let ([a, b, c], [d, e, f]) = (COLUMNS[pair / 27], COLUMNS[pair % 27]);
        if a != d && b != e && c != f {
            let third = (3 - a - d) * 9 + (9 - b - e) * 3 + (15 - c - f);
            shares[count] = [pair / 27, pair % 27, third];
            count += 1;
        }
        pair += 1;
    }
    shares
};

/// The cells of a band, counted from its first, of one choice of columns and one way.
fn cells(columns: [usize; 3], way: [usize; 3]) -> [usize; 3] {
    [columns[way[0]], 9 + columns[way[1]], 18 + columns[way[2]]]
}

/// Raises each lane of `best` to that of `other`, where that is more.
fn raise(best: &mut Lanes, other: &Lanes) {
    for lane in 0..12 {
        // Not `f32::max`, which has to mind NaN.
        best[lane] = if other[lane] > best[lane] { other[lane] } else { best[lane] };
    }
}

fn add(a: &Lanes, b: &Lanes) -> Lanes {
    let mut sum = *a;
    for lane in 0..12 {
        sum[lane] += b[lane];
    }
    sum
}

/// The best patterns of all digits.
pub(super) struct Relaxation {
    /// The value of each digit in each cell: its worth there less the price of the cell.
    pub(super) values: [Lanes; 81],
    /// The value of the best cells of each digit in each band, for each choice of columns.
    bands: [[Lanes; 27]; 3],
    /// The value of the best cells in the other two bands.
    others: [[Lanes; 27]; 3],
}

impl Relaxation {
    pub(super) fn new() -> Relaxation {
        Relaxation {
            values: [[NEVER; 12]; 81],
            bands: [[[NEVER; 12]; 27]; 3],
            others: [[[NEVER; 12]; 27]; 3],
        }
    }

    fn band(&self, band: usize) -> &[Lanes] {
        &self.values[27 * band..][..27]
    }

    /// The value of the best pattern of each digit; below half of [`NEVER`] if it has none.
    pub(super) fn best(&mut self) -> Lanes {
        for band in 0..3 {
            for (choice, columns) in COLUMNS.into_iter().enumerate() {
                let mut best = [f32::MIN; 12];
                let values = self.band(band);
                for way in WAYS {
                    let [a, b, c] = cells(columns, way);
                    raise(&mut best, &add(&values[a], &add(&values[b], &values[c])));
                }
                self.bands[band][choice] = best;
            }
        }
        self.others = [[[f32::MIN; 12]; 27]; 3];
        let [x, y, z] = &self.bands;
        for [a, b, c] in SHARES {
            raise(&mut self.others[0][a], &add(&y[b], &z[c]));
            raise(&mut self.others[1][b], &add(&x[a], &z[c]));
            raise(&mut self.others[2][c], &add(&x[a], &y[b]));
        }
        let mut best = [f32::MIN; 12];
        for choice in 0..27 {
            raise(&mut best, &add(&self.bands[0][choice], &self.others[0][choice]));
        }
        best
    }

    /// By how much the best pattern of each digit through each cell is worse than its best one,
    /// after [`Self::best`].
    pub(super) fn losses(&self, best: &Lanes, losses: &mut [Lanes; 81]) {
        let through = losses;
        *through = [[f32::MIN; 12]; 81];
        for band in 0..3 {
            let values = self.band(band);
            let through = &mut through[27 * band..][..27];
            for (choice, columns) in COLUMNS.into_iter().enumerate() {
                let others = &self.others[band][choice];
                for way in WAYS {
                    let [a, b, c] = cells(columns, way);
                    let value = add(&add(&values[a], &add(&values[b], &values[c])), others);
                    raise(&mut through[a], &value);
                    raise(&mut through[b], &value);
                    raise(&mut through[c], &value);
                }
            }
        }
        for through in through {
            for lane in 0..12 {
                through[lane] = best[lane] - through[lane];
            }
        }
    }

    /// The cells of a best pattern of the digit of one lane, after [`Self::best`] has found that
    /// its value is `best`.
    pub(super) fn pattern(&self, lane: usize, best: f32) -> [usize; 9] {
        let [x, y, z] = &self.bands;
        let is_best = |&[a, b, c]: &[usize; 3]| x[a][lane] + y[b][lane] + z[c][lane] == best;
        let share = SHARES.into_iter().find(is_best).expect("the best pattern is one of them all");
        let mut pattern = [0; 9];
        for (band, choice) in share.into_iter().enumerate() {
            let value = self.bands[band][choice][lane];
            let values = self.band(band);
            for way in WAYS {
                let [a, b, c] = cells(COLUMNS[choice], way);
                if values[a][lane] + (values[b][lane] + values[c][lane]) == value {
                    let first = 27 * band;
                    pattern[3 * band..][..3].copy_from_slice(&[first + a, first + b, first + c]);
                }
            }
        }
        pattern
    }
}
