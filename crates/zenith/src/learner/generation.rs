//! Deriving features from features: what the rules of section 4.3 allow, and beyond
//! the paper the way to sets of squares.

use stratalog_game::Game;
use stratalog_logic::{Functor, Term};
use stratalog_rulesheet::Position;
use stratalog_run::Control;

use super::{Discovered, Zenith};
use crate::evidence::Evidence;
use crate::feature::Feature;
use crate::order::cheapest;
use crate::scales::{Cost, Scales};
use crate::transform::{Class, Transformation};

/// A feature is expensive if it takes more than this share of the limit.
const EXPENSIVE: f64 = 0.1;
/// The transformations that lead from a set of squares to the way to it.
const APPROACH: [Transformation; 5] = [
    Transformation::RegressFormula,
    Transformation::ExpandToBaseCase,
    Transformation::RemoveLcTerm,
    Transformation::RemoveVariable,
    Transformation::RemoveVariable,
];
/// The number of positions on which cost is measured.
const COST_SAMPLE: usize = 8;
/// Cost is measured up to this multiple of the limit.
const BEYOND: u64 = 2;
/// The most solver steps in a position where cost is measured in time.
const MOST_TIMED_STEPS: u64 = 300_000;

impl Zenith {
    /// Applies to every feature the transformations that the rules of section
    /// 4.3 allow, and measures the new features. Where the run is stopped, some are
    /// missing.
    pub(super) fn generate(&mut self, cycle: usize, control: &Control) {
        let parents: Vec<usize> = self.alive.iter().map(|alive| alive.number).collect();
        self.weigh(&parents);
        for parent in parents {
            if control.is_stopped() {
                return;
            }
            control.progress("features found", self.features.len() as u64, None);
            let Discovered {
                feature,
                cost,
                is_active,
                ..
            } = self.features[parent].clone();
            let is_expensive = cost > EXPENSIVE * self.settings.limit;
            for transformation in Transformation::ALL {
                let is_allowed = match transformation.class() {
                    Class::Decomposition => true,
                    Class::Abstraction | Class::Specialisation => is_expensive,
                    Class::Regression => is_active && !is_expensive && !self.is_an_approach(parent),
                };
                if !is_allowed || self.settings.as_published && !transformation.is_published() {
                    continue;
                }
                for new in self.made_by(transformation, &feature, 0) {
                    let is_to_be_reached = transformation == Transformation::VariableSpecialize
                        && !self.settings.as_published
                        && matches!(&new.goals[..], [fact, _set] if is_fact(fact));
                    let number = self.adopt(new, Some((parent, transformation)), cycle);
                    if let Some(set) = number.filter(|_| is_to_be_reached) {
                        self.approach(set, cycle);
                    }
                }
            }
        }
        let numbers: Vec<usize> = self.alive.iter().map(|alive| alive.number).collect();
        self.weigh(&numbers);
        self.look();
    }

    /// The features that a transformation derives from a feature. Invariants must
    /// hold in the positions of random games too.
    fn made_by(
        &mut self,
        transformation: Transformation,
        feature: &Feature,
        role: usize,
    ) -> Vec<Feature> {
        let rehearsed: &[Position] = match transformation {
            Transformation::UsuallySpecialize => &[],
            _ => &self.rehearsed,
        };
        let evidence = Evidence {
            game: &self.game,
            positions: self.positions.iter().chain(rehearsed).collect(),
        };
        transformation.apply(&mut self.theory, feature, role, &evidence)
    }

    /// Derives at once the conditions of a move to a set of squares, without those
    /// that are easily achieved (section 3.3). The rules of section 4.3 rarely get
    /// there: in a few games the few squares of a set carry too little information
    /// to be in use, so that they are not regressed, and their formulas are too
    /// cheap to be abstracted.
    fn approach(&mut self, set: usize, cycle: usize) {
        let mut latest = vec![set];
        for transformation in APPROACH {
            let mut next = Vec::new();
            for parent in latest {
                let feature = self.features[parent].feature.clone();
                // What is easily achieved depends on the role.
                let roles = match transformation {
                    Transformation::RemoveLcTerm => self.game.role_count(),
                    _ => 1,
                };
                for role in 0..roles {
                    for new in self.made_by(transformation, &feature, role) {
                        next.extend(self.adopt(new, Some((parent, transformation)), cycle));
                    }
                }
            }
            latest = next;
        }
    }

    /// Whether a feature was derived by [`Zenith::approach`]: one move back is
    /// enough.
    fn is_an_approach(&self, number: usize) -> bool {
        let origin = |number: usize| self.features[number].origin;
        let steps = std::iter::successors(origin(number), |&(parent, _)| origin(parent));
        let hows: Vec<Transformation> = steps.map(|(_, how)| how).collect();
        let from_a_set = [
            Transformation::RegressFormula,
            Transformation::VariableSpecialize,
        ];
        !self.settings.as_published && hows.windows(2).any(|pair| pair == from_a_set)
    }

    /// Measures the cost of features that have none yet.
    fn weigh(&mut self, numbers: &[usize]) {
        let step = (self.positions.len() / COST_SAMPLE).max(1);
        let sample: Vec<&Position> = self
            .positions
            .iter()
            .step_by(step)
            .take(COST_SAMPLE)
            .collect();
        let most = match self.settings.cost {
            Cost::Steps => BEYOND * self.settings.limit as u64,
            Cost::Time => MOST_TIMED_STEPS,
        };
        let scales = Scales::new(&self.theory, &self.game, &sample, self.settings.cost, most);
        for &number in numbers {
            let discovered = &mut self.features[number];
            if discovered.cost > 0.0 {
                continue;
            }
            discovered.cost = scales.cost(&discovered.feature);
            let is_expensive = discovered.cost > EXPENSIVE * self.settings.limit;
            if is_expensive && !self.settings.as_published {
                let best = cheapest(&discovered.feature, discovered.cost, &scales);
                (discovered.feature, discovered.cost) = best;
            }
        }
    }
}

/// Whether a goal is a fact of the position.
fn is_fact(goal: &Term) -> bool {
    goal.functor() == Some(Functor::new("true", 1))
}
