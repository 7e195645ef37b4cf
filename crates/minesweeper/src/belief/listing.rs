//! A list of solutions, and what squares show in them.

use crate::{Grid, Site};
use num_traits::PrimInt;

/// Solutions by number, each the set of its mines among some squares.
#[derive(Debug)]
pub(crate) struct Listing<M> {
    pub squares: Vec<Site>,
    /// The mines of each solution, a bit for each of the squares.
    masks: Vec<M>,
    /// The neighbours of each square among the squares.
    around: Vec<M>,
    /// What each square shows in each solution, square by square; empty if
    /// that is too much to keep.
    shown: Vec<u8>,
    /// The key of each solution; the sum of keys identifies a set of solutions.
    keys: Vec<u128>,
}

/// The squares on which the solutions of a set do and do not agree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Agreement<M> {
    /// Mines in some of the solutions.
    pub mined: M,
    /// Mines in some of the solutions, safe in others.
    pub uncertain: M,
}

/// What squares show in the solutions is computed in advance if it takes at
/// most this number of bytes.
const MOST_SHOWN: usize = 1 << 20;
/// What a square with a mine "shows".
pub(crate) const MINE: usize = 9;

impl<M: PrimInt> Listing<M> {
    /// The listing of these solutions, each the set of mines among `squares`.
    pub fn new(grid: &Grid, squares: Vec<Site>, masks: Vec<M>) -> Listing<M> {
        let mut place = vec![None; grid.len()];
        for (bit, site) in squares.iter().enumerate() {
            place[site.index()] = Some(bit);
        }
        let around = squares
            .iter()
            .map(|&site| {
                let neighbours = grid.neighbours(site).iter();
                neighbours
                    .filter_map(|neighbour| place[neighbour.index()])
                    .fold(M::zero(), |mask, bit| mask | M::one() << bit)
            })
            .collect();
        let keys = masks.iter().map(|&mask| key_of(as_bits(mask))).collect();
        let mut listing = Listing {
            squares,
            masks,
            around,
            shown: Vec::new(),
            keys,
        };
        if listing.squares.len() * listing.masks.len() <= MOST_SHOWN {
            listing.shown = listing.look_everywhere();
        }
        listing
    }

    /// What each square shows in each solution, square by square.
    fn look_everywhere(&self) -> Vec<u8> {
        let mut shown = Vec::with_capacity(self.squares.len() * self.masks.len());
        for square in 0..self.squares.len() {
            let look = |&mines: &M| self.look(mines, square) as u8;
            shown.extend(self.masks.iter().map(look));
        }
        shown
    }

    /// How many solutions there are.
    pub fn len(&self) -> usize {
        self.masks.len()
    }

    /// The mines of a solution.
    pub fn mines(&self, solution: u32) -> M {
        self.masks[solution as usize]
    }

    /// The neighbours of a square.
    pub fn around(&self, square: usize) -> M {
        self.around[square]
    }

    /// All squares.
    pub fn all(&self) -> M {
        !M::zero() >> (M::zero().count_zeros() as usize - self.squares.len())
    }

    /// What a square shows in a solution, [`MINE`] if it is a mine.
    pub fn shown(&self, solution: u32, square: usize) -> usize {
        self.look(self.mines(solution), square)
    }

    fn look(&self, mines: M, square: usize) -> usize {
        let is_mine = mines & (M::one() << square) != M::zero();
        let number = (mines & self.around[square]).count_ones() as usize;
        if is_mine { MINE } else { number }
    }

    /// What a square shows in each solution of a set.
    pub fn all_shown(&self, set: &[u32], square: usize, shown: &mut Vec<u8>) {
        shown.clear();
        if self.shown.is_empty() {
            shown.extend(
                set.iter()
                    .map(|&solution| self.shown(solution, square) as u8),
            );
        } else {
            let first = square * self.masks.len();
            let own = &self.shown[first..first + self.masks.len()];
            shown.extend(set.iter().map(|&solution| own[solution as usize]));
        }
    }

    /// Where the solutions of a set agree.
    pub fn agreement(&self, set: &[u32]) -> Agreement<M> {
        let (mined, always) =
            set.iter()
                .fold((M::zero(), !M::zero()), |(mined, always), &solution| {
                    let mines = self.mines(solution);
                    (mined | mines, always & mines)
                });
        Agreement {
            mined,
            uncertain: mined & !always,
        }
    }

    /// Whether a square does not show the same in all solutions of a set.
    pub fn tells(&self, set: &[u32], square: usize) -> bool {
        if self.shown.is_empty() {
            let first = self.shown(set[0], square);
            return set[1..]
                .iter()
                .any(|&solution| self.shown(solution, square) != first);
        }
        let own = &self.shown[square * self.masks.len()..];
        let first = own[set[0] as usize];
        set[1..]
            .iter()
            .any(|&solution| own[solution as usize] != first)
    }

    /// Identifies a set: the sum of the keys.
    pub fn key(&self, set: &[u32]) -> u128 {
        set.iter().fold(0, |sum: u128, &solution| {
            sum.wrapping_add(self.keys[solution as usize])
        })
    }

    /// Two sets of which a set is the product: squares that lie apart from the
    /// rest have their mines independently of the rest. Each factor is the
    /// part of the set in which the other's squares are as in its first
    /// solution.
    pub fn factors(&self, set: &[u32], uncertain: M) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut left = uncertain;
        while left != M::zero() {
            let island = self.island(left, uncertain);
            if island == uncertain {
                return None;
            }
            if let Some(factors) = self.factors_at(set, island, uncertain & !island) {
                return Some(factors);
            }
            left = left & !island;
        }
        None
    }

    /// The uncertain squares joined to the first of those left: what they show
    /// depends on none of the others.
    fn island(&self, left: M, uncertain: M) -> M {
        let mut island = M::zero();
        let mut new = M::one() << left.trailing_zeros() as usize;
        while new != M::zero() {
            island = island | new;
            let reached = bits(new).fold(M::zero(), |reached, one| reached | self.around[one]);
            new = reached & uncertain & !island;
        }
        island
    }

    fn factors_at(&self, set: &[u32], island: M, rest: M) -> Option<(Vec<u32>, Vec<u32>)> {
        let first = self.mines(set[0]);
        let alike_on = |squares: M| -> Vec<u32> {
            let is_alike = |solution: u32| (self.mines(solution) ^ first) & squares == M::zero();
            let alike = set.iter().copied().filter(|&solution| is_alike(solution));
            alike.collect()
        };
        let one = alike_on(rest);
        if !set.len().is_multiple_of(one.len()) {
            return None;
        }
        let other = alike_on(island);
        if one.len() * other.len() != set.len() {
            return None;
        }
        // As many as the product has; they are the product if all are in it.
        let sorted = |part: &[u32], squares: M| {
            let mines = |&solution: &u32| self.mines(solution) & squares;
            let mut mines: Vec<M> = part.iter().map(mines).collect();
            mines.sort_unstable();
            mines
        };
        let (on_island, on_rest) = (sorted(&one, island), sorted(&other, rest));
        let is_in_both = |&solution: &u32| {
            let mines = self.mines(solution);
            on_island.binary_search(&(mines & island)).is_ok()
                && on_rest.binary_search(&(mines & rest)).is_ok()
        };
        set.iter().all(is_in_both).then_some((one, other))
    }
}

/// The bits of a mask, lowest first.
pub(crate) fn bits<M: PrimInt>(mut mask: M) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == M::zero() {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask = mask & (mask - M::one());
        Some(bit)
    })
}

fn as_bits<M: PrimInt>(mask: M) -> u128 {
    mask.to_u128()
        .expect("masks are unsigned and at most 128 bits wide")
}

/// A random-looking key for a solution; sums of keys identify sets.
fn key_of(mask: u128) -> u128 {
    let mix = |value: u64| stratalog_run::mix(value.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let (high, low) = ((mask >> 64) as u64, mask as u64);
    let first = mix(low ^ mix(high));
    u128::from(first) << 64 | u128::from(mix(first ^ !low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    /// Pairs at both ends of a row of six with nothing uncertain between.
    fn listing(masks: &[u64]) -> Listing<u64> {
        let grid = Grid::new("1x6/2".parse::<Board>().expect("a board"));
        let ends = [0, 1, 4, 5].map(Site::new).to_vec();
        Listing::new(&grid, ends, masks.to_vec())
    }

    #[test]
    fn squares_that_lie_apart_are_factors_if_their_mines_are_independent() {
        let one_at_each_end = listing(&[0b0101, 0b0110, 0b1001, 0b1010]);
        let factors = one_at_each_end.factors(&[0, 1, 2, 3], 0b1111);
        assert_eq!(factors, Some((vec![0, 1], vec![0, 2])));
        // Either the outer squares or the inner ones.
        let bound = listing(&[0b1001, 0b0110]);
        assert_eq!(bound.factors(&[0, 1], 0b1111), None);
        // As many as a product of two and two would have.
        let uneven = listing(&[0b0000, 0b0001, 0b0100, 0b1010]);
        assert_eq!(uneven.factors(&[0, 1, 2, 3], 0b1111), None);
    }

    #[test]
    fn squares_that_touch_are_no_factors() {
        let grid = Grid::new("1x4/2".parse::<Board>().expect("a board"));
        let masks = vec![0b0101_u64, 0b0110, 0b1001, 0b1010];
        let listing = Listing::new(&grid, grid.sites().collect(), masks);
        assert_eq!(listing.factors(&[0, 1, 2, 3], 0b1111), None);
    }
}
