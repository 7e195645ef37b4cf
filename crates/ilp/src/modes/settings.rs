//! The settings of mode-directed learning.

use stratalog_logic::Limits;
use stratalog_run::Seed;

use crate::modes::evaluation::EvaluationFunction;

/// How clauses are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// The most promising clause is extended next, a literal at a time.
    #[default]
    BestFirst,
    /// A*: the clause with the least lower bound of its cost is extended next.
    AStar,
    /// IDA*: depth first within a bound of the cost that rises.
    IdaStar,
    /// IDA*, a macro at a time.
    IdaStarMacros,
    /// Greedy: all pairs of macros first, then the best of them extended.
    GreedyMacros,
}

/// The settings of a learner.
#[derive(Clone, PartialEq, Debug)]
pub struct CoveringSettings {
    /// The greatest depth of a variable in the bottom clause, in calls.
    pub variable_depth: usize,
    /// The most literals of a body.
    pub clause_length: usize,
    /// The most variables of a clause, those of its head included.
    pub max_variables: Option<usize>,
    /// The most clauses a theory may have.
    pub max_clauses: Option<usize>,
    /// The most clauses one search may explore.
    pub nodes: usize,
    /// The most negatives a clause may cover.
    pub noise: usize,
    /// The fewest positives a clause must cover.
    pub min_positives: usize,
    /// The least share of positives among what a clause covers.
    pub min_accuracy: f64,
    /// What makes a clause good.
    pub evaluation: EvaluationFunction,
    /// How clauses are searched for.
    pub method: Method,
    /// How many examples are searched from at once; the best clause is kept.
    pub parallel_seeds: usize,
    /// How many clauses a greedy search extends at each step.
    pub beam: usize,
    /// The most literals of a bottom clause.
    pub bottom_length: usize,
    /// The most shortest chains of providers per variable that macros are made of.
    pub providers: usize,
    /// The limits of each query.
    pub limits: Limits,
    /// Decides which examples are chosen.
    pub seed: Seed,
}

impl Default for CoveringSettings {
    fn default() -> CoveringSettings {
        CoveringSettings {
            variable_depth: 2,
            clause_length: 4,
            max_variables: None,
            max_clauses: None,
            nodes: 5000,
            noise: 0,
            min_positives: 1,
            min_accuracy: 0.0,
            evaluation: EvaluationFunction::default(),
            method: Method::default(),
            parallel_seeds: 2,
            beam: 3,
            bottom_length: 5000,
            providers: 8,
            limits: Limits {
                steps: 50_000,
                depth: 10_000,
                memory: 64 << 20,
            },
            seed: Seed(1),
        }
    }
}
