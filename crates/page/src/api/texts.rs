//! Texts that clients send to be used later.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::Server;
use super::body::Body;
use super::names::{RULES, RULES_KIF, STRATEGY};
use crate::desk::TextId;
use crate::refusal::Refusal;

/// A text to keep.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keep {
    kind: Kind,
    text: String,
}

/// What a text is.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// The rules of a game, in Prolog.
    Rules,
    /// The rules of a game, in KIF.
    Kif,
    /// A strategy.
    Strategy,
}

/// The name under which a text can be used as a game or a player.
#[derive(Serialize)]
pub struct KeptText {
    name: TextId,
}

/// Keeps a text.
pub async fn keep(
    State(shared): Server,
    Body(keep): Body<Keep>,
) -> Result<Json<KeptText>, Refusal> {
    let file = match keep.kind {
        Kind::Rules => RULES,
        Kind::Kif => RULES_KIF,
        Kind::Strategy => STRATEGY,
    };
    let calls = shared.calls.clone();
    let name = calls
        .make(move || shared.desk.keep(file, &keep.text))
        .await?;
    Ok(Json(KeptText { name }))
}

/// A strategy of the desk.
#[derive(Serialize)]
pub struct StrategyText {
    text: String,
}

/// The text of a strategy that was learned or sent.
pub async fn read(
    State(shared): Server,
    Path(name): Path<String>,
) -> Result<Json<StrategyText>, Refusal> {
    let calls = shared.calls.clone();
    let read = move || {
        let path = shared.desk.path(&name, STRATEGY)?;
        std::fs::read_to_string(path).map_err(|_| Refusal::missing("text"))
    };
    let text = calls.make(read).await?;
    Ok(Json(StrategyText { text }))
}
