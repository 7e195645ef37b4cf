//! Minesweeper positions: analysis, graded hints, review.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use stratalog::{Control, Seed, Stop, analyse, hints, no_guess, review};

use super::Server;
use super::body::Body;
use crate::limits;
use crate::refusal::Refusal;

/// A position to analyse.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    position: String,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    first_move: Option<String>,
}

/// Analyses a position.
pub async fn analyse(
    State(shared): Server,
    Body(asked): Body<Analyse>,
) -> Result<Json<analyse::Answer>, Refusal> {
    let request = analyse::Request {
        position: Some(asked.position),
        board: asked.board,
        first_move: asked.first_move,
        ..analyse::Request::default()
    };
    let calls = shared.calls.clone();
    let made = calls.make(move || Ok(request.run(&Control::default())?));
    made.await.map(Json)
}

/// Gives a hint.
pub async fn hint(
    State(shared): Server,
    Body(request): Body<hints::Request>,
) -> Result<Json<hints::Answer>, Refusal> {
    let calls = shared.calls.clone();
    let made = calls.make(move || Ok(request.run(&Control::default())?));
    made.await.map(Json)
}

/// A game to review.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    first_move: Option<String>,
    seed: u64,
    moves: Vec<String>,
}

/// Reviews a game.
pub async fn review(
    State(shared): Server,
    Body(asked): Body<Review>,
) -> Result<Json<review::Answer>, Refusal> {
    if asked.moves.len() > limits::MOVES {
        return Err(Refusal::input("these are too many moves"));
    }
    let calls = shared.calls.clone();
    let made = calls.make(move || {
        let request = review::Request {
            game: shared.choice("minesweeper", asked.board, asked.first_move)?,
            seed: Seed(asked.seed),
            moves: asked.moves,
        };
        Ok(request.run(&Control::default())?)
    });
    made.await.map(Json)
}

/// A board to find.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoGuess {
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    first_move: Option<String>,
    seed: u64,
    first: String,
}

/// Finds a board that needs no guess.
pub async fn no_guess(
    State(shared): Server,
    Body(asked): Body<NoGuess>,
) -> Result<Json<no_guess::Answer>, Refusal> {
    let calls = shared.calls.clone();
    let stop = Stop::default();
    let control = Control::stopped_by(stop.clone());
    let made = calls.make(move || {
        let request = no_guess::Request {
            game: shared.choice("minesweeper", asked.board, asked.first_move)?,
            seed: Seed(asked.seed),
            first: asked.first,
            attempts: limits::BOARDS,
        };
        Ok(request.run(&control)?)
    });
    let timed = tokio::time::timeout(limits::CALL_TIME, made).await;
    stop.request();
    match timed {
        Ok(answer) => answer.map(Json),
        Err(_) => Err(Refusal::busy(
            "no such board was found in time; ask for a smaller one",
        )),
    }
}
