//! Figure 9: known and novel features of Othello that were derived.

use rayon::prelude::*;
use stratalog_logic::Term;
use stratalog_rulesheet::{Observer, Position, RulesheetGame};
use stratalog_run::Seed;
use stratalog_zenith::concept::PreferenceLearner;
use stratalog_zenith::english::Names;
use stratalog_zenith::evidence::observer;
use stratalog_zenith::learner::{Discovered, name};
use stratalog_zenith::rehearsal::random_positions;
use stratalog_zenith::{Discovery, Feature};

use super::discoveries::{self, Plan, Published, othello};
use super::known::{ALWAYS_STABLE, Board, KNOWN, single_discs};
use crate::experiment::{Experiment, Figure};
use crate::figures::calls_under;
use crate::measurement::{Halt, Measurement};
use crate::plot::CallingDiagram;
use crate::row::Row;

/// The number of positions in which features are compared.
const POSITIONS: usize = 3_000;

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let domain = othello()?;
    let recogniser = Recogniser::new(&domain.game, run.seed().derive("catalogue"));
    // Which features a run develops depends on chance: a full experiment has two
    // runs under each limit.
    let repetitions = run.length().choose(&["", " in run 2"][..], &[""][..]);
    for (which, after) in repetitions.iter().zip(0u64..) {
        let plan = Plan {
            seed: Seed(run.seed().0.wrapping_add(after)),
            ..Plan::new(run, PreferenceLearner::linear())
        };
        let rows = |limit: &Published, found: &discoveries::Discovered| {
            let place = format!("{} ms{which}", limit.milliseconds);
            recognised(&found.run, &recogniser, &place)
        };
        plan.under_limits(run, &domain, rows, |run, rows| {
            for (known, row) in rows {
                // A feature is shown where it is recognised for the first time.
                if !is_derived(run.rows(), &format!("{known}:")) {
                    run.add(row);
                }
            }
        })?;
    }
    add_missing(run);
    Ok(())
}

/// The features of a run that are recognised: what each is known as, and its row.
fn recognised(found: &Discovery, recogniser: &Recogniser<'_>, limit: &str) -> Vec<(String, Row)> {
    let features = found.features.par_iter();
    let names: Vec<Option<String>> = features
        .map(|feature| recogniser.name(found, feature))
        .collect();
    let known = names.into_iter().enumerate();
    let known = known.filter_map(|(place, known)| Some((place, known?)));
    let row = |(place, known): (usize, String)| {
        let derivation = found.derivation(place).join(" < ");
        let setting = format!("{known}: {} under {limit}, {derivation}", name(place));
        let feature = &found.features[place];
        let row = Row::number(setting, feature.cost).note(definition(found, &feature.feature));
        (known, row)
    };
    known.map(row).collect()
}

/// Adds the features that no run derived, and the total.
fn add_missing(run: &mut Measurement<'_>) {
    let wanted = KNOWN.iter().map(|known| known.name);
    let wanted: Vec<&str> = wanted.chain([ALWAYS_STABLE]).collect();
    let missing: Vec<&str> = wanted
        .iter()
        .copied()
        .filter(|name| !is_derived(run.rows(), name))
        .collect();
    let (all, derived) = (wanted.len(), wanted.len() - missing.len());
    for name in missing {
        run.add(Row::number(format!("{name}: not derived"), 0.0));
    }
    let setting = format!("features of the catalogue derived, of {all}");
    run.add(Row::number(setting, derived as f64));
}

fn is_derived(rows: &[Row], name: &str) -> bool {
    rows.iter().any(|row| row.setting.starts_with(name))
}

/// A feature in English and in Prolog, with the sets it refers to.
fn definition(run: &Discovery, feature: &Feature) -> Vec<String> {
    let names = Names::new(&run.theory);
    let variables = names.variables(feature).join(", ");
    let mut lines = vec![
        names.english(feature),
        format!("[{variables}]: {}", names.formula(feature)),
    ];
    for set in feature.goals.iter().filter_map(Term::functor) {
        let members = run.theory.made().iter().filter(|clause| {
            let head = &clause.head;
            head.functor() == Some(set) && clause.body.is_empty() && head.is_ground()
        });
        let members: Vec<String> = members.map(|clause| clause.head.to_string()).collect();
        if !members.is_empty() {
            lines.push(format!("{}.", members.join(". ")));
        }
    }
    lines
}

/// Recognises features by their values in many positions, never by their names.
struct Recogniser<'a> {
    game: &'a RulesheetGame,
    positions: Vec<Position>,
    boards: Vec<Board>,
    /// For each role and each square, a board with one disc there.
    single_discs: [Vec<Position>; 2],
}

impl Recogniser<'_> {
    fn new(game: &RulesheetGame, seed: Seed) -> Recogniser<'_> {
        let positions = random_positions(game, POSITIONS, seed);
        let boards = positions.iter();
        let boards = boards.filter_map(|position| Board::of(game, position));
        Recogniser {
            game,
            boards: boards.collect(),
            single_discs: [0, 1].map(|role| single_discs(game, role)),
            positions,
        }
    }

    /// The name of a feature in the catalogue, with the role it is about.
    fn name(&self, run: &Discovery, found: &Discovered) -> Option<String> {
        let features = std::slice::from_ref(&found.feature);
        let observer = observer(&run.theory, self.game, features)?;
        let positions: Vec<&Position> = self.positions.iter().collect();
        let counts = observer.counts(&positions);
        let values: Vec<u32> = counts.iter().map(|count| count[0]).collect();
        if values.len() != self.boards.len() {
            return None;
        }
        let roles = || ["black", "white"].into_iter().enumerate();
        for known in KNOWN {
            for (role, colour) in roles() {
                if self.agree(&values, |board| known.value(board, role)) {
                    return Some(format!("{} ({colour})", known.name));
                }
            }
        }
        roles().find_map(|(role, colour)| {
            self.counts_stable_squares(role, &values, &observer)
                .then(|| format!("{ALWAYS_STABLE} ({colour})"))
        })
    }

    fn agree(&self, values: &[u32], value: impl Fn(&Board) -> u32) -> bool {
        let pairs = self.boards.iter().zip(values);
        pairs.into_iter().all(|(board, &own)| value(board) == own)
    }

    /// Whether a feature counts a role's discs on a set of squares that contains
    /// all corners and not all squares. The boards with one disc reveal the set.
    fn counts_stable_squares(&self, role: usize, values: &[u32], observer: &Observer) -> bool {
        let positions: Vec<&Position> = self.single_discs[role].iter().collect();
        let counts = observer.counts(&positions);
        let set: Vec<bool> = counts.iter().map(|count| count[0] == 1).collect();
        let has_corners = || {
            let board = self.boards.first();
            board.is_some_and(|board| board.has_corners(&set))
        };
        !set.iter().all(|is_in| *is_in)
            && self.agree(values, |board| board.discs_on(role, &set))
            && has_corners()
    }
}

/// A row `NAME: fN under LIMIT, TRANSFORMATION of fM < TRANSFORMATION of f0`.
struct Derivation<'a> {
    known: &'a str,
    feature: &'a str,
    limit: &'a str,
    /// The features it was derived from, the nearest first.
    ancestors: Vec<&'a str>,
}

impl Derivation<'_> {
    fn of(row: &Row) -> Option<Derivation<'_>> {
        let (known, rest) = row.setting.split_once(": ")?;
        let (head, chain) = rest.split_once(", ")?;
        let (feature, limit) = head.split_once(" under ")?;
        let steps = chain.split(" < ");
        let ancestors = steps.filter_map(|step| Some(step.split_once(" of ")?.1));
        Some(Derivation {
            known,
            feature,
            limit,
            ancestors: ancestors.collect(),
        })
    }
}

/// What was derived from what, with a diagram for each limit: recognised features
/// by name, those between them by number.
pub(super) fn derivations(_experiment: &Experiment, rows: &[Row]) -> Figure {
    let derived: Vec<Derivation<'_>> = rows.iter().filter_map(Derivation::of).collect();
    let mut diagrams: Vec<CallingDiagram> = Vec::new();
    for derivation in &derived {
        let label = |feature: &str| {
            let is_it = |d: &&Derivation<'_>| d.feature == feature && d.limit == derivation.limit;
            match derived.iter().find(is_it) {
                _ if feature == "f0" => "goal of the game".to_owned(),
                Some(named) => named.known.to_owned(),
                None => feature.to_owned(),
            }
        };
        let title = format!("features derived under a limit of {}", derivation.limit);
        let calls = calls_under(title, &mut diagrams);
        let path = std::iter::once(&derivation.feature).chain(&derivation.ancestors);
        for (child, parent) in path.zip(&derivation.ancestors) {
            let call = (label(parent), label(child));
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
    }
    Figure::Calls(diagrams)
}
