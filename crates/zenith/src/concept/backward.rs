//! The accuracy that a linear unit would have without each of its features, for all
//! features at once, updated after each removal.
//!
//! With the inverse `H` of the normal equations, removing feature `j` subtracts
//! `w[j] / H[j][j]` times column `j` of `H` from the weights; the outputs for the
//! test pairs lose the same multiple of column `j` of the product of pairs and `H`.
//! With that product kept, a removal costs one pass over it; retraining costs as
//! many times more as there are features. Retraining is the oracle of the tests.

use super::accuracy::Trial;
use super::cholesky::{Factor, Square, add_multiple, dot};
use super::linear::{INDIFFERENT, NormalEquations};
use super::pairs::Pairs;

/// A unit trained on one trial's pairs, from which features can be removed.
pub struct Removal {
    inverse: Square,
    weights: Vec<f64>,
    /// For each feature, the test pairs times its column of the inverse.
    products: Vec<Vec<f64>>,
    /// The output for each test pair.
    answers: Vec<f64>,
    is_removed: Vec<bool>,
}

impl Removal {
    /// The unit with all of these features. From here on a feature is an index into
    /// this list.
    pub fn new(pairs: &Pairs, trial: &Trial, features: &[usize], prior: f64) -> Removal {
        let equations = NormalEquations::of(pairs, &trial.training, features, prior);
        let inverse = Factor::of(&equations.gram).inverse();
        let weights: Vec<f64> = (0..features.len())
            .map(|i| dot(inverse.row(i), &equations.wanted))
            .collect();
        let columns: Vec<Vec<f64>> = features
            .iter()
            .map(|&feature| pairs.column(&trial.test, feature))
            .collect();
        let sum = |factors: &[f64]| {
            let mut sum = vec![0.0; trial.test.len()];
            for (column, &factor) in columns.iter().zip(factors) {
                add_multiple(&mut sum, factor, column);
            }
            sum
        };
        let products = (0..features.len()).map(|i| sum(inverse.row(i))).collect();
        Removal {
            answers: sum(&weights),
            products,
            weights,
            is_removed: vec![false; features.len()],
            inverse,
        }
    }

    /// The number of test pairs.
    pub fn tested(&self) -> usize {
        self.answers.len()
    }

    /// The number of test pairs that the unit agrees with.
    pub fn right(&self) -> usize {
        self.answers.iter().filter(|&&a| a > INDIFFERENT).count()
    }

    /// The number of test pairs that the unit would agree with without a feature.
    pub fn right_without(&self, feature: usize) -> usize {
        let factor = self.factor(feature);
        self.answers
            .iter()
            .zip(&self.products[feature])
            .map(|(answer, product)| usize::from(answer - factor * product > INDIFFERENT))
            .sum()
    }

    /// Removes a feature.
    pub fn remove(&mut self, feature: usize) {
        let factor = self.factor(feature);
        let column = std::mem::take(&mut self.products[feature]);
        add_multiple(&mut self.answers, -factor, &column);
        let row = self.inverse.row(feature).to_vec();
        add_multiple(&mut self.weights, -factor, &row);
        let pivot = row[feature];
        self.is_removed[feature] = true;
        for other in 0..self.weights.len() {
            if self.is_removed[other] {
                continue;
            }
            let share = row[other] / pivot;
            add_multiple(&mut self.products[other], -share, &column);
            add_multiple(self.inverse.row_mut(other), -share, &row);
        }
    }

    fn factor(&self, feature: usize) -> f64 {
        self.weights[feature] / self.inverse.at(feature, feature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concept::linear::{LinearUnit, PRIOR};
    use rand::RngExt;
    use stratalog_run::Seed;

    #[test]
    fn removing_features_is_training_without_them() {
        let mut rng = Seed(31).stream(0);
        let features = 12;
        let mut pairs = Pairs::new(features);
        for _ in 0..150 {
            let mut row: Vec<f64> = (0..features)
                .map(|_| f64::from(rng.random_range(-2..=2)))
                .collect();
            row[3] += 0.5;
            // One feature is a sum of others, one is a copy, one is zero.
            row[5] = row[1] + row[2];
            row[7] = row[3];
            row[9] = 0.0;
            pairs.push(&row).expect("as many as features");
        }
        let trial = Trial::new(Seed(2), 0, pairs.len());
        let mut left: Vec<usize> = (0..features).collect();
        let mut removal = Removal::new(&pairs, &trial, &left, PRIOR);
        for gone in [4, 9, 3, 0, 5, 11, 1, 2, 6, 10, 8, 7] {
            let count = |features: &[usize]| {
                let unit = LinearUnit::train(&pairs, &trial.training, features, PRIOR);
                let right = trial.test.iter().filter(|&&p| unit.prefers(pairs.row(p)));
                right.count()
            };
            assert_eq!(removal.right(), count(&left));
            let others: Vec<usize> = left.iter().copied().filter(|&f| f != gone).collect();
            assert_eq!(removal.right_without(gone), count(&others), "{gone}");
            removal.remove(gone);
            left = others;
            let unit = LinearUnit::train(&pairs, &trial.training, &left, PRIOR);
            for (feature, weight) in unit.weights() {
                let kept = removal.weights[feature];
                assert!((kept - weight).abs() < 1e-6, "{feature}: {kept} {weight}");
            }
        }
        assert_eq!(removal.right(), 0);
    }
}
