//! `stratalog games`: lists games, boards and players.

use clap::Args;
use serde_json::json;
use stratalog_arena::table::table;
use stratalog_catalogue::games::{LISTINGS, Options};
use stratalog_catalogue::minesweeper;
use stratalog_catalogue::roster::Roster;
use stratalog_catalogue::{AnyGame, with_game};
use stratalog_game::PlayerKind;
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};

/// List the games, their boards and their players
#[derive(Args)]
pub struct Games {}

impl Games {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut games = Vec::new();
        for listing in LISTINGS {
            let any = AnyGame::new(listing.name, Options::default())?;
            games.push((listing, with_game!(&any, game => game.kinds())));
        }
        let sweeping = Minesweeper::new(Board::BEGINNER, FirstMove::Safe);
        games.push((&minesweeper::LISTING, sweeping.kinds()));
        if common.json {
            let games: Vec<_> = games
                .iter()
                .map(|(listing, kinds)| {
                    let players: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
                    json!({"name": listing.name, "players": players, "boards": listing.boards})
                })
                .collect();
            print_json(&json!({ "games": games }));
            return Ok(Exit::Done);
        }
        let rows = games.iter().map(|(listing, kinds)| {
            let players: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
            let boards = listing.boards.join(" ");
            vec![listing.name.to_owned(), boards, players.join(" ")]
        });
        println!("{}\n", table(&["game", "boards", "players"], rows));
        let mut kinds: Vec<PlayerKind> = Vec::new();
        for kind in games.into_iter().flat_map(|(_, kinds)| kinds) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let rows = kinds.iter().map(|kind| {
            let written = match kind.setting {
                Some(setting) => format!("{0}, {0}:{setting}", kind.name),
                None => kind.name.to_owned(),
            };
            vec![written, kind.about.to_owned()]
        });
        println!("{}", table(&["player", "is"], rows));
        Ok(Exit::Done)
    }
}
