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

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.visits.max(1) as f64
    }

    /// The upper confidence bound of a move that is worth `value` by what is
    /// known, no reward of which is above `range`, in a node visited `e^ln`
    /// times.
    pub fn bound(&self, value: f64, range: f64, ln: f64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let tries = self.visits as f64;
        let mean = self.mean();
        let variance = (self.squares / tries - mean * mean).max(0.0);
        value + (2.0 * variance * ln / tries).sqrt() + 3.0 * range * ln / tries
    }
}

/// How the moves of a node and the outcomes of a move are widened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Widening {
    /// The safest moves come first and are most often the best: moves are
    /// widened slowly. Outcomes are widened quickly, for those left out are
    /// the ones that show most.
    BySafety,
    /// Both are widened equally fast, as by double progressive widening.
    Equally,
}

impl Widening {
    /// How many moves a node may have after this number of visits.
    pub fn moves(self, visits: u64) -> usize {
        let root = (visits as f64).sqrt();
        let room = match self {
            Widening::BySafety => root.sqrt(),
            Widening::Equally => 2.0 * root,
        };
        room.ceil() as usize
    }

    /// How many outcomes a move may have after this number of visits.
    pub fn outcomes(self, visits: u64) -> usize {
        let growth = match self {
            Widening::BySafety => 0.9,
            Widening::Equally => 0.5,
        };
        (2.0 * (visits as f64).powf(growth)).ceil() as usize
    }
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
