//! What can be wrong with a game or a strategy.

use thiserror::Error;

/// Why a strategy cannot be learned, read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MigoError {
    /// A strategy file has mistakes.
    #[error("{name}: {reason}")]
    BadStrategy {
        /// The file.
        name: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The strategy is for another game.
    #[error("the strategy is for {is_for}, not for {game}")]
    OtherGame {
        /// The game it was learned for.
        is_for: String,
        /// The game it was asked to play.
        game: String,
    },
    /// The game does not have two players.
    #[error(
        "{game} has {roles} role(s); MIGO learns two-player games (--with rules learns \
         games of one or two players)"
    )]
    NotTwoPlayers {
        /// The game.
        game: String,
        /// Its number of roles.
        roles: usize,
    },
    /// The game has hidden information or simultaneous moves.
    #[error(
        "in {game} players do not see the whole position or move at the same time; \
         MIGO learns games of perfect information"
    )]
    Hidden {
        /// The game.
        game: String,
    },
    /// A player may move several times in a row.
    #[error(
        "in {game} a player may move again ({role} did); MIGO's rules speak of moves that \
         alternate: use --with rules"
    )]
    MovesAgain {
        /// The game.
        game: String,
        /// A role that moved twice.
        role: String,
    },
    /// Positions can occur again.
    #[error(
        "in {game} positions can repeat, so that play may never end; MIGO's rules promise a \
         win in a number of moves: use --with rules, which takes repetition for a draw"
    )]
    Repeats {
        /// The game.
        game: String,
    },
}
