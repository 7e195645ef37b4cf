//! Learning which of two positions is preferred, from pairs with a known preference
//! (sections 4.4 and 5 of the paper). This module works on numbers only: a pair is
//! the difference of the feature values of the preferred position and of the other
//! one.
//!
//! - [`pairs`] holds the differences, [`ranges`] scales values to [-1, +1];
//! - [`linear`] is the linear threshold unit by least squares, [`logistic`] by
//!   logistic regression, [`tree`] the decision tree;
//! - [`accuracy`] measures them by the paper's protocol;
//! - [`selection`] removes features until the others are cheap enough;
//!   [`forward`] adds the one that explains most, given the others.
//!
//! ```
//! use stratalog_run::Seed;
//! use stratalog_zenith::concept::{PreferenceLearner, Pairs, Protocol};
//!
//! // The preferred position has more of the first feature; the second is noise.
//! let mut pairs = Pairs::new(2);
//! for i in 0..60 {
//!     pairs.push(&[1.0 + f64::from(i % 3), f64::from(i % 5 - 2)])?;
//! }
//! let learner = PreferenceLearner::linear();
//! let concept = learner.train_all(&pairs);
//! assert!(concept.prefers(&[2.0, -1.0]) && !concept.prefers(&[-2.0, 1.0]));
//! let accuracy = Protocol::new(Seed(1)).accuracy(&learner, &pairs, &[0, 1]);
//! assert_eq!(accuracy.mean, 1.0);
//! # Ok::<(), stratalog_zenith::concept::ConceptError>(())
//! ```

use serde::{Deserialize, Serialize};

pub mod accuracy;
mod backward;
pub(crate) mod cholesky;
pub mod forward;
pub mod linear;
pub mod logistic;
pub mod pairs;
mod pessimism;
pub mod ranges;
pub mod selection;
mod split;
pub mod tree;

pub use accuracy::{Accuracy, Protocol};
pub use forward::{Forward, ForwardSelection};
pub use linear::LinearUnit;
pub use pairs::{ConceptError, Pairs};
pub use ranges::Ranges;
pub use selection::{Selection, SelectionBudget, Until};
pub use tree::{Tree, TreeSettings};

/// A way to learn preferences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreferenceLearner {
    /// A linear threshold unit, by recursive least squares.
    Linear {
        /// The variance of the weights before the first pair.
        prior: f64,
    },
    /// A linear threshold unit, by logistic regression: beyond the paper.
    Logistic {
        /// The weight of the squared weights beside the likelihood.
        penalty: f64,
    },
    /// A decision tree like those of C4.5.
    Tree(TreeSettings),
}

impl PreferenceLearner {
    /// The linear learner with the default prior.
    pub fn linear() -> PreferenceLearner {
        PreferenceLearner::Linear {
            prior: linear::PRIOR,
        }
    }

    /// The logistic learner with the default penalty.
    pub fn logistic() -> PreferenceLearner {
        PreferenceLearner::Logistic {
            penalty: logistic::PENALTY,
        }
    }

    /// The tree learner with the default settings.
    pub fn tree() -> PreferenceLearner {
        PreferenceLearner::Tree(TreeSettings::default())
    }

    /// Trains on the pairs with these numbers, with only these features.
    pub fn train(&self, pairs: &Pairs, instances: &[usize], features: &[usize]) -> Concept {
        match self {
            PreferenceLearner::Linear { prior } => {
                Concept::Linear(LinearUnit::train(pairs, instances, features, *prior))
            }
            PreferenceLearner::Logistic { penalty } => {
                Concept::Linear(logistic::train(pairs, instances, features, *penalty))
            }
            PreferenceLearner::Tree(settings) => {
                Concept::Tree(Tree::train(pairs, instances, features, settings))
            }
        }
    }

    /// Trains on all pairs with all features.
    pub fn train_all(&self, pairs: &Pairs) -> Concept {
        let instances: Vec<usize> = (0..pairs.len()).collect();
        let features: Vec<usize> = (0..pairs.features()).collect();
        self.train(pairs, &instances, &features)
    }
}

/// A learned preference between positions.
#[derive(Clone, Debug, PartialEq)]
pub enum Concept {
    /// By the sign of a weighted sum.
    Linear(LinearUnit),
    /// By a decision tree.
    Tree(Tree),
}

impl Concept {
    /// Whether the first of two positions is strictly preferred, given the features
    /// of the first minus those of the second. All features are given; the concept
    /// ignores those it does not use.
    pub fn prefers(&self, difference: &[f64]) -> bool {
        match self {
            Concept::Linear(unit) => unit.prefers(difference),
            Concept::Tree(tree) => tree.prefers(difference),
        }
    }
}
