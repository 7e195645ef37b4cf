//! Files that keep what was worked out, so that long work can be gone on with.

use std::path::PathBuf;
use std::time::UNIX_EPOCH;

/// A file with the state of some work. A state that cannot be read, or is of
/// other work or another program, counts as none; one that cannot be written
/// costs only the way back.
pub struct Saved {
    path: PathBuf,
    /// What the work is, in one line.
    head: String,
}

impl Saved {
    /// The state of this work, kept in this file.
    pub fn new(path: PathBuf, work: &str) -> Saved {
        let head = format!("{} {}", program(), work.replace('\n', " "));
        Saved { path, head }
    }

    /// The state kept.
    pub fn load(&self) -> Option<String> {
        let text = std::fs::read_to_string(&self.path).ok()?;
        let state = text.strip_prefix(&self.head)?.strip_prefix('\n')?;
        Some(state.to_owned())
    }

    /// Saves, so that a kill at any time leaves the old state or the new one.
    pub fn store(&self, state: &str) {
        if let Some(folder) = self.path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let mut fresh = self.path.as_os_str().to_owned();
        fresh.push(format!(".{}", std::process::id()));
        let fresh = PathBuf::from(fresh);
        if std::fs::write(&fresh, format!("{}\n{state}", self.head)).is_ok() {
            let _ = std::fs::rename(&fresh, &self.path);
        }
    }
}

/// The program that runs, by version, size and time: another one may find
/// something else.
fn program() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let built = file.and_then(|file| Ok((file.len(), file.modified()?)));
    match built {
        Ok((size, time)) => {
            let time = time.duration_since(UNIX_EPOCH).unwrap_or_default();
            format!("{version} {size} {}", time.as_nanos())
        }
        Err(_) => version.to_owned(),
    }
}
