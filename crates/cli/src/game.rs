//! How the command's verbs name a game.

use clap::Args;
use stratalog::game::Choice;

/// The game a verb is about.
#[derive(Args)]
pub struct GameArgs {
    /// The game, or the path of a rulesheet; `stratalog games` lists the games
    pub game: String,
    /// The board, where it is not the usual one, as in 4x4
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
    /// What the first move of Minesweeper is promised: any, safe or zero
    /// [default: safe]
    #[arg(long, value_name = "RULE")]
    pub first_move: Option<String>,
}

impl GameArgs {
    /// The game as the library takes it.
    pub fn choice(&self) -> Choice {
        Choice {
            game: self.game.clone(),
            board: self.board.clone(),
            first_move: self.first_move.clone(),
        }
    }
}
