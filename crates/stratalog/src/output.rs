//! Writing the user's files: whole or not at all.

use std::path::Path;

use stratalog_run::file;

use crate::error::Error;

/// Refuses a path that cannot be written to, before the work whose result it is
/// meant for.
pub fn check(path: &Path) -> Result<(), Error> {
    file::check_writable(path).map_err(|error| cannot_write(path, &error))
}

/// Writes a file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    file::replace(path, content).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::input(format!("cannot write {}: {error}", path.display()))
}
