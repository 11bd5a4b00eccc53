//! The ways to fill bands, as tables: what [`board`](super::board) draws from.

/// Partitions of the nine digits `0..9` into three triples. Number 0 is `012 345 678`.
pub(super) const PARTITIONS: usize = 280;
/// Triples of row partitions of a band of which the first is orthogonal to partition 0.
pub(super) const TRIPLES: usize = 36 * 56;
/// Up to so many ways are common, see [`Bands::rare`].
pub(super) const COMMON: u16 = 48;

/// A partition as three sets of digits, bit `d` for digit `d`.
type Sets = [u16; 3];
/// Something for each digit; 16 entries, so that no index of four bits is out of range.
pub(super) type Map = [u8; 16];
/// One bit for each triple.
type Bits = [u64; TRIPLES.div_ceil(64)];

/// A pair of partitions that can stand beside partition 0 in a stack, in the order of its sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside {
    /// The number of the first of the pair.
    pub(super) partition: u16,
    /// The set of it that holds each digit.
    pub(super) places: Map,
    /// The pair with the two the other way round.
    pub(super) other: u8,
}

/// The row partitions of the three boxes of a band.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triple {
    /// The row of each digit in each box.
    pub(super) places: [Map; 3],
    /// The number of the second partition.
    pub(super) second: u16,
    /// The number of the third partition.
    pub(super) third: u16,
}

/// Everything about partitions, triples and ways; vectors without a word on it are indexed by
/// partitions. Takes some milliseconds to make.
#[derive(Debug)]
pub(super) struct Bands {
    /// `renaming[p]` is a way to rename the digits that takes partition 0 to `p`.
    pub(super) renaming: Vec<Map>,
    /// The other way round.
    pub(super) renaming_back: Vec<Map>,
    /// What `renaming[p]` makes of each partition.
    pub(super) renamed: Vec<[u16; PARTITIONS]>,
    /// The other way round.
    pub(super) renamed_back: Vec<[u16; PARTITIONS]>,
    /// The partitions orthogonal to each.
    pub(super) orthogonal: Vec<[u16; 36]>,
    /// The 56 pairs beside partition 0.
    pub(super) beside: Vec<Beside>,
    /// The pairs whose first is orthogonal to each partition: eight or none.
    pub(super) beside_orthogonal: Vec<Option<[u8; 8]>>,
    /// The triples.
    pub(super) triples: Vec<Triple>,
    /// `ways[q][r]`: how many triples have their second orthogonal to `q`, their third to `r`.
    pub(super) ways: Vec<[u16; PARTITIONS]>,
    /// The pairs `q`, `r` with more than [`COMMON`] ways, and how many ways above it the pairs
    /// before have in total.
    pub(super) rare: Vec<(u64, u16, u16)>,
    second: Vec<Bits>,
    third: Vec<Bits>,
}

impl Bands {
    pub(super) fn new() -> Bands {
        let partitions = partitions();
        let renaming: Vec<Map> = partitions.iter().map(digits).collect();
        let renaming_back = renaming.iter().map(inverse).collect();
        let (renamed, renamed_back) = renamed(&partitions, &renaming);

        let first = &partitions[0];
        let orthogonal_to_first: Vec<u16> = (0..PARTITIONS)
            .filter(|&p| are_orthogonal(first, &partitions[p]))
            .map(|p| p as u16)
            .collect();
        let orthogonal: Vec<[u16; 36]> = renamed
            .iter()
            .map(|renamed| std::array::from_fn(|i| renamed[orthogonal_to_first[i] as usize]))
            .collect();

        let pairs = beside(first);
        let beside = pairs
            .iter()
            .map(|pair| Beside {
                partition: number(&partitions, pair[0]),
                places: places(&pair[0]),
                other: pairs.iter().position(|other| other[0] == pair[1]).unwrap_or(0) as u8,
            })
            .collect();
        let beside_orthogonal = partitions
            .iter()
            .map(|rows| {
                let found: Vec<u8> = (0..pairs.len())
                    .filter(|&pair| are_orthogonal(rows, &pairs[pair][0]))
                    .map(|pair| pair as u8)
                    .collect();
                found.try_into().ok()
            })
            .collect();

        let mut triples = Vec::with_capacity(TRIPLES);
        for &rows in &orthogonal_to_first {
            let rows = partitions[rows as usize];
            triples.extend(crate::generate::bands::beside(&rows).iter().map(|pair| Triple {
                places: [places(&rows), places(&pair[0]), places(&pair[1])],
                second: number(&partitions, pair[0]),
                third: number(&partitions, pair[1]),
            }));
        }

        let mut ways = vec![[0; PARTITIONS]; PARTITIONS];
        let mut second = vec![[0; TRIPLES.div_ceil(64)]; PARTITIONS];
        let mut third = second.clone();
        for (index, triple) in triples.iter().enumerate() {
            let (seconds, thirds) =
                (&orthogonal[triple.second as usize], &orthogonal[triple.third as usize]);
            let (word, bit) = (index / 64, 1u64 << (index % 64));
            for &q in seconds {
                second[q as usize][word] |= bit;
                let ways = &mut ways[q as usize];
                thirds.iter().for_each(|&r| ways[r as usize] += 1);
            }
            thirds.iter().for_each(|&r| third[r as usize][word] |= bit);
        }

        let (mut rare, mut before) = (Vec::new(), 0);
        for (q, ways) in ways.iter().enumerate() {
            for (r, &ways) in ways.iter().enumerate() {
                if ways > COMMON {
                    rare.push((before, q as u16, r as u16));
                    before += u64::from(ways - COMMON);
                }
            }
        }

        Bands {
            renaming,
            renaming_back,
            renamed,
            renamed_back,
            orthogonal,
            beside,
            beside_orthogonal,
            triples,
            ways,
            rare,
            second,
            third,
        }
    }

    /// The `n`th of the triples that fit `q` and `r`, `None` if there are not as many.
    pub(super) fn nth_triple(&self, q: u16, r: u16, n: u64) -> Option<&Triple> {
        let mut n = n as u32;
        let (second, third) = (&self.second[q as usize], &self.third[r as usize]);
        for (word, (second, third)) in second.iter().zip(third).enumerate() {
            let mut both = second & third;
            if n < both.count_ones() {
                (0..n).for_each(|_| both &= both - 1);
                return self.triples.get(word * 64 + both.trailing_zeros() as usize);
            }
            n -= both.count_ones();
        }
        None
    }
}

/// All partitions, ascending.
fn partitions() -> Vec<Sets> {
    let triples = || (0u16..512).filter(|set| set.count_ones() == 3);
    let mut partitions = Vec::with_capacity(PARTITIONS);
    for a in triples().filter(|a| a & 1 != 0) {
        let rest = 511 ^ a;
        let least = rest & rest.wrapping_neg();
        partitions
            .extend(triples().filter(|b| b & a == 0 && b & least != 0).map(|b| [a, b, rest ^ b]));
    }
    partitions
}

/// The number of a partition, whatever the order of its sets.
fn number(partitions: &[Sets], mut sets: Sets) -> u16 {
    sets.sort_unstable_by_key(|set| set.trailing_zeros());
    partitions.partition_point(|other| *other < sets) as u16
}

/// What each partition becomes when the digits are renamed in each way, and the other way round.
fn renamed(
    partitions: &[Sets],
    renaming: &[Map],
) -> (Vec<[u16; PARTITIONS]>, Vec<[u16; PARTITIONS]>) {
    // The number of a partition from its two sets with the least digits of all and of the rest.
    let mut numbers = vec![[0; 512]; 512];
    for (p, [a, b, _]) in partitions.iter().enumerate() {
        numbers[*a as usize][*b as usize] = p as u16;
    }
    let mut there = vec![[0; PARTITIONS]; PARTITIONS];
    let mut back = there.clone();
    for ((renaming, there), back) in renaming.iter().zip(&mut there).zip(&mut back) {
        let mut image = [0u16; 512];
        for set in 1..512usize {
            let digit = set.trailing_zeros() as usize;
            image[set] = image[set & (set - 1)] | 1 << renaming[digit];
        }
        for (p, sets) in partitions.iter().enumerate() {
            let [a, b, c] = sets.map(|set| image[set as usize]);
            let least = |x: u16, y: u16| {
                if x.trailing_zeros() < y.trailing_zeros() { (x, y) } else { (y, x) }
            };
            let ((a, b), c) = (least(a, b), c);
            let (a, c) = least(a, c);
            let (b, _) = least(b, c);
            let number = numbers[a as usize][b as usize];
            there[p] = number;
            back[number as usize] = p as u16;
        }
    }
    (there, back)
}

/// Whether each set of one shares one digit with each set of the other: the row and column
/// partitions of a box.
fn are_orthogonal(p: &Sets, q: &Sets) -> bool {
    p.iter().all(|a| q.iter().all(|b| (a & b).count_ones() == 1))
}

/// The pairs of ordered partitions that, with `sets`, have no digit twice in the same place.
fn beside(sets: &Sets) -> Vec<[Sets; 2]> {
    let triples = || (0u16..512).filter(|set| set.count_ones() == 3);
    let mut pairs = Vec::with_capacity(56);
    for a in triples().filter(|a| a & sets[0] == 0) {
        for b in triples().filter(|b| b & (sets[1] | a) == 0) {
            let first = [a, b, 511 ^ a ^ b];
            if first[2] & sets[2] == 0 {
                pairs.push([first, std::array::from_fn(|i| 511 ^ sets[i] ^ first[i])]);
            }
        }
    }
    pairs
}

/// The digits of a partition, set by set.
fn digits(sets: &Sets) -> Map {
    let mut digits = [0; 16];
    let ordered = sets.iter().flat_map(|set| (0..9).filter(move |digit| set >> digit & 1 != 0));
    digits.iter_mut().zip(ordered).for_each(|(slot, digit)| *slot = digit);
    digits
}

/// The set that holds each digit.
fn places(sets: &Sets) -> Map {
    std::array::from_fn(|digit| {
        let is_in = |set: u16| (set >> digit & 1) as u8;
        is_in(sets[1]) + 2 * is_in(sets[2])
    })
}

fn inverse(renaming: &Map) -> Map {
    let mut back = [0; 16];
    (0..9).for_each(|digit| back[renaming[digit as usize] as usize] = digit);
    back
}
