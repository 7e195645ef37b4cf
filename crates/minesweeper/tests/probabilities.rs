//! The belief state against plain enumeration.

mod common;

use common::{all_solutions, case, random_position};
use rand::RngExt;
use stratalog_minesweeper::belief::{Belief, BeliefError, Knowledge, Tables};
use stratalog_minesweeper::{Board, Cell, FirstMove, Grid, Site, Status, Sweep, View};
use stratalog_run::Seed;

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

/// A front around an opening in the middle: it closes on itself, so that filled
/// in an unlucky order it needs a hundred million partial sums.
const RING: &str = "\
................
................
................
................
......33211.....
..2.2..1.11.....
.2.111111.1.....
.2110000112.....
.1.111222.3.....
..2.1....2......
...323..........
................
................
................
................
................
";

#[test]
fn a_front_that_closes_on_itself_is_counted_however_it_is_turned() {
    let rows: Vec<Vec<char>> = RING.lines().map(|row| row.chars().collect()).collect();
    let turned = |at: &dyn Fn(usize, usize) -> char| {
        let row = |r: usize| (0..16).map(|c| at(r, c)).collect::<String>();
        let rows: Vec<String> = (0..16).map(row).collect();
        let text = format!("16x16/40\n{}\n", rows.join("\n"));
        let view: View = text.parse().expect("a position");
        let belief = Belief::of(&view).expect("countable");
        (belief.ln_solutions(), belief.solutions())
    };
    let upright = turned(&|r, c| rows[r][c]);
    for other in [
        turned(&|r, c| rows[r][15 - c]),
        turned(&|r, c| rows[15 - r][c]),
        turned(&|r, c| rows[c][r]),
        turned(&|r, c| rows[15 - c][15 - r]),
    ] {
        assert!((upright.0 - other.0).abs() < 1e-9, "{upright:?} {other:?}");
        assert_eq!(upright.1, other.1);
    }
}
