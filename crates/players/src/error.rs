//! What these players cannot do, in plain words.

use thiserror::Error;

/// Why a game could not be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayersError {
    /// More positions than were allowed.
    #[error("more than {limit} positions; allow more, or take a smaller board")]
    TooManyPositions {
        /// The limit.
        limit: u64,
    },
    /// Something is hidden from the players, or roles choose at the same time.
    #[error(
        "players do not see everything, or choose at the same time: there is no value of \
         win, draw or loss; `play` measures how players do"
    )]
    Hidden,
    /// Win, draw and loss need one player or two.
    #[error("the game has {roles} roles; a value can be found for one or two")]
    TooManyRoles {
        /// The number of roles.
        roles: usize,
    },
    /// The rules cannot be evaluated in some position.
    #[error("the rules cannot be evaluated in some position: {cause}")]
    RulesFailed {
        /// Which limit was reached.
        cause: String,
    },
    /// A line of play too long to follow.
    #[error("some line of play is longer than {plies} moves")]
    TooDeep {
        /// The limit.
        plies: u32,
    },
}
