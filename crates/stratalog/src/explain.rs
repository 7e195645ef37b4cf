//! The move of a player in a position, and why.

use serde::{Deserialize, Serialize};
use stratalog_game::{Drawing, Game, PlayerSpec, Reason, Situation};
use stratalog_run::{Control, Seed};

use crate::answer::Answer as IsAnswer;
use crate::error::Error;
use crate::game::{Choice, position_text, read_position, unreadable};
use crate::session::stopped;

/// Asks what a player does in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game.
    #[serde(flatten)]
    pub game: Choice,
    /// The position: `start`, a file, a drawn board or facts.
    pub position: String,
    /// A player's name or the path of a strategy file.
    pub player: String,
    /// The role that is asked, where several choose in the same step or the rules hide
    /// something.
    #[serde(default)]
    pub role: Option<String>,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
}

/// What a player does, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who makes it.
    pub role: String,
    /// Why, as data.
    pub reason: Reason,
    /// The same as a sentence.
    pub english: String,
    /// The other legal moves.
    pub alternatives: Vec<String>,
    /// The board as the role sees it.
    pub drawing: Drawing,
}

impl IsAnswer for Answer {}

impl Request {
    /// Asks the player.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let text = position_text(&self.position)?;
        let playable = self.game.on_board_of(&text)?.find()?;
        let game = &playable.game;
        let seen = read_position(game, &text, self.role.as_deref())
            .map_err(|error| unreadable(game, &self.position, error))?;
        let Ok(spec) = self.player.parse::<PlayerSpec>();
        let mut player = playable.source(&spec)?.player();
        player.heed(control.stop());
        player.begin(game, seen.role);
        let mut rng = self.seed.stream(0);
        let decision = player.explain(Situation::new(game, &seen.view, seen.role, &mut rng));
        if control.is_stopped() {
            return Err(stopped(&spec));
        }
        let decision = decision?;
        let mut moves = Vec::new();
        game.choices(&seen.view, seen.role, &mut moves);
        let others = moves.iter().filter(|&&mv| mv != decision.mv);
        let mv = game.move_text(decision.mv);
        let role = game.role_name(seen.role).to_owned();
        Ok(Answer {
            english: format!("{role} plays {mv}: {}", decision.reason),
            mv,
            role,
            reason: decision.reason,
            alternatives: others.map(|&mv| game.move_text(mv)).collect(),
            drawing: game.drawing(&seen.view),
        })
    }
}
