//! What a run before this one has left in the answers file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use shudu::Grid;
use shudu::format::Batch;
use shudu::format::write::Output;

use crate::cli::output::Destination;
use crate::cli::words;

/// The answers of a run before this one: whole blocks, and maybe a torn one at the end. They are
/// not trusted.
pub(super) struct Kept {
    file: Option<Mutex<File>>,
    name: String,
    blocks: Blocks,
    answers: u64,
    tail: Vec<u8>,
}

impl Kept {
    /// No such answers.
    pub(super) fn nothing(to: Output) -> Kept {
        let blocks = Blocks::of(to);
        Kept { file: None, name: String::new(), blocks, answers: 0, tail: Vec::new() }
    }

    /// Those that are in a file, if it exists. It is locked from now on, and not yet changed.
    pub(super) fn open(destination: &mut Destination, to: Output) -> anyhow::Result<Kept> {
        let Some(mut file) = destination.reopen()? else { return Ok(Kept::nothing(to)) };
        let name = destination.name().to_string();
        let length = file.metadata().with_context(|| name.clone())?.len();
        let blocks = Blocks::of(to);
        let answers = blocks.whole(length);
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(blocks.end(answers)))
            .and_then(|_| file.read_to_end(&mut tail))
            .with_context(|| name.clone())?;
        Ok(Kept { file: Some(Mutex::new(file)), name, blocks, answers, tail })
    }

    /// How many whole answers there are.
    pub(super) fn answers(&self) -> u64 {
        self.answers
    }

    /// The bytes that they take.
    pub(super) fn length(&self) -> u64 {
        self.blocks.end(self.answers)
    }

    /// Checks that the file does not go on after the answers to all `puzzles`.
    pub(super) fn check_end(&self, puzzles: u64) -> anyhow::Result<()> {
        if self.answers > puzzles || (self.answers == puzzles && !self.tail.is_empty()) {
            let puzzles = words::count(puzzles, "puzzle");
            bail!("{}: goes on after the answers to {puzzles}; nothing was changed", self.name);
        }
        Ok(())
    }

    /// What became of the answers, once those to all `puzzles` are there.
    pub(super) fn summary(&self, puzzles: u64) -> String {
        match self.answers {
            0 => "no answer to keep".to_string(),
            kept if kept == puzzles => format!("{}: all answers were there", self.name),
            kept => format!("{}: kept {}", self.name, words::count(kept, "answer")),
        }
    }

    /// How many of `room` records after the first `records` fit in a batch of which all answers
    /// are kept, or none.
    pub(super) fn room(&self, records: u64, room: usize) -> usize {
        match usize::try_from(self.answers.saturating_sub(records)) {
            Ok(0) | Err(_) => room,
            Ok(left) => room.min(left),
        }
    }

    /// Reads the answers to a batch into `text`, which stays empty if they are not kept.
    pub(super) fn read(&self, batch: &Batch, text: &mut Vec<u8>) -> anyhow::Result<()> {
        text.clear();
        let Some(file) = self.file.as_ref().filter(|_| batch.first <= self.answers) else {
            return Ok(());
        };
        let Range { start, end } = self.blocks.bytes(batch.first, batch.len());
        text.resize((end - start) as usize, 0);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))
            .and_then(|_| file.read_exact(text))
            .with_context(|| self.name.clone())
    }

    /// The answer to a record of a batch, from the text that was read for it.
    pub(super) fn answer(&self, batch: &Batch, index: usize, text: &[u8]) -> Option<Grid> {
        let start = self.blocks.bytes(batch.first, 0).start;
        let block = self.blocks.bytes(batch.first + index as u64, 1);
        let block = text.get((block.start - start) as usize..(block.end - start) as usize)?;
        // In every layout the answer is what stands last.
        let mut cells = [0; 81];
        let digits = block.iter().rev().filter(|byte| byte.is_ascii_digit());
        for (cell, digit) in cells.iter_mut().rev().zip(digits) {
            *cell = digit - b'0';
        }
        Grid::new(cells)
    }

    /// Checks that the torn block at the end may have been an answer to the puzzle after those
    /// that are answered.
    pub(super) fn check_tail(&self, puzzle: &Grid, to: Output) -> anyhow::Result<()> {
        let mut blank = Vec::new();
        if self.answers == 0 {
            blank.extend(to.header().bytes());
        }
        to.write(self.answers + 1, puzzle, puzzle, &mut blank);
        let fits =
            |(byte, blank): (&u8, &u8)| byte == blank || (*blank == b'0' && byte.is_ascii_digit());
        if !self.tail.iter().zip(&blank).all(fits) {
            return self.refuse(self.answers + 1);
        }
        Ok(())
    }

    /// The error of an answer that can't have come from this puzzle.
    pub(super) fn refuse<T>(&self, number: u64) -> anyhow::Result<T> {
        bail!(
            "{}: answer {number} does not belong to puzzle {number}; nothing was changed",
            self.name
        )
    }
}

/// The command line that continues the run of this one, to be typed into a shell.
pub(super) fn command(arguments: impl Iterator<Item = String>) -> String {
    let plain = |char: char| char.is_alphanumeric() || "-_./,:=+@%".contains(char);
    let quoted = |argument: String| match argument.is_empty() || !argument.chars().all(plain) {
        true => format!("'{}'", argument.replace('\'', r"'\''")),
        false => argument,
    };
    let mut words: Vec<String> = arguments.map(quoted).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_string());
    }
    words.join(" ")
}

/// Where the blocks of answers stand in a file: all but the first are of one length.
#[derive(Clone, Copy)]
struct Blocks {
    header: u64,
    first: u64,
    other: u64,
}

impl Blocks {
    fn of(to: Output) -> Blocks {
        let length = |number| {
            let mut text = Vec::new();
            to.write(number, &Grid::EMPTY, &Grid::EMPTY, &mut text);
            text.len() as u64
        };
        Blocks { header: to.header().len() as u64, first: length(1), other: length(2) }
    }

    /// Where the block of an answer, counted from 1, ends. There is nothing before the first.
    fn end(&self, number: u64) -> u64 {
        match number {
            0 => 0,
            _ => self.header + self.first + (number - 1) * self.other,
        }
    }

    /// The bytes of some blocks.
    fn bytes(&self, first: u64, count: usize) -> Range<u64> {
        self.end(first - 1)..self.end(first - 1 + count as u64)
    }

    /// How many whole blocks there are in so many bytes.
    fn whole(&self, length: u64) -> u64 {
        match length.checked_sub(self.end(1)) {
            None => 0,
            Some(rest) => 1 + rest / self.other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_can_be_typed() {
        let command = |words: &[&str]| super::command(words.iter().map(|word| word.to_string()));
        assert_eq!(command(&["shudu", "solve", "a.txt"]), "shudu solve a.txt --resume");
        assert_eq!(command(&["shudu", "--resume", "a b"]), "shudu --resume 'a b'");
        assert_eq!(command(&["x", "it's", ""]), r"x 'it'\''s' '' --resume");
    }

    #[test]
    fn blocks_stand_where_they_are_written() {
        for to in [Output::Grid, Output::Line, Output::Csv] {
            let blocks = Blocks::of(to);
            let mut text = to.header().as_bytes().to_vec();
            assert_eq!(blocks.whole(text.len() as u64), 0);
            for number in 1..=3 {
                assert_eq!(blocks.bytes(number, 0).start, blocks.end(number - 1));
                assert_eq!(blocks.whole(text.len() as u64), number - 1);
                to.write(number, &Grid::EMPTY, &Grid::EMPTY, &mut text);
                assert_eq!(blocks.end(number), text.len() as u64);
                assert_eq!(blocks.whole(text.len() as u64), number);
                assert_eq!(blocks.whole(text.len() as u64 - 1), number - 1);
            }
        }
    }
}
