//! What a relation answers for the values of some of its arguments.

use rustc_hash::FxHashMap;

use super::{Key, ValueId};

/// The first answer for a key and the number of its answers.
pub(super) type Range = (u32, u32);

/// Answers for one set of bound arguments: the values of the other arguments.
pub(super) struct Index {
    /// Values in an answer.
    width: usize,
    data: Vec<ValueId>,
    ranges: Ranges,
    /// The most answers for one key.
    pub most: u32,
    keys: usize,
    answers: usize,
}

/// The answers of each key. Most keys have one or two values, and looking them up is most
/// of the work of a join.
enum Ranges {
    /// By the value of the only bound argument.
    One(Vec<Option<Range>>),
    /// By the values of two bound arguments, in one number.
    Two(FxHashMap<u64, Range>),
    Any(FxHashMap<Key, Range>),
}

impl Index {
    pub fn new(arity: usize, mask: u32) -> Index {
        let bound = mask.count_ones() as usize;
        Index {
            width: arity - bound,
            data: Vec::new(),
            ranges: match bound {
                1 => Ranges::One(Vec::new()),
                2 => Ranges::Two(FxHashMap::default()),
                _ => Ranges::Any(FxHashMap::default()),
            },
            most: 0,
            keys: 0,
            answers: 0,
        }
    }

    pub fn get(&self, key: &[ValueId]) -> Option<Range> {
        match &self.ranges {
            Ranges::One(ranges) => ranges.get(key[0] as usize).copied().flatten(),
            Ranges::Two(ranges) => ranges.get(&pair(key)).copied(),
            Ranges::Any(ranges) => ranges.get(key).copied(),
        }
    }

    /// Adds a key with this number of answers, one after the other.
    pub fn insert(&mut self, key: &[ValueId], answers: &[ValueId], count: u32) -> Range {
        let first = (self.data.len() / self.width.max(1)) as u32;
        self.data.extend_from_slice(answers);
        let range = (first, count);
        self.most = self.most.max(count);
        self.keys += 1;
        self.answers += count as usize;
        match &mut self.ranges {
            Ranges::One(ranges) => {
                let at = key[0] as usize;
                if ranges.len() <= at {
                    ranges.resize(at + 1, None);
                }
                ranges[at] = Some(range);
            }
            Ranges::Two(ranges) => {
                ranges.insert(pair(key), range);
            }
            Ranges::Any(ranges) => {
                ranges.insert(Key::from_slice(key), range);
            }
        }
        range
    }

    /// The number of answers that a key has on average.
    pub fn mean_answers(&self) -> usize {
        self.answers.div_ceil(self.keys.max(1))
    }

    pub fn answer(&self, at: u32) -> &[ValueId] {
        let start = at as usize * self.width;
        &self.data[start..start + self.width]
    }
}

/// Two values as one number.
fn pair(key: &[ValueId]) -> u64 {
    u64::from(key[0]) << 32 | u64::from(key[1])
}
