//! Better orders of the conditions of rules, found by measuring.
//!
//! Estimates know little of relations that rules define: how many answers they have,
//! and what it takes to find them. In
//!
//! ```text
//! line(X, Z) :- next(X, Y), blank(Y), line(Y, Z).
//! ```
//!
//! the order as written is right if `X` is given; if `Z` is given, asking for
//! `line(Y, Z)` first is better by far. So some positions of random games are
//! evaluated again and again, each time with one condition of an expensive rule tried
//! earlier than before, and orders that take less work are kept. Work is counted, not
//! timed: the same rules always get the same orders.

use std::cmp::Reverse;

use rand::RngExt;
use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_run::Seed;

use super::plan::Planner;
use super::ways::AskedRule;
use super::{Interpreter, MAX_WORK};
use crate::fault::Fault;
use crate::program::{Condition, Pattern, PatternRule, Program};
use crate::terms::TermId;

/// The work that random games and trials may take together.
const BUDGET: u64 = 24_000_000;
/// The part of it that random games may take.
const PLAYING: u64 = BUDGET / 12;
/// What compiling the rules for a trial takes.
const COMPILING: u64 = 10_000;
/// The most random games, and the most moves of one.
const GAMES: u64 = 8;
const MOVES: usize = 250;
/// The positions in which orders are compared.
const POSITIONS: usize = 16;
/// A rule is worth a trial if it takes at least this part of the work.
const WORTH_A_TRIAL: f64 = 0.01;
/// An order is better if it takes at most this part of the work.
const BETTER: f64 = 0.99;

/// A position of a random game and the moves made in it.
struct Sample {
    facts: Vec<TermId>,
    moves: Vec<(TermId, TermId)>,
}

/// The rules of some orders, and what they took.
struct Measured {
    /// The work of the positions up to each.
    work: Vec<u64>,
    /// Each rule with its order and its work.
    rules: Vec<(AskedRule, Vec<usize>, u64)>,
}

impl Measured {
    fn total(&self) -> u64 {
        self.work.last().copied().unwrap_or(0)
    }

    fn has(&self, asked: AskedRule, order: &[usize]) -> bool {
        let mut rules = self.rules.iter();
        rules.any(|(rule, other, _)| *rule == asked && other == order)
    }
}

/// Gives the planner the orders that took the least work; `draft` is used up by
/// trials.
pub fn improve(planner: &mut Planner, program: &Program, mut draft: Interpreter) {
    let is_movable = movable_rules(program);
    if !is_movable.contains(&true) {
        return;
    }
    let mut samples = random_positions(program, &mut draft);
    let mut left = BUDGET.saturating_sub(draft.spent);
    sort_by_work(&mut samples, &mut draft);
    let Some(mut best) = measure(&mut draft, &samples, None, left) else {
        return;
    };
    left = left.saturating_sub(2 * best.total());
    let mut proposals = Proposals::default();
    // Several proposals may come to the same order, for tests come first anyway.
    let mut tried: FxHashSet<(AskedRule, Vec<usize>)> = FxHashSet::default();
    while let Some((asked, order)) = proposals.next(&best, &is_movable) {
        if left < COMPILING {
            break;
        }
        let before = planner.orders.insert(asked, order);
        draft.plan_again(program, planner);
        left = left.saturating_sub(COMPILING);
        let planned = draft.ways.rules().find(|rule| rule.asked == asked);
        let is_new = planned.is_some_and(|rule| {
            !best.has(asked, &rule.order) && tried.insert((asked, rule.order.clone()))
        });
        let mut trial = None;
        if is_new {
            trial = measure(&mut draft, &samples, Some(&best), left);
            left = left.saturating_sub(draft.spent);
        }
        match (trial, before) {
            (Some(better), _) => best = better,
            (None, Some(before)) => {
                planner.orders.insert(asked, before);
            }
            (None, None) => {
                planner.orders.remove(&asked);
            }
        }
    }
}

/// The positions of random games, spread evenly.
fn random_positions(program: &Program, draft: &mut Interpreter) -> Vec<Sample> {
    let roles = draft.facts.relation(program.words.role).facts.iter();
    let roles: Vec<TermId> = roles.map(|&fact| draft.terms.args(fact)[0]).collect();
    let mut samples = Vec::new();
    for game in 0..GAMES {
        let mut rng = Seed(0).stream(game);
        let mut facts = draft.initial();
        for _ in 0..MOVES {
            if draft.spent > PLAYING {
                break;
            }
            let Ok((legal, false)) = draft.survey(&facts, &roles) else {
                break;
            };
            if legal.iter().any(Vec::is_empty) {
                break;
            }
            let choice = |list: &Vec<TermId>| list[rng.random_range(0..list.len())];
            let moves: Vec<TermId> = legal.iter().map(choice).collect();
            let moves: Vec<(TermId, TermId)> = roles.iter().copied().zip(moves).collect();
            let Ok(next) = draft.next(&facts, &moves) else {
                break;
            };
            samples.push(Sample { facts, moves });
            facts = next;
        }
    }
    let step = samples.len().div_ceil(POSITIONS).max(1);
    samples.into_iter().step_by(step).collect()
}

/// Puts the positions that take the most work first: they tell the most about an
/// order.
fn sort_by_work(samples: &mut [Sample], draft: &mut Interpreter) {
    samples.sort_by_cached_key(|sample| {
        let before = draft.spent;
        // A fault shows again when the positions are measured.
        let _ = sample.evaluate(draft);
        Reverse(draft.spent - before)
    });
}

impl Sample {
    /// Evaluates the position as playing does.
    fn evaluate(&self, draft: &mut Interpreter) -> Result<(), Fault> {
        let roles: Vec<TermId> = self.moves.iter().map(|&(role, _)| role).collect();
        draft.survey(&self.facts, &roles)?;
        draft.next(&self.facts, &self.moves)?;
        Ok(())
    }
}

/// What the positions take; nothing where that is more than the limit or no better
/// than before, or a rule cannot be evaluated.
fn measure(
    draft: &mut Interpreter,
    samples: &[Sample],
    best: Option<&Measured>,
    limit: u64,
) -> Option<Measured> {
    draft.spent = 0;
    draft.solver.start_counting();
    let mut work = Vec::new();
    for (place, sample) in samples.iter().enumerate() {
        let enough = best.map_or(limit, |best| {
            (best.work[place] as f64 * BETTER).min(limit as f64) as u64
        });
        draft.limit = enough.saturating_sub(draft.spent).min(MAX_WORK);
        let outcome = sample.evaluate(draft);
        draft.limit = MAX_WORK;
        outcome.ok()?;
        if draft.spent > enough {
            return None;
        }
        work.push(draft.spent);
    }
    let of_rules = draft.solver.work_of_rules();
    let rules = draft.ways.rules();
    let rules = rules.map(|rule| (rule.asked, rule.order.clone(), of_rules[rule.number]));
    Some(Measured {
        work,
        rules: rules.collect(),
    })
}

/// The orders that were proposed, and how many for each rule.
#[derive(Default)]
struct Proposals {
    made: FxHashSet<(AskedRule, Vec<usize>)>,
    counts: FxHashMap<AskedRule, usize>,
}

impl Proposals {
    /// An order that was not proposed: for each rule in turn, those that take the
    /// most work first.
    fn next(&mut self, best: &Measured, is_movable: &[bool]) -> Option<(AskedRule, Vec<usize>)> {
        let worth = (best.total() as f64 * WORTH_A_TRIAL) as u64;
        let mut rules: Vec<&(AskedRule, Vec<usize>, u64)> = (best.rules.iter())
            .filter(|(asked, _, work)| is_movable[asked.rule] && *work > worth)
            .collect();
        rules.sort_by_key(|(asked, _, work)| {
            let count = self.counts.get(asked).copied().unwrap_or(0);
            (count, Reverse(*work), *asked)
        });
        for (asked, order, _) in rules {
            for to in 0..order.len() {
                for from in to + 1..order.len() {
                    let mut other = order.clone();
                    other[to..=from].rotate_right(1);
                    let proposal = (*asked, other);
                    if self.made.insert(proposal.clone()) {
                        *self.counts.entry(*asked).or_default() += 1;
                        return Some(proposal);
                    }
                }
            }
        }
        None
    }
}

/// For each rule, whether its conditions may be tried in any order. Asked with fewer
/// arguments, a relation must still have finitely many answers and no new way to
/// fail: neither it nor what it depends on computes numbers, builds terms
/// recursively, or depends on its own negation.
fn movable_rules(program: &Program) -> Vec<bool> {
    let mut is_tame = vec![true; program.predicates.len()];
    for stratum in &program.strata {
        let is_wild = stratum.predicates.iter().any(|&predicate| {
            // What never changes is stored.
            if !program.is_dynamic(predicate) {
                return false;
            }
            let definition = &program.predicates[predicate.index()];
            let mut rules = definition.rules.iter().map(|&rule| &program.rules[rule]);
            let is_unstratified = program.unstratified.iter().any(|&(p, _)| p == predicate);
            is_unstratified
                || rules.any(|rule| {
                    (stratum.is_recursive && builds_terms(&rule.head))
                        || !rule
                            .body
                            .iter()
                            .all(|condition| is_plain(condition, &is_tame))
                })
        });
        if is_wild {
            for predicate in &stratum.predicates {
                is_tame[predicate.index()] = false;
            }
        }
    }
    let is_movable =
        |rule: &PatternRule| rule.body.len() > 1 && rule.body.iter().all(|c| is_plain(c, &is_tame));
    program.rules.iter().map(is_movable).collect()
}

/// Whether a head has an argument that is a term with variables.
fn builds_terms(head: &Pattern) -> bool {
    match head {
        Pattern::Compound(_, args) => args.iter().any(|a| matches!(a, Pattern::Compound(..))),
        _ => false,
    }
}

fn is_plain(condition: &Condition, is_tame: &[bool]) -> bool {
    match condition {
        Condition::Holds(predicate, _) | Condition::Fails(predicate, _) => {
            is_tame[predicate.index()]
        }
        Condition::Different(..) => true,
        Condition::Compare(..) | Condition::Is(..) | Condition::Between(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::Budget;
    use crate::join::Work;
    use crate::prepare::{Prepared, Purpose, prepare};
    use crate::sheet::{Rulesheet, Syntax};
    use stratalog_logic::Source;

    fn prepared(text: &str) -> Prepared {
        let sheet = Rulesheet::read(Source::new("test.pl", text), Syntax::Prolog);
        let work = Work::new(Budget::default().work);
        prepare(&sheet, Purpose::Interpreting, &work).expect("the rules are right")
    }

    /// To ask for a given total takes as much as to ask for all, which only measuring
    /// can tell.
    const TOTAL: &str = "
        role(r). init(at(1)). legal(r, go).
        step(N, M) :- between(1, 60, N), M is N + 1.
        small(N) :- between(1, 30, N).
        next(at(M)) :- true(at(N)), step(N, M).
        sum(40, T, T) :- true(at(_)), step(T, _).
        sum(N, A, T) :- step(N, M), step(A, B), sum(M, B, T).
        total(T) :- sum(1, 1, T).
        terminal :- small(T), total(T).
        terminal :- true(at(20)).
        goal(r, 50).";

    #[test]
    fn measuring_finds_an_order_that_estimates_miss() {
        let Prepared {
            program,
            terms,
            facts,
        } = prepared(TOTAL);
        let mut planner = Planner::default();
        let planned = |planner: &Planner| {
            Interpreter::planned(&program, terms.clone(), facts.clone(), planner)
        };
        let work = |planner: &Planner| {
            let mut interpreter = planned(planner);
            let samples = random_positions(&program, &mut interpreter);
            assert!(!samples.is_empty());
            let measured = measure(&mut interpreter, &samples, None, u64::MAX);
            measured.expect("nothing fails").total()
        };
        let before = work(&planner);
        let draft = planned(&planner);
        improve(&mut planner, &program, draft);
        let after = work(&planner);
        assert!(5 * after < before, "{before} {after}");
    }

    #[test]
    fn rules_that_compute_or_build_terms_keep_their_order() {
        let movable = |text: &str| {
            let program = prepared(text).program;
            let is_movable = movable_rules(&program);
            let next = program.predicates[program.words.next.index()].rules[0];
            is_movable[next]
        };
        let sheet = |rules: &str| {
            format!(
                "role(r). init(at(1)). legal(r, go). terminal :- true(at(9)). goal(r, 50).
                 step(N, M) :- between(1, 9, N), M is N + 1.
                 {rules}"
            )
        };
        assert!(movable(&sheet("next(at(M)) :- true(at(N)), step(N, M).")));
        assert!(!movable(&sheet("next(at(M)) :- true(at(N)), M is N + 1.")));
        assert!(!movable(&sheet(
            "next(at(M)) :- true(at(N)), more(N, M).
             more(N, M) :- true(at(N)), M is N + 1."
        )));
        assert!(!movable(&sheet(
            "next(at(M)) :- true(at(M)), list(M, _).
             list(1, []) :- true(at(_)).
             list(M, [M|T]) :- step(N, M), list(N, T)."
        )));
    }
}
