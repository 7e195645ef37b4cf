//! Which squares of a small board are open, and what they show.

use super::geometry::{MOST_SQUARES, squares};

/// The open squares of a board of at most 32 squares and their numbers: four
/// bits for each square. No two positions have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Opened {
    /// The open squares.
    pub squares: u32,
    numbers: Key,
}

/// A position up to the symmetries of its board: no two have the same key, and
/// only that of the untouched board is zero.
pub(super) type Key = [u64; 2];

impl Opened {
    /// The same with one more square open.
    pub fn with(mut self, square: usize, number: usize) -> Opened {
        self.squares |= 1 << square;
        self.numbers[square / 16] |= (number as u64 + 1) << (square % 16 * 4);
        self
    }
}

/// Finds the least of a position's images under the symmetries of the board.
#[derive(Debug)]
pub(super) struct Symmetries {
    /// Where each square goes, for each symmetry but the identity.
    images: Vec<[u8; MOST_SQUARES]>,
}

impl Symmetries {
    /// Symmetries that say where each square goes.
    pub fn new(symmetries: &[Vec<usize>]) -> Symmetries {
        let image = |symmetry: &Vec<usize>| {
            let mut image = [0; MOST_SQUARES];
            for (to, &square) in image.iter_mut().zip(symmetry) {
                *to = square as u8;
            }
            image
        };
        Symmetries {
            images: symmetries.iter().map(image).collect(),
        }
    }

    /// The key of a position and of all its images.
    pub fn key(&self, opened: &Opened) -> Key {
        let mut least = opened.numbers;
        for symmetry in &self.images {
            let mut image = Key::default();
            for square in squares(opened.squares) {
                let shown = opened.numbers[square / 16] >> (square % 16 * 4) & 15;
                let to = usize::from(symmetry[square]);
                image[to / 16] |= shown << (to % 16 * 4);
            }
            least = least.min(image);
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::small_board::symmetries;

    #[test]
    fn images_of_a_position_share_a_key_that_no_other_position_has() {
        let symmetries = Symmetries::new(&symmetries("5x5/3".parse().expect("a board")));
        let key = |shown: &[(usize, usize)]| {
            let open =
                |opened: Opened, &(square, number): &(usize, usize)| opened.with(square, number);
            symmetries.key(&shown.iter().fold(Opened::default(), open))
        };
        let corner = key(&[(0, 0), (1, 2)]);
        for image in [[(4, 0), (3, 2)], [(0, 0), (5, 2)], [(24, 0), (23, 2)]] {
            assert_eq!(key(&image), corner);
        }
        for other in [[(0, 2), (1, 0)], [(0, 0), (1, 3)], [(0, 0), (6, 2)]] {
            assert_ne!(key(&other), corner);
        }
        assert_ne!(key(&[(0, 0)]), key(&[]));
    }
}
