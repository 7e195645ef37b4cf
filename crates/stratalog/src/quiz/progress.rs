//! What a person was asked and how they answered. A position that was answered
//! wrongly comes back soon, and after each right answer later, until it is known.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Questions until a missed position comes back.
const FIRST_INTERVAL: u64 = 3;
/// A position is known once it would come back after more questions than this.
const LAST_INTERVAL: u64 = 12;
/// Positions that are kept to come back; the one due last makes room.
const MOST_CARDS: usize = 100;

/// What a person was asked so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Questions that were answered.
    #[serde(default)]
    pub asked: u64,
    /// The answers, rule by rule.
    #[serde(default)]
    pub rules: Vec<RuleProgress>,
    /// Positions that come back.
    #[serde(default)]
    pub cards: Vec<Card>,
}

/// The answers where one rule decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleProgress {
    /// The rule.
    pub rule: String,
    /// Questions that were answered.
    pub asked: u64,
    /// Right answers.
    pub right: u64,
}

/// A position that comes back because it was answered wrongly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The position.
    pub position: String,
    /// The number of questions after which it comes back.
    pub due: u64,
    /// The questions between its last two turns.
    pub interval: u64,
}

impl Progress {
    /// The position whose turn it is to come back.
    pub(super) fn due(&self) -> Option<&Card> {
        let due = self.cards.iter().filter(|card| card.due <= self.asked);
        due.min_by_key(|card| card.due)
    }

    /// Whether a position is among those that come back.
    pub(super) fn has_card(&self, position: &str) -> bool {
        self.cards.iter().any(|card| card.position == position)
    }

    /// The share of right answers to questions of a rule; one half before the
    /// first.
    pub(super) fn skill(&self, rule: &str) -> f64 {
        let known = self.rules.iter().find(|known| known.rule == rule);
        let (asked, right) = known.map_or((0, 0), |known| (known.asked, known.right));
        (right as f64 + 1.0) / (asked as f64 + 2.0)
    }

    /// Notes an answer.
    pub(super) fn note(&mut self, rule: &str, position: &str, is_right: bool) {
        self.asked = self.asked.saturating_add(1);
        let at = self.rules.iter().position(|known| known.rule == rule);
        let at = at.unwrap_or_else(|| {
            self.rules.push(RuleProgress {
                rule: rule.to_owned(),
                asked: 0,
                right: 0,
            });
            self.rules.len() - 1
        });
        let known = &mut self.rules[at];
        known.asked = known.asked.saturating_add(1);
        known.right = known.right.saturating_add(u64::from(is_right));
        self.schedule(position, is_right);
    }

    fn schedule(&mut self, position: &str, is_right: bool) {
        let at = self.cards.iter().position(|card| card.position == position);
        let interval = match (at.map(|at| self.cards.remove(at)), is_right) {
            (None, true) => return,
            (Some(card), true) => card.interval.saturating_mul(2),
            (_, false) => FIRST_INTERVAL,
        };
        if interval > LAST_INTERVAL {
            return;
        }
        self.cards.push(Card {
            position: position.to_owned(),
            due: self.asked.saturating_add(interval),
            interval,
        });
        if self.cards.len() > MOST_CARDS
            && let Some((last, _)) = self
                .cards
                .iter()
                .enumerate()
                .max_by_key(|(_, card)| card.due)
        {
            self.cards.remove(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_position_comes_back_at_growing_intervals_until_it_is_known() {
        let mut progress = Progress::default();
        progress.note("win_1", "p", false);
        let mut seen = Vec::new();
        for _ in 0..40 {
            let is_due = progress.due().is_some();
            if is_due {
                seen.push(progress.asked);
            }
            progress.note("win_1", if is_due { "p" } else { "q" }, true);
        }
        assert_eq!(seen, [4, 11, 24]);
        assert!(progress.cards.is_empty());
        assert!(progress.skill("win_1") > progress.skill("other"));
    }
}
