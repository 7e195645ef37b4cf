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

/// The player of hints where nothing can be proved.
const TIMED_UCT: &str = "uct:2s";

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

/// What is said of a player that was stopped while it thought.
pub(crate) fn stopped(player: &PlayerSpec) -> Error {
    Error::input(format!(
        "{player} was stopped before it had decided; ask a quicker player"
    ))
}

impl Session {
    /// A session from the start of a game.
    pub fn new(game: &Choice, seed: Seed) -> Result<Session, Error> {
        let playable = game.find()?;
        let steps = stratalog_game::Session::new(playable.game.clone(), seed.0);
        Ok(Session { playable, steps })
    }

    /// The same game from another position, before any move.
    pub fn from_position(self, position: AnyPosition, seed: Seed) -> Session {
        let game = self.playable.game.clone();
        let steps = stratalog_game::Session::from_position(game, position, seed.0);
        Session { steps, ..self }
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
            return Err(stopped(&spec));
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
        let strongest = ["champion", "wystan", "minimax", "uct", "random"];
        let strongest = strongest.iter().find(|name| self.has_player(name));
        strongest.copied().unwrap_or("random")
    }

    fn has_player(&self, name: &str) -> bool {
        self.playable.kinds().iter().any(|kind| kind.name == name)
    }

    /// What the strongest player would do that decides within a few seconds, with its
    /// name: the adviser of the game; where it looked ahead and proved nothing, UCT.
    pub fn best_hint(&mut self, control: &Control) -> Result<(String, Advice), Error> {
        let adviser = match self.adviser() {
            "uct" => TIMED_UCT,
            name => name,
        };
        let advice = self.hint(adviser, control)?;
        let is_guess = matches!(&advice.reason, Reason::Search(search) if !search.exact);
        if is_guess && self.has_player("uct") {
            let advice = self.hint(TIMED_UCT, control)?;
            return Ok((TIMED_UCT.to_owned(), advice));
        }
        Ok((adviser.to_owned(), advice))
    }

    /// Whether a role knows a move, counted from 0: not before the step is over in
    /// which others choose too, and not where the rules hide it.
    pub fn is_known(&self, number: usize, role: Role) -> bool {
        self.steps.is_known(number, role)
    }

    /// How many moves were made.
    pub fn move_count(&self) -> usize {
        self.steps.moves().len()
    }

    /// What a role sees of the board, with the squares marked that changed last.
    pub fn drawing_with_last_change(&self, role: Role) -> Drawing {
        self.steps.drawing_with_last_change(role)
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

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::drawing::Mark;

    fn session_of(rules: &str) -> Session {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("test.pl");
        std::fs::write(&file, rules).expect("it is written");
        let choice = Choice::named(&file.to_string_lossy());
        Session::new(&choice, Seed(1)).expect("a game")
    }

    /// Two roles choose a hand, twice; the second wins if both chose the same at last.
    const HANDS: &str = "role(a). role(b). init(step(1)).
        hand(left). hand(right).
        legal(P, H) :- role(P), hand(H).
        next(step(2)) :- true(step(1)).
        next(step(3)) :- true(step(2)).
        next(shown(P, H)) :- does(P, H).
        terminal :- true(step(3)).
        same :- true(shown(a, H)), true(shown(b, H)).
        goal(a, 100) :- \\+ same. goal(a, 0) :- same.
        goal(b, 100) :- same. goal(b, 0) :- \\+ same.
        ";

    fn known(session: &Session, role: Role) -> Vec<String> {
        let moves = session.seen_by(role).moves.into_iter();
        moves.map(|(role, mv)| format!("{role} {mv}")).collect()
    }

    #[test]
    fn what_another_role_chose_in_the_same_step_is_not_known() {
        let [a, b] = [Role(0), Role(1)];
        let mut session = session_of(HANDS);
        session.play("left").expect("legal");
        assert_eq!(known(&session, a), ["a left"]);
        assert_eq!(known(&session, b), [""; 0]);
        assert!(!session.is_known(0, b));
        session.play("right").expect("legal");
        assert_eq!(known(&session, a), ["a left", "b right"]);
        assert_eq!(known(&session, b), ["a left", "b right"]);
        session.play("right").expect("legal");
        assert_eq!(known(&session, b), ["a left", "b right"]);
        session.play("right").expect("legal");
        assert_eq!(known(&session, b).len(), 4);
    }

    #[test]
    fn hidden_moves_are_known_at_the_end() {
        let hidden = "sees(P, over) :- role(P), true(step(2)).";
        let mut session = session_of(&format!("{HANDS}{hidden}"));
        for mv in ["left", "right", "left"] {
            session.play(mv).expect("legal");
        }
        assert_eq!(known(&session, Role(0)), ["a left", "a left"]);
        assert_eq!(known(&session, Role(1)), ["b right"]);
        session.play("left").expect("legal");
        assert_eq!(known(&session, Role(1)).len(), 4);
    }

    #[test]
    fn a_hint_is_proved_or_comes_from_a_search_with_a_clock() {
        let control = Control::default();
        let hint = |game: &str| {
            let mut session = Session::new(&Choice::named(game), Seed(1)).expect("a game");
            session.best_hint(&control).expect("a hint").0
        };
        assert_eq!(hint("noughts-and-crosses"), "minimax");
        assert_eq!(hint("connect-four"), "uct:2s");
        let mut three = session_of(
            "role(a). role(b). role(c). init(step(1)).
             legal(P, H) :- role(P), between(1, 3, H).
             next(step(2)). next(best(P)) :- does(P, 3).
             terminal :- true(step(2)).
             goal(P, 100) :- true(best(P)). goal(P, 0) :- role(P), \\+ true(best(P)).",
        );
        assert_eq!(three.best_hint(&control).expect("a hint").0, "uct:2s");
    }

    #[test]
    fn the_squares_of_the_last_move_are_marked() {
        let choice = Choice::named("hexapawn");
        let mut session = Session::new(&choice, Seed(1)).expect("a game");
        let marked = |session: &Session| {
            let drawing = session.drawing_with_last_change(Role(0));
            let cells = drawing.rows.into_iter().flatten();
            cells.filter(|cell| cell.mark == Some(Mark::Move)).count()
        };
        assert_eq!(marked(&session), 0);
        let first = session.snapshot().legal_moves[0].clone();
        session.play(&first).expect("legal");
        assert_eq!(marked(&session), 2);
        session.undo();
        assert_eq!(marked(&session), 0);
    }
}
