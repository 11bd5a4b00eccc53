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

use super::kernel::{State, Verdict};
use super::lanes::Lanes;
use super::split::{NO_CHOICE, Split, first_cell, smallest_cell};
use super::states::{Popped, Queue, Waiting};

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

/// Where states are to go: each lane keeps its own if nothing else is said.
struct Moves<V: Lanes> {
    /// Solved states to their queue.
    solved: Option<V::Picks>,
    /// States that will be split, to a row.
    pushed: Option<(u32, V)>,
    /// States that will be split, straight to other lanes.
    given: Option<V::Picks>,
    /// Siblings from their rows.
    popped: Option<Popped>,
    /// Fresh states from their queue.
    fresh: Option<V::Picks>,
}

/// The picks of some lanes, if there are any.
#[inline(always)]
fn picks<V: Lanes>(to: u32, from: &[u8; 32]) -> Option<V::Picks> {
    (to != 0).then(|| V::picks(to, from))
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
        let none = V::splat(NO_CHOICE);
        loop {
            let mut halves = Split::of(&self.state);
            if in_order {
                (halves.child, halves.sibling) = (none, none);
            }
            let stuck = verdict.stuck & !verdict.dead;
            let solved = stuck & halves.solved;
            let recorded = self.record(solved, limit, found);
            let split = self.guess(stuck & !solved, most, found);
            let by_cell = split & halves.child.equal(none);
            let freed = (verdict.dead | verdict.stuck | idle) & !split;

            let (given, givers, takers) = self.give(split & !by_cell, verdict.dead);
            let waits = split & !givers;
            let pushed =
                (waits != 0).then(|| (self.waiting.push(waits, &self.lanes), V::mask(waits)));
            let mut free = freed & !takers;
            let popped = self.waiting.pop(free, |p| self.dead[p as usize] != DONE, &mut self.lanes);
            free &= !popped.lanes;

            // What is chosen in each lane, a half of the lane's own state or of what it gets.
            let mut choices = V::select(V::mask(split), halves.child, none);
            if let Some(given) = given {
                choices = choices.with(given, halves.sibling);
            }
            for &(row, lanes) in popped.rows() {
                choices = V::select(V::mask(lanes), self.waiting.row(row).choices, choices);
            }
            if let Some((row, lanes)) = pushed {
                let choices = &mut self.waiting.row_mut(row).choices;
                *choices = V::select(lanes, halves.sibling, *choices);
            }

            let popped = (popped.lanes != 0).then_some(popped);
            let mut moves = Moves { solved: recorded, pushed, given, popped, fresh: None };
            loop {
                let started;
                (moves.fresh, started) = self.start(free, &mut puzzles);
                free &= !started;
                self.carry(&moves);
                if free == 0 || started == 0 {
                    break;
                }
                // The queue was too short.
                moves =
                    Moves { solved: None, pushed: None, given: None, popped: None, fresh: None };
            }
            if by_cell != 0
                && let Some((row, _)) = pushed
            {
                self.split_by_cell(by_cell, row, in_order);
            }
            if !in_order {
                free &= !self.steal(free, &mut choices);
            }
            self.state.choose(choices, freed);
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

    /// Counts the solutions in the `solved` lanes; says which of them are to be written out.
    #[inline(always)]
    fn record(&mut self, solved: u32, limit: u32, found: &mut [Found]) -> Option<V::Picks> {
        let (mut firsts, mut done) = (0, 0);
        for lane in each(solved) {
            let puzzle = self.lanes[lane] as usize;
            if self.dead[puzzle] != DONE {
                let solutions = &mut found[puzzle].solutions;
                firsts |= u32::from(*solutions == 0) << lane;
                *solutions += 1;
                if *solutions == limit {
                    self.dead[puzzle] = DONE;
                }
            }
            done |= u32::from(self.dead[puzzle] == DONE) << lane;
        }
        self.waiting.forget(done, &self.lanes);
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
        picks::<V>(slots, &from)
    }

    /// Counts a guess in every lane that is `stuck`; says which ones it is worth in.
    #[inline(always)]
    fn guess(&mut self, stuck: u32, most: Option<u32>, found: &mut [Found]) -> u32 {
        let mut split = stuck;
        for lane in each(stuck) {
            let puzzle = self.lanes[lane] as usize;
            let guesses = &mut found[puzzle].guesses;
            if Some(*guesses) == most {
                self.dead[puzzle] = DONE;
            }
            if self.dead[puzzle] == DONE {
                split &= !(1 << lane);
            } else {
                *guesses = guesses.saturating_add(1);
            }
        }
        split
    }

    /// Finds lanes among the `dead` ones for the siblings of lanes that will be split; says which
    /// lanes give and which take.
    #[inline(always)]
    fn give(&mut self, split: u32, dead: u32) -> (Option<V::Picks>, u32, u32) {
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
        (picks::<V>(takers, &from), givers, takers)
    }

    /// Finds fresh puzzles for free lanes; says which lanes get one.
    #[inline(always)]
    fn start<'p, P: AsRef<[u8; 81]> + 'p>(
        &mut self,
        free: u32,
        puzzles: &mut impl Iterator<Item = (usize, &'p P)>,
    ) -> (Option<V::Picks>, u32) {
        if free != 0 && self.fresh.count == 0 {
            self.fresh.refill(puzzles);
        }
        let mut from = [0; 32];
        let mut started = 0;
        for lane in each(free).take(self.fresh.count) {
            self.fresh.count -= 1;
            from[lane] = self.fresh.count as u8;
            started |= 1 << lane;
            self.lanes[lane] = self.fresh.puzzles[self.fresh.count];
        }
        (picks::<V>(started, &from), started)
    }

    /// Moves the cells of states.
    #[inline(always)]
    fn carry(&mut self, moves: &Moves<V>) {
        for index in 0..9 {
            let state = &mut self.state.cells.as_chunks_mut::<9>().0[index];
            let mut cells = *state;
            if let Some(solved) = moves.solved {
                let queue = &mut self.solved.cells.as_chunks_mut::<9>().0[index];
                V::pick(queue, solved, &cells);
            }
            if let Some((row, lanes)) = moves.pushed {
                let row = &mut self.waiting.row_mut(row).cells.as_chunks_mut::<9>().0[index];
                for c in 0..9 {
                    row[c] = V::select(lanes, cells[c], row[c]);
                }
            }
            if let Some(given) = moves.given {
                let givers = cells;
                V::pick(&mut cells, given, &givers);
            }
            for &(row, lanes) in moves.popped.iter().flat_map(Popped::rows) {
                let lanes = V::mask(lanes);
                let row = &self.waiting.row(row).cells.as_chunks::<9>().0[index];
                for c in 0..9 {
                    cells[c] = V::select(lanes, row[c], cells[c]);
                }
            }
            if let Some(fresh) = moves.fresh {
                let queue = &self.fresh.cells.as_chunks::<9>().0[index];
                V::pick(&mut cells, fresh, queue);
            }
            *state = cells;
        }
    }

    /// Fills free lanes with the siblings that other lanes left behind; says which got one.
    #[inline(always)]
    fn steal(&mut self, free: u32, choices: &mut V) -> u32 {
        let mut stolen = 0;
        for lane in each(free) {
            self.lanes[lane] = IDLE;
            let needed = |puzzle: u32| self.dead[puzzle as usize] != DONE;
            let Some((from, row, puzzle)) = self.waiting.steal(needed) else { continue };
            if let Some(moved) = picks::<V>(1 << lane, &[from as u8; 32]) {
                let row = self.waiting.row(row);
                for (cell, &waiting) in self.state.cells.iter_mut().zip(&row.cells) {
                    *cell = cell.with(moved, waiting);
                }
                *choices = choices.with(moved, row.choices);
            }
            self.lanes[lane] = puzzle;
            stolen |= 1 << lane;
        }
        stolen
    }

    /// Splits a cell in each of `lanes`, whose states have been pushed to a row: one with the fewest
    /// candidates, or in order the first one. The child gets its lowest digit.
    #[inline(always)]
    fn split_by_cell(&mut self, lanes: u32, row: u32, in_order: bool) {
        let cells = &mut self.state.cells;
        let waiting = &mut self.waiting.row_mut(row).cells;
        let cell = if in_order { first_cell(cells) } else { smallest_cell(cells) };
        let lanes = V::mask(lanes);
        for c in 0..81 {
            let here = lanes.where_zero(cell.xor(V::splat(c as u16)));
            waiting[c] = V::select(here, cells[c].but_lowest(), waiting[c]);
            cells[c] = V::select(here, cells[c].lowest(), cells[c]);
        }
    }
}
