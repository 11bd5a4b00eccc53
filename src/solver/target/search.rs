//! Branch and bound over the relaxation.

use super::relax::{Lanes, NEVER, Relaxation};
use super::{WEIGHTS, score};
use crate::grid::{self, Grid};
use crate::solver::candidates::Candidates;

/// Worths, prices and bounds are counted in these parts of a point.
const POINT: i32 = 1024;

/// Prices stay within this distance from zero, for the sake of [`NEVER`].
const DEAREST: i32 = 24 * POINT;

/// No step is longer than if the goal were so near.
const FAR: i32 = 40 * POINT;

/// How often the prices of a node are changed, at least: those of the root are worth more work,
/// all others start with them.
const ROUNDS: u32 = 4;
const ROOT_ROUNDS: u32 = 40;

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

/// A node with a solution that may reach the goal.
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
    /// The score to reach; less is not looked for.
    goal: u32,
}

impl<'a> Search<'a> {
    /// A search that knows one board.
    pub(super) fn new(board: Grid, stop: &'a dyn Fn() -> bool) -> Search<'a> {
        let relaxation = Box::new(Relaxation::new());
        let score = score(&board);
        Search { relaxation, stop, stopped: false, board, score, goal: score + 1 }
    }

    /// The best board found, and its score.
    pub(super) fn best(&self) -> (u32, Grid) {
        (self.score, self.board)
    }

    /// Finds the best board of the puzzle. If it was stopped: gives an upper bound of the scores of
    /// the boards that it has not looked at.
    ///
    /// It asks for a board with the highest score that the bound allows, then for less and less:
    /// where much is asked for, little has to be looked at.
    pub(super) fn run(&mut self, puzzle: &Grid) -> Option<u32> {
        let candidates = Candidates::new(puzzle.cells())?;
        let mut root = Node { candidates, prices: [0; 81] };
        let mut bound = self.bound(&mut root, ROOT_ROUNDS)?.bound;
        let mut step = 1;
        while bound > self.score {
            let goal = (bound + 1).saturating_sub(step).max(self.score + 1);
            self.goal = goal;
            if let Some(left) = self.explore(root.clone()) {
                return Some(left.max(goal - 1));
            }
            if self.score >= goal {
                break;
            }
            bound = goal - 1;
            step *= 2;
        }
        None
    }

    /// Looks for boards that reach the goal; if it was stopped, gives a bound of what is left.
    fn explore(&mut self, mut node: Node) -> Option<u32> {
        let open = self.bound(&mut node, ROUNDS)?;
        let mut left = None;
        for (cell, lane) in branches(&node.candidates, &open.losses) {
            self.stopped = self.stopped || (self.stop)();
            if self.stopped {
                return Some(open.bound);
            }
            let mut child = node.clone();
            child.candidates.place(cell, lane as u8 + 1);
            left = left.max(self.explore(child).map(|bound| bound.min(open.bound)));
        }
        left
    }

    /// Brings the upper bound of a node down, and removes the candidates that are in no board that
    /// reaches the goal. `None` if there is none in the node.
    fn bound(&mut self, node: &mut Node, rounds: u32) -> Option<Open> {
        let mut lowest = i32::MAX;
        let mut prices = node.prices;
        let mut losses = Box::new([[0.0; 12]; 81]);
        let mut eagerness = 1.0;
        let mut changed = true;
        let goal = (self.goal as i32 - BASE) * POINT;
        let (mut rounds_left, mut before) = (rounds, i32::MAX);
        while rounds_left > 0 || changed {
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
            let slack = total - goal;
            if slack < 0 {
                return None;
            }
            if total < lowest {
                lowest = total;
                node.prices = prices;
                self.relaxation.losses(&best, &mut losses);
                changed = remove(&mut node.candidates, &losses, slack as f32);
            } else {
                eagerness *= 0.8;
            }
            let (board, takers) = self.patterns(&best);
            let norm: i32 = takers.iter().map(|&takers| takers * takers).sum();
            if norm == 0 {
                // The patterns make up a board, and none in this node is better.
                self.found(Grid::new(board)?);
                return None;
            }
            // A step along the subgradient, of Polyak's length: as if the bound could come down
            // to the goal.
            let gap = slack.min(FAR) + POINT;
            let step = eagerness * gap as f32 / norm as f32;
            for (price, takers) in prices.iter_mut().zip(takers) {
                *price = (*price + (step * takers as f32) as i32).clamp(-DEAREST, DEAREST);
            }
            rounds_left = rounds_left.saturating_sub(1);
            if rounds_left == 0 {
                // Go on while it is worth it: while the gap becomes smaller by a fifth.
                let gap = lowest - goal;
                if gap < before / 5 * 4 {
                    rounds_left = 2;
                }
                before = gap;
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
            self.goal = self.goal.max(score + 1);
        }
    }
}

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
