//! Reading one input while another is worked on.

use std::mem;
use std::sync::mpsc;
use std::thread;

use crate::format::Batch;

/// How many batches are read before they are asked for.
const AHEAD: usize = 6;

/// Gives `work` a function with the batches of `source`, one after the other, which a thread of
/// its own reads a little ahead if there may be more `threads` than one. Batches that come back
/// are filled again. Behind the first empty batch, and behind an error, all are empty.
pub fn ahead<E: Send, T>(
    threads: usize,
    mut source: impl FnMut(&mut Batch) -> Result<(), E> + Send,
    work: impl FnOnce(&mut (dyn FnMut(&mut Batch) -> Result<(), E> + Send)) -> T,
) -> T {
    if threads < 2 {
        return work(&mut source);
    }
    let (send, receive) = mpsc::sync_channel(AHEAD);
    let (give_back, spare) = mpsc::channel();
    thread::scope(move |scope| {
        scope.spawn(move || {
            loop {
                let mut batch: Batch = spare.try_recv().unwrap_or_default();
                let read = source(&mut batch).map(|()| batch);
                let more = read.as_ref().is_ok_and(|batch| !batch.is_empty());
                // Nobody asks any more if the work has ended early.
                if send.send(read).is_err() || !more {
                    break;
                }
            }
        });
        work(&mut move |batch| {
            let next = receive.recv().unwrap_or_else(|_| Ok(Batch::default()))?;
            // The thread needs no memory any more if it has ended.
            let _ = give_back.send(mem::replace(batch, next));
            Ok(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Layout;
    use crate::pipeline::Reader;

    #[test]
    fn every_batch_once_and_in_order() {
        let text: String = (0..1000).map(|number| format!("{number:081}\n")).collect();
        for threads in [1, 2] {
            let mut reader = Reader::new(text.as_bytes(), Some(Layout::Line));
            let seen = ahead(
                threads,
                |batch| reader.fill(70, batch),
                |next| {
                    let (mut batch, mut seen) = (Batch::default(), String::new());
                    for read in 0..20 {
                        next(&mut batch).unwrap();
                        assert_eq!(
                            batch.len(),
                            [70, 20, 0][usize::from(read > 13) + usize::from(read > 14)]
                        );
                        for grid in &batch.puzzles {
                            seen += &grid.to_string().replace('.', "0");
                            seen.push('\n');
                        }
                    }
                    seen
                },
            );
            assert_eq!(seen, text);
        }
    }

    #[test]
    fn it_ends_with_the_work_or_with_an_error() {
        for threads in [1, 2] {
            let mut reads = 0;
            let source = |batch: &mut Batch| {
                reads += 1;
                batch.clear();
                batch.puzzles.push(crate::Grid::EMPTY);
                if reads == 10 { Err("the cable") } else { Ok(()) }
            };
            let read = ahead(threads, source, |next| {
                let mut batch = Batch::default();
                (0..20).map(|_| next(&mut batch)).take_while(Result::is_ok).count()
            });
            assert_eq!(read, 9);
            let endless = |batch: &mut Batch| {
                batch.puzzles.push(crate::Grid::EMPTY);
                Ok::<(), ()>(())
            };
            assert_eq!(ahead(threads, endless, |next| next(&mut Batch::default())), Ok(()));
        }
    }
}
