//! Tells whoever listens about the cycles of a run and the features in use.

use std::collections::BTreeSet;

use stratalog_catalogue::discovery::{Domain, Won};
use stratalog_run::{Control, Event, Seed};
use stratalog_zenith::english::Names;
use stratalog_zenith::learner::Cycle;
use stratalog_zenith::picture::pictures;
use stratalog_zenith::{FeatureEvaluation, Theory};

/// Tells the listener about cycles, and about features that are new.
pub(super) struct News<'a> {
    pub domain: &'a Domain,
    pub control: &'a Control,
    pub seed: Seed,
    /// The names of the features that were told of.
    pub known: BTreeSet<String>,
}

impl News<'_> {
    /// Tells of a cycle.
    pub fn cycle(&self, cycle: &Cycle, won: Option<Won>) {
        let number = cycle.number as u64 + 1;
        self.control.emit(Event::Accuracy {
            cycle: number,
            accuracy: cycle.accuracy,
        });
        let won = won.map_or(String::new(), |won| {
            if self.domain.is_single_player() {
                let (goal, games) = (won.mean_goal, won.games);
                format!(", a mean goal of {goal:.1} in {games} games")
            } else {
                let (wins, games) = (won.wins, won.games);
                let rival = self.domain.measure();
                format!(", won {wins} of {games} games against {rival}")
            }
        });
        self.control.note(format!(
            "cycle {number}: {} preferences, {} features found, {} in use, \
             preference accuracy {:.1}%{won}",
            cycle.pairs,
            cycle.generated,
            cycle.active.len(),
            100.0 * cycle.accuracy
        ));
    }

    /// Tells of the features in use: of each that is new, what it means and, where
    /// that is wanted, a position in which it counts something.
    pub fn features(&mut self, theory: &Theory, evaluation: &FeatureEvaluation) {
        let names = Names::new(theory);
        let mut new = Vec::new();
        for (place, used) in evaluation.used().iter().enumerate() {
            if self.known.insert(used.name.clone()) {
                new.push(place);
                self.control.emit(Event::Feature {
                    name: used.name.clone(),
                    formula: names.formula(&used.feature),
                    english: names.english(&used.feature),
                });
            }
        }
        let used = evaluation.used().iter();
        self.control.emit(Event::InUse {
            names: used.map(|used| used.name.clone()).collect(),
        });
        if new.is_empty() || !self.control.wants_examples() {
            return;
        }
        let pictures = pictures(&self.domain.game, evaluation, self.seed.derive("pictures"));
        for place in new {
            if let Some(picture) = &pictures[place] {
                let name = &evaluation.used()[place].name;
                let english = format!("its value here is {}", picture.count);
                self.control.emit(picture.drawing.as_example(name, english));
            }
        }
    }
}
