//! Section 4.2: the first move on 3x3 with 7 mines.

use stratalog_game::Player;
use stratalog_minesweeper::belief::{Csp, Opening, value_of_first_move};
use stratalog_minesweeper::bssuct::{Bssuct, Source};
use stratalog_minesweeper::{FirstMove, Minesweeper, Site};

use super::{Games, board, effort};
use crate::error::PapersError;
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

/// A kind of square, its number on the board, and the published win rate of the
/// first move there.
const FIRST_MOVES: [(&str, usize, f64); 3] =
    [("centre", 4, 0.125), ("side", 1, 0.25), ("corner", 0, 0.25)];

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let board = board("3x3/7");
    let game = Minesweeper::new(board, FirstMove::Safe);
    for (name, site, published) in FIRST_MOVES {
        let value = value_of_first_move(board, FirstMove::Safe, Site::new(site));
        let (won, fields) = value.map_err(PapersError::failed)?;
        let row = Row::exact(format!("first move {name}"), won as f64 / fields as f64);
        run.add(row.published(published));
    }
    let games = run.length().choose(100_000, 4_000);
    let csp = Games {
        name: "bssuct-3x3-7 csp",
        game: &game,
        games,
    };
    let csp = csp.play(run, || {
        Ok(|| Box::new(Csp::new(Opening::Anywhere)) as Box<dyn Player<Minesweeper>>)
    })?;
    run.add(Row::rate("csp", csp.wins, csp.games()).published(17.0 / 72.0));
    let effort = effort(run, run.length().choose(2_000, 200));
    let bssuct = Games {
        name: "bssuct-3x3-7 bssuct",
        game: &game,
        games: games / 20,
    };
    let bssuct = bssuct.play(run, || {
        Ok(move || Box::new(Bssuct::new(Source::Solver, effort)) as Box<dyn Player<Minesweeper>>)
    })?;
    run.add(Row::rate("bssuct", bssuct.wins, bssuct.games()).published(0.25));
    Ok(())
}
