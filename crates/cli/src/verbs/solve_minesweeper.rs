//! `stratalog solve minesweeper`: the exact win probability of a small board.

use std::io::{self, Write};

use stratalog::Ended;
use stratalog::solve_minesweeper::Answer;
pub use stratalog::solve_minesweeper::Request;

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Solves the board and prints its value.
pub fn run(request: &Request, face: &Face) -> Result<Exit, Failure> {
    let answer = face.ask("solve_minesweeper", request, Request::run)?;
    match &answer.ended {
        Ended::Done => {}
        Ended::Stopped if request.save.is_some() => {
            face.tell("stopped before the board was solved; the same call resumes");
        }
        Ended::Stopped => {
            face.tell("stopped before the board was solved; with --save FILE the same call resumes")
        }
        Ended::Limit(cause) => face.tell(cause),
    }
    face.show(&answer, print)
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let (board, rule) = (&answer.board, &answer.first_move);
    if let Some(at_least) = answer.at_least {
        let percent = 100.0 * at_least;
        writeln!(
            out,
            "minesweeper {board}, first move {rule}: at least {percent:.4}% of the games are won \
             with perfect play"
        )?;
    }
    let (Some(chance), Some(fraction)) = (answer.win_probability, &answer.fraction) else {
        return Ok(());
    };
    writeln!(
        out,
        "minesweeper {board}, first move {rule}: {fraction} of the games are won with perfect \
         play ({:.4}%)",
        100.0 * chance
    )?;
    let moves = answer.first_moves.iter();
    let names: Vec<String> = moves
        .map(|square| format!("{},{}", square.row, square.column))
        .collect();
    writeln!(out, "best first moves: {}", names.join(" "))?;
    let seconds = answer.elapsed.seconds;
    writeln!(out, "{} positions, {seconds:.3} seconds", answer.positions)
}
