//! `stratalog explain GAME POSITION --player P`: the move of a player and why.

use clap::Args;
use stratalog::explain::Request;

use crate::face::Face;
use crate::game::GameArgs;
use crate::outcome::{Exit, Failure};

/// Say which move a player makes in a position, and why
#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    game: GameArgs,
    /// The position: start, a file, - for standard input, or a board with rows
    /// separated by slashes, as in x../.o./...
    position: String,
    /// A name or the path of a strategy file
    #[arg(long, value_name = "PLAYER")]
    player: String,
    /// The role that is asked, where several choose in the same step or the rules hide something
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
}

impl Explain {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = Request {
            game: self.game.choice(),
            position: self.position.clone(),
            player: self.player.clone(),
            role: self.role.clone(),
            seed: face.seed,
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, |answer, out| {
            writeln!(out, "{}\n{}", answer.drawing, answer.english)
        })
    }
}
