//! `stratalog solve GAME`: the exact value of a game.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use stratalog::Ended;
use stratalog::solve::{Answer, GameValue, Request, SolvingMethod};

use super::solve_minesweeper;
use crate::face::Face;
use crate::game::GameArgs;
use crate::outcome::{Exit, Failure};

/// Find the exact value of a game: who wins if nobody errs
///
/// Every position of a small game is tabulated. A larger one is searched by
/// alpha-beta, which visits a part of its positions.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    game: GameArgs,
    /// The value of a position: a file, - for standard input, a drawn board or facts
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// Give up after this number of positions
    #[arg(long, value_name = "N", default_value_t = Request::new("").limit_positions)]
    limit_positions: u64,
    /// Minesweeper: solve on all threads, one piece for each number the first move
    /// may show; more positions are valued
    #[arg(long)]
    by_observation: bool,
    /// Minesweeper: save what took long to this file; the same call resumes a search
    /// that was stopped or killed, with the same result
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

impl Solve {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let game = self.game.choice();
        if game.is_minesweeper() {
            let request = solve_minesweeper::Request {
                board: game.board,
                first_move: game.first_move,
                by_observation: self.by_observation,
                save: self.save.clone(),
            };
            return solve_minesweeper::run(&request, face);
        }
        if self.by_observation || self.save.is_some() {
            return Err(Failure::new(
                "--by-observation and --save are for solve minesweeper; leave them out",
            ));
        }
        let request = Request {
            game,
            from: self.from.clone(),
            limit_positions: self.limit_positions,
        };
        let answer = face.ask("solve", &request, Request::run)?;
        if let Ended::Limit(cause) = &answer.ended {
            face.tell(&format!(
                "{} {} is not solved: {cause} (--limit-positions, --board)",
                answer.game, answer.board
            ));
        }
        if answer.ended == Ended::Stopped {
            face.tell("stopped before the value was known; a search starts anew each time");
        }
        face.show(&answer, print)
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let Some(value) = answer.value else {
        return Ok(());
    };
    let (game, board, first) = (&answer.game, &answer.board, &answer.first);
    match value {
        GameValue::Outcome(value) => {
            let begins = if answer.first_begins {
                ", who begins"
            } else {
                ""
            };
            writeln!(out, "{game} {board}: a {value} for {first}{begins}")?;
        }
        GameValue::MeanGoal(goal) => {
            writeln!(out, "{game} {board}: a mean goal of {goal:.4} for {first}")?;
        }
    }
    for strategy in &answer.strategies {
        let likely = strategy.moves.iter().filter(|mv| mv.probability > 0.0);
        let moves: Vec<String> = likely
            .map(|mv| format!("{} {:.2}%", mv.mv, 100.0 * mv.probability))
            .collect();
        writeln!(out, "{} begins with {}", strategy.role, moves.join(", "))?;
    }
    if let Some(plies) = answer.plies {
        let moves = if plies == 1 { "move" } else { "moves" };
        writeln!(out, "the game ends after {plies} {moves} of best play")?;
    }
    let positions = answer.positions;
    let how = match answer.method {
        Some(SolvingMethod::Table | SolvingMethod::MatrixGames) => {
            format!("{positions} positions can be reached, all have a value")
        }
        _ => format!("{positions} positions were visited"),
    };
    writeln!(out, "{how}, {:.3} seconds", answer.elapsed.seconds)
}
