//! Accuracy on games that an evaluation has not seen: each cycle plays new games,
//! and the evaluation of the cycle before is compared with the teacher's choices in
//! them before anything is learned from them.

use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Player};
use stratalog_rulesheet::{Position, RulesheetGame};
use stratalog_run::Control;

use super::Zenith;
use crate::error::ZenithError;
use crate::evaluation::FeatureEvaluation;

/// How often an evaluation agrees with the teacher in games it has not seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeldOut {
    /// The number of preferences that it agrees with.
    pub agreed: u64,
    /// The number of preferences.
    pub pairs: u64,
    /// The same after the moves of each role: agreed, and all.
    pub by_mover: Vec<(u64, u64)>,
}

impl HeldOut {
    /// The share of preferences that it agrees with.
    pub fn accuracy(&self) -> f64 {
        self.agreed as f64 / self.pairs.max(1) as f64
    }
}

/// How much a learner knows, so that it can be returned to.
pub(super) struct Mark {
    pub(super) preferences: usize,
    positions: usize,
    seen: usize,
    games: usize,
    features: usize,
    /// The features that nothing was derived from yet.
    undeveloped: Vec<usize>,
}

impl Zenith {
    /// Plays the games of another cycle and compares the evaluation of the last
    /// cycle with the teacher's choices in them. Nothing is learned, and nothing is
    /// measured where it is stopped.
    pub fn measure_held_out(
        &mut self,
        opponent: &mut dyn Player<RulesheetGame>,
        control: &Control,
    ) -> Result<(), ZenithError> {
        let Some(evaluation) = self.evaluation.clone() else {
            return Ok(());
        };
        let before = self.mark();
        self.play(Some(&evaluation), opponent, control)?;
        let held_out = self.agreement(&evaluation, before.preferences);
        self.roll_back(&before);
        if control.is_stopped() {
            return Ok(());
        }
        if let Some(last) = self.cycles.last_mut() {
            last.held_out = Some(held_out);
        }
        Ok(())
    }

    /// How often an evaluation agrees with the preferences from number `first` on.
    pub(super) fn agreement(&self, evaluation: &FeatureEvaluation, first: usize) -> HeldOut {
        let preferences = &self.preferences[first..];
        let pairs = preferences.iter().map(|preference| {
            let position = |number: usize| -> &Position { &self.positions[number] };
            let (better, worse) = (position(preference.better), position(preference.worse));
            (better, worse, preference.mover.index())
        });
        let pairs: Vec<(&Position, &Position, usize)> = pairs.collect();
        let by_mover = (0..self.game.role_count()).map(|role| {
            let own = pairs.iter().filter(|(.., mover)| *mover == role);
            let own: Vec<(&Position, &Position, usize)> = own.copied().collect();
            (evaluation.agreements(&own) as u64, own.len() as u64)
        });
        let by_mover: Vec<(u64, u64)> = by_mover.collect();
        HeldOut {
            agreed: by_mover.iter().map(|(agreed, _)| agreed).sum(),
            pairs: by_mover.iter().map(|(_, pairs)| pairs).sum(),
            by_mover,
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            preferences: self.preferences.len(),
            positions: self.positions.len(),
            seen: self.seen,
            games: self.games.len(),
            features: self.features.len(),
            undeveloped: (0..self.features.len())
                .filter(|&number| !self.features[number].is_developed)
                .collect(),
        }
    }

    /// Forgets everything since a mark. No feature that was alive then may have
    /// been removed since.
    pub(super) fn roll_back(&mut self, mark: &Mark) {
        self.preferences.truncate(mark.preferences);
        self.positions.truncate(mark.positions);
        self.seen = mark.seen;
        self.games.truncate(mark.games);
        for found in self.features.drain(mark.features..) {
            self.keys.remove(found.feature.key());
        }
        self.alive.retain(|alive| alive.number < mark.features);
        for &developed in &mark.undeveloped {
            self.features[developed].is_developed = false;
        }
        if let Some((_, shown)) = &mut self.clock {
            shown.truncate(mark.positions);
        }
        for alive in &mut self.alive {
            alive.values.truncate(mark.positions);
        }
    }
}
