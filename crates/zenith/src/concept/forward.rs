//! Which features are worth having, beyond the paper: one after the other, the
//! feature is added that explains most of what the others leave unexplained. Its
//! gain is the rise of the likelihood of the preferences, after each role's move
//! with weights of its own, that one step of Newton's method promises.
//!
//! Backward selection asks how much is lost without a feature: of several that
//! carry much the same information, it may remove all. It is kept for the paper's
//! tables ([`selection`](super::selection)).

use rayon::prelude::*;
use stratalog_run::threads;

use super::logistic::Fit;
use super::pairs::Pairs;

/// A feature that takes this share of the limit must gain twice as much as a feature
/// without cost: otherwise a few expensive features leave no room for many cheap ones.
const FAIR_SHARE: f64 = 0.05;
/// The steps of Newton's method after each addition: of features that are used, and
/// of others, of which only the order matters.
const STEPS: usize = 2;
const ROUGH_STEPS: usize = 1;

/// Features to choose from.
pub struct Forward<'a> {
    /// The pairs after each role's move.
    pub groups: &'a [Pairs],
    /// The cost of each feature.
    pub costs: &'a [f64],
    /// The most that the features may cost together.
    pub limit: f64,
    /// The least gain that makes a feature worth having, in units of the logarithm of
    /// the likelihood.
    pub worthwhile: f64,
    /// The most features.
    pub most: usize,
    /// The number of others that are ordered by their promise.
    pub beam: usize,
    /// The weight of the squared weights beside the likelihood.
    pub penalty: f64,
}

/// The features that are used, and the most promising of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForwardSelection {
    /// The features of the evaluation, in the order in which they were added.
    pub active: Vec<usize>,
    /// The others that add most to them and to each other, affordable or not.
    pub promising: Vec<usize>,
}

/// The columns and the weights of one group.
struct Group {
    columns: Vec<Vec<f64>>,
    fit: Fit,
}

impl Forward<'_> {
    /// Selects features.
    pub fn select(&self) -> ForwardSelection {
        let mut groups: Vec<Group> = self.groups.iter().map(|pairs| self.group(pairs)).collect();
        let mut chosen: Vec<usize> = Vec::new();
        let mut spent = 0.0;
        while chosen.len() < self.most {
            let price = |feature: usize| {
                let cost = self.costs[feature];
                let is_open = spent + cost <= self.limit;
                is_open.then_some(1.0 + cost / (FAIR_SHARE * self.limit))
            };
            let Some(best) = self.best(&groups, &chosen, price, self.worthwhile) else {
                break;
            };
            spent += self.costs[best];
            chosen.push(best);
            refit(&mut groups, &chosen, STEPS);
        }
        let active = chosen.clone();
        while chosen.len() < active.len() + self.beam {
            let Some(best) = self.best(&groups, &chosen, |_| Some(1.0), 0.0) else {
                break;
            };
            chosen.push(best);
            refit(&mut groups, &chosen, ROUGH_STEPS);
        }
        ForwardSelection {
            promising: chosen.split_off(active.len()),
            active,
        }
    }

    fn group(&self, pairs: &Pairs) -> Group {
        let all: Vec<usize> = (0..pairs.len()).collect();
        let columns = (0..pairs.features()).map(|feature| pairs.column(&all, feature));
        Group {
            columns: columns.collect(),
            fit: Fit::new(pairs.choices(&all), self.penalty),
        }
    }

    /// The feature with the greatest gain for its price, of those that have a price
    /// and a gain above a bound; of equal ones the cheapest, then the first.
    fn best(
        &self,
        groups: &[Group],
        chosen: &[usize],
        price: impl Fn(usize) -> Option<f64> + Sync,
        least: f64,
    ) -> Option<usize> {
        let wrong: Vec<Vec<f64>> = groups.iter().map(|group| group.fit.wrong()).collect();
        let gain = |feature: usize| -> f64 {
            let of_group = |(group, wrong): (&Group, &Vec<f64>)| {
                let (slope, curvature) = group.fit.slope(&group.columns[feature], wrong);
                slope * slope / (2.0 * (curvature + self.penalty))
            };
            groups.iter().zip(&wrong).map(of_group).sum()
        };
        let candidates: Vec<(usize, f64)> = (0..self.costs.len())
            .filter(|feature| !chosen.contains(feature))
            .filter_map(|feature| Some((feature, price(feature)?)))
            .collect();
        let gains: Vec<f64> = threads::map(0..candidates.len() as u64, |place| {
            gain(candidates[place as usize].0)
        });
        let ranked = candidates
            .iter()
            .zip(&gains)
            .filter(|(_, gain)| **gain > least)
            .map(|(&(feature, price), gain)| (feature, gain / price));
        let best = ranked.max_by(|&(a, first), &(b, second)| {
            let cheaper = self.costs[b].total_cmp(&self.costs[a]);
            first.total_cmp(&second).then(cheaper).then(b.cmp(&a))
        });
        best.map(|(feature, _)| feature)
    }
}

/// Adjusts the weights to the features that were chosen, of which the last is new.
fn refit(groups: &mut [Group], chosen: &[usize], steps: usize) {
    groups.par_iter_mut().for_each(|group| {
        let columns: Vec<&[f64]> = chosen
            .iter()
            .map(|&f| group.columns[f].as_slice())
            .collect();
        group.fit.weights.push(0.0);
        group.fit.improve(&columns, steps);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use stratalog_run::Seed;

    /// The first feature matters in the first group, the second in both; the third
    /// is a copy of the second, the fourth is noise, the fifth is the sum of the
    /// first two.
    fn groups() -> Vec<Pairs> {
        let mut rng = Seed(3).stream(0);
        let mut group = |weight: f64| {
            let mut pairs = Pairs::new(5);
            for _ in 0..800 {
                let mut row: Vec<f64> = (0..5).map(|_| rng.random_range(-1.0..1.0)).collect();
                row[2] = row[1];
                row[4] = row[0] + row[1];
                let odds = (weight * row[0] + 4.0 * row[1]).exp();
                let sign = if rng.random_bool(odds / (1.0 + odds)) {
                    1.0
                } else {
                    -1.0
                };
                let row: Vec<f64> = row.iter().map(|value| sign * value).collect();
                pairs.push(&row).expect("five numbers");
            }
            pairs
        };
        vec![group(3.0), group(0.0)]
    }

    #[test]
    fn what_adds_most_comes_first_and_copies_add_nothing() {
        let groups = groups();
        let forward = Forward {
            groups: &groups,
            costs: &[1.0, 2.0, 1.0, 1.0, 50.0],
            limit: 10.0,
            worthwhile: 4.0,
            most: 10,
            beam: 5,
            penalty: 0.5,
        };
        let selection = forward.select();
        // The cheaper copy is taken; the sum is not affordable.
        assert_eq!(selection.active, [2, 0]);
        // Where it is, it explains more than either, but not enough for its price.
        let rich = Forward {
            limit: 60.0,
            ..forward
        };
        assert_eq!(rich.select().active, [2, 0]);
        let poor = Forward { limit: 1.0, ..rich };
        assert_eq!(poor.select().active, [2]);
        assert_eq!(poor.select().promising[0], 0);
    }
}
