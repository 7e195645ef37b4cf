//! Sets of tiles as bits, of a width fixed when a board's size is known.

/// Tiles of a board with up to 64 `W` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tiles<const W: usize>([u64; W]);

impl<const W: usize> Tiles<W> {
    pub const NONE: Tiles<W> = Tiles([0; W]);

    pub fn insert(&mut self, tile: usize) {
        self.0[tile / 64] |= 1 << (tile % 64);
    }

    pub fn remove(&mut self, tile: usize) {
        self.0[tile / 64] &= !(1 << (tile % 64));
    }

    pub fn contains(&self, tile: usize) -> bool {
        self.0[tile / 64] >> (tile % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many tiles are in both.
    pub fn common(&self, other: &Tiles<W>) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a & b).count_ones()).sum()
    }

    pub fn intersects(&self, other: &Tiles<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub fn and(&self, other: &Tiles<W>) -> Tiles<W> {
        Tiles(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub fn or(&self, other: &Tiles<W>) -> Tiles<W> {
        Tiles(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    pub fn without(&self, other: &Tiles<W>) -> Tiles<W> {
        Tiles(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// The tiles, rising.
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
}
