//! Values of positions, beyond the paper: how likely a role is to win. Weights that
//! are learned from choices compare the positions after the moves of one position,
//! which is all that a player needs who looks one ply ahead. A search compares
//! positions that come from different ones, after the moves of different roles.
//!
//! The weights are those of a logistic regression on the results of games. They
//! depend on the role that moved last and on the stage of the game, with a constant
//! for each. Results are noisy: after the first fit, a position is worth partly its
//! game's result and partly what the positions after it seem worth, as in learning by
//! temporal differences (Sutton 1988).

use std::collections::BTreeMap;
use std::sync::Arc;

use stratalog_rulesheet::{Observer, Position, RulesheetGame};

use crate::concept::cholesky::{Factor, Square, add_multiple, dot};
use crate::error::ZenithError;
use crate::evidence::observer;
use crate::feature::Feature;
use crate::stages::Stages;
use crate::theory::Theory;

/// How much of what comes later is worth beside the next position.
const LAMBDA: f64 = 0.8;
/// Fits with temporal differences after the one on results.
const ROUNDS: usize = 2;
/// The weight of the squared weights beside the likelihood.
const PENALTY: f64 = 3.0;
/// Steps of Newton's method, and the most that a weight changes in one: far from the
/// best weights, a whole step may lead further away.
const STEPS: usize = 8;
const LONGEST: f64 = 2.0;
/// The most stages.
pub const STAGES: usize = 5;

/// Features with weights that say how likely the role of an evaluation is to win.
#[derive(Clone)]
pub struct Values {
    /// The features, by name.
    pub used: Vec<(String, Feature)>,
    /// Their weights.
    pub weights: ValueWeights,
    observer: Arc<Observer>,
}

/// The weights of features whose counts are given.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueWeights {
    /// The stages for which there are weights.
    pub stages: Option<Stages>,
    /// For each role that may have moved, for each feature and last for the constant,
    /// a weight for each stage.
    pub by_mover: Vec<Vec<Vec<f64>>>,
}

impl Values {
    /// Values of a game; an error where the features together are too large to be
    /// evaluated.
    pub fn new(
        theory: &Theory,
        game: &RulesheetGame,
        used: Vec<(String, Feature)>,
        weights: ValueWeights,
    ) -> Result<Values, ZenithError> {
        let clock = weights.stages.iter().map(|stages| &stages.clock);
        let observed = used.iter().map(|(_, feature)| feature).chain(clock);
        let observed: Vec<Feature> = observed.cloned().collect();
        let too_large = || ZenithError::TooLarge {
            name: theory.sheet.name().to_owned(),
        };
        let observer = observer(theory, game, &observed).ok_or_else(too_large)?;
        Ok(Values {
            used,
            weights,
            observer: Arc::new(observer),
        })
    }

    /// The logarithm of the odds that the role of the evaluation wins, in positions
    /// that each come after the move of a role.
    pub fn of(&self, positions: &[&Position], movers: &[usize]) -> Vec<f64> {
        let counts = self.observer.counts(positions);
        let counts = counts.iter().zip(movers);
        counts
            .map(|(counts, &mover)| self.weights.value(counts, mover))
            .collect()
    }
}

impl ValueWeights {
    /// The number of stages.
    pub fn stage_count(&self) -> usize {
        self.stages.as_ref().map_or(1, |stages| stages.knots.len())
    }

    fn shares(&self, counts: &[u32], features: usize) -> Vec<f64> {
        match (&self.stages, counts.get(features)) {
            (Some(stages), Some(&clock)) => stages.shares(clock),
            _ => vec![1.0],
        }
    }

    /// The value by the counts of the features, and of the clock after them.
    pub fn value(&self, counts: &[u32], mover: usize) -> f64 {
        let weights = self.by_mover.get(mover).and_then(|own| own.split_last());
        let Some((constant, weights)) = weights else {
            return 0.0;
        };
        let shares = self.shares(counts, weights.len());
        let terms = counts.iter().zip(weights);
        let terms = terms.map(|(&count, weights)| f64::from(count) * dot(weights, &shares));
        dot(constant, &shares) + terms.sum::<f64>()
    }
}

/// A position of a game, as numbers.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The counts of the features, and of the clock where there is one.
    pub counts: Vec<u32>,
    /// The role that moved to it.
    pub mover: usize,
    /// Whether the move that was made in it was random: what came later says nothing
    /// about it.
    pub is_left_at_random: bool,
}

/// A game: its positions in order, and the share of a win that the role of the
/// evaluation got.
#[derive(Clone, Debug)]
pub struct Record {
    /// The positions.
    pub seen: Vec<Counts>,
    /// From 0 to 1.
    pub result: f64,
}

/// The weights that predict the results of games best.
pub fn fit(
    games: &[Record],
    features: usize,
    roles: usize,
    stages: Option<Stages>,
) -> ValueWeights {
    let count = stages.as_ref().map_or(1, |stages| stages.knots.len());
    let mut values = ValueWeights {
        stages,
        by_mover: vec![vec![vec![0.0; count]; features + 1]; roles],
    };
    for round in 0..=ROUNDS {
        let targets = games.iter().map(|game| targets(&values, game, round > 0));
        let targets: Vec<Vec<Option<f64>>> = targets.collect();
        values.by_mover = (0..roles)
            .map(|mover| Regression::new(&values, games, &targets, features, mover).weights())
            .collect();
    }
    values
}

/// What each position of a game is worth; nothing for those that say nothing.
fn targets(values: &ValueWeights, game: &Record, is_bootstrapped: bool) -> Vec<Option<f64>> {
    let mut later = game.result;
    let mut targets = vec![None; game.seen.len()];
    for (place, seen) in game.seen.iter().enumerate().rev() {
        if is_bootstrapped {
            let own = likely(values.value(&seen.counts, seen.mover));
            if seen.is_left_at_random {
                later = own;
            } else {
                targets[place] = Some(later);
                later = LAMBDA * later + (1.0 - LAMBDA) * own;
            }
        } else {
            targets[place] = Some(later);
        }
    }
    targets
}

fn likely(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The positions after a role's moves, as rows of numbers.
struct Regression<'a> {
    values: &'a ValueWeights,
    /// The mean and the deviation of each feature.
    scales: Vec<(f64, f64)>,
    /// Positions with the same shares of the stages.
    groups: Vec<Group>,
}

struct Group {
    shares: Vec<f64>,
    /// The features, scaled, and the constant.
    rows: Vec<Vec<f64>>,
    targets: Vec<f64>,
}

impl<'a> Regression<'a> {
    fn new(
        values: &'a ValueWeights,
        games: &[Record],
        targets: &[Vec<Option<f64>>],
        features: usize,
        mover: usize,
    ) -> Regression<'a> {
        let seen = games.iter().zip(targets).flat_map(|(game, targets)| {
            let seen = game.seen.iter().zip(targets);
            seen.filter_map(|(seen, target)| Some((seen, (*target)?)))
        });
        let own: Vec<(&Counts, f64)> = seen.filter(|(seen, _)| seen.mover == mover).collect();
        let count = own.len().max(1) as f64;
        let scale = |feature: usize| {
            let column = own.iter().map(|(seen, _)| f64::from(seen.counts[feature]));
            let mean = column.clone().sum::<f64>() / count;
            let variance = column.map(|x| (x - mean).powi(2)).sum::<f64>() / count;
            (mean, if variance > 0.0 { variance.sqrt() } else { 1.0 })
        };
        let scales: Vec<(f64, f64)> = (0..features).map(scale).collect();
        let row = |counts: &[u32]| {
            let scaled = counts.iter().zip(&scales);
            let scaled = scaled.map(|(&x, (mean, deviation))| (f64::from(x) - mean) / deviation);
            scaled.chain([1.0]).collect()
        };
        let mut groups: BTreeMap<Option<u32>, Group> = BTreeMap::new();
        for (Counts { counts, .. }, target) in own {
            let group = groups.entry(counts.get(features).copied());
            let group = group.or_insert_with(|| Group {
                shares: values.shares(counts, features),
                rows: Vec::new(),
                targets: Vec::new(),
            });
            group.rows.push(row(counts));
            group.targets.push(target);
        }
        Regression {
            values,
            groups: groups.into_values().collect(),
            scales,
        }
    }

    /// The weights for each feature, and the constant, at each stage.
    fn weights(&self) -> Vec<Vec<f64>> {
        let (width, stages) = (self.scales.len() + 1, self.values.stage_count());
        let mut weights = vec![0.0; width * stages];
        for _ in 0..STEPS {
            let step = self.step(&weights);
            let largest = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
            add_multiple(&mut weights, LONGEST / largest.max(LONGEST), &step);
        }
        // Weights of counts from weights of scaled counts.
        let mut by_feature = vec![vec![0.0; stages]; width];
        for stage in 0..stages {
            let own = &weights[stage * width..(stage + 1) * width];
            let mut constant = own[width - 1];
            for (feature, (mean, deviation)) in self.scales.iter().enumerate() {
                by_feature[feature][stage] = own[feature] / deviation;
                constant -= own[feature] * mean / deviation;
            }
            by_feature[width - 1][stage] = constant;
        }
        by_feature
    }

    /// A step of Newton's method. The weights are sorted by stage.
    fn step(&self, weights: &[f64]) -> Vec<f64> {
        let width = self.scales.len() + 1;
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -PENALTY * weight).collect();
        let mut curvature = Square::diagonal(weights.len(), PENALTY);
        for group in &self.groups {
            let active: Vec<usize> = (0..group.shares.len())
                .filter(|&stage| group.shares[stage] > 0.0)
                .collect();
            let mut blended = vec![0.0; width];
            for &stage in &active {
                let own = &weights[stage * width..(stage + 1) * width];
                add_multiple(&mut blended, group.shares[stage], own);
            }
            let mut slope = vec![0.0; width];
            let mut products = Square::diagonal(width, 0.0);
            for (row, target) in group.rows.iter().zip(&group.targets) {
                let chance = likely(dot(&blended, row));
                add_multiple(&mut slope, target - chance, row);
                let weight = chance * (1.0 - chance);
                for i in 0..width {
                    add_multiple(&mut products.row_mut(i)[..=i], weight * row[i], &row[..=i]);
                }
            }
            for &first in &active {
                let own = &mut gradient[first * width..(first + 1) * width];
                add_multiple(own, group.shares[first], &slope);
                for &second in active.iter().filter(|&&second| second <= first) {
                    let share = group.shares[first] * group.shares[second];
                    for i in 0..width {
                        for j in 0..width {
                            let product = products.at(i.max(j), i.min(j));
                            *curvature.at_mut(first * width + i, second * width + j) +=
                                share * product;
                        }
                    }
                }
            }
        }
        Factor::of(&curvature).solve(&gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use stratalog_run::Seed;

    /// Games of positions whose first feature tells who wins; after the second role's
    /// moves it counts the other way round. The second feature is noise.
    fn games(count: u64) -> Vec<Record> {
        let game = |number: u64| {
            let mut rng = Seed(7).stream(number);
            let lead: f64 = rng.random_range(-2.0..2.0);
            let seen = (0..6).map(|place| {
                let mover = place % 2;
                let shown = if mover == 0 { lead } else { -lead };
                let noise: f64 = rng.random_range(-1.0..1.0);
                Counts {
                    counts: vec![(10.0 + 2.0 * (shown + noise)).round() as u32, 3],
                    mover,
                    is_left_at_random: false,
                }
            });
            Record {
                seen: seen.collect(),
                result: f64::from(u8::from(lead > 0.0)),
            }
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn values_predict_results_after_the_moves_of_either_role() {
        let games = games(1_000);
        let (known, others) = games.split_at(800);
        let weights = fit(known, 2, 2, None);
        let hits = others.iter().flat_map(|game| {
            let value = |seen: &Counts| weights.value(&seen.counts, seen.mover);
            let is_hit = |seen: &Counts| (value(seen) > 0.0) == (game.result > 0.5);
            game.seen.iter().map(is_hit).collect::<Vec<bool>>()
        });
        let hits: Vec<bool> = hits.collect();
        let share = hits.iter().filter(|hit| **hit).count() as f64 / hits.len() as f64;
        assert!(share > 0.8, "{share}");
        // A feature that does not vary has no weight.
        assert_eq!(weights.by_mover[0][1], [0.0]);
        assert!(weights.by_mover[0][0][0] > 0.0 && weights.by_mover[1][0][0] < 0.0);
    }

    #[test]
    fn a_position_that_was_left_at_random_is_not_worth_the_result() {
        let mut game = games(1).remove(0);
        game.seen[3].is_left_at_random = true;
        let weights = ValueWeights {
            stages: None,
            by_mover: vec![vec![vec![0.0]; 3]; 2],
        };
        let targets = targets(&weights, &game, true);
        assert_eq!(targets[3], None);
        // Those before it are worth what it seems worth itself.
        assert_eq!(targets[2], Some(0.5));
        assert_eq!(targets[5], Some(game.result));
    }
}
