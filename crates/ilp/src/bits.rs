//! Sets of examples, a bit each.

/// A set of numbers below a fixed length.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `len`.
    pub fn none(len: usize) -> Bits {
        Bits {
            words: vec![0; len.div_ceil(64)],
        }
    }

    /// The set of all numbers below `len`.
    pub fn all(len: usize) -> Bits {
        let mut bits = Bits {
            words: vec![u64::MAX; len.div_ceil(64)],
        };
        if let Some(last) = bits.words.last_mut()
            && !len.is_multiple_of(64)
        {
            *last = (1 << (len % 64)) - 1;
        }
        bits
    }

    /// Adds a number.
    pub fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Takes a number out.
    pub fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// Whether the number is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Keeps what is in the other set too.
    pub fn intersect(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Adds what is in the other set.
    pub fn unite(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Takes out what is in the other set.
    pub fn subtract(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// How many numbers both sets have.
    pub fn count_common(&self, other: &Bits) -> usize {
        let pairs = self.words.iter().zip(&other.words);
        pairs.map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether every number is in the other set too.
    pub fn is_within(&self, other: &Bits) -> bool {
        let mut pairs = self.words.iter().zip(&other.words);
        pairs.all(|(a, b)| a & !b == 0)
    }

    /// The numbers, rising.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_as_sets() {
        let mut odd = Bits::none(70);
        (0..70).filter(|n| n % 2 == 1).for_each(|n| odd.insert(n));
        let all = Bits::all(70);
        assert_eq!((all.count(), odd.count()), (70, 35));
        assert!(odd.is_within(&all) && !all.is_within(&odd));
        let mut even = all.clone();
        even.subtract(&odd);
        assert_eq!(even.iter().last(), Some(68));
        assert_eq!(even.count_common(&odd), 0);
        even.unite(&odd);
        assert_eq!(even, all);
        even.intersect(&odd);
        odd.remove(1);
        assert!(even.contains(1) && !odd.contains(1));
    }
}
