//! Work cut into numbered pieces, each a pure function of its number. Threads
//! share them out; the results come back in order, so that nothing depends on
//! the number of threads.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::control::Control;
use crate::event::Ended;

/// How long a batch of pieces should take: long enough to keep all threads busy,
/// short enough that a request to stop is noticed.
const BATCH: Duration = Duration::from_millis(200);

/// Runs pieces 0 to `count` on the threads of the current pool. When the run is
/// stopped, the results are those of the first pieces, without a gap.
pub fn run<T: Send>(
    control: &Control,
    what: &str,
    count: u64,
    piece: impl Fn(u64) -> T + Sync,
) -> (Vec<T>, Ended) {
    let mut results = Vec::new();
    let ended = run_batches(control, what, count, |from, to| {
        let batch = (from..to).into_par_iter().map(&piece);
        results.extend(batch.collect::<Vec<T>>());
    });
    (results, ended)
}

/// Runs batches of pieces `from..to` one after the other; a batch spreads its
/// pieces over threads itself. For work whose threads keep something from piece
/// to piece that only saves time.
pub fn run_batches(
    control: &Control,
    what: &str,
    count: u64,
    mut batch: impl FnMut(u64, u64),
) -> Ended {
    let threads = rayon::current_num_threads() as u64;
    let (mut done, mut size) = (0, threads);
    while done < count {
        if control.is_stopped() {
            return Ended::Stopped;
        }
        let started = Instant::now();
        let to = count.min(done.saturating_add(size));
        batch(done, to);
        done = to;
        control.progress(what, done, Some(count));
        let took = started.elapsed().max(Duration::from_micros(1));
        let factor = (BATCH.as_secs_f64() / took.as_secs_f64()).clamp(0.25, 4.0);
        size = ((size as f64 * factor) as u64).max(threads);
    }
    Ended::Done
}

#[cfg(test)]
mod tests {
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
}
