//! Being taught: questions and their judgement.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use stratalog::quiz::{Lesson, Progress, ask, example, judge};
use stratalog::{Control, Seed};

use super::body::Body;
use super::{Server, Shared};
use crate::limits;
use crate::refusal::Refusal;

/// What is taught, and what was asked before.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{"game": "minesweeper", "seed": 3}]))]
pub struct Ask {
    /// A game of the catalogue or the name of rules that were sent.
    game: String,
    #[serde(default)]
    board: Option<String>,
    /// The name of a strategy that was learned or sent. Minesweeper needs none.
    #[serde(default)]
    strategy: Option<String>,
    #[serde(default)]
    progress: Progress,
    #[serde(default)]
    seed: Option<u64>,
}

/// The answer to a question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [
    {"game": "minesweeper", "position": "2x3/1\n1..\n1..\n", "answer": "1,3"}
]))]
pub struct Judge {
    /// A game of the catalogue or the name of rules that were sent.
    game: String,
    #[serde(default)]
    board: Option<String>,
    /// The name of a strategy that was learned or sent. Minesweeper needs none.
    #[serde(default)]
    strategy: Option<String>,
    #[serde(default)]
    progress: Progress,
    /// The position of the question.
    position: String,
    /// The move that was chosen.
    answer: String,
}

/// A rule to show.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{"game": "minesweeper", "rule": "S-1"}]))]
pub struct Show {
    /// A game of the catalogue or the name of rules that were sent.
    game: String,
    #[serde(default)]
    board: Option<String>,
    /// The name of a strategy that was learned or sent. Minesweeper needs none.
    #[serde(default)]
    strategy: Option<String>,
    /// The name of the rule.
    rule: String,
    #[serde(default)]
    seed: Option<u64>,
}

/// Shows a position in which a rule decides.
pub async fn example(
    State(shared): Server,
    Body(asked): Body<Show>,
) -> Result<Json<example::Answer>, Refusal> {
    let taught = (asked.game, asked.board, asked.strategy);
    let call = move |lesson, control: &Control| {
        let request = example::Request {
            lesson,
            rule: asked.rule,
            seed: Seed(asked.seed.unwrap_or(1)),
        };
        request.run(control)
    };
    answered(shared, taught, call).await
}

/// Sets a question.
pub async fn question(
    State(shared): Server,
    Body(asked): Body<Ask>,
) -> Result<Json<ask::Answer>, Refusal> {
    let taught = (asked.game, asked.board, asked.strategy);
    let call = move |lesson, control: &Control| {
        let request = ask::Request {
            lesson,
            progress: asked.progress,
            seed: Seed(asked.seed.unwrap_or(1)),
        };
        request.run(control)
    };
    answered(shared, taught, call).await
}

/// Judges an answer.
pub async fn judgement(
    State(shared): Server,
    Body(asked): Body<Judge>,
) -> Result<Json<judge::Answer>, Refusal> {
    let taught = (asked.game, asked.board, asked.strategy);
    let call = move |lesson, control: &Control| {
        let request = judge::Request {
            lesson,
            position: asked.position,
            answer: asked.answer,
            progress: asked.progress,
        };
        request.run(control)
    };
    answered(shared, taught, call).await
}

/// Makes a call about the lesson on a game, its board and a strategy.
async fn answered<T: Send + 'static>(
    shared: Arc<Shared>,
    (game, board, strategy): (String, Option<String>, Option<String>),
    call: impl FnOnce(Lesson, &Control) -> Result<T, stratalog::Error> + Send + 'static,
) -> Result<Json<T>, Refusal> {
    let calls = shared.calls.clone();
    let made = calls.make_within(limits::THINKING_TIME, move |control| {
        let lesson = lesson(&shared, &game, board, strategy)?;
        call(lesson, control).map_err(|error| shared.refuse(error))
    });
    made.await.map(Json)
}

fn lesson(
    shared: &Shared,
    game: &str,
    board: Option<String>,
    strategy: Option<String>,
) -> Result<Lesson, Refusal> {
    Ok(Lesson {
        game: shared.choice(game, board, None)?,
        strategy: strategy.map(|name| shared.strategy(&name)).transpose()?,
    })
}
