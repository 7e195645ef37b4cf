//! Atomic writing of files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file atomically: if the process is killed, the file has either its
/// old content or the new one. A symbolic link is followed. A pipe or a device
/// is written to directly.
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

/// Checks that a file can be written, for use before long work whose result
/// goes there: the folder must exist and accept a new file.
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

/// Gives the new file the permissions of the file it replaces, or those of an
/// ordinary new file. A temporary file is private otherwise.
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
    fn a_file_is_replaced_and_no_other_file_remains() {
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
    fn an_unwritable_path_is_refused_and_nothing_is_created() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(check_writable(&folder.path().join("file.txt")).is_ok());
        assert!(check_writable(folder.path()).is_err());
        assert!(check_writable(&folder.path().join("none").join("file.txt")).is_err());
        let count = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(count, 0);
    }
}
