//! `shudu` (数独): Sudoku by the file.
//!
//! Bytes become puzzles ([`mod@format`]), puzzles become answers ([`solver`]), answers are judged by
//! the rules alone ([`verify`]) and become bytes again ([`mod@format`]); [`pipeline`] joins these in
//! input order, on as many threads as there are.
//!
//! ```
//! use shudu::{Grid, Solutions, Solver};
//!
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let answer = Solver::default().solve(&puzzle);
//! assert_eq!(answer.solutions, Solutions::One);
//! assert!(shudu::verify::is_solution(&puzzle, &answer.grid));
//! # Ok::<(), shudu::error::GridError>(())
//! ```

pub mod check;
pub mod error;
pub mod format;
pub mod generate;
pub mod grid;
pub mod lanes;
pub mod pipeline;
pub mod solver;
pub mod verify;

pub use grid::Grid;
pub use lanes::Backend;
pub use solver::{Answer, Goal, Solutions, Solver};
