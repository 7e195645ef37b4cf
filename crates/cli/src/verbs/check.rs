//! `stratalog check STRATEGY`: is a strategy optimal wherever its game can go?

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use stratalog::check::{Answer, Request};
use stratalog::{Ended, check_minesweeper};

use super::certified;
use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Check a strategy: is it optimal wherever its game can go?
///
/// The strategy is asked for its move in every position that can be reached. The
/// answer is that it is optimal everywhere, or the mistake that is reached in the
/// fewest moves. A Minesweeper strategy is checked in random positions: whether
/// its rules are right, and whether they find every square that can be deduced.
#[derive(Args)]
pub struct Check {
    /// The strategy's file
    strategy: PathBuf,
    /// The game or its rulesheet, where it is not the one the strategy names
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The board, where it is not the strategy's own
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// Give up where the game has more positions
    #[arg(long, value_name = "N", default_value_t = Request::new("").limit_positions)]
    limit_positions: u64,
}

impl Check {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = Request {
            strategy: self.strategy.clone(),
            game: self.game.clone(),
            board: self.board.clone(),
            limit_positions: self.limit_positions,
            seed: face.seed,
        };
        let answer = face.run(|control| request.run(control))?;
        if let Answer::Game(answer) = &answer
            && let Ended::Limit(cause) = &answer.ended
        {
            face.tell(&format!(
                "the game is not solved: {cause} (--limit-positions)"
            ));
        }
        face.show(&answer, print)
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    match answer {
        Answer::Minesweeper(answer) => print_minesweeper(answer, out),
        Answer::Game(answer) => match &answer.certified {
            Some(certified) => certified::print(certified, out),
            None => Ok(()),
        },
    }
}

fn print_minesweeper(answer: &check_minesweeper::Answer, out: &mut dyn Write) -> io::Result<()> {
    let (board, positions) = (&answer.board, answer.positions);
    for rule in &answer.rules {
        let (name, fires, wrong) = (&rule.rule, rule.fires, rule.wrong);
        writeln!(
            out,
            "{name} concludes something of {fires} squares and is wrong about {wrong}"
        )?;
    }
    let (certain, missed) = (answer.certain, answer.missed);
    writeln!(
        out,
        "{positions} random positions on {board}: of {certain} squares that can be deduced, \
         {missed} are not found"
    )?;
    match &answer.counterexample {
        Some(found) => writeln!(out, "\n{}\n{}", found.drawing, found.english),
        None => writeln!(out, "no rule is wrong and no certain square is missed"),
    }
}
