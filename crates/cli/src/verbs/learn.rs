//! `stratalog learn GAME`: learns a strategy, prints it, measures it, saves it.

use std::path::PathBuf;

use clap::Args;
use stratalog::learn::Learner;

use super::learn_options::refuse_foreign;
use super::{learn_migo, learn_minesweeper, learn_rules, learn_zenith};
use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Learn a strategy, print it, measure it, save it
#[derive(Args)]
pub struct Learn {
    /// The game: minesweeper, or a game of one or two players
    pub game: String,
    /// The learner: mio for minesweeper, zenith for othello, migo for other games
    /// of two players, rules for puzzles of one player; rules finds the shortest
    /// list of rules in the words of the rulesheet
    #[arg(long, value_name = "LEARNER")]
    pub with: Option<String>,
    /// The board, where it is not the usual one
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
    /// Games: for mio played to measure each player [default: 10000], for migo
    /// played to learn from [default: 200], for zenith played after each cycle
    /// [default: 10], for rules played to measure each number of rules [default:
    /// 200 as each role]
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// With migo, whether drawing is learned along with winning or after it
    /// [default: mixed]
    #[arg(long, value_name = "VARIANT", value_parser = ["mixed", "separated"])]
    pub variant: Option<String>,
    /// With migo, who teaches: perfect, self, or any player of the game [default:
    /// perfect]; with zenith, the teacher; with rules, whose choices are learned from
    /// where the game is not solved [default: uct:500]
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// With migo, who chooses the boards that games start from: chance, or the learner
    /// those that its rules cannot win [default: random]
    #[arg(long, value_name = "STARTS", value_parser = ["random", "active"])]
    pub starts: Option<String>,
    /// With zenith, the number of games that the evaluation plays against itself at
    /// the end, to learn values for a player that searches (FILE:4) [default: 0]
    #[arg(long, value_name = "N")]
    pub self_play: Option<u64>,
    /// Do only what the paper does
    #[arg(long)]
    pub as_published: bool,
    /// With migo, start from the strategy in this file
    #[arg(long, value_name = "STRATEGY")]
    pub from: Option<PathBuf>,
    /// With migo, do not go through the positions that games did not show
    #[arg(long)]
    pub no_study: bool,
    /// With migo and rules, games with more positions are neither solved nor studied
    /// [default: for migo 4000000, without a perfect teacher 500000; for rules
    /// 500000]
    #[arg(long, value_name = "N")]
    pub limit_positions: Option<u64>,
    /// With mio, take examples from a server that `stratalog examples serve` started there
    #[arg(long, value_name = "ADDRESS")]
    pub examples_from: Option<String>,
    /// Where the strategy is saved [default: GAME-strategy.pl; with rules GAME-rule-list.pl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Learn {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let learner = Learner::choose(&self.game, self.with.as_deref())?;
        refuse_foreign(self, learner.name())?;
        match learner {
            Learner::Mio => learn_minesweeper::run(self, face),
            Learner::Zenith => learn_zenith::run(self, face),
            Learner::Migo => learn_migo::run(self, face),
            Learner::Rules => learn_rules::run(self, face),
        }
    }
}
