//! What can be wrong with a problem or a strategy, in plain words.

use thiserror::Error;

/// A metarule, a problem or a strategy that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MigoError {
    /// A metarule that is none.
    #[error("the metarule {name} cannot be used: {reason}")]
    BadMetarule {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An example that is no atom with arguments.
    #[error("'{example}' is no example: write a predicate with its arguments, as in p(a,b)")]
    BadExample {
        /// The example.
        example: String,
    },
    /// There is nothing to learn from.
    #[error("there is no positive example to learn from; give at least one")]
    NoExamples,
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
