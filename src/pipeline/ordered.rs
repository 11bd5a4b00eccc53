//! A parallel map that keeps the order.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many results a thread may be ahead of the slowest, for each thread.
const AHEAD: u64 = 4;

/// An ordered parallel map: `source` is called for one item after the other (by one thread at a
/// time), the items are worked on by `threads` threads, each with a worker of its own, and the
/// results go to `sink` (by one thread at a time) in the order of the items. Ends when `source`
/// gives `None`, or with the first error, after which `sink` has received all results before it.
///
/// At most four items a thread are under way at any time. One thread is the calling one: nothing
/// is started and nothing queued. Others start with the second item.
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
    let mut work = worker();
    let mut alone = 0;
    let second = loop {
        let Some(item) = source()? else { return Ok(()) };
        // The other threads start with the second item: an input of one needs none of them.
        if threads > 1 && alone == 1 {
            break item;
        }
        sink(work(item))?;
        alone += 1;
    };
    let shared = Shared {
        source: Mutex::new(Source { next: source, items: 1, end: None }),
        queue: Mutex::new(Queue {
            first: 0,
            waiting: VecDeque::new(),
            draining: false,
            stopped: false,
            error: None,
        }),
        room: Condvar::new(),
        sink: Mutex::new(sink),
        ahead: AHEAD * threads as u64,
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| shared.run(worker(), None));
        }
        shared.run(work, Some(second));
    });
    let Shared { source, queue, .. } = shared;
    // Results before the item that could not be read come first, and so do their errors.
    if let Some(error) = queue.into_inner().unwrap_or_else(PoisonError::into_inner).error {
        return Err(error);
    }
    source.into_inner().unwrap_or_else(PoisonError::into_inner).end.unwrap_or(Ok(()))
}

/// What the threads share. Locks are taken in the order of the fields.
struct Shared<N, S, R, E> {
    source: Mutex<Source<N, E>>,
    queue: Mutex<Queue<R, E>>,
    /// Told when results leave the queue.
    room: Condvar,
    sink: Mutex<S>,
    ahead: u64,
}

struct Source<N, E> {
    next: N,
    items: u64,
    end: Option<Result<(), E>>,
}

struct Queue<R, E> {
    /// The number of the item whose result stands, or will stand, at the front.
    first: u64,
    waiting: VecDeque<Option<R>>,
    /// Whether a thread is handing results to the sink.
    draining: bool,
    /// Whether an error or a panic has ended it all.
    stopped: bool,
    error: Option<E>,
}

impl<N, S, R, E> Shared<N, S, R, E> {
    /// Works on a first item, the one numbered 0, if it is given, and on those that come.
    fn run<T, W>(&self, mut work: W, first: Option<T>)
    where
        N: FnMut() -> Result<Option<T>, E>,
        S: FnMut(R) -> Result<(), E>,
        W: FnMut(T) -> R,
    {
        let _alarm = Alarm(self);
        if let Some(item) = first {
            self.push(0, work(item));
        }
        while let Some((number, item)) = self.pull() {
            self.push(number, work(item));
        }
    }

    /// The next item with its number, once there is room for its result.
    fn pull<T>(&self) -> Option<(u64, T)>
    where
        N: FnMut() -> Result<Option<T>, E>,
    {
        let mut source = lock(&self.source);
        if source.end.is_some() {
            return None;
        }
        let full =
            |queue: &mut Queue<R, E>| !queue.stopped && source.items - queue.first >= self.ahead;
        let queue = self.room.wait_while(lock(&self.queue), full);
        if queue.unwrap_or_else(PoisonError::into_inner).stopped {
            return None;
        }
        match (source.next)() {
            Ok(Some(item)) => {
                source.items += 1;
                Some((source.items - 1, item))
            }
            Ok(None) => {
                source.end = Some(Ok(()));
                None
            }
            Err(error) => {
                source.end = Some(Err(error));
                None
            }
        }
    }

    /// Queues the result of an item, and hands on what stands at the front unless another thread
    /// is doing so.
    fn push(&self, number: u64, result: R)
    where
        S: FnMut(R) -> Result<(), E>,
    {
        let mut queue = lock(&self.queue);
        let place = (number - queue.first) as usize;
        while queue.waiting.len() <= place {
            queue.waiting.push_back(None);
        }
        queue.waiting[place] = Some(result);
        if queue.draining {
            return;
        }
        queue.draining = true;
        while !queue.stopped
            && let Some(result) = queue.waiting.front_mut().and_then(Option::take)
        {
            queue.waiting.pop_front();
            queue.first += 1;
            drop(queue);
            self.room.notify_all();
            let sunk = (lock(&self.sink))(result);
            queue = lock(&self.queue);
            if let Err(error) = sunk {
                queue.error = Some(error);
                queue.stopped = true;
                self.room.notify_all();
            }
        }
        queue.draining = false;
    }
}

/// Tells the others that a thread has panicked, lest they wait for its result.
struct Alarm<'a, N, S, R, E>(&'a Shared<N, S, R, E>);

impl<N, S, R, E> Drop for Alarm<'_, N, S, R, E> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.queue).stopped = true;
            self.0.room.notify_all();
        }
    }
}

/// A panic elsewhere leaves nothing half done that these locks protect; it ends the run anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
    use std::time::Duration;

    use super::*;

    /// Maps `0..items` to their doubles; `fail` may turn a call of the source (by item) or of the
    /// sink (by result) into an error.
    fn doubles(
        threads: usize,
        items: u64,
        slow: impl Fn(u64) -> bool + Sync,
        source_fails: Option<u64>,
        sink_fails: Option<u64>,
    ) -> (Vec<u64>, Result<(), String>) {
        let (mut next, mut seen) = (0, Vec::new());
        let result = ordered(
            threads,
            || {
                if source_fails == Some(next) {
                    return Err(format!("source at {next}"));
                }
                next += 1;
                Ok((next <= items).then_some(next - 1))
            },
            || {
                |item| {
                    if slow(item) {
                        thread::sleep(Duration::from_millis(3));
                    }
                    item * 2
                }
            },
            |result| {
                if sink_fails == Some(result) {
                    return Err(format!("sink at {result}"));
                }
                seen.push(result);
                Ok(())
            },
        );
        (seen, result)
    }

    #[test]
    fn results_come_in_order() {
        for threads in [0, 1, 2, 3, 8] {
            for items in [0, 1, 2, 100] {
                let (seen, result) = doubles(threads, items, |item| item % 7 == 0, None, None);
                assert_eq!(result, Ok(()));
                assert_eq!(seen, (0..items).map(|item| item * 2).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn an_error_comes_after_all_results_before_it() {
        for threads in [1, 2, 5] {
            let (seen, result) = doubles(threads, 100, |item| item == 18, Some(20), None);
            assert_eq!(result, Err("source at 20".to_string()));
            assert_eq!(seen, (0..20).map(|item| item * 2).collect::<Vec<_>>());

            let (seen, result) = doubles(threads, 100, |item| item == 18, None, Some(40));
            assert_eq!(result, Err("sink at 40".to_string()));
            assert_eq!(seen, (0..20).map(|item| item * 2).collect::<Vec<_>>());

            // The sink fails on an earlier item than the source does.
            let (seen, result) = doubles(threads, 100, |item| item == 18, Some(20), Some(36));
            assert_eq!(result, Err("sink at 36".to_string()));
            assert_eq!(seen, (0..18).map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nobody_runs_far_ahead() {
        let (pulled, sunk) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut most = 0;
        ordered(
            3,
            || {
                let item = pulled.fetch_add(1, SeqCst);
                most = most.max(item - sunk.load(SeqCst));
                Ok::<_, ()>((item < 200).then_some(item))
            },
            || {
                |item| {
                    if item == 10 {
                        thread::sleep(Duration::from_millis(100));
                    }
                }
            },
            |()| {
                sunk.fetch_add(1, SeqCst);
                Ok(())
            },
        )
        .unwrap();
        assert!(most <= 3 * AHEAD, "{most} items were under way");
        assert!(most > 3, "the others waited for the slow one");
        assert_eq!(sunk.into_inner(), 200);
    }

    #[test]
    fn a_panic_ends_it() {
        for threads in [1, 2, 4] {
            let mut next = 0;
            let result = catch_unwind(AssertUnwindSafe(|| {
                ordered(
                    threads,
                    || {
                        next += 1;
                        Ok::<_, ()>(Some(next))
                    },
                    || |item| assert!(item != 20, "this panic belongs to the test"),
                    |()| Ok(()),
                )
            }));
            assert!(result.is_err());
        }
    }
}
