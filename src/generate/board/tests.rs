use std::collections::BTreeMap;

use super::*;
use crate::generate::bands::PARTITIONS;
use crate::verify;

/// The number of all boards.
const BOARDS: u128 = 6_670_903_752_021_072_936_960;

#[test]
fn boards_obey_the_rules() {
    for item in 0..20_000 {
        let board = draw(&mut Draw::new(5, item, 0));
        assert!(verify::is_board(&board), "{item}: {board}");
    }
}

#[test]
fn constants_are_those_of_the_tables() {
    let bands = &*BANDS;
    let ways: Vec<u64> = bands.ways.as_flattened().iter().map(|&n| u64::from(n)).collect();
    assert_eq!(ways.iter().sum::<u64>(), FIRST_BANDS);
    assert_eq!(ways.iter().max(), Some(&(u64::from(COMMON) * MOST)));
    let excess = ways.iter().map(|n| n.saturating_sub(u64::from(COMMON))).sum::<u64>();
    assert_eq!(excess, EXCESS);
    assert_eq!(bands.rare.len(), 730);
    assert_eq!(bands.beside_orthogonal.iter().flatten().count(), 252);
}

/// Pairs `q`, `r` that renaming the digits makes of each other while it keeps partition 0: one of
/// them, and how many there are.
fn classes(bands: &Bands) -> Vec<(usize, usize, u128)> {
    // Two digits of the first set change places, or two sets do: the
    // compositions of these are all renamings that keep partition 0.
    let swap = |from: &[usize], to: &[usize]| {
        let mut map: [usize; 9] = std::array::from_fn(|digit| digit);
        from.iter().zip(to).for_each(|(&a, &b)| map.swap(a, b));
        map
    };
    let moves = [
        swap(&[0], &[1]),
        swap(&[1], &[2]),
        swap(&[0, 1, 2], &[3, 4, 5]),
        swap(&[3, 4, 5], &[6, 7, 8]),
    ];
    let sets = |p: usize| {
        let mut sets = [[0usize; 3]; 3];
        for (i, &digit) in bands.renaming[p][..9].iter().enumerate() {
            sets[i / 3][i % 3] = usize::from(digit);
        }
        sets
    };
    let numbers: BTreeMap<[[usize; 3]; 3], usize> = (0..PARTITIONS).map(|p| (sets(p), p)).collect();
    let images: Vec<Vec<usize>> = moves
        .iter()
        .map(|map| {
            let image = |p| {
                let mut sets = sets(p).map(|set| set.map(|digit| map[digit]));
                sets.iter_mut().for_each(|set| set.sort_unstable());
                sets.sort_unstable();
                numbers[&sets]
            };
            (0..PARTITIONS).map(image).collect()
        })
        .collect();
    let mut seen = vec![[false; PARTITIONS]; PARTITIONS];
    let mut classes = Vec::new();
    for q in 0..PARTITIONS {
        for r in 0..PARTITIONS {
            let (mut open, mut size) = (vec![(q, r)], 0);
            while let Some((q, r)) = open.pop() {
                if !std::mem::replace(&mut seen[q][r], true) {
                    size += 1;
                    open.extend(images.iter().map(|image| (image[q], image[r])));
                }
            }
            if size > 0 {
                classes.push((q, r, size));
            }
        }
    }
    classes
}

/// In how many ways, apart from orders, a first band with the column partitions 0, `q`, `r` can be
/// completed.
fn completions(bands: &Bands, q: usize, r: usize) -> u128 {
    let beside = |p: usize, pair: usize| {
        let partition =
            |pair: usize| usize::from(bands.renamed[p][usize::from(bands.beside[pair].partition)]);
        (partition(pair), partition(usize::from(bands.beside[pair].other)))
    };
    let pairs = |p| (0..56).map(|pair| beside(p, pair)).collect::<Vec<_>>();
    let (left, middle, right) = (pairs(0), pairs(q), pairs(r));
    let mut sum = 0;
    for a in &left {
        let (there, here) = (&bands.renamed_back[a.0], &bands.renamed_back[a.1]);
        for b in &middle {
            let second = &bands.ways[usize::from(there[b.0])];
            let third = &bands.ways[usize::from(here[b.1])];
            for c in &right {
                let second = second[usize::from(there[c.0])];
                sum += u64::from(second) * u64::from(third[usize::from(here[c.1])]);
            }
        }
    }
    u128::from(sum)
}

/// The boards by the ways in which their first band can be filled.
fn by_ways(bands: &Bands) -> BTreeMap<u16, u128> {
    let mut numbers = BTreeMap::new();
    for (q, r, size) in classes(bands) {
        let ways = bands.ways[q][r];
        *numbers.entry(ways).or_default() += size * u128::from(ways) * completions(bands, q, r);
    }
    numbers
}

#[test]
fn tickets_are_all_boards_and_classes_of_bands_are_as_frequent_as_they_should_be() {
    let bands = &*BANDS;
    let exact = by_ways(bands);
    let total: u128 = exact.values().sum();
    // 216 renamings of the digits keep the columns of the first box.
    assert_eq!(total * u128::from(ORDERS), BOARDS * 216);

    let mut seen: BTreeMap<u16, u64> = BTreeMap::new();
    let boards = 30_000;
    for item in 0..boards {
        let board = draw(&mut Draw::new(6, item, 0));
        for band in 0..3 {
            *seen.entry(ways_of_band(bands, &board, band)).or_default() += 1;
        }
    }
    let drawn = 3 * boards;
    // Bands of a board hang together but weakly. Classes that are too rare count as one.
    let (mut chi, mut rest, mut classes) = (0.0, (0.0, 0.0), 0);
    for (ways, number) in exact {
        let expected = drawn as f64 * (number as f64 / total as f64);
        let seen = seen.remove(&ways).unwrap_or(0) as f64;
        if expected < 10.0 {
            rest = (rest.0 + expected, rest.1 + seen);
        } else {
            chi += (seen - expected).powi(2) / expected;
            classes += 1;
        }
    }
    assert!(seen.is_empty());
    assert!(classes >= 12, "{classes}");
    assert!(rest.1 <= rest.0 + 5.0 * rest.0.sqrt() + 3.0);
    // A chance of one in a thousand for 15 degrees of freedom.
    assert!(chi < 37.7, "{chi}");
}

/// In how many ways the rows of a band can be arranged, its columns keeping their digits.
fn ways_of_band(bands: &Bands, board: &Grid, band: usize) -> u16 {
    let set = |column: usize| {
        (0..3).map(|row| board.get((band * 3 + row) * 9 + column) - 1).collect::<Vec<u8>>()
    };
    let number = |stack: usize| {
        let mut sets = [0, 1, 2].map(|column| {
            let mut set = set(stack * 3 + column);
            set.sort_unstable();
            set
        });
        sets.sort_unstable();
        let digits = sets.concat();
        (0..PARTITIONS).find(|&p| bands.renaming[p][..9] == digits)
    };
    let [p, q, r] = [0, 1, 2].map(|stack| number(stack).unwrap());
    let back = &bands.renamed_back[p];
    bands.ways[usize::from(back[q])][usize::from(back[r])]
}

#[test]
fn cells_and_pairs_of_cells_are_even() {
    let boards = 20_000u32;
    let mut digits = [[0u32; 9]; 81];
    let mut equal = [0u32; 81];
    let mut orders = [[0u32; 9]; 9];
    for item in 0..boards {
        let board = draw(&mut Draw::new(7, u64::from(item), 0));
        for cell in 0..81 {
            digits[cell][usize::from(board.get(cell)) - 1] += 1;
            equal[cell] += u32::from(board.get(cell) == board.get(0));
        }
        // Two cells of a row.
        orders[usize::from(board.get(1)) - 1][usize::from(board.get(80)) - 1] += 1;
    }
    let deviation = |seen: u32, chance: f64| {
        let expected = f64::from(boards) * chance;
        (f64::from(seen) - expected) / (expected * (1.0 - chance)).sqrt()
    };
    // 729 numbers: one above 4.5 in two hundred seeds, and the seed is fixed.
    for (cell, digits) in digits.iter().enumerate() {
        for &seen in digits {
            assert!(deviation(seen, 1.0 / 9.0).abs() < 4.5, "cell {cell}: {digits:?}");
        }
    }
    // By symmetry the digit of the first cell stands in one of six cells of each other box of its
    // band or stack, and in one of nine of the others, all equally likely.
    for (cell, &seen) in equal.iter().enumerate().skip(1) {
        let (row, column) = (cell / 9, cell % 9);
        let chance = match (row / 3, column / 3) {
            (0, 0) => 0.0,
            (0, _) if row == 0 => 0.0,
            (_, 0) if column == 0 => 0.0,
            (0, _) | (_, 0) => 1.0 / 6.0,
            _ => 1.0 / 9.0,
        };
        match chance {
            0.0 => assert_eq!(seen, 0),
            chance => assert!(deviation(seen, chance).abs() < 4.5, "cell {cell}: {seen}"),
        }
    }
    // Cells that do not see each other: equal in a ninth of the boards, else any two digits.
    for (a, row) in orders.iter().enumerate() {
        for (b, &seen) in row.iter().enumerate() {
            assert!(deviation(seen, 1.0 / 81.0).abs() < 4.5, "{a} {b}: {seen}");
        }
    }
}
