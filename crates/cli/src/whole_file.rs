//! Files for the user, written whole or not at all.

use std::io;
use std::path::{Path, PathBuf};

use crate::outcome::Failure;

/// Writes a file so that a kill at any time leaves the old one or the new one.
pub fn write_whole(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    replace(path, text.as_ref())
        .map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))
}

fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    // What a link leads to is replaced, not the link.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // A pipe or a terminal is there to be written to.
    if std::fs::metadata(&path).is_ok_and(|there| !there.is_file()) {
        return std::fs::write(&path, text);
    }
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(format!(".{}", std::process::id()));
    let fresh = PathBuf::from(fresh);
    let written = std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&fresh);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = std::env::temp_dir().join(format!("stratalog-whole-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("file.txt");
        for text in ["one", "two"] {
            assert!(write_whole(&path, text).is_ok());
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
        }
        let count = |folder: &Path| std::fs::read_dir(folder).expect("a folder").count();
        assert_eq!(count(&folder), 1);
        let nowhere = folder.join("none").join("file.txt");
        assert!(write_whole(&nowhere, "three").is_err());
        // A folder is no file.
        assert!(write_whole(&folder, "four").is_err());
        assert_eq!(count(&folder), 1);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
