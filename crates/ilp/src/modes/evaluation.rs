//! Functions that say which of two clauses is better.

/// A function of the numbers of positives and negatives a clause covers and of its
/// length.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum EvaluationFunction {
    /// Positives less negatives.
    #[default]
    Coverage,
    /// Positives less negatives less literals.
    Compression,
    /// The share of positives.
    Accuracy,
    /// The m-estimate: the share of positives, moved towards the share among all
    /// examples by `m` imaginary examples.
    MEstimate(f64),
    /// The information gained over covering everything, times the positives.
    InformationGain,
}

/// How much a clause covers, and how long it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positives covered.
    pub positives: usize,
    /// Negatives covered.
    pub negatives: usize,
    /// Literals in the body.
    pub length: usize,
}

/// How many examples there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Positives.
    pub positives: usize,
    /// Negatives.
    pub negatives: usize,
}

impl EvaluationFunction {
    /// The clause's value; more is better.
    pub fn value(self, counts: Counts, totals: Totals) -> f64 {
        let (p, n) = (counts.positives as f64, counts.negatives as f64);
        let (all_p, all_n) = (totals.positives as f64, totals.negatives as f64);
        let prior = all_p / (all_p + all_n).max(1.0);
        match self {
            EvaluationFunction::Coverage => p - n,
            EvaluationFunction::Compression => p - n - counts.length as f64 + 1.0,
            EvaluationFunction::Accuracy => p / (p + n).max(1.0),
            EvaluationFunction::MEstimate(m) => {
                (p + m * prior) / (p + n + m).max(f64::MIN_POSITIVE)
            }
            EvaluationFunction::InformationGain if p == 0.0 => 0.0,
            EvaluationFunction::InformationGain => {
                p * ((p / (p + n)).log2() - prior.max(f64::MIN_POSITIVE).log2())
            }
        }
    }

    /// An upper bound on the value of every clause that covers no more positives and
    /// is no shorter.
    pub fn bound(self, counts: Counts, totals: Totals) -> f64 {
        let best = Counts {
            negatives: 0,
            ..counts
        };
        self.value(best, totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_bound_values() {
        let totals = Totals {
            positives: 20,
            negatives: 30,
        };
        let functions = [
            EvaluationFunction::Coverage,
            EvaluationFunction::Compression,
            EvaluationFunction::Accuracy,
            EvaluationFunction::MEstimate(2.0),
            EvaluationFunction::InformationGain,
        ];
        for function in functions {
            for (p, n, length) in [(20, 30, 0), (10, 3, 2), (1, 0, 4), (0, 5, 1)] {
                let counts = Counts {
                    positives: p,
                    negatives: n,
                    length,
                };
                let bound = function.bound(counts, totals);
                for less in 0..=p {
                    for negatives in 0..=n {
                        let child = Counts {
                            positives: less,
                            negatives,
                            length: length + 1,
                        };
                        assert!(function.value(child, totals) <= bound + 1e-12);
                    }
                }
            }
        }
    }
}
