//! Which of the features that are not in use are kept in reserve, past the paper:
//! what a cheaper feature tells as well tells nothing, and of those that tell
//! nothing yet, those are kept that are still to be developed.

use std::cmp::Ordering;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::Zenith;
use super::games::Preference;

/// What decides whether an inactive feature is kept.
pub(super) struct Rank {
    /// How well it alone tells the preferences; 0 where a cheaper one tells the
    /// same.
    tells: f64,
    /// Whether features were made of it before.
    is_developed: bool,
    /// Whether it had the same value in all positions.
    is_constant: bool,
    cost: f64,
}

impl Rank {
    /// As in the paper, those first that tell the most. Of those that tell nothing,
    /// those come first that are still to be developed: the others have nothing to
    /// give but what was made of them.
    pub(super) fn order(&self, other: &Rank) -> Ordering {
        let more = other.tells.total_cmp(&self.tells);
        more.then_with(|| match self.tells > 0.0 {
            true => Ordering::Equal,
            false => self
                .is_developed
                .cmp(&other.is_developed)
                .then(self.is_constant.cmp(&other.is_constant))
                .then(self.cost.total_cmp(&other.cost)),
        })
    }
}

impl Zenith {
    /// The rank of each feature that is still developed.
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
                tells: match copies.contains(&column) {
                    true => 0.0,
                    false => alone[column],
                },
                is_developed: found.cycle < cycle,
                is_constant: values.iter().min() == values.iter().max(),
                cost: found.cost,
            }
        };
        (0..self.alive.len()).map(rank).collect()
    }

    /// The columns that tell all pairs apart just as a cheaper one does, or an
    /// earlier one that costs the same.
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
        let directions: Vec<Vec<i64>> = (0..costs.len()).into_par_iter().map(differences).collect();
        let mut seen: FxHashSet<&[i64]> = FxHashSet::default();
        let is_copy = |&column: &usize| !seen.insert(&directions[column]);
        order.into_iter().filter(is_copy).collect()
    }
}

/// A list of numbers brought down to the smallest with the same proportions, the
/// first that is not 0 positive: all that a weight leaves of it.
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
    fn of_those_that_tell_nothing_the_undeveloped_come_first() {
        let rank = |tells, is_developed, is_constant, cost| Rank {
            tells,
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
