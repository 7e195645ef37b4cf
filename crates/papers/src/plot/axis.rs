//! Axes: where a value is drawn, and which values are labelled.

use crate::row::Unit;

/// Values that differ by more than this factor get a logarithmic axis.
const WIDE: f64 = 200.0;
/// The largest number of intervals between the labels of a logarithmic axis.
const MOST_POWERS: f64 = 8.0;

/// An axis from a low value at 0 to a high value at 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Axis {
    /// Equal distances for equal differences.
    Linear {
        /// The value at 0.
        low: f64,
        /// The value at 1.
        high: f64,
    },
    /// Equal distances for equal ratios; the ends are exponents of ten.
    Logarithmic {
        /// The exponent at 0.
        low: f64,
        /// The exponent at 1.
        high: f64,
    },
}

impl Axis {
    /// An axis for values of any size: linear between round numbers, and
    /// logarithmic if the values differ by orders of magnitude. The values must
    /// be finite.
    pub fn fitted(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = range(values);
        if low > 0.0 && high > WIDE * low {
            return Axis::Logarithmic {
                low: low.log10().floor(),
                high: high.log10().ceil(),
            };
        }
        Axis::rounded(low, high)
    }

    /// A linear axis between round numbers. The values must be finite.
    pub fn linear(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = range(values);
        Axis::rounded(low, high)
    }

    /// A linear axis that ends at the least and the greatest value exactly.
    pub fn exact(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = range(values);
        let high = if high > low { high } else { low + 1.0 };
        Axis::Linear { low, high }
    }

    fn rounded(low: f64, high: f64) -> Axis {
        // An axis that comes near zero starts there.
        let low = if low > 0.0 && low < 0.5 * high {
            0.0
        } else {
            low
        };
        let high = if high > low { high } else { low + 1.0 };
        let step = round_step(high - low);
        Axis::Linear {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
        }
    }

    /// Where a value is drawn, from 0 to 1.
    pub fn place(self, value: f64) -> f64 {
        let (value, low, high) = match self {
            Axis::Linear { low, high } => (value, low, high),
            Axis::Logarithmic { low, high } => (value.log10(), low, high),
        };
        ((value - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// The values that are labelled: five to ten round numbers, or powers of
    /// ten.
    pub fn ticks(self) -> Vec<f64> {
        match self {
            Axis::Linear { low, high } => {
                let step = round_step(high - low);
                let (first, last) = ((low / step).ceil(), (high / step + 1e-9).floor());
                let count = (last - first).max(0.0) as u32;
                (0..=count).map(|n| (first + f64::from(n)) * step).collect()
            }
            Axis::Logarithmic { low, high } => {
                let step = ((high - low) / MOST_POWERS).ceil().max(1.0);
                let count = ((high - low) / step).floor() as u32;
                let powers = (0..=count).map(|n| low + f64::from(n) * step);
                powers.map(|power| 10_f64.powf(power)).collect()
            }
        }
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// A round step that divides a length into five to ten intervals.
fn round_step(length: f64) -> f64 {
    let power = 10_f64.powf((length / 5.0).log10().floor());
    let steps = [5.0, 2.0, 1.0].map(|digit| digit * power);
    let fitting = steps.into_iter().find(|step| length / step >= 5.0);
    fitting.unwrap_or(power)
}

/// A value as the label of an axis, without digits that carry no information.
pub fn label(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => format!("{}%", short(100.0 * value)),
        Unit::Number => short(value),
    }
}

fn short(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.001 {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "" | "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        let texts = [0.0, -0.0, 1.0, 0.25, 1500.0, -2.5, 2e-7].map(short);
        assert_eq!(texts, ["0", "0", "1", "0.25", "1500", "-2.5", "2e-7"]);
        assert_eq!(label(0.2, Unit::Share), "20%");
    }

    #[test]
    fn an_axis_ends_at_round_numbers() {
        let axis = Axis::fitted([0.1, 0.93].into_iter());
        let (low, high) = (0.0, 1.0);
        assert_eq!(axis, Axis::Linear { low, high });
        let texts: Vec<String> = axis.ticks().into_iter().map(short).collect();
        assert_eq!(texts, ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
    }

    #[test]
    fn values_of_different_magnitude_get_a_logarithmic_axis() {
        let axis = Axis::fitted([2e-7, 3.9].into_iter());
        let (low, high) = (-7.0, 1.0);
        assert_eq!(axis, Axis::Logarithmic { low, high });
        assert!((axis.place(1e-3) - 0.5).abs() < 1e-9);
        assert!(matches!(
            Axis::linear([2e-7, 3.9].into_iter()),
            Axis::Linear { .. }
        ));
    }

    #[test]
    fn an_exact_axis_has_its_labels_inside() {
        let axis = Axis::exact([1.0, 10.0].into_iter());
        assert_eq!(axis.ticks(), [2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(axis.place(1.0), 0.0);
    }

    #[test]
    fn one_value_has_an_axis() {
        for value in [0.0, 5.0, -5.0] {
            let axis = Axis::fitted([value].into_iter());
            assert!(axis.ticks().len() > 1, "{axis:?}");
        }
    }
}
