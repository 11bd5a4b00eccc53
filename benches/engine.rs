//! How fast every backend proves that a puzzle has no, one or several solutions, on the lists of a
//! folder (`SHUDU_DATA`, else `../shared/data`) and on the fixture. What is timed is checked
//! against the scalar engine.

use std::fs::File;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{Criterion, Throughput};
use shudu::format::Batch;
use shudu::pipeline::Reader;
use shudu::{Backend, Goal, Grid, Solver};

const LISTS: [&str; 9] = [
    "kaggle_20k.csv",
    "random_minimal_50k.txt",
    "17_clue.txt",
    "magictour_top1465.txt",
    "hardest_1905_11plus.txt",
    "hardest_1106.txt",
    "random_fill_20k.txt",
    "serg_benchmark.txt",
    "course_1000_crlf.txt",
];

/// Puzzles of a list at most: the hard ones take long.
const MOST: usize = 10_000;

fn puzzles(path: &Path) -> Option<Vec<Grid>> {
    let mut reader = Reader::new(File::open(path).ok()?, None);
    let (mut puzzles, mut batch) = (Vec::new(), Batch::default());
    while puzzles.len() < MOST && reader.next(MOST, &mut batch).ok()? {
        puzzles.append(&mut batch.puzzles);
    }
    puzzles.truncate(MOST);
    Some(puzzles)
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let folder = std::env::var_os("SHUDU_DATA").map_or("../shared/data".into(), PathBuf::from);
    let lists = LISTS.map(|name| folder.join(name));
    for path in lists.iter().chain([&"fixtures/puzzles.txt".into()]) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some(puzzles) = puzzles(path) else {
            println!("{name}: skipped, there is no {}", path.display());
            continue;
        };
        let mut expected = Vec::new();
        Solver::new(Backend::Scalar).solve_all(&puzzles, Goal::First, &mut expected);
        let mut group = criterion.benchmark_group(&name);
        group.sample_size(10).throughput(Throughput::Elements(puzzles.len() as u64));
        for backend in Backend::available() {
            let mut solver = Solver::new(backend);
            let mut answers = Vec::new();
            solver.solve_all(&puzzles, Goal::First, &mut answers);
            for (answer, expected) in answers.iter().zip(&expected) {
                assert_eq!((answer.solutions, answer.grid), (expected.solutions, expected.grid));
            }
            let mut counts = Vec::new();
            group.bench_function(format!("count to 2, {backend}"), |bencher| {
                bencher.iter(|| solver.count_all(black_box(&puzzles), 2, &mut counts))
            });
            group.bench_function(format!("first solution, {backend}"), |bencher| {
                bencher.iter(|| solver.solve_all(black_box(&puzzles), Goal::First, &mut answers))
            });
            let guesses: u64 = answers.iter().map(|answer| u64::from(answer.guesses)).sum();
            println!(
                "{name}, {backend}: {:.3} guesses a puzzle",
                guesses as f64 / puzzles.len() as f64
            );
        }
        group.finish();
    }
}
