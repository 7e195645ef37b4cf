//! Long calls: started, watched, stopped, found again.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::{Deserialize, Serialize};

use super::Server;
use super::body::Body;
use super::start::Start;
use crate::refusal::Refusal;
use crate::runs::{Run, RunState};

/// All runs.
#[derive(Serialize)]
pub struct List {
    runs: Vec<RunState>,
}

/// Where to begin with the events.
#[derive(Deserialize)]
pub struct From {
    #[serde(default)]
    from: usize,
}

/// Starts a run.
pub async fn start(
    State(shared): Server,
    Body(start): Body<Start>,
) -> Result<Json<RunState>, Refusal> {
    let calls = shared.calls.clone();
    let making = Arc::clone(&shared);
    let ready = calls.make(move || start.ready(&making)).await?;
    let run = shared.runs.start(ready.verb, ready.title, ready.call)?;
    Ok(Json(run.state()))
}

/// Lists runs, the latest first.
pub async fn list(State(shared): Server) -> Json<List> {
    Json(List {
        runs: shared.runs.list(),
    })
}

/// How a run is going.
pub async fn show(
    State(shared): Server,
    Path(id): Path<String>,
) -> Result<Json<RunState>, Refusal> {
    Ok(Json(shared.runs.find(&id)?.state()))
}

/// Asks a run to stop.
pub async fn stop(
    State(shared): Server,
    Path(id): Path<String>,
) -> Result<Json<RunState>, Refusal> {
    let run = shared.runs.find(&id)?;
    run.stop();
    Ok(Json(run.state()))
}

/// The events of a run as they happen, and its result at the end.
pub async fn events(
    State(shared): Server,
    Path(id): Path<String>,
    Query(from): Query<From>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, Refusal> {
    let run = shared.runs.find(&id)?;
    let watch = Watch {
        run,
        next: from.from,
        waiting: Vec::new(),
        is_over: false,
    };
    let events = stream::unfold(watch, |mut watch| async move {
        watch.next().await.map(|event| (Ok(event), watch))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Somebody who watches a run.
struct Watch {
    run: Arc<Run>,
    next: usize,
    /// Events that are not yet sent, the next one last.
    waiting: Vec<String>,
    is_over: bool,
}

impl Watch {
    async fn next(&mut self) -> Option<sse::Event> {
        loop {
            if let Some(text) = self.waiting.pop() {
                self.next += 1;
                return Some(sse::Event::default().id(self.next.to_string()).data(text));
            }
            if self.is_over {
                return None;
            }
            let seen = self.run.changes();
            let since = self.run.since(self.next);
            if !since.events.is_empty() {
                self.waiting = since.events;
                self.waiting.reverse();
                continue;
            }
            if let Some(result) = since.result {
                self.is_over = true;
                let text = serde_json::to_string(&result).unwrap_or_default();
                return Some(sse::Event::default().event("result").data(text));
            }
            self.run.change(seen).await;
        }
    }
}
