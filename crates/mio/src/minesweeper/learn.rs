//! Learning both sets of rules.

use stratalog_game::Seed;
use stratalog_game::minesweeper::Board;
use stratalog_logic::Term;

use super::examples::Example;
use super::rule::Target;
use super::server::{LocalServer, ServerSettings};
use super::strategy::{About, Strategy};
use crate::active::{ActiveLearner, ActiveReport};
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

/// Learns the rules for safe squares and those for mines, with active learning.
pub fn learn(board: Board, seed: Seed) -> Result<Learned, Error> {
    let settings = learning_settings(Method::GreedyMacros, seed);
    let run = |target: Target| {
        let mut server = LocalServer::new(target, ServerSettings::on(board), seed);
        ActiveLearner::new(&mut server)
            .settings(settings.clone())
            .run()
    };
    let (safe, mine) = rayon::join(|| run(Target::Safe), || run(Target::Mine));
    let (safe, mine) = (safe?, mine?);
    let mut clauses = safe.theory.clone();
    clauses.extend(mine.theory.iter().cloned());
    let about: About = vec![
        ("game".to_owned(), Term::atom("minesweeper")),
        ("learner".to_owned(), Term::atom("mio")),
        ("board".to_owned(), Term::atom(board.to_string().as_str())),
        ("seed".to_owned(), Term::integer(seed.0)),
        ("nodes".to_owned(), Term::integer(NODES as u64)),
    ];
    Ok(Learned {
        strategy: Strategy::new(about, &clauses)?,
        safe,
        mine,
    })
}
