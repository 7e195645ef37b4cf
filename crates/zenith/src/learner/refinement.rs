//! After the last cycle, beyond the paper: more games, from which features are
//! selected again and their weights are learned. Finding features takes most of a
//! run's time and needs few games. Which of them are worth having, and their weights
//! for each role and each stage of the game, need many.

use stratalog_game::Player;
use stratalog_rulesheet::RulesheetGame;
use stratalog_run::Control;

use super::Zenith;
use crate::concept::PreferenceLearner;
use crate::error::ZenithError;

/// The most pairs on which features are selected.
const SELECTED_ON: usize = 40_000;

impl Zenith {
    /// Plays the last games, then selects features and learns their weights from all
    /// games. No feature is added. Where it is stopped, the evaluation is that of the
    /// last cycle.
    pub fn refine(
        &mut self,
        opponent: &mut dyn Player<RulesheetGame>,
        control: &Control,
    ) -> Result<(), ZenithError> {
        let last = self.cycles.len().checked_sub(1);
        let (Some(last), Some(evaluation)) = (last, self.evaluation.clone()) else {
            return Ok(());
        };
        if self.settings.last_games == 0 {
            return Ok(());
        }
        let before = self.mark();
        for _ in 0..self.settings.last_games {
            self.play_next(Some(&evaluation), opponent, control)?;
            if control.is_stopped() {
                self.roll_back(&before);
                return Ok(());
            }
        }
        self.look();
        if let PreferenceLearner::Logistic { penalty } = self.settings.learner {
            self.select_forward(penalty, SELECTED_ON)?;
        }
        let (cycle, evaluation) = self.train(last)?;
        self.cycles[last] = cycle;
        self.evaluation = Some(evaluation);
        Ok(())
    }
}
