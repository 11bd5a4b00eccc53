//! What `generate` promises, over many seeds, on every backend.

use std::collections::HashSet;

use shudu::generate::{Generator, Kind, Made, Symmetry, WishError, Wishes, fingerprint};
use shudu::{Backend, Goal, Grid, Solutions, Solver, verify};

fn make(wishes: &Wishes, seed: u64, items: u64) -> Vec<Made> {
    let mut made = Vec::new();
    Generator::new(wishes, seed, Backend::detect()).unwrap().make(0..items, &mut made).unwrap();
    assert!(made.iter().map(|made| made.item).eq(0..items));
    made
}

fn solutions(solutions: std::ops::RangeInclusive<u32>) -> Wishes {
    Wishes { kind: Kind::Puzzles(solutions), ..Wishes::default() }
}

fn count(puzzle: &Grid, limit: u32) -> u32 {
    let mut counts = Vec::new();
    Solver::default().count_all(&[*puzzle], limit, &mut counts);
    counts[0]
}

fn without(puzzle: &Grid, cell: usize) -> Grid {
    let mut less = *puzzle;
    less.set(cell, 0);
    less
}

fn clued(puzzle: &Grid) -> impl Iterator<Item = usize> {
    (0..81).filter(|&cell| puzzle.get(cell) != 0)
}

#[test]
fn puzzles_have_one_solution_which_is_the_answer() {
    for seed in 0..20 {
        for Made { puzzle, answer, .. } in make(&Wishes::default(), seed, 20) {
            assert!(verify::is_solution(&puzzle, &answer), "{puzzle}");
            assert_eq!(count(&puzzle, 3), 1, "{puzzle}");
            assert!(puzzle.clues() < 40, "{puzzle}");
        }
    }
}

#[test]
fn minimal_puzzles_need_every_clue() {
    for symmetry in [Symmetry::None, Symmetry::Diagonal] {
        let wishes = Wishes { minimal: true, symmetry, ..Wishes::default() };
        for Made { puzzle, answer, .. } in make(&wishes, 3, 20) {
            assert!(verify::is_solution(&puzzle, &answer), "{puzzle}");
            assert_eq!(count(&puzzle, 2), 1, "{puzzle}");
            for cell in clued(&puzzle) {
                assert_eq!(count(&without(&puzzle, cell), 2), 2, "{puzzle} without {cell}");
            }
        }
    }
}

/// Where a move takes a row and a column.
type Move = fn(usize, usize) -> (usize, usize);

#[test]
fn clues_lie_as_wished() {
    let images: [(Symmetry, &[Move]); 5] = [
        (Symmetry::None, &[]),
        (Symmetry::Rotational, &[|row, column| (8 - row, 8 - column)]),
        (Symmetry::Mirror, &[|row, column| (row, 8 - column)]),
        (Symmetry::Diagonal, &[|row, column| (column, row)]),
        (
            Symmetry::Full,
            &[
                |row, column| (row, 8 - column),
                |row, column| (8 - row, column),
                |row, column| (column, row),
                |row, column| (8 - column, row),
            ],
        ),
    ];
    for (symmetry, images) in images {
        let wishes = Wishes { symmetry, ..Wishes::default() };
        for Made { puzzle, .. } in make(&wishes, 5, 50) {
            assert_eq!(count(&puzzle, 2), 1, "{puzzle}");
            for cell in clued(&puzzle) {
                for image in images {
                    let (row, column) = image(cell / 9, cell % 9);
                    assert_ne!(puzzle.get(row * 9 + column), 0, "{symmetry}: {puzzle}");
                }
            }
        }
    }
}

#[test]
fn clues_are_as_many_as_wished() {
    for (clues, symmetry) in [
        (24..=24, Symmetry::None),
        (30..=33, Symmetry::None),
        (50..=50, Symmetry::None),
        (81..=81, Symmetry::None),
        (80..=80, Symmetry::None),
        (27..=27, Symmetry::Rotational),
        (28..=28, Symmetry::Rotational),
        (29..=29, Symmetry::Mirror),
        (30..=30, Symmetry::Diagonal),
        (36..=37, Symmetry::Full),
        (80..=81, Symmetry::Full),
    ] {
        let wishes = Wishes { clues: Some(clues.clone()), symmetry, ..Wishes::default() };
        let mut seen = HashSet::new();
        for Made { puzzle, .. } in make(&wishes, 6, 40) {
            assert!(clues.contains(&(puzzle.clues() as u8)), "{wishes:?}: {puzzle}");
            assert_eq!(count(&puzzle, 2), 1, "{puzzle}");
            seen.insert(puzzle.clues());
        }
        assert_eq!(seen.len(), clues.count(), "{wishes:?}");
    }
    let wishes = Wishes { clues: Some(22..=23), minimal: true, ..Wishes::default() };
    for Made { puzzle, .. } in make(&wishes, 6, 10) {
        assert!((22..=23).contains(&puzzle.clues()));
        assert!(clued(&puzzle).all(|cell| count(&without(&puzzle, cell), 2) == 2));
    }
}

#[test]
fn solutions_are_as_many_as_wished() {
    for wish in [2..=2, 3..=3, 17..=17, 2..=9, 100..=120, 1..=4, 0..=3] {
        let made = make(&solutions(wish.clone()), 8, 10);
        let mut answers = Vec::new();
        let puzzles: Vec<Grid> = made.iter().map(|made| made.puzzle).collect();
        Solver::default().solve_all(&puzzles, Goal::First, &mut answers);
        for (made, answer) in made.iter().zip(answers) {
            let count = count(&made.puzzle, wish.end() + 10);
            assert!(wish.contains(&count), "{count} solutions: {}", made.puzzle);
            assert_eq!(made.answer, answer.grid);
        }
    }
}

#[test]
fn impossible_puzzles_hide_it() {
    for Made { puzzle, answer, .. } in make(&solutions(0..=0), 9, 20) {
        assert_eq!(answer, puzzle);
        assert_eq!(Solver::default().solve(&puzzle).solutions, Solutions::None);
        // No clash, no cell without a candidate, no unit without a place for a digit.
        let free = |cell: usize, digit: u8| {
            clued(&puzzle).all(|other| {
                let (row, column) = (other / 9 == cell / 9, other % 9 == cell % 9);
                let square = (other / 27, other % 9 / 3) == (cell / 27, cell % 9 / 3);
                other == cell || puzzle.get(other) != digit || !(row || column || square)
            })
        };
        for cell in 0..81 {
            match puzzle.get(cell) {
                0 => assert!((1..=9).any(|digit| free(cell, digit)), "{puzzle}: cell {cell}"),
                digit => assert!(free(cell, digit), "{puzzle}: cell {cell} clashes"),
            }
        }
    }
}

#[test]
fn the_first_cell_is_as_wished() {
    for digit in 1..=9 {
        let mut wishes =
            Wishes { kind: Kind::Boards, first_cell: Some(digit), ..Wishes::default() };
        assert!(make(&wishes, 10, 50).iter().all(|made| made.puzzle.get(0) == digit));
        wishes.kind = Kind::default();
        assert!(make(&wishes, 10, 10).iter().all(|made| made.answer.get(0) == digit));
        for several in [0..=0, 2..=5] {
            wishes.kind = Kind::Puzzles(several);
            assert!(make(&wishes, 10, 3).iter().all(|made| made.puzzle.get(0) == digit));
        }
    }
}

#[test]
fn boards_are_boards_and_distinct() {
    let boards = make(&Wishes { kind: Kind::Boards, ..Wishes::default() }, 11, 20_000);
    assert!(boards.iter().all(|made| verify::is_board(&made.puzzle) && made.answer == made.puzzle));
    assert_eq!(boards.iter().map(|made| made.puzzle).collect::<HashSet<_>>().len(), 20_000);
    let fingerprints: HashSet<u64> = boards.iter().map(|made| fingerprint(&made.puzzle)).collect();
    assert_eq!(fingerprints.len(), 20_000);
}

#[test]
fn every_backend_makes_the_same() {
    for wishes in [
        Wishes::default(),
        Wishes { minimal: true, ..Wishes::default() },
        Wishes { symmetry: Symmetry::Mirror, ..Wishes::default() },
        solutions(0..=0),
        solutions(2..=6),
    ] {
        let made = make(&wishes, 15, 40);
        for backend in Backend::available() {
            let mut again = Vec::new();
            Generator::new(&wishes, 15, backend).unwrap().make(0..40, &mut again).unwrap();
            assert_eq!(again, made, "{backend}: {wishes:?}");
        }
    }
}

#[test]
fn items_do_not_depend_on_what_else_is_made() {
    let wishes = Wishes { clues: Some(23..=23), ..Wishes::default() };
    let all = make(&wishes, 12, 30);
    for backend in Backend::available() {
        let mut generator = Generator::new(&wishes, 12, backend).unwrap();
        let mut made = Vec::new();
        for items in [20..21, 3..19, 29..30, 0..1] {
            made.clear();
            generator.make(items.clone(), &mut made).unwrap();
            assert_eq!(made, all[items.start as usize..items.end as usize], "{backend}");
        }
    }
}

#[test]
fn a_remade_item_is_another_one() {
    for kind in [Kind::Boards, Kind::default()] {
        let wishes = Wishes { kind, ..Wishes::default() };
        let mut generator = Generator::new(&wishes, 13, Backend::detect()).unwrap();
        let mut seen = HashSet::new();
        let mut made = make(&wishes, 13, 5)[4];
        for _ in 0..20 {
            assert!(seen.insert(made.puzzle));
            assert_eq!(made.item, 4);
            made = generator.remake(&made).unwrap();
        }
    }
}

#[test]
fn a_vain_search_ends_and_keeps_what_it_has() {
    // Every attempt fails at once: two solutions take a rectangle of blanks.
    let wishes = Wishes { clues: Some(77..=77), symmetry: Symmetry::Full, ..solutions(2..=2) };
    let mut made = Vec::new();
    let mut generator = Generator::new(&wishes, 14, Backend::detect()).unwrap();
    let error = generator.make(3..5, &mut made).unwrap_err();
    let attempts = wishes.attempts();
    assert_eq!(error, WishError::NotFound { item: 3, attempts });
    assert_eq!(attempts, 97_560);
    assert_eq!(made, []);
}

#[test]
fn a_search_that_is_stopped_keeps_what_it_has() {
    for wishes in [solutions(1..=1), solutions(7..=7)] {
        let all = make(&wishes, 16, 40);
        let mut kept = Vec::new();
        for rounds in 0..200u32 {
            let left = std::cell::Cell::new(rounds);
            let stop = || left.replace(left.get().saturating_sub(1)) == 0;
            let mut made = Vec::new();
            let mut generator = Generator::new(&wishes, 16, Backend::detect()).unwrap();
            let result = generator.make_until(0..40, &mut made, stop);
            assert_eq!(made, all[..made.len()]);
            assert_eq!(result, if made == all { Ok(()) } else { Err(WishError::Stopped) });
            kept.push(made.len());
        }
        assert_eq!(kept[0], 0);
        assert!(kept.is_sorted(), "{kept:?}");
    }
}
