//! Positions in which rules decide, for whoever listens. They are looked for on a
//! thread of their own, so that learning does not wait for them.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use stratalog_catalogue::Playable;
use stratalog_migo::Strategy;
use stratalog_run::{Control, Seed, Stop};

use crate::quiz::example::shown;
use crate::quiz::teacher::Teacher;

/// How long a position is looked for.
const SEARCH_TIME: Duration = Duration::from_secs(1);
/// How long the end of a run waits for the last positions.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the end of a run looks whether they were found.
const GLANCE: Duration = Duration::from_millis(5);

/// Shows the rules of strategies.
pub(super) struct Pictures {
    /// Nobody once the run is over.
    strategies: Option<Sender<Strategy>>,
    painter: JoinHandle<()>,
    stop: Stop,
}

impl Pictures {
    /// A painter for a run, where its listener wants pictures.
    pub(super) fn new(playable: &Playable, control: &Control, seed: Seed) -> Option<Pictures> {
        if !control.wants_examples() {
            return None;
        }
        let (strategies, received) = mpsc::channel();
        let stop = Stop::default();
        let painter = Painter {
            playable: playable.clone(),
            listener: control.clone(),
            stop: Control::stopped_by(stop.clone()),
            seed: seed.derive("pictures"),
            known: Vec::new(),
        };
        let thread = std::thread::Builder::new().name("pictures".to_owned());
        // Without a thread there are no pictures.
        let painter = thread.spawn(move || painter.paint_all(&received)).ok()?;
        Some(Pictures {
            strategies: Some(strategies),
            painter,
            stop,
        })
    }

    /// Shows the rules of a strategy that are new.
    pub(super) fn show(&self, strategy: Strategy) {
        if let Some(strategies) = &self.strategies {
            // Nobody receives it if the painter failed; learning goes on.
            let _ = strategies.send(strategy);
        }
    }
}

impl Drop for Pictures {
    fn drop(&mut self) {
        self.strategies = None;
        let until = Instant::now() + PATIENCE;
        while !self.painter.is_finished() && Instant::now() < until {
            std::thread::sleep(GLANCE);
        }
        self.stop.request();
    }
}

struct Painter {
    playable: Playable,
    listener: Control,
    /// Ends the search when the run is over.
    stop: Control,
    seed: Seed,
    /// The rules that were shown, with their clauses.
    known: Vec<(String, Vec<String>)>,
}

impl Painter {
    fn paint_all(mut self, strategies: &Receiver<Strategy>) {
        let mut next = strategies.recv().ok();
        while let Some(strategy) = next {
            // Only the latest strategy matters.
            let latest = strategies.try_iter().last().unwrap_or(strategy);
            next = self
                .paint(&latest, strategies)
                .or_else(|| strategies.recv().ok());
        }
    }

    /// Shows the rules that are new; gives the next strategy, where there is one
    /// before all are shown.
    fn paint(&mut self, strategy: &Strategy, strategies: &Receiver<Strategy>) -> Option<Strategy> {
        let mut teacher = Teacher::of_rules(self.playable.clone(), strategy).ok()?;
        for rule in teacher.rules.clone() {
            let key = (rule.name, rule.clauses);
            if self.known.contains(&key) {
                continue;
            }
            if let Ok(next) = strategies.try_recv() {
                return Some(next);
            }
            let until = Some(Instant::now() + SEARCH_TIME);
            let found = shown(&mut teacher, &key.0, self.seed.stream(0), &self.stop, until);
            if self.stop.is_stopped() {
                return None;
            }
            if let Some(found) = found {
                let english = format!("{} plays {}", found.role, found.mv);
                self.listener
                    .emit(found.drawing.as_example(&key.0, english));
                self.known.push(key);
            }
        }
        None
    }
}
