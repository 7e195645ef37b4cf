//! The number of errors that a leaf is expected to make on unseen cases: the upper
//! limit of a binomial confidence interval around its errors on the seen cases, as
//! C4.5 (Quinlan 1993, chapter 4) estimates it.

/// Upper tail probabilities and their standard deviations, as C4.5 tabulates them;
/// values between the points are interpolated linearly.
const DEVIATIONS: [(f64, f64); 9] = [
    (0.0, 4.0),
    (0.001, 3.09),
    (0.005, 2.58),
    (0.01, 2.33),
    (0.05, 1.65),
    (0.10, 1.28),
    (0.20, 0.84),
    (0.40, 0.25),
    (1.00, 0.0),
];

/// Confidence in the seen cases; the lower, the more is pruned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confidence {
    level: f64,
    /// The square of the deviation.
    coefficient: f64,
}

impl Confidence {
    /// A confidence level between 0 and 1; levels outside are clamped.
    pub fn new(level: f64) -> Confidence {
        let level = if level.is_nan() { 0.25 } else { level };
        let level = level.clamp(1e-6, 1.0);
        let after = DEVIATIONS
            .iter()
            .position(|&(tail, _)| level <= tail)
            .unwrap_or(DEVIATIONS.len() - 1)
            .max(1);
        let ((low, from), (high, to)) = (DEVIATIONS[after - 1], DEVIATIONS[after]);
        let deviation = from + (to - from) * (level - low) / (high - low);
        Confidence {
            level,
            coefficient: deviation * deviation,
        }
    }

    /// The number of errors to expect beyond those seen, at a leaf that `cases`
    /// cases reach with `errors` errors.
    pub fn further_errors(&self, cases: f64, errors: f64) -> f64 {
        if cases <= 0.0 {
            return 0.0;
        }
        // Without errors, the limit is exact.
        let none = cases * (1.0 - (self.level.ln() / cases).exp());
        if errors < 1e-6 {
            return none;
        }
        if errors < 0.9999 {
            return none + errors * (self.further_errors(cases, 1.0) - none);
        }
        if errors + 0.5 >= cases {
            return 0.67 * (cases - errors);
        }
        // The normal approximation, with half a case for continuity.
        let (seen, c) = (errors + 0.5, self.coefficient);
        let spread = (c * (seen * (1.0 - seen / cases) + c / 4.0)).sqrt();
        let limit = (seen + c / 2.0 + spread) / (cases + c);
        cases * limit - errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_confidence_gives_the_published_limits() {
        // Quinlan's example: 6 cases without error are given 0.206 errors a
        // case, 9 cases 0.143, a single case 0.750, 16 cases with one 0.157.
        let confidence = Confidence::new(0.25);
        for (cases, errors, rate) in [
            (6.0, 0.0, 0.206),
            (9.0, 0.0, 0.143),
            (1.0, 0.0, 0.750),
            (16.0, 1.0, 0.157),
        ] {
            let estimate = (errors + confidence.further_errors(cases, errors)) / cases;
            assert!((estimate - rate).abs() < 0.005, "{cases} {estimate} {rate}");
        }
    }

    #[test]
    fn less_confidence_expects_more_errors() {
        let further = |level| Confidence::new(level).further_errors(20.0, 3.0);
        assert!(further(0.01) > further(0.25));
        assert!(further(0.25) > further(0.5));
        assert_eq!(Confidence::new(0.25).further_errors(0.0, 0.0), 0.0);
    }
}
