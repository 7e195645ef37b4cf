//! What can be wrong with a call to a game, in plain words.

use stratalog_run::suggest::closest;
use thiserror::Error;

/// A game, a board, a move or a position that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// No game has this name.
    #[error("there is no game called '{name}'; {}the games are {}", suggestion(.name, .known), .known.join(", "))]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// The board cannot be used for this game.
    #[error("'{board}' is not a board for {game}: {expected}")]
    BadBoard {
        /// The game.
        game: String,
        /// What was asked for.
        board: String,
        /// What would be accepted.
        expected: String,
    },
    /// An option that this game does not have.
    #[error("{game} has no {option}; leave it out")]
    NoSuchOption {
        /// The game.
        game: String,
        /// The option.
        option: String,
    },
    /// Text that is not a move of this game.
    #[error("'{text}' is not a move: {expected}")]
    BadMove {
        /// The text.
        text: String,
        /// How moves are written.
        expected: String,
    },
    /// A move that the rules do not allow here.
    #[error("{text} is not legal here; legal moves are {}", .legal.join(" "))]
    IllegalMove {
        /// The move.
        text: String,
        /// The moves that are legal.
        legal: Vec<String>,
    },
    /// A move in a game that is over.
    #[error("the game is over; no move can be made")]
    Over,
    /// The rules of the game cannot be evaluated in a position.
    #[error("the rules of {game} cannot be evaluated here: {cause}")]
    RulesFailed {
        /// The game.
        game: String,
        /// Which limit was reached, or what is wrong.
        cause: String,
    },
    /// Text that is not a position of this game.
    #[error("line {line} of the position: {message}")]
    BadPosition {
        /// The line of the text, from 1.
        line: usize,
        /// What is wrong and what was expected.
        message: String,
    },
    /// No player has this name.
    #[error(
        "there is no {} '{name}' for {game}; {}the players are {}",
        if is_path(.name) { "strategy file" } else { "player called" },
        suggestion(.name, .known),
        .known.join(", ")
    )]
    UnknownPlayer {
        /// What was asked for.
        name: String,
        /// The game.
        game: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// A person where a program must play by itself.
    #[error("a person cannot be asked for moves here; name another player")]
    Person,
    /// What stands after the colon in a player's name is not a setting of it.
    #[error("'{setting}' is not a setting of the player {player}: {expected}")]
    BadSetting {
        /// The player's name.
        player: String,
        /// What was written after the colon.
        setting: String,
        /// What would be accepted.
        expected: String,
    },
    /// A file that was to play and cannot.
    #[error("{file} cannot play: {cause}")]
    BadPlayerFile {
        /// The file.
        file: String,
        /// What is wrong, and where.
        cause: String,
    },
    /// A rulesheet's file that cannot be read at all.
    #[error("{path} cannot be read: {cause}")]
    UnreadableRulesheet {
        /// The file.
        path: String,
        /// Why.
        cause: String,
    },
    /// A rulesheet that makes no game.
    #[error("{name} makes no game: {cause}")]
    BadRulesheet {
        /// The rulesheet.
        name: String,
        /// What is wrong, and where.
        cause: String,
    },
}

/// `did you mean NAME? ` where a known name is close, else nothing.
/// Whether a name was meant as the path of a file.
fn is_path(name: &str) -> bool {
    name.contains(['/', '.'])
}

fn suggestion(name: &str, known: &[String]) -> String {
    match closest(name, known.iter().map(String::as_str)) {
        Some(close) => format!("did you mean {close}? "),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_gets_a_suggestion() {
        let error = |name: &str| {
            let known = vec!["othello".to_owned(), "minesweeper".to_owned()];
            let name = name.to_owned();
            GameError::UnknownGame { name, known }.to_string()
        };
        assert_eq!(
            error("minesweper"),
            "there is no game called 'minesweper'; did you mean minesweeper? \
             the games are othello, minesweeper"
        );
        assert!(!error("chess").contains("did you mean"));
    }

    #[test]
    fn a_player_named_like_a_file_is_said_to_be_no_file() {
        let error = GameError::UnknownPlayer {
            name: "mine.pl".to_owned(),
            game: "othello".to_owned(),
            known: vec!["random".to_owned()],
        };
        assert_eq!(
            error.to_string(),
            "there is no strategy file 'mine.pl' for othello; the players are random"
        );
    }
}
