//! Uniform samples and what a move would show, against plain enumeration.

mod common;

use std::collections::BTreeMap;

use common::{all_solutions, case, random_position};
use stratalog_minesweeper::belief::{Belief, Knowledge, Tables, showings};

#[test]
fn samples_are_uniform() {
    let (mut tested, mut failed) = (0, 0);
    for index in 0..400 {
        let mut rng = case(index);
        let (view, _) = random_position(&mut rng, 14);
        let solutions = all_solutions(&view);
        if solutions.len() < 2 || solutions.len() > 60 {
            continue;
        }
        let belief = Belief::of(&view).expect("it came from a field");
        let mut counts: BTreeMap<u32, u32> = solutions.iter().map(|&s| (s, 0)).collect();
        let draws = 100 * solutions.len() as u32;
        for _ in 0..draws {
            let mines = belief.sample(&mut rng);
            let mask = mines.mines().map(|site| 1 << site.index()).sum();
            *counts
                .get_mut(&mask)
                .expect("a sample agrees with the view") += 1;
        }
        let chi: f64 = counts
            .values()
            .map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0)
            .sum();
        // Wilson and Hilferty: the cube root of chi-squared over its degrees of
        // freedom is about normal.
        let freedom = (solutions.len() - 1) as f64;
        let spread = 2.0 / (9.0 * freedom);
        let z = ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
        tested += 1;
        failed += u32::from(z > 3.1);
    }
    assert!(tested > 80, "{tested}");
    // One in a thousand is expected beyond 3.1.
    assert!(failed <= 2, "{failed} of {tested}");
}

#[test]
fn what_a_move_shows_has_its_exact_distribution() {
    for index in 0..1500 {
        let (view, _) = random_position(&mut case(index), 14);
        let solutions = all_solutions(&view);
        let mut knowledge = Knowledge::of(&view).expect("it came from a field");
        let mut tables = Tables::new(view.board());
        let belief = Belief::new(&mut knowledge, &mut tables).expect("consistent");
        let grid = view.grid();
        for site in view.covered_sites() {
            if belief.mine_probability(site) == 1.0 {
                continue;
            }
            let around: u32 = grid.neighbours(site).iter().map(|n| 1 << n.index()).sum();
            let mut exact = [0.0; 9];
            for &mines in solutions.iter().filter(|&s| s >> site.index() & 1 == 0) {
                exact[(mines & around).count_ones() as usize] += 1.0 / solutions.len() as f64;
            }
            let mut ours = [0.0; 9];
            for showing in
                showings(&knowledge, belief.ln_solutions(), &mut tables, site).expect("countable")
            {
                ours[usize::from(showing.number)] = showing.probability;
            }
            for number in 0..9 {
                let difference: f64 = ours[number] - exact[number];
                assert!(difference.abs() < 1e-12, "{view}{site:?} shows {number}");
            }
        }
    }
}
