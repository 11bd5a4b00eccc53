//! The whole program, as its users run it: exact output, exact files, exact status.

mod harness;
mod solve;
