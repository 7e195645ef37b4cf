//! What can be wrong with a game or a list of rules.

use stratalog_game::GameError;
use thiserror::Error;

/// Why a list of rules cannot be learned, read or played.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RuleListError {
    /// The rulesheet makes no game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The rules do not fit into a network.
    #[error("the rules of {game} are too large to count what holds in its positions")]
    TooLarge {
        /// The game.
        game: String,
    },
    /// It was asked to stop.
    #[error("learning was stopped")]
    Stopped,
    /// A strategy file has mistakes.
    #[error("{name}: {reason}")]
    BadStrategy {
        /// The file.
        name: String,
        /// What is wrong, and what to do.
        reason: String,
    },
}
