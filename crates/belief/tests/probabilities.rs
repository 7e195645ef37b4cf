//! The belief state against plain enumeration.

mod common;

use common::{all_solutions, case, random_position};
use rand::RngExt;
use stratalog_belief::{Belief, BeliefError, Knowledge, Tables};
use stratalog_game::Seed;
use stratalog_game::minesweeper::{Board, Cell, FirstMove, Grid, Site, Status, Sweep, View};

#[test]
fn probabilities_and_counts_agree_with_enumeration() {
    for index in 0..6000 {
        let (view, _) = random_position(&mut case(index), 16);
        let solutions = all_solutions(&view);
        let belief = Belief::of(&view).expect("it came from a field");
        assert_eq!(belief.solutions(), solutions.len().into(), "{view}");
        let ln = (solutions.len() as f64).ln();
        assert!((belief.ln_solutions() - ln).abs() < 1e-12, "{view}");
        for site in view.grid().sites() {
            let mines = solutions
                .iter()
                .filter(|&s| s >> site.index() & 1 == 1)
                .count();
            let exact = mines as f64 / solutions.len() as f64;
            let ours = belief.mine_probability(site);
            assert!(
                (ours - exact).abs() < 1e-12,
                "{view}{site:?}: {ours} for {exact}"
            );
            assert_eq!(ours == 0.0, mines == 0, "{view}{site:?}");
            assert_eq!(ours == 1.0, mines == solutions.len(), "{view}{site:?}");
        }
    }
}

#[test]
fn what_is_kept_from_move_to_move_says_what_a_fresh_look_says() {
    let board = Board::INTERMEDIATE;
    let grid = Grid::new(board);
    let mut tables = Tables::new(board);
    for seed in 0..20 {
        let mut sweep = Sweep::new(board, grid.clone(), FirstMove::Zero, Seed(seed));
        let mut kept = None;
        sweep.open(Site::new(35));
        while sweep.status() == Status::Playing {
            let view = sweep.view();
            let knowledge = Knowledge::kept_up(&mut kept, view).expect("it came from a field");
            let belief = Belief::new(knowledge, &mut tables).expect("countable");
            let fresh = Belief::of(view).expect("countable");
            for site in view.covered_sites() {
                let (ours, theirs) = (belief.mine_probability(site), fresh.mine_probability(site));
                assert!((ours - theirs).abs() < 1e-12, "{view}{site:?}");
            }
            assert_eq!(belief.solutions(), fresh.solutions(), "{view}");
            let certain = belief.certain().iter().copied();
            knowledge.learn_all(certain).expect("it is proved");
            let risk = |site: &Site| belief.mine_probability(*site);
            let safest = view
                .covered_sites()
                .min_by(|a, b| risk(a).total_cmp(&risk(b)));
            sweep.open(safest.expect("the game is not over"));
        }
    }
}

#[test]
fn a_position_without_solutions_is_inconsistent() {
    let mut found = 0;
    for index in 0..3000 {
        let mut rng = case(index);
        let (mut view, _) = random_position(&mut rng, 14);
        let sites: Vec<Site> = view.grid().sites().collect();
        let site = sites[rng.random_range(0..sites.len())];
        let most = view.grid().neighbours(site).len() as u8;
        view.set(site, Cell::Number(rng.random_range(0..=most)));
        let solutions = all_solutions(&view).len();
        match Belief::of(&view) {
            Ok(belief) => assert_eq!(belief.solutions(), solutions.into(), "{view}"),
            Err(BeliefError::Inconsistent(_)) => {
                found += 1;
                assert_eq!(solutions, 0, "{view}");
            }
            Err(other) => panic!("{view}{other}"),
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn many_mines_do_not_overflow() {
    let board = "100x100/2062".parse().expect("a board");
    let view = View::covered(board);
    let belief = Belief::of(&view).expect("nothing is seen yet");
    let expected = 2062.0 / 10_000.0;
    assert!((belief.mine_probability(Site::new(5050)) - expected).abs() < 1e-12);
    assert_eq!(belief.solutions().to_string().len(), 2209);
}
