//! The linear threshold unit: the first of two positions is preferred if the
//! weighted sum of the differences of their features is positive.
//!
//! The paper trains it by recursive least squares: each difference with target +1,
//! then its negation with target -1. Both give the same equation, so that the
//! weights after the last pair solve the normal equations with each pair counted
//! twice and the inverse of the prior on the diagonal. They are solved directly.
//! The recursion is the oracle of the tests.

use super::cholesky::{Factor, Square, add_multiple, dot};
use super::pairs::Pairs;

/// The variance of the weights before the first pair.
pub const PRIOR: f64 = 1000.0;

/// A weighted sum closer to 0 than this is not a preference: it may be due to
/// rounding.
pub const INDIFFERENT: f64 = 1e-9;

/// The number of pairs that enter the normal equations at a time.
const BLOCK: usize = 32;

/// The unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearUnit {
    features: Vec<usize>,
    weights: Vec<f64>,
}

impl LinearUnit {
    /// Trains on these pairs with only these features.
    pub fn train(pairs: &Pairs, instances: &[usize], features: &[usize], prior: f64) -> LinearUnit {
        let equations = NormalEquations::of(pairs, instances, features, prior);
        LinearUnit {
            features: features.to_vec(),
            weights: Factor::of(&equations.gram).solve(&equations.wanted),
        }
    }

    /// A unit with given weights for some features.
    pub fn of(features: &[usize], weights: Vec<f64>) -> LinearUnit {
        LinearUnit {
            features: features.to_vec(),
            weights,
        }
    }

    /// A unit with given weights, one for each feature.
    pub fn with_weights(weights: &[f64]) -> LinearUnit {
        LinearUnit {
            features: (0..weights.len()).collect(),
            weights: weights.to_vec(),
        }
    }

    /// The features that it uses, with their weights.
    pub fn weights(&self) -> impl Iterator<Item = (usize, f64)> {
        self.features
            .iter()
            .copied()
            .zip(self.weights.iter().copied())
    }

    /// The weighted sum; missing features count as 0.
    pub fn value(&self, values: &[f64]) -> f64 {
        self.weights()
            .map(|(feature, weight)| weight * values.get(feature).copied().unwrap_or(0.0))
            .sum()
    }

    /// Whether the first position is preferred to the second.
    pub fn prefers(&self, difference: &[f64]) -> bool {
        self.value(difference) > INDIFFERENT
    }
}

/// The normal equations of least squares.
pub struct NormalEquations {
    /// Products of features, summed over the pairs, plus the inverse of the prior.
    pub gram: Square,
    /// Products of features and the target.
    pub wanted: Vec<f64>,
}

impl NormalEquations {
    /// The equations of these pairs in these features.
    pub fn of(
        pairs: &Pairs,
        instances: &[usize],
        features: &[usize],
        prior: f64,
    ) -> NormalEquations {
        let size = features.len();
        let mut gram = Square::diagonal(size, 1.0 / prior);
        let mut wanted = vec![0.0; size];
        let mut columns = vec![0.0; size * BLOCK];
        for block in instances.chunks(BLOCK) {
            let count = block.len();
            for (place, &feature) in features.iter().enumerate() {
                let column = &mut columns[place * count..][..count];
                for (number, &pair) in column.iter_mut().zip(block) {
                    *number = pairs.row(pair)[feature];
                }
            }
            for i in 0..size {
                let column = &columns[i * count..][..count];
                wanted[i] += 2.0 * column.iter().sum::<f64>();
                for j in 0..=i {
                    *gram.at_mut(i, j) += 2.0 * dot(column, &columns[j * count..][..count]);
                }
            }
        }
        for i in 0..size {
            for j in 0..i {
                *gram.at_mut(j, i) = gram.at(i, j);
            }
        }
        NormalEquations { gram, wanted }
    }
}

/// A unit that is trained on one pair after the other by the recursion.
/// [`LinearUnit::train`] gives the same weights directly.
#[derive(Clone, Debug)]
pub struct RecursiveUnit {
    weights: Vec<f64>,
    /// The covariance of the weights.
    covariance: Square,
}

impl RecursiveUnit {
    /// An untrained unit with this number of features.
    pub fn new(features: usize, prior: f64) -> RecursiveUnit {
        RecursiveUnit {
            weights: vec![0.0; features],
            covariance: Square::diagonal(features, prior),
        }
    }

    /// Trains on a pair: target +1 for its difference, -1 for the negation.
    pub fn learn(&mut self, difference: &[f64]) {
        self.correct(difference, 1.0);
        let negation: Vec<f64> = difference.iter().map(|value| -value).collect();
        self.correct(&negation, -1.0);
    }

    fn correct(&mut self, values: &[f64], wanted: f64) {
        let size = self.weights.len();
        let gain: Vec<f64> = (0..size)
            .map(|i| dot(self.covariance.row(i), values))
            .collect();
        let scale = 1.0 / (1.0 + dot(&gain, values));
        let error = wanted - dot(&self.weights, values);
        add_multiple(&mut self.weights, scale * error, &gain);
        for i in 0..size {
            add_multiple(self.covariance.row_mut(i), -scale * gain[i], &gain);
        }
    }

    /// The weights so far.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use stratalog_run::Seed;

    fn random_pairs(features: usize, count: usize) -> Pairs {
        let mut rng = Seed(8).stream(features as u64);
        let mut pairs = Pairs::new(features);
        for _ in 0..count {
            let mut row: Vec<f64> = (0..features)
                .map(|_| f64::from(rng.random_range(-4..=4)) / 4.0)
                .collect();
            row[0] += 0.3;
            pairs.push(&row).expect("as many as features");
        }
        pairs
    }

    #[test]
    fn training_at_once_gives_what_the_recursion_gives() {
        for features in [1, 3, 20, 60] {
            let pairs = random_pairs(features, 400);
            let mut recursive = RecursiveUnit::new(features, PRIOR);
            for pair in 0..pairs.len() {
                recursive.learn(pairs.row(pair));
            }
            let all: Vec<usize> = (0..pairs.len()).collect();
            let columns: Vec<usize> = (0..features).collect();
            let unit = LinearUnit::train(&pairs, &all, &columns, PRIOR);
            for ((_, at_once), in_turn) in unit.weights().zip(recursive.weights()) {
                assert!((at_once - in_turn).abs() < 1e-9, "{at_once} {in_turn}");
            }
        }
    }

    #[test]
    fn the_same_feature_twice_shares_its_weight() {
        let mut pairs = Pairs::new(3);
        for i in 0..30 {
            let value = f64::from(i % 4) - 0.5;
            pairs
                .push(&[value, f64::from(i % 3 - 1), value])
                .expect("three");
        }
        let all: Vec<usize> = (0..30).collect();
        let unit = LinearUnit::train(&pairs, &all, &[0, 1, 2], PRIOR);
        let weights: Vec<f64> = unit.weights().map(|(_, weight)| weight).collect();
        assert!((weights[0] - weights[2]).abs() < 1e-6 && weights[0] > 0.0);
    }

    #[test]
    fn no_difference_is_no_preference() {
        let pairs = random_pairs(3, 50);
        let all: Vec<usize> = (0..50).collect();
        let unit = LinearUnit::train(&pairs, &all, &[0, 2], PRIOR);
        assert!(!unit.prefers(&[0.0, 5.0, 0.0]));
        assert!(unit.prefers(&[1.0, -5.0, 0.0]) != unit.prefers(&[-1.0, 5.0, 0.0]));
    }
}
