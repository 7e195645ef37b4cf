//! A game in progress that a person or a program steps through, with players of
//! the catalogue to ask and to play against.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_catalogue::Playable;
use stratalog_game::{
    AnyPosition, Decision, Drawing, Game, GameObject, PlayerSpec, Reason, Role, Snapshot, Turn,
};
use stratalog_run::{Control, Seed};

use crate::error::Error;
use crate::game::Choice;

/// A game in progress.
///
/// ```
/// use stratalog::{Control, Seed};
/// use stratalog::game::Choice;
/// use stratalog::session::Session;
///
/// let mut session = Session::new(&Choice::named("noughts-and-crosses"), Seed(1))?;
/// session.play("2,2")?;
/// let reply = session.let_move("minimax", &Control::default())?;
/// assert_eq!(session.snapshot().moves.len(), 2);
/// assert!(session.undo() && session.undo());
/// # Ok::<(), stratalog::Error>(())
/// ```
#[derive(Clone)]
pub struct Session {
    playable: Playable,
    steps: stratalog_game::Session,
}

/// What a player does, or would do, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// The role.
    pub role: String,
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why, as data.
    pub reason: Reason,
    /// The same in English.
    pub english: String,
}

impl Session {
    /// A session from the start of a game.
    pub fn new(game: &Choice, seed: Seed) -> Result<Session, Error> {
        let playable = game.find()?;
        let steps = stratalog_game::Session::new(playable.game.clone(), seed.0);
        Ok(Session { playable, steps })
    }

    /// The game.
    pub fn game(&self) -> &GameObject {
        &self.playable.game
    }

    /// The role to move; nobody when the game is over.
    pub fn to_move(&self) -> Option<Role> {
        match self.steps.turn() {
            Turn::Role(role) => Some(role),
            Turn::Over | Turn::Failed => None,
        }
    }

    /// What the role to move sees, and what it can do; at the end, what the first
    /// role sees.
    pub fn snapshot(&self) -> Snapshot {
        self.steps.snapshot(self.to_move().unwrap_or(Role(0)))
    }

    /// What a role sees, and what can be done.
    pub fn seen_by(&self, role: Role) -> Snapshot {
        self.steps.snapshot(role)
    }

    /// Makes a move as people write it.
    pub fn play(&mut self, mv: &str) -> Result<(), Error> {
        Ok(self.steps.play(mv)?)
    }

    /// Makes several moves. A move that is no longer legal is passed over: in
    /// Minesweeper an earlier one may have opened its square.
    pub fn play_legal(&mut self, moves: &[String]) -> Result<(), Error> {
        for mv in moves {
            let mv = self.game().parse_move(mv.trim())?;
            if self.game().is_legal(self.steps.position(), mv) {
                let text = self.game().move_text(mv);
                self.steps.play(&text)?;
            }
        }
        Ok(())
    }

    /// Takes the last move back; false where there is none.
    pub fn undo(&mut self) -> bool {
        self.steps.undo()
    }

    /// What a player would do now, and why. A player that is stopped while it thinks
    /// gives no advice.
    pub fn hint(&mut self, player: &str, control: &Control) -> Result<Advice, Error> {
        let Ok(spec) = player.parse::<PlayerSpec>();
        let mut player = self.playable.source(&spec)?.player();
        player.heed(control.stop());
        let role = self.to_move();
        let decision = self.steps.hint(&mut *player);
        if control.is_stopped() {
            return Err(Error::input(format!(
                "{spec} was stopped before it had decided; ask a quicker player"
            )));
        }
        Ok(self.advice(role, &decision?))
    }

    /// Lets a player make the next move. A player that is stopped while it thinks
    /// makes none.
    pub fn let_move(&mut self, player: &str, control: &Control) -> Result<Advice, Error> {
        let advice = self.hint(player, control)?;
        self.play(&advice.mv)?;
        Ok(advice)
    }

    /// The name of the player whose advice is worth most in this game.
    pub fn adviser(&self) -> &'static str {
        let kinds = self.playable.kinds();
        let has = |name: &&&str| kinds.iter().any(|kind| kind.name == **name);
        let strongest = ["champion", "wystan", "minimax", "random"];
        strongest.iter().find(has).copied().unwrap_or("random")
    }

    /// The players that can be asked or played against, by name.
    pub fn players(&self) -> Vec<String> {
        let kinds = self.playable.kinds().into_iter();
        let players = kinds.filter(|kind| kind.name != "human");
        players.map(|kind| kind.name.to_owned()).collect()
    }

    /// The game and its players.
    pub(crate) fn playable(&self) -> &Playable {
        &self.playable
    }

    /// A session from a position of a game.
    pub(crate) fn at(playable: Playable, position: AnyPosition) -> Session {
        let steps = stratalog_game::Session::from_position(playable.game.clone(), position, 1);
        Session { playable, steps }
    }

    /// The position.
    pub(crate) fn position(&self) -> &AnyPosition {
        self.steps.position()
    }

    /// What the role to move sees, as the text that other calls read.
    pub fn view_text(&self) -> String {
        self.game().view_text(&self.view())
    }

    /// What the role to move sees; at the end, what the first role sees.
    pub(crate) fn view(&self) -> AnyPosition {
        let role = self.to_move().unwrap_or(Role(0));
        self.game().view(self.steps.position(), role).into_owned()
    }

    /// The board after a legal move, as the role that makes it sees it.
    pub(crate) fn drawing_after(&self, mv: &str) -> Option<Drawing> {
        let game = self.game();
        let mut position = self.steps.position().clone();
        let role = self.to_move()?;
        game.play(&mut position, game.parse_move(mv).ok()?).ok()?;
        Some(game.drawing(&game.view(&position, role)))
    }

    /// How the game ended for a role; nothing while it goes on.
    pub fn outcome(&self, role: Role) -> Option<stratalog_game::Outcome> {
        let is_over = self.steps.turn() == Turn::Over;
        is_over.then(|| self.game().outcome(self.steps.position(), role))
    }

    fn advice(&self, role: Option<Role>, decision: &Decision<stratalog_game::AnyMove>) -> Advice {
        let game = self.game();
        Advice {
            role: game.role_name(role.unwrap_or(Role(0))).to_owned(),
            mv: game.move_text(decision.mv),
            english: decision.reason.to_string(),
            reason: decision.reason.clone(),
        }
    }
}
