//! Calls of the library from Python: the lock is free while Rust works, events go
//! to a Python function on the calling thread, and an interrupt stops the call at
//! its next step. Another function may have the pieces of the call computed by other
//! processes.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::Value;
use stratalog::{Control, Event, Stop};
use stratalog_run::{Share, Spread};

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

/// The functions of Python that a call needs.
#[derive(Default)]
pub struct Functions {
    /// Called with each event as JSON.
    pub listener: Option<Py<PyAny>>,
    /// Called with the name of a part of the call and the number of its pieces; gives
    /// their results, a list as JSON.
    pub spread: Option<Py<PyAny>>,
}

/// Makes a call on a thread of its own, and its parallel parts on `threads`
/// threads.
pub fn make<T: Send>(
    py: Python<'_>,
    functions: &Functions,
    threads: Option<usize>,
    call: impl FnOnce(&Control) -> T + Send,
) -> PyResult<Called<T>> {
    let pool = pool(threads).map_err(|message| errors::refusal(py, message))?;
    let stop = Stop::default();
    let (send, messages) = mpsc::sync_channel::<Message>(WAITING_EVENTS);
    let messages = Mutex::new(messages);
    let mut control = if functions.listener.is_some() {
        let send = send.clone();
        // When nobody receives any more, the event is dropped.
        Control::new(stop.clone(), move |event| {
            drop(send.send(Message::Event(event.clone())));
        })
    } else {
        Control::stopped_by(stop.clone())
    };
    if functions.spread.is_some() {
        let send = send.clone();
        control = control.spread_by(Arc::new(Leader { send }));
    }
    let mut interrupt = None;
    let result = std::thread::scope(|scope| {
        let work = std::thread::Builder::new()
            .name("stratalog".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                let result = pool.install(|| call(&control));
                // The receiver waits below.
                let _ = send.send(Message::Done);
                result
            });
        let work = match work {
            Ok(work) => work,
            Err(error) => return Err(errors::refusal(py, format!("no thread: {error}"))),
        };
        loop {
            let done = match py.detach(|| received(&messages)) {
                Ok(Message::Done) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => Ok(()),
                // What comes after an interrupt is not heard, and nothing is computed.
                Ok(_) if interrupt.is_some() => Ok(()),
                Ok(message) => functions.hear(py, message),
            };
            if let Err(error) = done.and_then(|()| py.check_signals()) {
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

impl Functions {
    /// A listener alone.
    pub fn listener(listener: Option<Py<PyAny>>) -> Functions {
        Functions {
            listener,
            ..Functions::default()
        }
    }

    fn hear(&self, py: Python<'_>, message: Message) -> PyResult<()> {
        match (message, &self.listener, &self.spread) {
            (Message::Event(event), Some(listener), _) => {
                let text = serde_json::to_string(&event).expect("events are plain data");
                listener.call1(py, (text,)).map(drop)
            }
            (Message::Part { name, count, reply }, _, Some(spread)) => {
                let text: String = spread.call1(py, (name, count))?.extract(py)?;
                let results = serde_json::from_str(&text);
                let results = results.map_err(|error| errors::refusal(py, error))?;
                // The call waits for the reply.
                let _ = reply.send(results);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// What the thread that works tells the calling thread.
enum Message {
    Done,
    Event(Event),
    /// Pieces of a part are wanted. Without a reply, the call is stopped.
    Part {
        name: String,
        count: u64,
        reply: mpsc::Sender<Vec<Value>>,
    },
}

/// Has pieces computed by a function of Python, on the calling thread.
struct Leader {
    send: mpsc::SyncSender<Message>,
}

impl Spread for Leader {
    fn share(&self, part: &str, count: u64) -> Share {
        let (reply, replied) = mpsc::channel();
        let wanted = Message::Part {
            name: part.to_owned(),
            count,
            reply,
        };
        let sent = self.send.send(wanted);
        match sent.ok().and_then(|()| replied.recv().ok()) {
            Some(results) => Share::Known(results),
            None => Share::Stopped,
        }
    }

    fn deliver(&self, _results: Vec<Value>) {}
}

/// Thinks about something on a thread of the pool; an interrupt asks it to stop.
pub fn thought<T: Send>(py: Python<'_>, think: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let pool = pool(None).map_err(|message| errors::refusal(py, message))?;
    let stop = Stop::default();
    let (send, results) = mpsc::channel();
    let results = Mutex::new(results);
    let (asked, mut interrupt) = (stop.clone(), None);
    pool.in_place_scope(|scope| {
        scope.spawn(move |_| {
            // The receiver waits below.
            let _ = send.send(think(&asked));
        });
        loop {
            match py.detach(|| received(&results)) {
                Ok(result) => return interrupt.map_or(Ok(result), Err),
                Err(RecvTimeoutError::Timeout) => {}
                // The panic of the thought goes on at the end of the scope.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(errors::refusal(py, "the player failed; please report it"));
                }
            }
            if let Err(error) = py.check_signals() {
                stop.request();
                interrupt.get_or_insert(error);
            }
        }
    })
}

/// What arrives within a tick. Only the calling thread receives: the lock is there
/// to share the receiver with a call that works without Python's lock.
pub fn received<T>(receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
    receiver.recv_timeout(TICK)
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
