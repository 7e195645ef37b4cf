//! Which inactive features are kept, beyond the paper: a feature that carries the
//! same information as a cheaper one carries none, and of those that carry none
//! yet, those that were not developed are kept first.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use stratalog_run::threads;

use super::Zenith;
use super::games::Preference;

/// What decides whether an inactive feature is kept.
pub(super) struct Rank {
    /// The preference accuracy of the feature alone; 0 where a cheaper one carries
    /// the same information.
    accuracy: f64,
    /// Whether features were derived from it before.
    is_developed: bool,
    /// Whether it had the same value in all positions.
    is_constant: bool,
    cost: f64,
}

impl Rank {
    /// As in the paper, the most accurate ones come first. Of those without
    /// information, those that were not developed come first: everything derived
    /// from the others exists already.
    pub(super) fn order(&self, other: &Rank) -> Ordering {
        let more = other.accuracy.total_cmp(&self.accuracy);
        more.then_with(|| {
            if self.accuracy > 0.0 {
                return Ordering::Equal;
            }
            self.is_developed
                .cmp(&other.is_developed)
                .then(self.is_constant.cmp(&other.is_constant))
                .then(self.cost.total_cmp(&other.cost))
        })
    }
}

impl Zenith {
    /// The rank of each feature that is developed further.
    pub(super) fn ranks(
        &self,
        cycle: usize,
        alone: &[f64],
        copies: &FxHashSet<usize>,
    ) -> Vec<Rank> {
        let rank = |column: usize| {
            let found = &self.features[self.alive[column].number];
            let values = &self.alive[column].values;
            Rank {
                accuracy: if copies.contains(&column) {
                    0.0
                } else {
                    alone[column]
                },
                is_developed: found.cycle < cycle,
                is_constant: values.iter().min() == values.iter().max(),
                cost: found.cost,
            }
        };
        (0..self.alive.len()).map(rank).collect()
    }

    /// The columns that order all pairs as a cheaper column does, or an earlier one
    /// of the same cost.
    pub(super) fn copies(&self, costs: &[f64]) -> FxHashSet<usize> {
        let mut order: Vec<usize> = (0..costs.len()).collect();
        order.sort_by(|&a, &b| costs[a].total_cmp(&costs[b]).then(a.cmp(&b)));
        let differences = |column: usize| {
            let values = &self.alive[column].values;
            let of_pair = |preference: &Preference| {
                i64::from(values[preference.better]) - i64::from(values[preference.worse])
            };
            direction(self.preferences.iter().map(of_pair).collect())
        };
        let columns = 0..costs.len() as u64;
        let directions: Vec<Vec<i64>> =
            threads::map(columns, |column| differences(column as usize));
        let mut seen: FxHashSet<&[i64]> = FxHashSet::default();
        let is_copy = |&column: &usize| !seen.insert(&directions[column]);
        order.into_iter().filter(is_copy).collect()
    }
}

/// The smallest integers with the same proportions, the first that is not 0
/// positive: columns with the same direction differ only by their weight.
fn direction(mut numbers: Vec<i64>) -> Vec<i64> {
    let divisor = numbers
        .iter()
        .fold(0, |divisor, &number| gcd(divisor, number));
    let first = numbers.iter().find(|&&number| number != 0);
    if let Some(first) = first {
        let divisor = divisor * first.signum();
        numbers.iter_mut().for_each(|number| *number /= divisor);
    }
    numbers
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a.abs(),
        _ => gcd(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_by_a_factor_has_one_direction() {
        assert_eq!(direction(vec![0, -4, 6, 2]), [0, 2, -3, -1]);
        assert_eq!(direction(vec![0, 2, -3, -1]), [0, 2, -3, -1]);
        assert_eq!(direction(vec![0, 0]), [0, 0]);
    }

    #[test]
    fn of_features_without_information_the_undeveloped_come_first() {
        let rank = |accuracy, is_developed, is_constant, cost| Rank {
            accuracy,
            is_developed,
            is_constant,
            cost,
        };
        let mut ranks = [
            rank(0.0, true, false, 1.0),
            rank(0.0, false, true, 2.0),
            rank(0.0, false, false, 9.0),
            rank(0.0, false, false, 3.0),
            rank(0.2, true, false, 50.0),
            rank(0.7, true, false, 60.0),
        ];
        ranks.sort_by(Rank::order);
        let costs = ranks.map(|rank| rank.cost);
        assert_eq!(costs, [60.0, 50.0, 3.0, 9.0, 2.0, 1.0]);
    }
}
