//! `stratalog solve minesweeper`: the best win probability of a small board.

use std::time::Instant;

use serde_json::json;
use stratalog_minesweeper::belief::{NotSolved, solve};
use stratalog_minesweeper::{Board, FirstMove, Grid};

use stratalog::game::Choice;

use crate::face::Face;
use crate::outcome::{Exit, Failure, print_json};
use crate::waiting::with_spinner;

/// Solves the board and says how.
pub fn run(game: &Choice, face: &Face) -> Result<Exit, Failure> {
    let rule: FirstMove = game.first_move()?.unwrap_or_default();
    let Some(board) = &game.board else {
        return Err(Failure::new(
            "solve minesweeper needs a small board: add --board, as in --board 4x4/4",
        ));
    };
    let board: Board = board.parse()?;
    let started = Instant::now();
    let solved = with_spinner("solving", || solve(board, rule, u64::MAX));
    let seconds = started.elapsed().as_secs_f64();
    let solved = match solved {
        Ok(solved) => solved,
        Err(error @ (NotSolved::TooLarge(_) | NotSolved::WorkLimit(_))) => {
            eprintln!("stratalog: {error}");
            if face.json {
                print_json(&json!({
                    "game": "minesweeper",
                    "board": board.to_string(),
                    "win_probability": null,
                    "seconds": seconds,
                }));
            }
            return Ok(Exit::Limit);
        }
    };
    let grid = Grid::new(board);
    let first_moves = solved.first_moves.iter().map(|&site| grid.square(site));
    if face.json {
        print_json(&json!({
            "game": "minesweeper",
            "board": board.to_string(),
            "first_move": rule.to_string(),
            "win_probability": solved.win_probability(),
            "fraction": solved.fraction(),
            "first_moves": first_moves.collect::<Vec<_>>(),
            "positions": solved.positions,
            "seconds": seconds,
        }));
        return Ok(Exit::Done);
    }
    println!(
        "minesweeper {board}, first move {rule}: {} of the games are won with perfect play ({:.4}%)",
        solved.fraction(),
        100.0 * solved.win_probability()
    );
    let names: Vec<String> = first_moves
        .map(|square| format!("{},{}", square.row, square.column))
        .collect();
    println!("best first moves: {}", names.join(" "));
    println!("{} positions, {seconds:.3} seconds", solved.positions);
    Ok(Exit::Done)
}
