//! The HTTP interface: one route for each call of the library.

mod body;
mod mines;
mod names;
mod quiz;
mod routes;
mod rules;
mod runs;
mod sessions;
mod start;
mod texts;

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use stratalog::{Control, games, learners, reproduce, rulesheets};
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
use routes::Routes;

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
    /// What was kept in a folder; nothing yet where there is none.
    pub fn new(state: Option<&Path>) -> io::Result<Shared> {
        let desk = Desk::new(state)?;
        Ok(Shared {
            runs: Runs::new(desk.runs_folder()),
            desk,
            sessions: Sessions::default(),
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
    let (routes, description) = describe().finish();
    let description = Json(description);
    let mut router = routes
        .route("/", get(assets::index))
        .route("/{name}", get(assets::file))
        .route("/api/openapi.json", get(async move || description.clone()))
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

/// The OpenAPI description of the interface.
pub fn description() -> Value {
    describe().finish().1
}

/// The routes of the interface. The page's own files and this description are not
/// part of it.
fn describe() -> Routes {
    Routes::new()
        .get("/api/games", "The games of the catalogue", all_games)
        .get("/api/learners", "Who learns which game", all_learners)
        .get(
            "/api/rulesheets",
            "The rulesheets of the program",
            all_rulesheets,
        )
        .get(
            "/api/experiments",
            "Tables and figures of papers",
            all_experiments,
        )
        .post("/api/sessions", "Starts a game", sessions::open)
        .get_one("/api/sessions/{id}", "Shows a game", sessions::show)
        .post_about("/api/sessions/{id}/play", "Makes moves", sessions::play)
        .post_to(
            "/api/sessions/{id}/undo",
            "Takes a move back",
            sessions::undo,
        )
        .post_about("/api/sessions/{id}/hint", "Asks a player", sessions::hint)
        .post_about(
            "/api/sessions/{id}/let",
            "Lets a player move",
            sessions::let_move,
        )
        .get_one(
            "/api/sessions/{id}/values",
            "Values every legal move",
            sessions::values,
        )
        .post("/api/quiz/question", "Sets a question", quiz::question)
        .post(
            "/api/quiz/example",
            "Shows what a rule means",
            quiz::example,
        )
        .post("/api/quiz/judgement", "Judges an answer", quiz::judgement)
        .post(
            "/api/analyse",
            "Analyses a Minesweeper position",
            mines::analyse,
        )
        .post("/api/mines/hint", "Gives a graded hint", mines::hint)
        .post(
            "/api/mines/review",
            "Judges a game click by click",
            mines::review,
        )
        .post(
            "/api/mines/no_guess",
            "Finds a board that needs no guess",
            mines::no_guess,
        )
        .post("/api/texts", "Keeps rules or a strategy", texts::keep)
        .get_one("/api/texts/{name}", "Gives a strategy", texts::read)
        .post("/api/rules/check", "Checks rules", rules::check)
        .get("/api/runs", "Lists long calls", runs::list)
        .post("/api/runs", "Starts a long call", runs::start)
        .get_one("/api/runs/{id}", "How a long call is going", runs::show)
        .get_one(
            "/api/runs/{id}/picture",
            "The plot of an experiment",
            runs::picture,
        )
        .get_one(
            "/api/runs/{id}/report",
            "The report about rules",
            runs::report,
        )
        .events(
            "/api/runs/{id}/events",
            "What happens in a long call",
            get(runs::events),
        )
        .post_to(
            "/api/runs/{id}/pause",
            "Asks a long call to wait",
            runs::pause,
        )
        .post_to(
            "/api/runs/{id}/resume",
            "Lets a long call go on",
            runs::resume,
        )
        .post_to(
            "/api/runs/{id}/stop",
            "Asks a long call to stop",
            runs::stop,
        )
}

async fn all_games(State(shared): Server) -> Result<Json<games::Answer>, Refusal> {
    let calls = shared.calls.clone();
    let answer = calls.make(move || Ok(shared.games()?.clone())).await?;
    Ok(Json(answer))
}

async fn all_learners(_: Server) -> Result<Json<learners::Answer>, Refusal> {
    Ok(Json(learners::Request {}.run(&Control::default())?))
}

async fn all_rulesheets(_: Server) -> Result<Json<rulesheets::Answer>, Refusal> {
    Ok(Json(rulesheets::Request {}.run(&Control::default())?))
}

async fn all_experiments(_: Server) -> Result<Json<reproduce::Listed>, Refusal> {
    Ok(Json(reproduce::list()))
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
