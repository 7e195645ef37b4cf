//! Counts the instances of goals in positions. Where a game knows which facts its
//! positions can have, one network counts in all of them; where it does not, as with
//! sums that the rules do not bound, the network covers the facts met so far and is
//! made again when a position has others.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;
use stratalog_game::Described;
use stratalog_logic::Term;
use stratalog_rulesheet::{Budget, Counted, Observer, Position, Rulesheet, RulesheetGame};

use crate::error::RuleListError;

/// Counts the instances of some goals.
pub(crate) struct Counter {
    observing: Observing,
}

enum Observing {
    /// There is nothing to count.
    Nothing,
    /// All facts that a position can have.
    All(Box<Observer>),
    /// The facts met so far.
    Met(Box<Mutex<Met>>),
}

struct Met {
    sheet: Rulesheet,
    game: RulesheetGame,
    goals: Vec<Counted>,
    facts: FxHashSet<Term>,
    observer: Option<Observer>,
}

impl Counter {
    /// A counter of these goals. Fails where they are too many to be counted.
    pub fn new(
        sheet: &Rulesheet,
        game: &RulesheetGame,
        goals: Vec<Counted>,
    ) -> Result<Counter, RuleListError> {
        let observing = if goals.is_empty() {
            Observing::Nothing
        } else if game.possible_facts().is_some() {
            let made = Observer::new(sheet, game, &[], &goals, Budget::default())?;
            Observing::All(Box::new(made.ok_or_else(|| too_large(game))?))
        } else {
            Observing::Met(Box::new(Mutex::new(Met {
                sheet: sheet.clone(),
                game: game.clone(),
                goals,
                facts: FxHashSet::default(),
                observer: None,
            })))
        };
        Ok(Counter { observing })
    }

    /// For each position, how many instances of each goal hold.
    pub fn counts(&self, positions: &[&Position]) -> Result<Vec<Vec<u32>>, RuleListError> {
        match &self.observing {
            Observing::Nothing => Ok(vec![Vec::new(); positions.len()]),
            Observing::All(observer) => Ok(observer.counts(positions)),
            Observing::Met(met) => {
                // What a panic left behind is a network that still counts rightly.
                let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(met.covering(positions)?.counts(positions))
            }
        }
    }
}

impl Met {
    /// The observer, made again if some of the positions have facts that are new.
    fn covering(&mut self, positions: &[&Position]) -> Result<&Observer, RuleListError> {
        let known = self.facts.len();
        for position in positions {
            self.facts.extend(self.game.facts(position));
        }
        let kept = self.observer.take().filter(|_| self.facts.len() == known);
        let observer = match kept {
            Some(observer) => observer,
            None => {
                let facts = self.facts.iter().cloned().collect();
                let budget = Budget::default();
                Observer::among(facts, &self.sheet, &self.game, &self.goals, budget)?
                    .ok_or_else(|| too_large(&self.game))?
            }
        };
        Ok(self.observer.insert(observer))
    }
}

fn too_large(game: &RulesheetGame) -> RuleListError {
    RuleListError::TooLarge {
        game: stratalog_game::Game::name(game).to_owned(),
    }
}
