//! Sorting by numbers. Keys are brought to one form, so that the sort is compiled once
//! and each key is computed once.

/// What is compared, number by number.
pub(crate) type Key = [i64; 2];

/// The places of some keys, from 0, in the order of the keys. Equal keys keep their order.
pub(crate) fn places(keys: impl Iterator<Item = Key>) -> Vec<usize> {
    let mut keyed: Vec<(Key, usize)> = keys.enumerate().map(|(at, key)| (key, at)).collect();
    sort(&mut keyed);
    keyed.into_iter().map(|(_, at)| at).collect()
}

/// Sorts elements by a key. Those with equal keys keep their order.
pub(crate) fn sort_by_key<T>(list: &mut Vec<T>, key: impl Fn(&T) -> Key) {
    let order = places(list.iter().map(key));
    let mut left: Vec<Option<T>> = std::mem::take(list).into_iter().map(Some).collect();
    list.extend(order.into_iter().filter_map(|at| left[at].take()));
}

/// A key by which the greatest values come first, in the order of [`f64::total_cmp`].
pub(crate) fn falling(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    // Of negative values, those with greater bits are less.
    let rising = bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed();
    !rising
}

fn sort(keyed: &mut [(Key, usize)]) {
    keyed.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let mut words = vec!["fig", "pear", "nut", "kiwi", "plum", "a"];
        let mut expected = words.clone();
        expected.sort_by_key(|word| word.len());
        sort_by_key(&mut words, |word| [word.len() as i64, 0]);
        assert_eq!(words, expected);
    }

    #[test]
    fn greater_values_come_first() {
        let values = [
            0.5,
            -3.0,
            f64::INFINITY,
            0.0,
            -0.0,
            f64::NEG_INFINITY,
            7.25,
            -0.1,
        ];
        let order = places(values.iter().map(|&value| [falling(value), 0]));
        let mut expected: Vec<usize> = (0..values.len()).collect();
        expected.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        assert_eq!(order, expected);
    }
}
