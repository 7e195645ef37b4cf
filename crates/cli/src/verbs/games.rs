//! `stratalog games`: lists games, boards and players.

use std::io::{self, Write};

use crate::table::table;
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
        vec![game.name.clone(), boards, players]
    });
    writeln!(out, "{}\n", table(&["game", "boards", "players"], games))?;
    let players = answer.players.iter().map(|player| {
        let written = match &player.setting {
            Some(setting) => format!("{0}, {0}:{setting}", player.name),
            None => player.name.clone(),
        };
        vec![written, player.about.clone()]
    });
    writeln!(out, "{}", table(&["player", "is"], players))
}
