//! Minesweeper positions: analysis, graded hints, review.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use stratalog::{Control, Seed, analyse, hints, no_guess, review};

use super::Server;
use super::body::Body;
use super::names::BOARD;
use crate::desk::TextId;
use crate::limits;
use crate::refusal::Refusal;

/// A position to analyse: a text, or a board file with the squares that are open.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [
    {"position": "2x3/1\n1..\n1..\n"},
    {"mbf": [2, 2, 0, 1, 0, 0], "open": ["2,2"]}
]))]
pub struct Analyse {
    /// The position as text or emoji.
    #[serde(default)]
    position: Option<String>,
    /// The bytes of an `.mbf` file.
    #[serde(default)]
    mbf: Option<Vec<u8>>,
    /// The squares that are open on the board of the file.
    #[serde(default)]
    open: Vec<String>,
    /// The board, as in `9x9/10` or `expert`.
    #[serde(default)]
    board: Option<String>,
    /// What the first move is promised: `any`, `safe` or `zero`.
    #[serde(default)]
    first_move: Option<String>,
}

/// Analyses a position.
pub async fn analyse(
    State(shared): Server,
    Body(asked): Body<Analyse>,
) -> Result<Json<analyse::Answer>, Refusal> {
    if asked.open.len() > limits::MOVES {
        return Err(Refusal::input("these are too many squares"));
    }
    let calls = shared.calls.clone();
    let made = calls.make(move || {
        let file = match &asked.mbf {
            Some(bytes) => {
                let TextId(id) = shared.desk.keep(BOARD, bytes)?;
                Some(shared.desk.path(&id, BOARD)?)
            }
            None if asked.position.is_none() => {
                return Err(Refusal::input(
                    "send a position or the bytes of a board file",
                ));
            }
            None => None,
        };
        let request = analyse::Request {
            position: asked.position.filter(|_| file.is_none()),
            file,
            open: asked.open,
            board: asked.board,
            first_move: asked.first_move,
            ..analyse::Request::default()
        };
        let answer = request.run(&Control::default());
        answer.map_err(|error| shared.refuse(error))
    });
    made.await.map(Json)
}

/// Gives a hint.
pub async fn hint(
    State(shared): Server,
    Body(request): Body<hints::Request>,
) -> Result<Json<hints::Answer>, Refusal> {
    let calls = shared.calls.clone();
    let made = calls.make_within(limits::THINKING_TIME, move |control| {
        Ok(request.run(control)?)
    });
    made.await.map(Json)
}

/// A game to review.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{"board": "4x4/3", "seed": 1, "moves": ["1,1"]}]))]
pub struct Review {
    /// The board, as in `9x9/10` or `expert`.
    #[serde(default)]
    board: Option<String>,
    /// What the first move is promised: `any`, `safe` or `zero`.
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
    let made = calls.make_within(limits::DECISION_TIME, move |control| {
        let request = review::Request {
            game: shared.choice("minesweeper", asked.board, asked.first_move)?,
            seed: Seed(asked.seed),
            moves: asked.moves,
        };
        Ok(request.run(control)?)
    });
    made.await.map(Json)
}

/// A board to find.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{"board": "6x6/5", "seed": 1, "first": "3,3"}]))]
pub struct NoGuess {
    /// The board, as in `9x9/10` or `expert`.
    #[serde(default)]
    board: Option<String>,
    /// What the first move is promised: `any`, `safe` or `zero`.
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
    let made = calls.make_within(limits::CALL_TIME / 2, move |control| {
        let request = no_guess::Request {
            game: shared.choice("minesweeper", asked.board, asked.first_move)?,
            seed: Seed(asked.seed),
            first: asked.first,
            attempts: limits::BOARDS,
        };
        Ok(request.run(control)?)
    });
    made.await.map(Json)
}
