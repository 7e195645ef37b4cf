//! `stratalog games`: lists games, boards and players.

use std::io::{self, Write};

use crate::table::fitted;
use clap::Args;
use stratalog::games::{Answer, Request};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// List the games, their boards and their players
#[derive(Args)]
pub struct Games {}

impl Games {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let answer = face.run(|control| Request {}.run(control))?;
        face.show(&answer, print)
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let games = answer.games.iter().map(|game| {
        let (boards, players) = (game.boards.join(" "), game.players.join(" "));
        let lines = [boards, players]
            .into_iter()
            .filter(|line| !line.is_empty());
        vec![game.name.clone(), lines.collect::<Vec<_>>().join("\n")]
    });
    writeln!(
        out,
        "{}\n",
        fitted(&["game", "boards, and below them players"], games)
    )?;
    let players = answer.players.iter().map(|player| {
        let written = match &player.setting {
            Some(setting) => format!("{}[:{setting}]", player.name),
            None => player.name.clone(),
        };
        vec![written, player.about.clone()]
    });
    writeln!(out, "{}", fitted(&["player", "is"], players))
}
