//! Batches of records, worked on in order.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ordered;
use crate::format::Batch;

/// [`ordered`] for batches of records, whose memory is used again and whose size follows the work:
/// as many records as take some milliseconds, so that neither the hand-over costs anything nor a
/// batch of hard puzzles keeps the next answer, or the end after a signal, waiting.
///
/// `source` is told how many records to put into the batch at most, and says whether there are
/// any; a [`Reader`](super::Reader) is one. Each worker makes an output of a batch; it receives
/// one that was used before, and clears it. `sink` gets both.
pub fn batches<O, E, W>(
    threads: usize,
    mut source: impl FnMut(usize, &mut Batch) -> Result<bool, E> + Send,
    worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(&Batch, &mut O) -> Result<(), E> + Send,
) -> Result<(), E>
where
    O: Default + Send,
    E: Send,
    W: FnMut(&Batch, &mut O),
{
    let pace = Pace::default();
    let spare: Mutex<Vec<(Batch, O)>> = Mutex::default();
    let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    ordered(
        threads,
        || {
            let (mut batch, output) = spare().pop().unwrap_or_default();
            let more = source(pace.room(), &mut batch)?;
            Ok(more.then_some((batch, output)))
        },
        || {
            let (mut work, pace) = (worker(), &pace);
            move |(batch, mut output): (Batch, O)| {
                pace.time(batch.len(), || work(&batch, &mut output));
                (batch, output)
            }
        },
        |(batch, mut output)| {
            sink(&batch, &mut output)?;
            spare().push((batch, output));
            Ok(())
        },
    )
}

/// How many records make a batch.
struct Pace(AtomicUsize);

impl Default for Pace {
    fn default() -> Pace {
        Pace(AtomicUsize::new(Pace::FIRST))
    }
}

impl Pace {
    /// The first batch is small: nothing is known of its puzzles.
    const FIRST: usize = 32;
    const MOST: usize = 2048;
    const SHORT: Duration = Duration::from_millis(5);
    const LONG: Duration = Duration::from_millis(50);

    fn room(&self) -> usize {
        self.0.load(Relaxed)
    }

    /// Does the work on a batch of so many records, and learns from the time that it takes.
    fn time(&self, records: usize, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        let (time, room) = (start.elapsed(), self.room());
        if time < Pace::SHORT && records >= room {
            self.0.store((room * 2).min(Pace::MOST), Relaxed);
        } else if time > Pace::LONG && records <= room {
            self.0.store((records / 2).max(1), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Layout;
    use crate::pipeline::Reader;

    #[test]
    fn every_record_once_and_in_order() {
        let text: String = (0..5000).map(|number| format!("{number:081}\n")).collect();
        for threads in [1, 2] {
            let mut reader = Reader::new(text.as_bytes(), Some(Layout::Line));
            let (mut seen, mut records) = (String::new(), 0);
            batches(
                threads,
                |room, batch| reader.next(room, batch),
                || {
                    |batch: &Batch, output: &mut String| {
                        output.clear();
                        for grid in &batch.puzzles {
                            *output += &grid.to_string().replace('.', "0");
                            output.push('\n');
                        }
                    }
                },
                |batch, output| {
                    assert_eq!(batch.first, records + 1);
                    records += batch.len() as u64;
                    seen += output;
                    Ok(())
                },
            )
            .unwrap();
            assert_eq!(records, 5000);
            assert_eq!(seen, text);
        }
    }

    #[test]
    fn batches_grow_while_they_are_quick_and_shrink_when_they_are_slow() {
        let pace = Pace::default();
        for _ in 0..10 {
            pace.time(pace.room(), || ());
        }
        assert_eq!(pace.room(), Pace::MOST);
        pace.time(1, || ());
        assert_eq!(pace.room(), Pace::MOST, "a short batch says nothing");
        pace.time(Pace::MOST, || std::thread::sleep(Pace::LONG * 2));
        assert_eq!(pace.room(), Pace::MOST / 2);
    }
}
