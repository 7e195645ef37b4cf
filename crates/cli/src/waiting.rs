//! Progress of calls that do not yet report events.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// Does the work, and shows how long it has been going on once that is a second.
pub fn with_spinner<T>(what: &str, work: impl FnOnce() -> T) -> T {
    with_news(|| what.to_owned(), work)
}

/// The same with a message that changes.
pub fn with_news<T>(news: impl Fn() -> String + Send, work: impl FnOnce() -> T) -> T {
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let make_bar = || ProgressBar::new_spinner().with_style(style);
    watch(make_bar, news, work)
}

fn watch<T>(
    make_bar: impl FnOnce() -> ProgressBar + Send,
    news: impl Fn() -> String + Send,
    work: impl FnOnce() -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = make_bar().with_message(news());
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                bar.set_message(news());
                bar.tick();
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
