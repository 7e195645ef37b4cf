//! Long calls: started, watched, stopped, found again.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Asked, Body, Id};
use super::start::{MEASURED, REPORT, Start};
use super::{Server, Shared};
use crate::refusal::Refusal;
use crate::runs::{Run, RunState};

/// All runs.
#[derive(Serialize, JsonSchema)]
pub struct List {
    runs: Vec<RunState>,
}

/// A file that a run wrote.
#[derive(Serialize, JsonSchema)]
pub struct Written {
    text: String,
}

/// Where to begin with the events.
#[derive(Deserialize)]
pub struct From {
    #[serde(default)]
    from: u32,
}

/// Starts a run.
pub async fn start(
    State(shared): Server,
    Body(start): Body<Start>,
) -> Result<Json<RunState>, Refusal> {
    begin(&shared, start, None).await
}

/// Starts a run, or resumes the one with this number.
async fn begin(
    shared: &Arc<Shared>,
    start: Start,
    resumed: Option<&str>,
) -> Result<Json<RunState>, Refusal> {
    let making = Arc::clone(shared);
    let ready = shared.calls.make(move || start.ready(&making)).await?;
    let run = shared.runs.start(ready.task, resumed, ready.call)?;
    Ok(Json(run.state()))
}

/// Lists runs, the latest first.
pub async fn list(State(shared): Server) -> Result<Json<List>, Refusal> {
    Ok(Json(List {
        runs: shared.runs.list(),
    }))
}

/// How a run is going.
pub async fn show(State(shared): Server, Id(id): Id) -> Result<Json<RunState>, Refusal> {
    Ok(Json(shared.runs.find(&id)?.state()))
}

/// Asks a run to stop.
pub async fn stop(State(shared): Server, Id(id): Id) -> Result<Json<RunState>, Refusal> {
    let run = shared.runs.find(&id)?;
    run.stop();
    Ok(Json(run.state()))
}

/// Asks a run to wait.
pub async fn pause(State(shared): Server, Id(id): Id) -> Result<Json<RunState>, Refusal> {
    let run = shared.runs.find(&id)?;
    run.pause();
    Ok(Json(run.state()))
}

/// Lets a run that waits go on, and starts one again that was stopped: it goes on
/// from what it saved.
pub async fn resume(State(shared): Server, Id(id): Id) -> Result<Json<RunState>, Refusal> {
    let run = shared.runs.find(&id)?;
    if run.is_running() {
        run.go_on();
        return Ok(Json(run.state()));
    }
    if !run.state().can_resume {
        let message = "this run is done; start another";
        return Err(Refusal::new(StatusCode::CONFLICT, message));
    }
    let start = serde_json::from_value(run.task.asked.clone());
    let start = start.map_err(|_| Refusal::input("this run was saved by another version"))?;
    begin(&shared, start, Some(&id)).await
}

/// The plot of an experiment, as SVG.
pub async fn picture(State(shared): Server, Id(id): Id) -> Result<Json<Written>, Refusal> {
    let run = shared.runs.find(&id)?;
    let name = run.task.asked["name"].as_str().unwrap_or_default();
    let is_experiment = run.task.verb == "reproduce";
    let file = Path::new(MEASURED).join(format!("{name}.svg"));
    written(&shared, &run, Some(file).filter(|_| is_experiment)).await
}

/// The report about rules, as HTML.
pub async fn report(State(shared): Server, Id(id): Id) -> Result<Json<Written>, Refusal> {
    let run = shared.runs.find(&id)?;
    let is_report = run.task.verb == "report";
    let file = Some(PathBuf::from(REPORT)).filter(|_| is_report);
    written(&shared, &run, file).await
}

/// A file in the folder of a run.
async fn written(
    shared: &Arc<Shared>,
    run: &Arc<Run>,
    file: Option<PathBuf>,
) -> Result<Json<Written>, Refusal> {
    let path = file.map(|file| run.folder().join(file));
    let read = move || {
        let text = path.and_then(|path| std::fs::read_to_string(path).ok());
        text.ok_or_else(|| Refusal::missing("file of a run"))
    };
    let text = shared.calls.make(read).await?;
    Ok(Json(Written { text }))
}

/// The events of a run as they happen, and its result at the end.
pub async fn events(
    State(shared): Server,
    Id(id): Id,
    Asked(from): Asked<From>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, Refusal> {
    let run = shared.runs.find(&id)?;
    let watch = Watch {
        run,
        next: from.from as usize,
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
