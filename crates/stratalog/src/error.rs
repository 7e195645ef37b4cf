//! Why a request has no answer: the call or its input is wrong.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_arena::ArenaError;
use stratalog_catalogue::discovery::DiscoveryError;
use stratalog_game::{GameError, PlayerError};
use stratalog_logic::{Colour, Source, SyntaxError};
use stratalog_migo::MigoError;
use stratalog_papers::PapersError;
use stratalog_players::PlayersError;
use stratalog_rulelist::RuleListError;
use stratalog_run::StateError;
use stratalog_zenith::ZenithError;
use thiserror::Error;

/// Why a request has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// Something about the call or its input is wrong: what, and what to do.
    #[error("{0}")]
    Input(String),
    /// A text has mistakes at known places.
    #[error("{}", rendered(.0))]
    Text(Vec<Diagnostic>),
    /// A game, a board, a position, a move or a player cannot be used.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A match has no result.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A player did not move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A game cannot be searched or solved.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// Minesweeper: a board, a position or a strategy cannot be used.
    #[error(transparent)]
    Minesweeper(#[from] stratalog_minesweeper::Error),
    /// A problem of inductive logic programming cannot be read or learned from.
    #[error(transparent)]
    Ilp(#[from] stratalog_ilp::Error),
    /// A strategy of MIGO cannot be learned, read or used.
    #[error(transparent)]
    Migo(#[from] MigoError),
    /// A list of rules cannot be learned, read or used.
    #[error(transparent)]
    RuleList(#[from] RuleListError),
    /// Features cannot be discovered.
    #[error(transparent)]
    Zenith(#[from] ZenithError),
    /// An experiment of a paper cannot be measured.
    #[error(transparent)]
    Papers(#[from] PapersError),
    /// Features cannot be discovered or measured.
    #[error(transparent)]
    Discovery(#[from] DiscoveryError),
    /// Saved state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
}

/// A mistake at a place in a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostic {
    /// The file, or what the text is called.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is wrong, and what to do.
    pub message: String,
    /// The same with the line of the text and a mark below it.
    pub rendered: String,
}

impl Error {
    /// An error with this message.
    pub fn input(message: impl fmt::Display) -> Error {
        Error::Input(message.to_string())
    }

    /// The mistakes a reader found in a text.
    pub fn syntax(source: &Source, errors: &[SyntaxError]) -> Error {
        let diagnostic = |error: &SyntaxError| Diagnostic {
            file: source.name.clone(),
            line: error.line,
            column: error.column,
            message: match &error.expected {
                Some(expected) => format!("{}, expected {expected}", error.message),
                None => error.message.clone(),
            },
            rendered: error.render(source, Colour::Never),
        };
        Error::Text(errors.iter().map(diagnostic).collect())
    }
}

fn rendered(diagnostics: &[Diagnostic]) -> String {
    let texts: Vec<&str> = diagnostics.iter().map(|d| d.rendered.trim_end()).collect();
    texts.join("\n")
}
