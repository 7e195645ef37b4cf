//! The cases a tree is grown from, sorted once by every feature, and the best
//! threshold of a feature among them. This is the hot path of the tree learner,
//! measured by the bench `concept`.

use rayon::prelude::*;

use super::pairs::Pairs;

/// Rounding of entropies.
const EPSILON: f64 = 1e-9;
/// A node with this many numbers to look at is worth several threads.
const PARALLEL: usize = 100_000;

/// The preferred and the not preferred among some cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Differences.
    pub preferred: u32,
    /// Negated differences.
    pub other: u32,
}

impl Counts {
    /// All of them.
    pub fn all(self) -> u32 {
        self.preferred + self.other
    }

    /// Cases a leaf for the larger class errs in.
    pub fn errors(self) -> u32 {
        self.preferred.min(self.other)
    }

    fn minus(self, part: Counts) -> Counts {
        Counts {
            preferred: self.preferred - part.preferred,
            other: self.other - part.other,
        }
    }

    fn count(&mut self, is_preferred: bool) {
        match is_preferred {
            true => self.preferred += 1,
            false => self.other += 1,
        }
    }
}

/// A test of a feature against a threshold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// The feature's place among those the tree may test.
    pub place: usize,
    /// Values up to this go low.
    pub threshold: f64,
    /// How many cases go low.
    pub low: usize,
    /// Bits of information gained a case.
    gain: f64,
    /// Bits of information in the split itself.
    size: f64,
}

/// A range of cases that reach a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

impl Range {
    /// How many there are.
    pub fn len(self) -> usize {
        self.end - self.start
    }
}

/// Differences and their negations. The first half of the cases are the
/// differences, preferred; the second half their negations, not preferred.
pub struct Cases {
    /// For each feature, each case's value.
    values: Vec<Vec<f64>>,
    /// For each feature, the cases in the order of their values; the cases that
    /// reach a node are the same range of each.
    orders: Vec<Vec<u32>>,
    pairs: u32,
    goes_low: Vec<bool>,
    /// `n * log2(n)` by `n`.
    n_log_n: Vec<f64>,
}

impl Cases {
    /// The cases made of these pairs, with these features.
    pub fn new(pairs: &Pairs, instances: &[usize], features: &[usize]) -> Cases {
        let count = instances.len();
        let values: Vec<Vec<f64>> = features
            .par_iter()
            .map(|&feature| {
                let column = pairs.column(instances, feature);
                let negated: Vec<f64> = column.iter().map(|value| -value).collect();
                [column, negated].concat()
            })
            .collect();
        let orders = values
            .par_iter()
            .map(|column| {
                let mut order: Vec<u32> = (0..2 * count as u32).collect();
                order.sort_by(|&a, &b| column[a as usize].total_cmp(&column[b as usize]));
                order
            })
            .collect();
        Cases {
            values,
            orders,
            pairs: count as u32,
            goes_low: vec![false; 2 * count],
            n_log_n: (0..=2 * count)
                .map(|n| n as f64 * (n.max(1) as f64).log2())
                .collect(),
        }
    }

    /// All cases.
    pub fn all(&self) -> Range {
        Range {
            start: 0,
            end: self.goes_low.len(),
        }
    }

    /// How many of each class are in a range; nothing is known without features.
    pub fn counts(&self, range: Range) -> Counts {
        let mut counts = Counts::default();
        match self.orders.first() {
            Some(order) => {
                for &case in &order[range.start..range.end] {
                    counts.count(case < self.pairs);
                }
            }
            None => {
                counts.preferred = self.pairs;
                counts.other = self.pairs;
            }
        }
        counts
    }

    /// The split with the best gain ratio among those that gain at least the
    /// average, each side with at least so many cases.
    pub fn best_split(&self, range: Range, counts: Counts, least: usize) -> Option<Split> {
        let find = |place| self.threshold(place, range, counts, least);
        let places = 0..self.orders.len();
        let found: Vec<Option<Split>> = match places.len() * range.len() >= PARALLEL {
            true => places.into_par_iter().map(find).collect(),
            false => places.map(find).collect(),
        };
        let splits = || found.iter().flatten();
        let average = splits().map(|s| s.gain).sum::<f64>() / splits().count().max(1) as f64;
        let mut best: Option<(f64, Split)> = None;
        for split in splits().filter(|s| s.gain >= average - EPSILON && s.size > EPSILON) {
            let ratio = split.gain / split.size;
            if best.is_none_or(|(most, _)| ratio > most + EPSILON) {
                best = Some((ratio, *split));
            }
        }
        best.map(|(_, split)| split)
    }

    /// The threshold of a feature that gains most; nothing if none gains.
    fn threshold(&self, place: usize, range: Range, all: Counts, least: usize) -> Option<Split> {
        let column = &self.values[place];
        let order = &self.orders[place][range.start..range.end];
        let bits = |counts: Counts| {
            self.n_log_n[counts.all() as usize]
                - self.n_log_n[counts.preferred as usize]
                - self.n_log_n[counts.other as usize]
        };
        let mut low = Counts::default();
        let mut best: Option<(f64, usize)> = None;
        let mut value = column[*order.first()? as usize];
        for (index, pair) in order.windows(2).enumerate() {
            low.count(pair[0] < self.pairs);
            let next = column[pair[1] as usize];
            let is_boundary = next > value;
            value = next;
            let below = index + 1;
            if !is_boundary || below < least || order.len() - below < least {
                continue;
            }
            let left = bits(low) + bits(all.minus(low));
            // Thresholds that mirror each other gain the same but for rounding:
            // the first is taken.
            if best.is_none_or(|(fewest, _)| left < fewest - EPSILON) {
                best = Some((left, below));
            }
        }
        let (left, below) = best?;
        let gain = (bits(all) - left) / order.len() as f64;
        if gain <= EPSILON {
            return None;
        }
        let above = order.len() - below;
        let size = self.n_log_n[order.len()] - self.n_log_n[below] - self.n_log_n[above];
        let (last_low, first_high) = (order[below - 1], order[below]);
        Some(Split {
            place,
            threshold: midpoint(column[last_low as usize], column[first_high as usize]),
            low: below,
            gain,
            size: size / order.len() as f64,
        })
    }

    /// Puts the cases of a range that go low before the others, in the order of
    /// each feature.
    pub fn part(&mut self, range: Range, split: &Split) -> [Range; 2] {
        let middle = range.start + split.low;
        for (index, &case) in self.orders[split.place][range.start..range.end]
            .iter()
            .enumerate()
        {
            self.goes_low[case as usize] = index < split.low;
        }
        let goes_low = &self.goes_low;
        let part = |order: &mut Vec<u32>| {
            let order = &mut order[range.start..range.end];
            let mut high = Vec::with_capacity(range.end - middle);
            let mut low = 0;
            for index in 0..order.len() {
                let case = order[index];
                match goes_low[case as usize] {
                    true => {
                        order[low] = case;
                        low += 1;
                    }
                    false => high.push(case),
                }
            }
            order[low..].copy_from_slice(&high);
        };
        match self.orders.len() * range.len() >= PARALLEL {
            true => self.orders.par_iter_mut().for_each(part),
            false => self.orders.iter_mut().for_each(part),
        }
        let (start, end) = (range.start, range.end);
        [Range { start, end: middle }, Range { start: middle, end }]
    }
}

/// Halfway between two values, and below the greater even after rounding.
fn midpoint(low: f64, high: f64) -> f64 {
    let middle = low + (high - low) / 2.0;
    if middle < high { middle } else { low }
}
