//! Table 2: what macros, greedy search and active learning save.

use serde::{Deserialize, Serialize};
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_minesweeper::mio::study::{Study, VARIANTS, Variant, study};
use stratalog_run::Seed;

use super::{PUBLISHED_RULES, board, clause, play, seed_of_run};
use crate::error::PapersError;
use crate::measurement::{Halt, Measurement, Part};
use crate::row::Row;

/// A column of the table.
struct Published {
    name: &'static str,
    /// Clauses explored per search.
    explored: f64,
    /// The share of searches that reached the limit.
    limited: f64,
    rules: f64,
    /// The share of games won.
    won: f64,
}

const PUBLISHED: [Published; 4] = [
    Published {
        name: "IDA*",
        explored: 3135.0,
        limited: 0.70,
        rules: 2.8,
        won: 0.426,
    },
    Published {
        name: "IDA*+M",
        explored: 1462.0,
        limited: 0.23,
        rules: 4.0,
        won: 0.340,
    },
    Published {
        name: "AL+IDA*+M",
        explored: 1008.0,
        limited: 0.04,
        rules: 4.0,
        won: 0.524,
    },
    Published {
        name: "AL+GS+M",
        explored: 566.0,
        limited: 0.03,
        rules: 3.0,
        won: 0.520,
    },
];

/// The result of learning with one seed: once with active learning, otherwise
/// from several samples.
#[derive(Serialize, Deserialize)]
struct Learned {
    /// Clauses explored in each search.
    explored: Vec<u64>,
    /// Searches that reached the limit.
    limited: u64,
    /// The number of rules learned from each sample.
    rules: Vec<u64>,
    /// The mean over the samples of the clauses explored per search.
    mean_explored: f64,
    wins: u64,
    games: u64,
}

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let mut last: Option<(&str, Vec<f64>)> = None;
    for (variant, published) in VARIANTS.into_iter().zip(&PUBLISHED) {
        let part = Part {
            name: &format!("mio-table-2 {}", published.name),
            what: "runs",
            count: run.length().choose(20, 1),
        };
        let games = run.length().choose(2_000, 1_000);
        let learned = run.pieces(&part, |number| {
            learn(variant, games, seed_of_run(run.seed(), number))
        })?;
        run.extend(rows(published, &learned));
        let means: Vec<f64> = learned.iter().map(|run| run.mean_explored).collect();
        if let Some((before, before_means)) = &last {
            let pairs = before_means.iter().zip(&means);
            let fewer: Vec<f64> = pairs.map(|(before, now)| before - now).collect();
            let name = published.name;
            let setting = format!("{name}: fewer explored per search than {before}, run by run");
            run.add(Row::mean(setting, &fewer));
        }
        last = Some((published.name, means));
    }
    Ok(())
}

/// Learns rules for safe squares and plays with them and the published rule for
/// mines.
fn learn(variant: Variant, games: u64, seed: Seed) -> Result<Learned, PapersError> {
    let studies = study(variant, board(), seed).map_err(PapersError::failed)?;
    let samples = studies.len() as u64;
    let (mut wins, mut played) = (0, 0);
    for study in &studies {
        let mut clauses = study.theory.clone();
        clauses.push(clause(PUBLISHED_RULES[3].1));
        let strategy = Strategy::new(Vec::new(), &clauses).map_err(PapersError::failed)?;
        let trial = play(&strategy, Guess::Random, games / samples.max(1), seed);
        wins += trial.wins;
        played += trial.games;
    }
    let records = studies.iter().flat_map(|study| &study.records);
    let per_search: Vec<f64> = studies.iter().map(Study::explored_per_search).collect();
    Ok(Learned {
        explored: records.map(|(explored, _)| *explored as u64).collect(),
        limited: studies.iter().map(|study| study.limited as u64).sum(),
        rules: studies
            .iter()
            .map(|study| study.theory.len() as u64)
            .collect(),
        mean_explored: per_search.iter().sum::<f64>() / per_search.len().max(1) as f64,
        wins,
        games: played,
    })
}

fn rows(published: &Published, learned: &[Learned]) -> [Row; 4] {
    let name = published.name;
    let explored = learned.iter().flat_map(|run| &run.explored);
    let explored: Vec<f64> = explored.map(|&explored| explored as f64).collect();
    let searches = explored.len() as u64;
    let rules = learned.iter().flat_map(|run| &run.rules);
    let rules: Vec<f64> = rules.map(|&rules| rules as f64).collect();
    let sum = |part: fn(&Learned) -> u64| learned.iter().map(part).sum::<u64>();
    [
        Row::mean(format!("{name}: clauses explored per search"), &explored)
            .published(published.explored),
        Row::rate(
            format!("{name}: searches that reached the limit of 4000"),
            sum(|run| run.limited),
            searches,
        )
        .published(published.limited),
        Row::mean(format!("{name}: rules for safe squares"), &rules).published(published.rules),
        Row::rate(
            format!("{name}: games won"),
            sum(|run| run.wins),
            sum(|run| run.games),
        )
        .published(published.won),
    ]
}
