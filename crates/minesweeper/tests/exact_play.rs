//! Exact play against a plain search without memory, bounds or symmetry.

mod common;

use common::{all_solutions, case, random_position};
use stratalog_minesweeper::belief::{Belief, Endgame, solve};
use stratalog_minesweeper::{Board, FirstMove, Grid, Site};

/// The solutions won by perfect play, opening one square after another.
fn plain(around: &[u32], solutions: &[u32], opened: u32) -> u32 {
    if solutions.len() <= 1 {
        return solutions.len() as u32;
    }
    (0..around.len())
        .filter(|square| opened >> square & 1 == 0)
        .map(|square| {
            let mut won = 0;
            for number in 0..9 {
                let part: Vec<u32> = solutions
                    .iter()
                    .copied()
                    .filter(|&s| s >> square & 1 == 0)
                    .filter(|&s| (s & around[square]).count_ones() == number)
                    .collect();
                won += plain(around, &part, opened | 1 << square);
            }
            won
        })
        .max()
        .unwrap_or(0)
}

fn around(grid: &Grid) -> Vec<u32> {
    let mask = |site: Site| grid.neighbours(site).iter().map(|n| 1 << n.index()).sum();
    grid.sites().map(mask).collect()
}

#[test]
fn small_boards_have_the_value_of_a_plain_search() {
    for text in ["3x3/7", "2x3/2", "2x4/6", "1x7/4", "2x3/0", "2x2/4"] {
        let board: Board = text.parse().expect("a board");
        let grid = Grid::new(board);
        let squares = board.squares();
        let all: Vec<u32> = (0..1_u32 << squares)
            .filter(|mines| mines.count_ones() as usize == board.mines())
            .collect();
        let expected = plain(&around(&grid), &all, 0);
        let solved = solve(board, FirstMove::Any, u64::MAX).expect("small");
        assert_eq!(
            (solved.won, solved.fields),
            (u64::from(expected), all.len() as u64),
            "{text}"
        );
    }
}

#[test]
fn an_end_game_is_played_as_a_plain_search_plays_it() {
    let mut tested = 0;
    for index in 0..3000 {
        let (view, _) = random_position(&mut case(index), 10);
        let solutions = all_solutions(&view);
        let belief = Belief::of(&view).expect("it came from a field");
        let is_guess = view
            .covered_sites()
            .all(|site| belief.mine_probability(site) > 0.0);
        if solutions.len() < 2 || solutions.len() > 12 || !is_guess {
            continue;
        }
        let opened = view.grid().sites().filter(|&site| !view.is_covered(site));
        let opened: u32 = opened.map(|site| 1 << site.index()).sum();
        let expected = plain(&around(view.grid()), &solutions, opened);
        let listed = belief.enumerate(100).expect("few");
        assert_eq!(listed.masks.len(), solutions.len(), "{view}");
        let mut endgame = Endgame::new(view.grid(), listed.squares, listed.masks, u64::MAX);
        let best = endgame.best().expect("no limit");
        assert_eq!(best.won, u64::from(expected), "{view}");
        tested += 1;
    }
    assert!(tested > 100, "{tested}");
}
