//! The HTTP interface: one route for each call of the library.

mod body;
mod mines;
mod names;
mod rules;
mod runs;
mod sessions;
mod start;
mod texts;

use std::io;
use std::sync::{Arc, OnceLock};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware;
use axum::routing::{get, post};
use axum::{Json, Router};
use stratalog::{Control, games, reproduce, rulesheets};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::assets;
use crate::calls::Calls;
use crate::desk::Desk;
use crate::guard::{Guard, HEADERS, guard};
use crate::limits;
use crate::refusal::Refusal;
use crate::runs::Runs;
use crate::sessions::Sessions;

/// What all requests share.
pub struct Shared {
    /// Texts that clients sent.
    pub(crate) desk: Desk,
    /// Games in progress.
    pub(crate) sessions: Sessions,
    /// Long calls.
    pub(crate) runs: Runs,
    /// Short calls.
    pub(crate) calls: Calls,
    games: OnceLock<games::Answer>,
}

impl Shared {
    /// Nothing yet.
    pub fn new() -> io::Result<Shared> {
        Ok(Shared {
            desk: Desk::new()?,
            sessions: Sessions::default(),
            runs: Runs::default(),
            calls: Calls::default(),
            games: OnceLock::new(),
        })
    }

    /// The games of the catalogue.
    pub(crate) fn games(&self) -> Result<&games::Answer, Refusal> {
        if let Some(known) = self.games.get() {
            return Ok(known);
        }
        let answer = games::Request {}.run(&Control::default())?;
        Ok(self.games.get_or_init(|| answer))
    }

    /// The refusal of an error of the library, without the server's own paths.
    pub(crate) fn refuse(&self, error: stratalog::Error) -> Refusal {
        let mut refusal = Refusal::from(error);
        refusal.message = self.desk.without_paths(&refusal.message);
        for diagnostic in &mut refusal.diagnostics {
            diagnostic.file = self.desk.without_paths(&diagnostic.file);
            diagnostic.rendered = self.desk.without_paths(&diagnostic.rendered);
        }
        refusal
    }
}

type Server = State<Arc<Shared>>;

/// All routes, behind the guard.
pub fn router(shared: Arc<Shared>, guarded: Arc<Guard>) -> Router {
    let mut router = Router::new()
        .route("/", get(assets::index))
        .route("/{name}", get(assets::file))
        .route("/api/games", get(all_games))
        .route("/api/sessions", post(sessions::open))
        .route("/api/sessions/{id}", get(sessions::show))
        .route("/api/sessions/{id}/play", post(sessions::play))
        .route("/api/sessions/{id}/undo", post(sessions::undo))
        .route("/api/sessions/{id}/hint", post(sessions::hint))
        .route("/api/sessions/{id}/let", post(sessions::let_move))
        .route("/api/analyse", post(mines::analyse))
        .route("/api/mines/hint", post(mines::hint))
        .route("/api/mines/review", post(mines::review))
        .route("/api/mines/no_guess", post(mines::no_guess))
        .route("/api/texts", post(texts::keep))
        .route("/api/texts/{name}", get(texts::read))
        .route("/api/rules/check", post(rules::check))
        .route("/api/rulesheets", get(all_rulesheets))
        .route("/api/experiments", get(all_experiments))
        .route("/api/runs", get(runs::list).post(runs::start))
        .route("/api/runs/{id}", get(runs::show))
        .route("/api/runs/{id}/events", get(runs::events))
        .route("/api/runs/{id}/stop", post(runs::stop))
        .fallback(nowhere)
        .method_not_allowed_fallback(other_method)
        .with_state(shared)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(RequestBodyTimeoutLayer::new(limits::BODY_TIME))
        .layer(middleware::from_fn_with_state(guarded, guard));
    for (name, value) in HEADERS {
        router = router.layer(SetResponseHeaderLayer::overriding(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        ));
    }
    router
}

async fn all_games(State(shared): Server) -> Result<Json<games::Answer>, Refusal> {
    let calls = shared.calls.clone();
    let answer = calls.make(move || Ok(shared.games()?.clone())).await?;
    Ok(Json(answer))
}

async fn all_rulesheets() -> Result<Json<rulesheets::Answer>, Refusal> {
    Ok(Json(rulesheets::Request {}.run(&Control::default())?))
}

async fn all_experiments() -> Result<Json<reproduce::Answer>, Refusal> {
    let request = reproduce::Request::default();
    Ok(Json(request.run(&Control::default())?))
}

async fn nowhere() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address")
}

async fn other_method() -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address does not take that method",
    )
}
