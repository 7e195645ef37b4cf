//! Calls of the library from Python: the lock is free while Rust works, events go
//! to a Python function on the calling thread, and an interrupt stops the call at
//! its next step.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use stratalog::{Control, Event, Stop};

use crate::errors;

/// How often the calling thread looks for signals.
const TICK: Duration = Duration::from_millis(20);
/// Events that may wait for a slow listener before the call waits for it.
const WAITING_EVENTS: usize = 1024;
/// As much as the main thread of a program has.
pub const STACK: usize = 8 << 20;

/// What a call came to: its result, and the exception that stopped it early.
pub struct Called<T> {
    pub result: T,
    pub interrupt: Option<PyErr>,
}

/// Makes a call on a thread of its own, and its parallel parts on `threads`
/// threads. `listener` is called with each event as JSON.
pub fn make<T: Send>(
    py: Python<'_>,
    listener: Option<&Py<PyAny>>,
    threads: Option<usize>,
    call: impl FnOnce(&Control) -> T + Send,
) -> PyResult<Called<T>> {
    let pool = pool(threads).map_err(|message| errors::refusal(py, message))?;
    let stop = Stop::default();
    let (send, events) = mpsc::sync_channel::<Event>(WAITING_EVENTS);
    let events = Mutex::new(events);
    let control = if listener.is_some() {
        // When nobody receives any more, the event is dropped.
        Control::new(stop.clone(), move |event| drop(send.send(event.clone())))
    } else {
        drop(send);
        Control::stopped_by(stop.clone())
    };
    let mut interrupt = None;
    let result = std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel();
        let is_done = Mutex::new(is_done);
        let work = std::thread::Builder::new()
            .name("stratalog".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                let result = pool.install(|| call(&control));
                drop(control);
                // The receiver waits below.
                let _ = done.send(());
                result
            });
        let work = match work {
            Ok(work) => work,
            Err(error) => return Err(errors::refusal(py, format!("no thread: {error}"))),
        };
        loop {
            let waited = py.detach(|| match listener {
                Some(_) => match received(&events) {
                    Ok(event) => Waited::Event(event),
                    Err(RecvTimeoutError::Timeout) => Waited::Nothing,
                    Err(RecvTimeoutError::Disconnected) => Waited::Done,
                },
                None => match received(&is_done) {
                    Err(RecvTimeoutError::Timeout) => Waited::Nothing,
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => Waited::Done,
                },
            });
            let heard = match (waited, listener) {
                (Waited::Done, _) => break,
                (Waited::Event(event), Some(listener)) if interrupt.is_none() => {
                    let text = serde_json::to_string(&event).expect("events are plain data");
                    listener.call1(py, (text,)).map(drop)
                }
                _ => Ok(()),
            };
            if let Err(error) = heard.and_then(|()| py.check_signals()) {
                stop.request();
                interrupt.get_or_insert(error);
            }
        }
        match py.detach(|| work.join()) {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })?;
    Ok(Called { result, interrupt })
}

/// What arrives within a tick. Only the calling thread receives: the lock is there
/// to share the receiver with a call that works without Python's lock.
pub fn received<T>(receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
    receiver.recv_timeout(TICK)
}

enum Waited {
    Event(Event),
    Nothing,
    Done,
}

/// A pool of this many threads, or the one of this process for all cores. A
/// process that was forked has no threads of its parent's pool and gets its own.
fn pool(threads: Option<usize>) -> Result<Arc<ThreadPool>, String> {
    static USUAL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let build = |threads: usize| {
        let built = ThreadPoolBuilder::new().num_threads(threads).build();
        built
            .map(Arc::new)
            .map_err(|error| format!("cannot start {threads} threads ({error}); ask for fewer"))
    };
    match threads {
        Some(0) => Err("threads must be at least 1".to_owned()),
        Some(threads) => build(threads),
        None => {
            let mut usual = USUAL.lock().unwrap_or_else(PoisonError::into_inner);
            let process = std::process::id();
            match &*usual {
                Some((owner, pool)) if *owner == process => Ok(Arc::clone(pool)),
                _ => {
                    let pool = build(0)?;
                    // The parent's pool must not be ended by its child.
                    std::mem::forget(usual.replace((process, Arc::clone(&pool))));
                    Ok(pool)
                }
            }
        }
    }
}
