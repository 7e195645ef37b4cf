//! Texts that nobody would write, for the tests of everything that reads.
//!
//! A [`Mutator`] changes texts of a corpus: bytes, but also words, arguments,
//! clauses and names, so that what it makes gets past the readers. [`run`] feeds
//! them to a target for some seconds of processor time, or for as many inputs as
//! the variable `STRATALOG_FUZZ_INPUTS` says:
//!
//! ```sh
//! STRATALOG_FUZZ_INPUTS=1000000 cargo test -p stratalog --test fuzz
//! ```
//!
//! ```
//! stratalog_fuzz::run("numbers", &["1 + 2", "max(3, 4)"], |text| {
//!     let _ = text.parse::<i64>();
//! });
//! ```
//!
//! A target fails by panicking. What it was fed is then printed, together with the
//! number of the input, which alone decides what the input is.
//!
//! This crate uses `run`. It must never know what is tested.

mod mutator;
mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use stratalog_run::Seed;

pub use mutator::Mutator;
use watch::Watch;

/// The processor time of a target in the ordinary tests.
const TIME: Duration = Duration::from_secs(2);
/// The time by the clock in the ordinary tests, for a target that waits for another
/// thread.
const WAIT: Duration = Duration::from_secs(10);
/// The processor time that one input may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Inputs that are tried in any case.
const LEAST: u64 = 50;

/// Feeds mutated texts of a corpus to a target. Panics where the target does, or
/// where it takes unreasonably long.
pub fn run(name: &str, corpus: &[&str], target: impl Fn(&str)) {
    let count = std::env::var("STRATALOG_FUZZ_INPUTS");
    let count: Option<u64> = count.ok().and_then(|count| count.parse().ok());
    let mutator = Mutator::new(corpus);
    let watch = Watch::begin(name);
    let (begun, begun_by_clock) = (ThreadTime::now(), Instant::now());
    let is_over = || begun.elapsed() >= TIME || begun_by_clock.elapsed() >= WAIT;
    for number in 0..count.unwrap_or(u64::MAX) {
        if count.is_none() && number >= LEAST && is_over() {
            return;
        }
        let mut rng = Seed(0).derive(name).stream(number);
        let text = mutator.mutate(&mut rng);
        watch.feed(number, &text);
        let fed = ThreadTime::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| target(&text)));
        if let Err(panic) = outcome {
            eprintln!("input {number} of {name}:\n{text}");
            resume_unwind(panic);
        }
        let took = fed.elapsed();
        assert!(
            took < PATIENCE,
            "input {number} of {name} took {took:?}:\n{text}"
        );
    }
}
