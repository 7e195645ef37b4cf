//! Sets of squares as 64-bit words, for the fast games.

use rand::RngExt;

use stratalog_run::Stream;

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

const BYTES: u64 = 0x0101_0101_0101_0101;

/// For each byte of a set, the number of members in it and in the lower bytes. The
/// highest byte is the number of all members.
#[inline]
fn counts_up_to_byte(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(BYTES)
}

/// For each byte and rank, the place of the set bit with this rank.
static PLACE_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][rank] = place;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// The member with this rank, counted from 0; the set must have more members.
#[inline]
pub fn select(set: u64, rank: u32) -> u8 {
    select_counted(set, counts_up_to_byte(set), rank)
}

/// Branch-free, because branches on random sets and ranks would be mispredicted.
#[inline]
fn select_counted(set: u64, counts: u64, rank: u32) -> u8 {
    // Counts and ranks are below 128, so the high bit of each byte survives the
    // subtraction exactly if the count is at most the rank.
    let rank = u64::from(rank & 63);
    let high_bits = 0x80 * BYTES;
    let passed = (((rank * BYTES) | high_bits).wrapping_sub(counts) & high_bits) >> 7;
    let shift = ((passed.wrapping_mul(BYTES) >> 56) * 8) & 63;
    let byte = set >> shift & 0xff;
    let below = (counts << 8) >> shift & 0xff;
    let place = PLACE_IN_BYTE[byte as usize][(rank.wrapping_sub(below) & 7) as usize];
    shift as u8 + place
}

/// A random member and the number of members; none if the set is empty.
#[inline]
pub fn draw(set: u64, rng: &mut Stream) -> Option<(u8, usize)> {
    if set == 0 {
        return None;
    }
    let counts = counts_up_to_byte(set);
    let count = (counts >> 56) as u32;
    let rank = rng.random_range(0..count);
    Some((select_counted(set, counts, rank), count as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use stratalog_run::Seed;

    #[test]
    fn select_agrees_with_listing() {
        let mut rng = Seed(5).stream(0);
        let mut sets = vec![1, 1 << 63, u64::MAX, 0x8000_0420_0010_0009, 0xff];
        for _ in 0..1000 {
            sets.push(rng.next_u64());
            sets.push(rng.next_u64() & rng.next_u64() & rng.next_u64());
        }
        for set in sets {
            for (rank, member) in members(set).enumerate() {
                assert_eq!(select(set, rank as u32), member, "{set:x}, {rank}");
            }
            assert_eq!(members(set).count(), set.count_ones() as usize);
        }
    }

    #[test]
    fn all_members_are_drawn_equally_often() {
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
