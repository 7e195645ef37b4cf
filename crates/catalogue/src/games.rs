//! The games by name.

use stratalog_game::error::GameError;
use stratalog_game::grid::Size;
use stratalog_games::connect_four::ConnectFour;
use stratalog_games::hexapawn::{Hexapawn, Stalemate};
use stratalog_games::noughts_and_crosses::NoughtsAndCrosses;
use stratalog_games::othello::Othello;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, RulesheetGame};

use crate::playable::Playable;

/// A game in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The name.
    pub name: &'static str,
    /// Boards one may ask for, the usual one first; there may be more. None
    /// where there is nothing to choose.
    pub boards: &'static [&'static str],
}

const MINESWEEPER: &str = "minesweeper";

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
    Listing {
        name: MINESWEEPER,
        boards: &["beginner", "intermediate", "expert", "ROWSxCOLS/MINES"],
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
    /// What the first move of Minesweeper is promised.
    pub first_move: Option<FirstMove>,
}

/// The game of this name, or of the rulesheet with this path, on the board that
/// was asked for.
pub fn find(name: &str, options: Options<'_>) -> Result<Playable, GameError> {
    if name == MINESWEEPER {
        return minesweeper(options);
    }
    if options.first_move.is_some() {
        return Err(GameError::NoSuchOption {
            game: name.to_owned(),
            option: "--first-move".to_owned(),
        });
    }
    let size = |usual: Size| match options.board {
        None => Ok(usual),
        Some(text) => Size::parse(text).ok_or_else(|| GameError::BadBoard {
            game: name.to_owned(),
            board: text.to_owned(),
            expected: format!("write ROWSxCOLS, as in {usual}"),
        }),
    };
    let hexapawn =
        |stalemate| Hexapawn::new(size(Hexapawn::DEFAULT)?, stalemate).map(Playable::new);
    match name {
        "noughts-and-crosses" => {
            NoughtsAndCrosses::new(size(NoughtsAndCrosses::DEFAULT)?).map(Playable::new)
        }
        "hexapawn" => hexapawn(Stalemate::Draws),
        "hexapawn-gardner" => hexapawn(Stalemate::Loses),
        "othello" => Othello::new(size(Othello::DEFAULT)?).map(Playable::new),
        "connect-four" => ConnectFour::new(size(ConnectFour::DEFAULT)?).map(Playable::new),
        _ if is_path(name) || LISTINGS.iter().any(|listing| listing.name == name) => {
            from_rulesheet(name, options)
        }
        _ => Err(GameError::UnknownGame {
            name: name.to_owned(),
            known: LISTINGS.iter().map(|l| l.name.to_owned()).collect(),
        }),
    }
}

fn minesweeper(options: Options<'_>) -> Result<Playable, GameError> {
    let board = match options.board {
        None => Board::BEGINNER,
        Some(text) => text.parse().map_err(|error| GameError::BadBoard {
            game: MINESWEEPER.to_owned(),
            board: text.to_owned(),
            expected: format!("{error}"),
        })?,
    };
    let game = Minesweeper::new(board, options.first_move.unwrap_or_default());
    Ok(Playable::hidden(game))
}

fn from_rulesheet(name: &str, options: Options<'_>) -> Result<Playable, GameError> {
    let mut sheet = find_rulesheet(name)?;
    if let Some(board) = options.board {
        sheet = sheet.with_board(board)?;
    }
    RulesheetGame::new(&sheet, EngineChoice::default()).map(Playable::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::game::Game;

    fn on_board(board: &str) -> Options<'_> {
        Options {
            board: Some(board),
            first_move: None,
        }
    }

    #[test]
    fn every_listed_board_makes_a_game_of_that_name() {
        for listing in LISTINGS {
            for &board in listing.boards {
                let written = match board {
                    "ROWSxCOLS" => "4x5",
                    "ROWSxCOLS/MINES" => "4x5/6",
                    board => board,
                };
                let playable = find(listing.name, on_board(written)).expect(listing.name);
                assert_eq!(playable.game.name(), listing.name);
                if listing.name != MINESWEEPER {
                    assert_eq!(playable.game.board(), written);
                }
            }
            assert!(find(listing.name, Options::default()).is_ok());
        }
    }

    #[test]
    fn an_unknown_game_is_told_the_names_that_exist() {
        let Err(error) = find("chess", Options::default()) else {
            panic!("there is no chess");
        };
        assert!(
            error.to_string().contains("hexapawn-gardner, othello"),
            "{error}"
        );
        for (name, board) in [
            ("othello", "5x5"),
            ("hexapawn", "x"),
            ("noughts-and-crosses", "4x4"),
            ("minesweeper", "4x4"),
        ] {
            let Err(error) = find(name, on_board(board)) else {
                panic!("{board} is no board");
            };
            assert!(error.to_string().contains("is not a board for"), "{error}");
        }
    }
}
