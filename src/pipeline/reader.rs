//! Bytes become batches of records.

use std::io::{self, ErrorKind, Read};

use crate::error::Notice;
use crate::format::{Batch, Layout, Parser};

/// How much is asked for in one call: large enough to make the calls cheap, small enough for the
/// cache. A small input shall not pay for it, so the first call asks for less.
const PIECE: usize = 1 << 20;
const FIRST_PIECE: usize = 1 << 15;

/// Records read from a file, a pipe or standard input.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    parser: Parser,
    /// What was read and is not yet parsed stands in `buffer[start..filled]`.
    buffer: Vec<u8>,
    start: usize,
    filled: usize,
    /// How much the next call asks for.
    piece: usize,
    end: bool,
}

impl<R: Read> Reader<R> {
    /// Reads records of `layout`, or of the layout that the text turns out to have.
    pub fn new(input: R, layout: Option<Layout>) -> Reader<R> {
        let parser = Parser::new(layout);
        let (buffer, piece) = (Vec::new(), FIRST_PIECE);
        Reader { input, parser, buffer, start: 0, filled: 0, piece, end: false }
    }

    /// The next records, at most `room` of them, as soon as there is one; `false` at the end of
    /// the input. An input that says [`Interrupted`](ErrorKind::Interrupted) is asked again; one
    /// that says [`TimedOut`](ErrorKind::TimedOut) too, but a puzzle of nine whole rows is not kept
    /// waiting then for what may stand behind it.
    pub fn next(&mut self, room: usize, batch: &mut Batch) -> io::Result<bool> {
        batch.clear();
        loop {
            let text = &self.buffer[self.start..self.filled];
            self.start += self.parser.feed(text, self.end, room, batch);
            if !batch.is_empty() {
                return Ok(true);
            }
            if self.end {
                return Ok(false);
            }
            if !self.read()? {
                let text = &self.buffer[self.start..self.filled];
                self.start += self.parser.pause(text, batch);
                if !batch.is_empty() {
                    return Ok(true);
                }
            }
        }
    }

    /// What is to be said about the input as a whole, once its end has been reached.
    pub fn notices(&self) -> &[Notice] {
        self.parser.notices()
    }

    /// The next `room` records, fewer only at the end of the input. The batches of two inputs
    /// that are read in step have equal numbers.
    pub fn fill(&mut self, room: usize, batch: &mut Batch) -> io::Result<()> {
        batch.clear();
        loop {
            let text = &self.buffer[self.start..self.filled];
            self.start += self.parser.feed(text, self.end, room, batch);
            if batch.len() >= room || self.end {
                return Ok(());
            }
            self.read()?;
        }
    }

    /// Reads what there is; `false` if nothing comes for now.
    fn read(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.start..self.filled, 0);
        self.filled -= self.start;
        self.start = 0;
        if self.buffer.len() < self.filled + self.piece {
            self.buffer.resize(self.filled + self.piece, 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(length) => {
                    self.filled += length;
                    self.end = length == 0;
                    if length >= self.piece {
                        self.piece = (2 * self.piece).min(PIECE);
                    }
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(false),
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes a few at a time, and is interrupted before each.
    struct Trickle {
        bytes: Vec<u8>,
        at: usize,
        step: usize,
        interrupted: bool,
    }

    impl Read for Trickle {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.interrupted = !self.interrupted;
            if self.interrupted {
                return Err(ErrorKind::Interrupted.into());
            }
            let length = self.step.min(self.bytes.len() - self.at).min(buffer.len());
            buffer[..length].copy_from_slice(&self.bytes[self.at..self.at + length]);
            self.at += length;
            Ok(length)
        }
    }

    fn puzzle(number: usize) -> String {
        format!("{:081}\n", number)
    }

    #[test]
    fn records_do_not_depend_on_the_pieces() {
        let text: String = (0..100).map(puzzle).collect();
        for step in [1, 7, 82, 1000, 1 << 20] {
            for room in [1, 3, 1000] {
                let bytes = text.clone().into_bytes();
                let input = Trickle { bytes, at: 0, step, interrupted: false };
                let mut reader = Reader::new(input, Some(Layout::Line));
                let (mut batch, mut seen) = (Batch::default(), String::new());
                while reader.next(room, &mut batch).unwrap() {
                    assert!((1..=room).contains(&batch.len()));
                    for grid in &batch.puzzles {
                        seen.push_str(&grid.to_string().replace('.', "0"));
                        seen.push('\n');
                    }
                }
                assert_eq!(seen, text, "{step} bytes at a time, {room} records");
            }
        }
    }

    #[test]
    fn a_record_is_given_before_the_next_one_is_there() {
        struct Once(bool);
        impl Read for Once {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0, "read again though there is a record");
                self.0 = true;
                let text = puzzle(1);
                buffer[..text.len()].copy_from_slice(text.as_bytes());
                Ok(text.len())
            }
        }
        let mut batch = Batch::default();
        let mut reader = Reader::new(Once(false), Some(Layout::Line));
        assert!(reader.next(1000, &mut batch).unwrap());
        assert_eq!(batch.len(), 1);
    }

    #[test]
    fn nine_rows_are_not_kept_waiting() {
        /// Gives one piece after the other, with a pause behind each.
        struct Pauses(Vec<&'static str>, bool);
        impl Read for Pauses {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.1 = !self.1;
                if !self.1 {
                    return Err(ErrorKind::TimedOut.into());
                }
                let text = if self.0.is_empty() { "" } else { self.0.remove(0) };
                buffer[..text.len()].copy_from_slice(text.as_bytes());
                Ok(text.len())
            }
        }
        let rows = "1 2 3 4 5 6 7 8 9\n4 5 6 7 8 9 1 2 3\n7 8 9 1 2 3 4 5 6\n";
        let row = "0 0 0 0 0 0 0 0 0\n";
        let pieces = vec![rows, row, row, row, row, row, "0 0 0 0 0", " 0 0 0 0\n", "\n", rows];
        let mut reader = Reader::new(Pauses(pieces, false), None);
        let mut batch = Batch::default();
        assert!(reader.next(1000, &mut batch).unwrap());
        assert_eq!((batch.len(), batch.errors.len(), reader.input.0.len()), (1, 0, 2));
        // Fewer rows are no puzzle, however long the pause.
        assert!(reader.next(1000, &mut batch).unwrap());
        assert_eq!((batch.len(), batch.errors.len()), (1, 1));
        assert!(!reader.next(1000, &mut batch).unwrap());
    }

    #[test]
    fn a_read_error_is_handed_on() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the cable"))
            }
        }
        let error = Reader::new(Broken, None).next(1, &mut Batch::default()).unwrap_err();
        assert_eq!(error.to_string(), "the cable");
    }
}
