//! Counting solutions without looking at them.
//!
//! A *chute* is three boxes in a line: a stack or a band. In a stack, every digit stands once in
//! each box and once in each column: which column in which box is a permutation, one of six. A way
//! to lay out the stack gives each of the nine digits such a permutation, so that every column of
//! every box gets three digits; there are 94,080 of them, fewer where clues exclude some. It says
//! how the columns split the digits of each box ([`splits`](super::splits)) and nothing of rows.
//! In the same way the bands say how the rows split the digits of each box.
//!
//! Three stacks and three bands, laid out independently, make a solution exactly if in each of the
//! nine boxes the split by columns crosses the split by rows: then each cell has its digit. A clue
//! is a condition on the stack of its cell and another on its band, never on both together.
//! So the number of solutions is a sum over the three stacks of the product, over the three bands,
//! of the number of ways that cross them, and that product is looked up in tables.

use super::Count;
use super::candidates::Candidates;
use super::splits::{SPLITS, TABLES};

/// The position of a digit in the three boxes of a chute.
const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// For each digit and each of three boxes, three bits: the columns (or rows) that are possible.
type Lines = [[u8; 3]; 9];

/// How the digits of the three boxes of a chute are split.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// The splits.
    boxes: [u16; 3],
    /// How many ways to lay out the chute have these splits.
    weight: u32,
}

impl Way {
    fn at(&self, index: usize) -> usize {
        usize::from(self.boxes[index])
    }
}

/// All ways to lay out a chute, its splits in ascending order.
fn ways(lines: &Lines) -> Vec<Way> {
    /// `full`: nine counters of four bits, each 4 more than the digits in a line of a box;
    /// `sets`: for each box, the digits of its first and of its second line.
    fn lay(lines: &[[u8; 3]], digit: u16, full: u64, sets: [[u16; 2]; 3], keys: &mut Vec<u32>) {
        let Some((possible, others)) = lines.split_first() else {
            let boxes = sets.map(|[a, b]| u32::from(TABLES.find(a, b)));
            keys.push(boxes.iter().fold(0, |key, &split| key << 9 | split));
            return;
        };
        for permutation in PERMUTATIONS {
            let (mut full, mut sets, mut fits) = (full, sets, true);
            for (index, &line) in permutation.iter().enumerate() {
                fits &= possible[index] >> line & 1 != 0;
                full += 1 << (4 * (3 * index + line));
                if line < 2 {
                    sets[index][line] |= digit;
                }
            }
            if fits && full & 0x8_8888_8888 == 0 {
                lay(others, digit << 1, full, sets, keys);
            }
        }
    }
    let mut keys = Vec::new();
    lay(lines, 1, 0x4_4444_4444, [[0; 2]; 3], &mut keys);
    keys.sort_unstable();
    let same = keys.chunk_by(|a, b| a == b);
    same.map(|keys| Way {
        boxes: [18, 9, 0].map(|shift| (keys[0] >> shift & 511) as u16),
        weight: keys.len() as u32,
    })
    .collect()
}

/// What is possible in a puzzle: for each stack the columns, for each band the rows.
fn lines(candidates: &Candidates) -> ([Lines; 3], [Lines; 3]) {
    let (mut stacks, mut bands) = ([[[0; 3]; 9]; 3], [[[0; 3]; 9]; 3]);
    for cell in 0..81 {
        let (band, stack) = (cell / 27, cell % 9 / 3);
        let digits = candidates.of(cell) >> 1;
        for digit in (0..9).filter(|digit| digits >> digit & 1 != 0) {
            stacks[stack][digit][band] |= 1 << (cell % 3);
            bands[band][digit][stack] |= 1 << (cell % 27 / 9);
        }
    }
    (stacks, bands)
}

/// Drops the ways that nothing crosses in one of their boxes, until there are no more such.
fn prune(stacks: &mut [Vec<Way>; 3], bands: &mut [Vec<Way>; 3]) {
    let mut before = usize::MAX;
    loop {
        drop_uncrossed(stacks, bands);
        drop_uncrossed(bands, stacks);
        let size = stacks.iter().chain(&*bands).map(Vec::len).sum();
        if size == before {
            return;
        }
        before = size;
    }
}

fn drop_uncrossed(chutes: &mut [Vec<Way>; 3], others: &[Vec<Way>; 3]) {
    for (own, chute) in chutes.iter_mut().enumerate() {
        for (other, ways) in others.iter().enumerate() {
            let mut crossed = [false; SPLITS];
            for split in used(ways, own) {
                for crossing in TABLES.crossing[split] {
                    crossed[usize::from(crossing)] = true;
                }
            }
            chute.retain(|way| crossed[way.at(other)]);
        }
    }
}

/// The splits that some way has in one of its boxes.
fn used(ways: &[Way], index: usize) -> impl Iterator<Item = usize> {
    let mut used = [false; SPLITS];
    for way in ways {
        used[way.at(index)] = true;
    }
    (0..SPLITS).filter(move |&split| used[split])
}

/// A sum in the order that takes the least time.
struct Plan {
    /// The three chutes that are summed over; the first only over one way of each kind, with the
    /// number of ways of that kind as its weight.
    outer: [Vec<Way>; 3],
    /// The three chutes across them, their boxes in the order of `outer`.
    inner: [Vec<Way>; 3],
}

impl Plan {
    fn new(candidates: &Candidates) -> Plan {
        let (stack_lines, band_lines) = lines(candidates);
        let (mut stacks, mut bands) =
            (stack_lines.each_ref().map(ways), band_lines.each_ref().map(ways));
        prune(&mut stacks, &mut bands);
        let sides = [
            (&stacks, &bands, Symmetry::new(&stack_lines, &band_lines)),
            (&bands, &stacks, Symmetry::new(&band_lines, &stack_lines)),
        ];
        let mut best: Option<(usize, Plan)> = None;
        for (outer, inner, symmetry) in sides {
            for order in [[0, 1, 2], [1, 0, 2], [2, 0, 1]] {
                let [first, second, third] = order.map(|index| &outer[index]);
                let kinds = symmetry.kinds(first);
                let time = kinds.len().saturating_mul(second.len() * third.len());
                if best.as_ref().is_none_or(|(least, _)| time < *least) {
                    let outer = [kinds, second.clone(), third.clone()];
                    let inner = inner.each_ref().map(|ways| {
                        ways.iter()
                            .map(|way| Way {
                                boxes: order.map(|index| way.boxes[index]),
                                weight: way.weight,
                            })
                            .collect()
                    });
                    best = Some((time, Plan { outer, inner }));
                }
            }
        }
        best.expect("there are six plans").1
    }
}

/// What can be exchanged in a puzzle without changing it.
struct Symmetry {
    /// The nine digits, those that nothing tells apart side by side.
    digits: [usize; 9],
    /// The lengths of the runs of such digits.
    runs: Vec<usize>,
    /// The orders that the boxes of an outer chute can be taken in.
    orders: Vec<[usize; 3]>,
}

impl Symmetry {
    fn new(outer: &[Lines; 3], inner: &[Lines; 3]) -> Symmetry {
        let look =
            |digit: usize| [outer, inner].map(|chutes| chutes.each_ref().map(|lines| lines[digit]));
        let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        digits.sort_by_key(|&digit| look(digit));
        let runs = digits.chunk_by(|&a, &b| look(a) == look(b)).map(<[usize]>::len).collect();
        let same = |order: &[usize; 3]| {
            (0..3).all(|index| {
                inner[index] == inner[order[index]]
                    && outer.iter().flatten().all(|boxes| boxes[index] == boxes[order[index]])
            })
        };
        Symmetry { digits, runs, orders: PERMUTATIONS.into_iter().filter(same).collect() }
    }

    /// One way of each kind; the ways of a kind go over into each other by exchanges.
    fn kinds(&self, ways: &[Way]) -> Vec<Way> {
        if self.runs.len() == 9 && self.orders.len() == 1 {
            return ways.to_vec();
        }
        // Most fall together at once when only the digits are exchanged; that is cheap.
        let identity = [PERMUTATIONS[0]; 3];
        let some = merge(ways, |way| self.key(way, [0, 1, 2], &identity));
        merge(&some, |way| {
            let mut least = u64::MAX;
            for &order in &self.orders {
                for a in PERMUTATIONS {
                    for b in PERMUTATIONS {
                        for c in PERMUTATIONS {
                            least = least.min(self.key(way, order, &[a, b, c]));
                        }
                    }
                }
            }
            least
        })
    }

    /// The triples that the digits are in, as a number, when the boxes are taken in `order` and
    /// their triples are named by `names`. Digits that can be exchanged are sorted.
    fn key(&self, way: &Way, order: [usize; 3], names: &[[usize; 3]; 3]) -> u64 {
        let mut triples = self.digits.map(|digit| {
            (0..3).fold(0, |all, index| {
                all << 2 | names[index][TABLES.triple_of(way.boxes[order[index]], digit)]
            })
        });
        let mut rest = &mut triples[..];
        for &run in &self.runs {
            let (first, others) = rest.split_at_mut(run);
            first.sort_unstable();
            rest = others;
        }
        triples.iter().fold(0, |key, &triples| key << 6 | triples as u64)
    }
}

/// Keeps one way for each key, with the weight of all that have it.
fn merge(ways: &[Way], key: impl Fn(&Way) -> u64) -> Vec<Way> {
    let mut keyed: Vec<(u64, Way)> = ways.iter().map(|way| (key(way), *way)).collect();
    keyed.sort_unstable_by_key(|&(key, way)| (key, way.boxes));
    let same = keyed.chunk_by(|a, b| a.0 == b.0);
    same.map(|ways| Way { weight: ways.iter().map(|(_, way)| way.weight).sum(), ..ways[0].1 })
        .collect()
}

/// For a pair of splits, in the second and third box of an inner chute: the number of ways to lay
/// it out that cross them. Rows are as long as a power of two for the sake of speed.
type Table = Vec<[u32; 512]>;

/// Counts the solutions of a puzzle until there are `limit` of them or `stop` says so.
pub(super) fn count(candidates: &Candidates, limit: u128, stop: &dyn Fn() -> bool) -> Count {
    let Plan { outer: [mut first, second, mut third], inner } = Plan::new(candidates);
    let crossing = [&second, &third].map(|ways| {
        [0, 1, 2].map(|index| {
            let mut lists = vec![Vec::new(); SPLITS];
            for split in used(ways, index) {
                for other in TABLES.crossing[split] {
                    lists[usize::from(other)].push(split);
                }
            }
            lists
        })
    });
    let mut tables: [Table; 3] = [(); 3].map(|()| vec![[0; 512]; SPLITS]);
    third.sort_unstable_by_key(|way| (way.boxes[2], way.boxes[1]));
    first.sort_unstable_by_key(|way| way.boxes);
    let (mut live, mut runs) = (Vec::new(), Vec::new());
    // The splits of the first chute that the tables are made for.
    let mut made = [None; 3];
    let mut total = 0;
    for first in &first {
        for index in 0..3 {
            if made[index] == Some(first.at(index)) {
                continue;
            }
            made[index] = Some(first.at(index));
            let table = &mut tables[index];
            for split in used(&second, index) {
                table[split].fill(0);
            }
            let mut crosses = [false; SPLITS];
            for split in TABLES.crossing[first.at(index)] {
                crosses[usize::from(split)] = true;
            }
            for way in inner[index].iter().filter(|way| crosses[way.at(0)]) {
                for &a in &crossing[0][index][way.at(1)] {
                    for &b in &crossing[1][index][way.at(2)] {
                        table[a][b] += way.weight;
                    }
                }
            }
        }
        for group in second.chunk_by(|a, b| a.boxes[0] == b.boxes[0]) {
            if total >= limit || stop() {
                return Count { solutions: total, exact: false };
            }
            // The ways of the third chute that the first inner chute has something for, that chute
            // summed up: all that is left of them is the other two boxes.
            let row = &tables[0][group[0].at(0)];
            live.clear();
            runs.clear();
            for run in third.chunk_by(|a, b| a.boxes[2] == b.boxes[2]) {
                let start = live.len();
                for same in run.chunk_by(|a, b| a.boxes[1] == b.boxes[1]) {
                    let weight: u32 = same.iter().map(|way| row[way.at(0)] * way.weight).sum();
                    if weight != 0 {
                        live.push((same[0].boxes[1], weight));
                    }
                }
                runs.push((run[0].at(2), start..live.len()));
            }
            for second in group {
                let rows = [&tables[1][second.at(1)], &tables[2][second.at(2)]];
                let mut sum = 0;
                for (split, run) in &runs {
                    let ways = rows[1][*split];
                    if ways != 0 {
                        let product = |&(split, weight): &(u16, u32)| {
                            u64::from(weight) * u64::from(rows[0][usize::from(split) & 511])
                        };
                        sum += live[run.clone()].iter().map(product).sum::<u64>() * u64::from(ways);
                    }
                }
                total += u128::from(first.weight) * u128::from(second.weight) * u128::from(sum);
            }
        }
    }
    Count { solutions: total, exact: total < limit }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, seq::SliceRandom};
    use rand_chacha::ChaCha8Rng;

    use super::super::scalar::Search;
    use super::*;

    #[test]
    fn a_chute_without_clues() {
        let ways = ways(&[[0b111; 3]; 9]);
        assert_eq!(ways.iter().map(|way| way.weight).sum::<u32>(), 94_080);
        assert!(ways.is_sorted_by_key(|way| way.boxes));
        // Up to exchanges, it matters only how many digits go which way round.
        let free = [[[0b111; 3]; 9]; 3];
        let kinds = Symmetry::new(&free, &free).kinds(&ways);
        assert_eq!(kinds.iter().map(|way| way.weight).sum::<u32>(), 94_080);
        assert_eq!(kinds.len(), 2);
    }

    /// From one solution to tens of thousands.
    #[test]
    fn as_many_as_a_search_finds() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut search = Search::default();
        let mut board = [0; 81];
        (0..9).for_each(|cell| board[cell] = cell as u8 + 1);
        let mut compared = 0;
        for n in 0..200 {
            search.start(&board);
            let solution = search.advance().unwrap().cells();
            let mut cells: Vec<usize> = (0..81).collect();
            cells.shuffle(&mut random);
            let mut puzzle = solution;
            cells[18 + n % 10..].iter().for_each(|&cell| puzzle[cell] = 0);
            // Another board next time.
            board = [0; 81];
            cells[..14].iter().for_each(|&cell| board[cell] = solution[cell] % 9 + 1);

            let (expected, _) = search.run(&puzzle, 50_000);
            if expected < 50_000 {
                let candidates = Candidates::settled(&puzzle).unwrap();
                let count = count(&candidates, u128::MAX, &|| false);
                assert_eq!(count, Count { solutions: expected.into(), exact: true }, "{puzzle:?}");
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
