//! Sets of solutions split by what a square shows.

use num_traits::PrimInt;
use smallvec::SmallVec;

use crate::belief::listing::{Listing, MINE};
use crate::belief::mine_counts::MineCounts;

/// Room to split and count in, kept from set to set.
#[derive(Debug)]
pub(crate) struct Room<M> {
    counts: MineCounts<M>,
    /// What a square shows in each solution of a set.
    shown: Vec<u8>,
    /// The mines of each solution of a set.
    mines: Vec<M>,
    /// Lists of solutions no longer in use.
    lists: Vec<Vec<u32>>,
}

impl<M: PrimInt> Default for Room<M> {
    fn default() -> Self {
        Room {
            counts: MineCounts::default(),
            shown: Vec::new(),
            mines: Vec::new(),
            lists: Vec::new(),
        }
    }
}

impl<M: PrimInt> Room<M> {
    /// The solutions in which a square is safe, by what it shows.
    pub fn parts(&mut self, listing: &Listing<M>, set: &[u32], square: usize) -> Parts {
        let sizes = self.look(listing, set, square);
        let mut next = starts(sizes);
        let mut solutions = self.lists.pop().unwrap_or_default();
        solutions.clear();
        solutions.resize(set.len(), 0);
        for (&solution, &number) in set.iter().zip(&self.shown) {
            let place = &mut next[usize::from(number)];
            solutions[*place] = solution;
            *place += 1;
        }
        let places = std::array::from_fn(|number| (next[number] - sizes[number], next[number]));
        Parts { solutions, places }
    }

    /// Takes back the room of parts no longer in use.
    pub fn take_back(&mut self, parts: Parts) {
        self.lists.push(parts.solutions);
    }

    /// The mines of each solution, by what a square shows.
    pub fn sort(&mut self, listing: &Listing<M>, set: &[u32], square: usize) -> Sorted<'_, M> {
        let sizes = self.look(listing, set, square);
        let starts = starts(sizes);
        let mut next = starts;
        self.mines.clear();
        self.mines.resize(set.len(), M::zero());
        for (&solution, &number) in set.iter().zip(&self.shown) {
            let place = &mut next[usize::from(number)];
            self.mines[*place] = listing.mines(solution);
            *place += 1;
        }
        Sorted {
            room: self,
            starts,
            sizes,
        }
    }

    /// In how many solutions of a set each square is a mine.
    pub fn count(&mut self, listing: &Listing<M>, set: &[u32]) -> &MineCounts<M> {
        let mines = set.iter().map(|&solution| listing.mines(solution));
        self.mines.clear();
        self.mines.extend(mines);
        self.counts.clear();
        self.counts.add_all(&self.mines);
        &self.counts
    }

    /// Notes what a square shows in each solution, and says how many show what.
    fn look(&mut self, listing: &Listing<M>, set: &[u32], square: usize) -> [usize; MINE + 1] {
        listing.all_shown(set, square, &mut self.shown);
        let mut sizes = [0; MINE + 1];
        for &number in &self.shown {
            sizes[usize::from(number)] += 1;
        }
        sizes
    }
}

/// Where each part begins when parts of these sizes lie side by side.
fn starts(sizes: [usize; MINE + 1]) -> [usize; MINE + 1] {
    let mut total = 0;
    sizes.map(|size| {
        total += size;
        total - size
    })
}

/// The mines of solutions, by what a square shows.
#[derive(Debug)]
pub(crate) struct Sorted<'a, M> {
    room: &'a mut Room<M>,
    starts: [usize; MINE + 1],
    sizes: [usize; MINE + 1],
}

impl<M: PrimInt> Sorted<'_, M> {
    /// In how many solutions the square shows this.
    pub fn size(&self, shown: usize) -> u32 {
        self.sizes[shown] as u32
    }

    /// The squares that are mines in all of these solutions.
    pub fn mines_in_all(&self, shown: usize) -> M {
        let mines = &self.room.mines[self.range(shown)];
        mines.iter().fold(!M::zero(), |all, &mines| all & mines)
    }

    /// In how many of these solutions each square is a mine.
    pub fn count(&mut self, shown: usize) -> &MineCounts<M> {
        let range = self.range(shown);
        self.room.counts.clear();
        self.room.counts.add_all(&self.room.mines[range]);
        &self.room.counts
    }

    fn range(&self, shown: usize) -> std::ops::Range<usize> {
        self.starts[shown]..self.starts[shown] + self.sizes[shown]
    }
}

/// Solutions by the number a square shows, side by side: a search makes very
/// many of these, and one list each is all it can afford.
#[derive(Debug)]
pub(crate) struct Parts {
    solutions: Vec<u32>,
    /// Where each number's solutions begin and end.
    places: [(usize, usize); MINE],
}

impl Parts {
    /// How many solutions show each number.
    pub fn sizes(&self) -> [u32; MINE] {
        self.places.map(|(begin, end)| (end - begin) as u32)
    }

    /// The parts that are not empty with their numbers, smallest first: what
    /// they are worth is soon known, and the floor of the others the higher.
    pub fn smallest_first(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let mut parts: SmallVec<[(usize, &[u32]); MINE]> = SmallVec::new();
        for (number, &(begin, end)) in self.places.iter().enumerate() {
            let part = &self.solutions[begin..end];
            if !part.is_empty() {
                let place = parts.iter().position(|(_, other)| other.len() > part.len());
                parts.insert(place.unwrap_or(parts.len()), (number, part));
            }
        }
        parts.into_iter()
    }
}
