//! The cases that a tree is grown from, sorted once by every feature, and the best
//! threshold of a feature. This is the hot path of the tree learner, measured by
//! the bench `concept`.

use rayon::prelude::*;
use stratalog_run::threads;

use super::pairs::Pairs;

/// Rounding of entropies.
const EPSILON: f64 = 1e-9;
/// A node with this many values is worth several threads.
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

    /// The number of cases that a leaf for the larger class gets wrong.
    pub fn errors(self) -> u32 {
        self.preferred.min(self.other)
    }

    /// These counts minus those of a part.
    pub fn minus(self, part: Counts) -> Counts {
        Counts {
            preferred: self.preferred - part.preferred,
            other: self.other - part.other,
        }
    }

    #[inline]
    fn count(&mut self, is_preferred: bool) {
        self.preferred += u32::from(is_preferred);
        self.other += u32::from(!is_preferred);
    }
}

/// A test of a feature against a threshold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// The feature's index among those that the tree may test.
    pub place: usize,
    /// Values up to this go to the first side.
    pub threshold: f64,
    /// The cases that go to the first side.
    pub low: Counts,
    /// The information gain for each case, in bits.
    gain: f64,
    /// The information of the split itself, in bits.
    size: f64,
}

/// A range of cases that reach a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first.
    pub start: usize,
    /// One after the last.
    pub end: usize,
}

impl Range {
    /// The number of cases.
    pub fn count(self) -> usize {
        self.end - self.start
    }
}

/// A case in the order of a feature: the number of smaller values, and the case's
/// number. Nodes read these sequentially; looking up each value would wait for
/// memory.
#[derive(Clone, Copy, Default)]
struct Placed {
    rank: u32,
    case: u32,
}

/// One feature of all cases.
struct Sorted {
    /// The distinct values, ascending.
    values: Vec<f64>,
    /// The cases by value. Those that reach a node are the same range for each
    /// feature, unless the feature is constant among them.
    order: Vec<Placed>,
}

impl Sorted {
    fn new(column: &[f64]) -> Sorted {
        let negated = column.iter().map(|value| -value);
        let mut cases: Vec<(f64, u32)> = column.iter().copied().chain(negated).zip(0..).collect();
        cases.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut values: Vec<f64> = Vec::new();
        let order = cases
            .into_iter()
            .map(|(value, case)| {
                // Both zeros are the same value.
                if values.last().is_none_or(|&last| value > last) {
                    values.push(value);
                }
                let rank = values.len() as u32 - 1;
                Placed { rank, case }
            })
            .collect();
        Sorted { values, order }
    }

    fn varies(&self, range: Range) -> bool {
        range.count() > 0 && self.order[range.start].rank < self.order[range.end - 1].rank
    }
}

/// Differences and their negations. The first half of the cases are the
/// differences, preferred; the second half their negations, not preferred.
pub struct Cases {
    features: Vec<Sorted>,
    pairs: u32,
    goes_low: Vec<bool>,
    /// `n * log2(n)` by `n`.
    n_log_n: Vec<f64>,
}

impl Cases {
    /// The cases of these pairs, with these features.
    pub fn new(pairs: &Pairs, instances: &[usize], features: &[usize]) -> Cases {
        let count = instances.len();
        Cases {
            features: threads::map(0..features.len() as u64, |place| {
                Sorted::new(&pairs.column(instances, features[place as usize]))
            }),
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

    /// The number of cases of each class.
    pub fn counts(&self) -> Counts {
        Counts {
            preferred: self.pairs,
            other: self.pairs,
        }
    }

    /// The split with the best gain ratio among those that gain at least the
    /// average, with at least `least` cases on each side.
    pub fn best_split(&self, range: Range, counts: Counts, least: usize) -> Option<Split> {
        let find = |place| self.threshold(place, range, counts, least);
        let places = 0..self.features.len();
        let found: Vec<Option<Split>> = if places.len() * range.count() >= PARALLEL {
            threads::map(0..places.len() as u64, |place| find(place as usize))
        } else {
            places.map(find).collect()
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

    /// The threshold of a feature with the greatest gain; nothing if there is no
    /// gain.
    fn threshold(&self, place: usize, range: Range, all: Counts, least: usize) -> Option<Split> {
        let feature = &self.features[place];
        if !feature.varies(range) {
            return None;
        }
        let order = &feature.order[range.start..range.end];
        let bits = |counts: Counts| {
            self.n_log_n[counts.all() as usize]
                - self.n_log_n[counts.preferred as usize]
                - self.n_log_n[counts.other as usize]
        };
        let mut low = Counts::default();
        let mut best: Option<(f64, Counts)> = None;
        for pair in order.windows(2) {
            low.count(pair[0].case < self.pairs);
            let below = low.all() as usize;
            if pair[0].rank == pair[1].rank || below < least || order.len() - below < least {
                continue;
            }
            let left = bits(low) + bits(all.minus(low));
            // Thresholds that mirror each other have the same gain except for
            // rounding: the first is taken.
            if best.is_none_or(|(fewest, _)| left < fewest - EPSILON) {
                best = Some((left, low));
            }
        }
        let (left, low) = best?;
        let gain = (bits(all) - left) / order.len() as f64;
        if gain <= EPSILON {
            return None;
        }
        let below = low.all() as usize;
        let size =
            self.n_log_n[order.len()] - self.n_log_n[below] - self.n_log_n[order.len() - below];
        let value = |index: usize| feature.values[order[index].rank as usize];
        Some(Split {
            place,
            threshold: midpoint(value(below - 1), value(below)),
            low,
            gain,
            size: size / order.len() as f64,
        })
    }

    /// Moves the cases of a range that go to the first side before the others, in
    /// the order of each feature.
    pub fn part(&mut self, range: Range, split: &Split) -> [Range; 2] {
        let below = split.low.all() as usize;
        let tested = &self.features[split.place].order[range.start..range.end];
        for (index, placed) in tested.iter().enumerate() {
            self.goes_low[placed.case as usize] = index < below;
        }
        let goes_low = &self.goes_low;
        let part = |high: &mut Vec<Placed>, feature: &mut Sorted| {
            // A feature that is constant here is never tested below.
            if !feature.varies(range) {
                return;
            }
            let order = &mut feature.order[range.start..range.end];
            high.resize(order.len(), Placed::default());
            // Both places are written and one counts: the branch cannot be
            // predicted.
            let (mut low, mut above) = (0, 0);
            for index in 0..order.len() {
                let placed = order[index];
                let is_low = usize::from(goes_low[placed.case as usize]);
                order[low] = placed;
                high[above] = placed;
                low += is_low;
                above += 1 - is_low;
            }
            order[low..].copy_from_slice(&high[..above]);
        };
        if self.features.len() * range.count() >= PARALLEL {
            self.features.par_iter_mut().for_each_init(Vec::new, part);
        } else {
            let mut high = Vec::new();
            self.features.iter_mut().for_each(|f| part(&mut high, f));
        }
        let (start, middle, end) = (range.start, range.start + below, range.end);
        [Range { start, end: middle }, Range { start: middle, end }]
    }
}

/// Halfway between two values, and below the greater even after rounding.
fn midpoint(low: f64, high: f64) -> f64 {
    let middle = low + (high - low) / 2.0;
    if middle < high { middle } else { low }
}
