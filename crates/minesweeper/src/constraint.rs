//! The one model of how numbers constrain squares.
//!
//! A number gives the number of mines among the covered squares around it; the
//! number of all mines does so for the whole board. Both are a
//! [`Constraint`]. Two constraints that overlap may determine how many mines
//! lie in the part of one that is outside the other: their
//! [difference](Constraint::difference).
//!
//! Everything that reasons about numbers uses this type: single numbers
//! (`belief::knowledge`), the equations of PGMS, the sets of Mio's background
//! and the rules learned over them. Squares are a sorted list where sets are
//! few ([`SquareList`]) and bits where speed counts (`SquareBits`).

use smallvec::SmallVec;

use crate::belief::Fact;
use crate::{Grid, Site};

/// A set of squares, as constraints need it.
pub trait SquareSet: Clone + PartialEq {
    /// How many squares there are.
    fn count(&self) -> u32;

    /// How many squares are in both sets.
    fn common(&self, other: &Self) -> u32;

    /// The squares that are not in the other set.
    fn without(&self, other: &Self) -> Self;
}

/// A few squares, in ascending order.
pub type SquareList = SmallVec<[Site; 8]>;

impl SquareSet for SquareList {
    fn count(&self) -> u32 {
        self.len() as u32
    }

    fn common(&self, other: &SquareList) -> u32 {
        let is_common = |site: &&Site| other.binary_search(site).is_ok();
        self.iter().filter(is_common).count() as u32
    }

    fn without(&self, other: &SquareList) -> SquareList {
        let is_own = |site: &Site| other.binary_search(site).is_err();
        self.iter().copied().filter(is_own).collect()
    }
}

/// Exactly `mines` of `squares` are mines. There is at least one square, and no
/// more mines than squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Constraint<S = SquareList> {
    /// Covered squares.
    pub squares: S,
    /// The mines among them.
    pub mines: u32,
}

impl<S: SquareSet> Constraint<S> {
    /// The constraint, where it says something that is possible.
    pub fn new(squares: S, mines: i64) -> Option<Constraint<S>> {
        let mines = u32::try_from(mines).ok()?;
        let count = squares.count();
        (count > 0 && mines <= count).then_some(Constraint { squares, mines })
    }

    /// What the constraint says of all its squares, where it says the same of
    /// each.
    pub fn verdict(&self) -> Option<Fact> {
        if self.mines == 0 {
            Some(Fact::Safe)
        } else if self.mines == self.squares.count() {
            Some(Fact::Mine)
        } else {
            None
        }
    }

    /// The share of the squares that are mines.
    pub fn share(&self) -> f64 {
        f64::from(self.mines) / f64::from(self.squares.count())
    }

    /// What the two constraints say of the squares that are in this one only:
    /// nothing unless the two overlap, some squares are left, and only one
    /// number of mines is possible among the squares they have in common.
    pub fn difference(&self, other: &Constraint<S>) -> Option<Constraint<S>> {
        let common = self.squares.common(&other.squares);
        if common == 0 {
            return None;
        }
        let only = self.squares.count() - common;
        if only == 0 {
            return None;
        }
        let other_only = other.squares.count() - common;
        let fewest = self.mines.saturating_sub(only);
        let fewest = fewest.max(other.mines.saturating_sub(other_only));
        let most = self.mines.min(other.mines).min(common);
        (fewest == most).then(|| Constraint {
            squares: self.squares.without(&other.squares),
            mines: self.mines - most,
        })
    }
}

impl Constraint {
    /// What a number says, given what is known of the squares around it.
    pub fn of_number(
        grid: &Grid,
        site: Site,
        number: u8,
        fact: impl Fn(Site) -> Fact,
    ) -> Option<Constraint> {
        let mut squares = SquareList::new();
        let mut mines = i64::from(number);
        for &neighbour in grid.neighbours(site) {
            match fact(neighbour) {
                Fact::Unknown => squares.push(neighbour),
                Fact::Mine => mines -= 1,
                Fact::Safe | Fact::Open => {}
            }
        }
        Constraint::new(squares, mines)
    }

    /// Whether the constraint is about a square.
    pub fn contains(&self, site: Site) -> bool {
        self.squares.binary_search(&site).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square_bits::SquareBits;

    fn list(squares: &[usize], mines: i64) -> Constraint {
        let squares = squares.iter().copied().map(Site::new).collect();
        Constraint::new(squares, mines).expect("possible")
    }

    #[test]
    fn a_subset_leaves_the_rest_its_mines() {
        let (large, small) = (list(&[0, 1, 2], 1), list(&[0, 1], 1));
        assert_eq!(large.difference(&small), Some(list(&[2], 0)));
        assert_eq!(small.difference(&large), None);
    }

    #[test]
    fn overlapping_numbers_determine_the_rest_only_if_one_count_is_possible() {
        let (two, one) = (list(&[0, 1, 2], 2), list(&[1, 2, 3], 1));
        assert_eq!(two.difference(&one), Some(list(&[0], 1)));
        assert_eq!(one.difference(&two), Some(list(&[3], 0)));
        assert_eq!(list(&[0, 1, 2], 1).difference(&one), None);
    }

    #[test]
    fn what_is_impossible_is_no_constraint() {
        let squares = |count: usize| (0..count).map(Site::new).collect::<SquareList>();
        assert!(Constraint::new(squares(2), 3).is_none());
        assert!(Constraint::new(squares(2), -1).is_none());
        assert!(Constraint::new(squares(0), 0).is_none());
    }

    #[test]
    fn lists_and_bits_have_the_same_differences() {
        let bits = |one: &Constraint| Constraint {
            squares: SquareBits::<1>::of(&one.squares),
            mines: one.mines,
        };
        for code in 0..4096_usize {
            let pick = |code: usize| (0..6).filter(move |at| code >> at & 1 == 1);
            let squares = |code: usize| pick(code).map(Site::new).collect::<SquareList>();
            for (a, b) in [(1, 1), (2, 1), (1, 2), (0, 3)] {
                let one = Constraint::new(squares(code & 63), a);
                let other = Constraint::new(squares(code >> 6), b);
                if let (Some(one), Some(other)) = (one, other) {
                    let difference = one.difference(&other);
                    assert_eq!(
                        difference.as_ref().map(bits),
                        bits(&one).difference(&bits(&other))
                    );
                }
            }
        }
    }
}
