//! How much work goes into the proofs of one position.

use stratalog_run::Stop;

/// The work for one position: squares looked at, numbers observed and nodes of
/// lattices laid out. Up to half a minute.
const WORK: usize = 1_500_000_000;

/// The work that is left, and the caller's request to stop.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    left: usize,
    /// What is kept for the squares after this one.
    kept: usize,
    stop: Stop,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::stopped_by(&Stop::default())
    }
}

impl Effort {
    /// Work that ends where the caller asks to stop.
    pub fn stopped_by(stop: &Stop) -> Effort {
        Effort {
            left: WORK,
            kept: 0,
            stop: stop.clone(),
        }
    }

    /// Begins the first of this number of questions: half of the work that is
    /// left is for smallest answers, an equal share for each.
    pub fn begin_one_of(&mut self, questions: usize) {
        self.kept = self.left - self.left / (2 * questions.max(1));
    }

    /// Notes that work was done.
    pub fn spend(&mut self, work: usize) {
        self.left = self.left.saturating_sub(work);
    }

    /// Whether this question used its share, so that it must not go on with
    /// what could be left out.
    pub fn is_share_spent(&self) -> bool {
        self.left <= self.kept || self.is_spent()
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left == 0 || self.stop.is_requested()
    }
}
