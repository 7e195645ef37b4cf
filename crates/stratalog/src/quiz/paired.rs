//! How certain the mean of paired differences is: an interval and an exact test.

use std::collections::BTreeMap;

use stratalog_run::Interval;

/// The 97.5% points of Student's *t* distribution with 1, 2, … 30 degrees of freedom.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];
/// The 97.5% point of the standard normal distribution, its limit.
const NORMAL: f64 = 1.960;

/// The 95% interval of the mean of at least two differences of shares, by Student's
/// *t*.
pub(super) fn interval(differences: &[f64]) -> Interval {
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|own| (own - mean).powi(2)).sum();
    let error = (squares / (n - 1.0) / n).sqrt();
    let freedom = differences.len() - 1;
    // Beyond the table, the first terms of the expansion in 1 / degrees of freedom.
    let point = STUDENT
        .get(freedom - 1)
        .copied()
        .unwrap_or(NORMAL + (NORMAL.powi(3) + NORMAL) / (4.0 * freedom as f64));
    Interval {
        low: (mean - point * error).max(-1.0),
        high: (mean + point * error).min(1.0),
    }
}

/// The share of the ways to give each difference a sign whose sum is at least as far
/// from 0 as that of the differences.
pub(super) fn sign_flips(differences: &[i64]) -> f64 {
    let unit = differences
        .iter()
        .fold(0, |unit, own| divisor(unit, own.abs()))
        .max(1);
    let mut sums: BTreeMap<i64, f64> = BTreeMap::from([(0, 1.0)]);
    for own in differences.iter().map(|own| own / unit) {
        let mut next = BTreeMap::new();
        for (sum, share) in sums {
            *next.entry(sum + own).or_default() += share / 2.0;
            *next.entry(sum - own).or_default() += share / 2.0;
        }
        sums = next;
    }
    let total = differences.iter().sum::<i64>() / unit;
    let far = sums.iter().filter(|(sum, _)| sum.abs() >= total.abs());
    far.map(|(_, share)| share).sum::<f64>().min(1.0)
}

/// The greatest common divisor.
fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_test_counts_the_signs() {
        // All of five people gain: two of 32 ways are as far from 0.
        assert!((sign_flips(&[3, 1, 2, 4, 1]) - 2.0 / 32.0).abs() < 1e-12);
        assert!((sign_flips(&[2, -2]) - 1.0).abs() < 1e-12);
        assert!((sign_flips(&[0, 0, 0]) - 1.0).abs() < 1e-12);
        // Of the sums of four equal differences, 6 of 16 are 0.
        assert!((sign_flips(&[10, 10, 10, -10]) - 10.0 / 16.0).abs() < 1e-12);
    }

    #[test]
    fn the_interval_is_that_of_students_distribution() {
        let near = |a: f64, b: f64| (a - b).abs() < 5e-4;
        // A mean of 0.3 and a standard error of 0.0707; 4 degrees of freedom.
        let few = interval(&[0.1, 0.2, 0.3, 0.4, 0.5]);
        assert!(near(few.low, 0.1037) && near(few.high, 0.4963), "{few:?}");
        // 40 degrees of freedom: 2.021 by the tables.
        let many: Vec<f64> = (0..41).map(|number| f64::from(number) / 100.0).collect();
        let error = (41.0_f64 * 42.0 / 12.0 / 41.0).sqrt() / 100.0;
        let point = (interval(&many).high - 0.2) / error;
        assert!((point - 2.021).abs() < 2e-3, "{point}");
        // No difference of shares is above 1.
        assert_eq!(interval(&[0.9, 0.2]).high, 1.0);
    }
}
