//! The judge by the rules against everything that looks like an answer and is none.

use proptest::prelude::*;
use shudu::Grid;
use shudu::grid::{box_of, column, row};
use shudu::verify::{Fault, Unit, faults, is_board, is_solution};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// The definition, word by word.
fn obeys_the_rules(answer: &Grid) -> bool {
    (1..=9).all(|digit| {
        let cells: Vec<usize> = (0..81).filter(|&cell| answer.get(cell) == digit).collect();
        [row, column, box_of].iter().all(|unit| {
            (0..9).all(|index| cells.iter().filter(|&&cell| unit(cell) == index).count() == 1)
        })
    })
}

#[test]
fn the_answer_is_right() {
    assert!(is_board(&grid(ANSWER)));
    assert!(is_solution(&grid(PUZZLE), &grid(ANSWER)));
    assert_eq!(faults(&grid(PUZZLE), &grid(ANSWER)), []);
    assert!(!is_board(&grid(PUZZLE)));
    assert!(!is_board(&Grid::EMPTY));
}

#[test]
fn every_change_of_a_single_cell_is_found() {
    for cell in 0..81 {
        for digit in 0..=9 {
            let mut changed = grid(ANSWER);
            if changed.get(cell) == digit {
                continue;
            }
            changed.set(cell, digit);
            assert!(!is_board(&changed), "cell {cell}, digit {digit}");
            assert!(!is_solution(&grid(PUZZLE), &changed), "cell {cell}, digit {digit}");
            let given = grid(PUZZLE).get(cell);
            let found = faults(&grid(PUZZLE), &changed);
            if digit == 0 {
                assert_eq!(found, [Fault::Empty { cells: vec![cell] }]);
                continue;
            }
            let mut expected = Vec::new();
            if given != 0 {
                expected.push(Fault::Changed { cell, given, found: digit });
            }
            for unit in [Unit::Row(row(cell)), Unit::Column(column(cell)), Unit::Box(box_of(cell))]
            {
                let cells = unit.cells().into_iter().filter(|&c| changed.get(c) == digit).collect();
                expected.push(Fault::Repeated { unit, digit, cells });
            }
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_given_cannot_be_changed_even_by_another_board() {
    // Two digits change their names: a board, but not of this puzzle.
    let swapped = grid(&ANSWER.replace('1', "x").replace('2', "1").replace('x', "2"));
    assert!(is_board(&swapped));
    assert!(!is_solution(&grid(PUZZLE), &swapped));
    let found = faults(&grid(PUZZLE), &swapped);
    let givens = PUZZLE.chars().filter(|char| "12".contains(*char)).count();
    assert_eq!(found.len(), givens);
    assert!(found.iter().all(|fault| matches!(fault, Fault::Changed { .. })));
    assert_eq!(found[0].to_string(), "row 2 column 4: given 1 changed to 2");
}

#[test]
fn sums_and_squares_are_no_boards() {
    assert!(!is_board(&grid(&"5".repeat(81))));
    // All rows and columns are right, no box is.
    let latin: String =
        (0..81).map(|cell| ((row(cell) + column(cell)) % 9 + 1).to_string()).collect();
    assert!(!is_board(&grid(&latin)));
    assert!(
        faults(&Grid::EMPTY, &grid(&latin))
            .iter()
            .all(|fault| matches!(fault, Fault::Repeated { unit: Unit::Box(_), .. }))
    );
    // All boxes and rows are right, no column is; and the other way round.
    let boxes: String =
        (0..81).map(|cell| ((column(cell) + row(cell) % 3 * 3) % 9 + 1).to_string()).collect();
    assert!(!is_board(&grid(&boxes)));
    let transposed: String = (0..81).map(|cell| &boxes[cell % 9 * 9 + cell / 9..][..1]).collect();
    assert!(!is_board(&grid(&transposed)));
    // Every unit has the sum 45 and the product 9!: 1 4 4 for 2 2 4, 1 3 ... and the like.
    let sums = "124466679".to_string() + &"555555555".repeat(8);
    assert!(!is_board(&grid(&sums)));
}

#[test]
fn faults_in_words() {
    let words = |text: &str| -> Vec<String> {
        faults(&grid(PUZZLE), &grid(text)).iter().map(Fault::to_string).collect()
    };
    assert_eq!(
        words(&ANSWER.replacen("534678", "534578", 1)),
        [
            "row 1: 5 stands twice (columns 1 and 4)",
            "column 4: 5 stands twice (rows 1 and 7)",
            "box 2: 5 stands twice (row 1 column 4 and row 2 column 6)",
        ]
    );
    assert_eq!(words(&ANSWER.replacen("534", "530", 1)), ["row 1 column 3: empty cell"]);
    assert_eq!(words(PUZZLE), ["51 empty cells"]);
    assert_eq!(
        words(&"5".repeat(81))[27..29],
        [
            "row 1: 5 stands 9 times (columns 1, 2, 3, 4, 5, 6, 7, 8 and 9)".to_string(),
            "row 2: 5 stands 9 times (columns 1, 2, 3, 4, 5, 6, 7, 8 and 9)".to_string()
        ][..]
    );
}

proptest! {
    #[test]
    fn fast_and_precise_agree_with_the_definition(
        changes in prop::collection::vec((0usize..81, 0u8..=9), 0..4),
        swap in prop::option::of((0usize..81, 0usize..81)),
        givens in prop::collection::vec(any::<bool>(), 81),
    ) {
        let mut answer = grid(ANSWER);
        for (cell, digit) in changes {
            answer.set(cell, digit);
        }
        if let Some((a, b)) = swap {
            let digit = answer.get(a);
            answer.set(a, answer.get(b));
            answer.set(b, digit);
        }
        prop_assert_eq!(is_board(&answer), obeys_the_rules(&answer));
        prop_assert_eq!(faults(&Grid::EMPTY, &answer).is_empty(), is_board(&answer));

        let mut puzzle = grid(ANSWER);
        (0..81).filter(|&cell| !givens[cell]).for_each(|cell| puzzle.set(cell, 0));
        let kept = (0..81).all(|cell| puzzle.get(cell) == 0 || puzzle.get(cell) == answer.get(cell));
        prop_assert_eq!(is_solution(&puzzle, &answer), kept && obeys_the_rules(&answer));
        prop_assert_eq!(faults(&puzzle, &answer).is_empty(), is_solution(&puzzle, &answer));
    }
}
