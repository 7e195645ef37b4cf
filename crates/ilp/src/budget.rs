//! How long a learner may work.

use stratalog_run::{Clock, Control, Ended};

/// The request to stop and the processor time that a learner must respect.
#[derive(Clone, Debug)]
pub struct Budget {
    control: Control,
    clock: Clock,
    cpu_seconds: Option<f64>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(Control::default(), None)
    }
}

impl Budget {
    /// A budget that starts now and ends when the control is stopped or after
    /// this many seconds of processor time.
    pub fn new(control: Control, cpu_seconds: Option<f64>) -> Budget {
        Budget {
            control,
            clock: Clock::start(),
            cpu_seconds,
        }
    }

    /// The control that events are sent to.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Why the learner must end now; `None` while it may continue. Reads the
    /// processor clock, so hot loops call it once in some hundred steps.
    pub fn end(&self) -> Option<Ended> {
        if self.control.is_stopped() {
            return Some(Ended::Stopped);
        }
        let limit = self.cpu_seconds?;
        let is_over = self.clock.elapsed().cpu_seconds >= limit;
        is_over.then(|| Ended::Limit(format!("{limit} seconds of processor time")))
    }

    /// Whether the learner must end now.
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }
}
