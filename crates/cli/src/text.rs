//! Reading the user's files.

use std::io::Read;
use std::path::Path;

use stratalog_logic::Source;

use crate::outcome::Failure;

/// The text of a file, or of standard input for `-`.
pub fn read_source(path: &Path) -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    let name = path.display().to_string();
    read.map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
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
