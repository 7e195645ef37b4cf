//! Games in progress.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog::seat::Seat;
use stratalog::session::{Advice, Session};
use stratalog::{Seed, values};

use super::body::{Body, Id};
use super::{Server, Shared};
use crate::limits;
use crate::refusal::Refusal;

/// Starts a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [
    {"game": "noughts-and-crosses", "moves": ["2,2"]},
    {"game": "minesweeper", "board": "4x4/3", "first_move": "safe", "seed": 7}
]))]
pub struct Open {
    game: String,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    first_move: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    /// Moves to make at once, as when a game is opened again.
    #[serde(default)]
    moves: Vec<String>,
}

/// Moves to make.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{"moves": ["1,1"]}]))]
pub struct Play {
    moves: Vec<String>,
}

/// A player to ask.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{}, {"player": "random"}]))]
pub struct Ask {
    #[serde(default)]
    player: Option<String>,
}

/// A game, and what was last said about it.
#[derive(Serialize, JsonSchema)]
pub struct Shown {
    id: String,
    #[serde(flatten)]
    seat: Seat,
    /// The move of a player, or its advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
}

type Answer = Result<Json<Shown>, Refusal>;

/// Starts a game.
pub async fn open(State(shared): Server, Body(open): Body<Open>) -> Answer {
    if open.moves.len() > limits::MOVES {
        return Err(Refusal::input("these are too many moves"));
    }
    let calls = shared.calls.clone();
    let made = calls.make(move || {
        let choice = shared.choice(&open.game, open.board, open.first_move)?;
        let seed = Seed(open.seed.unwrap_or(1));
        let mut session = Session::new(&choice, seed).map_err(|error| shared.refuse(error))?;
        session
            .play_legal(&open.moves)
            .map_err(|error| shared.refuse(error))?;
        let seat = session.seat();
        let id = shared.sessions.keep(session);
        Ok(Shown {
            id,
            seat,
            advice: None,
        })
    });
    made.await.map(Json)
}

/// Uses a session and shows it.
async fn with(
    shared: Arc<Shared>,
    id: String,
    call: impl FnOnce(&Shared, &mut Session) -> Result<Option<Advice>, Refusal> + Send + 'static,
) -> Answer {
    let game = shared.sessions.find(&id)?;
    let calls = shared.calls.clone();
    let made = calls.make(move || {
        game.ask(|session| {
            let advice = call(&shared, session)?;
            Ok(Shown {
                id,
                seat: session.seat(),
                advice,
            })
        })
    });
    made.await.map(Json)
}

/// Shows a game.
pub async fn show(State(shared): Server, Id(id): Id) -> Answer {
    with(shared, id, |_, _| Ok(None)).await
}

/// Makes moves of a person.
pub async fn play(State(shared): Server, Id(id): Id, Body(play): Body<Play>) -> Answer {
    let call = move |shared: &Shared, session: &mut Session| {
        if session.snapshot().moves.len() + play.moves.len() > limits::MOVES {
            return Err(Refusal::input(
                "this game has too many moves; start another",
            ));
        }
        let made = match &play.moves[..] {
            [one] => session.play(one),
            moves => session.play_legal(moves),
        };
        made.map_err(|error| shared.refuse(error))?;
        Ok(None)
    };
    with(shared, id, call).await
}

/// Takes the last move back.
pub async fn undo(State(shared): Server, Id(id): Id) -> Answer {
    let call = |_: &Shared, session: &mut Session| {
        session.undo();
        Ok(None)
    };
    with(shared, id, call).await
}

/// Asks a player what it would do. Moves can be made while it thinks.
pub async fn hint(State(shared): Server, Id(id): Id, Body(ask): Body<Ask>) -> Answer {
    let game = shared.sessions.find(&id)?;
    let calls = shared.calls.clone();
    let made = calls.make_within(limits::DECISION_TIME, move |control| {
        let mut thinking = game.ask(|session| Ok(session.clone()))?;
        let advice = match ask.player {
            Some(player) => thinking.hint(&shared.player(&player)?, control),
            None => thinking.best_hint(control).map(|(_, advice)| advice),
        };
        Ok(Shown {
            id,
            advice: Some(advice.map_err(|error| shared.refuse(error))?),
            seat: thinking.seat(),
        })
    });
    made.await.map(Json)
}

/// Lets a player make the next move.
pub async fn let_move(State(shared): Server, Id(id): Id, Body(ask): Body<Ask>) -> Answer {
    let game = shared.sessions.find(&id)?;
    let calls = shared.calls.clone();
    let made = calls.make_within(limits::DECISION_TIME, move |control| {
        game.await_move(|session| {
            let player = asked(&shared, session, ask)?;
            let number = session.move_count();
            let advice = session.let_move(&player, control);
            let advice = advice.map_err(|error| shared.refuse(error))?;
            // Who chooses in the same step, or does not see the move, is not told.
            let is_told = |role| session.is_known(number, role);
            let advice = session.to_move().is_none_or(is_told).then_some(advice);
            Ok(Shown {
                id,
                advice,
                seat: session.seat(),
            })
        })
    });
    made.await.map(Json)
}

/// Values every legal move.
pub async fn values(State(shared): Server, Id(id): Id) -> Result<Json<values::Answer>, Refusal> {
    let game = shared.sessions.find(&id)?;
    let calls = shared.calls.clone();
    let made = calls.make_within(limits::THINKING_TIME, move |control| {
        // A move can be made while values are computed.
        let session = game.ask(|session| Ok(session.clone()))?;
        let answer = session.values(control);
        answer.map_err(|error| shared.refuse(error))
    });
    made.await.map(Json)
}

fn asked(shared: &Shared, session: &Session, ask: Ask) -> Result<String, Refusal> {
    match ask.player {
        Some(player) => shared.player(&player),
        None => Ok(session.adviser().to_owned()),
    }
}
