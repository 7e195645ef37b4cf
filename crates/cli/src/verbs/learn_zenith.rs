//! `stratalog learn GAME --with zenith`: an evaluation of discovered features.

use std::io::{self, Write};

use stratalog::learn_zenith::{Answer, Request, ZenithOptions};

use super::features::print_matches;
use super::learn::Learn;
use crate::face::Face;
use crate::outcome::{Exit, Failure};

pub fn run(call: &Learn, face: &Face) -> Result<Exit, Failure> {
    let usual = ZenithOptions::default();
    let request = Request {
        game: call.game.clone(),
        board: call.board.clone(),
        options: ZenithOptions {
            games: call.games.unwrap_or(usual.games),
            against: call.against.clone(),
            self_play: call.self_play.unwrap_or(usual.self_play),
            as_published: call.as_published,
            ..usual
        },
        seed: face.seed,
        out: call.out.clone(),
    };
    let answer = face.ask("learn_zenith", &request, Request::run)?;
    if answer.features.is_empty() {
        face.tell("nothing was learned: no feature is in use");
    }
    face.show(&answer, print)
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    for (clause, sentence) in answer.clauses.iter().zip(&answer.english) {
        writeln!(out, "% {sentence}\n{clause}\n")?;
    }
    print_matches(&answer.results, out)?;
    match &answer.strategy {
        Some(path) => writeln!(out, "saved as {}", path.display()),
        None => Ok(()),
    }
}
