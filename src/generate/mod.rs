//! Boards and puzzles from a seed.
