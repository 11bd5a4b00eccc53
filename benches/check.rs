//! How fast answers are judged once they are read. Everything that is timed is checked.

use std::convert::Infallible;
use std::hint::black_box;

use criterion::{Criterion, Throughput};
use shudu::check::{Judge, Judged, Listener, Report, Rules, Step, Steps, Suspects, Totals};
use shudu::format::Batch;
use shudu::pipeline::Reader;
use shudu::{Grid, verify};

/// Some steps, so that they do not all fit into the fastest cache.
const ANSWERS: usize = 10 * Step::ROOM;

const BOARD: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A board, another one for each number: its digits renamed.
fn board(number: usize) -> String {
    let mut digits: Vec<char> = ('1'..='9').collect();
    let mut rest = number;
    for index in 1..9 {
        digits.swap(index, rest % (index + 1));
        rest /= index + 1;
    }
    let renamed = |digit: char| digits[digit as usize - '1' as usize];
    BOARD.chars().map(renamed).collect()
}

/// Counts what is found.
#[derive(Default)]
struct Findings(u64);

impl Listener for Findings {
    type Error = Infallible;

    fn report(&mut self, _: &Report) -> Result<(), Infallible> {
        self.0 += 1;
        Ok(())
    }

    fn answer(&mut self, _: Judged, _: Option<&Report>) -> Result<(), Infallible> {
        Ok(())
    }
}

fn read(answers: &str, puzzles: &str) -> Vec<Step> {
    let (mut answers, mut puzzles) =
        (Reader::new(answers.as_bytes(), None), Reader::new(puzzles.as_bytes(), None));
    let mut steps = Steps::new(
        |batch: &mut Batch| answers.fill(Step::ROOM, batch),
        Some(|batch: &mut Batch| puzzles.fill(Step::ROOM, batch)),
    );
    let mut all = Vec::new();
    loop {
        let mut step = Step::default();
        match steps.next(&mut step) {
            Ok(true) => all.push(step),
            Ok(false) => return all,
            Err(error) => panic!("{error}"),
        }
    }
}

/// All that `check` does with answers and puzzles that were read.
fn judge(steps: &[Step], suspects: &mut Suspects) -> (Totals, u64) {
    let (rules, mut findings) = (Rules::default(), Findings::default());
    let mut judge = Judge::new(rules);
    for step in steps {
        step.suspects(&rules, suspects);
        let Ok(()) = judge.step(step, suspects, &mut findings);
    }
    (judge.totals().clone(), findings.0)
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let boards: Vec<String> = (0..ANSWERS).map(board).collect();
    let puzzle = |board: &String| -> String {
        board
            .chars()
            .enumerate()
            .map(|(cell, digit)| if cell % 3 == 0 { digit } else { '.' })
            .collect()
    };
    let puzzles: Vec<String> = boards.iter().map(puzzle).collect();
    let right = boards.join("\n");
    // In every hundredth answer, two digits have changed places.
    let swapped = |(index, board): (usize, &String)| match index % 100 {
        50 => [&board[1..2], &board[..1], &board[2..]].concat(),
        _ => board.clone(),
    };
    let wrong = boards.iter().enumerate().map(swapped).collect::<Vec<_>>().join("\n");

    let mut group = criterion.benchmark_group("check");
    group.throughput(Throughput::Elements(ANSWERS as u64));

    let grids = |texts: &[String]| -> Vec<Grid> {
        texts.iter().filter_map(|text| text.parse().ok()).collect()
    };
    let pairs: Vec<_> = grids(&puzzles).into_iter().zip(grids(&boards)).collect();
    let hold = || pairs.iter().filter(|(puzzle, board)| verify::is_solution(puzzle, board)).count();
    assert_eq!(hold(), ANSWERS);
    group.bench_function("rules", |bencher| bencher.iter(|| black_box(hold())));

    let bad = (0..ANSWERS).filter(|index| index % 100 == 50).count();
    for (name, answers, bad) in [("right", right, 0), ("wrong", wrong, bad)] {
        let steps = read(&answers, &puzzles.join("\n"));
        let mut suspects = Suspects::default();
        let mut check = || {
            let (totals, findings) = judge(black_box(&steps), &mut suspects);
            assert_eq!(totals.right, (ANSWERS - bad) as u64);
            assert_eq!(findings, bad as u64);
        };
        check();
        group.bench_function(name, |bencher| bencher.iter(&mut check));
    }
    group.finish();
    criterion.final_summary();
}
