//! The values of positions, in bounded memory.

use super::opened::Key;

/// What is known of a position's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Exactly(u32),
    AtMost(u32),
}

impl Value {
    /// What a search found that looks only for values above a floor.
    pub fn found(value: u32, floor: u32) -> Value {
        if value > floor {
            Value::Exactly(value)
        } else {
            Value::AtMost(value)
        }
    }

    /// The value, if it answers a search for values above the floor.
    pub fn above(self, floor: u32) -> Option<u32> {
        match self {
            Value::Exactly(value) => Some(value),
            Value::AtMost(value) => (value <= floor).then_some(value),
        }
    }
}

/// A table that grows up to a number of entries. Then the least costly of a few
/// gives way to a new one: what is forgotten is searched again.
#[derive(Debug)]
pub(super) struct Table {
    keys: Vec<Key>,
    /// The value times 512, the cost times 2, and whether the value is exact.
    values: Vec<u32>,
    most: usize,
}

/// Entries that may stand in for each other.
const BUCKET: usize = 4;
/// The entries of a new table.
const FEWEST: usize = 1 << 10;
/// The key of no position that is stored.
const EMPTY: Key = [0; 2];

impl Table {
    /// A table of at most this number of entries, a power of two, of 20 bytes.
    pub fn new(most: usize) -> Table {
        Table {
            keys: vec![EMPTY; FEWEST],
            values: vec![0; FEWEST],
            most,
        }
    }

    fn bucket(&self, key: Key) -> usize {
        let mixed = stratalog_run::mix(key[0] ^ stratalog_run::mix(key[1]));
        mixed as usize & (self.keys.len() - 1) & !(BUCKET - 1)
    }

    /// What is known of a position.
    pub fn get(&self, key: Key) -> Option<Value> {
        let first = self.bucket(key);
        let place = (first..first + BUCKET).find(|&place| self.keys[place] == key)?;
        let packed = self.values[place];
        let value = packed >> 9;
        Some(if packed & 1 == 1 {
            Value::Exactly(value)
        } else {
            Value::AtMost(value)
        })
    }

    /// Stores what is known of a position, and the work it took.
    pub fn insert(&mut self, key: Key, value: Value, work: u64) {
        let (value, is_exact) = match value {
            Value::Exactly(value) => (value, 1),
            Value::AtMost(value) => (value, 0),
        };
        let cost = u64::BITS - work.leading_zeros();
        self.insert_packed(key, value << 9 | cost << 1 | is_exact);
    }

    fn insert_packed(&mut self, key: Key, packed: u32) {
        if key == EMPTY {
            return;
        }
        loop {
            let first = self.bucket(key);
            let mut places = first..first + BUCKET;
            let own = places.clone().find(|&place| self.keys[place] == key);
            let place = own.or_else(|| places.clone().find(|&place| self.keys[place] == EMPTY));
            if place.is_none() && self.keys.len() < self.most {
                self.grow();
                continue;
            }
            let cost = |place: usize| self.values[place] >> 1 & 0xff;
            let cheapest = || places.by_ref().min_by_key(|&place| cost(place));
            let place = place.or_else(cheapest).expect("a bucket has places");
            self.keys[place] = key;
            self.values[place] = packed;
            return;
        }
    }

    fn grow(&mut self) {
        let size = 2 * self.keys.len();
        let keys = std::mem::replace(&mut self.keys, vec![EMPTY; size]);
        let values = std::mem::replace(&mut self.values, vec![0; size]);
        for (key, packed) in keys.into_iter().zip(values) {
            self.insert_packed(key, packed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_keeps_what_was_costly_and_never_gives_another_value() {
        let mut table = Table::new(1 << 12);
        let value = |n: u64| match n % 3 {
            0 => Value::AtMost(n as u32),
            _ => Value::Exactly(n as u32),
        };
        for n in 1..50_000_u64 {
            let work = if n % 100 == 0 { 1 << 30 } else { n % 50 };
            table.insert([n, n.wrapping_mul(n)], value(n), work);
        }
        assert_eq!(table.keys.len(), 1 << 12);
        let mut kept = [0; 2];
        for n in 1..50_000_u64 {
            if let Some(found) = table.get([n, n.wrapping_mul(n)]) {
                assert_eq!(found, value(n));
                kept[usize::from(n % 100 == 0)] += 1;
            }
        }
        assert!(kept[0] > 1000 && kept[1] > 490, "{kept:?}");
        assert_eq!(table.get([7, 7]), None);
    }
}
