//! Progress on standard error, for what takes more than a second: a listener to
//! the events of a run.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use stratalog::{Control, Event, Stop};

const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// A line that shows how far a run is. It stays hidden for the first second.
pub struct Progress {
    bar: ProgressBar,
}

impl Default for Progress {
    fn default() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style("{spinner} {msg} {elapsed}"));
        bar.set_message("working");
        Progress { bar }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Progress {
    /// Makes a call and shows its events.
    pub fn watch<T>(self, stop: &Stop, call: impl FnOnce(&Control) -> T) -> T {
        let bar = self.bar.clone();
        let control = Control::new(stop.clone(), move |event| show(&bar, event));
        let (done, is_done) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let bar = &self.bar;
            scope.spawn(move || {
                if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                        if stop.is_requested() {
                            bar.set_prefix("stopping after this step; ");
                        }
                        bar.tick();
                    }
                }
                bar.finish_and_clear();
            });
            let result = call(&control);
            drop(done);
            result
        })
    }
}

fn show(bar: &ProgressBar, event: &Event) {
    match event {
        Event::Stage { what } => {
            bar.unset_length();
            bar.set_style(style("{spinner} {prefix}{msg} {elapsed}"));
            bar.set_message(what.clone());
        }
        Event::Progress { what, done, total } => {
            if bar.length() != *total {
                match total {
                    Some(total) => {
                        bar.set_length(*total);
                        bar.set_style(style(
                            "{prefix}{msg} {wide_bar} {human_pos}/{human_len} {eta}",
                        ));
                    }
                    None => {
                        bar.unset_length();
                        bar.set_style(style("{spinner} {prefix}{msg} {human_pos} {elapsed}"));
                    }
                }
            }
            bar.set_message(what.clone());
            bar.set_position(*done);
        }
        Event::Game { number, .. } => bar.set_message(format!("game {number}")),
        Event::Rule { name, .. } => bar.set_message(format!("learned {name}")),
        Event::Feature { english, .. } => bar.set_message(format!("found {english}")),
        Event::Accuracy { cycle, accuracy } => bar.set_message(format!(
            "cycle {cycle}, {:.1}% of preferences right",
            100.0 * accuracy
        )),
        Event::Theory { clauses, score } => {
            bar.set_message(format!("{} clauses, score {score}", clauses.len()));
        }
        Event::Bound { literals } => {
            bar.set_message(format!("no theory below {literals} literals is left"));
        }
        Event::Row { .. }
        | Event::Example { .. }
        | Event::InUse { .. }
        | Event::GameBegan { .. }
        | Event::Moved { .. }
        | Event::GameOver { .. } => {}
        Event::Note { text } => bar.suspend(|| {
            use std::io::Write;
            // Nobody may be reading standard error: that changes nothing.
            let _ = writeln!(std::io::stderr(), "stratalog: {text}");
        }),
    }
}
