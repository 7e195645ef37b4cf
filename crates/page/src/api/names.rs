//! Names that clients may use: games of the catalogue, players with moderate
//! settings, and texts of the desk. A path is never a name.

use stratalog::game::Choice;

use super::Shared;
use crate::desk::is_kept;
use crate::limits;
use crate::refusal::Refusal;

/// The file name of rules on the desk.
pub const RULES: &str = "rules.pl";
/// The file name of rules in KIF on the desk.
pub const RULES_KIF: &str = "rules.kif";
/// The file name of a strategy on the desk.
pub const STRATEGY: &str = "strategy.pl";
/// The file name of a Minesweeper board on the desk.
pub const BOARD: &str = "board.mbf";
/// The longest board side.
const SIDE: u64 = 60;
/// The most plies of a search.
const PLIES: u64 = 6;

impl Shared {
    /// A game: one of the catalogue, or rules of the desk.
    pub(crate) fn choice(
        &self,
        game: &str,
        board: Option<String>,
        first_move: Option<String>,
    ) -> Result<Choice, Refusal> {
        if let Some(board) = &board {
            check_board(board)?;
        }
        Ok(Choice {
            game: self.game(game)?,
            board,
            first_move,
        })
    }

    /// How the library is told of a game.
    pub(crate) fn game(&self, name: &str) -> Result<String, Refusal> {
        if is_kept(name) {
            let rules = self.desk.path(name, RULES);
            let path = rules.or_else(|_| self.desk.path(name, RULES_KIF))?;
            return Ok(path.display().to_string());
        }
        let games = &self.games()?.games;
        if games.iter().any(|game| game.name == name) {
            return Ok(name.to_owned());
        }
        let known: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
        Err(Refusal::input(format!(
            "there is no game {}; the games are {}",
            shortened(name),
            known.join(", ")
        )))
    }

    /// How the library is told of a strategy that was learned or sent.
    pub(crate) fn strategy(&self, name: &str) -> Result<String, Refusal> {
        let path = self.desk.path(name, STRATEGY)?;
        Ok(path.display().to_string())
    }

    /// How the library is told of a player.
    pub(crate) fn player(&self, name: &str) -> Result<String, Refusal> {
        if is_kept(name) {
            return self.strategy(name);
        }
        let (bare, setting) = match name.split_once(':') {
            Some((bare, setting)) => (bare, Some(setting)),
            None => (name, None),
        };
        let kinds = &self.games()?.players;
        let kind = kinds.iter().find(|kind| kind.name == bare);
        let Some(kind) = kind.filter(|kind| kind.name != "human") else {
            return Err(Refusal::input(format!(
                "there is no player {}",
                shortened(name)
            )));
        };
        let Some(setting) = setting else {
            return Ok(name.to_owned());
        };
        let most = if kind.setting.as_deref() == Some("PLIES") {
            PLIES
        } else {
            limits::PLAYER_SETTING
        };
        if setting.parse().is_ok_and(|number: u64| number <= most) {
            Ok(name.to_owned())
        } else {
            Err(Refusal::input(format!(
                "the setting of {bare} is a whole number up to {most} here"
            )))
        }
    }
}

fn check_board(board: &str) -> Result<(), Refusal> {
    let (size, _) = board.split_once('/').unwrap_or((board, ""));
    let numbers = size.split(['x', ',']).filter_map(|n| n.trim().parse().ok());
    if board.len() > 40 || numbers.into_iter().any(|side: u64| side > SIDE) {
        return Err(Refusal::input(format!(
            "boards have at most {SIDE} rows and columns here"
        )));
    }
    Ok(())
}

/// The start of a long name.
fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}
