//! Where the server keeps what clients send and what runs write: files under
//! names that the server chooses. A client refers to one by its number only.
//!
//! A text that a client sent is `text:NUMBER`; what a run wrote is `run:NUMBER`.
//! Texts make room for later ones. The folder of a run is there as long as the
//! run is.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::limits;
use crate::refusal::Refusal;

/// The name of a text, as in `text:7f3a…`; random, so that one client does not
/// guess another's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TextId(pub String);

/// What starts the name of a text.
const TEXT: &str = "text:";
/// What starts the name of what a run wrote.
const RUN: &str = "run:";

/// Where files are kept.
#[derive(Debug)]
pub struct Desk {
    folder: Folder,
    texts: Mutex<VecDeque<String>>,
}

/// The folder of a desk.
#[derive(Debug)]
enum Folder {
    /// Removed when the server ends.
    Temporary(TempDir),
    /// There when the server is started again.
    Lasting(PathBuf),
}

/// Whether a name stands for something on the desk.
pub fn is_kept(name: &str) -> bool {
    name.starts_with(TEXT) || name.starts_with(RUN)
}

/// How clients refer to what a run wrote.
pub fn of_run(run: &str) -> String {
    format!("{RUN}{run}")
}

impl Desk {
    /// The desk in a folder, with what was left there; an empty one that ends with
    /// the server where there is none.
    pub fn new(lasting: Option<&Path>) -> io::Result<Desk> {
        let folder = match lasting {
            Some(path) => Folder::Lasting(path.to_owned()),
            None => {
                let named = tempfile::Builder::new().prefix("stratalog-page-").tempdir();
                Folder::Temporary(named?)
            }
        };
        let desk = Desk {
            folder,
            texts: Mutex::default(),
        };
        std::fs::create_dir_all(desk.texts_folder())?;
        std::fs::create_dir_all(desk.runs_folder())?;
        let mut found = Vec::new();
        for entry in std::fs::read_dir(desk.texts_folder())? {
            let entry = entry?;
            let made = entry.metadata().and_then(|data| data.modified()).ok();
            if let Ok(name) = entry.file_name().into_string() {
                found.push((made, name));
            }
        }
        found.sort();
        desk.kept_texts()
            .extend(found.into_iter().map(|(_, name)| name));
        Ok(desk)
    }

    fn kept_texts(&self) -> std::sync::MutexGuard<'_, VecDeque<String>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of the desk.
    pub fn folder(&self) -> &Path {
        match &self.folder {
            Folder::Temporary(folder) => folder.path(),
            Folder::Lasting(folder) => folder,
        }
    }

    fn texts_folder(&self) -> PathBuf {
        self.folder().join("texts")
    }

    /// The folder with a folder for each run.
    pub fn runs_folder(&self) -> PathBuf {
        self.folder().join("runs")
    }

    /// Keeps a text under a new name, or under the one that it has already.
    pub fn keep(&self, file: &str, bytes: &[u8]) -> Result<TextId, Refusal> {
        if let Some(id) = self.kept_already(file, bytes) {
            return Ok(TextId(format!("{TEXT}{id}")));
        }
        let id = format!("{:016x}", rand::random::<u64>());
        let folder = self.texts_folder().join(&id);
        let written =
            std::fs::create_dir(&folder).and_then(|()| std::fs::write(folder.join(file), bytes));
        written.map_err(|error| Refusal::input(format!("the text cannot be kept: {error}")))?;
        let mut texts = self.kept_texts();
        texts.push_back(id.clone());
        while texts.len() > limits::TEXTS {
            if let Some(oldest) = texts.pop_front() {
                // A folder that cannot be removed is found again at the next start.
                let _ = std::fs::remove_dir_all(self.texts_folder().join(oldest));
            }
        }
        Ok(TextId(format!("{TEXT}{id}")))
    }

    /// The name of a text that was sent before. It is now the last to make room.
    fn kept_already(&self, file: &str, bytes: &[u8]) -> Option<String> {
        let mut texts = self.kept_texts();
        let is_same = |id: &String| {
            let path = self.texts_folder().join(id).join(file);
            let has_length = |data: std::fs::Metadata| data.len() == bytes.len() as u64;
            path.metadata().is_ok_and(has_length)
                && std::fs::read(path).is_ok_and(|kept| kept == bytes)
        };
        let at = texts.iter().position(is_same)?;
        let id = texts.remove(at)?;
        texts.push_back(id.clone());
        Some(id)
    }

    /// The path of a file that is kept under a name.
    pub fn path(&self, name: &str, file: &str) -> Result<PathBuf, Refusal> {
        let missing = || Refusal::missing("text");
        let folder = if let Some(id) = name.strip_prefix(RUN) {
            let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_number.then(|| self.runs_folder().join(id))
        } else {
            let id = name.strip_prefix(TEXT).unwrap_or(name);
            let is_known = self.kept_texts().iter().any(|known| known == id);
            is_known.then(|| self.texts_folder().join(id))
        };
        let path = folder.ok_or_else(missing)?.join(file);
        if path.is_file() {
            Ok(path)
        } else {
            Err(missing())
        }
    }

    /// A message without the server's own paths.
    pub fn without_paths(&self, message: &str) -> String {
        let mut clean = message.to_owned();
        for folder in [self.texts_folder(), self.runs_folder()] {
            let folder = format!("{}/", folder.display());
            while let Some(start) = clean.find(&folder) {
                let after = start + folder.len();
                // The number and the slash behind it.
                let end = clean[after..]
                    .find('/')
                    .map_or(after, |slash| after + slash + 1);
                clean.replace_range(start..end, "");
            }
        }
        clean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> Desk {
        Desk::new(None).expect("a folder for temporary files")
    }

    #[test]
    fn only_names_that_were_given_out_have_a_path() {
        let desk = desk();
        let TextId(id) = desk.keep("rules.pl", b"role(x).").expect("there is room");
        assert!(desk.path(&id, "rules.pl").is_ok());
        for hostile in [
            "text:../..",
            "text:",
            "run:",
            "run:../texts",
            "run:..",
            "/etc/passwd",
            "text:0000000000000000",
        ] {
            assert!(desk.path(hostile, "rules.pl").is_err(), "{hostile}");
        }
        let path = desk.path(&id, "rules.pl").expect("it was kept");
        let message = format!("{}:3:1: unexpected dot", path.display());
        assert_eq!(desk.without_paths(&message), "rules.pl:3:1: unexpected dot");
    }

    #[test]
    fn the_oldest_text_makes_room() {
        let desk = desk();
        let keep = |number: usize| {
            let text = format!("role(p{number}).");
            let kept = desk.keep("rules.pl", text.as_bytes());
            kept.expect("there is room").0
        };
        let names: Vec<String> = (0..=limits::TEXTS).map(keep).collect();
        assert!(desk.path(&names[0], "rules.pl").is_err());
        assert!(desk.path(&names[1], "rules.pl").is_ok());
    }

    #[test]
    fn a_text_sent_again_keeps_its_name_and_outlasts_older_ones() {
        let desk = desk();
        let keep = |text: String| {
            let kept = desk.keep("rules.pl", text.as_bytes());
            kept.expect("there is room").0
        };
        let first = keep("role(x).".to_owned());
        for number in 1..limits::TEXTS {
            keep(format!("role(p{number})."));
        }
        assert_eq!(keep("role(x).".to_owned()), first);
        keep("role(y).".to_owned());
        assert!(desk.path(&first, "rules.pl").is_ok());
    }

    #[test]
    fn a_lasting_desk_finds_its_texts_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let desk = Desk::new(Some(folder.path())).expect("a desk");
        let TextId(id) = desk.keep("rules.pl", b"role(x).").expect("there is room");
        drop(desk);
        let again = Desk::new(Some(folder.path())).expect("a desk");
        assert!(again.path(&id, "rules.pl").is_ok());
    }
}
