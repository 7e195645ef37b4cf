//! Which games there are, on which boards, and who plays them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_catalogue::{LISTINGS, Options, find};
use stratalog_run::Control;

use crate::answer::Answer as IsAnswer;
use crate::error::Error;

/// Asks for all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Request {}

/// All games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The games of the catalogue.
    pub games: Vec<Listed>,
    /// Every kind of player that plays one of them.
    pub players: Vec<PlayerKind>,
}

/// A game of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub players: Vec<String>,
    /// Boards one may ask for, the usual one first; there may be more.
    pub boards: Vec<String>,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayerKind {
    /// Its name.
    pub name: String,
    /// What may follow its name after a colon.
    pub setting: Option<String>,
    /// What it does, in a few words.
    pub about: String,
}

impl IsAnswer for Answer {}

impl Request {
    /// The games.
    pub fn run(&self, _control: &Control) -> Result<Answer, Error> {
        let mut listed = Vec::new();
        for listing in LISTINGS {
            listed.push((listing, find(listing.name, Options::default())?.kinds()));
        }
        let mut players: Vec<PlayerKind> = Vec::new();
        for kind in listed.iter().flat_map(|(_, kinds)| kinds) {
            if players.iter().all(|player| player.name != kind.name) {
                players.push(PlayerKind {
                    name: kind.name.to_owned(),
                    setting: kind.setting.map(str::to_owned),
                    about: kind.about.to_owned(),
                });
            }
        }
        let games = listed.into_iter().map(|(listing, kinds)| Listed {
            name: listing.name.to_owned(),
            players: kinds.iter().map(|kind| kind.name.to_owned()).collect(),
            boards: listing
                .boards
                .iter()
                .map(|&board| board.to_owned())
                .collect(),
        });
        Ok(Answer {
            games: games.collect(),
            players,
        })
    }
}
