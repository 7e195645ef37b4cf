//! Preference pairs: a matrix with a row for each pair and a column for each
//! feature.

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
    len: usize,
}

impl Pairs {
    /// No pairs yet, with this number of features.
    pub fn new(features: usize) -> Pairs {
        Pairs {
            features,
            numbers: Vec::new(),
            len: 0,
        }
    }

    /// Adds a pair by its difference.
    pub fn push(&mut self, difference: &[f64]) -> Result<(), ConceptError> {
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
        self.len += 1;
        Ok(())
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.len == 0
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
