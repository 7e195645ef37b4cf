//! Sets of squares as bits, of a width fixed when the board's size is known.

use crate::Site;
use crate::constraint::SquareSet;

/// Squares of a board of at most 64 × `W` squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SquareBits<const W: usize>([u64; W]);

impl<const W: usize> SquareBits<W> {
    /// The empty set.
    pub const NONE: SquareBits<W> = SquareBits([0; W]);

    /// The set of these squares.
    pub fn of<'a>(sites: impl IntoIterator<Item = &'a Site>) -> SquareBits<W> {
        let mut bits = SquareBits::NONE;
        sites.into_iter().for_each(|site| bits.insert(site.index()));
        bits
    }

    pub fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    pub fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    pub fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn intersects(&self, other: &SquareBits<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub fn and(&self, other: &SquareBits<W>) -> SquareBits<W> {
        SquareBits(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub fn or(&self, other: &SquareBits<W>) -> SquareBits<W> {
        SquareBits(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// The squares, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let words = self.0;
        (0..W).flat_map(move |at| {
            let mut word = words[at];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(at * 64 + bit)
            })
        })
    }

    /// The squares, in ascending order.
    pub fn sites(&self) -> Vec<Site> {
        self.iter().map(Site::new).collect()
    }
}

impl<const W: usize> SquareSet for SquareBits<W> {
    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn common(&self, other: &SquareBits<W>) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a & b).count_ones()).sum()
    }

    fn without(&self, other: &SquareBits<W>) -> SquareBits<W> {
        SquareBits(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }
}
