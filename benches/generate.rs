//! How fast boards and puzzles are made on one core. Everything that is timed is checked.

use std::collections::HashSet;

use criterion::{Criterion, Throughput};
use shudu::generate::{Generator, Kind, Made, Symmetry, Wishes};
use shudu::{Backend, Solver, verify};

const ITEMS: u64 = 4096;

/// All of them right, and no two equal.
fn check(made: &[Made]) {
    let mut counts = Vec::new();
    let puzzles: Vec<_> = made.iter().map(|made| made.puzzle).collect();
    Solver::default().count_all(&puzzles, 2, &mut counts);
    assert!(counts.iter().all(|&count| count == 1));
    assert!(made.iter().all(|made| verify::is_solution(&made.puzzle, &made.answer)));
    assert_eq!(puzzles.iter().collect::<HashSet<_>>().len(), made.len());
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let boards = Wishes { kind: Kind::Boards, ..Wishes::default() };
    let minimal = Wishes { minimal: true, ..Wishes::default() };
    let symmetric = Wishes { symmetry: Symmetry::Rotational, ..Wishes::default() };
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(ITEMS));
    for (name, wishes) in [
        ("boards", boards),
        ("puzzles", Wishes::default()),
        ("minimal", minimal),
        ("symmetric", symmetric),
    ] {
        let Ok(mut generator) = Generator::new(&wishes, 1, Backend::detect()) else { continue };
        let (mut made, mut next) = (Vec::new(), 0);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                made.clear();
                let result = generator.make(next..next + ITEMS, &mut made);
                next += ITEMS;
                result
            });
        });
        check(&made);
    }
    group.finish();
    criterion.final_summary();
}
