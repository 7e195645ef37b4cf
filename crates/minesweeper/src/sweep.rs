//! One game of Minesweeper being played.

use std::sync::Arc;

use super::{Board, Cell, Field, FirstMove, Grid, Site, View};
use stratalog_run::Seed;

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Squares without mines are still covered.
    Playing,
    /// Every square without a mine is opened.
    Won,
    /// This mine was opened.
    Lost(Site),
}

/// One game being played: the hidden field and what the player sees of it.
///
/// The field is drawn at the first move, because the first-move rule depends
/// on where that is; its seed is there from the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sweep {
    rule: FirstMove,
    seed: Seed,
    field: Option<Field>,
    view: View,
    status: Status,
}

impl Sweep {
    /// A game before its first move, whose field follows from `seed`.
    pub fn new(board: Board, grid: Arc<Grid>, rule: FirstMove, seed: Seed) -> Sweep {
        let view = View::covered_on(board, grid);
        let status = if view.is_won() {
            Status::Won
        } else {
            Status::Playing
        };
        Sweep {
            rule,
            seed,
            field: None,
            view,
            status,
        }
    }

    /// A game on a given field.
    pub fn on(field: Field) -> Sweep {
        let grid = Arc::clone(field.grid());
        let mut sweep = Sweep::new(field.board(), grid, FirstMove::Any, Seed(0));
        sweep.field = Some(field);
        sweep
    }

    /// What the player sees.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The state of the game.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The hidden field; none before the first move.
    pub fn field(&self) -> Option<&Field> {
        self.field.as_ref()
    }

    /// What the first move was promised.
    pub fn rule(&self) -> FirstMove {
        self.rule
    }

    /// What the field follows from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Sets the field and opens these squares of it, a mine last.
    pub(super) fn lay(&mut self, field: Field, opened: &[Site]) {
        for &site in opened {
            match field.number(site) {
                Some(number) => self.view.set(site, Cell::Number(number)),
                None => self.status = Status::Lost(site),
            }
        }
        if self.status == Status::Playing && self.view.is_won() {
            self.status = Status::Won;
        }
        self.field = Some(field);
    }

    /// Opens a covered square; a zero opens its neighbours. Nothing happens on
    /// any other square, and when the game is over.
    pub fn open(&mut self, site: Site) -> Status {
        let grid = self.view.grid();
        let can_open = self.status == Status::Playing
            && site.index() < grid.len()
            && self.view.is_covered(site);
        if !can_open {
            return self.status;
        }
        let (board, rule, seed) = (self.view.board(), self.rule, self.seed);
        let field = self.field.get_or_insert_with(|| {
            Field::draw(board, Arc::clone(grid), rule, site, &mut seed.stream(0))
        });
        if field.is_mine(site) {
            self.status = Status::Lost(site);
        } else {
            flood(field, &mut self.view, site);
            if self.view.is_won() {
                self.status = Status::Won;
            }
        }
        self.status
    }
}

/// Opens a square without a mine, and around every zero its neighbours.
fn flood(field: &Field, view: &mut View, site: Site) {
    let mut waiting = vec![site];
    while let Some(next) = waiting.pop() {
        let Some(number) = field.number(next) else {
            continue;
        };
        if !view.is_covered(next) {
            continue;
        }
        view.set(next, Cell::Number(number));
        if number == 0 {
            waiting.extend(field.grid().neighbours(next));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_a_zero_opens_up_to_the_numbers() {
        let board: Board = "3x5/1".parse().expect("a board");
        let mut sweep = Sweep::on(Field::with_mines(Grid::new(board), &[Site::new(9)]));
        assert_eq!(sweep.open(Site::new(0)), Status::Playing);
        assert_eq!(sweep.view().to_string(), "3x5/1\n0001.\n0001.\n0001.\n");
        assert_eq!(sweep.open(Site::new(0)), Status::Playing);
        sweep.open(Site::new(4));
        assert_eq!(sweep.open(Site::new(14)), Status::Won);
        assert_eq!(sweep.open(Site::new(9)), Status::Won);
    }

    #[test]
    fn opening_a_mine_loses() {
        let board: Board = "1x2/1".parse().expect("a board");
        let mut sweep = Sweep::on(Field::with_mines(Grid::new(board), &[Site::new(1)]));
        assert_eq!(sweep.open(Site::new(1)), Status::Lost(Site::new(1)));
        assert_eq!(sweep.open(Site::new(0)), Status::Lost(Site::new(1)));
    }
}
