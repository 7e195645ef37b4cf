//! Logistic regression on differences, beyond the paper: the weights under which
//! the known preferences are most likely, where the odds of a preference are the
//! exponential of the weighted sum. Least squares punishes a pair for being told
//! too clearly; this does not. A penalty on the squared weights keeps them finite.
//!
//! The weights are found by Newton's method.

use super::cholesky::{Factor, Square, add_multiple, dot};
use super::linear::LinearUnit;
use super::pairs::Pairs;

/// The default weight of the squared weights beside the likelihood.
pub const PENALTY: f64 = 2.0;
/// The most steps of Newton's method.
const MOST_STEPS: usize = 12;
/// A step smaller than this is the last.
const CLOSE: f64 = 1e-4;
/// A step is halved at most this number of times.
const HALVINGS: usize = 8;
/// The number of pairs that enter the curvature at a time.
const BLOCK: usize = 256;

/// Trains on these pairs with only these features.
pub fn train(pairs: &Pairs, instances: &[usize], features: &[usize], penalty: f64) -> LinearUnit {
    let columns: Vec<Vec<f64>> = features
        .iter()
        .map(|&feature| pairs.column(instances, feature))
        .collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let mut fit = Fit::new(instances.len(), vec![0.0; features.len()], penalty);
    fit.improve(&columns, MOST_STEPS);
    LinearUnit::of(features, fit.weights)
}

/// Weights and what they say of each pair. The columns, one for each weight, are
/// given to each call.
pub(super) struct Fit {
    pub weights: Vec<f64>,
    /// The weighted sum for each pair.
    margins: Vec<f64>,
    penalty: f64,
}

impl Fit {
    /// These weights; margins are computed by the first improvement.
    pub fn new(pairs: usize, weights: Vec<f64>, penalty: f64) -> Fit {
        Fit {
            weights,
            margins: vec![0.0; pairs],
            penalty,
        }
    }

    /// For each pair, the probability of the wrong preference, and its variance.
    pub fn errors(&self) -> (Vec<f64>, Vec<f64>) {
        let wrong: Vec<f64> = self.margins.iter().map(|m| 1.0 / (1.0 + m.exp())).collect();
        let variance = wrong.iter().map(|p| p * (1.0 - p)).collect();
        (wrong, variance)
    }

    /// Takes steps towards the best weights.
    pub fn improve(&mut self, columns: &[&[f64]], most_steps: usize) {
        if columns.is_empty() || self.margins.is_empty() {
            return;
        }
        self.margins = weighted(columns, &self.weights, self.margins.len());
        for _ in 0..most_steps {
            let (wrong, variance) = self.errors();
            let mut gradient: Vec<f64> = columns.iter().map(|column| dot(column, &wrong)).collect();
            add_multiple(&mut gradient, -self.penalty, &self.weights);
            let curvature = curvature(columns, &variance, self.penalty);
            let step = Factor::of(&curvature).solve(&gradient);
            let change = weighted(columns, &step, self.margins.len());
            let before = self.loss(0.0, &step, &change);
            let mut length = 1.0;
            for _ in 0..HALVINGS {
                if self.loss(length, &step, &change) <= before {
                    break;
                }
                length /= 2.0;
            }
            add_multiple(&mut self.weights, length, &step);
            add_multiple(&mut self.margins, length, &change);
            let largest = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
            if largest < CLOSE {
                break;
            }
        }
    }

    /// The negative logarithm of the likelihood with the penalty, after a step of
    /// some length.
    fn loss(&self, length: f64, step: &[f64], change: &[f64]) -> f64 {
        let margins = self.margins.iter().zip(change).map(|(m, c)| m + length * c);
        let unlikely: f64 = margins.map(softplus_of_negation).sum();
        let weights = self.weights.iter().zip(step).map(|(w, s)| w + length * s);
        unlikely + 0.5 * self.penalty * weights.map(|w| w * w).sum::<f64>()
    }
}

/// `ln(1 + exp(-margin))`, without overflow.
fn softplus_of_negation(margin: f64) -> f64 {
    if margin > 0.0 {
        (-margin).exp().ln_1p()
    } else {
        margin.exp().ln_1p() - margin
    }
}

/// The weighted sum of the columns for each pair.
fn weighted(columns: &[&[f64]], weights: &[f64], pairs: usize) -> Vec<f64> {
    let mut sums = vec![0.0; pairs];
    for (column, &weight) in columns.iter().zip(weights) {
        if weight != 0.0 {
            add_multiple(&mut sums, weight, column);
        }
    }
    sums
}

/// The products of columns, weighted by the variance of each pair, plus the
/// penalty.
fn curvature(columns: &[&[f64]], variance: &[f64], penalty: f64) -> Square {
    let size = columns.len();
    let mut products = Square::diagonal(size, penalty);
    let mut scaled = vec![0.0; BLOCK];
    for first in (0..variance.len()).step_by(BLOCK) {
        let block = first..variance.len().min(first + BLOCK);
        for i in 0..size {
            let column = &columns[i][block.clone()];
            let scaled = &mut scaled[..column.len()];
            for ((scaled, value), variance) in
                scaled.iter_mut().zip(column).zip(&variance[block.clone()])
            {
                *scaled = value * variance;
            }
            for (j, other) in columns[..=i].iter().enumerate() {
                *products.at_mut(i, j) += dot(scaled, &other[block.clone()]);
            }
        }
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use stratalog_run::Seed;

    #[test]
    fn weights_of_drawn_preferences_are_found_again() {
        let mut rng = Seed(5).stream(0);
        let truth = [1.5, -0.75, 0.0];
        let mut pairs = Pairs::new(3);
        for _ in 0..4_000 {
            let row: Vec<f64> = (0..3).map(|_| rng.random_range(-2.0..2.0)).collect();
            let odds = dot(&row, &truth).exp();
            let is_preferred = rng.random_bool(odds / (1.0 + odds));
            let sign = if is_preferred { 1.0 } else { -1.0 };
            let row: Vec<f64> = row.iter().map(|value| sign * value).collect();
            pairs.push(&row).expect("three numbers");
        }
        let all: Vec<usize> = (0..pairs.len()).collect();
        let unit = train(&pairs, &all, &[0, 1, 2], 0.01);
        for ((_, weight), truth) in unit.weights().zip(truth) {
            assert!((weight - truth).abs() < 0.12, "{weight} {truth}");
        }
    }

    #[test]
    fn the_penalty_keeps_weights_of_separable_pairs_finite() {
        let mut pairs = Pairs::new(2);
        for i in 0..40 {
            pairs.push(&[1.0, f64::from(i % 3)]).expect("two numbers");
        }
        let all: Vec<usize> = (0..40).collect();
        let loose = train(&pairs, &all, &[0, 1], 0.01);
        let tight = train(&pairs, &all, &[0, 1], 10.0);
        let first = |unit: &LinearUnit| unit.weights().next().expect("two weights").1;
        assert!(first(&loose).is_finite() && first(&loose) > first(&tight));
        assert!(first(&tight) > 0.0);
    }

    #[test]
    fn the_gradient_vanishes_at_the_weights() {
        let mut rng = Seed(9).stream(0);
        let columns: Vec<Vec<f64>> = (0..5)
            .map(|_| (0..300).map(|_| rng.random_range(-1.0..1.2)).collect())
            .collect();
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let mut fit = Fit::new(300, vec![0.0; 5], 0.5);
        fit.improve(&columns, MOST_STEPS);
        let (wrong, _) = fit.errors();
        for (column, weight) in columns.iter().zip(&fit.weights) {
            assert!((dot(column, &wrong) - 0.5 * weight).abs() < 1e-3);
        }
    }
}
