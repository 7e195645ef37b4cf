//! Learning both sets of rules.

use stratalog_game::Seed;

use crate::evaluation::Evaluation;
use crate::settings::{Method, Settings};

/// The clauses one search may explore, as in the paper.
pub const NODES: usize = 4000;

/// The settings Minesweeper is learned with.
pub fn learning_settings(method: Method, seed: Seed) -> Settings {
    Settings {
        variable_depth: 5,
        clause_length: 8,
        nodes: NODES,
        evaluation: Evaluation::Coverage,
        method,
        parallel_seeds: 2,
        beam: 3,
        bottom_length: 20_000,
        providers: 1,
        seed,
        ..Settings::default()
    }
}
