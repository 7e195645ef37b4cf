//! An input that never ends cannot be reported by the thread that waits for it:
//! another thread watches it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The time by the clock that one input may take. Generous, because a busy machine
/// makes any input slow: only one that does not end gets here.
const PATIENCE: Duration = Duration::from_secs(300);

/// Ends the process, with the input on standard error, where an input does not end.
/// Dropped, it ends its thread.
pub struct Watch(Sender<(u64, String)>);

impl Watch {
    /// Begins to watch a target.
    pub fn begin(name: &str) -> Self {
        let (sender, inputs) = channel();
        let name = name.to_owned();
        std::thread::spawn(move || watch(&name, &inputs));
        Watch(sender)
    }

    /// Says which input the target is fed next.
    pub fn feed(&self, number: u64, text: &str) {
        let fed = self.0.send((number, text.to_owned()));
        fed.expect("the watching thread ends after this sender");
    }
}

fn watch(name: &str, inputs: &Receiver<(u64, String)>) {
    let Ok(mut fed) = inputs.recv() else { return };
    loop {
        match inputs.recv_timeout(PATIENCE) {
            Ok(next) => fed = next,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    let (number, text) = fed;
    let seconds = PATIENCE.as_secs();
    eprintln!("input {number} of {name} did not end in {seconds} seconds:\n{text}");
    std::process::abort();
}
