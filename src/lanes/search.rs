//! The search: every lane works on a state of some puzzle, until it is stuck or dead.
//!
//! States wait on one stack that all puzzles share. A stuck lane is split in two: the child goes
//! on in its lane, the sibling goes into a free lane, or onto the stack. Fresh puzzles are put on
//! the stack too, when it runs out, so that filling a lane always means taking a state from there.

use super::kernel::{ALL, Configurations, State, Verdict, three};
use super::lanes::Lanes;
use super::stack::{Solved, Stack};

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

/// The entry points that an instruction set compiles for itself.
pub(super) trait Rounds: Lanes {
    /// A round that does not say which lanes are stuck.
    fn light(state: &mut State<Self>) -> Verdict;
    /// A round that does.
    fn full(state: &mut State<Self>) -> Verdict;
    /// [`Search::run`].
    fn search<P: AsRef<[u8; 81]>>(
        search: &mut Search<Self>,
        puzzles: &[P],
        limit: u32,
        found: &mut [Found],
    );
}

/// No puzzle.
const IDLE: u32 = u32::MAX;

/// The memory of a search.
pub(super) struct Search<V> {
    state: State<V>,
    /// The puzzle in each lane.
    lanes: [u32; 32],
    stack: Stack,
    solved: Solved,
    /// Lanes just filled with states of a puzzle that has reached its limit.
    doomed: u32,
}

/// How a lane will be split.
struct Split<V> {
    /// The lanes that are solved, if they are stuck and alive.
    solved: u32,
    /// The band (stack) to split in each lane, as `index`, or more than 5 if no digit has exactly
    /// two configurations in any.
    band: V,
    configurations: [[V; 6]; 6],
    /// The digits with exactly two configurations in each band.
    two: [V; 6],
}

/// Where states go, as sets of lanes.
#[derive(Default)]
struct Moves {
    /// Lanes to be split.
    split: u32,
    /// Lanes that get a sibling, and for each lane where it comes from.
    sibling: u32,
    sibling_from: [u8; 32],
    /// Lanes whose sibling goes to the stack, in the order given there.
    push: usize,
    push_from: [u8; 32],
    /// Lanes filled from the stack; the number of the state among the popped ones.
    pop: u32,
    pop_from: [u8; 32],
    popped: usize,
    /// Solved lanes to be written.
    solved: usize,
    solved_from: [u8; 32],
}

/// The lanes of a set, ascending.
fn each(mut bits: u32) -> impl Iterator<Item = usize> {
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
            stack: Stack::new(),
            solved: Solved::new(),
            doomed: 0,
        }
    }

    /// Searches all `puzzles`, each until `limit` solutions are known; `found` has one entry for
    /// each.
    #[inline(always)]
    pub(super) fn run<P: AsRef<[u8; 81]>>(
        &mut self,
        puzzles: &[P],
        limit: u32,
        found: &mut [Found],
    ) {
        let everyone = ((1u64 << V::LANES) - 1) as u32;
        // Lanes that are dead or stuck wait until this many are: a pass over them costs as much
        // as a round.
        let patience = V::LANES as u32 * 7 / 16;
        let mut fresh = puzzles.iter().enumerate();
        self.stack.height = 0;
        self.lanes = [IDLE; 32];
        let mut verdict = Verdict { dead: everyone, stuck: 0 };
        let mut idle = everyone;
        loop {
            let split = self.choose();
            let mut moves = Moves::default();
            let stuck = verdict.stuck & !verdict.dead & !idle;
            let solved = stuck & split.solved;
            let cancelled = self.record(solved, limit, found, &mut moves);
            moves.split = stuck & !solved & !cancelled;
            let free = (verdict.dead | cancelled | solved | idle) & everyone & !moves.split;
            idle = self.deal(free, &mut fresh, limit, found, &mut moves);
            if moves.solved > 0 {
                self.keep_solved(&moves, found);
            }
            if idle == everyone {
                break;
            }
            if moves.popped > 0 {
                self.fill(&moves);
            }
            if moves.split != 0 {
                self.split(&split, &moves);
            }
            self.state.forget_triads(moves.sibling | moves.pop);
            // No state may wait longer than the others need to reach it.
            let needed = patience.min((everyone & !idle).count_ones());
            loop {
                let light = V::light(&mut self.state);
                verdict = V::full(&mut self.state);
                verdict.dead |= light.dead | self.doomed;
                verdict.dead &= !idle;
                verdict.stuck &= !idle;
                if (verdict.dead | verdict.stuck).count_ones() >= needed {
                    break;
                }
            }
        }
        self.solved.flush::<V>(0, found);
    }

    /// Looks at the configurations of all bands: which lanes are solved, and what to split in the
    /// others: the band with the fewest configurations of those with a digit that has exactly two.
    #[inline(always)]
    fn choose(&self) -> Split<V> {
        let zero = V::splat(0);
        let mut unsolved = zero;
        let mut key = V::splat(0x7fff);
        let mut configurations = [[zero; 6]; 6];
        let mut two = [zero; 6];
        for band in 0..6 {
            let Configurations { even, odd } = self.configurations(band);
            // How many configurations each digit has, in binary.
            let (ones_even, ones_odd) =
                (even[0].xor3(even[1], even[2]), odd[0].xor3(odd[1], odd[2]));
            let (twos_even, twos_odd) =
                (even[0].majority(even[1], even[2]), odd[0].majority(odd[1], odd[2]));
            let carry = ones_even.and(ones_odd);
            let ones = ones_even.xor(ones_odd);
            let twos = twos_even.xor3(twos_odd, carry);
            let fours = twos_even.majority(twos_odd, carry);
            unsolved = unsolved.or3(twos, fours);
            two[band] = twos.and_neither(ones, fours);
            let (n1, n2, n4) = (ones.count_ones(), twos.count_ones(), fours.count_ones());
            let n4 = n4.add(n4);
            let n24 = n2.add(n4);
            let total = n1.add(n24.add(n24));
            let by_eight = {
                let a = total.add(total);
                let a = a.add(a);
                a.add(a)
            };
            let this = by_eight.or(V::splat(band as u16));
            let none = V::mask(!two[band].nonzero());
            key = key.min(this.or(none.and(V::splat(0x7fff))));
            configurations[band] = [even[0], even[1], even[2], odd[0], odd[1], odd[2]];
        }
        let band = key.and(V::splat(7)).or(V::mask(key.equal(V::splat(0x7fff))));
        Split { solved: !unsolved.nonzero(), band, configurations, two }
    }

    /// The configurations of band `0..3`, or of stack `3..6`.
    #[inline(always)]
    fn configurations(&self, band: usize) -> Configurations<V> {
        let (rows, columns) = (&self.state.rows, &self.state.columns);
        Configurations::of(&if band < 3 {
            let at = 9 * band;
            [three(rows, at), three(rows, at + 3), three(rows, at + 6)]
        } else {
            let at = 3 * (band - 3);
            [three(columns, at), three(columns, at + 9), three(columns, at + 18)]
        })
    }

    /// Counts the solutions in the `solved` lanes; says which lanes work on a puzzle that has
    /// reached the limit.
    #[inline(always)]
    fn record(&mut self, solved: u32, limit: u32, found: &mut [Found], moves: &mut Moves) -> u32 {
        let mut cancelled = 0;
        for lane in each(solved) {
            let puzzle = self.lanes[lane];
            let entry = &mut found[puzzle as usize];
            if entry.solutions == limit {
                continue;
            }
            entry.solutions += 1;
            if entry.solutions == 1 {
                self.solved.puzzles[self.solved.count + moves.solved] = puzzle;
                moves.solved_from[moves.solved] = lane as u8;
                moves.solved += 1;
            }
            if entry.solutions == limit {
                for (other, &at) in self.lanes.iter().enumerate() {
                    cancelled |= u32::from(at == puzzle) << other;
                }
            }
        }
        cancelled
    }

    /// Decides where siblings go and what fills the free lanes; says which lanes stay idle.
    #[inline(always)]
    fn deal<'p, P: AsRef<[u8; 81]> + 'p>(
        &mut self,
        mut free: u32,
        fresh: &mut impl Iterator<Item = (usize, &'p P)>,
        limit: u32,
        found: &mut [Found],
        moves: &mut Moves,
    ) -> u32 {
        let mut pushed = [0; 32];
        for lane in each(moves.split) {
            let puzzle = self.lanes[lane];
            found[puzzle as usize].guesses += 1;
            if free != 0 {
                let to = free.trailing_zeros() as usize;
                free &= free - 1;
                moves.sibling |= 1 << to;
                moves.sibling_from[to] = lane as u8;
                self.lanes[to] = puzzle;
            } else {
                pushed[moves.push] = puzzle;
                moves.push_from[moves.push] = lane as u8;
                moves.push += 1;
            }
        }
        self.stack.drop_done(limit, found);
        self.stack.make_room();
        let wanted = free.count_ones() as usize;
        if self.stack.height < wanted {
            self.stack.refill::<V, P>(wanted, fresh);
        }
        self.doomed = 0;
        moves.popped = wanted.min(self.stack.height);
        let bottom = self.stack.height - moves.popped;
        for i in 0..moves.popped {
            let to = free.trailing_zeros() as usize;
            free &= free - 1;
            moves.pop |= 1 << to;
            moves.pop_from[to] = i as u8;
            let puzzle = self.stack.puzzles[bottom + i];
            self.lanes[to] = puzzle;
            self.doomed |= u32::from(found[puzzle as usize].solutions >= limit) << to;
        }
        for lane in each(free) {
            self.lanes[lane] = IDLE;
        }
        self.stack.height = bottom;
        self.stack.puzzles[bottom..bottom + moves.push].copy_from_slice(&pushed[..moves.push]);
        free
    }

    /// Splits the lanes to be split: the child stays, the sibling goes to a free lane or onto the
    /// stack. Each keeps one of the two configurations of a digit.
    #[inline(always)]
    fn split(&mut self, split: &Split<V>, moves: &Moves) {
        let all = V::splat(ALL);
        let splitting = V::mask(moves.split);
        let mut configurations = [V::splat(0); 6];
        let mut two = V::splat(0);
        let mut elsewhere = [V::splat(0); 6];
        for band in 0..6 {
            let here = V::mask(split.band.equal(V::splat(band as u16))).and(splitting);
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
        let mut rows = [all; 27];
        let mut columns = [all; 27];
        for i in 0..3 {
            for k in 0..3 {
                let (even, odd) = ((k + 3 - i) % 3, 3 + (k + i) % 3);
                let child = first[even].or3(first[odd], others);
                let sibling = second[even].or3(second[odd], others);
                for b in 0..3 {
                    let row = 9 * b + 3 * k + i;
                    self.state.rows[row] = self.state.rows[row].and_either(child, elsewhere[b]);
                    rows[row] = sibling.or(elsewhere[b]);
                    let column = 9 * k + 3 * b + i;
                    self.state.columns[column] =
                        self.state.columns[column].and_either(child, elsewhere[3 + b]);
                    columns[column] = sibling.or(elsewhere[3 + b]);
                }
            }
        }

        let sibling_lanes = V::mask(moves.sibling);
        let to_lanes = V::shuffle(&moves.sibling_from);
        let to_stack = V::shuffle(&moves.push_from);
        let height = self.stack.height;
        // Where no digit has two configurations, a cell with the fewest candidates is split.
        let by_cell = moves.split & split.band.equal(V::splat(u16::MAX));
        let smallest = if by_cell != 0 { self.smallest_cell() } else { all };
        for c in 0..81 {
            let (row, column) = (c / 3, 3 * (c / 9) + c % 3);
            let mut child = self.state.cells[c];
            let mut sibling = child.and3(rows[row], columns[column]);
            if by_cell != 0 {
                let here = V::mask(by_cell & smallest.equal(V::splat(c as u16)));
                child = V::select(here, child.lowest(), child);
                sibling = V::select(here, sibling.but_lowest(), sibling);
            }
            self.state.cells[c] = V::select(sibling_lanes, sibling.shuffled(to_lanes), child);
            if moves.push > 0 {
                sibling.shuffled(to_stack).store(&mut self.stack.cells[c][height..]);
            }
        }
        self.stack.height += moves.push;
    }

    /// Fills lanes from the stack.
    #[inline(always)]
    fn fill(&mut self, moves: &Moves) {
        let lanes = V::mask(moves.pop);
        let from_stack = V::shuffle(&moves.pop_from);
        let bottom = self.stack.height;
        for (cell, waiting) in self.state.cells.iter_mut().zip(self.stack.cells.iter()) {
            let popped = V::load(&waiting[bottom..]).shuffled(from_stack);
            *cell = V::select(lanes, popped, *cell);
        }
    }

    /// Takes the solved states out of their lanes.
    #[inline(always)]
    fn keep_solved(&mut self, moves: &Moves, found: &mut [Found]) {
        let to_front = V::shuffle(&moves.solved_from);
        let count = self.solved.count;
        for (cell, row) in self.state.cells.iter().zip(self.solved.cells.iter_mut()) {
            cell.shuffled(to_front).store(&mut row[count..]);
        }
        self.solved.count += moves.solved;
        self.solved.flush::<V>(V::LANES, found);
    }

    /// A cell with the fewest candidates, but more than one, in each lane.
    #[inline(always)]
    fn smallest_cell(&self) -> V {
        let mut key = V::splat(0x7fff);
        for (c, cell) in self.state.cells.iter().enumerate() {
            let size = cell.but_lowest().count_ones();
            // By 128, to leave room for the cell's index.
            let mut by = size;
            for _ in 0..7 {
                by = by.add(by);
            }
            let none = V::mask(!size.nonzero()).and(V::splat(0x7fff));
            key = key.min(by.or(V::splat(c as u16)).or(none));
        }
        key.and(V::splat(0x7f))
    }
}
