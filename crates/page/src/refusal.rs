//! Why a request was refused, as HTTP.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use stratalog::{Diagnostic, Error};

/// Why a request was refused: a status and a message for people.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The HTTP status.
    pub status: StatusCode,
    /// What is wrong, and what to do.
    pub message: String,
    /// The mistakes in a text, where that is the reason.
    pub diagnostics: Vec<Diagnostic>,
}

/// A refusal as clients read it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Refusal")]
pub(crate) struct RefusalBody {
    /// What is wrong, and what to do.
    error: String,
    /// The mistakes in a text, where that is the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<Diagnostic>,
}

impl Refusal {
    /// A refusal with this status and message.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal {
            status,
            message: message.into(),
            diagnostics: Vec::new(),
        }
    }

    /// The request is wrong.
    pub fn input(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// What the request names does not exist.
    pub fn missing(what: &str) -> Refusal {
        let message = format!("there is no such {what}, or it has expired; start a new one");
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// The server has enough to do.
    pub fn busy(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let diagnostics = match &error {
            Error::Text(diagnostics) => diagnostics.clone(),
            _ => Vec::new(),
        };
        Refusal {
            diagnostics,
            ..Refusal::input(error.to_string())
        }
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Refusal {
        Refusal::new(rejection.status(), rejection.body_text())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = RefusalBody {
            error: self.message,
            diagnostics: self.diagnostics,
        };
        (self.status, Json(body)).into_response()
    }
}
