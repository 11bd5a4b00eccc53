//! Branch and bound over the relaxation.

use super::relax::{Lanes, NEVER, Relaxation};
use super::{WEIGHTS, score};
use crate::grid::{self, Grid};
use crate::solver::candidates::Candidates;

/// Worths, prices and bounds are counted in these parts of a point.
const POINT: i32 = 1024;

/// Prices stay within this distance from zero, for the sake of [`NEVER`].
const DEAREST: i32 = 24 * POINT;

/// What the average digit in every cell scores, in points.
const BASE: i32 = {
    let (mut base, mut cell) = (0, 0);
    while cell < 81 {
        base += 5 * WEIGHTS[cell] as i32;
        cell += 1;
    }
    base
};

/// What a digit in a cell adds to the score, against the average digit and against the rim: the
/// rest is the same for all solutions, it is [`BASE`]. Lane `d` is digit `d + 1`.
static WORTHS: [Lanes; 81] = {
    let mut worths = [[0.0; 12]; 81];
    let mut at = 0;
    while at < 81 * 9 {
        let (cell, lane) = (at / 9, at % 9);
        let weight = WEIGHTS[cell] as i32 - WEIGHTS[0] as i32;
        worths[cell][lane] = ((lane as i32 - 4) * weight * POINT) as f32;
        at += 1;
    }
    worths
};

/// A part of the search space.
#[derive(Clone)]
struct Node {
    candidates: Candidates,
    /// The price of each cell, see [`Relaxation`].
    prices: [i32; 81],
}

/// What is left of a node with a solution that may be better than the best one so far.
struct Open {
    /// No solution in the node scores more.
    bound: u32,
    /// For each candidate, how much less the bound is if it is true.
    losses: Box<[Lanes; 81]>,
}

/// The search for the best score of one puzzle.
pub(super) struct Search<'a> {
    relaxation: Box<Relaxation>,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
    /// The best board so far, and its score.
    board: Grid,
    score: u32,
}

impl<'a> Search<'a> {
    /// A search that knows one board.
    pub(super) fn new(board: Grid, stop: &'a dyn Fn() -> bool) -> Search<'a> {
        let relaxation = Box::new(Relaxation::new());
        Search { relaxation, stop, stopped: false, board, score: score(&board) }
    }

    /// The best board found, and its score.
    pub(super) fn best(&self) -> (u32, Grid) {
        (self.score, self.board)
    }

    /// Finds the best board of the puzzle. If it was stopped: gives an upper bound of the scores of
    /// the boards that it has not looked at.
    pub(super) fn run(&mut self, puzzle: &Grid) -> Option<u32> {
        let candidates = Candidates::new(puzzle.cells())?;
        self.explore(Node { candidates, prices: [0; 81] }, ROOT_ROUNDS)
    }

    fn explore(&mut self, mut node: Node, rounds: u32) -> Option<u32> {
        let open = self.bound(&mut node, rounds)?;
        let mut left = None;
        for (cell, lane) in branches(&node.candidates, &open.losses) {
            self.stopped = self.stopped || (self.stop)();
            if self.stopped {
                return Some(open.bound);
            }
            let mut child = node.clone();
            child.candidates.place(cell, lane as u8 + 1);
            left = left.max(self.explore(child, ROUNDS).map(|bound| bound.min(open.bound)));
        }
        left
    }

    /// Brings the upper bound of a node down, and removes the candidates that are in no better
    /// board. `None` if there is none in the node.
    fn bound(&mut self, node: &mut Node, rounds: u32) -> Option<Open> {
        let mut lowest = i32::MAX;
        let mut prices = node.prices;
        let mut losses = Box::new([[0.0; 12]; 81]);
        let mut eagerness = 1.0;
        let mut changed = true;
        let mut round = 0;
        while round < rounds || changed {
            round += 1;
            if changed {
                if !node.candidates.settle() {
                    return None;
                }
                if node.candidates.is_complete() {
                    self.found(Grid::new(node.candidates.cells())?);
                    return None;
                }
                changed = false;
            }
            self.offer(&node.candidates, &prices);
            let best = self.relaxation.best();
            if best[..9].iter().any(|&best| best < NEVER / 2.0) {
                return None;
            }
            let total =
                best[..9].iter().map(|&best| best as i32).sum::<i32>() + prices.iter().sum::<i32>();
            let slack = total - (self.score as i32 + 1 - BASE) * POINT;
            if slack < 0 {
                return None;
            }
            if total < lowest {
                lowest = total;
                node.prices = prices;
                self.relaxation.losses(&best, &mut losses);
                changed = remove(&mut node.candidates, &losses, slack as f32);
            } else {
                eagerness *= 0.9;
            }
            let (board, takers) = self.patterns(&best);
            let norm: i32 = takers.iter().map(|&takers| takers * takers).sum();
            if norm == 0 {
                // The patterns fit together, and no board in this node is better.
                self.found(Grid::new(board)?);
                return None;
            }
            // A step along the subgradient, of Polyak's length, as if the bound could come down
            // to the best score so far.
            let gap = slack.min(40 * POINT) + POINT;
            let step = eagerness * gap as f32 / norm as f32;
            for (price, takers) in prices.iter_mut().zip(takers) {
                *price = (*price + (step * takers as f32) as i32).clamp(-DEAREST, DEAREST);
            }
        }
        let bound = (lowest.div_euclid(POINT) + BASE) as u32;
        Some(Open { bound, losses })
    }

    /// Tells the relaxation what each digit is worth in each cell.
    fn offer(&mut self, candidates: &Candidates, prices: &[i32; 81]) {
        for band in 0..3 {
            let words: [u32; 9] = std::array::from_fn(|lane| candidates.cells_of(band, lane + 1));
            for at in 0..27 {
                let cell = 27 * band + at;
                let price = prices[cell] as f32;
                for lane in 0..9 {
                    let worth = WORTHS[cell][lane] - price;
                    let can_be = words[lane] >> at & 1 == 1;
                    self.relaxation.values[cell][lane] = if can_be { worth } else { NEVER };
                }
            }
        }
    }

    /// The best patterns of all digits in one board, and how many more than one of them want each
    /// cell.
    fn patterns(&self, best: &Lanes) -> ([u8; 81], [i32; 81]) {
        let (mut board, mut takers) = ([0; 81], [-1; 81]);
        for (lane, &best) in best[..9].iter().enumerate() {
            for cell in self.relaxation.pattern(lane, best) {
                board[cell] = lane as u8 + 1;
                takers[cell] += 1;
            }
        }
        (board, takers)
    }

    fn found(&mut self, board: Grid) {
        let score = score(&board);
        if score > self.score {
            (self.score, self.board) = (score, board);
        }
    }
}

const ROOT_ROUNDS: u32 = 10;
const ROUNDS: u32 = 4;

/// Removes the candidates that would cost more than the slack; whether there were any.
fn remove(candidates: &mut Candidates, losses: &[Lanes; 81], slack: f32) -> bool {
    let mut any = false;
    for band in 0..3 {
        let mut words = [0; 9];
        for at in 0..27 {
            let losses = &losses[27 * band + at];
            for lane in 0..9 {
                words[lane] |= u32::from(losses[lane] <= slack) << at;
            }
        }
        for (lane, word) in words.into_iter().enumerate() {
            any |= candidates.retain(band, lane + 1, word);
        }
    }
    any
}

/// The digits of a cell, or the places of a digit in a row, column or box, as cells and lanes:
/// where they are fewest, and of these where they cost most. The cheapest comes first.
fn branches(candidates: &Candidates, losses: &[Lanes; 81]) -> Vec<(usize, usize)> {
    let digits: [u16; 81] = std::array::from_fn(|cell| candidates.of(cell));
    let mut fewest = (usize::MAX, 0.0);
    let mut branches = [(0, 0); 9];
    let mut consider = |choices: &mut dyn Iterator<Item = (usize, usize)>| {
        let (mut found, mut count, mut cost) = ([(0, 0); 9], 0, 0.0);
        for (cell, lane) in choices.filter(|&(cell, lane)| digits[cell] >> (lane + 1) & 1 == 1) {
            found[count] = (cell, lane);
            count += 1;
            cost += losses[cell][lane];
        }
        if count > 1 && (count < fewest.0 || count == fewest.0 && cost > fewest.1) {
            fewest = (count, cost);
            branches = found;
        }
    };
    for cell in 0..81 {
        consider(&mut (0..9).map(|lane| (cell, lane)));
    }
    for unit in &UNITS {
        for lane in 0..9 {
            consider(&mut unit.iter().map(|&cell| (cell, lane)));
        }
    }
    let mut branches = branches[..fewest.0.min(9)].to_vec();
    let loss = |(cell, lane): (usize, usize)| losses[cell][lane];
    branches.sort_by(|&a, &b| loss(a).total_cmp(&loss(b)));
    branches
}

/// The nine cells of each row, column and box.
static UNITS: [[usize; 9]; 27] = {
    let (mut units, mut counts) = ([[0; 9]; 27], [0; 27]);
    let mut cell = 0;
    while cell < 81 {
        let own = [grid::row(cell), 9 + grid::column(cell), 18 + grid::box_of(cell)];
        let mut kind = 0;
        while kind < 3 {
            let unit = own[kind];
            units[unit][counts[unit]] = cell;
            counts[unit] += 1;
            kind += 1;
        }
        cell += 1;
    }
    units
};
