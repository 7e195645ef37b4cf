//! The games by name: from what a user writes to a rules object, and back to
//! code compiled for each game.

use stratalog_game::error::GameError;
use stratalog_game::grid::Size;
use stratalog_games::connect_four::ConnectFour;
use stratalog_games::hexapawn::{Hexapawn, Stalemate};
use stratalog_games::noughts_and_crosses::NoughtsAndCrosses;
use stratalog_games::othello::Othello;
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, RulesheetGame};

/// A game in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The name.
    pub name: &'static str,
    /// Boards one may ask for, the usual one first; there may be more. None
    /// where there is nothing to choose.
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
    Listing {
        name: "connect-three",
        boards: &["4x4", "3x4", "ROWSxCOLS"],
    },
    Listing {
        name: "breakthrough",
        boards: &["8x8", "6x6", "5x4", "ROWSxCOLS"],
    },
    Listing {
        name: "nim",
        boards: &["3,4,5", "1,3,5,7"],
    },
    Listing {
        name: "network",
        boards: &[],
    },
];

/// Whether a game's name is the path of a rulesheet.
fn is_path(name: &str) -> bool {
    let has_extension = [".pl", ".kif", ".gdl"].iter().any(|e| name.ends_with(e));
    has_extension || name.contains(['/', '\\'])
}

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
    /// A game that only has a rulesheet.
    Rulesheet(RulesheetGame),
}

impl AnyGame {
    /// The game of this name, or of the rulesheet with this path, on the board
    /// that was asked for.
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
            "connect-three" | "breakthrough" | "nim" | "network" => from_rulesheet(name, options),
            path if is_path(path) => from_rulesheet(path, options),
            _ => Err(GameError::UnknownGame {
                name: name.to_owned(),
                known: LISTINGS.iter().map(|l| l.name.to_owned()).collect(),
            }),
        }
    }
}

fn from_rulesheet(name: &str, options: Options<'_>) -> Result<AnyGame, GameError> {
    let mut sheet = find_rulesheet(name)?;
    if let Some(board) = options.board {
        sheet = sheet.with_board(board)?;
    }
    RulesheetGame::new(&sheet, EngineChoice::default()).map(AnyGame::Rulesheet)
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
            $crate::AnyGame::Rulesheet($game) => $body,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::game::Game;

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
