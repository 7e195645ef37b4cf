//! Texts that clients send to be used later.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stratalog::check;

use super::Server;
use super::body::{Body, Id};
use super::names::{RULES, RULES_KIF, STRATEGY};
use crate::desk::TextId;
use crate::refusal::Refusal;

/// A text to keep.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{"kind": "rules", "text": "role(alone).\n"}]))]
pub struct Keep {
    kind: Kind,
    text: String,
}

/// What a text is.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
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
#[derive(Serialize, JsonSchema)]
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
    if matches!(keep.kind, Kind::Strategy) && check::rules_named_by(&keep.text).is_some() {
        return Err(Refusal::input(
            "this strategy names a file with rules, which the server does not open; \
             remove its line strategy(rules, …)",
        ));
    }
    let calls = shared.calls.clone();
    let name = calls
        .make(move || shared.desk.keep(file, keep.text.as_bytes()))
        .await?;
    Ok(Json(KeptText { name }))
}

/// A strategy of the desk.
#[derive(Serialize, JsonSchema)]
pub struct StrategyText {
    text: String,
}

/// The text of a strategy that was learned or sent.
pub async fn read(State(shared): Server, Id(name): Id) -> Result<Json<StrategyText>, Refusal> {
    let calls = shared.calls.clone();
    let read = move || {
        let path = shared.desk.path(&name, STRATEGY)?;
        let text = std::fs::read_to_string(path).map_err(|_| Refusal::missing("text"))?;
        // Where the rules lie on this server concerns nobody else.
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("strategy(rules,"));
        Ok(lines.map(|line| format!("{line}\n")).collect())
    };
    let text = calls.make(read).await?;
    Ok(Json(StrategyText { text }))
}
