//! An evaluation made of discovered features: what a run hands over, and what a
//! player prefers positions by.

use std::sync::Arc;

use stratalog_game::reason::{self, FeatureShare};
use stratalog_rulesheet::{Observer, Position, RulesheetGame};

use crate::concept::Concept;
use crate::evidence::observer;
use crate::feature::Feature;
use crate::theory::Theory;

/// A feature as an evaluation uses it.
#[derive(Clone, PartialEq, Debug)]
pub struct Used {
    /// Its name, as in `f17`.
    pub name: String,
    /// What is counted.
    pub feature: Feature,
    /// What a count of one is on the scale from -1 to +1.
    pub scale: f64,
}

/// How features are weighed against each other.
#[derive(Clone, PartialEq, Debug)]
pub enum Weighing {
    /// In the same way whoever has moved.
    Alike(Concept),
    /// After each role's move in a way of its own: a threat is worth more to who
    /// is to move.
    Apart(Vec<Concept>),
}

impl Weighing {
    /// What counts after a role's move; nothing where the role has none.
    pub fn after(&self, mover: usize) -> Option<&Concept> {
        match self {
            Weighing::Alike(concept) => Some(concept),
            Weighing::Apart(concepts) => concepts.get(mover),
        }
    }
}

/// Features, and what they say together about which of two positions is better
/// for a role.
#[derive(Clone)]
pub struct Evaluation {
    role: usize,
    used: Vec<Used>,
    weighing: Weighing,
    observer: Option<Arc<Observer>>,
}

impl Evaluation {
    /// An evaluation for a role; nothing where the features together are too
    /// large to be looked at.
    pub fn new(
        theory: &Theory,
        game: &RulesheetGame,
        role: usize,
        used: Vec<Used>,
        weighing: Weighing,
    ) -> Option<Evaluation> {
        let features: Vec<Feature> = used.iter().map(|used| used.feature.clone()).collect();
        let observer = match features.is_empty() {
            true => None,
            false => Some(Arc::new(observer(theory, game, &features)?)),
        };
        Some(Evaluation {
            role,
            used,
            weighing,
            observer,
        })
    }

    /// The features, in the order of the concept's.
    pub fn used(&self) -> &[Used] {
        &self.used
    }

    /// How features are weighed against each other.
    pub fn weighing(&self) -> &Weighing {
        &self.weighing
    }

    /// The role for whom high is good.
    pub fn role(&self) -> usize {
        self.role
    }

    /// The weight of each feature's count after a role's move, where it has one.
    pub fn weights(&self, mover: usize) -> Option<Vec<f64>> {
        let Concept::Linear(unit) = self.weighing.after(mover)? else {
            return None;
        };
        let mut weights = vec![0.0; self.used.len()];
        for (feature, weight) in unit.weights() {
            weights[feature] = weight * self.used[feature].scale;
        }
        Some(weights)
    }

    /// The counts of the features in positions.
    pub fn counts(&self, positions: &[&Position]) -> Vec<Vec<u32>> {
        match &self.observer {
            Some(observer) => observer.counts(positions),
            None => vec![Vec::new(); positions.len()],
        }
    }

    /// How good each of some positions after a role's move is for the role the
    /// evaluation is for, against the others: the weighted sum, or how many of the
    /// others it is preferred to.
    pub fn rank(&self, positions: &[&Position], mover: usize) -> Vec<f64> {
        let counts = self.counts(positions);
        if let Some(weights) = self.weights(mover) {
            let value = |counts: &Vec<u32>| {
                let shares = counts.iter().zip(&weights);
                shares
                    .map(|(&count, weight)| f64::from(count) * weight)
                    .sum()
            };
            return counts.iter().map(value).collect();
        }
        let prefers = |first: &[u32], second: &[u32]| {
            let difference: Vec<f64> = first
                .iter()
                .zip(second)
                .zip(&self.used)
                .map(|((&a, &b), used)| used.scale * (f64::from(a) - f64::from(b)))
                .collect();
            let concept = self.weighing.after(mover);
            concept.is_some_and(|concept| concept.prefers(&difference))
        };
        counts
            .iter()
            .map(|own| counts.iter().filter(|other| prefers(own, other)).count() as f64)
            .collect()
    }

    /// What the evaluation says of a position after a role's move, for a reason.
    pub fn explain(&self, position: &Position, mover: usize) -> reason::Evaluation {
        let counts = self.counts(&[position]).pop().unwrap_or_default();
        let weights = self.weights(mover);
        let weights = weights.unwrap_or_else(|| vec![0.0; self.used.len()]);
        let mut features: Vec<FeatureShare> = self
            .used
            .iter()
            .zip(counts.iter().zip(&weights))
            .map(|(used, (&count, &weight))| FeatureShare {
                name: used.name.clone(),
                value: f64::from(count),
                weight,
            })
            .collect();
        let value = features.iter().map(|f| f.value * f.weight).sum();
        features.sort_by(|a, b| {
            (b.value * b.weight)
                .abs()
                .total_cmp(&(a.value * a.weight).abs())
        });
        features.truncate(5);
        reason::Evaluation { value, features }
    }
}
