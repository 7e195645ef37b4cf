//! What all answers have in common.

use serde::Serialize;
use stratalog_run::Ended;

/// What an answer comes down to; the command's exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Done, or yes.
    Done,
    /// The answer is no: an inconsistent position, a strategy that is not
    /// optimal, rules with errors, nothing learned.
    No,
    /// A limit was reached or the call was stopped; the answer holds what is
    /// known so far.
    Limit,
}

impl Verdict {
    /// [`Verdict::Done`] where it holds, else [`Verdict::No`].
    pub fn of(holds: bool) -> Verdict {
        if holds { Verdict::Done } else { Verdict::No }
    }

    /// The verdict of a run: a limit where it did not end by itself, else
    /// whether `holds`.
    pub fn of_run(ended: &Ended, holds: bool) -> Verdict {
        if ended.is_done() {
            Verdict::of(holds)
        } else {
            Verdict::Limit
        }
    }
}

/// The answer to a request.
pub trait Answer: Serialize {
    /// What the answer comes down to.
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }
}
