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
    #[error("{game} has {}", roles_refused(*roles))]
    NotTwoPlayers {
        /// The game.
        game: String,
        /// Its number of roles.
        roles: usize,
    },
    /// Chance takes part in the game.
    #[error(
        "in {game} chance takes part, so that no move is sure to win or to draw; rules that \
         promise an outcome cannot say it"
    )]
    Chance {
        /// The game.
        game: String,
    },
    /// Players choose at the same time.
    #[error(
        "in {game} players choose at the same time, so that the best play is by chance; rules \
         that name a move cannot say it"
    )]
    Simultaneous {
        /// The game.
        game: String,
    },
    /// The game has hidden information.
    #[error(
        "in {game} players do not see the whole position, so that the best play is by chance; \
         rules that name a move cannot say it"
    )]
    Hidden {
        /// The game.
        game: String,
    },
}

/// How many players a game has, and who learns such games.
fn roles_refused(roles: usize) -> String {
    match roles {
        1 => "one player; MIGO learns games of two: use --with rules".to_owned(),
        _ => format!(
            "{roles} players; a best move is known where one or two play: with more, it \
             depends on what the others want"
        ),
    }
}
