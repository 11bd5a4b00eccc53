//! The whole program, as its users run it: exact output, exact files, exact status.

mod check;
mod convert;
mod count;
mod generate;
mod harness;
mod help;
mod pipes;
mod resume;
mod solve;
mod target;
