//! Active inductive learning (section 3.2): the learner starts from few random
//! examples; a server tests its clauses on many more, throws out those that are
//! not accurate enough and sends back counterexamples, from which the learner
//! goes on.

use stratalog_logic::Term;

use crate::error::Error;
use crate::learner::{Learner, SearchRecord};
use crate::problem::Problem;
use crate::settings::Settings;

/// What a server says about a theory.
#[derive(Clone, Debug)]
pub struct Judgement<E> {
    /// The clauses that are accurate enough, in their order.
    pub kept: Vec<Term>,
    /// Positives that no clause covers and negatives that one does.
    pub counterexamples: Vec<E>,
    /// Examples the theory was tested on.
    pub tested: usize,
    /// Positives among them.
    pub positives: usize,
    /// Positives covered by the kept clauses.
    pub covered: usize,
}

/// Draws examples and tests clauses on them.
pub trait ExampleServer {
    /// An example.
    type Example: Clone;

    /// The examples to start with.
    fn first_examples(&mut self) -> Result<Vec<Self::Example>, Error>;

    /// Tests clauses on examples drawn anew.
    fn judge(&mut self, theory: &[Term]) -> Result<Judgement<Self::Example>, Error>;

    /// The learning problem that examples make.
    fn problem(&self, examples: &[Self::Example]) -> Result<Problem, Error>;
}

/// Why active learning stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActiveStop {
    /// The server found no counterexample.
    NoCounterexample,
    /// Counterexamples are left, but for some rounds none gave a new clause.
    NothingNew,
    /// As many rounds were made as allowed.
    RoundLimit,
}

/// One round: what was learned, and what the server said.
#[derive(Clone, Debug)]
pub struct Round {
    /// Examples learned from.
    pub examples: usize,
    /// Clauses after learning.
    pub clauses: usize,
    /// Clauses the server threw out.
    pub thrown_out: usize,
    /// Examples the server tested on.
    pub tested: usize,
    /// Positives among them.
    pub positives: usize,
    /// Positives covered by what was kept.
    pub covered: usize,
    /// Counterexamples it sent back.
    pub counterexamples: usize,
}

/// What active learning found.
#[derive(Clone, Debug)]
pub struct ActiveReport<E> {
    /// The clauses.
    pub theory: Vec<Term>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// Every search made.
    pub searches: Vec<SearchRecord>,
    /// Coverage tests made by the learner.
    pub tests: u64,
    /// The examples the learner received.
    pub examples: Vec<E>,
    /// Why it stopped.
    pub stop: ActiveStop,
}

/// Active learning about to run.
pub struct ActiveLearner<'s, S> {
    server: &'s mut S,
    settings: Settings,
    rounds: usize,
    patience: usize,
}

impl<'s, S: ExampleServer> ActiveLearner<'s, S> {
    /// A learner that asks this server.
    pub fn new(server: &'s mut S) -> ActiveLearner<'s, S> {
        ActiveLearner {
            server,
            settings: Settings::default(),
            rounds: 60,
            patience: 3,
        }
    }

    /// With these settings of the learner proper.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// With at most so many rounds.
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Stops after so many rounds in a row without a new clause.
    pub fn patience(mut self, patience: usize) -> Self {
        self.patience = patience;
        self
    }

    /// Learns.
    pub fn run(self) -> Result<ActiveReport<S::Example>, Error> {
        let mut report = ActiveReport {
            theory: Vec::new(),
            rounds: Vec::new(),
            searches: Vec::new(),
            tests: 0,
            examples: self.server.first_examples()?,
            stop: ActiveStop::RoundLimit,
        };
        let mut idle = 0;
        let mut given_up: Vec<usize> = Vec::new();
        for _ in 0..self.rounds {
            let before = report.theory.clone();
            let problem = self.server.problem(&report.examples)?;
            let learned = Learner::new(&problem)
                .settings(self.settings.clone())
                .starting_from(&report.theory)
                .skipping(&given_up)
                .run()?;
            report.searches.extend(learned.searches);
            given_up = learned.uncovered;
            report.tests += learned.tests;
            let judgement = self.server.judge(&learned.theory)?;
            report.rounds.push(Round {
                examples: report.examples.len(),
                clauses: learned.theory.len(),
                thrown_out: learned.theory.len() - judgement.kept.len(),
                tested: judgement.tested,
                positives: judgement.positives,
                covered: judgement.covered,
                counterexamples: judgement.counterexamples.len(),
            });
            report.theory = judgement.kept;
            if judgement.counterexamples.is_empty() {
                report.stop = ActiveStop::NoCounterexample;
                break;
            }
            report.examples.extend(judgement.counterexamples);
            idle = if report.theory == before { idle + 1 } else { 0 };
            if idle >= self.patience {
                report.stop = ActiveStop::NothingNew;
                break;
            }
        }
        Ok(report)
    }
}
