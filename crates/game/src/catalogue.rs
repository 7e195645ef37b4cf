//! The games by name: from what a user writes to a rules object, and back to
//! code compiled for each game.

use crate::connect_four::ConnectFour;
use crate::error::GameError;
use crate::grid::Size;
use crate::hexapawn::{Hexapawn, Stalemate};
use crate::noughts_and_crosses::NoughtsAndCrosses;
use crate::othello::Othello;

/// A game in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The name.
    pub name: &'static str,
    /// Boards one may ask for, the usual one first; there may be more.
    pub boards: &'static [&'static str],
}

/// Every game that has a name.
pub const LISTINGS: &[Listing] = &[
    Listing {
        name: "noughts-and-crosses",
        boards: &["3x3"],
    },
    Listing {
        name: "hexapawn",
        boards: &["3x3", "4x4", "ROWSxCOLS"],
    },
    Listing {
        name: "hexapawn-gardner",
        boards: &["3x3", "4x4", "ROWSxCOLS"],
    },
    Listing {
        name: "othello",
        boards: &["8x8", "6x6", "4x4"],
    },
    Listing {
        name: "connect-four",
        boards: &["6x7", "5x5", "4x4", "ROWSxCOLS"],
    },
];

/// What a user may say about a game besides its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options<'a> {
    /// The board, where it is not the usual one.
    pub board: Option<&'a str>,
}

/// A game of the catalogue. [`with_game!`](crate::with_game) leads back to code
/// that is generic over games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyGame {
    /// Noughts-and-crosses.
    NoughtsAndCrosses(NoughtsAndCrosses),
    /// Hexapawn, in either variant.
    Hexapawn(Hexapawn),
    /// Othello.
    Othello(Othello),
    /// Connect Four.
    ConnectFour(ConnectFour),
}

impl AnyGame {
    /// The game of this name, on the board that was asked for.
    pub fn new(name: &str, options: Options<'_>) -> Result<AnyGame, GameError> {
        let size = |usual: Size| match options.board {
            None => Ok(usual),
            Some(text) => Size::parse(text).ok_or_else(|| GameError::BadBoard {
                game: name.to_owned(),
                board: text.to_owned(),
                expected: format!("write ROWSxCOLS, as in {usual}"),
            }),
        };
        match name {
            "noughts-and-crosses" => NoughtsAndCrosses::new(size(NoughtsAndCrosses::DEFAULT)?)
                .map(AnyGame::NoughtsAndCrosses),
            "hexapawn" => {
                Hexapawn::new(size(Hexapawn::DEFAULT)?, Stalemate::Draws).map(AnyGame::Hexapawn)
            }
            "hexapawn-gardner" => {
                Hexapawn::new(size(Hexapawn::DEFAULT)?, Stalemate::Loses).map(AnyGame::Hexapawn)
            }
            "othello" => Othello::new(size(Othello::DEFAULT)?).map(AnyGame::Othello),
            "connect-four" => {
                ConnectFour::new(size(ConnectFour::DEFAULT)?).map(AnyGame::ConnectFour)
            }
            _ => Err(GameError::UnknownGame {
                name: name.to_owned(),
                known: LISTINGS.iter().map(|l| l.name.to_owned()).collect(),
            }),
        }
    }
}

/// Runs the same expression with the game's own type: `with_game!(any, game =>
/// expression)` binds `game` to a reference to it.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::AnyGame::NoughtsAndCrosses($game) => $body,
            $crate::AnyGame::Hexapawn($game) => $body,
            $crate::AnyGame::Othello($game) => $body,
            $crate::AnyGame::ConnectFour($game) => $body,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn every_listed_board_makes_a_game_of_that_name() {
        for listing in LISTINGS {
            for &board in listing.boards {
                let board = if board == "ROWSxCOLS" { "4x5" } else { board };
                let options = Options { board: Some(board) };
                let any = AnyGame::new(listing.name, options).expect(listing.name);
                with_game!(&any, game => {
                    assert_eq!(game.name(), listing.name);
                    assert_eq!(game.board(), board);
                });
            }
            assert!(AnyGame::new(listing.name, Options::default()).is_ok());
        }
    }

    #[test]
    fn an_unknown_game_is_told_the_names_that_exist() {
        let error = AnyGame::new("chess", Options::default()).expect_err("no chess");
        assert!(
            error.to_string().contains("hexapawn-gardner, othello"),
            "{error}"
        );
        for (name, board) in [
            ("othello", "5x5"),
            ("hexapawn", "x"),
            ("noughts-and-crosses", "4x4"),
        ] {
            let error = AnyGame::new(name, Options { board: Some(board) }).expect_err(board);
            assert!(error.to_string().contains("is not a board for"), "{error}");
        }
    }
}
