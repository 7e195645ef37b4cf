//! Runs whose pieces are computed by several processes. One process leads: it runs
//! the request and is given the results of its pieces. The others help: each runs
//! the same request, is given the results of the parts that come before, computes
//! some pieces of one part, and ends.

use std::ops::Range;

use serde_json::Value;

/// Who computes the pieces of a part of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Share {
    /// This process computes all of them.
    All,
    /// This process computes these and then ends the run.
    Only(Range<u64>),
    /// Other processes have computed them: the results, in order.
    Known(Vec<Value>),
    /// The run is stopped.
    Stopped,
}

/// Shares the pieces of a run among processes.
pub trait Spread: Send + Sync {
    /// Who computes the pieces `0..count` of a part. Waits until the results are
    /// there where others compute them.
    fn share(&self, part: &str, count: u64) -> Share;

    /// Takes the results of the pieces that were asked for by [`Share::Only`].
    fn deliver(&self, results: Vec<Value>);
}
