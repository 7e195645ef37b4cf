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
    /// There is nothing to begin with.
    #[error(
        "in {name} the first role cannot win: no position is terminal with goal 100; \
         `stratalog rules check` says more"
    )]
    NoGoal {
        /// The rulesheet.
        name: String,
    },
    /// The game is too large to be looked at by networks.
    #[error(
        "{name} is too large: its rules cannot be worked out beforehand; \
         choose a smaller board"
    )]
    TooLarge {
        /// The rulesheet.
        name: String,
    },
    /// A file that holds no evaluation.
    #[error("{name} is no evaluation: {cause}")]
    BadStrategy {
        /// The file.
        name: String,
        /// What is wrong.
        cause: String,
    },
    /// A text that is no saved state of this run.
    #[error("the saved state cannot be gone on from: {0}")]
    BadState(String),
    /// What was asked for after a cycle failed.
    #[error("{0}")]
    Measure(String),
    /// Numbers that no concept can be learned from.
    #[error(transparent)]
    Concept(#[from] crate::concept::ConceptError),
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
