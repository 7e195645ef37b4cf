//! The connection between a run and its caller: events one way, a request to
//! stop the other.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use crate::event::Event;
use crate::spread::Spread;

/// The run goes on.
const GOING_ON: u8 = 0;
/// The run waits at its next step.
const PAUSED: u8 = 1;
/// The run stops at its next step.
const STOPPED: u8 = 2;
/// How often a paused run looks whether it may go on.
const GLANCE: Duration = Duration::from_millis(20);

/// A request to stop, shared by the caller and the run. Clones are the same
/// request. The caller can also pause the run: it then waits at its next step.
///
/// ```
/// use stratalog_run::Stop;
///
/// let stop = Stop::default();
/// stop.pause();
/// assert!(stop.is_paused());
/// stop.resume();
/// assert!(!stop.is_paused() && !stop.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// Asks the run to stop at its next step, also where it is paused.
    pub fn request(&self) {
        self.0.store(STOPPED, Ordering::Relaxed);
    }

    /// Takes the request back: the run has ended, and the next one goes on.
    pub fn withdraw(&self) {
        self.exchange(STOPPED, GOING_ON);
    }

    /// Asks the run to wait at its next step. A run that must stop stops.
    pub fn pause(&self) {
        self.exchange(GOING_ON, PAUSED);
    }

    /// Lets a paused run go on.
    pub fn resume(&self) {
        self.exchange(PAUSED, GOING_ON);
    }

    /// Whether the run is asked to wait.
    pub fn is_paused(&self) -> bool {
        self.0.load(Ordering::Relaxed) == PAUSED
    }

    /// Whether the run was asked to stop. The run asks at each step: while it is
    /// paused, the answer is not given.
    #[inline]
    pub fn is_requested(&self) -> bool {
        match self.0.load(Ordering::Relaxed) {
            GOING_ON => false,
            PAUSED => self.wait(),
            _ => true,
        }
    }

    /// Waits while the run is paused; whether it then must stop. A thread that
    /// other runs share works for them in the meantime.
    #[cold]
    fn wait(&self) -> bool {
        while self.is_paused() {
            if rayon::yield_now() != Some(rayon::Yield::Executed) {
                std::thread::sleep(GLANCE);
            }
        }
        self.0.load(Ordering::Relaxed) == STOPPED
    }

    fn exchange(&self, from: u8, to: u8) {
        // Nothing changes where the state is another.
        let _ = self
            .0
            .compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }
}

type Listener = Arc<dyn Fn(&Event) + Send + Sync>;

/// What the caller hands to a run. The default ignores all events and never
/// stops.
#[derive(Clone, Default)]
pub struct Control {
    stop: Stop,
    listener: Option<Listener>,
    wants_examples: bool,
    spread: Option<Arc<dyn Spread>>,
}

impl Control {
    /// A control that passes events to this listener. The listener is called
    /// from any thread and must return quickly.
    pub fn new(stop: Stop, listener: impl Fn(&Event) + Send + Sync + 'static) -> Control {
        Control {
            stop,
            listener: Some(Arc::new(listener)),
            ..Control::default()
        }
    }

    /// A control that can stop the run and ignores its events.
    pub fn stopped_by(stop: Stop) -> Control {
        Control {
            stop,
            ..Control::default()
        }
    }

    /// The same for a listener that wants an [`Event::Example`] of each rule and
    /// feature, which takes some time to find.
    pub fn with_examples(self) -> Control {
        Control {
            wants_examples: true,
            ..self
        }
    }

    /// Whether the listener wants examples of rules and features.
    pub fn wants_examples(&self) -> bool {
        self.wants_examples && self.listener.is_some()
    }

    /// The same for a run whose pieces several processes compute.
    pub fn spread_by(self, spread: Arc<dyn Spread>) -> Control {
        let spread = Some(spread);
        Control { spread, ..self }
    }

    /// Who shares the pieces of the run among processes; nobody where this process
    /// computes all of them.
    pub fn spread(&self) -> Option<&dyn Spread> {
        self.spread.as_deref()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paused_run_waits_and_then_goes_on_or_stops() {
        for (then, stops) in [
            (Stop::resume as fn(&Stop), false),
            (Stop::request as fn(&Stop), true),
        ] {
            let stop = Stop::default();
            stop.pause();
            let asked = stop.clone();
            let run = std::thread::spawn(move || asked.is_requested());
            std::thread::sleep(3 * GLANCE);
            assert!(!run.is_finished());
            then(&stop);
            assert_eq!(run.join().expect("it only waits"), stops);
        }
    }

    #[test]
    fn a_stopped_run_cannot_be_paused() {
        let stop = Stop::default();
        stop.request();
        stop.pause();
        assert!(stop.is_requested());
    }
}
