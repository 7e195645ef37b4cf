//! Long calls: their events as they happen, a request to pause or to stop, and the
//! answer. A run is saved in a folder of its own, so that it is found again, with
//! what it has, when the server is started again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stratalog::{Control, Event, SavedState, Stop};
use tokio::sync::watch;

use crate::limits;
use crate::refusal::Refusal;

/// The file with the course of a run, in its folder.
const RECORD: &str = "run.json";

/// The runs of this server, over or not.
pub struct Runs {
    folder: PathBuf,
    kept: Mutex<Vec<Arc<Run>>>,
}

/// What a run is asked for. It is saved, so that the run can be resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The kind of call, as in `learn`.
    pub verb: String,
    /// What it does, in a few words.
    pub title: String,
    /// The request, as the client sent it.
    pub asked: Value,
}

/// One run.
pub struct Run {
    /// Its number, which only those who started it or list it know.
    pub id: String,
    /// What it was asked for.
    pub task: Task,
    folder: PathBuf,
    stop: Stop,
    begun: Instant,
    course: Mutex<Course>,
    /// Counts changes of the course, for those who wait for the next.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Course {
    events: Vec<String>,
    last_progress: Option<(String, Instant)>,
    result: Option<RunResult>,
    seconds: f64,
}

/// The course of a run as it is saved.
#[derive(Serialize, Deserialize)]
struct Record {
    id: String,
    task: Task,
    began: SystemTime,
    events: Vec<String>,
    result: Option<RunResult>,
    seconds: f64,
}

/// How a run ended.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunResult {
    /// The library's answer: the JSON object of the command's `--json`.
    Answer(Value),
    /// Why there is none.
    Error(String),
    /// Why it did not come to its end. It can be resumed.
    Interrupted(String),
}

/// How a run is going.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunState {
    /// Its number.
    pub id: String,
    /// What it does.
    pub title: String,
    /// The kind of call.
    pub verb: String,
    /// The request, without long texts.
    pub asked: Value,
    /// Whether it is still going on.
    pub is_running: bool,
    /// Whether it waits to go on.
    pub is_paused: bool,
    /// Whether it was stopped before its end and can be resumed.
    pub can_resume: bool,
    /// Seconds since it began, or that it took.
    pub seconds: f64,
    /// The number of its events so far.
    pub events: usize,
    /// How it ended.
    pub result: Option<RunResult>,
}

/// What happened in a run since an event, and whether it is over.
pub struct Since {
    /// The events, as JSON.
    pub events: Vec<String>,
    /// How it ended.
    pub result: Option<RunResult>,
}

impl Runs {
    /// The runs that were saved in a folder.
    pub fn new(folder: PathBuf) -> Runs {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut found: Vec<(SystemTime, Run)> = entries
            .filter_map(|entry| Run::load(&entry.path()))
            .collect();
        found.sort_by_key(|(began, _)| *began);
        let kept = found.into_iter().map(|(_, run)| Arc::new(run)).collect();
        Runs {
            folder,
            kept: Mutex::new(kept),
        }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Run>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a run, or resumes the one with this number.
    pub fn start(
        &self,
        task: Task,
        resumed: Option<&str>,
        call: impl FnOnce(&Control, &Run) -> RunResult + Send + 'static,
    ) -> Result<Arc<Run>, Refusal> {
        let id = match resumed {
            Some(id) => id.to_owned(),
            None => format!("{:016x}", rand::random::<u64>()),
        };
        let run = Arc::new(Run::new(self.folder.join(&id), id, task));
        self.admit(&run)?;
        let made = std::fs::create_dir_all(&run.folder);
        made.map_err(|error| Refusal::input(format!("the run has no folder: {error}")))?;
        run.save();
        let working = Arc::clone(&run);
        let started = std::thread::Builder::new()
            .name(format!("run {}", run.task.verb))
            .spawn(move || working.work(call));
        if let Err(error) = started {
            run.end(RunResult::Error(error.to_string()));
        }
        let watched = Arc::clone(&run);
        tokio::spawn(async move { watched.limit().await });
        Ok(run)
    }

    /// Adds a run, if not too many are going on.
    fn admit(&self, run: &Arc<Run>) -> Result<(), Refusal> {
        let mut kept = self.kept();
        let going_on = kept.iter().filter(|run| run.is_running()).count();
        if going_on >= limits::RUNS_AT_ONCE {
            return Err(Refusal::busy(format!(
                "{going_on} runs are going on; wait until one is over, or stop it"
            )));
        }
        kept.retain(|known| known.id != run.id);
        while kept.len() >= limits::RUNS_KEPT {
            let over = kept.iter().position(|run| !run.is_running());
            let Some(oldest) = over else { break };
            let removed = kept.remove(oldest);
            // A folder that cannot be removed is found again at the next start.
            let _ = std::fs::remove_dir_all(&removed.folder);
        }
        kept.push(Arc::clone(run));
        Ok(())
    }

    /// The run of this number.
    pub fn find(&self, id: &str) -> Result<Arc<Run>, Refusal> {
        let kept = self.kept();
        let found = kept.iter().find(|run| run.id == id);
        found.cloned().ok_or_else(|| Refusal::missing("run"))
    }

    /// All runs, the latest first.
    pub fn list(&self) -> Vec<RunState> {
        self.kept().iter().rev().map(|run| run.state()).collect()
    }

    /// Asks all runs to stop and waits for them, but not longer than this. What
    /// they have is saved.
    pub async fn stop_all(&self, patience: Duration) {
        let kept = self.kept().clone();
        kept.iter().for_each(|run| run.stop());
        let ended = async {
            for run in &kept {
                while run.is_running() {
                    run.change(run.changes()).await;
                }
            }
        };
        if tokio::time::timeout(patience, ended).await.is_err() {
            // The process ends; what these runs told so far is kept.
            let slow = kept.iter().filter(|run| run.is_running());
            slow.for_each(|run| run.save());
        }
    }
}

impl Run {
    fn new(folder: PathBuf, id: String, task: Task) -> Run {
        Run {
            id,
            task,
            folder,
            stop: Stop::default(),
            begun: Instant::now(),
            course: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }

    /// A run that was saved in a folder, and when it began.
    fn load(folder: &Path) -> Option<(SystemTime, Run)> {
        let record: Record = saved(folder).load().ok()??;
        let mut run = Run::new(folder.to_owned(), record.id, record.task);
        run.course = Mutex::new(Course {
            events: record.events,
            last_progress: None,
            result: Some(record.result.unwrap_or_else(|| {
                RunResult::Interrupted("the server ended before this run did; resume it".to_owned())
            })),
            seconds: record.seconds,
        });
        Some((record.began, run))
    }

    /// Saves the course of the run.
    fn save(&self) {
        let course = self.course();
        let record = Record {
            id: self.id.clone(),
            task: self.task.clone(),
            began: SystemTime::now()
                .checked_sub(self.begun.elapsed())
                .unwrap_or(SystemTime::UNIX_EPOCH),
            events: course.events.clone(),
            result: course.result.clone(),
            seconds: course.seconds,
        };
        drop(course);
        // A run that cannot be saved goes on; it is not found after a restart.
        let _ = saved(&self.folder).store(&record);
    }

    fn work(self: &Arc<Run>, call: impl FnOnce(&Control, &Run) -> RunResult) {
        let listener = Arc::clone(self);
        let control = Control::new(self.stop.clone(), move |event| listener.heard(event));
        let control = control.with_examples();
        let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call(&control, self)));
        self.end(made.unwrap_or_else(|_| {
            RunResult::Error("the run failed inside the program; please report it".to_owned())
        }));
    }

    /// Stops the run when its time is over, or when the server needs too much
    /// memory while it is going on.
    async fn limit(&self) {
        while self.is_running() {
            tokio::time::sleep(limits::LOOK_TIME).await;
            let reason = if self.begun.elapsed() > limits::RUN_TIME {
                "the time limit of runs"
            } else if resident_bytes().is_some_and(|bytes| bytes > limits::MEMORY) {
                "the memory limit of the server"
            } else {
                continue;
            };
            self.heard(&Event::Note {
                text: format!("{reason} is reached; the run is stopped"),
            });
            self.stop();
            return;
        }
    }

    fn course(&self) -> std::sync::MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an event. Progress that is reported too often is dropped.
    fn heard(&self, event: &Event) {
        let mut course = self.course();
        // What there is much of leaves room for the rest.
        let most = match event {
            Event::Game { .. } | Event::Progress { .. } => limits::EVENTS / 2,
            _ => limits::EVENTS,
        };
        if course.events.len() >= most {
            return;
        }
        if let Event::Progress { what, done, total } = event {
            let is_recent = course.last_progress.as_ref().is_some_and(|(last, at)| {
                last == what && at.elapsed() < limits::PROGRESS_TIME && *total != Some(*done)
            });
            if is_recent {
                return;
            }
            course.last_progress = Some((what.clone(), Instant::now()));
        }
        if let Ok(text) = serde_json::to_string(event) {
            course.events.push(text);
        }
        drop(course);
        self.changes.send_modify(|changes| *changes += 1);
    }

    fn end(&self, result: RunResult) {
        let mut course = self.course();
        course.seconds = self.begun.elapsed().as_secs_f64();
        course.result = Some(result);
        drop(course);
        self.save();
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// The folder of the run: what it writes is kept there.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Asks the run to stop.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Asks the run to wait.
    pub fn pause(&self) {
        self.stop.pause();
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Lets the run go on.
    pub fn go_on(&self) {
        self.stop.resume();
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Whether the run is still going on.
    pub fn is_running(&self) -> bool {
        self.course().result.is_none()
    }

    /// How the run is going.
    pub fn state(&self) -> RunState {
        let course = self.course();
        let is_running = course.result.is_none();
        let was_cut_short = match &course.result {
            None | Some(RunResult::Error(_)) => false,
            Some(RunResult::Interrupted(_)) => true,
            Some(RunResult::Answer(answer)) => answer["ended"] == "stopped",
        };
        RunState {
            id: self.id.clone(),
            title: self.task.title.clone(),
            verb: self.task.verb.clone(),
            asked: in_short(&self.task.asked),
            is_running,
            is_paused: is_running && self.stop.is_paused(),
            can_resume: was_cut_short,
            seconds: if is_running {
                self.begun.elapsed().as_secs_f64()
            } else {
                course.seconds
            },
            events: course.events.len(),
            result: course.result.clone(),
        }
    }

    /// What happened from this event on.
    pub fn since(&self, from: usize) -> Since {
        let course = self.course();
        Since {
            events: course.events.get(from..).unwrap_or_default().to_vec(),
            result: course.result.clone(),
        }
    }

    /// The number of changes so far.
    pub fn changes(&self) -> u64 {
        *self.changes.borrow()
    }

    /// Waits until there were more changes than this.
    pub async fn change(&self, seen: u64) {
        let mut changes = self.changes.subscribe();
        // The sender lives as long as the run.
        let _ = changes.wait_for(|&changes| changes > seen).await;
    }
}

/// A request without the texts and files that it brings.
fn in_short(asked: &Value) -> Value {
    let fields = asked.as_object().into_iter().flatten();
    let short = fields.filter(|(_, value)| match value {
        Value::String(text) => text.len() <= limits::TITLE,
        Value::Array(_) | Value::Object(_) => false,
        _ => true,
    });
    short
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The saved course of the run in a folder.
fn saved(folder: &Path) -> SavedState {
    SavedState::new(folder.join(RECORD), &"page run")
}

/// The memory that the process holds, where the system says it.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_kept_however_many_games_were_played() {
        let task = Task {
            verb: "learn".to_owned(),
            title: String::new(),
            asked: Value::Null,
        };
        let run = Run::new(PathBuf::new(), String::new(), task);
        for number in 0..2 * limits::EVENTS as u64 {
            run.heard(&Event::Game {
                number,
                outcome: "win".to_owned(),
                regret: None,
                board: None,
            });
        }
        run.heard(&Event::InUse { names: Vec::new() });
        let events = run.since(0).events;
        assert!(events.len() < limits::EVENTS);
        assert!(events.last().is_some_and(|last| last.contains("in_use")));
    }
}
