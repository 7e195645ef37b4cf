//! Active inductive learning (section 3.2): the learner starts from few random
//! examples; a server tests its clauses on many more, rejects those that are not
//! accurate enough and returns counterexamples, from which the learner continues.

use stratalog_logic::Term;

use crate::error::Error;
use crate::modes::bottom::is_variant;
use crate::modes::learner::{Learner, SearchRecord};
use crate::modes::settings::CoveringSettings;
use crate::problem::Problem;

/// A server's judgement of a theory.
#[derive(Clone, Debug)]
pub struct Judgement<E> {
    /// The clauses that are accurate enough, in their order.
    pub kept: Vec<Term>,
    /// Positives that no clause covers, and negatives that one covers.
    pub counterexamples: Vec<E>,
    /// Examples the theory was tested on.
    pub tested: usize,
    /// Positives among them.
    pub positives: usize,
    /// Positives covered by the kept clauses.
    pub covered: usize,
}

/// Generates random examples and tests clauses on them.
pub trait ExampleServer {
    /// An example.
    type Example: Clone;

    /// The examples to start with.
    fn first_examples(&mut self) -> Result<Vec<Self::Example>, Error>;

    /// Tests clauses on new random examples.
    fn judge(&mut self, theory: &[Term]) -> Result<Judgement<Self::Example>, Error>;

    /// The learning problem for these examples.
    fn problem(&self, examples: &[Self::Example]) -> Result<Problem, Error>;

    /// The position in the stream of random examples.
    fn position(&self) -> u64;

    /// Moves to a position in the stream of random examples.
    fn seek(&mut self, position: u64);
}

/// The state of a learner between two rounds, from which it can resume.
#[derive(Clone, Debug)]
pub struct Checkpoint<E> {
    /// The clauses kept.
    pub theory: Vec<Term>,
    /// Every clause kept in any round.
    pub met: Vec<Term>,
    /// The examples received.
    pub examples: Vec<E>,
    /// The positives, by number, that are not searched from again.
    pub given_up: Vec<usize>,
    /// Rounds in a row without a new clause.
    pub idle: usize,
    /// Rounds made.
    pub rounds: usize,
    /// The server's position in its stream of random examples.
    pub position: u64,
}

/// Why active learning stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActiveStop {
    /// The server found no counterexample.
    NoCounterexample,
    /// Counterexamples remain, but for some rounds none led to a new clause.
    NothingNew,
    /// The limit on rounds was reached.
    RoundLimit,
}

/// One round: what was learned, and the server's judgement.
#[derive(Clone, Debug)]
pub struct Round {
    /// Examples learned from.
    pub examples: usize,
    /// Clauses after learning.
    pub clauses: usize,
    /// Clauses that the server rejected.
    pub thrown_out: usize,
    /// Examples the server tested on.
    pub tested: usize,
    /// Positives among them.
    pub positives: usize,
    /// Positives covered by the clauses that were kept.
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

impl<E> ActiveReport<E> {
    /// The report of a run that learned nothing.
    pub fn nothing() -> ActiveReport<E> {
        ActiveReport {
            theory: Vec::new(),
            rounds: Vec::new(),
            searches: Vec::new(),
            tests: 0,
            examples: Vec::new(),
            stop: ActiveStop::NoCounterexample,
        }
    }
}

/// Which positives a round's searches start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchFrom {
    /// All that no clause covers, except those for which no clause was found before.
    #[default]
    Uncovered,
    /// Those received last, as in the paper: a positive whose clause was rejected is
    /// not searched from again.
    Received,
}

/// Active learning about to run.
pub struct ActiveLearner<'s, S: ExampleServer> {
    server: &'s mut S,
    settings: CoveringSettings,
    rounds: usize,
    patience: usize,
    search_from: SearchFrom,
    start: Option<Checkpoint<S::Example>>,
    save: Option<Save<'s, S::Example>>,
}

/// Called after each round with the learner's state.
type Save<'s, E> = Box<dyn FnMut(&Checkpoint<E>) + Send + 's>;

impl<'s, S: ExampleServer> ActiveLearner<'s, S> {
    /// A learner that asks this server.
    pub fn new(server: &'s mut S) -> ActiveLearner<'s, S> {
        ActiveLearner {
            server,
            settings: CoveringSettings::default(),
            rounds: 60,
            patience: 3,
            search_from: SearchFrom::default(),
            start: None,
            save: None,
        }
    }

    /// Uses these settings for learning in each round.
    pub fn settings(mut self, settings: CoveringSettings) -> Self {
        self.settings = settings;
        self
    }

    /// Ends after this many rounds.
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Stops after this many rounds in a row without a new clause.
    pub fn patience(mut self, patience: usize) -> Self {
        self.patience = patience;
        self
    }

    /// Starts each round's searches from these positives.
    pub fn search_from(mut self, search_from: SearchFrom) -> Self {
        self.search_from = search_from;
        self
    }

    /// Resumes from the state of another run.
    pub fn starting_from(mut self, checkpoint: Option<Checkpoint<S::Example>>) -> Self {
        self.start = checkpoint;
        self
    }

    /// Calls this after each round with the learner's state.
    pub fn saving(mut self, save: impl FnMut(&Checkpoint<S::Example>) + Send + 's) -> Self {
        self.save = Some(Box::new(save));
        self
    }

    /// Learns.
    pub fn run(mut self) -> Result<ActiveReport<S::Example>, Error> {
        let mut known = match self.start.take() {
            Some(checkpoint) => {
                self.server.seek(checkpoint.position);
                checkpoint
            }
            None => Checkpoint {
                theory: Vec::new(),
                met: Vec::new(),
                examples: self.server.first_examples()?,
                given_up: Vec::new(),
                idle: 0,
                rounds: 0,
                position: 0,
            },
        };
        let mut report = ActiveReport {
            stop: ActiveStop::RoundLimit,
            ..ActiveReport::nothing()
        };
        while known.rounds < self.rounds {
            if known.idle >= self.patience {
                report.stop = ActiveStop::NothingNew;
                break;
            }
            let judgement = self.round(&mut known, &mut report)?;
            known.idle += 1;
            for clause in &judgement.kept {
                // A clause that was rejected and is learned again is not new.
                if !known.met.iter().any(|met| is_variant(met, clause)) {
                    known.met.push(clause.clone());
                    known.idle = 0;
                }
            }
            known.theory = judgement.kept;
            known.rounds += 1;
            known.position = self.server.position();
            if judgement.counterexamples.is_empty() {
                report.stop = ActiveStop::NoCounterexample;
                break;
            }
            known.examples.extend(judgement.counterexamples);
            if let Some(save) = &mut self.save {
                save(&known);
            }
        }
        report.theory = known.theory;
        report.examples = known.examples;
        Ok(report)
    }

    /// Learns from the examples received so far and asks the server.
    fn round(
        &mut self,
        known: &mut Checkpoint<S::Example>,
        report: &mut ActiveReport<S::Example>,
    ) -> Result<Judgement<S::Example>, Error> {
        let problem = self.server.problem(&known.examples)?;
        let learned = Learner::new(&problem)
            .settings(self.settings.clone())
            .starting_from(&known.theory)
            .skipping(&known.given_up)
            .run()?;
        report.searches.extend(learned.searches);
        report.tests += learned.tests;
        known.given_up = match self.search_from {
            SearchFrom::Uncovered => learned.uncovered,
            SearchFrom::Received => (0..problem.positives.len()).collect(),
        };
        let judgement = self.server.judge(&learned.theory)?;
        report.rounds.push(Round {
            examples: known.examples.len(),
            clauses: learned.theory.len(),
            thrown_out: learned.theory.len() - judgement.kept.len(),
            tested: judgement.tested,
            positives: judgement.positives,
            covered: judgement.covered,
            counterexamples: judgement.counterexamples.len(),
        });
        Ok(judgement)
    }
}
