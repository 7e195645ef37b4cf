//! The source of randomness. One seed determines a run: the random stream of
//! item i is a function of the seed and i, so the result does not depend on the
//! number of threads.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mixing::mix;

/// A stream of random numbers; see [`Seed::stream`].
pub type Stream = Xoshiro256PlusPlus;

/// The number that determines all random choices of a run.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// The random stream of item `index`: a game, a sample, a run.
    pub fn stream(self, index: u64) -> Stream {
        // The first two words are bijections of the seed and the index, so no
        // two pairs share a starting state.
        let words = [
            mix(self.0 ^ 0x9e37_79b9_7f4a_7c15),
            mix(index ^ 0xd1b5_4a32_d192_ed03),
            mix(mix(self.0).wrapping_add(index)),
            mix(mix(index).wrapping_sub(self.0)),
        ];
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(words) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Stream::from_seed(bytes)
    }

    /// A seed for one part of the work, whose streams are independent of those
    /// of the other parts.
    pub fn derive(self, purpose: &str) -> Seed {
        Seed(purpose.bytes().fold(mix(self.0), |seed, byte| {
            mix(seed.rotate_left(8) ^ u64::from(byte))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn a_stream_depends_on_seed_and_index_alone() {
        let first = |seed: u64, index: u64| Seed(seed).stream(index).next_u64();
        assert_eq!(first(1, 2), first(1, 2));
        let mut seen = std::collections::HashSet::new();
        for seed in 0..50 {
            for index in 0..50 {
                assert!(seen.insert(first(seed, index)), "({seed}, {index}) repeats");
            }
        }
    }

    #[test]
    fn derived_seeds_differ_by_purpose() {
        assert_ne!(Seed(1).derive("openings"), Seed(1).derive("games"));
        assert_ne!(Seed(1).derive("openings"), Seed(2).derive("openings"));
    }
}
