//! Where the mines lie.

use std::sync::Arc;

use rand::Rng;
use rand::RngExt;

use super::{Board, Error, FirstMove, Grid, Site};

/// A complete board: where the mines lie and the number under each square.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    grid: Arc<Grid>,
    /// The number under each square; [`MINE`] for a mine.
    under: Vec<u8>,
    mines: usize,
}

const MINE: u8 = u8::MAX;

impl Field {
    /// A field with mines on exactly these squares.
    pub fn with_mines(grid: Arc<Grid>, mines: &[Site]) -> Field {
        let mut field = Field {
            under: vec![0; grid.len()],
            grid,
            mines: 0,
        };
        for &mine in mines {
            field.lay(mine);
        }
        field
    }

    /// A field drawn uniformly among those the first-move rule allows when
    /// `first` is opened first.
    pub fn draw(
        board: Board,
        grid: Arc<Grid>,
        rule: FirstMove,
        first: Site,
        rng: &mut impl Rng,
    ) -> Field {
        // The squares in the order they may take mines: those the rule clears
        // come last, so that mines spill there only when they fit nowhere else.
        let mut order: Vec<Site> = grid.sites().collect();
        let cleared = match rule {
            FirstMove::Any => 0,
            FirstMove::Safe => move_to_end(&mut order, &[first]),
            FirstMove::Zero => {
                let cleared = move_to_end(&mut order, grid.neighbours(first));
                let end = order.len();
                move_to_end(&mut order[..end - cleared], &[first]);
                order[end - cleared - 1..].rotate_left(1);
                cleared + 1
            }
        };
        let free = order.len() - cleared;
        let mut field = Field::with_mines(grid, &[]);
        let mines = board.mines();
        shuffle_start(&mut order[..free], mines, rng);
        if mines > free {
            // The opened square itself stays last of all.
            let spill = cleared.saturating_sub(1);
            shuffle_start(&mut order[free..free + spill], mines - free, rng);
        }
        for &mine in &order[..mines] {
            field.lay(mine);
        }
        field
    }

    fn lay(&mut self, mine: Site) {
        if self.is_mine(mine) {
            return;
        }
        self.under[mine.index()] = MINE;
        self.mines += 1;
        let grid = Arc::clone(&self.grid);
        for neighbour in grid.neighbours(mine) {
            let under = &mut self.under[neighbour.index()];
            if *under != MINE {
                *under += 1;
            }
        }
    }

    /// Whether the square hides a mine.
    pub fn is_mine(&self, square: Site) -> bool {
        self.under[square.index()] == MINE
    }

    /// The number under a square: its neighbouring mines; none under a mine.
    pub fn number(&self, square: Site) -> Option<u8> {
        let under = self.under[square.index()];
        (under != MINE).then_some(under)
    }

    /// The squares with mines.
    pub fn mines(&self) -> impl Iterator<Item = Site> {
        self.grid.sites().filter(|&square| self.is_mine(square))
    }

    /// How many mines there are.
    pub fn mine_count(&self) -> usize {
        self.mines
    }

    /// The board this field is a field of.
    pub fn board(&self) -> Board {
        Board::new(self.grid.rows(), self.grid.columns(), self.mines)
            .expect("the grid was made for a board and mines lie on its squares")
    }

    /// The squares and their neighbours.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// A field from mines given by row and column from 0, checked.
    pub(super) fn from_places(board: Board, places: &[(usize, usize)]) -> Result<Field, Error> {
        let grid = Grid::new(board);
        let mut field = Field::with_mines(Arc::clone(&grid), &[]);
        for (index, &(row, column)) in places.iter().enumerate() {
            if row >= board.rows() || column >= board.columns() {
                return Err(Error::Mbf(format!(
                    "mine {} lies at row {}, column {}, outside the {}x{} board",
                    index + 1,
                    row + 1,
                    column + 1,
                    board.rows(),
                    board.columns()
                )));
            }
            let mine = Site::new(row * board.columns() + column);
            if field.is_mine(mine) {
                let square = grid.square(mine);
                return Err(Error::Mbf(format!("two mines lie at {square}")));
            }
            field.lay(mine);
        }
        Ok(field)
    }
}

/// Moves the given squares to the end, in their order, and says how many.
/// `order` holds every square once, in rising order before the call.
fn move_to_end(order: &mut [Site], last: &[Site]) -> usize {
    let mut kept = 0;
    for index in 0..order.len() {
        if !last.contains(&order[index]) {
            order[kept] = order[index];
            kept += 1;
        }
    }
    order[kept..].copy_from_slice(last);
    last.len()
}

/// Makes the first `count` places a uniform draw without replacement.
fn shuffle_start(squares: &mut [Site], count: usize, rng: &mut impl Rng) {
    for place in 0..count.min(squares.len()) {
        let from = rng.random_range(place..squares.len());
        squares.swap(place, from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn draw(board: &str, rule: FirstMove, first: usize, seed: u64) -> Field {
        let board: Board = board.parse().expect("a board");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Field::draw(board, Grid::new(board), rule, Site::new(first), &mut rng)
    }

    #[test]
    fn a_drawn_field_has_its_mines_and_keeps_the_rule() {
        for seed in 0..200 {
            for first in [0, 5, 12, 24] {
                let safe = draw("5x5/15", FirstMove::Safe, first, seed);
                assert_eq!(safe.mine_count(), 15);
                assert!(!safe.is_mine(Site::new(first)));
                let zero = draw("5x5/15", FirstMove::Zero, first, seed);
                assert_eq!(zero.mine_count(), 15);
                assert_eq!(zero.number(Site::new(first)), Some(0));
            }
        }
    }

    #[test]
    fn mines_spill_next_to_the_first_square_only_when_they_must() {
        for seed in 0..50 {
            let field = draw("3x3/3", FirstMove::Zero, 0, seed);
            assert_eq!(field.number(Site::new(0)), Some(0));
            let crowded = draw("3x3/7", FirstMove::Zero, 0, seed);
            assert_eq!(crowded.number(Site::new(0)), Some(2));
            let full = draw("3x3/9", FirstMove::Safe, 4, seed);
            assert_eq!(full.mine_count(), 9);
        }
    }

    #[test]
    fn every_square_is_a_mine_equally_often() {
        let mut counts = [0_u32; 9];
        for seed in 0..9000 {
            let field = draw("3x3/2", FirstMove::Safe, 4, seed);
            field.mines().for_each(|mine| counts[mine.index()] += 1);
        }
        assert_eq!(counts[4], 0);
        let expected = 9000.0 * 2.0 / 8.0;
        let chi: f64 = counts
            .iter()
            .enumerate()
            .filter(|&(square, _)| square != 4)
            .map(|(_, &count)| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        assert!(chi < 24.3, "chi-squared {chi} of 7 degrees");
    }
}
