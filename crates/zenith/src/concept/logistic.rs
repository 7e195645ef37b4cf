//! Logistic regression on choices, beyond the paper: the weights under which the
//! known choices are most likely, where each move is chosen with a probability
//! proportional to the exponential of its weighted sum. With two moves to choose
//! from this is logistic regression on the difference. Least squares punishes a pair
//! for being told too clearly; this does not. A penalty on the squared weights keeps
//! them finite.
//!
//! Pairs of the same choice count together: what makes a move better than its
//! closest rivals counts more than what makes it better than many bad moves.
//!
//! The weights are found by Newton's method.

use std::ops::Neg;

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

/// A weighted sum is cut off here before its exponential is taken.
const CLEAREST: f64 = 300.0;

/// Trains on these pairs with only these features.
pub fn train(pairs: &Pairs, instances: &[usize], features: &[usize], penalty: f64) -> LinearUnit {
    let columns: Vec<Vec<f64>> = features
        .iter()
        .map(|&feature| pairs.column(instances, feature))
        .collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let mut fit = Fit::new(pairs.choices(instances), penalty);
    fit.weights = vec![0.0; features.len()];
    fit.improve(&columns, MOST_STEPS);
    LinearUnit::of(features, fit.weights)
}

/// Weights and what they say of each pair. The columns, one for each weight, are
/// given to each call.
pub(super) struct Fit {
    pub weights: Vec<f64>,
    /// The weighted sum for each pair.
    margins: Vec<f64>,
    /// The choice of each pair, numbered from 0.
    choices: Vec<usize>,
    choice_count: usize,
    penalty: f64,
}

impl Fit {
    /// No weights yet.
    pub fn new(choices: Vec<usize>, penalty: f64) -> Fit {
        Fit {
            weights: Vec::new(),
            margins: vec![0.0; choices.len()],
            choice_count: choices.iter().max().map_or(0, |last| last + 1),
            choices,
            penalty,
        }
    }

    /// For each pair, the probability that its other move is chosen.
    pub fn wrong(&self) -> Vec<f64> {
        let odds: Vec<f64> = self.margins.iter().copied().map(odds_against).collect();
        let sums = self.sums(&odds);
        let pairs = odds.iter().zip(&self.choices);
        pairs
            .map(|(odds, &choice)| odds / (1.0 + sums[choice]))
            .collect()
    }

    /// The sums over the pairs of each choice.
    fn sums(&self, values: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.choice_count];
        for (value, &choice) in values.iter().zip(&self.choices) {
            sums[choice] += value;
        }
        sums
    }

    /// The sums over the pairs of each choice, each pair by its probability: the
    /// mean of the column for the choice.
    fn means(&self, column: &[f64], wrong: &[f64]) -> Vec<f64> {
        let values: Vec<f64> = column.iter().zip(wrong).map(|(x, p)| x * p).collect();
        self.sums(&values)
    }

    /// The slope and the curvature of the likelihood along a column.
    pub fn slope(&self, column: &[f64], wrong: &[f64]) -> (f64, f64) {
        let means = self.means(column, wrong);
        let squares: f64 = column.iter().zip(wrong).map(|(x, p)| x * x * p).sum();
        (means.iter().sum(), squares - dot(&means, &means))
    }

    /// Takes steps towards the best weights.
    pub fn improve(&mut self, columns: &[&[f64]], most_steps: usize) {
        if columns.is_empty() || self.margins.is_empty() {
            return;
        }
        self.margins = weighted(columns, &self.weights, self.margins.len());
        for _ in 0..most_steps {
            let wrong = self.wrong();
            let mut gradient: Vec<f64> = columns.iter().map(|column| dot(column, &wrong)).collect();
            add_multiple(&mut gradient, -self.penalty, &self.weights);
            let step = Factor::of(&self.curvature(columns, &wrong)).solve(&gradient);
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
        let odds: Vec<f64> = margins.map(odds_against).collect();
        let unlikely: f64 = self.sums(&odds).iter().map(|sum| sum.ln_1p()).sum();
        let weights = self.weights.iter().zip(step).map(|(w, s)| w + length * s);
        unlikely + 0.5 * self.penalty * weights.map(|w| w * w).sum::<f64>()
    }

    /// The covariance of the columns, summed over the choices, plus the penalty.
    fn curvature(&self, columns: &[&[f64]], wrong: &[f64]) -> Square {
        let mut products = Square::diagonal(columns.len(), self.penalty);
        add_products(&mut products, columns, wrong);
        let means: Vec<Vec<f64>> = columns
            .iter()
            .map(|column| self.means(column, wrong))
            .collect();
        let means: Vec<&[f64]> = means.iter().map(Vec::as_slice).collect();
        add_products(&mut products, &means, &vec![-1.0; self.choice_count]);
        products
    }
}

/// The odds of the other move of a pair against the chosen one.
fn odds_against(margin: f64) -> f64 {
    margin.clamp(-CLEAREST, CLEAREST).neg().exp()
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

/// Adds the products of columns, row by row with these factors.
fn add_products(products: &mut Square, columns: &[&[f64]], factors: &[f64]) {
    let mut scaled = vec![0.0; BLOCK];
    for first in (0..factors.len()).step_by(BLOCK) {
        let block = first..factors.len().min(first + BLOCK);
        for i in 0..columns.len() {
            let column = &columns[i][block.clone()];
            let scaled = &mut scaled[..column.len()];
            for ((scaled, value), factor) in
                scaled.iter_mut().zip(column).zip(&factors[block.clone()])
            {
                *scaled = value * factor;
            }
            for (j, other) in columns[..=i].iter().enumerate() {
                *products.at_mut(i, j) += dot(scaled, &other[block.clone()]);
            }
        }
    }
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
    fn weights_of_choices_among_many_moves_are_found_again() {
        let mut rng = Seed(6).stream(0);
        let truth = [1.5, -0.75, 0.0];
        let mut pairs = Pairs::new(3);
        for choice in 0..1_500 {
            let moves: Vec<Vec<f64>> = (0..6)
                .map(|_| (0..3).map(|_| rng.random_range(-2.0..2.0)).collect())
                .collect();
            let odds: Vec<f64> = moves.iter().map(|mv| dot(mv, &truth).exp()).collect();
            let mut left = rng.random_range(0.0..odds.iter().sum());
            let chosen = odds.iter().position(|odds| {
                left -= odds;
                left < 0.0
            });
            let chosen = chosen.unwrap_or(0);
            for other in (0..moves.len()).filter(|&other| other != chosen) {
                let difference = moves[chosen].iter().zip(&moves[other]);
                let difference: Vec<f64> = difference.map(|(a, b)| a - b).collect();
                pairs.push_of(choice, &difference).expect("three numbers");
            }
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
        // Choices of three pairs each.
        let mut fit = Fit::new((0..300).map(|pair| pair / 3).collect(), 0.5);
        fit.weights = vec![0.0; 5];
        fit.improve(&columns, MOST_STEPS);
        let wrong = fit.wrong();
        for (column, weight) in columns.iter().zip(&fit.weights) {
            assert!((dot(column, &wrong) - 0.5 * weight).abs() < 1e-3);
        }
    }
}
