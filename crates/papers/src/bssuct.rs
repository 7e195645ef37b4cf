//! Sections 4.2, 5.1 and 5.2 of the BSSUCT paper.

use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use stratalog_game::{Player, PlayerSource, Role};
use stratalog_minesweeper::belief::{Csp, Opening, solve, value_of_first_move};
use stratalog_minesweeper::bssuct::{Bssuct, Effort, Source};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper, Site};

use super::{Conditions, Experiment, Length, Row, Unit, beside_published};
use stratalog_arena::contest::{Contest, Tally};
use stratalog_arena::error::ArenaError;
use stratalog_run::Interval;

pub(super) const EXPERIMENTS: [Experiment; 3] = [
    Experiment {
        name: "bssuct-table-2",
        about: "Win rates on small boards: CSP beside BSSUCT beside the optimum (BSSUCT, Table 2)",
        run: table_2,
        plot: beside_published,
    },
    Experiment {
        name: "bssuct-3x3-7",
        about: "First moves on 3x3 with 7 mines (BSSUCT, section 4.2)",
        run: three_by_three,
        plot: beside_published,
    },
    Experiment {
        name: "bssuct-gnomine",
        about: "5x5 with 15 mines, the first move a zero: the centre wins (BSSUCT, section 5.1)",
        run: gnomine,
        plot: beside_published,
    },
];

/// A row of Table 2.
struct Format {
    board: &'static str,
    /// What CSP-PGMS won.
    csp: f64,
    /// What BSSUCT won.
    bssuct: f64,
    /// Simulations for the first move, which is planned once for all games.
    opening: u64,
    /// Simulations for each guess after it.
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
        opening,
        simulations,
        games,
    }
}

/// Where little is won, few simulations and many games say more about the rate
/// than the other way round; where the opening is proved, games cost next to
/// nothing. On 3x7/10 two openings are so much alike that 200,000 simulations do
/// not always tell them apart; a million do, and take 3.5 gigabytes.
const TABLE_2: [Format; 7] = [
    format("4x4/4", 0.647, 0.700, (400_000, 10_000, 100_000)),
    format("1x3/1", 1.0, 1.0, (40_000, 1_000, 2_000)),
    format("2x5/3", 0.226, 0.254, (400_000, 10_000, 200_000)),
    format("5x5/10", 0.0820, 0.09, (200_000, 5_000, 1_500)),
    format("1x10/5", 0.1293, 0.189, (400_000, 10_000, 200_000)),
    format("3x7/10", 0.0450, 0.0596, (1_000_000, 5_000, 3_000)),
    format("5x5/15", 0.0063, 0.009, (80_000, 2_000, 8_000)),
];
/// What a quick run takes of each: for the first move, for a guess, games.
const QUICK: (u64, u64, u64) = (8_000, 200, 30);

/// Looks at a field spent on an optimum before it is left out.
const OPTIMUM_WORK: u64 = 20_000_000_000;
const QUICK_OPTIMUM_WORK: u64 = 50_000_000;

fn table_2(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let is_quick = conditions.length == Length::Quick;
    let csp_games = if is_quick { 2_000 } else { 100_000 };
    let work = if is_quick {
        QUICK_OPTIMUM_WORK
    } else {
        OPTIMUM_WORK
    };
    let mut rows = Vec::new();
    for format in TABLE_2 {
        conditions.news.tell(found_so_far(format.board, &rows));
        let part = format!("bssuct-table-2 {}", format.board);
        let board = || rows_of(&format, csp_games, work, conditions);
        rows.extend(conditions.kept(&part, board)?);
    }
    Ok(rows)
}

/// The rows of a board: CSP, BSSUCT and, where it is found, the optimum.
fn rows_of(
    format: &Format,
    csp_games: u64,
    work: u64,
    conditions: &Conditions,
) -> Result<Vec<Row>, ArenaError> {
    let name = format.board;
    let board: Board = name.parse().expect("the table's boards are well written");
    let game = Minesweeper::new(board, FirstMove::Safe);
    let csp = || Box::new(Csp::new(Opening::Corner)) as Box<dyn Player<Minesweeper>>;
    let by_csp = measure(&game, &csp, csp_games, conditions)?;
    // The search for the optimum has one thread.
    let (by_bssuct, solved) = rayon::join(
        || bssuct(&game, format, conditions),
        || solve(board, FirstMove::Safe, work),
    );
    let mut rows = vec![
        rate(format!("{name} csp"), Some(format.csp), by_csp),
        rate(format!("{name} bssuct"), Some(format.bssuct), by_bssuct?),
    ];
    if let Ok(solved) = solved {
        rows.push(exact(
            format!("{name} optimum ({})", solved.fraction()),
            None,
            solved.win_probability(),
        ));
    }
    Ok(rows)
}

/// What is being measured, and the rows of the board before it.
fn found_so_far(board: &str, rows: &[Row]) -> String {
    let last = &rows[rows.len().saturating_sub(3)..];
    let cells = |row: &Row| format!("; {} {}", row.setting, row.unit.text(row.measured));
    let found: String = last.iter().map(cells).collect();
    format!("plays {board}{found}")
}

/// Plays the games of a row.
fn bssuct(
    game: &Minesweeper,
    format: &Format,
    conditions: &Conditions,
) -> Result<Tally, ArenaError> {
    let (opening, simulations, games) = match conditions.length {
        Length::Quick => QUICK,
        Length::Full => (format.opening, format.simulations, format.games),
    };
    let thorough = effort(conditions, opening);
    let effort = effort(conditions, simulations);
    let mut rng = conditions.seed.derive("opening").stream(0);
    let opening = Bssuct::new(Source::Solver, thorough).plan_opening(game, &mut rng);
    let opening = Arc::new(opening.map_err(|error| ArenaError::Experiment(error.to_string()))?);
    let players = move || {
        let player = Bssuct::new(Source::Solver, effort).with_opening(Arc::clone(&opening));
        Box::new(player) as Box<dyn Player<Minesweeper>>
    };
    measure(game, &players, games, conditions)
}

fn three_by_three(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let is_quick = conditions.length == Length::Quick;
    let board: Board = "3x3/7".parse().expect("well written");
    let game = Minesweeper::new(board, FirstMove::Safe);
    let mut rows = Vec::new();
    for (name, site, published) in [("centre", 4, 0.125), ("side", 1, 0.25), ("corner", 0, 0.25)] {
        let (won, of) = value_of_first_move(board, FirstMove::Safe, Site::new(site))
            .map_err(|error| ArenaError::Experiment(error.to_string()))?;
        let measured = won as f64 / of as f64;
        rows.push(exact(
            format!("first move {name}"),
            Some(published),
            measured,
        ));
    }
    let games = if is_quick { 4_000 } else { 100_000 };
    let csp = || Box::new(Csp::new(Opening::Anywhere)) as Box<dyn Player<Minesweeper>>;
    let tally = measure(&game, &csp, games, conditions)?;
    rows.push(rate("csp".to_owned(), Some(17.0 / 72.0), tally));
    let effort = effort(conditions, if is_quick { 200 } else { 2_000 });
    let uct = move || Box::new(Bssuct::new(Source::Solver, effort)) as Box<dyn Player<Minesweeper>>;
    let tally = measure(&game, &uct, games / 20, conditions)?;
    rows.push(rate("bssuct".to_owned(), Some(0.25), tally));
    Ok(rows)
}

fn gnomine(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let is_quick = conditions.length == Length::Quick;
    let runs: u64 = if is_quick { 20 } else { 500 };
    let board: Board = "5x5/15".parse().expect("well written");
    let game = Minesweeper::new(board, FirstMove::Zero);
    // Twenty-five first moves to compare, the best of which never varies: the
    // bound with variance estimates takes some thousands to settle on it.
    let effort = effort(conditions, 10_000);
    let view = game.covered();
    let centres: u64 = (0..runs)
        .into_par_iter()
        .map(|run| {
            let mut player = Bssuct::new(Source::Solver, effort);
            let mut rng = conditions.seed.stream(run);
            let decision = player.decide(&game, &view, Role(0), &mut rng);
            u64::from(decision.is_ok_and(|decision| decision.mv == Site::new(12)))
        })
        .sum();
    let (won, of) = value_of_first_move(board, FirstMove::Zero, Site::new(12))
        .map_err(|error| ArenaError::Experiment(error.to_string()))?;
    Ok(vec![
        Row {
            setting: "bssuct begins in the centre".to_owned(),
            published: Some(1.0),
            measured: centres as f64 / runs as f64,
            ci95: Some(Interval::wilson(centres, runs)),
            samples: runs,
            unit: Unit::Share,
            note: Vec::new(),
        },
        exact(
            "the centre wins".to_owned(),
            Some(1.0),
            won as f64 / of as f64,
        ),
    ])
}

/// How long BSSUCT thinks: the time asked for, or so many simulations.
fn effort(conditions: &Conditions, simulations: u64) -> Effort {
    match conditions.seconds_per_move {
        Some(seconds) => Effort::Time(Duration::try_from_secs_f64(seconds).unwrap_or_default()),
        None => Effort::Simulations(simulations),
    }
}

fn measure(
    game: &Minesweeper,
    player: &dyn PlayerSource<Minesweeper>,
    games: u64,
    conditions: &Conditions,
) -> Result<Tally, ArenaError> {
    let contest = Contest::new(game, player)
        .games(games)
        .seed(conditions.seed);
    Ok(contest.run(&stratalog_run::Control::default())?.tally)
}

fn rate(setting: String, published: Option<f64>, tally: Tally) -> Row {
    Row {
        setting,
        published,
        measured: tally.win_rate(),
        ci95: Some(tally.interval()),
        samples: tally.games(),
        unit: Unit::Share,
        note: Vec::new(),
    }
}

fn exact(setting: String, published: Option<f64>, measured: f64) -> Row {
    Row {
        setting,
        published,
        measured,
        ci95: None,
        samples: 0,
        unit: Unit::Share,
        note: Vec::new(),
    }
}
