//! Complete boards, each of the 6,670,903,752,021,072,936,960 as likely as any other.
//!
//! # How a board is drawn
//!
//! A box is settled by two partitions of the nine digits into three triples: which digits stand
//! in each of its rows, and which in each of its columns; it exists if every row shares one digit
//! with every column (the partitions are *orthogonal*). There are 280 partitions, 36 of them
//! orthogonal to a given one. The row partitions of two boxes of a band, as the column
//! partitions of two boxes of a stack, leave one for the third, and are one of 56 pairs once the
//! first is known.
//!
//! * A band whose column partitions are `P`, `Q`, `R` can be filled in `6 * n(P, Q, R)` ways:
//!   of the `36 * 56 = 2016` triples of row partitions (the order of the rows aside), `n` have
//!   their second orthogonal to `Q` and their third to `R`. `n` is 48 or less for 77,670 of the
//!   78,400 pairs `Q`, `R`, and 86, 96, 144 or 288 for the other 730.
//! * *First band*: one of the 2016 triples and one of 36 column partitions each for the second
//!   and third box: every band once, `P` being fixed by renaming the digits.
//! * *Second band*: one of 56 column partitions of the first box, one of 2016 triples; then of
//!   the 56 column partitions of the other boxes exactly 8, or in a tenth of the cases none,
//!   are orthogonal to the triple. Again every pair of bands once.
//! * *Third band*: its column partitions are what the others leave, and it can be filled in `n`
//!   ways. So a pair of bands has to be kept with a chance in proportion to `n`: 48 tickets are
//!   given out for each, of which `n` win.
//! * That would miss the winners above 48. For these the third band is drawn first, from the list
//!   of the 730 with weight `n - 48`, then the second as above, and for the first there are 288
//!   tickets of which its `n` win.
//! * At last the digits, the rows of each band and the columns of two stacks are put into a
//!   random order, the choices that were left out above.
//!
//! So every board has the same number of tickets, 216 (the renamings that keep `P`), if the two
//! ways to win it are added up, and of all tickets about one in two wins; the others are
//! redrawn. No bias is left but that of the generator of random bits. A test adds up all winning
//! tickets and gets the number of boards known from B. Felgenhauer and A. F. Jarvis,
//! *Mathematics of Sudoku I*, 2006; another one draws boards and compares the classes of their
//! bands with the exact figures.

use std::sync::LazyLock;

use super::bands::{Bands, COMMON, Map, TRIPLES, Triple};
use super::draw::Draw;
use crate::grid::Grid;

/// The most ways, those of three equal partitions, as a multiple of `COMMON`.
const MOST: u64 = 6;
/// The sum of the ways above `COMMON`.
const EXCESS: u64 = 36_096;

const FIRST_BANDS: u64 = TRIPLES as u64 * 36 * 36;
const SECOND_BANDS: u64 = 56 * TRIPLES as u64 * 8 * 8;
const TICKETS: u64 = (FIRST_BANDS + EXCESS * MOST) * SECOND_BANDS * COMMON as u64;
/// Orders of the digits, of three times three rows and of two times three columns.
const ORDERS: u64 = 362_880 * 6 * 6 * 6 * 6 * 6;

static BANDS: LazyLock<Bands> = LazyLock::new(Bands::new);

/// A board, drawn evenly from all of them.
pub(super) fn draw(draw: &mut Draw) -> Grid {
    let bands = &*BANDS;
    loop {
        let ticket = draw.below(TICKETS);
        if let Some(plan) = redeem(bands, ticket, draw) {
            return plan.carry_out(bands, draw.below(ORDERS));
        }
    }
}

/// A board, its digits, rows and columns in no particular order.
struct Plan<'a> {
    /// The column partitions.
    stacks: [Stack; 3],
    /// The row partitions of the bands in the order that they were drawn in.
    bands: [Band<'a>; 3],
    /// Whether this is the order from the bottom up.
    upwards: bool,
}

/// The column partitions of a stack: that of the band drawn first, and which pair of the 56 stands
/// beside it once it is renamed to 0.
#[derive(Clone, Copy)]
struct Stack {
    partition: u16,
    beside: u8,
}

/// The row partitions of a band, as when `partition`, its first column partition, is renamed to 0.
#[derive(Clone, Copy)]
struct Band<'a> {
    partition: u16,
    triple: &'a Triple,
}

/// The plan of a winning ticket.
fn redeem<'a>(tables: &'a Bands, ticket: u64, draw: &mut Draw) -> Option<Plan<'a>> {
    let common = u64::from(COMMON);
    let (ticket, mut win) = (ticket / common, ticket % common);
    let (outer, middle) = (ticket / SECOND_BANDS, ticket % SECOND_BANDS);

    // The band that is drawn first: the first one, or the third.
    let rare = outer.checked_sub(FIRST_BANDS);
    let (triple, q, r) = match rare {
        None => {
            let triple = &tables.triples[(outer / (36 * 36)) as usize];
            let q = tables.orthogonal[triple.second as usize][(outer / 36 % 36) as usize];
            let r = tables.orthogonal[triple.third as usize][(outer % 36) as usize];
            (Some(triple), q, r)
        }
        Some(rare) => {
            win += rare % MOST * common;
            let place = tables.rare.partition_point(|&(before, ..)| before <= rare / MOST) - 1;
            let (_, q, r) = tables.rare[place];
            (None, q, r)
        }
    };

    let (middle, choice) = (middle / 64, middle % 64);
    let beside = (middle / TRIPLES as u64) as u8;
    let middle = Band {
        partition: tables.beside[beside as usize].partition,
        triple: &tables.triples[(middle % TRIPLES as u64) as usize],
    };
    let stack = |partition: u16, rows: u16, choice: u64| {
        let rows = tables.renamed[middle.partition as usize][rows as usize];
        let rows = tables.renamed_back[partition as usize][rows as usize];
        let beside = tables.beside_orthogonal[rows as usize]?[choice as usize];
        Some(Stack { partition, beside })
    };
    let stacks = [
        Stack { partition: 0, beside },
        stack(q, middle.triple.second, choice / 8)?,
        stack(r, middle.triple.third, choice % 8)?,
    ];

    // The band that is left.
    let rest = |stack: &Stack| {
        let other = tables.beside[stack.beside as usize].other;
        let partition = tables.beside[other as usize].partition;
        tables.renamed[stack.partition as usize][partition as usize]
    };
    let partition = rest(&stacks[0]);
    let back = &tables.renamed_back[partition as usize];
    let rest_q = back[rest(&stacks[1]) as usize];
    let rest_r = back[rest(&stacks[2]) as usize];
    let ways = u64::from(tables.ways[rest_q as usize][rest_r as usize]);
    if win >= ways {
        return None;
    }
    if rare.is_none() && ways > common {
        win = draw.below(ways);
    }
    let left = Band { partition, triple: tables.nth_triple(rest_q, rest_r, win)? };
    let triple = match triple {
        Some(triple) => triple,
        None => {
            let ways = u64::from(tables.ways[q as usize][r as usize]);
            tables.nth_triple(q, r, draw.below(ways))?
        }
    };
    let bands = [Band { partition: 0, triple }, middle, left];
    Some(Plan { stacks, bands, upwards: rare.is_some() })
}

impl Plan<'_> {
    /// Puts every digit where its row and its column partition want it.
    fn carry_out(&self, tables: &Bands, mut order: u64) -> Grid {
        let mut next = |bound: u64| {
            let number = order % bound;
            order /= bound;
            number as usize
        };
        let mut digits: Map = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0];
        for last in (1..9).rev() {
            digits.swap(last, next(last as u64 + 1));
        }
        const PERMUTATIONS: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        // The orders of the first columns are among those of the digits.
        let columns = [[0, 1, 2], PERMUTATIONS[next(6)], PERMUTATIONS[next(6)]];

        // The bounds of these arrays are powers of two: nothing is left to be checked.
        let at = |map: &Map, index: u8| map[usize::from(index & 15)];
        let mut cells = [0; 128];
        for (nth, &Band { partition, triple }) in self.bands.iter().enumerate() {
            let top = if self.upwards { 2 - nth } else { nth } * 3;
            let order = PERMUTATIONS[next(6)];
            let rows = [0, 1, 2, 0].map(|row: usize| (top + order[row]) * 9);
            let renaming = &tables.renaming[usize::from(partition)];
            for (stack, &Stack { partition, beside }) in self.stacks.iter().enumerate() {
                let back = &tables.renaming_back[usize::from(partition)];
                let pair = &tables.beside[usize::from(beside)];
                let places = match nth {
                    0 => &[0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0],
                    1 => &pair.places,
                    _ => &tables.beside[usize::from(pair.other)].places,
                };
                let columns = columns[stack];
                let columns = [0, 1, 2, 0].map(|column: usize| stack * 3 + columns[column]);
                let triple = &triple.places[stack];
                for i in 0..9 {
                    let digit = renaming[i];
                    let (row, column) = (triple[i], at(places, at(back, digit)));
                    let cell = rows[usize::from(row & 3)] + columns[usize::from(column & 3)];
                    cells[cell & 127] = at(&digits, digit);
                }
            }
        }
        let mut board = [0; 81];
        board.copy_from_slice(&cells[..81]);
        Grid::new(board).unwrap_or(Grid::EMPTY)
    }
}

#[cfg(test)]
mod tests;
