//! `stratalog learn GAME`: learns a strategy, prints it, measures it, saves it.

use std::path::PathBuf;

use clap::Args;

use super::learn_minesweeper;
use crate::Common;
use crate::outcome::{Exit, Failure};

/// Learn a strategy, print it, measure it, save it
#[derive(Args)]
pub struct Learn {
    /// The game: minesweeper
    pub game: String,
    /// The learner
    #[arg(long, value_name = "LEARNER", default_value = "mio")]
    pub with: String,
    /// The board examples are drawn from and games are played on
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
    /// Games played to measure each player
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub games: u64,
    /// Take examples from a server that `stratalog examples serve` started there
    #[arg(long, value_name = "ADDRESS")]
    pub examples_from: Option<String>,
    /// Where the strategy is saved [default: minesweeper-strategy.pl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Learn {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        match (self.game.as_str(), self.with.as_str()) {
            ("minesweeper", "mio") => learn_minesweeper::run(self, common),
            ("minesweeper", other) => Err(Failure::new(format!(
                "{other} does not learn minesweeper; write --with mio"
            ))),
            (other, _) => Err(Failure::new(format!(
                "nothing learns {other} yet; write stratalog learn minesweeper"
            ))),
        }
    }
}
