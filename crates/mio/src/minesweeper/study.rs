//! The four settings of Table 2, each learning rules for safe tiles.

use rand::RngExt;
use stratalog_game::Seed;
use stratalog_game::minesweeper::Board;
use stratalog_logic::Term;

use super::examples::{Example, ExampleSource};
use super::learn::learning_settings;
use super::rule::Target;
use super::server::{LocalServer, ServerSettings};
use super::tables::{self, Background};
use crate::active::ActiveLearner;
use crate::error::Error;
use crate::learner::{Learner, SearchRecord};
use crate::search::SearchEnd;
use crate::settings::Method;

/// A column of Table 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// IDA* over literals, from one sample of examples.
    Ida,
    /// IDA* over macros, from one sample of examples.
    IdaMacros,
    /// IDA* over macros, with active learning.
    ActiveIdaMacros,
    /// Greedy search over macros, with active learning.
    ActiveGreedyMacros,
}

/// Every column, in the paper's order.
pub const VARIANTS: [Variant; 4] = [
    Variant::Ida,
    Variant::IdaMacros,
    Variant::ActiveIdaMacros,
    Variant::ActiveGreedyMacros,
];

/// The positives and negatives of a sample for the settings without active
/// learning, as in the paper.
pub const SAMPLE: (usize, usize) = (40, 34);

/// What one run of a setting did.
#[derive(Clone, Debug)]
pub struct Study {
    /// The rules.
    pub theory: Vec<Term>,
    /// Searches made.
    pub searches: usize,
    /// Different clauses tested in all of them.
    pub explored: usize,
    /// Searches that reached the limit.
    pub limited: usize,
}

impl Study {
    fn new(theory: Vec<Term>, searches: &[SearchRecord]) -> Study {
        Study {
            theory,
            searches: searches.len(),
            explored: searches.iter().map(|search| search.explored).sum(),
            limited: searches
                .iter()
                .filter(|search| search.end == SearchEnd::NodeLimit)
                .count(),
        }
    }
}

/// Learns rules for safe tiles in one setting.
pub fn study(variant: Variant, board: Board, seed: Seed) -> Result<Study, Error> {
    match variant {
        Variant::Ida => from_sample(Method::IdaStar, board, seed),
        Variant::IdaMacros => from_sample(Method::IdaStarMacros, board, seed),
        Variant::ActiveIdaMacros => active(Method::IdaStarMacros, board, seed),
        Variant::ActiveGreedyMacros => active(Method::GreedyMacros, board, seed),
    }
}

fn from_sample(method: Method, board: Board, seed: Seed) -> Result<Study, Error> {
    let problem = tables::problem(&sample(board, seed), Target::Safe, &Background::Counting)?;
    let report = Learner::new(&problem)
        .settings(learning_settings(method, seed))
        .run()?;
    Ok(Study::new(report.theory, &report.searches))
}

fn active(method: Method, board: Board, seed: Seed) -> Result<Study, Error> {
    let mut server = LocalServer::new(Target::Safe, ServerSettings::on(board), seed);
    let report = ActiveLearner::new(&mut server)
        .settings(learning_settings(method, seed))
        .run()?;
    Ok(Study::new(report.theory, &report.searches))
}

/// A random sample of examples.
fn sample(board: Board, seed: Seed) -> Vec<Example> {
    let source = ExampleSource::new(board, seed.derive("sample"));
    let mut all: Vec<Example> = (0..100)
        .flat_map(|index| source.board_examples(index, Target::Safe))
        .collect();
    let mut rng = seed.derive("sample").stream(u64::MAX);
    for place in (1..all.len()).rev() {
        all.swap(place, rng.random_range(0..=place));
    }
    let (positives, negatives): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|example| example.is_positive);
    let positives = positives.into_iter().take(SAMPLE.0);
    positives
        .chain(negatives.into_iter().take(SAMPLE.1))
        .collect()
}
