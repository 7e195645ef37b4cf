//! Binomial coefficients: exact ones for boxes, scaled ones for the squares
//! that border nothing.

/// C(n, k) for boxes, which have at most eight squares.
pub(crate) fn choose(n: usize, k: usize) -> u32 {
    const TABLE: [[u32; 9]; 9] = pascal();
    TABLE[n][k]
}

const fn pascal() -> [[u32; 9]; 9] {
    let mut table = [[0; 9]; 9];
    let mut n = 0;
    while n < 9 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// ln n! for n up to a bound, so that ratios of binomials are sums.
#[derive(Debug, Clone)]
pub(crate) struct LogFactorials(Vec<f64>);

impl LogFactorials {
    /// The table up to `n`.
    pub fn up_to(n: usize) -> LogFactorials {
        // Neumaier's summation: the last table entry is as exact as the first.
        let (mut sum, mut lost) = (0.0_f64, 0.0_f64);
        let mut table = vec![0.0];
        for i in 1..=n {
            let term = (i as f64).ln();
            let next = sum + term;
            lost += (sum - next) + term;
            sum = next;
            table.push(sum + lost);
        }
        LogFactorials(table)
    }

    /// ln C(n, k).
    pub fn ln_choose(&self, n: usize, k: usize) -> f64 {
        self.0[n] - self.0[k] - self.0[n - k]
    }
}

/// C(n, k) · 2^(−tilt·k) for each k of a range, divided by its greatest value.
pub(crate) struct ScaledBinomials {
    /// The k of the greatest value.
    pub peak: usize,
    /// The values, from the first k of the range.
    pub values: Vec<f64>,
}

impl ScaledBinomials {
    /// The values for `first..=last`, which lie within `0..=n`.
    pub fn over(n: usize, first: usize, last: usize, tilt: i32) -> ScaledBinomials {
        let odds = f64::from(-tilt).exp2();
        // The step from k to k + 1; falling in k, so the values have one peak.
        let step = |k: usize| odds * (n - k) as f64 / (k + 1) as f64;
        let crossing = (odds * n as f64 / (1.0 + odds)) as usize;
        let peak = crossing.clamp(first, last);
        let mut values = vec![1.0; last - first + 1];
        for k in peak..last {
            values[k + 1 - first] = values[k - first] * step(k);
        }
        for k in (first..peak).rev() {
            values[k - first] = values[k + 1 - first] / step(k);
        }
        ScaledBinomials { peak, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_binomials_keep_their_ratios() {
        let scaled = ScaledBinomials::over(8, 1, 6, 0);
        let unit = f64::from(choose(8, scaled.peak));
        for k in 1..=6 {
            let expected = f64::from(choose(8, k)) / unit;
            assert!((scaled.values[k - 1] - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn log_binomials_are_exact_to_many_digits() {
        let table = LogFactorials::up_to(480);
        assert!((table.ln_choose(8, 3).exp() - 56.0).abs() < 1e-12);
        // ln C(480, 99), from the exact integer.
        let exact: f64 = (0..99)
            .map(|i| ((480 - i) as f64 / (i + 1) as f64).ln())
            .sum();
        assert!((table.ln_choose(480, 99) - exact).abs() < 1e-11);
    }
}
