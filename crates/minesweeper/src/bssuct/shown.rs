//! The numbers a view shows, in half a byte a square.

use crate::Site;

/// The numbers of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Two squares a byte: 0 for a covered square, else the number and 1.
    pairs: Box<[u8]>,
}

impl Shown {
    /// These numbers, on a board of so many squares.
    pub fn new(numbers: &[(Site, u8)], squares: usize) -> Shown {
        let mut pairs = vec![0; squares.div_ceil(2)];
        for &(site, number) in numbers {
            pairs[site.index() / 2] |= (number + 1) << (4 * (site.index() % 2));
        }
        Shown {
            pairs: pairs.into_boxed_slice(),
        }
    }

    /// The numbers, by square.
    pub fn numbers(&self) -> impl Iterator<Item = (Site, u8)> {
        let halves = self.pairs.iter().flat_map(|pair| [pair & 15, pair >> 4]);
        let squares = halves.enumerate();
        squares.filter_map(|(square, half)| Some((Site::new(square), half.checked_sub(1)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_they_were_given() {
        let numbers = [(0, 0), (3, 8), (4, 1), (8, 2)];
        let numbers = numbers.map(|(square, number)| (Site::new(square), number));
        let shown = Shown::new(&numbers, 9);
        assert_eq!(shown.numbers().collect::<Vec<_>>(), numbers);
    }
}
