//! Which features the evaluation can afford (section 4.4): the least useful feature
//! is removed repeatedly until the others cost no more than the limit. For the
//! linear unit the least useful feature is the one whose removal leaves the
//! greatest accuracy. For the tree, where that would need too many trees, it is the
//! one that the fewest cases are tested on (section 5.2).

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use stratalog_run::{Seed, threads};

use super::accuracy::{Protocol, Trial};
use super::backward::Removal;
use super::pairs::{ConceptError, Pairs};
use super::tree::{Tree, TreeSettings};
use super::{Concept, PreferenceLearner, linear};

/// The number of trials that measure the accuracy of a single feature.
const TRIALS_ALONE: u64 = 10;

/// The share of pairs that must be lost without a feature for it to be useful; a
/// smaller share may be due to the random choice of training and test pairs.
pub const NOTICEABLE: f64 = 0.002;

/// The most that the evaluation may cost, and how the selection is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectionBudget {
    /// The most that the features may cost together.
    pub limit: f64,
    /// The number of partitions of the pairs over which the accuracy of a linear
    /// unit is averaged.
    pub trials: u64,
    /// When to stop removing features.
    pub until: Until,
    /// The seed of everything random.
    pub seed: Seed,
}

/// When to stop removing features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// As in the paper: once the others are affordable.
    Affordable,
    /// Beyond the paper: once, in addition, each of the others is useful.
    Useful,
}

impl SelectionBudget {
    /// A limit with the default number of trials.
    pub fn new(limit: f64, seed: Seed) -> SelectionBudget {
        SelectionBudget {
            limit,
            trials: 16,
            until: Until::Affordable,
            seed,
        }
    }
}

/// The features that are used and those that are not.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The features of the evaluation, in ascending order.
    pub active: Vec<usize>,
    /// The others, the most accurate ones first.
    pub inactive: Vec<usize>,
    /// The others in the order in which they were removed.
    pub removed: Vec<usize>,
    /// For every feature, the accuracy of a concept that uses only it.
    pub discriminability: Vec<f64>,
    /// The concept trained on all pairs with the active features.
    pub concept: Concept,
}

impl PreferenceLearner {
    /// Selects features; `costs` has one number for each.
    pub fn select(
        &self,
        pairs: &Pairs,
        costs: &[f64],
        budget: &SelectionBudget,
    ) -> Result<Selection, ConceptError> {
        if costs.len() != pairs.features() {
            return Err(ConceptError::Costs {
                expected: pairs.features(),
                found: costs.len(),
            });
        }
        let discriminability = self.discriminability(pairs, budget.seed);
        let candidates = Candidates {
            pairs,
            costs,
            alone: &discriminability,
            budget,
        };
        let removed = match self {
            PreferenceLearner::Linear { prior } => candidates.remove_by_accuracy(*prior),
            // The least squares of the same differences, which can be updated.
            PreferenceLearner::Logistic { .. } => candidates.remove_by_accuracy(linear::PRIOR),
            PreferenceLearner::Tree(settings) => candidates.remove_by_tests(settings),
        };
        let mut active: Vec<usize> = (0..pairs.features()).collect();
        active.retain(|feature| !removed.contains(feature));
        let mut inactive = removed.clone();
        inactive.sort_by(|&a, &b| {
            let better = discriminability[b].total_cmp(&discriminability[a]);
            better.then(a.cmp(&b))
        });
        let instances: Vec<usize> = (0..pairs.len()).collect();
        Ok(Selection {
            concept: self.train(pairs, &instances, &active),
            active,
            inactive,
            removed,
            discriminability,
        })
    }

    /// The accuracy of each feature alone, from a few trials: it is only used to
    /// order the features.
    pub fn discriminability(&self, pairs: &Pairs, seed: Seed) -> Vec<f64> {
        let protocol = Protocol {
            most: TRIALS_ALONE,
            ..Protocol::new(seed.derive("discriminability"))
        };
        threads::map(0..pairs.features() as u64, |feature| {
            protocol.accuracy(self, pairs, &[feature as usize]).mean
        })
    }
}

/// Features to choose from.
struct Candidates<'a> {
    pairs: &'a Pairs,
    costs: &'a [f64],
    alone: &'a [f64],
    budget: &'a SelectionBudget,
}

impl Candidates<'_> {
    fn is_affordable(&self, features: &[usize]) -> bool {
        features.iter().map(|&f| self.costs[f]).sum::<f64>() <= self.budget.limit
    }

    /// Whether another feature must be removed, given whether the least useful one
    /// is useless.
    fn goes_on(&self, features: &[usize], is_useless: bool) -> bool {
        let is_lean = self.budget.until == Until::Useful;
        !self.is_affordable(features) || is_lean && is_useless
    }

    /// Whether the first feature is removed before the second where both are
    /// equally useful: the more expensive one, then the less accurate one, then the
    /// later one.
    fn goes_first(&self, a: usize, b: usize) -> bool {
        let order = self.costs[a]
            .total_cmp(&self.costs[b])
            .then(self.alone[b].total_cmp(&self.alone[a]))
            .then(a.cmp(&b));
        order.is_gt()
    }

    /// The least useful of some features by a measure of usefulness.
    fn least_useful(&self, features: &[usize], worth: &[u64]) -> Option<usize> {
        let least = worth.iter().min()?;
        let mut worst: Option<usize> = None;
        for (&feature, value) in features.iter().zip(worth) {
            if value == least && worst.is_none_or(|other| self.goes_first(feature, other)) {
                worst = Some(feature);
            }
        }
        worst
    }

    fn remove_by_accuracy(&self, prior: f64) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.pairs.features()).collect();
        let mut removed = Vec::new();
        if self.is_affordable(&left) && self.budget.until == Until::Affordable {
            return removed;
        }
        let seed = self.budget.seed.derive("selection");
        let trials = 0..self.budget.trials.max(1);
        let mut units: Vec<Removal> = threads::map(trials, |number| {
            let trial = Trial::new(seed, number, self.pairs.len());
            Removal::new(self.pairs, &trial, &left, prior)
        });
        loop {
            // A feature is worth as much as the number of pairs that are lost
            // without it.
            let without = |place: u64| {
                let feature = left[place as usize];
                let right = units.iter().map(|unit| unit.right_without(feature) as u64);
                u64::MAX - right.sum::<u64>()
            };
            let worth: Vec<u64> = threads::map(0..left.len() as u64, without);
            let right: u64 = units.iter().map(|unit| unit.right() as u64).sum();
            let tested: u64 = units.iter().map(|unit| unit.tested() as u64).sum();
            let missed = (NOTICEABLE * tested as f64) as u64;
            let is_useless = worth
                .iter()
                .min()
                .is_some_and(|&least| least <= (u64::MAX - right).saturating_add(missed));
            if !self.goes_on(&left, is_useless) {
                break;
            }
            let Some(worst) = self.least_useful(&left, &worth) else {
                break;
            };
            units.par_iter_mut().for_each(|unit| unit.remove(worst));
            left.retain(|&feature| feature != worst);
            removed.push(worst);
        }
        removed
    }

    fn remove_by_tests(&self, settings: &TreeSettings) -> Vec<usize> {
        let instances: Vec<usize> = (0..self.pairs.len()).collect();
        let mut left: Vec<usize> = (0..self.pairs.features()).collect();
        // Of tests with the same gain, the tree takes the first: the cheapest.
        left.sort_by(|&a, &b| self.costs[a].total_cmp(&self.costs[b]));
        let mut removed = Vec::new();
        loop {
            let tree = Tree::train(self.pairs, &instances, &left, settings);
            let uses = tree.use_counts(self.pairs.features());
            // Features that no case is tested on are equally useless: one tree is
            // enough to remove them all.
            loop {
                let worth: Vec<u64> = left.iter().map(|&feature| uses[feature]).collect();
                let Some(worst) = self.least_useful(&left, &worth) else {
                    return removed;
                };
                if !self.goes_on(&left, uses[worst] == 0) {
                    return removed;
                }
                left.retain(|&feature| feature != worst);
                removed.push(worst);
                if uses[worst] > 0 {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    /// Two features that matter, a copy of the first, and noise.
    fn pairs(count: usize) -> Pairs {
        let mut rng = Seed(12).stream(0);
        let mut pairs = Pairs::new(6);
        while pairs.len() < count {
            let mut row: Vec<f64> = (0..6)
                .map(|_| f64::from(rng.random_range(-3..=3)))
                .collect();
            row[4] = row[0];
            if 2.0 * row[0] + row[1] > 0.0 {
                pairs.push(&row).expect("six numbers");
            }
        }
        pairs
    }

    #[test]
    fn what_matters_stays_and_copies_go() {
        let pairs = pairs(300);
        let costs = [2.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        for learner in [PreferenceLearner::linear(), PreferenceLearner::tree()] {
            let budget = SelectionBudget::new(2.0, Seed(1));
            let selection = learner.select(&pairs, &costs, &budget).expect("six costs");
            assert_eq!(selection.active, [1, 4], "{learner:?}");
            // The more expensive copy is the most accurate one of the others.
            assert_eq!(selection.inactive[0], 0);
            assert_eq!(selection.inactive.len(), 4);
            let alone = selection.discriminability[4];
            assert!(alone > 0.75 && alone > selection.discriminability[2]);
            assert!(selection.concept.prefers(&[1.0, 1.0, 0.0, 0.0, 1.0, 0.0]));
        }
    }

    #[test]
    fn an_affordable_set_is_kept_whole() {
        let pairs = pairs(60);
        let budget = SelectionBudget::new(6.0, Seed(1));
        let selection = PreferenceLearner::linear()
            .select(&pairs, &[1.0; 6], &budget)
            .expect("six costs");
        assert_eq!(selection.active, [0, 1, 2, 3, 4, 5]);
        assert!(selection.removed.is_empty() && selection.inactive.is_empty());
    }

    #[test]
    fn what_is_of_no_use_goes_even_if_it_is_affordable() {
        let pairs = pairs(300);
        let costs = [2.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        for learner in [PreferenceLearner::linear(), PreferenceLearner::tree()] {
            let budget = SelectionBudget {
                until: Until::Useful,
                ..SelectionBudget::new(7.0, Seed(1))
            };
            let selection = learner.select(&pairs, &costs, &budget).expect("six costs");
            // The more expensive copy is removed; trees keep noise that they test
            // somewhere.
            assert!(!selection.active.contains(&0), "{learner:?}");
            assert!(selection.active.contains(&1) && selection.active.contains(&4));
            if let PreferenceLearner::Linear { .. } = learner {
                assert_eq!(selection.active, [1, 4]);
            }
        }
    }

    #[test]
    fn nothing_is_affordable_without_a_budget() {
        let pairs = pairs(60);
        for learner in [PreferenceLearner::linear(), PreferenceLearner::tree()] {
            let budget = SelectionBudget::new(0.0, Seed(1));
            let selection = learner.select(&pairs, &[1.0; 6], &budget).expect("six");
            assert!(selection.active.is_empty());
            assert_eq!(selection.removed.len(), 6);
        }
        let wrong =
            PreferenceLearner::tree().select(&pairs, &[1.0], &SelectionBudget::new(1.0, Seed(1)));
        assert!(wrong.expect_err("one cost").to_string().contains("1 costs"));
    }

    /// Backward selection by its definition: each unit is retrained.
    fn plain_order(pairs: &Pairs, costs: &[f64], budget: &SelectionBudget) -> Vec<usize> {
        let learner = PreferenceLearner::linear();
        let seed = budget.seed.derive("selection");
        let mut left: Vec<usize> = (0..pairs.features()).collect();
        let mut order = Vec::new();
        while left.iter().map(|&f| costs[f]).sum::<f64>() > budget.limit {
            let accuracy = |gone: usize| -> f64 {
                let others: Vec<usize> = left.iter().copied().filter(|&f| f != gone).collect();
                (0..budget.trials)
                    .map(|number| {
                        Trial::new(seed, number, pairs.len()).score(&learner, pairs, &others)
                    })
                    .sum()
            };
            let scores: Vec<(f64, usize)> = left.iter().map(|&f| (accuracy(f), f)).collect();
            // Costs fall with the feature's number: the earlier one is removed
            // first.
            let best = scores.iter().map(|s| s.0).fold(0.0, f64::max);
            let (_, worst) = scores
                .into_iter()
                .find(|s| s.0 > best - 1e-9)
                .expect("something is left");
            left.retain(|&f| f != worst);
            order.push(worst);
        }
        order
    }

    #[test]
    fn features_go_in_the_order_of_the_definition() {
        let pairs = pairs(120);
        let costs = [6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
        let budget = SelectionBudget {
            trials: 5,
            ..SelectionBudget::new(0.5, Seed(9))
        };
        let selection = PreferenceLearner::linear()
            .select(&pairs, &costs, &budget)
            .expect("six costs");
        assert_eq!(selection.removed, plain_order(&pairs, &costs, &budget));
    }
}
