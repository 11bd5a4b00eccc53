//! Takes clues away from a board, as far as the wishes go: one attempt as a list of questions to
//! the solver, so that the questions of many attempts can be asked at once.

use std::ops::RangeInclusive;

use super::draw::Draw;
use super::singles::{self, Cells, Clues};
use super::unavoidable::Unavoidable;
use super::wishes::Wishes;
use super::{Symmetry, board};
use crate::grid::Grid;
use crate::solver::Question;

/// What one attempt goes after.
#[derive(Debug)]
pub(super) struct Plan {
    solutions: RangeInclusive<u32>,
    clues: Option<RangeInclusive<u8>>,
    minimal: bool,
    first_cell: Option<u8>,
    /// The sets of cells that are blanked together.
    orbits: Vec<Cells>,
    /// Whether the centre is a set of its own, and the only one with an odd number of cells.
    lone_centre: bool,
}

/// The clues that a puzzle with one solution is left with if nothing else is wished for.
const USUAL_CLUES: RangeInclusive<u8> = 26..=32;
const CENTRE: usize = 40;

impl Plan {
    pub(super) fn new(wishes: &Wishes, solutions: RangeInclusive<u32>) -> Plan {
        let mut orbits = wishes.symmetry.orbits();
        if wishes.first_cell.is_some() && solutions != (1..=1) {
            // Only a clue in the first cell fixes the digit there.
            orbits.retain(|orbit| orbit & 1 == 0);
        }
        Plan {
            solutions,
            clues: wishes.clues.clone(),
            minimal: wishes.minimal,
            first_cell: wishes.first_cell,
            orbits,
            lone_centre: matches!(wishes.symmetry, Symmetry::Rotational | Symmetry::Full),
        }
    }

    /// The number of solutions at which counting may stop.
    pub(super) fn limit(&self) -> u32 {
        self.solutions.end().max(&1) + 1
    }

    /// How many solutions a puzzle may have while clues are taken away.
    fn most(&self) -> u32 {
        *self.solutions.end().max(&1)
    }
}

/// A complete board, with its first cell as wished.
pub(super) fn board(draw: &mut Draw, first_cell: Option<u8>) -> Grid {
    let board = board::draw(draw);
    match first_cell {
        None => board,
        Some(digit) => {
            // Two digits change places: as many boards have the one there as the other.
            let other = board.get(0);
            let cells = board.cells().map(|cell| match cell {
                cell if cell == digit => other,
                cell if cell == other => digit,
                cell => cell,
            });
            Grid::new(cells).unwrap_or(board)
        }
    }
}

/// What an attempt wants next.
pub(super) enum Step {
    /// How many solutions has this?
    Count(Grid),
    /// Is there a solution other than the board?
    Ask(Question),
    /// It has failed.
    Failed,
    /// It has made this; with several solutions the answer is any of them.
    Made { puzzle: Grid, answer: Grid },
}

/// One attempt at one item.
#[derive(Debug)]
pub(super) struct Attempt {
    draw: Draw,
    board: Grid,
    unavoidable: Unavoidable,
    puzzle: Grid,
    /// The cells with clues, and how many they are.
    clued: Cells,
    clues: u8,
    /// How many solutions the puzzle has.
    count: u32,
    /// How many clues the puzzle is to have, if that is wished for.
    target: Option<u8>,
    /// Not fewer clues than this are left.
    stop: u8,
    /// The sets of cells that are still to be looked at, the next one last.
    orbits: Vec<Cells>,
    /// How many of them the question is about.
    asked: usize,
    /// Whether it is for a solution other than the board.
    asks: bool,
    /// How many of them cannot all go.
    bad: usize,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// Taking away what can be taken away.
    Dig,
    /// Looking whether some clue of a symmetric puzzle can be taken away after all.
    Minimal(Vec<usize>),
    /// Asking for the number of solutions once more.
    Verify,
    Failed,
    Done,
}

impl Attempt {
    pub(super) fn new(plan: &Plan, mut draw: Draw) -> Attempt {
        let board = board(&mut draw, plan.first_cell);
        let mut within = |clues: &RangeInclusive<u8>| {
            let more = u32::from(clues.end() - clues.start()) + 1;
            clues.start() + draw.small(more) as u8
        };
        let target = plan.clues.as_ref().map(&mut within);
        let stop = match target {
            // Minimal puzzles have the clues that they need, impossible ones get some back.
            _ if plan.minimal || *plan.solutions.end() == 0 => 0,
            Some(target) => target,
            None if plan.most() > 1 => 0,
            None => within(&USUAL_CLUES),
        };
        let mut orbits = plan.orbits.clone();
        draw.shuffle(&mut orbits);
        if let Some(target) = target
            && plan.lone_centre
            && !plan.minimal
        {
            orbits.retain(|&orbit| orbit != 1 << CENTRE);
            if target % 2 == 0 {
                orbits.push(1 << CENTRE);
            }
        }
        let mut attempt = Attempt {
            draw,
            board,
            unavoidable: Unavoidable::default(),
            puzzle: board,
            clued: singles::ALL,
            clues: 81,
            count: 1,
            target,
            stop,
            orbits,
            asked: 0,
            asks: false,
            bad: 0,
            stage: Stage::Dig,
        };
        attempt.take_implied();
        // If only a few clues are still to go, it is quicker to ask.
        if plan.most() == 1 && attempt.clues > attempt.stop + 8 {
            attempt.unavoidable = Unavoidable::of(&attempt.board, attempt.clued);
        }
        attempt
    }

    /// Takes away, in the order of the sets, all clues that the others imply. They need no
    /// search, and which they are depends on nothing but this rule.
    fn take_implied(&mut self) {
        let mut clues = Clues::all();
        let mut orbits = std::mem::take(&mut self.orbits);
        orbits.reverse();
        orbits.retain(|&orbit| {
            if self.clues < self.stop + orbit.count_ones() as u8 {
                return true;
            }
            let digit = |cell| self.board.get(cell);
            let mut gone = 0;
            let goes = singles::cells(orbit).all(|cell| {
                let implied = clues.is_implied(cell, digit(cell));
                if implied {
                    clues.toggle(cell, digit(cell));
                    gone |= 1 << cell;
                }
                implied
            });
            if goes {
                self.blank(orbit);
            } else {
                singles::cells(gone).for_each(|cell| clues.toggle(cell, digit(cell)));
            }
            !goes
        });
        orbits.reverse();
        self.orbits = orbits;
    }

    fn blank(&mut self, orbit: Cells) {
        singles::cells(orbit).for_each(|cell| self.puzzle.set(cell, 0));
        self.clued &= !orbit;
        self.clues -= orbit.count_ones() as u8;
    }

    /// The next question, or the end.
    pub(super) fn step(&mut self, plan: &Plan) -> Step {
        self.asks = false;
        loop {
            match &mut self.stage {
                Stage::Dig => match self.dig(plan) {
                    Some(step) => return step,
                    None => self.settle(plan),
                },
                Stage::Minimal(cells) => match cells.last() {
                    Some(&cell) => return self.ask(cell),
                    None => self.stage = Stage::Verify,
                },
                Stage::Verify => return Step::Count(self.puzzle),
                Stage::Failed => return Step::Failed,
                Stage::Done => {
                    let puzzle = self.puzzle;
                    let answer = if self.count == 0 { puzzle } else { self.board };
                    return Step::Made { puzzle, answer };
                }
            }
        }
    }

    /// The question whether the next sets can go, `None` if no more are to.
    fn dig(&mut self, plan: &Plan) -> Option<Step> {
        let satisfied = plan.most() > 1
            && plan.solutions.contains(&self.count)
            && plan.clues.as_ref().is_none_or(|clues| self.clues <= *clues.end());
        if satisfied {
            return None;
        }
        while let Some(orbit) = self.orbits.last() {
            let too_many = self.clues < self.stop + orbit.count_ones() as u8;
            if !too_many && (plan.most() > 1 || !self.unavoidable.need(*orbit)) {
                break;
            }
            self.unavoidable.keep(*orbit);
            self.orbits.pop();
            self.bad = 0;
        }
        let next = *self.orbits.last()?;
        if plan.most() == 1 && next.is_power_of_two() {
            self.asked = 1;
            return Some(self.ask(next.trailing_zeros() as usize));
        }
        let window = match self.bad {
            0 if self.clues > 33 => 4,
            0 if self.clues > 28 => 2,
            0 => 1,
            bad => bad.div_ceil(2),
        };
        let mut question = self.puzzle;
        let (mut left, mut asked) = (self.clues - self.stop, 0);
        for orbit in self.orbits.iter().rev().take(window) {
            let size = orbit.count_ones() as u8;
            if size > left {
                break;
            }
            left -= size;
            asked += 1;
            singles::cells(*orbit).for_each(|cell| question.set(cell, 0));
        }
        self.asked = asked;
        (asked > 0).then_some(Step::Count(question))
    }

    /// Whether there is a solution besides the board once the clue in `cell` goes: it has another
    /// digit there. That takes half the time of counting, as the board need not be found.
    fn ask(&mut self, cell: usize) -> Step {
        self.asks = true;
        Step::Ask(Question::other(&self.puzzle, cell, self.board.get(cell)))
    }

    /// Whether the last question was [`Step::Ask`].
    pub(super) fn asks(&self) -> bool {
        self.asks
    }

    /// What comes after the digging.
    fn settle(&mut self, plan: &Plan) {
        let symmetric = plan.orbits.iter().any(|orbit| orbit.count_ones() > 1);
        self.stage = if *plan.solutions.end() == 0 {
            if self.spoil(plan) { Stage::Verify } else { Stage::Failed }
        } else if !plan.clues.as_ref().is_none_or(|clues| clues.contains(&self.clues)) {
            Stage::Failed
        } else if plan.minimal && symmetric {
            Stage::Minimal(singles::cells(self.clued).collect())
        } else {
            Stage::Verify
        };
    }

    /// Adds clues to a puzzle with one solution, all but one of them right: so there is none
    /// left. Says whether that was possible in such a way that singles do not show it, and with
    /// the wished number of clues.
    fn spoil(&mut self, plan: &Plan) -> bool {
        let Some(open) = singles::propagate(&self.puzzle) else { return false };
        let mut wrong: Vec<(usize, u8)> = (1..=9)
            .zip(open)
            .flat_map(|(digit, open)| singles::cells(open).map(move |cell| (cell, digit)))
            .filter(|&(cell, digit)| digit != self.board.get(cell))
            .collect();
        self.draw.shuffle(&mut wrong);
        let mut orbits = plan.orbits.clone();
        self.draw.shuffle(&mut orbits);
        let more = |attempt: &Attempt, orbit: Cells| {
            let clues = attempt.clues + orbit.count_ones() as u8;
            attempt.target.is_none_or(|target| clues <= target)
        };
        let put = wrong.into_iter().any(|(cell, digit)| {
            let Some(&orbit) = orbits.iter().find(|orbit| *orbit >> cell & 1 != 0) else {
                return false;
            };
            more(self, orbit) && self.put_back(orbit, Some((cell, digit)))
        });
        if !put {
            return false;
        }
        let Some(target) = self.target else { return true };
        for orbit in orbits {
            if orbit & self.clued == 0 && more(self, orbit) {
                self.put_back(orbit, None);
            }
        }
        self.clues == target
    }

    /// Puts clues back, one of them with another digit than it had, if singles do not lead to a
    /// contradiction then.
    fn put_back(&mut self, orbit: Cells, wrong: Option<(usize, u8)>) -> bool {
        let mut puzzle = self.puzzle;
        singles::cells(orbit).for_each(|cell| puzzle.set(cell, self.board.get(cell)));
        if let Some((cell, digit)) = wrong {
            puzzle.set(cell, digit);
        }
        let goes = singles::propagate(&puzzle).is_some();
        if goes {
            self.puzzle = puzzle;
            self.clued |= orbit;
            self.clues += orbit.count_ones() as u8;
        }
        goes
    }

    /// Takes the answer to the last question: how many solutions, up to the limit of the plan.
    pub(super) fn answer(&mut self, plan: &Plan, count: u32) {
        match &mut self.stage {
            Stage::Dig => {
                let asked = self.orbits.split_off(self.orbits.len() - self.asked);
                if count <= plan.most() {
                    self.count = count;
                    asked.into_iter().for_each(|orbit| self.blank(orbit));
                    self.unavoidable.narrow(self.clued);
                    self.bad = self.bad.saturating_sub(self.asked);
                    if self.bad == 1 {
                        self.bad = 0;
                        self.orbits.pop();
                    }
                } else if self.asked > 1 {
                    self.bad = self.asked;
                    self.orbits.extend(asked);
                } else {
                    self.unavoidable.keep(asked[0]);
                    self.bad = 0;
                }
            }
            Stage::Minimal(cells) => {
                cells.pop();
                if count < 2 {
                    self.stage = Stage::Failed;
                }
            }
            Stage::Verify => {
                self.count = count;
                self.stage = match plan.solutions.contains(&count) {
                    true => Stage::Done,
                    false => Stage::Failed,
                };
            }
            Stage::Failed | Stage::Done => {}
        }
    }
}
