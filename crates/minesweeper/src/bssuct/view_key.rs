//! Identifying views, and the symmetries of the board that leave them as they
//! are.

use crate::belief::symmetries;
use crate::{Board, Site};

/// Identifies a view: the numbers that are shown, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ViewKey {
    /// The view itself and its images under the board's symmetries.
    images: [u64; 8],
}

impl std::hash::Hash for ViewKey {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.images[0].hash(state);
    }
}

impl ViewKey {
    /// A random-looking word for the view: among a million views two have the
    /// same one with a probability below one in ten million.
    pub fn word(self) -> u64 {
        self.images[0]
    }
}

/// The symmetries of a board but the identity.
#[derive(Debug)]
pub(crate) struct Symmetries(Vec<Vec<usize>>);

impl Symmetries {
    /// Those of a board.
    pub fn of(board: Board) -> Symmetries {
        Symmetries(symmetries(board))
    }

    /// The key of a view with one more number.
    pub fn with(&self, mut key: ViewKey, site: Site, number: u8) -> ViewKey {
        key.images[0] ^= mixed(site.index(), number);
        for (image, symmetry) in key.images[1..].iter_mut().zip(&self.0) {
            *image ^= mixed(symmetry[site.index()], number);
        }
        key
    }

    /// Where each square goes, for each symmetry that leaves a view as it is.
    pub fn fixing(&self, key: ViewKey) -> impl Iterator<Item = &[usize]> {
        let images = self.0.iter().zip(1..);
        images
            .filter(move |&(_, place)| key.images[place] == key.images[0])
            .map(|(symmetry, _)| symmetry.as_slice())
    }
}

/// A random-looking word for a number on a square.
fn mixed(square: usize, number: u8) -> u64 {
    let seen = (square as u64) << 8 | u64::from(number);
    stratalog_run::mix((seen + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_fixed_by_the_symmetries_that_move_no_number() {
        let symmetries = Symmetries::of("3x3/2".parse().expect("a board"));
        let fixing = |shown: &[(usize, u8)]| {
            let key = shown
                .iter()
                .fold(ViewKey::default(), |key, &(square, number)| {
                    symmetries.with(key, Site::new(square), number)
                });
            symmetries.fixing(key).count()
        };
        assert_eq!(fixing(&[]), 7);
        assert_eq!(fixing(&[(4, 1)]), 7);
        assert_eq!(fixing(&[(0, 1)]), 1);
        assert_eq!(fixing(&[(0, 1), (2, 1)]), 1);
        assert_eq!(fixing(&[(0, 1), (2, 2)]), 0);
    }
}
