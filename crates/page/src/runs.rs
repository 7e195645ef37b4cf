//! Long calls: their events as they happen, a request to stop, and the answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stratalog::{Control, Event, Stop};
use tokio::sync::watch;

use crate::limits;
use crate::refusal::Refusal;

/// The runs of this server, over or not.
#[derive(Default)]
pub struct Runs {
    kept: Mutex<Vec<Arc<Run>>>,
}

/// One run.
pub struct Run {
    /// Its number, which only those who started it or list it know.
    pub id: String,
    /// What it does, in a few words.
    pub title: String,
    /// The kind of call, as in `learn`.
    pub verb: &'static str,
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

/// How a run ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunResult {
    /// The library's answer.
    Answer(Value),
    /// Why there is none.
    Error(String),
}

/// How a run is going.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunState {
    /// Its number.
    pub id: String,
    /// What it does.
    pub title: String,
    /// The kind of call.
    pub verb: String,
    /// Whether it is still going on.
    pub is_running: bool,
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
    /// Starts a run.
    pub fn start(
        &self,
        verb: &'static str,
        title: String,
        call: impl FnOnce(&Control) -> RunResult + Send + 'static,
    ) -> Result<Arc<Run>, Refusal> {
        let run = Arc::new(Run {
            id: format!("{:016x}", rand::random::<u64>()),
            title,
            verb,
            stop: Stop::default(),
            begun: Instant::now(),
            course: Mutex::default(),
            changes: watch::Sender::new(0),
        });
        self.admit(&run)?;
        let working = Arc::clone(&run);
        let started = std::thread::Builder::new()
            .name(format!("run {verb}"))
            .spawn(move || working.work(call));
        if let Err(error) = started {
            run.end(RunResult::Error(error.to_string()));
        }
        let timed = Arc::clone(&run);
        tokio::spawn(async move {
            tokio::time::sleep(limits::RUN_TIME).await;
            timed.stop();
        });
        Ok(run)
    }

    /// Adds a run, if not too many are going on.
    fn admit(&self, run: &Arc<Run>) -> Result<(), Refusal> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let going_on = kept.iter().filter(|run| run.state().is_running).count();
        if going_on >= limits::RUNS_AT_ONCE {
            return Err(Refusal::busy(format!(
                "{going_on} runs are going on; wait until one is over, or stop it"
            )));
        }
        while kept.len() >= limits::RUNS_KEPT {
            let over = kept.iter().position(|run| !run.state().is_running);
            let Some(oldest) = over else { break };
            kept.remove(oldest);
        }
        kept.push(Arc::clone(run));
        Ok(())
    }

    /// The run of this number.
    pub fn find(&self, id: &str) -> Result<Arc<Run>, Refusal> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|run| run.id == id);
        found.cloned().ok_or_else(|| Refusal::missing("run"))
    }

    /// All runs, the latest first.
    pub fn list(&self) -> Vec<RunState> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().rev().map(|run| run.state()).collect()
    }

    /// Asks all runs to stop and waits for them, but not longer than this.
    pub async fn stop_all(&self, patience: Duration) {
        let kept = self
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        kept.iter().for_each(|run| run.stop());
        let ended = async {
            for run in &kept {
                while run.state().is_running {
                    run.change(run.changes()).await;
                }
            }
        };
        // A run that does not end in time is left: the process ends.
        let _ = tokio::time::timeout(patience, ended).await;
    }
}

impl Run {
    fn work(self: &Arc<Run>, call: impl FnOnce(&Control) -> RunResult) {
        let listener = Arc::clone(self);
        let control = Control::new(self.stop.clone(), move |event| listener.heard(event));
        let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call(&control)));
        self.end(made.unwrap_or_else(|_| {
            RunResult::Error("the run failed inside the program; please report it".to_owned())
        }));
    }

    fn course(&self) -> std::sync::MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an event. Progress that is reported too often is dropped.
    fn heard(&self, event: &Event) {
        let mut course = self.course();
        if course.events.len() >= limits::EVENTS {
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
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Asks the run to stop.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// How the run is going.
    pub fn state(&self) -> RunState {
        let course = self.course();
        let is_running = course.result.is_none();
        RunState {
            id: self.id.clone(),
            title: self.title.clone(),
            verb: self.verb.to_owned(),
            is_running,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_panics_ends_with_an_error_and_others_go_on() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .expect("threads");
        let _inside = runtime.enter();
        let runs = Runs::default();
        let ended = |call: fn(&Control) -> RunResult| {
            let Ok(run) = runs.start("test", "a test".to_owned(), call) else {
                panic!("a run can start");
            };
            runtime.block_on(async {
                while run.state().is_running {
                    run.change(run.changes()).await;
                }
            });
            run.state().result
        };
        let failed = ended(|_| panic!("this panic is part of the test"));
        assert!(matches!(failed, Some(RunResult::Error(_))));
        let done = ended(|_| RunResult::Answer(serde_json::Value::Null));
        assert!(matches!(done, Some(RunResult::Answer(_))));
    }
}
