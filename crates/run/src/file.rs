//! Atomic writing of files.
//!
//! New content goes to a file beside the target, `.NAME.….part`, which is then
//! renamed. A process that is killed in between leaves that file behind;
//! [`remove_abandoned`] finds it by its name and by the lock that its writer no
//! longer holds.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// How the name of an unfinished file ends.
const UNFINISHED: &str = ".part";

/// Writes a file atomically: if the process is killed, the file has either its
/// old content or the new one. A symbolic link is followed. A pipe or a device
/// is written to directly.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|there| !there.is_file()) {
        return fs::write(&path, content);
    }
    let mut fresh = unfinished(&path)?;
    fresh.write_all(content.as_ref())?;
    fresh.as_file().sync_all()?;
    keep_permissions(&path, &fresh)?;
    fresh.persist(&path)?;
    Ok(())
}

/// Checks that a file can be written, for use before long work whose result
/// goes there: the folder must exist and accept a new file. What a killed
/// process left there is removed.
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
    remove_abandoned(path);
    unfinished(path).map(drop)
}

/// Removes what processes that were killed while they wrote this file have
/// left beside it. Files that a living process is writing are kept.
pub fn remove_abandoned(path: &Path) {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let prefix = unfinished_prefix(&path);
    // A folder that cannot be read has nothing that could be removed.
    for entry in fs::read_dir(folder(&path)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(prefix.as_encoded_bytes())
            && name.ends_with(UNFINISHED.as_bytes())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A new, locked file for the content that is to replace `path`.
fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = tempfile::Builder::new()
            .prefix(&unfinished_prefix(path))
            .suffix(UNFINISHED)
            .tempfile_in(folder(path))
            // The name of the unfinished file would only distract.
            .map_err(|error| error.kind())?;
        // Where a file system has no locks, nothing is removed either.
        let _ = file.as_file().lock();
        // Another process may have removed it before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

fn unfinished_prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
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

    #[test]
    fn only_what_no_living_process_writes_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file.txt");
        let abandoned = folder.path().join(".file.txt.abc.part");
        let other = folder.path().join(".other.txt.abc.part");
        fs::write(&abandoned, "half").expect("it is written");
        fs::write(&other, "half").expect("it is written");
        let living = unfinished(&path).expect("it is created");
        remove_abandoned(&path);
        assert!(!abandoned.exists());
        assert!(other.exists(), "it belongs to another file");
        assert!(living.path().exists(), "it is being written");
    }
}
