//! The linear threshold unit: the first of two positions is preferred if the
//! weighted sum of the differences of their features is positive.
//!
//! The paper trains it by recursive least squares: each difference with the
//! wanted answer +1, then its negation with -1. Both say the same, so that the
//! weights after the last pair are those of the normal equations with each pair
//! counted twice and the inverse of the prior on the diagonal; they are solved
//! at once. The plain recursion is the oracle of the tests.

use super::cholesky::{Factor, Square, add_multiple, dot};
use super::pairs::Pairs;

/// How uncertain the weights are before the first pair.
pub const PRIOR: f64 = 1000.0;

/// A weighted sum closer to 0 than this is no preference: that much may be due
/// to rounding alone.
pub const INDIFFERENT: f64 = 1e-9;

/// Pairs gathered before they enter the normal equations.
const BLOCK: usize = 32;

/// The unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearUnit {
    features: Vec<usize>,
    weights: Vec<f64>,
}

impl LinearUnit {
    /// Learns from these pairs, seeing these features only.
    pub fn train(pairs: &Pairs, instances: &[usize], features: &[usize], prior: f64) -> LinearUnit {
        let equations = NormalEquations::of(pairs, instances, features, prior);
        LinearUnit {
            features: features.to_vec(),
            weights: Factor::of(&equations.gram).solve(&equations.wanted),
        }
    }

    /// A unit with given weights, one for each feature.
    pub fn with_weights(weights: &[f64]) -> LinearUnit {
        LinearUnit {
            features: (0..weights.len()).collect(),
            weights: weights.to_vec(),
        }
    }

    /// The features it sees, with their weights.
    pub fn weights(&self) -> impl Iterator<Item = (usize, f64)> {
        self.features
            .iter()
            .copied()
            .zip(self.weights.iter().copied())
    }

    /// The weighted sum; features that are missing count nothing.
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

/// What least squares needs to know of the pairs.
pub struct NormalEquations {
    /// Products of features, summed over the pairs, and the prior's inverse.
    pub gram: Square,
    /// Products of features and the wanted answer.
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

/// A unit that learns one pair after the other: the recursion itself, of which
/// [`LinearUnit::train`] is the shortcut.
#[derive(Clone, Debug)]
pub struct RecursiveUnit {
    weights: Vec<f64>,
    /// What is still uncertain of the weights.
    covariance: Square,
}

impl RecursiveUnit {
    /// A unit of so many features that has learned nothing.
    pub fn new(features: usize, prior: f64) -> RecursiveUnit {
        RecursiveUnit {
            weights: vec![0.0; features],
            covariance: Square::diagonal(features, prior),
        }
    }

    /// Learns a pair from its difference: +1 for it, -1 for its negation.
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
