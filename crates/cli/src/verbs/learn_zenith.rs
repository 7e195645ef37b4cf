//! `stratalog learn GAME --with zenith`: an evaluation made of features that were
//! found in the rules.

use std::path::PathBuf;

use serde_json::json;

use super::features::{Features, save};
use super::learn::Learn;
use crate::Common;
use crate::outcome::{Exit, Failure, print_json};

pub fn run(call: &Learn, common: &Common) -> Result<Exit, Failure> {
    let path = call.out.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}-strategy.pl", call.game)));
    let discovery = Features {
        game: call.game.clone(),
        board: call.board.clone(),
        cycles: 10,
        learner: "linear".to_owned(),
        limit: 60_000.0,
        cost: "steps".to_owned(),
        against: Some(call.against.clone()).filter(|name| name != "perfect"),
        games: call.games.unwrap_or(10),
        as_published: call.as_published,
        all: false,
        out: Some(path.clone()),
    };
    let found = discovery.discover(common)?;
    save(&found, common.seed, &path)?;
    found.forget_state();
    let (clauses, english): (Vec<String>, Vec<String>) = found.in_use().into_iter().unzip();
    if common.json {
        print_json(&json!({
            "game": call.game,
            "strategy": path.display().to_string(),
            "clauses": clauses,
            "english": english,
            "results": found.results(),
            "seconds": found.seconds,
        }));
        return Ok(Exit::Done);
    }
    for (clause, sentence) in clauses.iter().zip(&english) {
        println!("% {sentence}\n{clause}\n");
    }
    println!("saved as {}", path.display());
    Ok(Exit::Done)
}
