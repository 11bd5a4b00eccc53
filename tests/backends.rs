//! One suite that every backend passes, each against the naive oracle.

mod naive;

use naive::Random;
use shudu::{Answer, Backend, Goal, Grid, Solutions, Solver, verify};

/// Runs a test on every backend that this machine has, and says which it has not.
fn each(test: impl Fn(&mut Solver)) {
    let available: Vec<Backend> = Backend::available().collect();
    for backend in Backend::ALL {
        if available.contains(&backend) {
            println!("{backend}");
            test(&mut Solver::new(backend));
        } else {
            println!("{backend}: skipped, this machine does not have it");
        }
    }
}

fn parse(text: &str) -> Grid {
    text.parse().unwrap()
}

fn solve_all(solver: &mut Solver, puzzles: &[Grid], goal: Goal) -> Vec<Answer> {
    let mut answers = Vec::new();
    solver.solve_all(puzzles, goal, &mut answers);
    assert_eq!(answers.len(), puzzles.len());
    answers
}

/// What the oracle says of a puzzle, if it can finish.
fn expected(puzzle: &Grid) -> Option<(Solutions, Grid)> {
    let (count, first) = naive::search(puzzle, 2, 1_000_000)?;
    let solutions = match count {
        0 => Solutions::None,
        1 => Solutions::One,
        _ => Solutions::Several,
    };
    Some((solutions, first.unwrap_or(*puzzle)))
}

#[test]
fn random_puzzles_as_the_oracle_solves_them() {
    let mut random = Random::new(1);
    let mut puzzles: Vec<Grid> = (0..2000).map(|n| random.puzzle(25 + n % 21)).collect();
    for n in (0..2000).step_by(5) {
        puzzles[n] = random.spoil(&puzzles[n]);
    }
    let expected: Vec<_> = puzzles.iter().map(expected).collect();
    let seen = |wanted| expected.iter().flatten().filter(|(status, _)| *status == wanted).count();
    assert!(expected.iter().flatten().count() > 1900, "the oracle gave up too often");
    assert!(seen(Solutions::None) > 200, "{}", seen(Solutions::None));
    assert!(seen(Solutions::One) > 150, "{}", seen(Solutions::One));
    assert!(seen(Solutions::Several) > 700, "{}", seen(Solutions::Several));
    each(|solver| {
        let answers = solve_all(solver, &puzzles, Goal::First);
        for ((puzzle, answer), expected) in puzzles.iter().zip(&answers).zip(&expected) {
            if let Some(expected) = expected {
                assert_eq!((answer.solutions, answer.grid), *expected, "{puzzle}");
            }
        }
    });
}

#[test]
fn counts_up_to_a_limit_as_the_oracle_counts() {
    let mut random = Random::new(2);
    let puzzles: Vec<Grid> = (0..300).map(|n| random.puzzle(26 + n % 15)).collect();
    let limits = [0, 1, 2, 3, 100, 5000];
    let expected = limits.map(|limit| {
        let count = |puzzle| naive::search(puzzle, limit.into(), 1_000_000).map(|(count, _)| count);
        puzzles.iter().map(count).collect::<Vec<_>>()
    });
    each(|solver| {
        for (&limit, expected) in limits.iter().zip(&expected) {
            let mut counts = Vec::new();
            solver.count_all(&puzzles, limit, &mut counts);
            for ((puzzle, &count), expected) in puzzles.iter().zip(&counts).zip(expected) {
                if let Some(expected) = *expected {
                    assert_eq!(u64::from(count), expected, "{puzzle}, limit {limit}");
                }
            }
        }
    });
}

#[test]
fn any_solution_is_a_solution() {
    let mut random = Random::new(3);
    let mut puzzles: Vec<Grid> = (0..500).map(|n| random.puzzle(n % 60)).collect();
    puzzles.push(parse(&format!("55{}", ".".repeat(79))));
    each(|solver| {
        let answers = solve_all(solver, &puzzles, Goal::Any);
        let (last, others) = answers.split_last().unwrap();
        assert_eq!((last.solutions, last.grid), (Solutions::None, puzzles[500]));
        for (puzzle, answer) in puzzles.iter().zip(others) {
            assert_eq!(answer.solutions, Solutions::Some);
            assert!(verify::is_solution(puzzle, &answer.grid), "{puzzle}");
        }
    });
}

/// The first solution of puzzles that a depth-first search in row-major order cannot finish, or
/// that have more solutions than anyone could look at.
#[test]
fn the_first_of_many_solutions() {
    let cases = [
        // The empty grid.
        (
            ".................................................................................",
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
        ),
        // The first band filled.
        (
            "123456789456789123789123456......................................................",
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
        ),
        // Two solutions that differ in four cells.
        (
            "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179",
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        ),
    ];
    each(|solver| {
        for (puzzle, solution) in cases {
            let answer = solver.solve(&parse(puzzle));
            assert_eq!(answer.solutions, Solutions::Several);
            assert_eq!(answer.grid.to_string(), solution);
        }
    });
}

/// No solution is less: with the answer kept up to some cell, and a smaller digit there, the oracle
/// finds none.
#[test]
fn few_clues_and_the_last_cells() {
    let mut random = Random::new(4);
    let mut puzzles = Vec::new();
    // One clue in the last row makes a plain search fail late.
    for digit in 1..=9 {
        let mut puzzle = Grid::EMPTY;
        puzzle.set(72 + usize::from(digit - 1), digit);
        puzzles.push(puzzle);
    }
    puzzles.extend((0..100).map(|n| random.puzzle(n % 20)));
    each(|solver| {
        for (puzzle, answer) in puzzles.iter().zip(solve_all(solver, &puzzles, Goal::First)) {
            assert!(verify::is_solution(puzzle, &answer.grid), "{puzzle}");
            // The first 45 cells are fixed: the oracle can finish from there.
            let mut ahead = answer.grid;
            (45..81).for_each(|cell| ahead.set(cell, puzzle.get(cell)));
            let first = naive::search(&ahead, 1, u64::MAX).unwrap().1;
            assert_eq!(first, Some(answer.grid), "{puzzle}");
            for cell in (0..45).filter(|&cell| puzzle.get(cell) == 0) {
                for digit in 1..answer.grid.get(cell) {
                    let mut smaller = *puzzle;
                    (0..cell).for_each(|before| smaller.set(before, answer.grid.get(before)));
                    smaller.set(cell, digit);
                    if let Some((count, _)) = naive::search(&smaller, 1, 20_000) {
                        assert_eq!(count, 0, "{puzzle}: {digit} in cell {cell} is less");
                    }
                }
            }
        }
    });
}

/// The cases of the repository that say how many solutions a puzzle has.
#[test]
fn the_known_cases() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/cases.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let cases: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let cases: Vec<_> = cases.iter().filter(|case| case["kind"] == "status").collect();
    assert!(cases.len() > 50);
    let puzzles: Vec<Grid> =
        cases.iter().map(|case| parse(case["input"].as_str().unwrap())).collect();
    each(|solver| {
        for (case, answer) in cases.iter().zip(solve_all(solver, &puzzles, Goal::First)) {
            let expected = match case["expected"]["status"].as_str().unwrap() {
                "unique" => Solutions::One,
                "multiple" => Solutions::Several,
                "none" | "invalid" => Solutions::None,
                other => panic!("{other}"),
            };
            assert_eq!(answer.solutions, expected, "{}", case["id"]);
            if let Some(solution) = case["expected"]["solution"].as_str() {
                assert_eq!(answer.grid, parse(solution), "{}", case["id"]);
            }
        }
    });
}

#[test]
fn no_puzzles_no_answers() {
    each(|solver| {
        assert_eq!(solve_all(solver, &[], Goal::First), []);
        let mut counts = vec![7];
        solver.count_all(&[], 2, &mut counts);
        assert!(counts.is_empty());
    });
}

#[test]
fn many_states_that_wait() {
    // Every lane goes down a different, deep path, and its siblings wait.
    let mut random = Random::new(7);
    let puzzles: Vec<Grid> = (0..70).map(|n| random.puzzle(n % 9)).collect();
    each(|solver| {
        let mut counts = Vec::new();
        solver.count_all(&puzzles, 2_000, &mut counts);
        assert_eq!(counts, [2_000; 70]);
    });
}

#[test]
fn a_limit_of_zero_needs_no_search() {
    each(|solver| {
        let mut counts = Vec::new();
        solver.count_all(&[Grid::EMPTY; 40], 0, &mut counts);
        assert_eq!(counts, [0; 40]);
    });
}
