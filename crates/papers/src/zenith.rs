//! Section 5 and 6 of the Zenith paper: features discovered in Othello.
//!
//! The paper limits the time of an evaluation in milliseconds of its machine.
//! Here the limit is in steps of the solver, so that runs repeat: 4 steps stand
//! for a millisecond. The paper abstracts expensive features only, and tells of
//! mobility features abstracted down to pairs of neighbouring squares. Those take
//! some 450 steps here, so that a tenth of the lower limits must be less.

use rayon::prelude::*;
use stratalog_logic::Term;
use stratalog_rulesheet::{Observer, Position, RulesheetGame};
use stratalog_run::{Control, Seed};
use stratalog_zenith::concept::PreferenceLearner;
use stratalog_zenith::english::Names;
use stratalog_zenith::evidence::observer;
use stratalog_zenith::learner::{Discovered, Discovery, name};
use stratalog_zenith::rehearsal::random_positions;
use stratalog_zenith::{Feature, Transformation, ZenithSettings};

use super::catalogue::{ALWAYS_STABLE, Board, KNOWN, single_discs};
use super::{
    Conditions, Experiment, Figure, Length, Row, Unit, beside_published, calls_under, curves,
};
use crate::diagram::CallingDiagram;
use crate::plot::LinePlot;
use stratalog_arena::error::ArenaError;
use stratalog_catalogue::discovery::{Domain, Won};
use stratalog_catalogue::discovery_run::DiscoveryCourse;

pub(super) const EXPERIMENTS: [Experiment; 7] = [
    Experiment {
        name: "zenith-table-2",
        about: "Features of Othello with a linear threshold unit: generated, active, accuracy (Zenith, Table 2)",
        run: table_2,
        plot: beside_published,
    },
    Experiment {
        name: "zenith-table-3",
        about: "How often each transformation made a feature (Zenith, Table 3)",
        run: table_3,
        plot: beside_published,
    },
    Experiment {
        name: "zenith-table-4",
        about: "Features of Othello with decision trees: generated, active, accuracy (Zenith, Table 4)",
        run: table_4,
        plot: beside_published,
    },
    Experiment {
        name: "zenith-fig-6",
        about: "Accuracy by cycle with a linear threshold unit (Zenith, Figure 6)",
        run: fig_6,
        plot: by_cycle,
    },
    Experiment {
        name: "zenith-fig-7",
        about: "Games won against ORFEO by cycle (Zenith, Figure 7)",
        run: fig_7,
        plot: by_cycle,
    },
    Experiment {
        name: "zenith-fig-8",
        about: "Accuracy by cycle with decision trees (Zenith, Figure 8)",
        run: fig_8,
        plot: by_cycle,
    },
    Experiment {
        name: "zenith-fig-9",
        about: "Known and novel features that were derived (Zenith, Figure 9)",
        run: fig_9,
        plot: derivations,
    },
];

/// Steps of the solver for a millisecond of the paper.
const STEPS_PER_MS: u32 = 4;

/// A limit of the paper, and what came of it: features generated, active at the
/// end, accuracy; with the unit and with trees.
struct Published {
    milliseconds: u32,
    linear: (f64, f64, f64),
    tree: (f64, f64, f64),
    /// How often each transformation fired, in the order of [`FIRED`].
    fired: [f64; 10],
}

const PUBLISHED: [Published; 5] = [
    Published {
        milliseconds: 250,
        linear: (86.0, 6.0, 0.85),
        tree: (83.0, 3.0, 0.76),
        fired: [2.0, 0.0, 9.0, 6.0, 6.0, 18.0, 3.0, 11.0, 18.0, 12.0],
    },
    Published {
        milliseconds: 500,
        linear: (119.0, 16.0, 0.85),
        tree: (97.0, 7.0, 0.77),
        fired: [2.0, 0.0, 4.0, 7.0, 10.0, 20.0, 5.0, 6.0, 23.0, 41.0],
    },
    Published {
        milliseconds: 750,
        linear: (138.0, 10.0, 0.86),
        tree: (97.0, 3.0, 0.81),
        fired: [2.0, 0.0, 9.0, 6.0, 11.0, 25.0, 2.0, 13.0, 15.0, 54.0],
    },
    Published {
        milliseconds: 1000,
        linear: (98.0, 5.0, 0.84),
        tree: (98.0, 1.0, 0.76),
        fired: [2.0, 0.0, 3.0, 6.0, 19.0, 7.0, 1.0, 4.0, 16.0, 39.0],
    },
    Published {
        milliseconds: 3000,
        linear: (228.0, 14.0, 0.88),
        tree: (77.0, 3.0, 0.78),
        fired: [2.0, 0.0, 11.0, 8.0, 21.0, 15.0, 3.0, 7.0, 16.0, 144.0],
    },
];

/// The transformations in the order of Table 3.
const FIRED: [Transformation; 10] = [
    Transformation::SplitArithComp,
    Transformation::SplitArithCalc,
    Transformation::SplitConjunction,
    Transformation::RemoveNegation,
    Transformation::RemoveDisjunct,
    Transformation::ExpandToBaseCase,
    Transformation::VariableSpecialize,
    Transformation::RemoveLcTerm,
    Transformation::RemoveVariable,
    Transformation::RegressFormula,
];

/// A run under one of the paper's limits.
struct Measured {
    published: &'static Published,
    run: Discovery,
    won: Vec<Won>,
}

/// Runs Zenith under the limits of the paper; a quick run takes two of them and
/// four cycles.
fn runs(
    conditions: &Conditions,
    learner: &PreferenceLearner,
    games: u64,
) -> Result<Vec<Measured>, ArenaError> {
    let domain = Domain::new("othello", None)?;
    let (limits, cycles) = match conditions.length {
        Length::Full => (&PUBLISHED[..], 10),
        Length::Quick => (&PUBLISHED[..2], 4),
    };
    let one = |published: &'static Published| {
        let limit = published.milliseconds;
        let name = match learner {
            PreferenceLearner::Linear { .. } => "linear",
            PreferenceLearner::Tree(_) => "tree",
        };
        let file = format!(
            "zenith-{name}-{limit}ms-{cycles}-cycles-{games}-games-seed-{}.state",
            conditions.seed.0
        );
        let settings = ZenithSettings {
            cycles,
            limit: f64::from(published.milliseconds * STEPS_PER_MS),
            learner: learner.clone(),
            seed: conditions.seed,
            ..ZenithSettings::default()
        };
        let course = DiscoveryCourse {
            games,
            state: conditions.runs.as_ref().map(|folder| folder.join(file)),
            ..DiscoveryCourse::new(settings)
        };
        let tell = |done: usize| {
            let news = format!("limit {limit} ms, {done} of {cycles} cycles");
            conditions.news.tell(news);
        };
        tell(0);
        let control = Control::default();
        let found = domain.discover(&course, &control, |cycle, _| tell(cycle.number + 1))?;
        Ok(Measured {
            published,
            run: found.discovery,
            won: found.won,
        })
    };
    limits.iter().map(one).collect()
}

fn number(setting: String, published: Option<f64>, measured: f64) -> Row {
    Row {
        setting,
        published,
        measured,
        ci95: None,
        samples: 1,
        unit: Unit::Number,
        note: Vec::new(),
    }
}

fn share(setting: String, published: Option<f64>, measured: f64, samples: u64) -> Row {
    Row {
        unit: Unit::Share,
        samples,
        ..number(setting, published, measured)
    }
}

fn table(
    conditions: &Conditions,
    learner: &PreferenceLearner,
    published: fn(&Published) -> (f64, f64, f64),
) -> Result<Vec<Row>, ArenaError> {
    let mut rows = Vec::new();
    for measured in runs(conditions, learner, 0)? {
        let (generated, active, accuracy) = published(measured.published);
        let limit = format!("limit {} ms", measured.published.milliseconds);
        let features = &measured.run.features;
        let in_use = features.iter().filter(|f| f.is_active).count();
        let best = measured
            .run
            .cycles
            .iter()
            .map(|c| c.accuracy)
            .fold(0.0, f64::max);
        let pairs = measured.run.cycles.last().map_or(0, |cycle| cycle.pairs);
        rows.push(number(
            format!("{limit}: generated"),
            Some(generated),
            features.len() as f64,
        ));
        rows.push(number(
            format!("{limit}: active"),
            Some(active),
            in_use as f64,
        ));
        rows.push(share(
            format!("{limit}: highest accuracy"),
            Some(accuracy),
            best,
            pairs as u64,
        ));
    }
    Ok(rows)
}

fn table_2(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    table(conditions, &PreferenceLearner::linear(), |published| {
        published.linear
    })
}

fn table_4(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    table(conditions, &PreferenceLearner::tree(), |published| {
        published.tree
    })
}

fn table_3(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let mut rows = Vec::new();
    for measured in runs(conditions, &PreferenceLearner::linear(), 0)? {
        for transformation in Transformation::ALL {
            let fired = measured
                .run
                .features
                .iter()
                .filter(|feature| feature.origin.is_some_and(|(_, how)| how == transformation));
            let place = FIRED.iter().position(|how| *how == transformation);
            rows.push(number(
                format!(
                    "limit {} ms: {}",
                    measured.published.milliseconds,
                    transformation.name()
                ),
                place.map(|place| measured.published.fired[place]),
                fired.count() as f64,
            ));
        }
    }
    Ok(rows)
}

fn accuracies(
    conditions: &Conditions,
    learner: &PreferenceLearner,
    published: fn(&Published) -> f64,
) -> Result<Vec<Row>, ArenaError> {
    let mut rows = Vec::new();
    for measured in runs(conditions, learner, 0)? {
        let last = measured.run.cycles.len();
        for cycle in &measured.run.cycles {
            // The figures print no numbers; the tables have the best of each run.
            let is_last = cycle.number + 1 == last;
            rows.push(share(
                format!(
                    "limit {} ms, cycle {}",
                    measured.published.milliseconds,
                    cycle.number + 1
                ),
                is_last.then(|| published(measured.published)),
                cycle.accuracy,
                cycle.pairs as u64,
            ));
        }
    }
    Ok(rows)
}

fn fig_6(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    accuracies(conditions, &PreferenceLearner::linear(), |published| {
        published.linear.2
    })
}

fn fig_8(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    accuracies(conditions, &PreferenceLearner::tree(), |published| {
        published.tree.2
    })
}

fn fig_7(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let games = match conditions.length {
        Length::Full => 200,
        Length::Quick => 20,
    };
    let mut rows = Vec::new();
    for measured in runs(conditions, &PreferenceLearner::linear(), games)? {
        for (cycle, won) in measured.won.iter().enumerate() {
            let (rate, interval) = won.share();
            let limit = measured.published.milliseconds;
            rows.push(Row {
                ci95: Some(interval),
                ..share(
                    format!("limit {limit} ms, cycle {}", cycle + 1),
                    None,
                    rate,
                    won.games,
                )
            });
        }
    }
    Ok(rows)
}

/// How many positions a feature is recognised by.
const RECOGNISED_BY: usize = 3_000;

fn fig_9(conditions: &Conditions) -> Result<Vec<Row>, ArenaError> {
    let domain = Domain::new("othello", None)?;
    let seen = random_positions(
        &domain.game,
        RECOGNISED_BY,
        conditions.seed.derive("catalogue"),
    );
    let refs: Vec<&Position> = seen.iter().collect();
    let boards: Vec<Board> = seen
        .iter()
        .filter_map(|p| Board::of(&domain.game, p))
        .collect();
    let stable = StableSquares::new(&domain.game);
    let mut rows: Vec<Row> = Vec::new();
    // What a run develops is a matter of luck: there are two under each limit.
    let repetitions: &[&str] = match conditions.length {
        Length::Full => &["", " in run 2"],
        Length::Quick => &[""],
    };
    let mut found = Vec::new();
    for (after, which) in repetitions.iter().enumerate() {
        let conditions = Conditions {
            seed: Seed(conditions.seed.0.wrapping_add(after as u64)),
            ..conditions.clone()
        };
        let measured = runs(&conditions, &PreferenceLearner::linear(), 0)?.into_iter();
        found.extend(measured.map(|measured| (which, measured)));
    }
    for (which, measured) in found {
        let run = &measured.run;
        let known_as = |found: &Discovered| {
            let features = std::slice::from_ref(&found.feature);
            let observer = observer(&run.theory, &domain.game, features)?;
            let values: Vec<u32> = observer.counts(&refs).iter().map(|c| c[0]).collect();
            let of_stable = || stable.recognised(&values, &observer, &boards);
            recognised(&values, &boards).or_else(of_stable)
        };
        let named: Vec<Option<String>> = run.features.par_iter().map(known_as).collect();
        for (place, known) in named.into_iter().enumerate() {
            let Some(known) = known else { continue };
            let is_first = rows
                .iter()
                .all(|row| !row.setting.starts_with(&format!("{known}:")));
            if is_first {
                let chain = run.derivation(place).join(" < ");
                let limit = measured.published.milliseconds;
                let setting = format!("{known}: {} under {limit} ms{which}, {chain}", name(place));
                let found = &run.features[place];
                rows.push(Row {
                    note: definition(run, &found.feature),
                    ..number(setting, None, found.cost)
                });
            }
        }
    }
    let wanted = KNOWN.iter().map(|known| known.name);
    let wanted: Vec<&str> = wanted.chain([ALWAYS_STABLE]).collect();
    let is_derived = |name: &&str| rows.iter().any(|row| row.setting.starts_with(*name));
    let (derived, missing): (Vec<&str>, Vec<&str>) =
        wanted.iter().partition(|name| is_derived(name));
    let missing = missing.iter();
    let missing = missing.map(|name| number(format!("{name}: not derived"), None, 0.0));
    let of = wanted.len();
    let total = number(
        format!("features of the catalogue derived, of {of}"),
        None,
        derived.len() as f64,
    );
    let missing: Vec<Row> = missing.chain([total]).collect();
    rows.extend(missing);
    Ok(rows)
}

/// A feature in English and in Prolog, with the sets it asks for.
fn definition(run: &Discovery, feature: &Feature) -> Vec<String> {
    let names = Names::new(&run.theory);
    let variables = names.variables(feature).join(", ");
    let mut lines = vec![
        names.english(feature),
        format!("[{variables}]: {}", names.formula(feature)),
    ];
    for set in feature.goals.iter().filter_map(Term::functor) {
        let members = run.theory.made().iter().filter(|clause| {
            clause.head.functor() == Some(set) && clause.body.is_empty() && clause.head.is_ground()
        });
        let members: Vec<String> = members.map(|clause| clause.head.to_string()).collect();
        if !members.is_empty() {
            lines.push(format!("{}.", members.join(". ")));
        }
    }
    lines
}

/// The feature of the catalogue that has these values, for either role.
fn recognised(values: &[u32], boards: &[Board]) -> Option<String> {
    if values.len() != boards.len() {
        return None;
    }
    for known in KNOWN {
        for (role, colour) in ["black", "white"].iter().enumerate() {
            let is_same = boards
                .iter()
                .zip(values)
                .all(|(board, &value)| (known.value)(board, role) == value);
            if is_same {
                return Some(format!("{} ({colour})", known.name));
            }
        }
    }
    None
}

/// Features that count discs on a set of squares with all corners in it: which
/// squares, boards with one disc each tell.
struct StableSquares {
    /// For each role and each square a board with a disc there.
    probes: [Vec<Position>; 2],
}

impl StableSquares {
    fn new(game: &RulesheetGame) -> StableSquares {
        StableSquares {
            probes: [0, 1].map(|role| single_discs(game, role)),
        }
    }

    /// The name, if a feature is of this kind for a role.
    fn recognised(&self, values: &[u32], observer: &Observer, boards: &[Board]) -> Option<String> {
        for (role, colour) in ["black", "white"].iter().enumerate() {
            let positions: Vec<&Position> = self.probes[role].iter().collect();
            let counts = observer.counts(&positions);
            let set: Vec<bool> = counts.iter().map(|c| c[0] == 1).collect();
            if set.iter().all(|is_in| *is_in) {
                continue;
            }
            let is_same = boards
                .iter()
                .zip(values)
                .all(|(board, &value)| board.discs_on(role, &set) == value);
            if is_same && boards.first().is_some_and(|board| board.has_corners(&set)) {
                return Some(format!("{ALWAYS_STABLE} ({colour})"));
            }
        }
        None
    }
}

/// A curve for each limit.
fn by_cycle(experiment: &Experiment, rows: &[Row]) -> Figure {
    let series = curves(rows, |row| {
        let (limit, cycle) = row.setting.split_once(", cycle ")?;
        Some((limit, cycle.parse().ok()?))
    });
    Figure::Lines(vec![LinePlot {
        title: format!("{}: {}", experiment.name, experiment.about),
        x_label: "cycle".to_owned(),
        y_label: "share".to_owned(),
        series,
    }])
}

/// What was derived from what, a diagram for each limit: the recognised features
/// by their names, those between them by their numbers.
fn derivations(_experiment: &Experiment, rows: &[Row]) -> Figure {
    // "Name: fN under L ms in run 2, how of fM < how of f0"
    let read = |row: &Row| -> Option<(String, String, String, Vec<String>)> {
        let (known, rest) = row.setting.split_once(": ")?;
        let (head, chain) = rest.split_once(", ")?;
        let (feature, limit) = head.split_once(" under ")?;
        let parents = chain.split(" < ");
        let parents = parents.filter_map(|step| Some(step.split_once(" of ")?.1.to_owned()));
        let parents = parents.collect();
        Some((
            known.to_owned(),
            feature.to_owned(),
            limit.to_owned(),
            parents,
        ))
    };
    let derived: Vec<_> = rows.iter().filter_map(read).collect();
    let mut diagrams: Vec<CallingDiagram> = Vec::new();
    for (_, feature, limit, parents) in &derived {
        let label = |number: &String| {
            let named = derived
                .iter()
                .find(|(_, f, l, _)| f == number && l == limit);
            match named {
                _ if number == "f0" => "goal of the game".to_owned(),
                Some((known, ..)) => known.clone(),
                None => number.clone(),
            }
        };
        let title = format!("features derived under a limit of {limit}");
        let calls = calls_under(title, &mut diagrams);
        let path = std::iter::once(feature).chain(parents);
        for (child, parent) in path.zip(parents) {
            let call = (label(parent), label(child));
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
    }
    Figure::Calls(diagrams)
}
