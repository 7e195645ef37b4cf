//! Which examples a rule covers, as one row of bits: positives first.

use std::sync::Arc;

use stratalog_run::mix;

/// A set of examples. Positives and negatives start at a word of their own. Copies
/// share their words: with many examples the words are most of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cover {
    words: Arc<[u64]>,
    positive_words: u32,
}

impl Cover {
    /// The set of these examples, numbered with the positives first.
    pub fn of(positives: usize, negatives: usize, examples: impl Iterator<Item = usize>) -> Cover {
        let positive_words = positives.div_ceil(64);
        let mut words = vec![0_u64; positive_words + negatives.div_ceil(64)];
        for example in examples {
            let at = if example < positives {
                example
            } else {
                positive_words * 64 + example - positives
            };
            words[at / 64] |= 1 << (at % 64);
        }
        Cover {
            words: words.into(),
            positive_words: positive_words as u32,
        }
    }

    /// A hash; covers with equal hashes are taken to be equal.
    pub fn fingerprint(&self) -> (u64, u64) {
        let start = (0x9e37_79b9_7f4a_7c15, 0x2545_f491_4f6c_dd1d);
        self.words.iter().fold(start, |(a, b), word| {
            (mix(a ^ word), mix(b.rotate_left(9).wrapping_add(*word)))
        })
    }

    /// The number of words.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// The words of the positives.
    pub fn positives(&self) -> &[u64] {
        &self.words[..self.positive_words as usize]
    }

    /// The words of the negatives.
    pub fn negatives(&self) -> &[u64] {
        &self.words[self.positive_words as usize..]
    }

    pub fn count_positives(&self) -> usize {
        count(self.positives())
    }

    pub fn count_negatives(&self) -> usize {
        count(self.negatives())
    }

    pub fn has_negatives(&self) -> bool {
        self.negatives().iter().any(|&word| word != 0)
    }

    /// The examples in both.
    pub fn and(&self, other: &Cover) -> Cover {
        let pairs = self.words.iter().zip(other.words.iter());
        Cover {
            words: pairs.map(|(a, b)| a & b).collect(),
            ..*self
        }
    }

    /// Whether both have a positive in common.
    pub fn shares_positives(&self, other: &Cover) -> bool {
        let mut pairs = self.positives().iter().zip(other.positives());
        pairs.any(|(a, b)| a & b != 0)
    }

    /// Whether every example is in the other set.
    pub fn is_within(&self, other: &Cover) -> bool {
        let mut pairs = self.words.iter().zip(other.words.iter());
        pairs.all(|(a, b)| a & !b == 0)
    }

    /// Whether the other covers no fewer positives and no more negatives.
    pub fn is_dominated_by(&self, other: &Cover) -> bool {
        let mut positives = self.positives().iter().zip(other.positives());
        let mut negatives = other.negatives().iter().zip(self.negatives());
        positives.all(|(a, b)| a & !b == 0) && negatives.all(|(a, b)| a & !b == 0)
    }
}

/// The number of bits that are set in both.
pub(super) fn count_common(a: &[u64], b: &[u64]) -> usize {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (a & b).count_ones() as usize).sum()
}

/// The number of bits that are set.
pub(super) fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// The numbers of the bits that are set.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            (word != 0).then(|| {
                word &= word - 1;
                at * 64 + bit
            })
        })
    })
}
