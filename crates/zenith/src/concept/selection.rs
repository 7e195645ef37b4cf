//! Which features the evaluation may afford (section 4.4): from all features
//! the least useful is cast out, again and again, until the rest cost no more
//! than is allowed. For the linear unit the least useful is the one whose
//! removal leaves the greatest accuracy; for the tree, where that would take too
//! many trees, the one that the fewest cases meet a test of (section 5.2).

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use stratalog_run::Seed;

use super::accuracy::{Protocol, Trial};
use super::backward::Removal;
use super::pairs::{ConceptError, Pairs};
use super::tree::{Tree, TreeSettings};
use super::{Concept, PreferenceLearner};

/// How many trials show what a feature tells on its own.
const TRIALS_ALONE: u64 = 10;

/// The share of the pairs that must go wrong without a feature for it to be of use:
/// less is what the lot of training and test pairs makes.
pub const NOTICEABLE: f64 = 0.002;

/// What the evaluation may cost, and how the selection is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectionBudget {
    /// The most the features may cost together.
    pub limit: f64,
    /// How many partitions of the pairs the accuracy of a linear unit is
    /// averaged over.
    pub trials: u64,
    /// When nothing more is cast out.
    pub until: Until,
    /// What decides everything random.
    pub seed: Seed,
}

/// When the selection is through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// As in the paper: once the rest are affordable.
    Affordable,
    /// Past it: once, besides, each of the rest is of use.
    Useful,
}

impl SelectionBudget {
    /// A limit with the usual number of trials.
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
    /// The others, those that tell the most preferences on their own first.
    pub inactive: Vec<usize>,
    /// The others in the order in which they were cast out.
    pub cast_out: Vec<usize>,
    /// For every feature, the accuracy of a concept of it alone.
    pub discriminability: Vec<f64>,
    /// What the learner makes of all pairs with the active features.
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
        let cast_out = match self {
            PreferenceLearner::Linear { prior } => candidates.cast_out_linear(*prior),
            PreferenceLearner::Tree(settings) => candidates.cast_out_tree(settings),
        };
        let mut active: Vec<usize> = (0..pairs.features()).collect();
        active.retain(|feature| !cast_out.contains(feature));
        let mut inactive = cast_out.clone();
        inactive.sort_by(|&a, &b| {
            let better = discriminability[b].total_cmp(&discriminability[a]);
            better.then(a.cmp(&b))
        });
        let instances: Vec<usize> = (0..pairs.len()).collect();
        Ok(Selection {
            concept: self.train(pairs, &instances, &active),
            active,
            inactive,
            cast_out,
            discriminability,
        })
    }

    /// How well each feature tells the preferences on its own, from a few
    /// trials: it only orders the features.
    pub fn discriminability(&self, pairs: &Pairs, seed: Seed) -> Vec<f64> {
        let protocol = Protocol {
            most: TRIALS_ALONE,
            ..Protocol::new(seed.derive("discriminability"))
        };
        (0..pairs.features())
            .into_par_iter()
            .map(|feature| protocol.accuracy(self, pairs, &[feature]).mean)
            .collect()
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

    /// Whether something is still to be cast out, given whether the least useful is
    /// of no use.
    fn goes_on(&self, features: &[usize], is_useless: bool) -> bool {
        let is_lean = self.budget.until == Until::Useful;
        !self.is_affordable(features) || is_lean && is_useless
    }

    /// Whether the first feature goes before the second where both are as
    /// useful: the more expensive, then the one that tells less alone, then the
    /// later.
    fn goes_first(&self, a: usize, b: usize) -> bool {
        let order = self.costs[a]
            .total_cmp(&self.costs[b])
            .then(self.alone[b].total_cmp(&self.alone[a]))
            .then(a.cmp(&b));
        order.is_gt()
    }

    /// The least useful of some features, by a measure of what they are worth.
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

    fn cast_out_linear(&self, prior: f64) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.pairs.features()).collect();
        let mut cast_out = Vec::new();
        if self.is_affordable(&left) && self.budget.until == Until::Affordable {
            return cast_out;
        }
        let seed = self.budget.seed.derive("selection");
        let mut units: Vec<Removal> = (0..self.budget.trials.max(1))
            .into_par_iter()
            .map(|number| {
                let trial = Trial::new(seed, number, self.pairs.len());
                Removal::new(self.pairs, &trial, &left, prior)
            })
            .collect();
        loop {
            // The more pairs go wrong without it, the more a feature is worth.
            let without = |&feature: &usize| {
                let right = units.iter().map(|unit| unit.right_without(feature) as u64);
                u64::MAX - right.sum::<u64>()
            };
            let worth: Vec<u64> = left.par_iter().map(without).collect();
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
            cast_out.push(worst);
        }
        cast_out
    }

    fn cast_out_tree(&self, settings: &TreeSettings) -> Vec<usize> {
        let instances: Vec<usize> = (0..self.pairs.len()).collect();
        let mut left: Vec<usize> = (0..self.pairs.features()).collect();
        // Of tests that gain the same, the tree takes the first: the cheapest.
        left.sort_by(|&a, &b| self.costs[a].total_cmp(&self.costs[b]));
        let mut cast_out = Vec::new();
        loop {
            let tree = Tree::train(self.pairs, &instances, &left, settings);
            let uses = tree.use_counts(self.pairs.features());
            // Features no case met are equally useless: all may go on the word
            // of one tree.
            loop {
                let worth: Vec<u64> = left.iter().map(|&feature| uses[feature]).collect();
                let Some(worst) = self.least_useful(&left, &worth) else {
                    return cast_out;
                };
                if !self.goes_on(&left, uses[worst] == 0) {
                    return cast_out;
                }
                left.retain(|&feature| feature != worst);
                cast_out.push(worst);
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
            // The dearer copy tells the most alone of those that are left.
            assert_eq!(selection.inactive[0], 0);
            assert_eq!(selection.inactive.len(), 4);
            let told = selection.discriminability[4];
            assert!(told > 0.75 && told > selection.discriminability[2]);
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
        assert!(selection.cast_out.is_empty() && selection.inactive.is_empty());
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
            // The dearer copy goes; trees keep noise that they test somewhere.
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
            assert_eq!(selection.cast_out.len(), 6);
        }
        let wrong =
            PreferenceLearner::tree().select(&pairs, &[1.0], &SelectionBudget::new(1.0, Seed(1)));
        assert!(wrong.expect_err("one cost").to_string().contains("1 costs"));
    }

    /// Backward selection by its definition, each unit trained anew.
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
            // Costs fall with the feature's number: the earlier goes first.
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
        assert_eq!(selection.cast_out, plain_order(&pairs, &costs, &budget));
    }
}
