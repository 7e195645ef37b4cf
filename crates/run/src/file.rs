//! Files that are replaced whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file so that a kill at any time leaves the old one or the new one.
/// What a link leads to is replaced, not the link; a pipe or a device is
/// written to as it is.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|there| !there.is_file()) {
        return fs::write(&path, content);
    }
    let mut fresh = NamedTempFile::new_in(folder(&path))?;
    fresh.write_all(content.as_ref())?;
    fresh.as_file().sync_all()?;
    keep_permissions(&path, &fresh)?;
    fresh.persist(&path)?;
    Ok(())
}

/// Refuses a path that cannot be written to, before the work whose result it is
/// meant for: its folder must exist and take a new file.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("it is a folder; name a file"));
    }
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Ok(());
    }
    let folder = folder(path);
    if !folder.is_dir() {
        let message = format!("there is no folder {}; create it first", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    NamedTempFile::new_in(folder).map(drop)
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A temporary file is private; the file it becomes is as readable as the one it
/// replaces, or as any new file.
#[cfg(unix)]
fn keep_permissions(path: &Path, fresh: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = match fs::metadata(path) {
        Ok(there) => there.permissions(),
        Err(_) => fs::Permissions::from_mode(0o644),
    };
    fresh.as_file().set_permissions(permissions)
}

#[cfg(not(unix))]
fn keep_permissions(_path: &Path, _fresh: &NamedTempFile) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file.txt");
        for text in ["one", "two"] {
            replace(&path, text).expect("it is written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        let count = || fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(count(), 1);
        assert!(replace(&folder.path().join("none").join("file.txt"), "three").is_err());
        assert!(replace(folder.path(), "four").is_err());
        assert_eq!(count(), 1);
    }

    #[test]
    fn a_path_is_refused_before_the_work() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(check_writable(&folder.path().join("file.txt")).is_ok());
        assert!(check_writable(folder.path()).is_err());
        assert!(check_writable(&folder.path().join("none").join("file.txt")).is_err());
        let count = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(count, 0);
    }
}
