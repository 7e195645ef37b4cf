//! Learning both sets of rules.

use std::path::PathBuf;
use std::sync::Arc;

use crate::Board;
use rayon::prelude::*;
use stratalog_logic::Term;
use stratalog_run::Seed;

use super::examples::Example;
use super::remote::RemoteServer;
use super::rule::{Rule, Target};
use super::server::{Lesson, LocalServer, ServerSettings};
use super::state::SavedState;
use super::strategy::{About, Strategy};
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::Evaluation;
use stratalog_ilp::modes::SearchRecord;
use stratalog_ilp::modes::{ActiveLearner, ActiveReport, ExampleServer};
use stratalog_ilp::modes::{Method, Settings};

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

/// What learning both sets of rules gave.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The strategy.
    pub strategy: Strategy,
    /// How it was learned, lesson by lesson.
    pub lessons: Vec<LessonReport>,
}

/// What a lesson gave.
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

/// What the lessons' rules may be made of, and what they are about: first the
/// background of the paper, then what goes past it.
const LESSONS: [(&str, &[Target]); 5] = [
    ("counting", &[Target::Safe, Target::Mine]),
    ("counting-all", &[Target::Safe, Target::Mine]),
    ("supposing", &[Target::Safe, Target::Mine]),
    ("cases", &[Target::Absurd]),
    ("refuting", &[Target::Safe, Target::Mine]),
];

/// Learns the rules for safe squares and those for mines from the background of
/// the paper, with active learning in this process.
pub fn learn_as_published(board: Board, seed: Seed) -> Result<Learned, Error> {
    StrategyLearner::new(board).seed(seed).lessons(1).run()
}

/// Both sets of rules about to be learned.
#[derive(Clone, Debug)]
pub struct StrategyLearner {
    board: Board,
    seed: Seed,
    address: Option<String>,
    state: Option<PathBuf>,
    lessons: usize,
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
        }
    }

    /// With this seed.
    pub fn seed(mut self, seed: Seed) -> StrategyLearner {
        self.seed = seed;
        self
    }

    /// With so many lessons; the first is the paper's.
    pub fn lessons(mut self, lessons: usize) -> StrategyLearner {
        self.lessons = lessons;
        self
    }

    /// With examples from a server at this address.
    pub fn examples_from(mut self, address: Option<String>) -> StrategyLearner {
        self.address = address;
        self
    }

    /// Saves what is known after each round beside this file, and goes on from
    /// what a run that was killed saved there.
    pub fn state_beside(mut self, path: PathBuf) -> StrategyLearner {
        self.state = Some(path);
        self
    }

    /// Learns.
    pub fn run(self) -> Result<Learned, Error> {
        let mut clauses: Vec<Term> = Vec::new();
        let mut lessons: Vec<LessonReport> = Vec::new();
        for (background, targets) in LESSONS.iter().take(self.lessons) {
            let known = lessons.last().map(|lesson| Arc::clone(&lesson.rules));
            let known = known.unwrap_or_default();
            let lesson = Lesson::named(background, known).expect("all lessons have a name");
            let targets: Vec<(Target, ActiveReport<Example>)> = targets
                .par_iter()
                .map(|&target| Ok((target, self.learn(&lesson, target)?)))
                .collect::<Result<_, Error>>()?;
            for (_, report) in &targets {
                clauses.extend(report.theory.iter().cloned());
            }
            let rules = Arc::new(Strategy::new(About::new(), &clauses)?.rules);
            lessons.push(LessonReport { targets, rules });
        }
        let about: About = vec![
            ("game".to_owned(), Term::atom("minesweeper")),
            ("learner".to_owned(), Term::atom("mio")),
            (
                "board".to_owned(),
                Term::atom(self.board.to_string().as_str()),
            ),
            ("seed".to_owned(), Term::integer(self.seed.0)),
            ("nodes".to_owned(), Term::integer(NODES as u64)),
        ];
        let strategy = Strategy::new(about, &clauses)?;
        for (background, targets) in LESSONS {
            for &target in targets {
                if let Some(state) = self.saved(background, target) {
                    state.remove();
                }
            }
        }
        Ok(Learned { strategy, lessons })
    }

    fn learn(&self, lesson: &Lesson, target: Target) -> Result<ActiveReport<Example>, Error> {
        let learned = match &self.address {
            None => {
                let settings = ServerSettings::on(self.board);
                let server = LocalServer::teaching(lesson.clone(), target, settings, self.seed);
                self.learn_from(server, lesson, target)
            }
            Some(address) => {
                let server = RemoteServer::new(address.clone(), lesson.clone(), target, self.seed);
                self.learn_from(server, lesson, target)
            }
        };
        match learned {
            // Where the rules known leave nothing to find, there is no more to learn.
            Err(Error::NoExamples) if !lesson.is_first() => Ok(ActiveReport::nothing()),
            other => other,
        }
    }

    fn learn_from<S: ExampleServer<Example = Example>>(
        &self,
        mut server: S,
        lesson: &Lesson,
        target: Target,
    ) -> Result<ActiveReport<Example>, Error> {
        let settings = learning_settings(Method::GreedyMacros, self.seed);
        let mut learner = ActiveLearner::new(&mut server).settings(settings);
        if let Some(state) = self.saved(lesson.background.name(), target) {
            learner = learner.starting_from(state.load());
            learner = learner.saving(move |checkpoint| state.store(checkpoint));
        }
        learner.run()
    }

    fn saved(&self, background: &str, target: Target) -> Option<SavedState> {
        let path = self.state.as_ref()?;
        let head = format!(
            "mio {} {} {background} {}",
            self.board,
            self.seed.0,
            target.name()
        );
        Some(SavedState::new(path, background, target, head))
    }
}
