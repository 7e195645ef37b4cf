//! A narrow search: only the most informative features and rules of each size are
//! extended. It is not complete, but it soon finds a theory, and the size of a theory
//! is what the complete search prunes by.

use rustc_hash::FxHashMap;

use super::cover::{Cover, count, count_common};
use super::rule::Rule;
use crate::order::{self, falling};

/// Which features and rules a narrow search extends.
#[derive(Clone, Debug)]
pub(super) struct Beam {
    /// How many of each size.
    pub width: usize,
    /// The most of them with equal cover.
    most_equal: u8,
    /// The positives that rules are looked for.
    focus: Vec<u64>,
    negatives: usize,
}

impl Beam {
    /// The most features or rules with equal cover that are extended.
    pub const MAX_EQUAL: u8 = 3;

    /// A beam that looks for the positives that no rule covers.
    pub fn beside(
        rules: &[Rule],
        positives: usize,
        negatives: usize,
        width: usize,
    ) -> Option<Beam> {
        let mut focus = vec![0_u64; positives.div_ceil(64)];
        (0..positives).for_each(|at| focus[at / 64] |= 1 << (at % 64));
        for rule in rules {
            for (word, covered) in focus.iter_mut().zip(rule.cover.positives()) {
                *word &= !covered;
            }
        }
        let is_needed = focus.iter().any(|&word| word != 0);
        is_needed.then_some(Beam {
            width,
            most_equal: Beam::MAX_EQUAL,
            focus,
            negatives,
        })
    }

    /// The beam with more features or rules of equal cover.
    pub fn with_equal(self, most_equal: u8) -> Beam {
        Beam { most_equal, ..self }
    }

    /// The number of positives in focus.
    pub fn count(&self) -> usize {
        count(&self.focus)
    }

    /// The number of positives in focus that are covered.
    pub fn covered(&self, cover: &Cover) -> usize {
        count_common(cover.positives(), &self.focus)
    }

    /// Whether a positive in focus is covered.
    pub fn touches(&self, cover: &Cover) -> bool {
        let mut pairs = cover.positives().iter().zip(&self.focus);
        pairs.any(|(own, focus)| own & focus != 0)
    }

    /// The information that the cover gives about the class of an example, times the
    /// positives in focus that it has.
    fn gain(&self, cover: &Cover) -> f64 {
        let p = self.covered(cover) as f64;
        let n = cover.count_negatives() as f64;
        if p == 0.0 {
            return f64::NEG_INFINITY;
        }
        let all = self.count() as f64;
        let prior = all / (all + self.negatives as f64);
        p * ((p / (p + n)).log2() - prior.log2())
    }

    /// The indexes of the most informative covers, rising.
    pub fn best<'c>(&self, covers: impl Iterator<Item = &'c Cover>, most: usize) -> Vec<usize> {
        let mut ranked: Vec<(f64, usize, &Cover)> = covers
            .enumerate()
            .map(|(at, cover)| (self.gain(cover), at, cover))
            .filter(|(gain, ..)| gain.is_finite())
            .collect();
        order::sort_by_key(&mut ranked, |&(gain, ..)| [falling(gain), 0]);
        let mut equal: FxHashMap<(u64, u64), u8> = FxHashMap::default();
        let mut kept = Vec::new();
        for (_, at, cover) in ranked {
            let times = equal.entry(cover.fingerprint()).or_default();
            if *times < self.most_equal {
                *times += 1;
                kept.push(at);
                if kept.len() >= most {
                    break;
                }
            }
        }
        kept.sort_unstable();
        kept
    }
}

/// The elements at these indexes, which rise.
pub(super) fn picked<T>(list: Vec<T>, indexes: &[usize]) -> Vec<T> {
    let mut wanted = indexes.iter().peekable();
    let is_wanted = |at: &usize| wanted.next_if_eq(&at).is_some();
    let mut is_wanted = is_wanted;
    let pairs = list.into_iter().enumerate();
    pairs
        .filter_map(|(at, element)| is_wanted(&at).then_some(element))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_of_any_number_of_equal_covers_are_kept() {
        let beam = Beam::beside(&[], 4, 4, 100).expect("no positive is covered");
        let covers: Vec<Cover> = (0..600)
            .map(|_| Cover::of(4, 4, [0, 1, 5].into_iter()))
            .collect();
        assert_eq!(beam.best(covers.iter(), 100), [0, 1, 2]);
        let beam = beam.with_equal(5);
        assert_eq!(beam.best(covers.iter(), 100), [0, 1, 2, 3, 4]);
    }
}
