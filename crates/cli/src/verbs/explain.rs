//! `stratalog explain GAME POSITION --player P`: the move of a player and why.

use std::path::Path;

use clap::Args;
use serde_json::json;
use stratalog_catalogue::games::Options;
use stratalog_catalogue::roster::Roster;
use stratalog_catalogue::{AnyGame, with_game};
use stratalog_game::{PerfectInformation, PlayerSpec, Turn};
use stratalog_run::Seed;

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::text::read_source;

/// Say which move a player makes in a position, and why
#[derive(Args)]
pub struct Explain {
    /// The game; `stratalog games` lists them
    game: String,
    /// The position: rows parted by slashes, as in x../.o./..., or a file
    position: String,
    /// The board, where it is not the usual one
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// A name or the path of a strategy file
    #[arg(long, value_name = "PLAYER")]
    player: PlayerSpec,
}

impl Explain {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let board = self.board.as_deref();
        let any = AnyGame::new(&self.game, Options { board })?;
        with_game!(&any, game => self.explain(game, common))
    }

    fn explain<G: PerfectInformation + Roster>(
        &self,
        game: &G,
        common: &Common,
    ) -> Result<Exit, Failure> {
        let path = Path::new(&self.position);
        let text = match self.position == "-" || path.is_file() {
            true => read_source(path)?.text,
            false => self.position.clone(),
        };
        let position = game.parse_position(&text)?;
        let Turn::Role(role) = game.turn(&position) else {
            return Err(Failure::new("the game is over in this position"));
        };
        let mut player = game.source(&self.player)?.player();
        player.begin(game, role);
        let mut rng = Seed(common.seed).stream(0);
        let decision = player.decide(game, &position, role, &mut rng)?;
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let others = moves.iter().filter(|&&mv| mv != decision.mv);
        let alternatives: Vec<String> = others.map(|&mv| game.move_text(mv)).collect();
        let english = format!(
            "{} plays {}: {}",
            game.role_name(role),
            game.move_text(decision.mv),
            decision.reason
        );
        if common.json {
            print_json(&json!({
                "move": game.move_text(decision.mv),
                "reason": decision.reason.to_json(),
                "english": english,
                "alternatives": alternatives,
            }));
        } else {
            println!("{}", game.position_text(&position));
            println!("{english}");
        }
        Ok(Exit::Done)
    }
}
