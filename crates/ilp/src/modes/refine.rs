//! Aleph's `refine/2`: the file's own program says which clauses follow a clause. The
//! search starts with what `refine(false, Clause)` gives, and takes the best clause next.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use stratalog_logic::{Clause, Symbol, Term};

use super::coverage::{Tester, split};
use super::evaluation::{Counts, Totals};
use super::search::{Candidate, Found, SearchEnd};
use super::settings::CoveringSettings;
use crate::budget::Budget;
use crate::problem::Problem;
use crate::theory::Coverage;

/// The most refinements of one clause.
const MAX_REFINEMENTS: usize = 10_000;
/// The most terms of a clause.
const MAX_TERMS: usize = 1_000;

/// A clause waiting to be refined; the greatest is taken next.
struct Waiting {
    value: f64,
    order: usize,
    clause: Term,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        let value = self.value.total_cmp(&other.value);
        value.then(other.order.cmp(&self.order))
    }
}

/// Searches the clauses that `refine/2` of the background gives.
pub(super) fn search_refinements(
    problem: &Problem,
    tester: &mut Tester<'_>,
    within: &Coverage,
    settings: &CoveringSettings,
    budget: &Budget,
) -> Found {
    let totals = Totals {
        positives: within.positives.count(),
        negatives: within.negatives.count(),
    };
    let mut found = Found::nothing();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut waiting = BinaryHeap::from([Waiting {
        value: 0.0,
        order: 0,
        clause: Term::atom("false"),
    }]);
    while let Some(next) = waiting.pop() {
        if budget.is_over() {
            found.end = SearchEnd::NodeLimit;
            break;
        }
        for clause in refinements(problem, tester, settings, &next.clause) {
            if !seen.insert(clause.clone()) {
                continue;
            }
            if found.explored >= settings.nodes {
                found.end = SearchEnd::NodeLimit;
                return found;
            }
            found.explored += 1;
            let coverage = tester.coverage(&clause, within);
            let counts = Counts {
                positives: coverage.positives.count(),
                negatives: coverage.negatives.count(),
                length: Clause::from_term(&clause).body.len(),
            };
            if counts.positives < settings.min_positives {
                continue;
            }
            let candidate = Candidate {
                value: settings.evaluation.value(counts, totals),
                clause: clause.clone(),
                coverage,
                counts,
            };
            waiting.push(Waiting {
                value: candidate.value,
                order: found.explored,
                clause,
            });
            consider(candidate, &mut found, tester, settings);
        }
    }
    found
}

/// The clauses that `refine/2` gives for a clause, their variables numbered in order.
fn refinements(
    problem: &Problem,
    tester: &mut Tester<'_>,
    settings: &CoveringSettings,
    clause: &Term,
) -> Vec<Term> {
    let next = clause.variables().len() as u32;
    let goal = Term::compound("refine", [clause.clone(), Term::var(next)]);
    let Ok(query) = problem.background.query(&goal) else {
        return Vec::new();
    };
    let machine = tester.machine();
    machine.set_limits(settings.limits);
    let answers = machine.solve(&query).take(MAX_REFINEMENTS);
    answers
        .map_while(Result::ok)
        .filter_map(|answer| answer.values.get(next as usize).cloned())
        .filter(|clause| clause.subterms().take(MAX_TERMS + 1).count() <= MAX_TERMS)
        .map(|clause| renumbered(&clause))
        .filter(|clause| split(clause).0.functor() == Some(problem.target()))
        .collect()
}

/// The clause with its variables numbered in the order they occur.
fn renumbered(clause: &Term) -> Term {
    let order = clause.variables();
    clause.map_vars(|var| {
        let place = order.iter().position(|other| *other == var);
        Term::var(place.unwrap_or_default() as u32)
    })
}

/// Keeps the best clause that the settings accept, and the best one that they do not.
fn consider(
    candidate: Candidate,
    found: &mut Found,
    tester: &mut Tester<'_>,
    settings: &CoveringSettings,
) {
    let Counts {
        positives,
        negatives,
        ..
    } = candidate.counts;
    let accuracy = positives as f64 / (positives + negatives).max(1) as f64;
    let is_acceptable = negatives <= settings.noise
        && accuracy >= settings.min_accuracy
        && is_callable(&candidate.clause);
    let kept = if is_acceptable {
        &mut found.best
    } else {
        &mut found.closest
    };
    let rank = |own: &Candidate| (own.value, -(own.counts.length as f64));
    let is_better = kept
        .as_ref()
        .is_none_or(|kept| rank(&candidate) > rank(kept));
    let violates = |tester: &mut Tester<'_>| {
        tester.has_constraints() && tester.violates_constraint(&candidate.clause, candidate.counts)
    };
    if is_better && !(is_acceptable && violates(tester)) {
        *kept = Some(candidate);
    }
}

/// Whether every literal of the body can be called.
fn is_callable(clause: &Term) -> bool {
    let (_, body) = split(clause);
    let literals = body.conjuncts();
    let head_alone = clause.as_compound(Symbol::new(":-"), 2).is_none();
    head_alone || literals.iter().all(Term::is_callable)
}
