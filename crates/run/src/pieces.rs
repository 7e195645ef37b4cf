//! Work cut into numbered pieces, each a pure function of its number. Threads
//! share the pieces; the results are merged in order, so the outcome does not
//! depend on the number of threads.

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::control::Control;
use crate::event::Ended;
use crate::spread::{Share, Spread};
use crate::state::{SavedState, Saver, StateError};
use crate::threads;

/// The intended duration of a batch of pieces: long enough to keep all threads
/// busy, short enough to notice a request to stop.
const BATCH: Duration = Duration::from_millis(200);

/// Runs the pieces `0..count` on the threads of the current pool. When the run
/// is stopped, the results are those of the first pieces, without a gap.
pub fn run<T: Send>(
    control: &Control,
    what: &str,
    count: u64,
    piece: impl Fn(u64) -> T + Sync,
) -> (Vec<T>, Ended) {
    let mut results = Vec::new();
    let ended = run_batches(control, what, 0..count, |from, to| {
        results.extend(threads::map(from..to, &piece));
        ControlFlow::Continue(())
    });
    (results, ended)
}

/// Runs batches of pieces `from..to` one after the other; a batch spreads its
/// pieces over threads itself, and may end the run. For work whose threads carry
/// a cache from piece to piece.
pub fn run_batches(
    control: &Control,
    what: &str,
    numbers: Range<u64>,
    mut batch: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Ended {
    let mut batches = Batches::new(numbers.start, numbers.end);
    while let Some((from, to)) = batches.next() {
        if control.is_stopped() || batches.time(|| batch(from, to)).is_break() {
            return Ended::Stopped;
        }
        control.progress(what, to, Some(numbers.end));
    }
    Ended::Done
}

/// Pieces whose results are saved from time to time. A run that was stopped or
/// killed resumes after the last saved piece, with the same result. Where the control
/// has a [`Spread`], other processes compute them, or this one computes some for it.
#[derive(Clone, Copy, Debug)]
pub struct SavedPieces<'a> {
    /// What is counted, as in `games`. No other pieces of the run have this name.
    pub what: &'a str,
    /// The number of pieces.
    pub count: u64,
    /// Where the results are saved; nowhere if `None`.
    pub state: Option<&'a SavedState>,
}

impl SavedPieces<'_> {
    /// Runs the pieces that are not saved yet and returns the results of all.
    /// When the run is stopped, the results are those of the first pieces,
    /// without a gap. A piece that fails ends the run with its error.
    pub fn run<T, E>(
        &self,
        control: &Control,
        piece: impl Fn(u64) -> Result<T, E> + Sync,
    ) -> Result<(Vec<T>, Ended), E>
    where
        T: Serialize + DeserializeOwned + Send,
        E: From<StateError> + Send,
    {
        let mut results: Vec<T> = match self.state {
            Some(state) => state.load()?.unwrap_or_default(),
            None => Vec::new(),
        };
        let loaded = results.len();
        let mut saver = self.state.map(Saver::new);
        if let Some(spread) = control.spread()
            && (loaded as u64) < self.count
        {
            match spread.share(self.what, self.count) {
                Share::All => {}
                Share::Only(range) => return self.help(spread, range, piece),
                Share::Stopped => return Ok((results, Ended::Stopped)),
                Share::Known(known) => {
                    let results = known.into_iter().map(serde_json::from_value);
                    let results: Result<Vec<T>, _> = results.collect();
                    let results = results.map_err(|error| StateError::Foreign {
                        what: self.what.to_owned(),
                        cause: error.to_string(),
                    })?;
                    if let Some(saver) = &mut saver {
                        saver.save(&results)?;
                    }
                    return Ok((results, Ended::Done));
                }
            }
        }
        let mut batches = Batches::new(loaded as u64, self.count);
        let outcome = loop {
            let Some((from, to)) = batches.next() else {
                break Ok(Ended::Done);
            };
            if control.is_stopped() {
                break Ok(Ended::Stopped);
            }
            let batch = batches.time(|| threads::map(from..to, &piece));
            let batch: Vec<T> = match batch.into_iter().collect() {
                Ok(batch) => batch,
                Err(error) => break Err(error),
            };
            results.extend(batch);
            control.progress(self.what, to, Some(self.count));
            if let Some(saver) = &mut saver
                && saver.is_due()
            {
                saver.save(&results)?;
            }
        };
        if let Some(saver) = &mut saver
            && results.len() > loaded
        {
            saver.save(&results)?;
        }
        outcome.map(|ended| (results, ended))
    }

    /// Computes some pieces for another process, and ends the run.
    fn help<T, E>(
        &self,
        spread: &dyn Spread,
        range: Range<u64>,
        piece: impl Fn(u64) -> Result<T, E> + Sync,
    ) -> Result<(Vec<T>, Ended), E>
    where
        T: Serialize + Send,
        E: Send,
    {
        let wanted = range.start.min(self.count)..range.end.min(self.count);
        let results: Result<Vec<T>, E> = threads::map(wanted, &piece).into_iter().collect();
        let as_json = |result| serde_json::to_value(result).expect("results have text keys");
        spread.deliver(results?.iter().map(as_json).collect());
        Ok((Vec::new(), Ended::Stopped))
    }
}

/// The ranges of pieces that are run together. Their size follows from how long
/// the last one took.
struct Batches {
    done: u64,
    count: u64,
    size: u64,
    threads: u64,
}

impl Batches {
    fn new(done: u64, count: u64) -> Batches {
        let threads = rayon::current_num_threads() as u64;
        Batches {
            done,
            count,
            size: threads,
            threads,
        }
    }

    /// The next range; `None` when all pieces are done.
    fn next(&mut self) -> Option<(u64, u64)> {
        let from = self.done;
        self.done = self.count.min(from.saturating_add(self.size));
        (from < self.count).then_some((from, self.done))
    }

    /// Does a batch and adapts the size of the next one.
    fn time<T>(&mut self, batch: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = batch();
        let took = started.elapsed().max(Duration::from_micros(1));
        let factor = (BATCH.as_secs_f64() / took.as_secs_f64()).clamp(0.25, 4.0);
        self.size = ((self.size as f64 * factor) as u64).max(self.threads);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::control::Stop;

    #[test]
    fn results_come_in_order_of_their_numbers() {
        let (squares, ended) = run(&Control::default(), "squares", 5000, |n| n * n);
        assert_eq!(ended, Ended::Done);
        assert!(squares.iter().zip(0..).all(|(&square, n)| square == n * n));
        assert_eq!(squares.len(), 5000);
    }

    #[test]
    fn a_stopped_run_gives_the_first_pieces_without_a_gap() {
        let stop = Stop::default();
        let control = Control::stopped_by(stop.clone());
        let (numbers, ended) = run(&control, "numbers", u64::MAX, |n| {
            if n == 40 {
                stop.request();
            }
            n
        });
        assert_eq!(ended, Ended::Stopped);
        assert!(numbers.len() > 40);
        assert!(numbers.iter().zip(0..).all(|(&number, n)| number == n));
    }

    #[test]
    fn a_stopped_run_resumes_after_its_last_saved_piece() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = SavedState::new(folder.path().join("squares.state"), &"squares");
        let pieces = SavedPieces {
            what: "squares",
            count: 1000,
            state: Some(&state),
        };
        let stop = Stop::default();
        let runs = AtomicU64::new(0);
        let square = |n: u64| {
            runs.fetch_add(1, Ordering::Relaxed);
            if n == 40 {
                stop.request();
            }
            Ok::<u64, StateError>(n * n)
        };
        let stopped = pieces.run(&Control::stopped_by(stop.clone()), square);
        let (some, ended) = stopped.expect("the state is written");
        assert_eq!(ended, Ended::Stopped);
        assert!((41..1000).contains(&some.len()), "{}", some.len());
        let resumed = pieces.run(&Control::default(), square);
        let (all, ended) = resumed.expect("the state is read");
        assert_eq!(ended, Ended::Done);
        assert!(all.iter().zip(0..).all(|(&square, n)| square == n * n));
        assert_eq!(all.len(), 1000);
        assert_eq!(runs.into_inner(), 1000);
    }

    /// Tells who computes what, and keeps what is delivered.
    struct Sharing(Share, std::sync::Mutex<Vec<serde_json::Value>>);

    impl Spread for Sharing {
        fn share(&self, part: &str, count: u64) -> Share {
            assert_eq!((part, count), ("squares", 10));
            self.0.clone()
        }

        fn deliver(&self, results: Vec<serde_json::Value>) {
            self.1.lock().expect("no panic").extend(results);
        }
    }

    #[test]
    fn processes_that_share_the_pieces_get_the_results_of_one() {
        let pieces = SavedPieces {
            what: "squares",
            count: 10,
            state: None,
        };
        let square = |n: u64| Ok::<u64, StateError>(n * n);
        let shared = |share: Share| {
            let sharing = std::sync::Arc::new(Sharing(share, Default::default()));
            let control = Control::default().spread_by(sharing.clone());
            let result = pieces.run(&control, square).expect("no piece fails");
            let delivered = sharing.1.lock().expect("no panic").clone();
            (result, delivered)
        };
        let mut known = Vec::new();
        for range in [0..4, 4..10] {
            let ((own, ended), delivered) = shared(Share::Only(range));
            assert!(own.is_empty() && ended == Ended::Stopped);
            known.extend(delivered);
        }
        let never = |_: u64| -> Result<u64, StateError> { panic!("others did this") };
        let sharing = std::sync::Arc::new(Sharing(Share::Known(known), Default::default()));
        let led = pieces.run(&Control::default().spread_by(sharing), never);
        let alone = pieces.run(&Control::default(), square);
        assert_eq!(led.expect("results"), alone.expect("results"));
        assert_eq!(shared(Share::Stopped).0, (Vec::new(), Ended::Stopped));
        let foreign = Share::Known(vec!["text".into()]);
        let sharing = std::sync::Arc::new(Sharing(foreign, Default::default()));
        let refused = pieces.run(&Control::default().spread_by(sharing), square);
        assert!(refused.is_err_and(|error| error.to_string().contains("squares")));
    }

    #[test]
    fn a_piece_that_fails_ends_the_run() {
        let pieces = SavedPieces {
            what: "numbers",
            count: 10,
            state: None,
        };
        let fails = |n: u64| match n {
            7 => Err(StateError::Changed { path: "7".into() }),
            n => Ok(n),
        };
        let error = pieces.run(&Control::default(), fails);
        assert!(error.is_err_and(|error| error.to_string().contains('7')));
    }
}
