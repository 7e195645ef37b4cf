//! Section 5.1: 5x5 with 15 mines under the rules of GnoMine, where the first
//! move is always a zero.

use stratalog_game::{Player, Role, Situation};
use stratalog_minesweeper::belief::value_of_first_move;
use stratalog_minesweeper::bssuct::{Bssuct, Source};
use stratalog_minesweeper::{FirstMove, Minesweeper, Site};

use super::{board, effort};
use crate::error::PapersError;
use crate::measurement::{Halt, Measurement, Part};
use crate::row::Row;

/// The number of the square in the centre.
const CENTRE: usize = 12;
/// There are twenty-five first moves to compare, the best of which always wins.
/// The bound with variance estimates needs some thousands of simulations.
const SIMULATIONS: u64 = 10_000;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let board = board("5x5/15");
    let game = Minesweeper::new(board, FirstMove::Zero);
    let effort = effort(run, SIMULATIONS);
    let view = game.covered();
    let part = Part {
        name: "bssuct-gnomine first moves",
        what: "first moves",
        count: run.length().choose(500, 20),
    };
    let is_centre = run.pieces(&part, |number| {
        let mut player = Bssuct::new(Source::Solver, effort);
        let mut rng = run.seed().stream(number);
        let decision = player.decide(Situation::new(&game, &view, Role(0), &mut rng));
        let decision = decision.map_err(PapersError::failed)?;
        Ok(decision.mv == Site::new(CENTRE))
    })?;
    let centres = is_centre.iter().filter(|is_centre| **is_centre).count();
    let row = Row::rate("bssuct starts in the centre", centres as u64, part.count);
    run.add(row.published(1.0));
    let value = value_of_first_move(board, FirstMove::Zero, Site::new(CENTRE));
    let (won, fields) = value.map_err(PapersError::failed)?;
    run.add(Row::exact("the centre wins", won as f64 / fields as f64).published(1.0));
    Ok(())
}
