//! Which move to try next: upper confidence bounds with variance estimates
//! (Audibert, Munos and Szepesvari, 2006), over moves that are widened
//! progressively.

/// The results of a move.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Results {
    pub visits: u64,
    sum: f64,
    squares: f64,
}

impl Results {
    /// Counts one more.
    pub fn add(&mut self, reward: f64) {
        self.visits += 1;
        self.sum += reward;
        self.squares += reward * reward;
    }

    /// The upper confidence bound of a move that is worth `value` by what is
    /// known, no reward of which is above `range`, in a node visited `e^ln`
    /// times.
    pub fn bound(&self, value: f64, range: f64, ln: f64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let tries = self.visits as f64;
        let mean = self.sum / tries;
        let variance = (self.squares / tries - mean * mean).max(0.0);
        value + (2.0 * variance * ln / tries).sqrt() + 3.0 * range * ln / tries
    }
}

/// How many moves a node may have after so many visits. Moves are widened
/// slowly, for the safest ones come first and are most often the best.
pub(crate) fn moves_after(visits: u64) -> usize {
    (visits as f64).sqrt().sqrt().ceil() as usize
}

/// How many outcomes a move may have after so many visits. Outcomes are
/// widened quickly: those left out are the ones that show most.
pub(crate) fn outcomes_after(visits: u64) -> usize {
    (2.0 * (visits as f64).powf(0.9)).ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_varies_more_is_worth_another_try() {
        let (mut steady, mut varied) = (Results::default(), Results::default());
        for visit in 0..100 {
            steady.add(0.5);
            varied.add(f64::from(visit % 2));
        }
        let ln = 200_f64.ln();
        assert!(varied.bound(0.5, 1.0, ln) > steady.bound(0.5, 1.0, ln));
        assert!(steady.bound(0.5, 1.0, ln) > 0.5);
        assert_eq!(Results::default().bound(0.0, 1.0, ln), f64::INFINITY);
    }
}
