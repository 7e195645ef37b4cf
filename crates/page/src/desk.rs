//! Texts that clients sent, kept as files whose names the server chooses: rules,
//! strategies, learning problems. A client refers to one by its number only.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::limits;
use crate::refusal::Refusal;

/// The number of a text, as in `text:7f3a…`; random, so that one client does not
/// guess another's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextId(pub String);

/// What starts the name of a game or a player that is a text of the desk.
pub const PREFIX: &str = "text:";

/// Where texts are kept until the server ends.
#[derive(Debug)]
pub struct Desk {
    folder: TempDir,
    texts: Mutex<VecDeque<String>>,
}

impl Desk {
    /// An empty desk.
    pub fn new() -> std::io::Result<Desk> {
        Ok(Desk {
            folder: tempfile::Builder::new()
                .prefix("stratalog-page-")
                .tempdir()?,
            texts: Mutex::default(),
        })
    }

    /// Keeps a text under a new number.
    pub fn keep(&self, name: &str, text: &str) -> Result<TextId, Refusal> {
        let (id, folder) = self.room()?;
        let path = folder.join(name);
        std::fs::write(path, text).map_err(|error| Refusal::input(error.to_string()))?;
        Ok(id)
    }

    /// A new number, and a folder for what is kept under it.
    pub fn room(&self) -> Result<(TextId, PathBuf), Refusal> {
        let id = format!("{:016x}", rand::random::<u64>());
        let folder = self.folder.path().join(&id);
        std::fs::create_dir(&folder).map_err(|error| Refusal::input(error.to_string()))?;
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.push_back(id.clone());
        while texts.len() > limits::TEXTS {
            if let Some(oldest) = texts.pop_front() {
                // A folder that cannot be removed goes with the desk.
                let _ = std::fs::remove_dir_all(self.folder.path().join(oldest));
            }
        }
        Ok((TextId(format!("{PREFIX}{id}")), folder))
    }

    /// The path of a file that is kept under a number.
    pub fn path(&self, id: &str, file: &str) -> Result<PathBuf, Refusal> {
        let id = id.strip_prefix(PREFIX).unwrap_or(id);
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = texts.iter().any(|known| known == id);
        let path = self.folder.path().join(id).join(file);
        if known && path.is_file() {
            Ok(path)
        } else {
            Err(Refusal::missing("text"))
        }
    }

    /// A message without the server's own paths.
    pub fn without_paths(&self, message: &str) -> String {
        let mut clean = message.to_owned();
        let folder = format!("{}/", self.folder.path().display());
        while let Some(start) = clean.find(&folder) {
            let after = start + folder.len();
            // The number and the slash behind it.
            let end = clean[after..]
                .find('/')
                .map_or(after, |slash| after + slash + 1);
            clean.replace_range(start..end, "");
        }
        clean
    }

    /// The folder of the desk.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_that_were_given_out_have_a_path() {
        let desk = Desk::new().expect("a folder for temporary files");
        let TextId(id) = desk.keep("rules.pl", "role(x).").expect("there is room");
        assert!(desk.path(&id, "rules.pl").is_ok());
        for hostile in [
            "text:../..",
            "text:",
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
        let desk = Desk::new().expect("a folder for temporary files");
        let TextId(first) = desk.keep("rules.pl", "").expect("there is room");
        for _ in 0..limits::TEXTS {
            desk.keep("rules.pl", "").expect("there is room");
        }
        assert!(desk.path(&first, "rules.pl").is_err());
    }
}
