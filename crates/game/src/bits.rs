//! Sets of squares as words: what the fast games share.

use rand::RngExt;

use crate::seed::Stream;

/// The members of a set, in ascending order.
#[inline]
pub fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let least = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(least)
    })
}

/// The member with this rank, counted from 0; the set must have more members.
#[inline]
pub fn select(mut set: u64, rank: u32) -> u8 {
    for _ in 0..rank {
        set &= set.wrapping_sub(1);
    }
    (set.trailing_zeros() & 63) as u8
}

/// A member drawn at random and the number of members; nothing from the empty set.
#[inline]
pub fn draw(set: u64, rng: &mut Stream) -> Option<(u8, usize)> {
    let count = set.count_ones();
    if count == 0 {
        return None;
    }
    Some((select(set, rng.random_range(0..count)), count as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn select_agrees_with_listing() {
        let set = 0x8000_0420_0010_0009;
        for (rank, member) in members(set).enumerate() {
            assert_eq!(select(set, rank as u32), member);
        }
        assert_eq!(members(set).count(), 6);
    }

    #[test]
    fn draws_are_even() {
        let mut rng = Seed(1).stream(0);
        let mut counts = [0u32; 64];
        for _ in 0..30_000 {
            let (member, count) = draw(0b1011, &mut rng).expect("three members");
            assert_eq!(count, 3);
            counts[usize::from(member)] += 1;
        }
        for member in [0, 1, 3] {
            // Five standard deviations of a binomial with p = 1/3.
            assert!(counts[member].abs_diff(10_000) < 410, "{counts:?}");
        }
        assert_eq!(draw(0, &mut rng), None);
    }
}
