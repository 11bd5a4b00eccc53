//! The best scores of Target Sudoku, against an oracle that looks at every solution, and against
//! what symmetry says.

#[allow(dead_code, reason = "other tests use the rest")]
mod naive;

use naive::Random;
use shudu::solver::target::{Target, WEIGHTS, Wanted, score, target};
use shudu::{Grid, grid, verify};

/// The scores of all solutions, by the plainest search; `None` if that takes too long.
struct Oracle {
    steps: u32,
    range: Option<(u32, u32)>,
}

impl Oracle {
    fn of(puzzle: &Grid) -> Option<Option<(u32, u32)>> {
        let mut oracle = Oracle { steps: 300_000, range: None };
        let given = |cell: usize| puzzle.get(cell) != 0;
        let clash = (0..81).any(|cell| given(cell) && clashes(puzzle, cell, puzzle.get(cell)));
        if !clash {
            oracle.go(&mut puzzle.clone());
        }
        (oracle.steps > 0).then_some(oracle.range)
    }

    fn go(&mut self, board: &mut Grid) {
        let Some(cell) = (0..81).find(|&cell| board.get(cell) == 0) else {
            let mut sum = 0;
            for row in 0..9 {
                for column in 0..9 {
                    let ring = row.min(column).min(8 - row).min(8 - column);
                    sum += (6 + ring as u32) * u32::from(board.get(9 * row + column));
                }
            }
            let (low, high) = self.range.unwrap_or((sum, sum));
            self.range = Some((low.min(sum), high.max(sum)));
            return;
        };
        for digit in 1..=9 {
            self.steps = self.steps.saturating_sub(1);
            if self.steps > 0 && !clashes(board, cell, digit) {
                board.set(cell, digit);
                self.go(board);
            }
        }
        board.set(cell, 0);
    }
}

/// Whether another cell of the row, column or box of this one holds the digit.
fn clashes(board: &Grid, cell: usize, digit: u8) -> bool {
    (0..81).any(|other| {
        other != cell
            && board.get(other) == digit
            && (grid::row(other) == grid::row(cell)
                || grid::column(other) == grid::column(cell)
                || grid::box_of(other) == grid::box_of(cell))
    })
}

/// The proven score, of a board that is checked.
#[track_caller]
fn proven(puzzle: &Grid, wanted: Wanted) -> Option<u32> {
    match target(puzzle, wanted, &|| false) {
        Target::None => None,
        Target::Proven { score: said, board } => {
            assert!(verify::is_solution(puzzle, &board), "{puzzle}");
            assert_eq!(score(&board), said, "{puzzle}");
            Some(said)
        }
        stopped => panic!("{puzzle}: {stopped:?}"),
    }
}

/// One of the eight symmetries of the square.
fn turn(puzzle: &Grid, symmetry: usize) -> Grid {
    let mut turned = Grid::EMPTY;
    for cell in 0..81 {
        let (mut row, mut column) = (grid::row(cell), grid::column(cell));
        if symmetry & 1 != 0 {
            row = 8 - row;
        }
        if symmetry & 2 != 0 {
            column = 8 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        turned.set(9 * row + column, puzzle.get(cell));
    }
    turned
}

#[test]
fn the_best_of_all_solutions() {
    let mut random = Random::new(1);
    let (mut several, mut none) = (0, 0);
    for round in 0..100 {
        let mut puzzle = random.puzzle(26 + round % 10);
        if round % 6 == 0 {
            puzzle = random.spoil(&puzzle);
        }
        let Some(range) = Oracle::of(&puzzle) else { continue };
        assert_eq!(proven(&puzzle, Wanted::Highest), range.map(|range| range.1), "{puzzle}");
        assert_eq!(proven(&puzzle, Wanted::Lowest), range.map(|range| range.0), "{puzzle}");
        several += usize::from(range.is_some_and(|(low, high)| low < high));
        none += usize::from(range.is_none());
    }
    assert!(several > 40 && none > 8, "{several} with several scores, {none} without a solution");
}

#[test]
fn the_square_may_be_turned() {
    let mut random = Random::new(2);
    for clues in [24, 20, 17, 12, 8] {
        let puzzle = random.puzzle(clues);
        let best = proven(&puzzle, Wanted::Highest);
        for symmetry in 1..8 {
            assert_eq!(proven(&turn(&puzzle, symmetry), Wanted::Highest), best, "{puzzle}");
        }
    }
}

#[test]
fn more_clues_never_make_it_better() {
    let mut random = Random::new(3);
    let mut puzzle = random.board();
    let (mut low, mut high) = (score(&puzzle), score(&puzzle));
    for cell in (0..81).map(|index| index * 50 % 81) {
        puzzle.set(cell, 0);
        if !puzzle.clues().is_multiple_of(6) {
            continue;
        }
        let best = proven(&puzzle, Wanted::Highest).unwrap();
        let worst = proven(&puzzle, Wanted::Lowest).unwrap();
        assert!(worst <= low && best >= high, "{puzzle}");
        (low, high) = (worst, best);
    }
    assert_eq!(puzzle, Grid::EMPTY);
    // The sum of all weights is 570, and 5 is the mean of each cell over turned digits.
    assert_eq!((low, high), (5700 - 2906, 2906));
}

#[test]
fn weights_are_rings() {
    let rows: Vec<_> = WEIGHTS.chunks(9).collect();
    assert_eq!(rows[0], [6; 9]);
    assert_eq!(rows[3], [6, 7, 8, 9, 9, 9, 8, 7, 6]);
    assert_eq!(rows[4], [6, 7, 8, 9, 10, 9, 8, 7, 6]);
    assert_eq!(rows[7], [6, 7, 7, 7, 7, 7, 7, 7, 6]);
    assert_eq!(WEIGHTS.iter().map(|&weight| u32::from(weight)).sum::<u32>(), 570);
}

#[test]
fn a_stopped_search_knows_both_bounds() {
    for wanted in [Wanted::Highest, Wanted::Lowest] {
        let Target::Stopped { low, high, board } = target(&Grid::EMPTY, wanted, &|| true) else {
            panic!("stopped at once");
        };
        assert!(verify::is_board(&board));
        let (best, reached) = match wanted {
            Wanted::Highest => (2906, low),
            Wanted::Lowest => (2794, high),
        };
        assert!(low <= best && best <= high, "{low}..{high}");
        assert_eq!(score(&board), reached);
        assert!(high - low < 200, "{low}..{high}");
    }
}
