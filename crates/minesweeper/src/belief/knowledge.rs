//! What follows from the numbers taken one at a time.
//!
//! For each number: the mines still missing around it and the squares they may
//! lie on. When none is missing the squares are safe; when all of them are
//! needed they are mines (the single-point rules). Everything is kept up to
//! date square by square, so that a move costs only what it changes.

use std::sync::Arc;

use crate::constraint::Constraint;
use crate::{Board, Cell, Grid, Site, View};
use smallvec::SmallVec;

use crate::belief::Inconsistent;
use crate::belief::frontier::Frontier;

/// What is known of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Covered, and either may be.
    Unknown,
    /// Covered, and proved a mine (or marked as one).
    Mine,
    /// Covered, and proved safe.
    Safe,
    /// Opened.
    Open,
}

/// What is known of a view, number by number.
#[derive(Debug, Clone)]
pub struct Knowledge {
    board: Board,
    grid: Arc<Grid>,
    places: Vec<Place>,
    /// The components as last counted.
    pub(crate) frontier: Frontier,
    /// Squares proved safe and perhaps opened since.
    safe: Vec<Site>,
    /// Open squares to look at again.
    waiting: SmallVec<[Site; 32]>,
    unknown: usize,
    mines_left: i64,
    /// Whether the number of all mines is known, or only the numbers count.
    has_total: bool,
    opened: usize,
}

/// What is known of one square and around it.
#[derive(Debug, Clone, Copy)]
struct Place {
    fact: Fact,
    /// Of an open square: the mines around it not yet placed.
    need: i8,
    /// The unknown squares around it.
    unknown: u8,
}

impl Knowledge {
    /// What is known before the first move.
    pub fn new(board: Board, grid: Arc<Grid>) -> Knowledge {
        let squares = grid.len();
        Knowledge {
            board,
            places: grid
                .sites()
                .map(|square| Place {
                    fact: Fact::Unknown,
                    need: 0,
                    unknown: grid.neighbours(square).len() as u8,
                })
                .collect(),
            grid,
            frontier: Frontier::default(),
            safe: Vec::new(),
            waiting: SmallVec::new(),
            unknown: squares,
            mines_left: board.mines() as i64,
            has_total: true,
            opened: 0,
        }
    }

    /// What is known before the first move when the number of all mines is not
    /// known.
    pub fn without_total(board: Board, grid: Arc<Grid>) -> Knowledge {
        Knowledge {
            has_total: false,
            ..Knowledge::new(board, grid)
        }
    }

    /// What is known of a view. Marked squares count as mines.
    pub fn of(view: &View) -> Result<Knowledge, Inconsistent> {
        let mut knowledge = Knowledge::new(view.board(), Arc::clone(view.grid()));
        for square in view.grid().sites() {
            if view.cell(square) == Cell::Marked {
                knowledge.place(square, Fact::Mine);
            }
        }
        knowledge.follow(view)?;
        Ok(knowledge)
    }

    /// What is known of a view, starting from what was known of an earlier one
    /// of the same game where there is one.
    pub fn kept_up<'a>(
        known: &'a mut Option<Knowledge>,
        view: &View,
    ) -> Result<&'a mut Knowledge, Inconsistent> {
        match known.take() {
            Some(mut earlier)
                if earlier.board == view.board() && earlier.opened <= view.opened() =>
            {
                earlier.follow(view)?;
                Ok(known.insert(earlier))
            }
            _ => Ok(known.insert(Knowledge::of(view)?)),
        }
    }

    /// Adds what a later view of the same game shows, and draws conclusions.
    pub fn follow(&mut self, view: &View) -> Result<(), Inconsistent> {
        // Mostly the square proved safe last was opened, and no other.
        if let Some(&square) = self.safe.last()
            && let Cell::Number(number) = view.cell(square)
            && number > 0
        {
            self.open(square, number)?;
        }
        for (index, cell) in view.cells().iter().enumerate() {
            if self.opened == view.opened() {
                break;
            }
            if let Cell::Number(number) = *cell
                && self.places[index].fact != Fact::Open
            {
                self.open(Site::new(index), number)?;
            }
        }
        self.settle()
    }

    /// Adds one more number, and draws conclusions.
    pub fn observe(&mut self, square: Site, number: u8) -> Result<(), Inconsistent> {
        self.open(square, number)?;
        self.settle()
    }

    fn open(&mut self, square: Site, number: u8) -> Result<(), Inconsistent> {
        match self.fact(square) {
            Fact::Open => return Ok(()),
            Fact::Mine => return Err(Inconsistent),
            Fact::Unknown => self.place(square, Fact::Open),
            Fact::Safe => self.frontier.change(square),
        }
        self.opened += 1;
        let neighbours = self.grid.neighbours(square).iter();
        let mines = neighbours
            .filter(|neighbour| self.fact(**neighbour) == Fact::Mine)
            .count();
        let place = &mut self.places[square.index()];
        place.fact = Fact::Open;
        place.need = number as i8 - mines as i8;
        self.waiting.push(square);
        Ok(())
    }

    /// Records a fact about an unknown square and wakes the numbers around it.
    fn place(&mut self, square: Site, fact: Fact) {
        self.places[square.index()].fact = fact;
        self.frontier.change(square);
        self.unknown -= 1;
        let mine = fact == Fact::Mine;
        self.mines_left -= i64::from(mine);
        for &neighbour in self.grid.neighbours(square) {
            let place = &mut self.places[neighbour.index()];
            place.unknown -= 1;
            if place.fact == Fact::Open {
                place.need -= i8::from(mine);
                self.waiting.push(neighbour);
            }
        }
    }

    /// Applies the single-point rules until nothing changes.
    fn settle(&mut self) -> Result<(), Inconsistent> {
        while let Some(witness) = self.waiting.pop() {
            let Place { need, unknown, .. } = self.places[witness.index()];
            let unknown = unknown as i8;
            if need < 0 || need > unknown {
                return Err(Inconsistent);
            }
            if unknown > 0 && (need == 0 || need == unknown) {
                let fact = if need == 0 { Fact::Safe } else { Fact::Mine };
                let grid = Arc::clone(&self.grid);
                for &square in grid.neighbours(witness) {
                    self.learn(square, fact);
                }
            }
        }
        let fits = 0 <= self.mines_left && self.mines_left <= self.unknown as i64;
        if self.has_total && !fits {
            return Err(Inconsistent);
        }
        Ok(())
    }

    fn learn(&mut self, square: Site, fact: Fact) {
        if self.fact(square) == Fact::Unknown {
            self.place(square, fact);
            if fact == Fact::Safe {
                self.safe.push(square);
            }
        }
    }

    /// Adds facts proved elsewhere, and draws conclusions.
    pub fn learn_all(
        &mut self,
        facts: impl IntoIterator<Item = (Site, Fact)>,
    ) -> Result<(), Inconsistent> {
        for (square, fact) in facts {
            self.learn(square, fact);
        }
        self.settle()
    }

    /// The next square proved safe and still covered.
    pub fn next_safe(&mut self) -> Option<Site> {
        while let Some(&square) = self.safe.last() {
            if self.fact(square) == Fact::Safe {
                return Some(square);
            }
            self.safe.pop();
        }
        None
    }

    /// The squares proved safe and still covered.
    pub fn safe_squares(&self) -> impl Iterator<Item = Site> {
        self.safe
            .iter()
            .copied()
            .filter(|&square| self.fact(square) == Fact::Safe)
    }

    /// The numbers that border unknown squares, in board order.
    pub fn live_witnesses(&self) -> impl Iterator<Item = Site> {
        let is_live =
            |site: &Site| self.fact(*site) == Fact::Open && self.unknown_around(*site) > 0;
        self.grid.sites().filter(is_live)
    }

    /// What an open square says of the unknown squares around it.
    pub fn constraint(&self, witness: Site) -> Option<Constraint> {
        let around = self.grid.neighbours(witness).iter().copied();
        let squares = around.filter(|&site| self.fact(site) == Fact::Unknown);
        Constraint::new(squares.collect(), i64::from(self.need(witness)))
    }

    /// What the number of all mines says of the unknown squares.
    pub fn total_constraint(&self) -> Option<Constraint> {
        let squares = self.unknown_squares().into();
        Constraint::new(squares, self.mines_left)
    }

    /// The unknown squares, in board order.
    pub fn unknown_squares(&self) -> Vec<Site> {
        self.squares_with(Fact::Unknown)
    }

    /// The squares of which this is known, in board order.
    pub fn squares_with(&self, fact: Fact) -> Vec<Site> {
        let sites = self.grid.sites();
        sites.filter(|&site| self.fact(site) == fact).collect()
    }

    /// What is known of a square.
    pub fn fact(&self, square: Site) -> Fact {
        self.places[square.index()].fact
    }

    /// The mines an open square still misses.
    pub fn need(&self, square: Site) -> u8 {
        self.places[square.index()].need.max(0) as u8
    }

    /// The unknown squares around a square.
    pub fn unknown_around(&self, square: Site) -> u8 {
        self.places[square.index()].unknown
    }

    /// How many squares are opened.
    pub fn opened(&self) -> usize {
        self.opened
    }

    /// How many squares are unknown.
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// How many mines lie among the unknown squares.
    pub fn mines_left(&self) -> usize {
        self.mines_left.max(0) as usize
    }

    /// The board's size and mines.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The squares and their neighbours.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> Result<Knowledge, Inconsistent> {
        Knowledge::of(&text.parse().expect("a position"))
    }

    #[test]
    fn a_satisfied_number_clears_its_neighbours() {
        let knowledge = known("2x3/1\n1..\nF..\n").expect("consistent");
        assert_eq!(knowledge.fact(Site::new(1)), Fact::Safe);
        assert_eq!(knowledge.fact(Site::new(4)), Fact::Safe);
        assert_eq!(knowledge.fact(Site::new(2)), Fact::Unknown);
        assert_eq!(knowledge.mines_left(), 0);
    }

    #[test]
    fn a_number_that_needs_all_its_neighbours_marks_them() {
        let knowledge = known("1x4/2\n.2..\n").expect("consistent");
        assert_eq!(knowledge.fact(Site::new(0)), Fact::Mine);
        assert_eq!(knowledge.fact(Site::new(2)), Fact::Mine);
        assert_eq!(knowledge.unknown(), 1);
    }

    #[test]
    fn a_number_without_room_is_a_contradiction() {
        assert!(known("1x3/2\n1F2\n").is_err());
        assert!(known("1x3/2\n1.0\n").is_err());
        assert!(known("1x3/3\n1..\n").is_err());
    }
}
