//! Learning both sets of rules.

use std::path::PathBuf;

use stratalog_game::Seed;
use stratalog_game::minesweeper::Board;
use stratalog_logic::Term;

use super::examples::Example;
use super::remote::RemoteServer;
use super::rule::Target;
use super::server::{LocalServer, ServerSettings};
use super::state::SavedState;
use super::strategy::{About, Strategy};
use crate::active::{ActiveLearner, ActiveReport, ExampleServer};
use crate::error::Error;
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

/// What learning both sets of rules gave.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The strategy.
    pub strategy: Strategy,
    /// How `safe` was learned.
    pub safe: ActiveReport<Example>,
    /// How `mine` was learned.
    pub mine: ActiveReport<Example>,
}

/// Learns the rules for safe squares and those for mines, with active learning
/// in this process.
pub fn learn(board: Board, seed: Seed) -> Result<Learned, Error> {
    StrategyLearner::new(board).seed(seed).run()
}

/// Both sets of rules about to be learned.
#[derive(Clone, Debug)]
pub struct StrategyLearner {
    board: Board,
    seed: Seed,
    address: Option<String>,
    state: Option<PathBuf>,
}

impl StrategyLearner {
    /// Rules learned on this board; they hold on any.
    pub fn new(board: Board) -> StrategyLearner {
        StrategyLearner {
            board,
            seed: Seed(1),
            address: None,
            state: None,
        }
    }

    /// With this seed.
    pub fn seed(mut self, seed: Seed) -> StrategyLearner {
        self.seed = seed;
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
        let (safe, mine) = rayon::join(|| self.learn(Target::Safe), || self.learn(Target::Mine));
        let (safe, mine) = (safe?, mine?);
        let mut clauses = safe.theory.clone();
        clauses.extend(mine.theory.iter().cloned());
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
        for target in [Target::Safe, Target::Mine] {
            if let Some(state) = self.saved(target) {
                state.remove();
            }
        }
        Ok(Learned {
            strategy,
            safe,
            mine,
        })
    }

    fn learn(&self, target: Target) -> Result<ActiveReport<Example>, Error> {
        match &self.address {
            None => {
                let settings = ServerSettings::on(self.board);
                self.learn_from(LocalServer::new(target, settings, self.seed), target)
            }
            Some(address) => {
                let server = RemoteServer::new(address.clone(), target, self.seed);
                self.learn_from(server, target)
            }
        }
    }

    fn learn_from<S: ExampleServer<Example = Example>>(
        &self,
        mut server: S,
        target: Target,
    ) -> Result<ActiveReport<Example>, Error> {
        let settings = learning_settings(Method::GreedyMacros, self.seed);
        let mut learner = ActiveLearner::new(&mut server).settings(settings);
        if let Some(state) = self.saved(target) {
            learner = learner.starting_from(state.load());
            learner = learner.saving(move |checkpoint| state.store(checkpoint));
        }
        learner.run()
    }

    fn saved(&self, target: Target) -> Option<SavedState> {
        let path = self.state.as_ref()?;
        let head = format!("mio {} {} {}", self.board, self.seed.0, target.name());
        Some(SavedState::new(path, target, head))
    }
}
