//! The squares of a small board as bits, and what they show.

use crate::Grid;

/// The most squares of a board: a bit for each.
pub(super) const MOST_SQUARES: usize = 32;
/// What a square with a mine "shows".
pub(super) const MINE: usize = 9;

/// The squares around each square.
#[derive(Debug)]
pub(super) struct Geometry {
    around: Vec<u32>,
    /// All squares.
    pub all: u32,
}

impl Geometry {
    pub fn of(grid: &Grid) -> Geometry {
        let around = |site| {
            let neighbours = grid.neighbours(site).iter();
            neighbours.fold(0, |around, site| around | 1 << site.index())
        };
        Geometry {
            around: grid.sites().map(around).collect(),
            all: u32::MAX >> (MOST_SQUARES - grid.len()),
        }
    }

    pub fn around(&self, square: usize) -> u32 {
        self.around[square]
    }

    /// What a square shows on a field, [`MINE`] if it is a mine.
    pub fn shown(&self, field: u32, square: usize) -> usize {
        if field >> square & 1 == 1 {
            MINE
        } else {
            (field & self.around[square]).count_ones() as usize
        }
    }

    /// The squares joined to the first of those left by squares of `among`.
    pub fn island(&self, left: u32, among: u32) -> u32 {
        let mut island = 0;
        let mut new = left & left.wrapping_neg();
        while new != 0 {
            island |= new;
            let reached = squares(new).fold(0, |reached, one| reached | self.around[one]);
            new = reached & among & !island;
        }
        island
    }

    /// Two sets of which a set of fields is the product: uncertain squares that
    /// lie apart from the rest have their mines independently of the rest. Each
    /// factor is the part in which the other's squares are as on the first field.
    pub fn factors(&self, fields: &[u32], uncertain: u32) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut left = uncertain;
        while left != 0 {
            let island = self.island(left, uncertain);
            if island == uncertain {
                return None;
            }
            let factors = factors_at(fields, island, uncertain & !island);
            if factors.is_some() {
                return factors;
            }
            left &= !island;
        }
        None
    }
}

fn factors_at(fields: &[u32], island: u32, rest: u32) -> Option<(Vec<u32>, Vec<u32>)> {
    let alike_on = |squares: u32| -> Vec<u32> {
        let alike = fields.iter().copied();
        alike
            .filter(|field| (field ^ fields[0]) & squares == 0)
            .collect()
    };
    let one = alike_on(rest);
    if !fields.len().is_multiple_of(one.len()) {
        return None;
    }
    let other = alike_on(island);
    if one.len() * other.len() != fields.len() {
        return None;
    }
    // As many as the product has; they are the product if all are in it.
    let sorted = |part: &[u32], squares: u32| {
        let mut mines: Vec<u32> = part.iter().map(|field| field & squares).collect();
        mines.sort_unstable();
        mines
    };
    let (on_island, on_rest) = (sorted(&one, island), sorted(&other, rest));
    let is_in_both = |field: &u32| {
        on_island.binary_search(&(field & island)).is_ok()
            && on_rest.binary_search(&(field & rest)).is_ok()
    };
    fields.iter().all(is_in_both).then_some((one, other))
}

/// The squares of a set, lowest first.
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}
