//! Confidence intervals of rates and means.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The 97.5% point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A 95% confidence interval. As JSON, `[low, high]`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The Wilson score interval of the rate `hits / trials`; 0 to 1 if there
    /// are no trials.
    pub fn wilson(hits: u64, trials: u64) -> Interval {
        if trials == 0 {
            return Interval {
                low: 0.0,
                high: 1.0,
            };
        }
        let n = trials as f64;
        let rate = hits as f64 / n;
        let z2 = Z * Z / n;
        let middle = rate + z2 / 2.0;
        let spread = Z * (rate * (1.0 - rate) / n + z2 / (4.0 * n)).sqrt();
        Interval {
            low: ((middle - spread) / (1.0 + z2)).clamp(0.0, rate),
            high: ((middle + spread) / (1.0 + z2)).clamp(rate, 1.0),
        }
    }

    /// The interval of a mean by the normal approximation; the mean itself if
    /// there are fewer than two values.
    pub fn of_mean(values: &[f64]) -> Interval {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n.max(1.0);
        let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
        let error = if values.len() < 2 {
            0.0
        } else {
            (squares / (n - 1.0) / n).sqrt()
        };
        Interval {
            low: mean - Z * error,
            high: mean + Z * error,
        }
    }
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Interval {
        Interval { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
        assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
    }

    #[test]
    fn wilson_agrees_with_published_examples() {
        // Newcombe (1998), table I, method 3.
        assert_near(Interval::wilson(81, 263), 0.2553, 0.3662);
        assert_near(Interval::wilson(15, 148), 0.0624, 0.1605);
        assert_near(Interval::wilson(0, 20), 0.0, 0.1611);
        assert_near(Interval::wilson(1, 29), 0.0061, 0.1718);
    }

    #[test]
    fn wilson_stays_between_zero_and_one() {
        assert_near(Interval::wilson(0, 0), 0.0, 1.0);
        assert_eq!(Interval::wilson(7, 7).high, 1.0);
        assert_eq!(Interval::wilson(0, 7).low, 0.0);
    }

    #[test]
    fn the_interval_of_a_mean_is_the_normal_one() {
        let few = Interval::of_mean(&[0.0, 1.0, 0.0, 1.0]);
        assert_near(few, 0.5 - 0.56579, 0.5 + 0.56579);
        assert_near(Interval::of_mean(&[3.0]), 3.0, 3.0);
    }
}
