//! What can be wrong with a problem or a strategy, in plain words.

use thiserror::Error;

/// A strategy or a game that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MigoError {
    /// What the learner of clauses was given is wrong.
    #[error("{0}")]
    Clauses(String),
    /// A program text with mistakes.
    #[error("{0}")]
    BadProgram(String),
    /// A strategy file with mistakes.
    #[error("{name}: {reason}")]
    BadStrategy {
        /// The file.
        name: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// The strategy is for something else.
    #[error("the strategy is for {is_for}, not for {game}")]
    OtherGame {
        /// What the strategy was learned for.
        is_for: String,
        /// What it was asked to play.
        game: String,
    },
    /// The game is not one MIGO can learn.
    #[error("{game} has {roles} role(s); strategies are learned for games of two")]
    NotTwoPlayers {
        /// The game.
        game: String,
        /// Its number of roles.
        roles: usize,
    },
}

impl From<stratalog_ilp::Error> for MigoError {
    fn from(error: stratalog_ilp::Error) -> MigoError {
        MigoError::Clauses(error.to_string())
    }
}
