//! The check of rules that are being written.

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use stratalog::Control;
use stratalog::rules::Sheet;
use stratalog::rules::check::{Answer, Request};

use super::Server;
use super::body::Body;
use super::names::{RULES, RULES_KIF};
use crate::desk::TextId;
use crate::refusal::Refusal;

/// Rules to check.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [{"text": "role(alone).\n"}]))]
pub struct Check {
    text: String,
    #[serde(default)]
    syntax: Syntax,
}

/// How rules are written.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Syntax {
    #[default]
    Prolog,
    Kif,
}

/// Checks rules.
pub async fn check(
    State(shared): Server,
    Body(check): Body<Check>,
) -> Result<Json<Answer>, Refusal> {
    let calls = shared.calls.clone();
    let made = calls.make(move || {
        let file = match check.syntax {
            Syntax::Prolog => RULES,
            Syntax::Kif => RULES_KIF,
        };
        let TextId(id) = shared.desk.keep(file, check.text.as_bytes())?;
        let path = shared.desk.path(&id, file)?;
        let request = Request {
            sheet: Sheet::new(path.display().to_string()),
        };
        let answer = request.run(&Control::default());
        answer.map_err(|error| shared.refuse(error))
    });
    made.await.map(Json)
}
