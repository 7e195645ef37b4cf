//! What can go wrong in feature discovery, in plain words.

use stratalog_game::GameError;
use thiserror::Error;

/// Why features could not be found or used.
#[derive(Debug, Error)]
pub enum ZenithError {
    /// The rulesheet has no player.
    #[error("{name} has no role; write role(NAME) for each player")]
    NoRole {
        /// The rulesheet.
        name: String,
    },
    /// A clause that cannot be compiled.
    #[error("{name}: {cause}")]
    BadClause {
        /// The rulesheet.
        name: String,
        /// What is wrong.
        cause: String,
    },
    /// The game cannot be made or played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A player gave no move.
    #[error("a player gave no move: {0}")]
    Player(#[from] stratalog_game::PlayerError),
    /// The game hides something from its players.
    #[error(
        "{name} hides part of the position from its players; \
         features are discovered for games of perfect information"
    )]
    Hidden {
        /// The rulesheet.
        name: String,
    },
}
