//! The four settings of Table 2, each learning rules for safe tiles.

use crate::Board;
use rand::seq::IndexedRandom;
use stratalog_logic::Term;
use stratalog_run::{Seed, threads};

use super::examples::Example;
use super::learn::{published_learner, published_settings};
use super::rule::Target;
use super::server::{LocalServer, ServerSettings};
use super::tables::{self, Background};
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::ExampleServer;
use stratalog_ilp::modes::Method;
use stratalog_ilp::modes::SearchEnd;
use stratalog_ilp::modes::{Learner, SearchRecord};

/// A column of Table 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// IDA* over literals, from random samples of examples.
    Ida,
    /// IDA* over macros, from random samples of examples.
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

/// The random samples that a setting without active learning learns from.
const SAMPLES: u64 = 5;

/// The result of a setting, with active learning or from one sample.
#[derive(Clone, Debug)]
pub struct Study {
    /// The rules.
    pub theory: Vec<Term>,
    /// Searches made.
    pub searches: usize,
    /// Searches that reached the limit.
    pub limited: usize,
    /// For each search, the different clauses tested and whether one was found.
    pub records: Vec<(usize, bool)>,
    /// Positive and negative examples learned from.
    pub examples: (usize, usize),
}

impl Study {
    fn new(theory: Vec<Term>, searches: &[SearchRecord], examples: &[Example]) -> Study {
        Study {
            theory,
            searches: searches.len(),
            limited: searches
                .iter()
                .filter(|search| search.end == SearchEnd::NodeLimit)
                .count(),
            records: searches
                .iter()
                .map(|search| (search.explored, search.has_found))
                .collect(),
            examples: counts(examples),
        }
    }

    /// Different clauses tested in a search, on average.
    pub fn explored_per_search(&self) -> f64 {
        let explored: usize = self.records.iter().map(|(explored, _)| explored).sum();
        explored as f64 / self.searches.max(1) as f64
    }
}

/// Positives and negatives.
fn counts(examples: &[Example]) -> (usize, usize) {
    let positives = examples.iter().filter(|example| example.is_positive);
    let positives = positives.count();
    (positives, examples.len() - positives)
}

/// Learns rules for safe tiles in one setting: once with active learning, or
/// from each of five random samples of the examples its server draws.
pub fn study(variant: Variant, board: Board, seed: Seed) -> Result<Vec<Study>, Error> {
    match variant {
        Variant::Ida => from_samples(Method::IdaStar, board, seed),
        Variant::IdaMacros => from_samples(Method::IdaStarMacros, board, seed),
        Variant::ActiveIdaMacros => Ok(vec![active(Method::IdaStarMacros, board, seed)?]),
        Variant::ActiveGreedyMacros => Ok(vec![active(Method::GreedyMacros, board, seed)?]),
    }
}

fn from_samples(method: Method, board: Board, seed: Seed) -> Result<Vec<Study>, Error> {
    let samples = samples(board, seed)?;
    let learned = threads::map(0..samples.len() as u64, |number| {
        let sample = &samples[number as usize];
        let problem = tables::problem(sample, Target::Safe, &Background::Counting)?;
        let report = Learner::new(&problem)
            .settings(published_settings(method, seed))
            .run()?;
        Ok(Study::new(report.theory, &report.searches, sample))
    });
    learned.into_iter().collect()
}

fn active(method: Method, board: Board, seed: Seed) -> Result<Study, Error> {
    let mut server = server(board, seed);
    let report = published_learner(&mut server, method, seed).run()?;
    Ok(Study::new(
        report.theory,
        &report.searches,
        &report.examples,
    ))
}

fn server(board: Board, seed: Seed) -> LocalServer {
    LocalServer::new(Target::Safe, ServerSettings::as_published(board), seed)
}

/// Random samples of the examples that the server of active learning draws, each
/// of the size the active learner received (section 4.1).
fn samples(board: Board, seed: Seed) -> Result<Vec<Vec<Example>>, Error> {
    let mut server = server(board, seed);
    let received = published_learner(&mut server, Method::GreedyMacros, seed)
        .run()?
        .examples;
    let (most_positives, most_negatives) = counts(&received);
    let drawn = threads::map(0..server.position(), |index| server.board_examples(index));
    let (positives, negatives): (Vec<Example>, Vec<Example>) = drawn
        .into_iter()
        .flatten()
        .partition(|example| example.is_positive);
    let samples = (0..SAMPLES).map(|sample| {
        let mut rng = seed.derive("sample").stream(sample);
        let positives = positives.sample(&mut rng, most_positives);
        positives
            .chain(negatives.sample(&mut rng, most_negatives))
            .cloned()
            .collect()
    });
    Ok(samples.collect())
}
