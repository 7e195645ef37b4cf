//! Examples as section 4.1 makes them: random boards partly opened, and each
//! covered square with an open neighbour labelled by what lies under it.
//!
//! Contradictory examples are removed: a square that is safe on this board but
//! a mine on another that shows the same numbers teaches nothing about what can
//! be deduced. The exact belief state finds them all at once: a positive
//! example is one whose label all boards with these numbers share.

use rand::RngExt;
use stratalog_belief::Belief;
use stratalog_game::minesweeper::{Board, Cell, Field, FirstMove, Grid, Site, Sweep, View};
use stratalog_game::{Seed, Stream};

use super::rule::Target;

/// A tile of a position, and what it is an example of.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position, known mines partly marked.
    pub view: View,
    /// The tile.
    pub tile: Site,
    /// Whether it is an example of the target or against it.
    pub is_positive: bool,
}

/// Draws examples; the i-th board follows from the seed and i alone.
#[derive(Clone, Debug)]
pub struct ExampleSource {
    board: Board,
    grid: std::sync::Arc<Grid>,
    seed: Seed,
}

impl ExampleSource {
    /// Examples from boards of this size.
    pub fn new(board: Board, seed: Seed) -> ExampleSource {
        ExampleSource {
            board,
            grid: Grid::new(board),
            seed: seed.derive("examples"),
        }
    }

    /// The examples of the i-th board.
    pub fn board_examples(&self, index: u64, target: Target) -> Vec<Example> {
        let mut rng = self.seed.stream(index);
        let Some((field, mut view)) = self.draw(&mut rng) else {
            return Vec::new();
        };
        let Ok(belief) = Belief::of(&view) else {
            return Vec::new();
        };
        let chance = |site: Site| belief.mine_probability(site);
        // Mines that can be deduced are marked on some boards, on some not.
        let share = [0.0, 1.0, 1.0, 1.0][rng.random_range(0..4)];
        for site in self.grid.sites() {
            if chance(site) >= 1.0 && view.is_covered(site) && rng.random_bool(share) {
                view.set(site, Cell::Marked);
            }
        }
        let mut examples = Vec::new();
        for tile in self.grid.sites() {
            if view.cell(tile) != Cell::Covered || !has_open_neighbour(&view, tile) {
                continue;
            }
            let is_mine = field.is_mine(tile);
            let label = match target {
                Target::Safe if is_mine => Some(false),
                Target::Safe => (chance(tile) <= 0.0).then_some(true),
                Target::Mine if !is_mine => Some(false),
                Target::Mine => (chance(tile) >= 1.0).then_some(true),
            };
            examples.extend(label.map(|is_positive| Example {
                view: view.clone(),
                tile,
                is_positive,
            }));
        }
        examples
    }

    /// A random board with a random number of squares opened.
    fn draw(&self, rng: &mut Stream) -> Option<(Field, View)> {
        let first = Site::new(rng.random_range(0..self.grid.len()));
        let grid = std::sync::Arc::clone(&self.grid);
        let field = Field::draw(self.board, grid, FirstMove::Safe, first, rng);
        let mut free: Vec<Site> = self
            .grid
            .sites()
            .filter(|&site| !field.is_mine(site))
            .collect();
        if free.len() < 2 {
            return None;
        }
        let goal = rng.random_range(1..free.len());
        let mut sweep = Sweep::on(field.clone());
        while sweep.view().opened() < goal && !free.is_empty() {
            let at = rng.random_range(0..free.len());
            sweep.open(free.swap_remove(at));
        }
        Some((field, sweep.view().clone()))
    }
}

fn has_open_neighbour(view: &View, tile: Site) -> bool {
    let neighbours = view.grid().neighbours(tile).iter();
    neighbours.copied().any(|site| !view.is_covered(site))
}
