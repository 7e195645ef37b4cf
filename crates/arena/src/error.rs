//! What can go wrong in a match, in plain words.

use stratalog_game::PlayError;
use stratalog_players::PlayersError;
use stratalog_run::StateError;
use thiserror::Error;

/// Why a match has no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ArenaError {
    /// A match of no games.
    #[error("a match needs at least one game")]
    NoGames,
    /// A game for several players was given one.
    #[error("{game} is played by {roles}; name an opponent as well")]
    NoOpponent {
        /// The game.
        game: String,
        /// The number of roles.
        roles: usize,
    },
    /// A game was not finished.
    #[error("game {number}: {cause}")]
    Game {
        /// The game's number, from 1.
        number: u64,
        /// Why.
        cause: PlayError,
    },
    /// The game is over before it begins.
    #[error("{game} is over before the first move; there is nothing to play")]
    NothingToPlay {
        /// The game with its board.
        game: String,
    },
    /// No opening of the length asked for leaves a game to play.
    #[error("openings of {plies} random moves end the game; ask for fewer")]
    OpeningTooLong {
        /// The moves asked for.
        plies: u32,
    },
    /// The game could not be solved.
    #[error(transparent)]
    Rival(#[from] PlayersError),
    /// There is no position to start from.
    #[error("no game goes on after each player has moved once")]
    NoBoards,
    /// A strategy that cannot be played.
    #[error("{0}")]
    Strategy(String),
    /// The saved games cannot be read or written.
    #[error("{0}")]
    State(String),
}

impl From<StateError> for ArenaError {
    fn from(error: StateError) -> ArenaError {
        ArenaError::State(error.to_string())
    }
}
