//! Judging a file of answers: what is wrong in it, and where?
//!
//! The rules are those of [`verify`](crate::verify); this module knows about files. Answers and
//! puzzles are read in step ([`Steps`]), the answers that may be wrong are picked out by any number
//! of threads ([`Step::suspects`]), and what is wrong with them is said in the order of the file
//! ([`Judge`]).

mod boards;
mod finding;
mod judge;
mod layout;
mod steps;
mod verdict;

pub use boards::{Boards, Key};
pub use finding::{Finding, Kind, Problem, Report, Source, Tally};
pub use judge::Judge;
pub use layout::{Deviation, Deviations, Inspector};
pub use steps::{Step, Steps, Suspects};
pub use verdict::{Judged, Listener, Rules, Totals, Verdict};
