//! Evaluates predicates completely, bottom-up, stratum by stratum: the relations
//! that never change, once, when a game is made.

use rustc_hash::FxHashMap;
use stratalog_logic::Term;

use super::facts::Facts;
use super::fault::{Fault, FaultKind};
use super::join::{Plan, Purpose, Work, make, planning_work};
use super::program::{Condition, Predicate, Program, Stratum};
use super::terms::{TermId, Terms};

/// What a round and a new fact cost besides the candidates tried: relations that
/// grow without end must reach the limit before memory does.
const ROUND_COST: u64 = 1000;
const FACT_COST: u64 = 40;

/// Evaluates strata, and keeps the plans of their rules.
#[derive(Clone)]
pub struct Evaluator {
    plans: FxHashMap<(usize, Option<usize>), Plan>,
    /// For each predicate, how many of its facts are old.
    ages: Vec<usize>,
    is_known: Vec<bool>,
    is_growing: Vec<bool>,
}

impl Evaluator {
    /// An evaluator for a program.
    pub fn new(program: &Program) -> Evaluator {
        let predicates = program.predicates.len();
        Evaluator {
            plans: FxHashMap::default(),
            ages: vec![0; predicates],
            is_known: vec![true; predicates],
            is_growing: vec![false; predicates],
        }
    }

    /// Adds every fact that the rules of a stratum give.
    pub fn complete(
        &mut self,
        program: &Program,
        stratum: &Stratum,
        facts: &mut Facts,
        terms: &mut Terms,
        work: &mut Work,
    ) -> Result<(), Fault> {
        self.is_growing.fill(false);
        for &predicate in &stratum.predicates {
            if let Some(member) = program.predicates[predicate.index()].counts {
                count(program, predicate, member, facts, terms);
            }
            self.ages[predicate.index()] = 0;
        }
        let rules = stratum
            .predicates
            .iter()
            .flat_map(|p| &program.predicates[p.index()].rules);
        for &rule in rules.clone() {
            self.fire(program, rule, None, facts, terms, work)?;
        }
        if !stratum.is_recursive {
            return Ok(());
        }
        for predicate in &stratum.predicates {
            self.is_growing[predicate.index()] = true;
        }
        let mut is_done = false;
        while !is_done {
            is_done = true;
            work.spend(ROUND_COST)?;
            let ends: Vec<usize> = stratum.predicates.iter().map(|&p| facts.count(p)).collect();
            for &rule in rules.clone() {
                for (place, condition) in program.rules[rule].body.iter().enumerate() {
                    if let Condition::Holds(p, _) = condition
                        && self.is_growing[p.index()]
                        && facts.count(*p) > self.ages[p.index()]
                    {
                        self.fire(program, rule, Some(place), facts, terms, work)?;
                        is_done = false;
                    }
                }
            }
            for (predicate, end) in stratum.predicates.iter().zip(ends) {
                self.ages[predicate.index()] = end;
            }
        }
        for predicate in &stratum.predicates {
            self.is_growing[predicate.index()] = false;
        }
        Ok(())
    }

    fn fire(
        &mut self,
        program: &Program,
        number: usize,
        new: Option<usize>,
        facts: &mut Facts,
        terms: &mut Terms,
        work: &mut Work,
    ) -> Result<(), Fault> {
        let rule = &program.rules[number];
        if !self.plans.contains_key(&(number, new)) {
            let planned = work.spend(planning_work(rule));
            planned.map_err(|fault| fault.in_clause(rule.clause))?;
            // Facts found in the same round may be seen twice, which costs time
            // and nothing else, so no condition is restricted to old facts.
            let purpose = Purpose {
                new,
                is_known: &self.is_known,
                is_growing: &vec![false; program.predicates.len()],
            };
            let plan = Plan::new(rule, purpose, facts, terms);
            self.plans.insert((number, new), plan);
        }
        let mut found: Vec<TermId> = Vec::new();
        let plan = &self.plans[&(number, new)];
        let ran = plan.run(
            facts,
            &self.ages,
            terms,
            work,
            &mut |values, terms, work| {
                work.spend(FACT_COST)?;
                found.push(make(&rule.head, values, terms).ok_or(FaultKind::TermSize)?);
                Ok(())
            },
        );
        ran.map_err(|fault| fault.in_clause(rule.clause))?;
        for fact in found {
            facts.add(rule.predicate, fact, terms);
        }
        Ok(())
    }
}

/// Adds the facts of a count.
fn count(
    program: &Program,
    counted: Predicate,
    member: Predicate,
    facts: &mut Facts,
    terms: &mut Terms,
) {
    let functor = terms.functor(program.predicates[counted.index()].functor);
    let mut groups: FxHashMap<Vec<TermId>, i64> = FxHashMap::default();
    let mut order: Vec<Vec<TermId>> = Vec::new();
    for &fact in &facts.relation(member).facts {
        let args = terms.args(fact);
        let group = args[..args.len().saturating_sub(1)].to_vec();
        let number = groups.entry(group.clone()).or_insert(0);
        if *number == 0 {
            order.push(group);
        }
        *number += 1;
    }
    for mut group in order {
        let number = terms.leaf(&Term::Integer(groups[&group]));
        group.push(number);
        if let Some(fact) = terms.compound(functor, &group) {
            facts.add(counted, fact, terms);
        }
    }
}
