//! Tables 2 and 3 and section 4.3 of the Mio paper.

use std::sync::Arc;

use stratalog_logic::{Term, read_term};
use stratalog_minesweeper::mio::learn::learn_as_published;
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::mio::study::{Study, VARIANTS, study};
use stratalog_minesweeper::mio::trial::{Trial, TrialReport};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::Seed;

use super::{Conditions, Experiment, Length, Row, Unit, beside_published};
use stratalog_arena::error::ArenaError;
use stratalog_run::Interval;

pub(super) const EXPERIMENTS: [Experiment; 3] = [
    Experiment {
        name: "mio-table-2",
        about: "What macros, greedy search and active learning do for the search (Mio, Table 2)",
        run: table_2,
        plot: beside_published,
    },
    Experiment {
        name: "mio-table-3",
        about: "The share of runs that find each of the published rules (Mio, Table 3)",
        run: table_3,
        plot: beside_published,
    },
    Experiment {
        name: "mio-games",
        about: "Games with the learned rules, and moves in a game by rule (Mio, section 4.3)",
        run: games,
        plot: beside_published,
    },
];

/// Clauses a search, searches at the limit, rules, games won.
const TABLE_2: [(&str, [f64; 4]); 4] = [
    ("IDA*", [3135.0, 0.70, 2.8, 0.426]),
    ("IDA*+M", [1462.0, 0.23, 4.0, 0.340]),
    ("AL+IDA*+M", [1008.0, 0.04, 4.0, 0.524]),
    ("AL+GS+M", [566.0, 0.03, 3.0, 0.520]),
];

/// The rules of Table 3, literals in the order the learner writes them.
const TABLE_3: [(&str, &str); 4] = [
    (
        "S-1",
        "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,0)",
    ),
    (
        "S-2",
        "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
         diffSetHasXMines(S,R,D), inSet(T,D), minesInSet(D,0)",
    ),
    (
        "S-3",
        "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), setHasXMines(_,B,Z,R), \
         setHasXMines(_,B,Z,Q), diffSetHasXMines(S,R,D), diffSetHasXMines(Q,D,E), \
         inSet(T,E), minesInSet(E,0)",
    ),
    (
        "M-1",
        "mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), \
         minesInSet(S,N), lengthSet(S,N)",
    ),
];

fn board() -> Board {
    "8x8/10".parse().expect("the paper's board is well written")
}

fn failed(error: impl ToString) -> ArenaError {
    ArenaError::Experiment(error.to_string())
}

fn seeds(conditions: &Conditions, full: u64) -> impl Iterator<Item = Seed> {
    let runs = match conditions.length {
        Length::Full => full,
        Length::Quick => 1,
    };
    let first = conditions.seed.0;
    (0..runs).map(move |run| Seed(first + run))
}

fn play(strategy: &Strategy, guess: Guess, games: u64, seed: Seed) -> TrialReport {
    let game = Minesweeper::new(board(), FirstMove::Any);
    Trial::new(&game, Arc::new(strategy.rules.clone()))
        .guess(guess)
        .games(games)
        .seed(seed.derive("games"))
        .run()
}

/// The rule for mines that is played with beside the rules for safe tiles.
fn mine_rule() -> Term {
    read_term(TABLE_3[3].1).expect("it is well written").term
}

fn table_2(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let games = match conditions.length {
        Length::Full => 2_000,
        Length::Quick => 1_000,
    };
    let mut rows = Vec::new();
    let mut last: Option<(&str, Vec<f64>)> = None;
    for (variant, (name, published)) in VARIANTS.into_iter().zip(TABLE_2) {
        let mut studies: Vec<Study> = Vec::new();
        let mut means: Vec<f64> = Vec::new();
        let (mut wins, mut played) = (0, 0);
        for seed in seeds(conditions, 20) {
            let run = study(variant, board(), seed).map_err(failed)?;
            let samples = run.len() as u64;
            for study in &run {
                let mut clauses = study.theory.clone();
                clauses.push(mine_rule());
                let strategy = Strategy::new(Vec::new(), &clauses).map_err(failed)?;
                let report = play(&strategy, Guess::Random, games / samples, seed);
                wins += report.wins;
                played += report.games;
            }
            means.push(mean(run.iter().map(Study::explored_per_search)));
            studies.extend(run);
        }
        let searches: usize = studies.iter().map(|study| study.searches).sum();
        let limited: usize = studies.iter().map(|study| study.limited).sum();
        let explored: Vec<f64> = studies
            .iter()
            .flat_map(|study| &study.records)
            .map(|(explored, _)| *explored as f64)
            .collect();
        rows.push(Row {
            setting: format!("{name}: clauses explored a search"),
            published: Some(published[0]),
            measured: mean(explored.iter().copied()),
            ci95: Some(Interval::of_mean(&explored)),
            samples: searches as u64,
            unit: Unit::Number,
            note: Vec::new(),
        });
        rows.push(Row {
            setting: format!("{name}: searches that reached the limit of 4000"),
            published: Some(published[1]),
            measured: limited as f64 / searches.max(1) as f64,
            ci95: Some(Interval::wilson(limited as u64, searches as u64)),
            samples: searches as u64,
            unit: Unit::Share,
            note: Vec::new(),
        });
        rows.push(Row {
            setting: format!("{name}: rules for safe tiles"),
            published: Some(published[2]),
            measured: mean(studies.iter().map(|study| study.theory.len() as f64)),
            ci95: None,
            samples: studies.len() as u64,
            unit: Unit::Number,
            note: Vec::new(),
        });
        rows.push(Row {
            setting: format!("{name}: games won"),
            published: Some(published[3]),
            measured: wins as f64 / played.max(1) as f64,
            ci95: Some(Interval::wilson(wins, played)),
            samples: played,
            unit: Unit::Share,
            note: Vec::new(),
        });
        if let Some((before_name, before)) = &last {
            let pairs = before.iter().zip(&means);
            let fewer: Vec<f64> = pairs.map(|(before, now)| before - now).collect();
            rows.push(Row {
                setting: format!("{name}: fewer explored a search than {before_name}, run by run"),
                published: None,
                measured: mean(fewer.iter().copied()),
                ci95: Some(Interval::of_mean(&fewer)),
                samples: fewer.len() as u64,
                unit: Unit::Number,
                note: Vec::new(),
            });
        }
        last = Some((name, means));
    }
    Ok(rows)
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

fn table_3(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let mut found = [0_u64; TABLE_3.len()];
    let mut runs: u32 = 0;
    for seed in seeds(conditions, 5) {
        runs += 1;
        let learned = learn_as_published(board(), seed).map_err(failed)?;
        for (count, (_, text)) in found.iter_mut().zip(TABLE_3) {
            let published = read_term(text).expect("it is well written").term;
            let rules = &learned.strategy.rules;
            let is_found = rules
                .iter()
                .any(|rule| stratalog_ilp::modes::is_variant(&rule.clause, &published));
            *count += u64::from(is_found);
        }
    }
    let rows = TABLE_3.iter().zip(found).map(|((name, _), found)| Row {
        setting: format!("{name} is found"),
        published: Some(1.0),
        measured: found as f64 / f64::from(runs).max(1.0),
        ci95: Some(Interval::wilson(found, u64::from(runs))),
        samples: u64::from(runs),
        unit: Unit::Share,
        note: Vec::new(),
    });
    Ok(rows.collect())
}

/// Moves in 1,000 games of the paper, by rule.
const MOVES: [(&str, f64); 4] = [
    ("S-1", 169.0),
    ("S-2", 10_285.0),
    ("S-3", 54.0),
    ("M-1", 2_211.0),
];

fn games(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let games = match conditions.length {
        Length::Full => 10_000,
        Length::Quick => 1_000,
    };
    let learned = learn_as_published(board(), conditions.seed).map_err(failed)?;
    let strategy = &learned.strategy;
    let random = play(strategy, Guess::Random, games, conditions.seed);
    let maxima = play(strategy, Guess::LocalMaxima, games, conditions.seed);
    let exact = play(strategy, Guess::Exact, games, conditions.seed);
    let won = |name: &str, published: Option<f64>, report: &TrialReport| Row {
        setting: format!("games won, {name}"),
        published,
        measured: report.win_rate(),
        ci95: Some(Interval::wilson(report.wins, report.games)),
        samples: report.games,
        unit: Unit::Share,
        note: Vec::new(),
    };
    let per_game = |count: u64| count as f64 / games as f64;
    let mut rows = vec![
        won("random guesses", Some(0.52), &random),
        won("least local maximum", Some(0.60), &maxima),
        won("exact probabilities", None, &exact),
    ];
    let count = |setting: String, published: Option<f64>, measured: f64| Row {
        setting,
        published,
        measured,
        ci95: None,
        samples: games,
        unit: Unit::Number,
        note: Vec::new(),
    };
    for (rule, &moves) in strategy.rules.iter().zip(&random.moves.by_rule) {
        let published = MOVES.iter().find(|(name, _)| *name == rule.name);
        rows.push(count(
            format!("moves a game by {}", rule.name),
            published.map(|(_, moves)| moves / 1000.0),
            per_game(moves),
        ));
    }
    rows.push(count(
        "random guesses a game".to_owned(),
        Some(2.762),
        per_game(random.moves.guesses),
    ));
    rows.push(Row {
        setting: "guesses where a sure move existed".to_owned(),
        published: None,
        measured: exact.moves.needless as f64 / exact.moves.guesses.max(1) as f64,
        ci95: Some(Interval::wilson(exact.moves.needless, exact.moves.guesses)),
        samples: exact.moves.guesses,
        unit: Unit::Share,
        note: Vec::new(),
    });
    Ok(rows)
}
