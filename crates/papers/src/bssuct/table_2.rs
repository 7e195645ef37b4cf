//! Table 2: win rates on small boards.

use std::sync::{Arc, OnceLock};

use stratalog_arena::contest::Tally;
use stratalog_game::Player;
use stratalog_minesweeper::belief::{Csp, Opening, solve};
use stratalog_minesweeper::bssuct::{Bssuct, Effort, Source};
use stratalog_minesweeper::{FirstMove, Minesweeper};

use super::{Games, board, effort};
use crate::error::PapersError;
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

/// A row of the table.
struct Format {
    board: &'static str,
    /// The published win rate of CSP-PGMS.
    csp: f64,
    /// The published win rate of BSSUCT.
    bssuct: f64,
    effort: GameEffort,
}

/// What the games of a row cost.
#[derive(Clone, Copy)]
struct GameEffort {
    /// Simulations for the first move, which is planned once for all games.
    opening: u64,
    /// Simulations for each later guess.
    simulations: u64,
    games: u64,
}

const fn format(
    board: &'static str,
    csp: f64,
    bssuct: f64,
    (opening, simulations, games): (u64, u64, u64),
) -> Format {
    Format {
        board,
        csp,
        bssuct,
        effort: GameEffort {
            opening,
            simulations,
            games,
        },
    }
}

/// Where few games are won, many games with few simulations measure the rate
/// better than few games with many simulations. Where the opening is proved,
/// games cost almost nothing. On 3x7/10 two openings are so similar that 200,000
/// simulations do not always separate them; a million do, and take 3.5 GB.
const TABLE_2: [Format; 7] = [
    format("4x4/4", 0.647, 0.700, (400_000, 10_000, 100_000)),
    format("1x3/1", 1.0, 1.0, (40_000, 1_000, 2_000)),
    format("2x5/3", 0.226, 0.254, (400_000, 10_000, 200_000)),
    format("5x5/10", 0.0820, 0.09, (200_000, 5_000, 1_500)),
    format("1x10/5", 0.1293, 0.189, (400_000, 10_000, 200_000)),
    format("3x7/10", 0.0450, 0.0596, (1_000_000, 5_000, 3_000)),
    format("5x5/15", 0.0063, 0.009, (80_000, 2_000, 8_000)),
];
/// As published nothing is proved: every guess takes all its simulations.
const AS_PUBLISHED: GameEffort = GameEffort {
    opening: 100_000,
    simulations: 2_000,
    games: 2_000,
};
const QUICK: GameEffort = GameEffort {
    opening: 8_000,
    simulations: 200,
    games: 30,
};

/// The work limit of the exact solution; a board that exceeds it has no row for
/// the optimum.
const OPTIMUM_WORK: u64 = 20_000_000_000;
const QUICK_OPTIMUM_WORK: u64 = 50_000_000;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    for format in TABLE_2 {
        let rows = rows(run, &format)?;
        run.extend(rows);
    }
    Ok(())
}

/// The rows of a board: CSP, BSSUCT, BSSUCT as published and, if it can be
/// computed, the optimum.
fn rows(run: &Measurement<'_>, format: &Format) -> Result<Vec<Row>, Halt> {
    let name = format.board;
    let game = Minesweeper::new(board(name), FirstMove::Safe);
    let csp = Games {
        name: &format!("bssuct-table-2 {name} csp"),
        game: &game,
        games: run.length().choose(100_000, 2_000),
    };
    let csp = csp.play(run, || {
        Ok(|| Box::new(Csp::new(Opening::Corner)) as Box<dyn Player<Minesweeper>>)
    })?;
    // The exact solution uses one thread: the games use the others.
    let (planned, optimum) = rayon::join(
        || {
            let ours = Planned {
                name: &format!("{name} bssuct"),
                effort: format.effort,
                player: |effort| Bssuct::new(Source::Solver, effort),
            };
            let published = Planned {
                name: &format!("{name} bssuct as published"),
                effort: AS_PUBLISHED,
                player: Bssuct::as_published,
            };
            let rows = [&ours, &published].map(|one| one.row(run, &game, format));
            rows.into_iter().collect::<Result<Vec<Row>, Halt>>()
        },
        || optimum(run, name),
    );
    let mut rows =
        vec![Row::rate(format!("{name} csp"), csp.wins, csp.games()).published(format.csp)];
    rows.extend(planned?);
    if let Some((fraction, win_probability)) = optimum? {
        let setting = format!("{name} optimum ({fraction})");
        rows.push(Row::exact(setting, win_probability));
    }
    Ok(rows)
}

/// Games of a planner, whose first move is planned once for all of them.
struct Planned<'a> {
    /// The name of the row, as in `4x4/4 bssuct`.
    name: &'a str,
    effort: GameEffort,
    player: fn(Effort) -> Bssuct,
}

impl Planned<'_> {
    fn row(&self, run: &Measurement<'_>, game: &Minesweeper, format: &Format) -> Result<Row, Halt> {
        let tally = self.play(run, game)?;
        let row = Row::rate(self.name.to_owned(), tally.wins, tally.games());
        Ok(row.published(format.bssuct))
    }

    fn play(&self, run: &Measurement<'_>, game: &Minesweeper) -> Result<Tally, Halt> {
        let cost = run.length().choose(self.effort, QUICK);
        let planned: OnceLock<Result<Arc<_>, String>> = OnceLock::new();
        let plan = || {
            let mut rng = run.seed().derive("opening").stream(0);
            let planner = (self.player)(effort(run, cost.opening));
            let opening = planner.plan_opening(game, &mut rng);
            opening.map(Arc::new).map_err(|error| error.to_string())
        };
        let (player, effort) = (self.player, effort(run, cost.simulations));
        let games = Games {
            name: &format!("bssuct-table-2 {}", self.name),
            game,
            games: cost.games,
        };
        games.play(run, || {
            let opening = planned.get_or_init(plan).clone();
            let opening = opening.map_err(PapersError::Failed)?;
            Ok(move || {
                let player = player(effort).with_opening(Arc::clone(&opening));
                Box::new(player) as Box<dyn Player<Minesweeper>>
            })
        })
    }
}

/// The win probability of perfect play, as a fraction and as a number.
fn optimum(run: &Measurement<'_>, name: &str) -> Result<Option<(String, f64)>, Halt> {
    let work = run.length().choose(OPTIMUM_WORK, QUICK_OPTIMUM_WORK);
    run.piece(&format!("bssuct-table-2 {name} optimum"), || {
        let solved = solve(board(name), FirstMove::Safe, work);
        let solved = solved.ok();
        Ok(solved.map(|solved| (solved.fraction(), solved.win_probability())))
    })
}
