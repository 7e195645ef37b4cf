//! The connection between a run and its caller: events one way, a request to
//! stop the other.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::event::Event;

/// A request to stop, shared by the caller and the run. Clones are the same
/// request.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the run to stop at its next step.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back: the run has ended, and the next one goes on.
    pub fn withdraw(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the run was asked to stop.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type Listener = Arc<dyn Fn(&Event) + Send + Sync>;

/// What the caller hands to a run. The default ignores all events and never
/// stops.
#[derive(Clone, Default)]
pub struct Control {
    stop: Stop,
    listener: Option<Listener>,
}

impl Control {
    /// A control that passes events to this listener. The listener is called
    /// from any thread and must return quickly.
    pub fn new(stop: Stop, listener: impl Fn(&Event) + Send + Sync + 'static) -> Control {
        Control {
            stop,
            listener: Some(Arc::new(listener)),
        }
    }

    /// A control that can stop the run and ignores its events.
    pub fn stopped_by(stop: Stop) -> Control {
        Control {
            stop,
            listener: None,
        }
    }

    /// Passes an event to the listener.
    pub fn emit(&self, event: Event) {
        if let Some(listener) = &self.listener {
            listener(&event);
        }
    }

    /// Emits that a part of the work begins.
    pub fn stage(&self, what: &str) {
        self.emit(Event::Stage {
            what: what.to_owned(),
        });
    }

    /// Emits how much is done.
    pub fn progress(&self, what: &str, done: u64, total: Option<u64>) {
        self.emit(Event::Progress {
            what: what.to_owned(),
            done,
            total,
        });
    }

    /// Emits something the user should know.
    pub fn note(&self, text: impl Into<String>) {
        self.emit(Event::Note { text: text.into() });
    }

    /// The request to stop.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether the run must stop at its next step.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}
