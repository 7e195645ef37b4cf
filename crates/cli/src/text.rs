//! Reading the user's files.

use std::io::Read;
use std::path::Path;

use stratalog_logic::Source;

use crate::outcome::Failure;

/// What a file holds, or standard input for `-`, and what to call it.
pub fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let mut bytes = Vec::new();
    let (name, read) = if path.as_os_str() == "-" {
        let read = std::io::stdin().read_to_end(&mut bytes);
        ("standard input".to_owned(), read)
    } else {
        let file = std::fs::File::open(path);
        let read = file.and_then(|mut file| file.read_to_end(&mut bytes));
        (path.display().to_string(), read)
    };
    read.map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    Ok((name, bytes))
}

/// The text of a file, or of standard input for `-`.
pub fn read_source(path: &Path) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        Failure::new(format!(
            "{name}:{line}: the file is not UTF-8 text; save it as UTF-8 and try again"
        ))
    })?;
    Ok(Source::new(&name, &text))
}
