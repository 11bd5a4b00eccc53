//! The search: every lane works on a state of some puzzle, until it is stuck or dead.
//!
//! A stuck lane is split in two: the child goes on, the sibling waits in the lane's column. A lane
//! that is dead or solved takes up its latest sibling, so that each puzzle is searched depth first:
//! no sibling is looked at that a solution found before it makes needless. Without siblings of its
//! own a lane starts a fresh puzzle, and when there is none left it takes the oldest sibling of the
//! lane that has most.
//!
//! Waiting costs more than a round. The siblings of a puzzle that seems to have few solutions, so
//! that all of them will be looked at anyway, don't wait if a lane is free for them at once.

use super::kernel::{ALL, State, Verdict};
use super::lanes::Lanes;
use super::split::{BY_CELL, Split, first_cell, smallest_cell};
use super::states::{Queue, Waiting};

/// What a search found out about one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The number of its solutions, at most the limit.
    pub solutions: u32,
    /// How often a state was split in two.
    pub guesses: u32,
    /// One of its solutions, row by row; zeros if there is none.
    pub solution: [u8; 81],
}

impl Found {
    /// Nothing yet.
    pub const NOTHING: Found = Found { solutions: 0, guesses: 0, solution: [0; 81] };
}

/// What a search is to find out about each puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    /// How many solutions it has, up to a limit of at least one.
    Solutions(u32),
    /// Its first solution in depth-first order (cells row by row, digits ascending), unless that
    /// takes more guesses than this; no solution is counted then.
    First(u32),
}

/// The entry points that an instruction set compiles for itself. The rounds are never inlined into
/// the search: with its variables in their way they take 8 % longer.
pub(super) trait Rounds: Lanes {
    /// [`kernel::light`](super::kernel::light).
    fn light(state: &mut State<Self>);
    /// [`kernel::full`](super::kernel::full).
    fn full(state: &mut State<Self>) -> Verdict;
    /// [`Search::run`].
    fn search<P: AsRef<[u8; 81]>>(
        search: &mut Search<Self>,
        puzzles: &[P],
        wanted: Wanted,
        found: &mut [Found],
    );
}

/// No puzzle.
const IDLE: u32 = u32::MAX;

/// A puzzle with so many dead states seems to have few solutions: where there are many, most
/// searches end before.
const DEAD: u8 = 2;

/// In place of a number of dead states: no more is wanted of the puzzle.
const DONE: u8 = u8::MAX;

/// The memory of a search.
pub(super) struct Search<V> {
    state: State<V>,
    /// The puzzle in each lane.
    lanes: [u32; 32],
    /// How many states of each puzzle were dead, at most [`DEAD`]; or [`DONE`].
    dead: Vec<u8>,
    waiting: Waiting<V>,
    /// Puzzles that no lane has started.
    fresh: Queue<V>,
    /// Solved states that are not written out yet.
    solved: Queue<V>,
}

/// The siblings that go straight to other lanes.
struct Gifts<V: Lanes> {
    givers: u32,
    takers: u32,
    /// From which lane each of the takers gets its state.
    from: V::Shuffle,
}

/// The lanes of a set, ascending.
pub(super) fn each(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let lane = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            lane
        })
    })
}

impl<V: Rounds> Search<V> {
    pub(super) fn new() -> Self {
        Search {
            state: State::new(),
            lanes: [IDLE; 32],
            dead: Vec::new(),
            waiting: Waiting::new(),
            fresh: Queue::new(),
            solved: Queue::new(),
        }
    }

    /// Searches all `puzzles` until what is `wanted` is known; `found` has one entry for each.
    #[inline(always)]
    pub(super) fn run<P: AsRef<[u8; 81]>>(
        &mut self,
        puzzles: &[P],
        wanted: Wanted,
        found: &mut [Found],
    ) {
        // In order, a cell is split into its lowest digit and the others, and no lane takes up what
        // another has left: what it solves first is the first solution then.
        let (limit, in_order, most) = match wanted {
            Wanted::Solutions(limit) => (limit, false, None),
            Wanted::First(guesses) => (1, true, Some(guesses)),
        };
        let everyone = ((1u64 << V::LANES) - 1) as u32;
        // Lanes that are dead or stuck wait until this many are: a pass over them costs as much
        // as a few rounds.
        let patience = V::LANES as u32 / 2;
        let mut puzzles = puzzles.iter().enumerate();
        self.lanes = [IDLE; 32];
        self.dead.clear();
        self.dead.resize(found.len(), 0);
        let mut verdict = Verdict { dead: 0, stuck: 0 };
        let mut idle = everyone;
        loop {
            let mut choice = Split::of(&self.state);
            if in_order {
                choice.band = V::splat(BY_CELL);
            }
            let stuck = verdict.stuck & !verdict.dead;
            let solved = stuck & choice.solved;
            self.record(solved, limit, found);
            let mut split = stuck & !solved;
            for lane in each(split) {
                let puzzle = self.lanes[lane] as usize;
                if Some(found[puzzle].guesses) == most {
                    self.dead[puzzle] = DONE;
                }
                split &= !(u32::from(self.dead[puzzle] == DONE) << lane);
            }
            let mut free = (verdict.dead | verdict.stuck | idle) & !split;
            let freed = free;
            let gifts = self.give(split & !choice.band.equal(V::splat(BY_CELL)), verdict.dead);
            free &= !gifts.takers;
            free &= !self.resume(free);
            free &= !self.start(free, &mut puzzles);
            if !in_order {
                free &= !self.steal(free);
            }
            if split != 0 {
                self.split(&choice, split, &gifts, freed, in_order, found);
            } else {
                self.state.forget_triads(freed);
            }
            idle = free;
            if idle == everyone {
                break;
            }
            // No state may wait longer than the others need to reach it.
            let needed = patience.min((everyone & !idle).count_ones());
            loop {
                // A full round takes nearly as long as two light ones.
                V::light(&mut self.state);
                V::light(&mut self.state);
                verdict = V::full(&mut self.state);
                verdict.dead &= !idle;
                verdict.stuck &= !idle;
                if (verdict.dead | verdict.stuck).count_ones() >= needed {
                    break;
                }
            }
        }
        self.solved.flush(found);
    }

    /// Counts the solutions in the `solved` lanes.
    #[inline(always)]
    fn record(&mut self, solved: u32, limit: u32, found: &mut [Found]) {
        let mut firsts = 0;
        for lane in each(solved) {
            let puzzle = self.lanes[lane] as usize;
            if self.dead[puzzle] == DONE {
                continue;
            }
            let solutions = &mut found[puzzle].solutions;
            firsts |= u32::from(*solutions == 0) << lane;
            *solutions += 1;
            if *solutions == limit {
                self.dead[puzzle] = DONE;
            }
        }
        if firsts == 0 {
            return;
        }
        if self.solved.count + firsts.count_ones() as usize > V::LANES {
            self.solved.flush(found);
        }
        let mut from = [0; 32];
        let mut slots = 0;
        for lane in each(firsts) {
            let slot = self.solved.count;
            from[slot] = lane as u8;
            slots |= 1 << slot;
            self.solved.puzzles[slot] = self.lanes[lane];
            self.solved.count += 1;
        }
        let (slots, from) = (V::mask(slots), V::shuffle(&from));
        for (cell, solved) in self.state.cells.iter().zip(self.solved.cells.iter_mut()) {
            *solved = V::select(slots, cell.shuffled(from), *solved);
        }
    }

    /// Finds free lanes among the `dead` ones for the siblings of lanes that will be split.
    #[inline(always)]
    fn give(&mut self, split: u32, dead: u32) -> Gifts<V> {
        for lane in each(dead) {
            let dead = &mut self.dead[self.lanes[lane] as usize];
            *dead += u8::from(*dead < DEAD);
        }
        let mut from = [0; 32];
        let (mut givers, mut takers) = (0, 0);
        let mut dead = each(dead);
        for lane in each(split) {
            if self.dead[self.lanes[lane] as usize] == DEAD {
                let Some(taker) = dead.next() else { break };
                from[taker] = lane as u8;
                givers |= 1 << lane;
                takers |= 1 << taker;
                self.lanes[taker] = self.lanes[lane];
            }
        }
        Gifts { from: V::shuffle(&from), givers, takers }
    }

    /// Fills free lanes with fresh puzzles; says which got one.
    #[inline(always)]
    fn start<'p, P: AsRef<[u8; 81]> + 'p>(
        &mut self,
        free: u32,
        puzzles: &mut impl Iterator<Item = (usize, &'p P)>,
    ) -> u32 {
        let mut started = 0;
        while started != free {
            if self.fresh.count == 0 {
                self.fresh.refill(puzzles);
                if self.fresh.count == 0 {
                    break;
                }
            }
            let mut from = [0; 32];
            let mut lanes = 0;
            for lane in each(free & !started).take(self.fresh.count) {
                self.fresh.count -= 1;
                from[lane] = self.fresh.count as u8;
                lanes |= 1 << lane;
                self.lanes[lane] = self.fresh.puzzles[self.fresh.count];
            }
            let (mask, from) = (V::mask(lanes), V::shuffle(&from));
            for (cell, fresh) in self.state.cells.iter_mut().zip(self.fresh.cells.iter()) {
                *cell = V::select(mask, fresh.shuffled(from), *cell);
            }
            started |= lanes;
        }
        started
    }

    /// Fills free lanes with the siblings that wait in their columns; says which got one.
    #[inline(always)]
    fn resume(&mut self, free: u32) -> u32 {
        let needed = |puzzle: u32| self.dead[puzzle as usize] != DONE;
        self.waiting.pop(free, needed, &mut self.lanes, &mut self.state.cells)
    }

    /// Fills free lanes with the siblings that other lanes left behind; says which got one.
    #[inline(always)]
    fn steal(&mut self, free: u32) -> u32 {
        let needed = |puzzle: u32| self.dead[puzzle as usize] != DONE;
        let mut stolen = 0;
        for lane in each(free) {
            self.lanes[lane] = IDLE;
            if let Some(puzzle) = self.waiting.steal(lane, needed, &mut self.state.cells) {
                self.lanes[lane] = puzzle;
                stolen |= 1 << lane;
            }
        }
        stolen
    }

    /// Splits lanes in two: the child goes on, the sibling waits. Each keeps one of the two
    /// configurations of a digit.
    #[inline(always)]
    fn split(
        &mut self,
        split: &Split<V>,
        lanes: u32,
        gifts: &Gifts<V>,
        freed: u32,
        in_order: bool,
        found: &mut [Found],
    ) {
        for lane in each(lanes) {
            let guesses = &mut found[self.lanes[lane] as usize].guesses;
            *guesses = guesses.saturating_add(1);
        }
        let all = V::splat(ALL);
        let splitting = V::mask(lanes);
        let freed = V::mask(freed).and(all);
        let mut configurations = [V::splat(0); 6];
        let mut two = V::splat(0);
        let mut elsewhere = [V::splat(0); 6];
        for band in 0..6 {
            let here = splitting.and(all).where_zero(split.band.xor(V::splat(band as u16)));
            elsewhere[band] = all.without(here);
            two = two.or_both(split.two[band], here);
            for c in 0..6 {
                configurations[c] = configurations[c].or_both(split.configurations[band][c], here);
            }
        }
        let digit = two.lowest();
        let others = all.without(digit);
        let mut left = digit;
        let (mut first, mut second) = ([V::splat(0); 6], [V::splat(0); 6]);
        for c in 0..6 {
            first[c] = configurations[c].and(left);
            second[c] = configurations[c].and(digit.without(left));
            left = left.without(configurations[c]);
        }
        // What triad `i` of the band's box `k` may hold in the child and in the sibling.
        let (mut child, mut sibling) = ([[all; 3]; 3], [[all; 3]; 3]);
        for k in 0..3 {
            for i in 0..3 {
                let (even, odd) = ((k + 3 - i) % 3, 3 + (k + i) % 3);
                child[k][i] = first[even].or3(first[odd], others);
                sibling[k][i] = second[even].or3(second[odd], others);
            }
        }

        let State { cells, rows, columns } = &mut self.state;
        let waits = lanes & !gifts.givers;
        let mut waiting = (waits != 0).then(|| self.waiting.push(waits, &self.lanes));
        let (waits, takers) = (V::mask(waits), V::mask(gifts.takers));
        for index in 0..9 {
            let (b, k) = (index / 3, index % 3);
            let (mut in_row, mut in_column) = ([all; 3], [all; 3]);
            for i in 0..3 {
                let at = 3 * index + i;
                rows[at] = rows[at].and_either(child[k][i], elsewhere[b]).or(freed);
                columns[at] = columns[at].and_either(child[b][i], elsewhere[3 + k]).or(freed);
                in_row[i] = sibling[k][i].or(elsewhere[b]);
                in_column[i] = sibling[b][i].or(elsewhere[3 + k]);
            }
            for i in 0..3 {
                for j in 0..3 {
                    let c = 9 * index + 3 * i + j;
                    let sibling = cells[c].and3(in_row[i], in_column[j]);
                    if let Some(waiting) = &mut waiting {
                        waiting[c] = V::select(waits, sibling, waiting[c]);
                    }
                    if gifts.takers != 0 {
                        cells[c] = V::select(takers, sibling.shuffled(gifts.from), cells[c]);
                    }
                }
            }
        }
        // Where no digit has two configurations, a cell with the fewest candidates is split; in order
        // the first one.
        let by_cell = lanes & split.band.equal(V::splat(BY_CELL));
        if let (true, Some(waiting)) = (by_cell != 0, waiting) {
            let splitting = V::mask(by_cell);
            let cell = if in_order { first_cell(cells) } else { smallest_cell(cells) };
            for c in 0..81 {
                let here = splitting.where_zero(cell.xor(V::splat(c as u16)));
                waiting[c] = V::select(here, cells[c].but_lowest(), waiting[c]);
                cells[c] = V::select(here, cells[c].lowest(), cells[c]);
            }
        }
    }
}
