//! Computes predicates completely, stratum by stratum: the relations that never
//! change once when a game is loaded, the others in each position of a game that
//! is too large to be grounded.

use rustc_hash::FxHashMap;
use stratalog_logic::Term;

use super::facts::Facts;
use super::join::{LimitReached, Plan, Purpose, Work, make};
use super::program::{Condition, Predicate, Program, Stratum};
use super::terms::{TermId, Terms};

/// What a round and a new fact cost besides the facts looked at: relations that
/// grow without end are to reach the limit before memory does.
const ROUND_COST: u64 = 1000;
const FACT_COST: u64 = 40;

/// Computes strata and remembers how.
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
    ) -> Result<(), LimitReached> {
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
    ) -> Result<(), LimitReached> {
        let rule = &program.rules[number];
        if !self.plans.contains_key(&(number, new)) {
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
        self.plans[&(number, new)].run(facts, &self.ages, terms, work, &mut |values, terms| {
            found.push(make(&rule.head, values, terms).ok_or(LimitReached)?);
            Ok(())
        })?;
        for fact in found {
            if facts.add(rule.predicate, fact, terms) {
                work.spend(FACT_COST)?;
            }
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
