//! What is measured of features: their values in positions, what they cost, and
//! which things satisfy a formula how often.
//!
//! Values come from an [`Observer`], a network of gates made of the formula that
//! looks at hundreds of positions at once. Cost is what the solver takes: steps,
//! so that runs repeat exactly, or time.

use std::time::Duration;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use stratalog_game::Described;
use stratalog_game::rulesheet::{Budget, Counted, Observer, Position, RulesheetGame};
use stratalog_logic::{Limits, Machine, Program, Term, sym};

use crate::feature::Feature;
use crate::theory::Theory;

/// How many literals the network of one feature may have.
const NETWORK: Budget = Budget {
    work: 20_000_000,
    literals: 3_000_000,
};
/// On how many positions cost is measured.
pub const COST_SAMPLE: usize = 12;
/// How many solver steps a feature may take in a position before it counts as
/// endless.
const MOST_STEPS: u64 = 2_000_000;

/// What cost is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cost {
    /// Steps of the solver.
    #[default]
    Steps,
    /// Microseconds of processor time.
    Time,
}

/// How often each tuple of values satisfied a formula.
pub type Frequencies = FxHashMap<Vec<Term>, u32>;

/// The positions seen, and the game they are of.
pub struct Evidence<'a> {
    /// The game.
    pub game: &'a RulesheetGame,
    /// The positions.
    pub positions: Vec<&'a Position>,
}

impl<'a> Evidence<'a> {
    /// For each of two formulas, in how many positions each tuple satisfies it;
    /// nothing where they are too large.
    pub fn frequencies<const N: usize>(
        &self,
        theory: &Theory,
        formulas: [Counted; N],
    ) -> Option<[Frequencies; N]> {
        let clauses = made_clauses(theory);
        let observer =
            Observer::new(&theory.sheet, self.game, &clauses, &formulas, NETWORK).ok()??;
        let listed = observer.frequencies(&self.positions);
        let mut lists = listed.into_iter();
        Some(std::array::from_fn(|_| {
            lists.next().unwrap_or_default().into_iter().collect()
        }))
    }

    /// The value of a feature in each position; nothing where it is too large.
    pub fn values(&self, theory: &Theory, feature: &Feature) -> Option<Vec<u32>> {
        let observer = observer(theory, self.game, std::slice::from_ref(feature))?;
        let counts = observer.counts(&self.positions);
        Some(counts.into_iter().map(|counts| counts[0]).collect())
    }
}

/// An observer of features; nothing where they are too large.
pub fn observer(theory: &Theory, game: &RulesheetGame, features: &[Feature]) -> Option<Observer> {
    let goals: Vec<Counted> = features.iter().map(Feature::counted).collect();
    let clauses = made_clauses(theory);
    Observer::new(&theory.sheet, game, &clauses, &goals, NETWORK).ok()?
}

/// The clauses that regression and specialisation have made.
pub fn made_clauses(theory: &Theory) -> Vec<Term> {
    let made = theory.made().iter();
    made.map(|(head, body)| Term::compound(sym::NECK, [head.clone(), body.clone()]))
        .collect()
}

/// Measures what features cost, on some positions.
pub struct Scales {
    programs: Vec<Program>,
    unit: Cost,
}

impl Scales {
    /// Scales for these positions.
    pub fn new(
        theory: &Theory,
        game: &RulesheetGame,
        positions: &[&Position],
        unit: Cost,
    ) -> Scales {
        let programs = positions
            .iter()
            .filter_map(|position| program(theory, &game.facts(position)))
            .collect();
        Scales { programs, unit }
    }

    /// The mean cost of a feature in a position.
    pub fn cost(&self, feature: &Feature) -> f64 {
        if self.programs.is_empty() {
            return 0.0;
        }
        let costs = self
            .programs
            .par_iter()
            .map(|program| self.weigh(program, feature));
        let total: f64 = costs.collect::<Vec<f64>>().into_iter().sum();
        total / self.programs.len() as f64
    }

    /// The value of a feature by the solver, in each of the positions: the plain
    /// way, as the definition has it.
    pub fn values(&self, feature: &Feature) -> Vec<Option<u32>> {
        let solve = |program: &Program| {
            let query = program.query(&goal(feature)).ok()?;
            let mut machine = Machine::new(program).with_limits(limits());
            let mut found = rustc_hash::FxHashSet::default();
            for answer in machine.solve(&query) {
                let values = answer.ok()?.values;
                let listed = numbered(feature);
                let tuple: Vec<Term> = listed
                    .iter()
                    .filter_map(|&var| values.get(var as usize).cloned())
                    .collect();
                found.insert(tuple);
            }
            Some(found.len() as u32)
        };
        self.programs.iter().map(solve).collect()
    }

    fn weigh(&self, program: &Program, feature: &Feature) -> f64 {
        let Ok(query) = program.query(&goal(feature)) else {
            return MOST_STEPS as f64;
        };
        let mut machine = Machine::new(program).with_limits(limits());
        let started = cpu_time::ThreadTime::now();
        let is_complete = machine.solve(&query).all(|answer| answer.is_ok());
        let elapsed: Duration = started.elapsed();
        match self.unit {
            Cost::Steps if is_complete => machine.steps() as f64,
            Cost::Steps => MOST_STEPS as f64,
            Cost::Time => elapsed.as_secs_f64() * 1e6,
        }
    }
}

fn limits() -> Limits {
    Limits::default().with_steps(MOST_STEPS)
}

/// The formula as a query's goal, with variables numbered without gaps.
fn goal(feature: &Feature) -> Term {
    let goal = Term::conjunction(feature.goals.iter().cloned());
    let own = goal.variables();
    goal.map_vars(|var| {
        let place = own.iter().position(|v| *v == var).unwrap_or(0);
        Term::var(place as u32)
    })
}

/// The numbers of the listed variables in the query's goal.
fn numbered(feature: &Feature) -> Vec<u32> {
    let goal = Term::conjunction(feature.goals.iter().cloned());
    let own = goal.variables();
    let places = feature.variables.iter();
    places
        .filter_map(|var| own.iter().position(|v| v == var))
        .map(|place| place as u32)
        .collect()
}

/// The rules together with the facts of a position. What never changes is listed:
/// asking it is one step. What asks itself first is tabled, or it would
/// never end.
fn program(theory: &Theory, facts: &[Term]) -> Option<Program> {
    let mut builder = Program::builder();
    for functor in theory.left_recursive() {
        builder.table(functor);
    }
    for clause in &theory.sheet.clauses {
        let is_given = |name: &str| {
            clause
                .head
                .functor()
                .is_some_and(|f| f.name.as_str() == name)
        };
        let functor = clause.head.functor();
        if functor.is_some_and(|f| theory.listed(f).is_some()) {
            continue;
        }
        if is_given("init") || is_given("next") || is_given("preimage") || is_given("does") {
            continue;
        }
        let clause = Term::compound(sym::NECK, [clause.head.clone(), clause.body.clone()]);
        builder.clause(&clause).ok()?;
    }
    for fact in theory.all_listed() {
        builder.clause(fact).ok()?;
    }
    for clause in made_clauses(theory) {
        builder.clause(&clause).ok()?;
    }
    for fact in facts {
        let fact = Term::compound("true", [fact.clone()]);
        builder.clause(&fact).ok()?;
    }
    builder.unknown(stratalog_logic::Unknown::Fails);
    builder.try_build().ok()
}
