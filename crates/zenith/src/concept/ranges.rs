//! Feature values are scaled to [-1, +1] by the range in which they were seen, so
//! that features with large values do not dominate the others (section 4.1).

use super::pairs::ConceptError;

/// The least and the greatest value of each feature so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranges {
    seen: Vec<Option<(f64, f64)>>,
}

impl Ranges {
    /// No values yet, for this number of features.
    pub fn new(features: usize) -> Ranges {
        Ranges {
            seen: vec![None; features],
        }
    }

    /// Adds the values of a position.
    pub fn see(&mut self, values: &[f64]) -> Result<(), ConceptError> {
        self.check(values)?;
        for (range, &value) in self.seen.iter_mut().zip(values) {
            *range = Some(match *range {
                None => (value, value),
                Some((least, most)) => (least.min(value), most.max(value)),
            });
        }
        Ok(())
    }

    fn check(&self, values: &[f64]) -> Result<(), ConceptError> {
        if values.len() != self.seen.len() {
            return Err(ConceptError::RowLength {
                expected: self.seen.len(),
                found: values.len(),
            });
        }
        match values.iter().position(|value| !value.is_finite()) {
            Some(feature) => Err(ConceptError::NotFinite {
                feature,
                value: values[feature],
            }),
            None => Ok(()),
        }
    }

    /// The size of a step of one after scaling; 0 for a feature that never varied.
    pub fn scale(&self, feature: usize) -> f64 {
        match self.seen.get(feature) {
            Some(Some((least, most))) if least < most => 2.0 / (most - least),
            _ => 0.0,
        }
    }

    /// A value on the scale on which the least is -1 and the greatest +1; 0 for a
    /// feature that never varied. A new value may lie outside.
    pub fn normalised(&self, feature: usize, value: f64) -> f64 {
        match self.seen.get(feature) {
            Some(Some((least, most))) if least < most => {
                2.0 * (value - least) / (most - least) - 1.0
            }
            _ => 0.0,
        }
    }

    /// The scaled values of the first position minus those of the second.
    pub fn difference(&self, first: &[f64], second: &[f64]) -> Result<Vec<f64>, ConceptError> {
        self.check(first)?;
        self.check(second)?;
        let values = first.iter().zip(second).enumerate();
        Ok(values
            .map(|(feature, (a, b))| self.scale(feature) * (a - b))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_seen_becomes_minus_one_to_one() {
        let mut ranges = Ranges::new(2);
        for values in [[2.0, 5.0], [6.0, 5.0], [4.0, 5.0]] {
            ranges.see(&values).expect("two numbers");
        }
        let shown = [2.0, 3.0, 6.0, 8.0].map(|value| ranges.normalised(0, value));
        assert_eq!(shown, [-1.0, -0.5, 1.0, 2.0]);
        assert_eq!(ranges.normalised(1, 5.0), 0.0);
        let difference = ranges.difference(&[6.0, 9.0], &[3.0, 5.0]);
        assert_eq!(difference, Ok(vec![1.5, 0.0]));
        assert!(ranges.difference(&[1.0], &[1.0, 2.0]).is_err());
    }

    #[test]
    fn before_anything_is_seen_all_values_are_alike() {
        assert_eq!(Ranges::new(1).normalised(0, 17.0), 0.0);
    }
}
