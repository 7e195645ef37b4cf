//! The cost of features: the effort of the solver to evaluate them, in steps, so
//! that runs repeat exactly, or in time.

use std::time::Duration;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use stratalog_game::Described;
use stratalog_logic::{Clause, Limits, Machine, Program, Term, Unknown};
use stratalog_rulesheet::{Position, RulesheetGame};

use crate::feature::Feature;
use crate::goal::{self, counting, disjuncts, negated};
use crate::renaming::Renaming;
use crate::theory::Theory;

/// The unit of cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// Steps of the solver.
    #[default]
    Steps,
    /// Microseconds of processor time.
    Time,
}

/// Measures the cost of features on some positions.
pub struct Scales {
    programs: Vec<Program>,
    unit: Cost,
    renaming: Renaming,
    /// The most steps in a position, on the average; higher costs are not measured.
    most: u64,
}

impl Scales {
    /// Measures on these positions.
    pub fn new(
        theory: &Theory,
        game: &RulesheetGame,
        positions: &[&Position],
        unit: Cost,
        most: u64,
    ) -> Scales {
        let programs = positions
            .iter()
            .filter_map(|position| program(theory, &game.facts(position)))
            .collect();
        Scales {
            programs,
            unit,
            renaming: theory.renaming().clone(),
            most,
        }
    }

    /// The mean cost of a feature in a position, or the most that is measured.
    pub fn cost(&self, feature: &Feature) -> f64 {
        let most = self.most as f64;
        let bound = match self.unit {
            Cost::Steps => most,
            Cost::Time => f64::INFINITY,
        };
        self.cost_below(feature, bound).unwrap_or(most)
    }

    /// The mean cost of a feature in a position if it is at most a bound. What is
    /// dearer is given up as soon as that is known: the dear features are many.
    pub fn cost_below(&self, feature: &Feature, bound: f64) -> Option<f64> {
        let count = self.programs.len() as f64;
        let mut total = 0.0;
        for program in &self.programs {
            total += match self.unit {
                Cost::Steps => self.weigh(program, feature, (bound * count - total) as u64)?,
                Cost::Time => self.weigh(program, feature, self.most)?,
            };
        }
        let mean = total / count.max(1.0);
        (mean <= bound).then_some(mean)
    }

    /// The value of a feature in each of the positions, computed by the solver as
    /// the definition says.
    pub fn values(&self, feature: &Feature) -> Vec<Option<u32>> {
        let solve = |program: &Program| {
            let query = program
                .query(&self.renaming.renamed(&query_goal(feature)))
                .ok()?;
            let limits = Limits::default().with_steps(self.most);
            let mut machine = Machine::new(program).with_limits(limits);
            let mut found = FxHashSet::default();
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

    /// The cost in one position; nothing where it takes more than these steps.
    fn weigh(&self, program: &Program, feature: &Feature, steps: u64) -> Option<f64> {
        let query = program
            .query(&self.renaming.renamed(&query_goal(feature)))
            .ok()?;
        let limits = Limits::default().with_steps(steps);
        let mut machine = Machine::new(program).with_limits(limits);
        let started = cpu_time::ThreadTime::now();
        let is_complete = machine.solve(&query).all(|answer| answer.is_ok());
        let elapsed: Duration = started.elapsed();
        is_complete.then(|| match self.unit {
            Cost::Steps => machine.steps() as f64,
            Cost::Time => elapsed.as_secs_f64() * 1e6,
        })
    }
}

/// The formula as a query's goal, with variables numbered without gaps.
fn query_goal(feature: &Feature) -> Term {
    let goal = Term::conjunction(feature.goals.iter().map(flat));
    let own = goal.variables();
    goal.map_vars(|var| {
        let place = own.iter().position(|v| *v == var).unwrap_or(0);
        Term::var(place as u32)
    })
}

/// The numbers of the listed variables in the query's goal.
fn numbered(feature: &Feature) -> Vec<u32> {
    let own = Term::conjunction(feature.goals.iter().cloned()).variables();
    let places = feature.variables.iter();
    places
        .filter_map(|var| own.iter().position(|v| v == var))
        .map(|place| place as u32)
        .collect()
}

/// A goal in which the facts of the position are predicates of their own, so that
/// the solver can index on any of their arguments.
fn flat(goal: &Term) -> Term {
    if let Some([fact @ Term::Compound(compound)]) = goal.as_compound("true".into(), 1) {
        let name = format!("true {}", compound.name());
        return Term::compound(name.as_str(), fact.args().iter().cloned());
    }
    if let Some(inner) = negated(goal) {
        return goal::negation(&[flat(inner)]);
    }
    if let Some((template, inner, number)) = counting(goal) {
        return Term::compound("count", [template.clone(), flat(inner), number.clone()]);
    }
    let sides = disjuncts(goal);
    if sides.len() > 1 {
        let sides: Vec<Vec<Term>> = sides.iter().map(|side| vec![flat(side)]).collect();
        return goal::disjunction(&sides);
    }
    let conjuncts = goal.conjuncts();
    if conjuncts.len() > 1 {
        Term::conjunction(conjuncts.iter().map(flat))
    } else {
        goal.clone()
    }
}

/// The rules together with the facts of a position. Static predicates are listed:
/// calling one is a single step. Left-recursive predicates are tabled, since they
/// would not terminate.
fn program(theory: &Theory, facts: &[Term]) -> Option<Program> {
    let own = |term: &Term| theory.renaming().renamed(term);
    let mut builder = Program::builder();
    for functor in theory.left_recursive() {
        builder.table(functor);
    }
    let given = ["init", "next", "preimage", "does"];
    for clause in &theory.sheet.clauses {
        let Some(functor) = clause.head.functor() else {
            continue;
        };
        if theory.listed(functor).is_none() && !given.contains(&functor.name.as_str()) {
            let body = flat(&clause.body).conjuncts();
            let clause = Clause::new(clause.head.clone(), body);
            builder.clause(&own(&clause.to_term())).ok()?;
        }
    }
    for fact in theory.all_listed() {
        builder.clause(&own(fact)).ok()?;
    }
    for clause in theory.made() {
        let body = clause.body.iter().map(flat);
        let clause = Clause::new(clause.head.clone(), body);
        builder.clause(&own(&clause.to_term())).ok()?;
    }
    for fact in facts {
        let fact = Term::compound("true", [fact.clone()]);
        builder.clause(&own(&fact)).ok()?;
        if fact.args()[0].args().is_empty() {
            continue;
        }
        builder.clause(&own(&flat(&fact))).ok()?;
    }
    builder.unknown(Unknown::Fails);
    builder.try_build().ok()
}
