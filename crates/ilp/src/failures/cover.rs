//! Which examples a rule covers, as one row of bits: positives first.

/// A set of examples. Positives and negatives start at a word of their own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cover {
    words: Box<[u64]>,
    positive_words: u32,
    positives: u32,
}

impl Cover {
    pub fn none(positives: usize, negatives: usize) -> Cover {
        let positive_words = positives.div_ceil(64);
        Cover {
            words: vec![0; positive_words + negatives.div_ceil(64)].into(),
            positive_words: positive_words as u32,
            positives: positives as u32,
        }
    }

    /// Adds an example, numbered with the positives first.
    pub fn insert(&mut self, example: usize) {
        let positives = self.positives as usize;
        let at = if example < positives {
            example
        } else {
            self.positive_words as usize * 64 + example - positives
        };
        self.words[at / 64] |= 1 << (at % 64);
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
        let pairs = self.words.iter().zip(&other.words);
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
        let mut pairs = self.words.iter().zip(&other.words);
        pairs.all(|(a, b)| a & !b == 0)
    }

    /// Whether the other covers no fewer positives and no more negatives.
    pub fn is_dominated_by(&self, other: &Cover) -> bool {
        let mut positives = self.positives().iter().zip(other.positives());
        let mut negatives = other.negatives().iter().zip(self.negatives());
        positives.all(|(a, b)| a & !b == 0) && negatives.all(|(a, b)| a & !b == 0)
    }
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
