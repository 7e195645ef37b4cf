//! Section 5 of the MIGO paper: regret, time, rules and transfer.

use cpu_time::ThreadTime;
use rayon::prelude::*;
use stratalog_game::{Described, Learner, PerfectInformation, Size};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{Hexapawn, NoughtsAndCrosses};
use stratalog_migo::{Migo, MigoSettings, Strategy, StrategyPlayer, Variant};
#[cfg(feature = "deep-q")]
use stratalog_players::deep_q::{self, DeepQ};
use stratalog_players::menace::{Beads, Boxes};
use stratalog_players::q_learning::{Parameters, QLearning};
use stratalog_run::Seed;

use super::{
    Conditions, Experiment, Figure, Length, Row, Unit, beside_published, calls_under, curves,
};
use crate::diagram::CallingDiagram;
use crate::plot::{LinePlot, Point, mean_curve};
use stratalog_arena::certify::Certificate;
use stratalog_arena::error::ArenaError;
use stratalog_arena::regret::{RegretCourse, cumulative};
use stratalog_run::Interval;

pub(super) const EXPERIMENTS: [Experiment; 4] = [
    Experiment {
        name: "migo-fig-3",
        about: "Cumulative minimax regret against games played (MIGO, Fig. 3)",
        run: figure_3,
        plot: curves_of_rows,
    },
    Experiment {
        name: "migo-table-2",
        about: "CPU seconds of one game with its learning (MIGO, Table 2)",
        run: table_2,
        plot: beside_published,
    },
    Experiment {
        name: "migo-fig-4",
        about: "Rules learned and what they call: share of runs that end with each (MIGO, Fig. 4)",
        run: figure_4,
        plot: calls_of_rows,
    },
    Experiment {
        name: "migo-fig-5",
        about: "Cumulative minimax regret with rules of another game to start from (MIGO, Fig. 5)",
        run: figure_5,
        plot: curves_of_rows,
    },
];

/// Positions a game of these experiments may have.
const MOST_POSITIONS: u64 = 1_000_000;

/// A system that learns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum System {
    Mixed,
    Separated,
    Boxes,
    QLearning,
    DeepQ,
}

const SYSTEMS: [System; 5] = [
    System::Mixed,
    System::Separated,
    System::Boxes,
    System::QLearning,
    System::DeepQ,
];

/// A game of the experiments with its settings.
struct Setup<G: PerfectInformation> {
    game: G,
    name: &'static str,
    games: u64,
    runs: u64,
    /// Games without a change before separated learning goes on to drawing.
    patience: u32,
    beads: Beads,
}

fn noughts_and_crosses(length: Length) -> Setup<NoughtsAndCrosses> {
    Setup {
        game: NoughtsAndCrosses,
        name: "noughts-and-crosses",
        games: 200,
        runs: if length == Length::Quick { 5 } else { 20 },
        patience: 10,
        beads: Beads::Menace,
    }
}

fn hexapawn(side: u8, length: Length) -> Result<Setup<Hexapawn>, ArenaError> {
    let game = Hexapawn::new(Size::new(side, side), Stalemate::Draws)
        .map_err(|error| ArenaError::Experiment(error.to_string()))?;
    let runs = match (length, side) {
        (Length::Quick, _) => 5,
        (Length::Full, 3) => 40,
        (Length::Full, _) => 20,
    };
    Ok(Setup {
        game,
        name: if side == 3 { "hexapawn3" } else { "hexapawn4" },
        games: 100,
        runs,
        patience: 5,
        beads: Beads::Her,
    })
}

impl System {
    fn name(self, beads: Beads) -> &'static str {
        match (self, beads) {
            (System::Mixed, _) => "MIGO mixed",
            (System::Separated, _) => "MIGO separated",
            (System::Boxes, Beads::Menace) => "MENACE",
            (System::Boxes, Beads::Her) => "HER",
            (System::QLearning, _) => "Q-learning",
            (System::DeepQ, _) => "deep Q-learning",
        }
    }

    fn settings(self, patience: u32) -> MigoSettings {
        MigoSettings {
            variant: match self {
                System::Separated => Variant::Separated { patience },
                _ => Variant::Mixed,
            },
            ..MigoSettings::default()
        }
    }
}

/// What came of one run.
struct Run {
    regret: Vec<f64>,
    seconds: f64,
    strategy: Option<Strategy>,
}

impl<G: PerfectInformation + Described + Clone> Setup<G> {
    fn course(&self) -> Result<RegretCourse<'_, G>, ArenaError> {
        RegretCourse::new(&self.game, MOST_POSITIONS)
    }

    /// The runs of a system; all systems meet the same boards.
    fn runs(
        &self,
        course: &RegretCourse<'_, G>,
        system: System,
        from: Option<&Strategy>,
        seed: Seed,
    ) -> Result<Vec<Run>, ArenaError> {
        (0..self.runs)
            .into_par_iter()
            .map(|run| self.run(course, system, from, seed.derive(&format!("run {run}"))))
            .collect()
    }

    fn run(
        &self,
        course: &RegretCourse<'_, G>,
        system: System,
        from: Option<&Strategy>,
        seed: Seed,
    ) -> Result<Run, ArenaError> {
        let teach = |learner: &mut dyn Learner<G>| -> Result<(Vec<f64>, f64), ArenaError> {
            let started = ThreadTime::now();
            let games = course.teach(learner, self.games, seed, |_, _| true)?;
            let seconds = started.elapsed().as_secs_f64();
            let regret = cumulative(games.iter().map(|game| game.regret));
            Ok((regret.into_iter().map(|sum| sum as f64).collect(), seconds))
        };
        let mut strategy = None;
        let (regret, seconds) = match system {
            System::Mixed | System::Separated => {
                let learner = Migo::new(&self.game, system.settings(self.patience));
                let mut learner =
                    learner.map_err(|error| ArenaError::Strategy(error.to_string()))?;
                if let Some(from) = from {
                    learner = learner.with_strategy(from);
                }
                let taught = teach(&mut learner)?;
                strategy = Some(learner.strategy());
                taught
            }
            System::Boxes => teach(&mut Boxes::new(self.beads))?,
            System::QLearning => teach(&mut QLearning::new(Parameters::default()))?,
            #[cfg(feature = "deep-q")]
            System::DeepQ => {
                let learner = DeepQ::new(&self.game, deep_q::Parameters::default(), seed);
                let wrong = |error: deep_q::NetworkError| ArenaError::Experiment(error.to_string());
                teach(&mut learner.map_err(wrong)?)?
            }
            #[cfg(not(feature = "deep-q"))]
            System::DeepQ => {
                return Err(ArenaError::Experiment(
                    "deep Q-learning is switched off; build with --features deep-q".to_owned(),
                ));
            }
        };
        Ok(Run {
            regret,
            seconds,
            strategy,
        })
    }

    /// Rows of a curve: a tenth of the games after the other.
    fn curve(&self, name: &str, runs: &[Run], published: Option<f64>) -> Vec<Row> {
        let regrets: Vec<Vec<f64>> = runs.iter().map(|run| run.regret.clone()).collect();
        let series = mean_curve(name, &regrets);
        let step = (self.games / 10).max(1) as usize;
        let points = series.points.iter().enumerate();
        points
            .filter(|(at, _)| (at + 1) % step == 0)
            .map(|(at, point)| Row {
                setting: format!("{}: {name}, after {} games", self.name, at + 1),
                published: published.filter(|_| at as u64 + 1 == self.games),
                measured: point.y,
                ci95: point.band,
                samples: runs.len() as u64,
                unit: Unit::Number,
                note: Vec::new(),
            })
            .collect()
    }

    /// How many of the runs ended with a strategy that is optimal everywhere.
    fn certified(&self, name: &str, runs: &[Run]) -> Result<Row, ArenaError> {
        let mut optimal = 0;
        for strategy in runs.iter().filter_map(|run| run.strategy.as_ref()) {
            let player = StrategyPlayer::new(&self.game, strategy)
                .map_err(|error| ArenaError::Strategy(error.to_string()))?;
            let certificate = Certificate::of(&self.game, &mut player.unbounded(), MOST_POSITIONS)?;
            optimal += u64::from(certificate.is_optimal());
        }
        Ok(Row {
            setting: format!(
                "{}: {name}, runs that end with a certified strategy",
                self.name
            ),
            published: None,
            measured: optimal as f64,
            ci95: None,
            samples: runs.len() as u64,
            unit: Unit::Number,
            note: Vec::new(),
        })
    }

    fn regret_rows(&self, published: [Option<f64>; 5], seed: Seed) -> Result<Vec<Row>, ArenaError> {
        let course = self.course()?;
        let mut rows = Vec::new();
        let mut finals: Vec<Vec<f64>> = Vec::new();
        for (system, published) in SYSTEMS.into_iter().zip(published) {
            let runs = self.runs(&course, system, None, seed)?;
            let name = system.name(self.beads);
            rows.extend(self.curve(name, &runs, published));
            if matches!(system, System::Mixed | System::Separated) {
                rows.push(self.certified(name, &runs)?);
            }
            let last = runs.iter().filter_map(|run| run.regret.last().copied());
            finals.push(last.collect());
        }
        if let [mixed, separated, rivals @ ..] = &finals[..] {
            rows.extend(self.comparisons(mixed, separated, rivals));
        }
        Ok(rows)
    }

    /// In how many runs, on the same boards, one system ends below another.
    fn comparisons(&self, mixed: &[f64], separated: &[f64], rivals: &[Vec<f64>]) -> Vec<Row> {
        let is_below_all = |own: &[f64], run: usize| rivals.iter().all(|r| own[run] < r[run]);
        let count =
            |holds: &dyn Fn(usize) -> bool| (0..mixed.len()).filter(|&run| holds(run)).count();
        let found = [
            (
                "MIGO mixed below every rival",
                count(&|run| is_below_all(mixed, run)),
            ),
            (
                "MIGO separated below every rival",
                count(&|run| is_below_all(separated, run)),
            ),
            (
                "MIGO mixed below separated",
                count(&|run| mixed[run] < separated[run]),
            ),
            (
                "MIGO mixed not above separated",
                count(&|run| mixed[run] <= separated[run]),
            ),
        ];
        let rows = found.into_iter().map(|(what, runs)| Row {
            setting: format!("{}: runs with {what}", self.name),
            published: None,
            measured: runs as f64,
            ci95: None,
            samples: mixed.len() as u64,
            unit: Unit::Number,
            note: Vec::new(),
        });
        rows.collect()
    }

    fn time_rows(&self, published: [Option<f64>; 5], seed: Seed) -> Result<Vec<Row>, ArenaError> {
        let course = self.course()?;
        let mut rows = Vec::new();
        for (system, published) in SYSTEMS.into_iter().zip(published) {
            let runs = self.runs(&course, system, None, seed)?;
            let seconds = runs.iter().map(|run| run.seconds / self.games as f64);
            let seconds: Vec<f64> = seconds.collect();
            rows.push(Row {
                setting: format!("{}: {}", self.name, system.name(self.beads)),
                published,
                measured: seconds.iter().sum::<f64>() / seconds.len() as f64,
                ci95: Some(Interval::of_mean(&seconds)),
                samples: runs.len() as u64,
                unit: Unit::Number,
                note: Vec::new(),
            });
        }
        Ok(rows)
    }

    /// The clauses and calls of the final strategies, with the share of runs.
    fn rule_rows(&self, seed: Seed) -> Result<Vec<Row>, ArenaError> {
        let course = self.course()?;
        let runs = self.runs(&course, System::Mixed, None, seed)?;
        let mut found: Vec<(String, u64)> = Vec::new();
        for strategy in runs.iter().filter_map(|run| run.strategy.as_ref()) {
            let mut count = |text: String| match found.iter_mut().find(|(known, _)| *known == text)
            {
                Some((_, count)) => *count += 1,
                None => found.push((text, 1)),
            };
            for line in strategy.lines() {
                count(format!("{}: {line}", self.name));
            }
            for (caller, called) in strategy.calls() {
                for callee in called {
                    count(format!(
                        "{}: {} calls {}",
                        self.name, caller.name, callee.name
                    ));
                }
            }
        }
        let total = runs.len() as u64;
        let rows = found.into_iter().map(|(setting, count)| Row {
            setting,
            published: None,
            measured: count as f64 / total as f64,
            ci95: Some(Interval::wilson(count, total)),
            samples: total,
            unit: Unit::Share,
            note: Vec::new(),
        });
        Ok(rows.collect())
    }

    /// Regret with and without the rules that one run of another game learned.
    fn transfer_rows<H: PerfectInformation + Described + Clone>(
        &self,
        teacher: &Setup<H>,
        seed: Seed,
    ) -> Result<Vec<Row>, ArenaError> {
        let course = self.course()?;
        let taught = teacher.run(&teacher.course()?, System::Mixed, None, seed)?;
        let alone = self.runs(&course, System::Mixed, None, seed)?;
        let helped = self.runs(&course, System::Mixed, taught.strategy.as_ref(), seed)?;
        let mut rows = self.curve("from nothing", &alone, None);
        rows.extend(self.curve(
            &format!("from the rules of {}", teacher.name),
            &helped,
            None,
        ));
        Ok(rows)
    }
}

fn figure_3(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let Conditions { seed, length, .. } = *conditions;
    let published = [
        Some(40.1),
        Some(52.8),
        Some(217.0),
        Some(235.0),
        Some(226.0),
    ];
    let mut rows = noughts_and_crosses(length).regret_rows(published, seed)?;
    let published = [Some(2.23), Some(3.95), None, None, None];
    rows.extend(hexapawn(3, length)?.regret_rows(published, seed)?);
    Ok(rows)
}

fn table_2(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let Conditions { seed, length, .. } = *conditions;
    let published = [
        Some(0.15),
        Some(0.089),
        Some(0.0015),
        Some(0.23),
        Some(0.24),
    ];
    let mut rows = noughts_and_crosses(length).time_rows(published, seed)?;
    let published = [
        Some(0.003),
        Some(0.0028),
        Some(0.00027),
        Some(0.0019),
        Some(0.017),
    ];
    rows.extend(hexapawn(3, length)?.time_rows(published, seed)?);
    let published = [Some(3.9), Some(3.8), None, Some(0.27), Some(0.21)];
    rows.extend(hexapawn(4, length)?.time_rows(published, seed)?);
    Ok(rows)
}

fn figure_4(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let Conditions { seed, length, .. } = *conditions;
    let mut rows = noughts_and_crosses(length).rule_rows(seed)?;
    rows.extend(hexapawn(3, length)?.rule_rows(seed)?);
    Ok(rows)
}

fn figure_5(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let Conditions { seed, length, .. } = *conditions;
    let ox = noughts_and_crosses(length);
    let mut rows = ox.transfer_rows(&hexapawn(3, length)?, seed)?;
    rows.extend(hexapawn(4, length)?.transfer_rows(&ox, seed)?);
    Ok(rows)
}

/// The rows `GAME: NAME, after N games` as lines, a plot for each game.
fn curves_of_rows(experiment: &Experiment, rows: &[Row]) -> Figure {
    let game = |row: &Row| row.setting.split(": ").next().map(str::to_owned);
    let plots = rows.chunk_by(|row, next| game(row) == game(next));
    let plots = plots.map(|rows| {
        let mut series = curves(rows, |row| {
            let (_, rest) = row.setting.split_once(": ")?;
            let (name, rest) = rest.split_once(", after ")?;
            Some((name, rest.split(' ').next()?.parse().ok()?))
        });
        for line in &mut series {
            // Nobody regrets anything before the first game.
            let start = Point {
                x: 0.0,
                y: 0.0,
                band: Some(Interval {
                    low: 0.0,
                    high: 0.0,
                }),
            };
            line.points.insert(0, start);
        }
        let game = game(&rows[0]).unwrap_or_default();
        LinePlot {
            title: format!("{game} ({})", experiment.name),
            x_label: "games played".to_owned(),
            y_label: "cumulative minimax regret".to_owned(),
            series,
        }
    });
    Figure::Lines(plots.collect())
}

/// The rows `GAME: CALLER calls CALLEE` that hold of most runs, as diagrams.
fn calls_of_rows(_experiment: &Experiment, rows: &[Row]) -> Figure {
    let mut diagrams: Vec<CallingDiagram> = Vec::new();
    for row in rows.iter().filter(|row| row.measured > 0.5) {
        let Some((game, rest)) = row.setting.split_once(": ") else {
            continue;
        };
        let Some((caller, callee)) = rest.split_once(" calls ") else {
            continue;
        };
        let title = format!("{game}: what calls what in most runs");
        let call = (caller.to_owned(), callee.to_owned());
        calls_under(title, &mut diagrams).push(call);
    }
    Figure::Calls(diagrams)
}
