//! Preference pairs: a matrix with a row for each pair and a column for each
//! feature.

use rustc_hash::FxHashMap;
use thiserror::Error;

/// Why numbers are refused.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ConceptError {
    /// A row with too many or too few numbers.
    #[error("a pair has {found} feature values, the others have {expected}; give one a feature")]
    RowLength {
        /// The number of features.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A value that is not finite.
    #[error("the value of feature {feature} in a pair is {value}; give a finite number")]
    NotFinite {
        /// The feature's column.
        feature: usize,
        /// Its value.
        value: f64,
    },
    /// There must be one cost for each feature.
    #[error("there are {found} costs for {expected} features; give one a feature")]
    Costs {
        /// The number of features.
        expected: usize,
        /// The number of costs.
        found: usize,
    },
}

/// Differences of feature values, those of the preferred position minus those of
/// the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairs {
    features: usize,
    /// Row by row.
    numbers: Vec<f64>,
    /// For each pair, the choice that it comes from.
    choices: Vec<usize>,
}

impl Pairs {
    /// No pairs yet, with this number of features.
    pub fn new(features: usize) -> Pairs {
        Pairs {
            features,
            numbers: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// Adds a pair by its difference, as a choice of its own that comes after the last
    /// one.
    pub fn push(&mut self, difference: &[f64]) -> Result<(), ConceptError> {
        let choice = self.choices.last().map_or(0, |last| last + 1);
        self.push_of(choice, difference)
    }

    /// Adds a pair that comes from a choice. Pairs of the same choice have the same
    /// preferred position.
    pub fn push_of(&mut self, choice: usize, difference: &[f64]) -> Result<(), ConceptError> {
        if difference.len() != self.features {
            return Err(ConceptError::RowLength {
                expected: self.features,
                found: difference.len(),
            });
        }
        if let Some(feature) = difference.iter().position(|value| !value.is_finite()) {
            return Err(ConceptError::NotFinite {
                feature,
                value: difference[feature],
            });
        }
        self.numbers.extend_from_slice(difference);
        self.choices.push(choice);
        Ok(())
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.features
    }

    /// The difference of a pair.
    #[inline]
    pub fn row(&self, pair: usize) -> &[f64] {
        &self.numbers[pair * self.features..(pair + 1) * self.features]
    }

    /// The choice that each of these pairs comes from, numbered from 0 without gaps.
    pub fn choices(&self, instances: &[usize]) -> Vec<usize> {
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let number = |&instance: &usize| {
            let next = numbers.len();
            *numbers.entry(self.choices[instance]).or_insert(next)
        };
        instances.iter().map(number).collect()
    }

    /// The differences of one feature in these pairs.
    pub fn column(&self, instances: &[usize], feature: usize) -> Vec<f64> {
        instances.iter().map(|&i| self.row(i)[feature]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_has_one_finite_number_a_feature() {
        let mut pairs = Pairs::new(2);
        pairs.push(&[1.0, -2.0]).expect("two numbers");
        let short = pairs.push(&[1.0]).expect_err("one is missing");
        assert!(short.to_string().contains("1 feature values"));
        let infinite = pairs.push(&[0.0, f64::NAN]).expect_err("not a number");
        assert!(infinite.to_string().contains("feature 1"));
        assert_eq!((pairs.len(), pairs.row(0)), (1, &[1.0, -2.0][..]));
    }

    #[test]
    fn pairs_without_features_are_counted() {
        let mut pairs = Pairs::new(0);
        pairs.push(&[]).expect("nothing");
        assert_eq!(pairs.len(), 1);
        assert!(pairs.row(0).is_empty());
    }
}
