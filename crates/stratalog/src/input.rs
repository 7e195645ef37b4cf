//! Reading the user's files.

use std::io::Read;
use std::path::Path;

use stratalog_logic::Source;

use crate::error::Error;

/// What a file holds, or standard input for `-`, and what to call it.
pub fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Error> {
    let mut bytes = Vec::new();
    let (name, read) = if path.as_os_str() == "-" {
        let read = std::io::stdin().read_to_end(&mut bytes);
        ("standard input".to_owned(), read)
    } else {
        let file = std::fs::File::open(path);
        let read = file.and_then(|mut file| file.read_to_end(&mut bytes));
        (path.display().to_string(), read)
    };
    read.map_err(|error| Error::input(format!("cannot read {name}: {error}")))?;
    Ok((name, bytes))
}

/// The text of a file, or of standard input for `-`.
pub fn read_source(path: &Path) -> Result<Source, Error> {
    let (name, bytes) = read_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Error::input(format!(
            "{name}:{line}: the file is not UTF-8 text; save it as UTF-8 and try again"
        ))
    })?;
    Ok(Source::new(&name, &text))
}
