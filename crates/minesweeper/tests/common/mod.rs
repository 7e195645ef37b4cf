//! Random small positions and the plain way to count their solutions.

use std::sync::Arc;

use rand::RngExt;
use stratalog_minesweeper::{Board, Cell, Field, Grid, Site, View};
use stratalog_run::{Seed, Stream};

/// A position as a game might reach it, on a board of at most `most` squares.
pub fn random_position(rng: &mut Stream, most: usize) -> (View, Field) {
    let rows = rng.random_range(1..=5);
    let columns = rng.random_range(1..=(most / rows).min(7));
    let squares = rows * columns;
    let mines = rng.random_range(0..=squares);
    let board = Board::new(rows, columns, mines).expect("a small board");
    let grid = Grid::new(board);
    let mut order: Vec<Site> = grid.sites().collect();
    for place in (1..order.len()).rev() {
        order.swap(place, rng.random_range(0..=place));
    }
    let field = Field::with_mines(Arc::clone(&grid), &order[..mines]);
    let mut view = View::covered_on(board, grid);
    let share = rng.random_range(0..=10_u32);
    for site in view.grid().sites() {
        if let Some(number) = field.number(site)
            && rng.random_ratio(share, 10)
        {
            view.set(site, Cell::Number(number));
        } else if field.is_mine(site) && rng.random_ratio(1, 10) {
            view.set(site, Cell::Marked);
        }
    }
    (view, field)
}

/// Every complete board that agrees with the view, one bit a square.
pub fn all_solutions(view: &View) -> Vec<u32> {
    let squares = view.grid().len();
    let marked = mask(view, |cell| cell == Cell::Marked);
    let open = mask(view, |cell| matches!(cell, Cell::Number(_)));
    let around: Vec<u32> = view
        .grid()
        .sites()
        .map(|site| {
            let neighbours = view.grid().neighbours(site);
            neighbours.iter().map(|n| 1 << n.index()).sum()
        })
        .collect();
    (0..1_u32 << squares)
        .filter(|&mines| mines.count_ones() as usize == view.board().mines())
        .filter(|&mines| mines & open == 0 && mines & marked == marked)
        .filter(|&mines| {
            view.grid().sites().all(|site| match view.cell(site) {
                Cell::Number(n) => (around[site.index()] & mines).count_ones() == u32::from(n),
                _ => true,
            })
        })
        .collect()
}

fn mask(view: &View, is_in: impl Fn(Cell) -> bool) -> u32 {
    let sites = view.grid().sites().filter(|&site| is_in(view.cell(site)));
    sites.map(|site| 1 << site.index()).sum()
}

/// The stream of the i-th case.
pub fn case(index: u64) -> Stream {
    Seed(2024).stream(index)
}
