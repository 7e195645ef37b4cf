//! An evaluation made of discovered features: the result of a run, and what a
//! player prefers positions by.

use std::sync::Arc;

use stratalog_game::reason::FeatureShare;
use stratalog_rulesheet::{Observer, Position, RulesheetGame};

use crate::concept::Concept;
use crate::english::Names;
use crate::error::ZenithError;
use crate::evidence::observer;
use crate::feature::Feature;
use crate::stages::Stages;
use crate::theory::Theory;
use crate::values::Values;

/// The most features that a reason names.
const MOST_SHARES: usize = 3;

/// A feature as an evaluation uses it.
#[derive(Clone, PartialEq, Debug)]
pub struct Used {
    /// Its name, as in `f17`.
    pub name: String,
    /// The formula and the variables that are counted.
    pub feature: Feature,
    /// The value of a count of one on the scale from -1 to +1.
    pub scale: f64,
}

/// The weights of the features, or decision trees.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighing {
    /// One concept for all moves, or one for each role that may have moved: a
    /// threat is worth more to the role that is to move.
    pub concepts: Vec<Concept>,
    /// The stages of the game for which features have weights of their own. A
    /// concept then has a column for each stage of each feature.
    pub stages: Option<Stages>,
}

impl Weighing {
    /// The concept after a role's move.
    pub fn after(&self, mover: usize) -> Option<&Concept> {
        match &self.concepts[..] {
            [concept] => Some(concept),
            concepts => concepts.get(mover),
        }
    }

    /// Whether each role that may have moved has its own.
    pub fn is_by_mover(&self) -> bool {
        self.concepts.len() > 1
    }

    /// The number of weights of a feature after a role's move.
    pub fn stage_count(&self) -> usize {
        self.stages.as_ref().map_or(1, |stages| stages.knots.len())
    }
}

/// Features, and which of two positions is better for a role by them.
#[derive(Clone)]
pub struct FeatureEvaluation {
    role: usize,
    used: Vec<Used>,
    /// What each feature measures, in English.
    english: Vec<String>,
    weighing: Weighing,
    /// What a search compares positions by; where there is nothing, by the weights.
    values: Option<Values>,
    observer: Option<Arc<Observer>>,
}

/// Two positions after a role's move, of which the first was preferred to the
/// second.
#[derive(Clone, Copy)]
pub struct Compared<'p> {
    /// The position after the move that was made.
    pub chosen: &'p Position,
    /// The position after the best other move.
    pub alternative: &'p Position,
    /// The role that moved.
    pub mover: usize,
}

impl FeatureEvaluation {
    /// An evaluation for a role; an error where the features together are too
    /// large to be evaluated.
    pub fn new(
        theory: &Theory,
        game: &RulesheetGame,
        role: usize,
        used: Vec<Used>,
        weighing: Weighing,
    ) -> Result<FeatureEvaluation, ZenithError> {
        let features: Vec<Feature> = used.iter().map(|used| used.feature.clone()).collect();
        let observer = if features.is_empty() {
            None
        } else {
            let clock = weighing.stages.iter().map(|stages| &stages.clock);
            let observed: Vec<Feature> = features.iter().chain(clock).cloned().collect();
            let observer = observer(theory, game, &observed);
            let too_large = || ZenithError::TooLarge {
                name: theory.sheet.name().to_owned(),
            };
            Some(Arc::new(observer.ok_or_else(too_large)?))
        };
        let names = Names::new(theory);
        Ok(FeatureEvaluation {
            role,
            english: features.iter().map(|f| names.english(f)).collect(),
            used,
            weighing,
            values: None,
            observer,
        })
    }

    /// The same evaluation with values for searches.
    pub fn with_values(self, values: Values) -> FeatureEvaluation {
        FeatureEvaluation {
            values: Some(values),
            ..self
        }
    }

    /// What a search compares positions by, where it is not the weights.
    pub fn search_values(&self) -> Option<&Values> {
        self.values.as_ref()
    }

    /// How good each of some positions is for the role of the evaluation, each after
    /// the move of a role: positions of different lines of play can be compared.
    pub fn values(&self, positions: &[&Position], movers: &[usize]) -> Vec<f64> {
        match &self.values {
            Some(values) => values.of(positions, movers),
            None => {
                let roles = movers.iter().max().map_or(0, |last| last + 1);
                let weights: Vec<Option<Vec<Vec<f64>>>> =
                    (0..roles).map(|mover| self.weights(mover)).collect();
                let counts = self.counts(positions);
                let value = |(counts, &mover): (&Vec<u32>, &usize)| {
                    let weights = weights[mover].as_ref();
                    weights.map_or(0.0, |weights| self.weighted(counts, weights))
                };
                counts.iter().zip(movers).map(value).collect()
            }
        }
    }

    /// The features, in the order in which the concept numbers them.
    pub fn used(&self) -> &[Used] {
        &self.used
    }

    /// The weights of the features, or a decision tree.
    pub fn weighing(&self) -> &Weighing {
        &self.weighing
    }

    /// The role for which high values are good.
    pub fn role(&self) -> usize {
        self.role
    }

    /// The weights of each feature's count after a role's move, one for each stage;
    /// `None` for a tree.
    pub fn weights(&self, mover: usize) -> Option<Vec<Vec<f64>>> {
        let Concept::Linear(unit) = self.weighing.after(mover)? else {
            return None;
        };
        let stages = self.weighing.stage_count();
        let mut weights = vec![vec![0.0; stages]; self.used.len()];
        for (column, weight) in unit.weights() {
            let feature = column / stages;
            weights[feature][column % stages] = weight * self.used[feature].scale;
        }
        Some(weights)
    }

    /// The counts of the features in positions, and of the clock where there are
    /// stages.
    pub(crate) fn counts(&self, positions: &[&Position]) -> Vec<Vec<u32>> {
        match &self.observer {
            Some(observer) => observer.counts(positions),
            None => vec![Vec::new(); positions.len()],
        }
    }

    /// The share of each stage in a position with these counts.
    fn shares(&self, counts: &[u32]) -> Vec<f64> {
        match (&self.weighing.stages, counts.get(self.used.len())) {
            (Some(stages), Some(&clock)) => stages.shares(clock),
            _ => vec![1.0],
        }
    }

    /// How good each of some positions after a role's move is for the role of the
    /// evaluation: the weighted sum, or the number of others that a tree prefers
    /// it to.
    pub fn rank(&self, positions: &[&Position], mover: usize) -> Vec<f64> {
        let counts = self.counts(positions);
        if let Some(weights) = self.weights(mover) {
            let value = |counts: &Vec<u32>| self.weighted(counts, &weights);
            return counts.iter().map(value).collect();
        }
        let is_preferred = |own: &[u32], other: &[u32]| self.prefers(own, other, mover);
        counts
            .iter()
            .map(|own| {
                counts
                    .iter()
                    .filter(|other| is_preferred(own, other))
                    .count() as f64
            })
            .collect()
    }

    /// The weighted sum of counts.
    fn weighted(&self, counts: &[u32], weights: &[Vec<f64>]) -> f64 {
        let shares = self.shares(counts);
        let terms = counts.iter().zip(weights);
        terms
            .map(|(&count, weights)| f64::from(count) * blended(weights, &shares))
            .sum()
    }

    /// Whether counts are preferred to others after a role's move.
    fn prefers(&self, first: &[u32], second: &[u32], mover: usize) -> bool {
        let (own, other) = (self.shares(first), self.shares(second));
        let counts = first.iter().zip(second).zip(&self.used);
        let difference: Vec<f64> = counts
            .flat_map(|((&a, &b), used)| {
                let (a, b) = (used.scale * f64::from(a), used.scale * f64::from(b));
                own.iter()
                    .zip(&other)
                    .map(move |(own, other)| a * own - b * other)
            })
            .collect();
        let concept = self.weighing.after(mover);
        concept.is_some_and(|concept| concept.prefers(&difference))
    }

    /// The number of pairs of positions, each after the move of a role, of which
    /// the first is preferred to the second.
    pub fn agreements(&self, pairs: &[(&Position, &Position, usize)]) -> usize {
        let positions = pairs.iter().flat_map(|&(first, second, _)| [first, second]);
        let counts = self.counts(&positions.collect::<Vec<&Position>>());
        let agreed = pairs.iter().zip(counts.chunks_exact(2));
        agreed
            .filter(|((_, _, mover), counts)| self.prefers(&counts[0], &counts[1], *mover))
            .count()
    }

    /// The features in which two positions differ most, as shares of the value for
    /// the role that moved.
    pub fn differences(&self, compared: Compared<'_>) -> Vec<FeatureShare> {
        let mut counts = self.counts(&[compared.chosen, compared.alternative]);
        let (other, own) = (
            counts.pop().unwrap_or_default(),
            counts.pop().unwrap_or_default(),
        );
        let sign = if compared.mover == self.role {
            1.0
        } else {
            -1.0
        };
        let stage = self.shares(&own);
        let weights = self.weights(compared.mover).unwrap_or_default();
        let weight = |place: usize| {
            let weights: Option<&Vec<f64>> = weights.get(place);
            weights.map_or(0.0, |weights| blended(weights, &stage))
        };
        let mut shares: Vec<FeatureShare> = Vec::new();
        let features = own.iter().zip(&other).take(self.used.len());
        for (place, (&own, &other)) in features.enumerate() {
            if own != other {
                shares.push(FeatureShare {
                    name: self.used[place].name.clone(),
                    english: Some(self.english[place].clone()),
                    value: f64::from(own),
                    weight: sign * weight(place),
                    alternative: Some(f64::from(other)),
                });
            }
        }
        let size = |share: &FeatureShare| {
            let other = share.alternative.unwrap_or_default();
            ((share.value - other) * share.weight).abs()
        };
        shares.sort_by(|a, b| size(b).total_cmp(&size(a)));
        shares.truncate(MOST_SHARES);
        shares
    }
}

/// The weights of the stages, each by its share.
fn blended(weights: &[f64], shares: &[f64]) -> f64 {
    weights.iter().zip(shares).map(|(w, s)| w * s).sum()
}
