//! Texts that clients send to be used later.

use axum::Json;
use axum::extract::State;
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
