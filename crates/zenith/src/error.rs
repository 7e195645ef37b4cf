//! What can go wrong in feature discovery.

use stratalog_game::GameError;
use thiserror::Error;

/// Why features could not be found or used.
#[derive(Debug, Error)]
pub enum ZenithError {
    /// The rulesheet has no role.
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
    /// No position is won for the first role.
    #[error(
        "in {name} the first role cannot win: no position is terminal with goal 100; \
         `stratalog rules check` says more"
    )]
    NoGoal {
        /// The rulesheet.
        name: String,
    },
    /// The game cannot be made a network.
    #[error(
        "the facts that {name} can have cannot be listed: it is too large, or its rules \
         compute numbers without a bound; choose a smaller board, or bound the numbers \
         in the rules of next"
    )]
    TooLarge {
        /// The rulesheet.
        name: String,
    },
    /// The file is not an evaluation.
    #[error("{name} is not an evaluation: {cause}")]
    BadStrategy {
        /// The file.
        name: String,
        /// What is wrong.
        cause: String,
    },
    /// The saved state cannot be resumed from.
    #[error("the saved state cannot be resumed from: {0}")]
    BadState(String),
    /// A measurement after a cycle failed.
    #[error("{0}")]
    Measure(String),
    /// The numbers cannot be learned from.
    #[error(transparent)]
    Concept(#[from] crate::concept::ConceptError),
    /// The game hides part of the position.
    #[error(
        "{name} hides part of the position from its players; \
         features are discovered for games of perfect information"
    )]
    Hidden {
        /// The rulesheet.
        name: String,
    },
}
