//! A set of small numbers, one bit each.

/// Numbers below a bound that is fixed when the set is made.
pub(crate) struct Bits {
    words: Vec<u64>,
}

/// Bits in a word.
pub(crate) const WORD: usize = 64;

impl Bits {
    /// The empty set; it can hold the numbers below `bound`.
    pub(crate) fn below(bound: usize) -> Bits {
        Bits {
            words: vec![0; bound.div_ceil(WORD)],
        }
    }

    /// Adds a number; false if it is there already.
    #[inline(always)]
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (&mut self.words[number / WORD], 1 << (number % WORD));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    #[inline(always)]
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.words[number / WORD] >> (number % WORD) & 1 == 1
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}
