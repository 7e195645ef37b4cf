//! The BSSUCT paper (Sebag and Teytaud, LION 6, 2012): Minesweeper by an exact
//! belief state inside Upper Confidence Trees.

mod first_moves;
mod gnomine;
mod table_2;

use std::time::Duration;

use stratalog_arena::contest::{Contest, Tally};
use stratalog_game::PlayerSource;
use stratalog_minesweeper::bssuct::Effort;
use stratalog_minesweeper::{Board, Minesweeper};
use stratalog_run::Control;

use crate::error::PapersError;
use crate::experiment::Experiment;
use crate::figures::beside_published;
use crate::measurement::{Halt, Measurement, Part};

pub(crate) const EXPERIMENTS: [Experiment; 3] = [
    Experiment {
        name: "bssuct-table-2",
        about: "Win rates on small boards: CSP, BSSUCT, BSSUCT as published and the optimum",
        source: "BSSUCT (Sebag and Teytaud 2012), Table 2",
        measure: table_2::measure,
        figure: beside_published,
    },
    Experiment {
        name: "bssuct-3x3-7",
        about: "First moves on 3x3 with 7 mines",
        source: "BSSUCT (Sebag and Teytaud 2012), section 4.2",
        measure: first_moves::measure,
        figure: beside_published,
    },
    Experiment {
        name: "bssuct-gnomine",
        about: "5x5 with 15 mines, the first move a zero: the centre wins",
        source: "BSSUCT (Sebag and Teytaud 2012), section 5.1",
        measure: gnomine::measure,
        figure: beside_published,
    },
];

/// A board of the paper.
fn board(name: &str) -> Board {
    name.parse().expect("the paper's boards are well written")
}

/// How long BSSUCT thinks: the time asked for, or `simulations`.
fn effort(run: &Measurement<'_>, simulations: u64) -> Effort {
    match run.conditions().seconds_per_move {
        Some(seconds) => Effort::Time(Duration::try_from_secs_f64(seconds).unwrap_or_default()),
        None => Effort::Simulations(simulations),
    }
}

/// A match is cut into this many pieces at most.
const MOST_PIECES: u64 = 200;

/// Games of one player.
struct Games<'a> {
    /// The name of the part, as in `bssuct-table-2 4x4/4 csp`.
    name: &'a str,
    game: &'a Minesweeper,
    games: u64,
}

impl Games<'_> {
    /// Plays the games in pieces that are saved. `source` makes the players; it
    /// is not called if all games are saved.
    fn play<S: PlayerSource<Minesweeper>>(
        &self,
        run: &Measurement<'_>,
        source: impl Fn() -> Result<S, PapersError> + Sync,
    ) -> Result<Tally, Halt> {
        let size = self.games.div_ceil(MOST_PIECES).max(1);
        let part = Part {
            name: self.name,
            what: "games",
            count: self.games.div_ceil(size),
        };
        let pieces = run.pieces(&part, |piece| {
            let first = piece * size;
            let source = source()?;
            let contest = Contest::new(self.game, &source)
                .seed(run.seed())
                .first_game(first)
                .games(size.min(self.games - first));
            Ok(contest.run(&Control::default())?.tally)
        })?;
        Ok(pieces.into_iter().fold(Tally::default(), Tally::plus))
    }
}
