//! Learning a strategy in lessons.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use stratalog_ilp::Problem;
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::EvaluationFunction;
use stratalog_ilp::modes::SearchRecord;
use stratalog_ilp::modes::{
    ActiveLearner, ActiveReport, Checkpoint, ExampleServer, Judgement, SearchFrom,
};
use stratalog_ilp::modes::{CoveringSettings, Method};
use stratalog_logic::Term;
use stratalog_run::{Control, Ended, Event, Seed, StateError, threads};
use thiserror::Error;

use super::english::english;
use super::examples::Example;
use super::picture::pictures_of_all;
use super::remote::RemoteServer;
use super::rule::{Rule, Target};
use super::server::{Lesson, LocalServer, PUBLISHED_ROUNDS, ServerSettings};
use super::state::LearnerState;
use super::strategy::{About, Strategy, rule_text};
use crate::Board;

/// The clauses one search may explore, as in the paper.
pub const NODES: usize = 4000;

/// Why no strategy was learned.
#[derive(Debug, Error)]
pub enum LearnError {
    /// The learner or its server failed.
    #[error(transparent)]
    Learner(#[from] Error),
    /// The saved state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
}

/// The settings Minesweeper is learned with.
pub fn learning_settings(method: Method, seed: Seed) -> CoveringSettings {
    CoveringSettings {
        variable_depth: 5,
        clause_length: 8,
        nodes: NODES,
        evaluation: EvaluationFunction::Coverage,
        method,
        parallel_seeds: 2,
        beam: 3,
        bottom_length: 20_000,
        providers: 1,
        seed,
        ..CoveringSettings::default()
    }
}

/// The result of learning a strategy.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The strategy.
    pub strategy: Strategy,
    /// How it was learned, lesson by lesson.
    pub lessons: Vec<LessonReport>,
    /// Whether all lessons were taken.
    pub ended: Ended,
}

/// The result of a lesson.
#[derive(Clone, Debug)]
pub struct LessonReport {
    /// How each target was learned.
    pub targets: Vec<(Target, ActiveReport<Example>)>,
    /// All rules known after the lesson, simplest first.
    pub rules: Arc<Vec<Rule>>,
}

impl LessonReport {
    /// Every search made.
    pub fn searches(&self) -> impl Iterator<Item = &SearchRecord> {
        let targets = self.targets.iter();
        targets.flat_map(|(_, report)| &report.searches)
    }

    /// Coverage tests made.
    pub fn tests(&self) -> u64 {
        self.targets.iter().map(|(_, report)| report.tests).sum()
    }

    /// Examples learned from.
    pub fn examples(&self) -> usize {
        let targets = self.targets.iter();
        targets.map(|(_, report)| report.examples.len()).sum()
    }
}

/// What the rules of each lesson may be made of, and what they conclude: first
/// the background of the paper, then what goes beyond it.
const LESSONS: [(&str, &[Target]); 5] = [
    ("counting", &[Target::Safe, Target::Mine]),
    ("counting-all", &[Target::Safe, Target::Mine]),
    ("supposing", &[Target::Safe, Target::Mine]),
    ("cases", &[Target::Absurd]),
    ("refuting", &[Target::Safe, Target::Mine]),
];

/// Learns the rules of the first lesson, from the background of the paper, with
/// active learning in this process. Squares are labelled by what can be
/// deduced; [`Teaching::AsPublished`] labels them as the paper does.
pub fn learn_as_published(board: Board, seed: Seed) -> Result<Learned, LearnError> {
    StrategyLearner::new(board).seed(seed).lessons(1).run()
}

/// How examples are made and rules are tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub enum Teaching {
    /// A square is an example of what the exact belief state deduces.
    #[default]
    Exact,
    /// As in the paper: squares are labelled by what lies under them, examples
    /// that contradict others are removed, and only the background of Table 1
    /// is used.
    AsPublished,
}

/// A strategy about to be learned.
#[derive(Clone, Debug)]
pub struct StrategyLearner {
    board: Board,
    seed: Seed,
    address: Option<String>,
    state: Option<PathBuf>,
    lessons: usize,
    teaching: Teaching,
}

/// What a run is: runs that differ do not share saved state.
#[derive(Serialize)]
struct RunDescription {
    learner: &'static str,
    board: String,
    seed: Seed,
    lessons: usize,
    teaching: Teaching,
}

impl StrategyLearner {
    /// Rules learned on this board; they hold on any.
    pub fn new(board: Board) -> StrategyLearner {
        StrategyLearner {
            board,
            seed: Seed(1),
            address: None,
            state: None,
            lessons: LESSONS.len(),
            teaching: Teaching::default(),
        }
    }

    /// With this seed.
    pub fn seed(mut self, seed: Seed) -> StrategyLearner {
        self.seed = seed;
        self
    }

    /// With this number of lessons; the first is the paper's.
    pub fn lessons(mut self, lessons: usize) -> StrategyLearner {
        self.lessons = lessons;
        self
    }

    /// With this way to teach; as published there is one lesson.
    pub fn teaching(mut self, teaching: Teaching) -> StrategyLearner {
        self.teaching = teaching;
        if teaching == Teaching::AsPublished {
            self.lessons = 1;
        }
        self
    }

    /// With examples from a server at this address.
    pub fn examples_from(mut self, address: Option<String>) -> StrategyLearner {
        self.address = address;
        self
    }

    /// Saves what is known after each round beside this file, and resumes from
    /// what a run that was killed saved there.
    pub fn state_beside(mut self, path: PathBuf) -> StrategyLearner {
        self.state = Some(path);
        self
    }

    /// Learns.
    pub fn run(&self) -> Result<Learned, LearnError> {
        self.run_watched(&Control::default())
    }

    /// Learns; reports each lesson and rule to the control, and ends after the
    /// current round when it is stopped.
    pub fn run_watched(&self, control: &Control) -> Result<Learned, LearnError> {
        let state = match &self.state {
            Some(path) => Some(LearnerState::beside(path, &self.description())?),
            None => None,
        };
        let pupil = Pupil {
            learner: self,
            state: state.as_ref(),
            control,
        };
        let learned = pupil.take_lessons()?;
        if let Some(state) = &state
            && learned.ended.is_done()
        {
            state.remove();
        }
        Ok(learned)
    }

    fn description(&self) -> RunDescription {
        RunDescription {
            learner: "mio",
            board: self.board.to_string(),
            seed: self.seed,
            lessons: self.lessons,
            teaching: self.teaching,
        }
    }

    fn about(&self) -> About {
        let mut about: About = vec![
            ("game".to_owned(), Term::atom("minesweeper")),
            ("learner".to_owned(), Term::atom("mio")),
            (
                "board".to_owned(),
                Term::atom(self.board.to_string().as_str()),
            ),
            ("seed".to_owned(), Term::integer(self.seed.0)),
            ("nodes".to_owned(), Term::integer(NODES as u64)),
        ];
        if self.teaching == Teaching::AsPublished {
            about.push(("labels".to_owned(), Term::atom("contents")));
        }
        about
    }
}

/// A run of the learner.
struct Pupil<'a> {
    learner: &'a StrategyLearner,
    state: Option<&'a LearnerState>,
    control: &'a Control,
}

impl Pupil<'_> {
    fn take_lessons(&self) -> Result<Learned, LearnError> {
        let mut clauses: Vec<Term> = Vec::new();
        let mut lessons: Vec<LessonReport> = Vec::new();
        let mut told: BTreeSet<(String, String)> = BTreeSet::new();
        for (background, targets) in LESSONS.iter().take(self.learner.lessons) {
            if self.control.is_stopped() {
                break;
            }
            self.control
                .stage(&format!("learning rules, lesson {background}"));
            let known = lessons.last().map(|lesson| Arc::clone(&lesson.rules));
            let known = known.unwrap_or_default();
            let lesson = Lesson::named(background, known).expect("all lessons have a name");
            let learned = threads::map(0..targets.len() as u64, |number| {
                let target = targets[number as usize];
                Ok((target, self.learn(&lesson, target)?))
            });
            let targets: Vec<(Target, ActiveReport<Example>)> =
                learned.into_iter().collect::<Result<_, Error>>()?;
            for (_, report) in &targets {
                clauses.extend(report.theory.iter().cloned());
            }
            let rules = Arc::new(Strategy::new(About::new(), &clauses)?.rules);
            self.tell(&rules, &mut told);
            lessons.push(LessonReport { targets, rules });
        }
        Ok(Learned {
            strategy: Strategy::new(self.learner.about(), &clauses)?,
            lessons,
            ended: if self.control.is_stopped() {
                Ended::Stopped
            } else {
                Ended::Done
            },
        })
    }

    /// Tells the listener about rules that are new, or have a new name because
    /// simpler rules were found.
    fn tell(&self, rules: &[Rule], told: &mut BTreeSet<(String, String)>) {
        let mut new = Vec::new();
        for (place, rule) in rules.iter().enumerate() {
            let text = rule_text(rule);
            if told.insert((rule.name.clone(), text.clone())) {
                new.push(place);
                self.control.emit(Event::Rule {
                    name: rule.name.clone(),
                    clauses: vec![text],
                    english: english(rule),
                });
            }
        }
        self.control.emit(Event::InUse {
            names: rules.iter().map(|rule| rule.name.clone()).collect(),
        });
        if new.is_empty() || !self.control.wants_examples() {
            return;
        }
        let pictures = pictures_of_all(rules);
        for place in new {
            if let Some(picture) = &pictures[place] {
                let drawing = picture.board();
                let shown = drawing.as_example(&rules[place].name, picture.sentence());
                self.control.emit(shown);
            }
        }
    }

    fn learn(&self, lesson: &Lesson, target: Target) -> Result<ActiveReport<Example>, Error> {
        let learner = self.learner;
        let learned = match &learner.address {
            None => {
                let settings = match learner.teaching {
                    Teaching::Exact => ServerSettings::on(learner.board),
                    Teaching::AsPublished => ServerSettings::as_published(learner.board),
                };
                let server = LocalServer::teaching(lesson.clone(), target, settings, learner.seed);
                self.learn_from(server, lesson, target)
            }
            Some(address) => {
                let server =
                    RemoteServer::new(address.clone(), lesson.clone(), target, learner.seed);
                self.learn_from(server, lesson, target)
            }
        };
        match learned {
            // Where the known rules leave nothing to find, there is no more to learn.
            Err(Error::NoExamples) if !lesson.is_first() => Ok(ActiveReport::nothing()),
            other => other,
        }
    }

    fn learn_from<S: ExampleServer<Example = Example>>(
        &self,
        server: S,
        lesson: &Lesson,
        target: Target,
    ) -> Result<ActiveReport<Example>, Error> {
        let key = format!("{} {}", lesson.background.name(), target.name());
        let start = match self.state {
            Some(state) => state.load(&key)?,
            None => None,
        };
        let latest: Mutex<Option<Checkpoint<Example>>> = Mutex::new(start.clone());
        let mut server = Stoppable {
            server,
            control: self.control,
        };
        let learner = match self.learner.teaching {
            Teaching::Exact => ActiveLearner::new(&mut server)
                .settings(learning_settings(Method::GreedyMacros, self.learner.seed)),
            Teaching::AsPublished => {
                published_learner(&mut server, Method::GreedyMacros, self.learner.seed)
            }
        };
        let learned = learner
            .starting_from(start)
            .saving(|checkpoint| {
                if let Some(Err(error)) = self.state.map(|state| state.store(&key, checkpoint)) {
                    self.control.note(error.to_string());
                }
                let mut latest = latest.lock().unwrap_or_else(PoisonError::into_inner);
                *latest = Some(checkpoint.clone());
            })
            .run();
        if learned.is_err() && self.control.is_stopped() {
            // Stopped between two rounds: what the last one left.
            let latest = latest.into_inner().unwrap_or_else(PoisonError::into_inner);
            let mut report = ActiveReport::nothing();
            if let Some(checkpoint) = latest {
                report.theory = checkpoint.theory;
                report.examples = checkpoint.examples;
            }
            return Ok(report);
        }
        learned
    }
}

/// Active learning as the paper does it, with this search.
pub(super) fn published_learner<S: ExampleServer<Example = Example>>(
    server: &mut S,
    method: Method,
    seed: Seed,
) -> ActiveLearner<'_, S> {
    ActiveLearner::new(server)
        .settings(published_settings(method, seed))
        .search_from(SearchFrom::Received)
        .rounds(PUBLISHED_ROUNDS)
        .patience(PUBLISHED_ROUNDS)
}

/// Clauses are valued by compression, which is the cost that IDA* bounds:
/// positives missed and literals.
pub(super) fn published_settings(method: Method, seed: Seed) -> CoveringSettings {
    CoveringSettings {
        evaluation: EvaluationFunction::Compression,
        ..learning_settings(method, seed)
    }
}

/// A server that refuses to begin another round once the run is stopped.
struct Stoppable<'a, S> {
    server: S,
    control: &'a Control,
}

impl<S: ExampleServer> ExampleServer for Stoppable<'_, S> {
    type Example = S::Example;

    fn first_examples(&mut self) -> Result<Vec<S::Example>, Error> {
        self.server.first_examples()
    }

    fn judge(&mut self, theory: &[Term]) -> Result<Judgement<S::Example>, Error> {
        self.server.judge(theory)
    }

    fn problem(&self, examples: &[S::Example]) -> Result<Problem, Error> {
        if self.control.is_stopped() {
            return Err(Error::Strategy("the run was stopped".to_owned()));
        }
        self.server.problem(examples)
    }

    fn position(&self) -> u64 {
        self.server.position()
    }

    fn seek(&mut self, position: u64) {
        self.server.seek(position);
    }
}
