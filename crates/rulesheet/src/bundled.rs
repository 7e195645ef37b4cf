//! The rulesheets that come with the program.

use std::path::Path;

use stratalog_game::GameError;
use stratalog_logic::Source;

use crate::sheet::{Rulesheet, Syntax};

/// The name and the text of a rulesheet that is part of the program.
macro_rules! rulesheet {
    ($name:literal) => {
        ($name, include_str!(concat!("../rules/", $name, ".pl")))
    };
}

/// The rulesheets that come with the program, by name.
pub const RULESHEETS: &[(&str, &str)] = &[
    rulesheet!("noughts-and-crosses"),
    rulesheet!("hexapawn"),
    rulesheet!("hexapawn-gardner"),
    rulesheet!("othello"),
    rulesheet!("connect-four"),
    rulesheet!("connect-three"),
    rulesheet!("breakthrough"),
    rulesheet!("nim"),
    rulesheet!("minesweeper"),
    rulesheet!("network"),
];

/// The rulesheet of a file, or the one that comes with the program under this
/// name.
pub fn find_rulesheet(name: &str) -> Result<Rulesheet, GameError> {
    let known = RULESHEETS.iter().find(|(known, _)| *known == name);
    match known {
        Some((name, text)) if !Path::new(name).exists() => {
            let source = Source::new(format!("{name}.pl"), *text);
            Ok(Rulesheet::read(source, Syntax::Prolog))
        }
        None if !name.contains(['/', '.']) && !Path::new(name).exists() => {
            Err(GameError::UnknownGame {
                name: name.to_owned(),
                known: RULESHEETS
                    .iter()
                    .map(|(name, _)| (*name).to_owned())
                    .collect(),
            })
        }
        _ => Rulesheet::from_file(Path::new(name)),
    }
}
