//! Grounding: every instance of every rule that could ever matter.
//!
//! Relations that never change are computed completely and vanish from the
//! rules. For the others a superset of what can ever hold is computed: a fact is
//! possible in a position if it is so initially or by a `next`, a move if it is
//! legal in some possible way, and what is denied may or may not hold. Each
//! solution of a rule's body on the way is a ground rule.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::Term;
use stratalog_run::Stop;

use super::evaluate::Evaluator;
use super::facts::Facts;
use super::fault::{Fault, FaultKind};
use super::join::{Plan, Purpose, Work, make, planning_work};
use super::program::{Condition, Predicate, Program};
use super::terms::{TermId, Terms};

/// Limits on grounding. A game that reaches one is interpreted. Both are counts,
/// so that the same file always gets the same engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Candidate facts tried, with a charge for rounds and instances.
    pub work: u64,
    /// Literals of ground rules kept.
    pub literals: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            work: 80_000_000,
            literals: 10_000_000,
        }
    }
}

/// What grounding may take before it is given up or stopped.
pub struct Limits {
    /// The work.
    pub work: Work,
    /// Literals of ground rules kept.
    pub literals: usize,
}

impl Budget {
    /// The limits of a grounding that nobody stops.
    pub(super) fn limits(self) -> Limits {
        Limits {
            work: Work::new(self.work),
            literals: self.literals,
        }
    }

    /// The limits of a grounding that ends earlier when that is asked for.
    pub(super) fn limits_until(self, stop: &Stop) -> Limits {
        Limits {
            work: Work::new(self.work).stopped_by(stop),
            literals: self.literals,
        }
    }
}

/// What a round of grounding costs besides the candidates it tries: rules whose
/// numbers grow without end are noticed after some thousand rounds.
const ROUND_COST: u64 = 20_000;
/// What an instance of a rule costs besides: it takes memory.
const INSTANCE_COST: u64 = 20;

/// What a rule takes in a round before its trend is watched.
const MUCH_WORK: u64 = 1_000_000;
/// Rounds in a row in which a rule took more than before that make a trend.
const RISES: usize = 4;
/// Plans are made again when a relation has grown by this factor.
const GROWTH: usize = 2;

/// A literal of a ground rule: an atom that holds or does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroundLiteral(pub u32);

impl GroundLiteral {
    fn new(atom: TermId, is_denied: bool) -> GroundLiteral {
        GroundLiteral(atom.0 << 1 | u32::from(is_denied))
    }

    /// The atom.
    pub fn atom(self) -> TermId {
        TermId(self.0 >> 1)
    }

    /// Whether it must not hold.
    pub fn is_denied(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The ground rules of a game.
pub struct Grounding {
    /// The terms.
    pub terms: Terms,
    /// What is always true, and what of the rest is possible.
    pub facts: Facts,
    heads: Vec<TermId>,
    ends: Vec<u32>,
    literals: Vec<GroundLiteral>,
    /// The rules that have an instance, by their numbers in the program.
    pub instantiated: FxHashSet<usize>,
}

impl Grounding {
    /// The rules: heads with bodies.
    pub fn rules(&self) -> impl Iterator<Item = (TermId, &[GroundLiteral])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.heads
            .iter()
            .zip(starts.zip(&self.ends))
            .map(|(&head, (start, &end))| (head, &self.literals[start as usize..end as usize]))
    }
}

/// Computes what never changes: the relations on which a game stands. The
/// predicate that is too large for the work allowed is the error.
pub fn static_facts(
    program: &Program,
    terms: &mut Terms,
    work: &mut Work,
) -> Result<Facts, (Predicate, Fault)> {
    let needed = program.needed_for(&program.words.asked());
    let mut facts = Facts::new(program.predicates.len());
    let mut evaluator = Evaluator::new(program);
    for stratum in &program.strata {
        let is_static = stratum
            .predicates
            .iter()
            .all(|&p| !program.is_dynamic(p) && needed[p.index()]);
        if is_static {
            let completed = evaluator.complete(program, stratum, &mut facts, terms, work);
            completed.map_err(|fault| {
                let mut rules = stratum
                    .predicates
                    .iter()
                    .flat_map(|p| &program.predicates[p.index()].rules);
                let last = rules.next_back().map(|&rule| program.rules[rule].clause);
                let fault = last.map_or(fault, |clause| fault.in_clause(clause));
                (stratum.predicates[0], fault)
            })?;
        }
    }
    Ok(facts)
}

/// Grounds a program on top of what never changes.
pub fn ground(
    program: &Program,
    terms: Terms,
    facts: Facts,
    limits: Limits,
) -> Result<Grounding, Fault> {
    let words = program.words;
    let needed = program.needed_for(&[
        words.legal,
        words.next,
        words.terminal,
        words.goal,
        words.sees,
    ]);
    let is_dynamic: Vec<bool> = program.predicates.iter().map(|d| d.is_dynamic).collect();
    let mut grounder = Grounder {
        program,
        grounding: Grounding {
            terms,
            facts,
            heads: Vec::new(),
            ends: Vec::new(),
            literals: Vec::new(),
            instantiated: FxHashSet::default(),
        },
        rules: (0..program.rules.len())
            .filter(|&rule| {
                let predicate = program.rules[rule].predicate.index();
                needed[predicate] && is_dynamic[predicate]
            })
            .collect(),
        is_known: is_dynamic.iter().map(|d| !d).collect(),
        is_growing: is_dynamic,
        ages: vec![0; program.predicates.len()],
        plans: FxHashMap::default(),
        planned_for: vec![0; program.predicates.len()],
        group_sizes: FxHashMap::default(),
        trends: FxHashMap::default(),
        found: Vec::new(),
        max_literals: limits.literals,
    };
    let mut work = limits.work;
    grounder.run(&mut work)?;
    Ok(grounder.grounding)
}

struct Grounder<'a> {
    program: &'a Program,
    grounding: Grounding,
    /// The rules that are grounded.
    rules: Vec<usize>,
    is_known: Vec<bool>,
    is_growing: Vec<bool>,
    ages: Vec<usize>,
    plans: FxHashMap<(usize, Option<usize>), Plan>,
    /// The number of facts of each predicate when the plans were made.
    planned_for: Vec<usize>,
    group_sizes: FxHashMap<(Predicate, Vec<TermId>), i64>,
    /// For rules that take much work, what they took last and for how many rounds
    /// it has risen.
    trends: FxHashMap<(usize, Option<usize>), (u64, usize)>,
    /// Heads found in this round.
    found: Vec<(Predicate, TermId)>,
    max_literals: usize,
}

impl Grounder<'_> {
    fn run(&mut self, work: &mut Work) -> Result<(), Fault> {
        let words = self.program.words;
        let initial: Vec<TermId> = self.grounding.facts.relation(words.init).facts.clone();
        for fact in initial {
            self.make_possible(words.holds, fact)?;
        }
        for i in 0..self.rules.len() {
            let rule = self.rules[i];
            let grows =
                |c: &Condition| matches!(c, Condition::Holds(p, _) if self.is_growing[p.index()]);
            if !self.program.rules[rule].body.iter().any(grows) {
                self.fire(rule, None, work)?;
            }
        }
        // What is static but asked for as if it could change, such as a `legal`
        // without conditions, starts the rounds.
        for (given, taken) in [(words.next, words.holds), (words.legal, words.does)] {
            if !self.is_growing[given.index()] {
                for fact in self.grounding.facts.relation(given).facts.clone() {
                    self.carry_over(given, taken, fact)?;
                }
            }
        }
        loop {
            let ends = self.take_found()?;
            if ends == self.ages {
                return Ok(());
            }
            work.spend(ROUND_COST.max(ends.len() as u64))?;
            self.replan(&ends);
            for i in 0..self.rules.len() {
                let rule = self.rules[i];
                for place in 0..self.program.rules[rule].body.len() {
                    if let Condition::Holds(p, _) = self.program.rules[rule].body[place]
                        && self.is_growing[p.index()]
                        && ends[p.index()] > self.ages[p.index()]
                    {
                        self.fire(rule, Some(place), work)?;
                    }
                }
            }
            self.ages = ends;
        }
    }

    /// Forgets the plans where a relation has grown much since they were made:
    /// other orders may now be better.
    fn replan(&mut self, sizes: &[usize]) {
        let has_grown = |(&now, &then): (&usize, &usize)| now > GROWTH * then + GROWTH;
        if sizes.iter().zip(&self.planned_for).any(has_grown) {
            self.plans.clear();
            self.planned_for = sizes.to_vec();
        }
    }

    /// Adds what the last round found and what follows from it at once; gives
    /// the number of facts of each predicate.
    fn take_found(&mut self) -> Result<Vec<usize>, Fault> {
        let words = self.program.words;
        let mut found = std::mem::take(&mut self.found);
        for (predicate, fact) in found.drain(..) {
            let Grounding { facts, terms, .. } = &mut self.grounding;
            if !facts.add(predicate, fact, terms) {
                continue;
            }
            if predicate == words.next {
                self.carry_over(words.next, words.holds, fact)?;
            } else if predicate == words.legal {
                self.carry_over(words.legal, words.does, fact)?;
            }
            self.grow_counts(predicate, fact)?;
        }
        self.found = found;
        let predicates = 0..self.program.predicates.len() as u32;
        Ok(predicates
            .map(|p| self.grounding.facts.count(Predicate(p)))
            .collect())
    }

    /// What is possible next is possible in a position; what is legal may be
    /// done.
    fn carry_over(
        &mut self,
        given: Predicate,
        taken: Predicate,
        fact: TermId,
    ) -> Result<(), Fault> {
        let words = self.program.words;
        if given == words.legal {
            let Grounding { facts, terms, .. } = &mut self.grounding;
            let role = terms.functor(self.program.predicates[words.role.index()].functor);
            let player = terms.args(fact)[0];
            let is_role = terms
                .find(role, &[player])
                .is_some_and(|id| facts.place(id).is_some());
            if !is_role {
                return Ok(());
            }
        }
        self.make_possible(taken, fact)
    }

    /// Adds the fact of `predicate` with the same arguments as `fact`.
    fn make_possible(&mut self, predicate: Predicate, fact: TermId) -> Result<(), Fault> {
        let Grounding { facts, terms, .. } = &mut self.grounding;
        let functor = terms.functor(self.program.predicates[predicate.index()].functor);
        let args = terms.args(fact).to_vec();
        let image = terms.compound(functor, &args).ok_or(FaultKind::TermSize)?;
        facts.add(predicate, image, terms);
        Ok(())
    }

    /// A new member of a group makes the next higher count possible.
    fn grow_counts(&mut self, member: Predicate, fact: TermId) -> Result<(), Fault> {
        for (number, definition) in self.program.predicates.iter().enumerate() {
            if definition.counts != Some(member) {
                continue;
            }
            let Grounding { facts, terms, .. } = &mut self.grounding;
            let args = terms.args(fact);
            let mut group = args[..args.len().saturating_sub(1)].to_vec();
            let counted = Predicate(number as u32);
            let size = self
                .group_sizes
                .entry((counted, group.clone()))
                .or_default();
            *size += 1;
            group.push(terms.leaf(&Term::Integer(*size)));
            let functor = terms.functor(definition.functor);
            let image = terms.compound(functor, &group).ok_or(FaultKind::TermSize)?;
            facts.add(counted, image, terms);
        }
        Ok(())
    }

    /// Finds the instances of a rule.
    fn fire(&mut self, number: usize, new: Option<usize>, work: &mut Work) -> Result<(), Fault> {
        let rule = &self.program.rules[number];
        if !self.plans.contains_key(&(number, new)) {
            let planned = work.spend(planning_work(rule));
            planned.map_err(|fault| fault.in_clause(rule.clause))?;
        }
        let Grounding {
            facts,
            terms,
            heads,
            ends,
            literals,
            instantiated,
        } = &mut self.grounding;
        let plan = self.plans.entry((number, new)).or_insert_with(|| {
            let purpose = Purpose {
                new,
                is_known: &self.is_known,
                is_growing: &self.is_growing,
            };
            Plan::new(rule, purpose, facts, terms)
        });
        let kept: Vec<(&super::program::Pattern, bool)> = rule
            .body
            .iter()
            .filter_map(|condition| match condition {
                Condition::Holds(p, atom) if self.is_growing[p.index()] => Some((atom, false)),
                Condition::Fails(p, atom) if self.is_growing[p.index()] => Some((atom, true)),
                _ => None,
            })
            .collect();
        let before = work.left;
        let found = &mut self.found;
        let max_literals = self.max_literals;
        let heads_before = heads.len();
        let ran = plan.run(
            facts,
            &self.ages,
            terms,
            work,
            &mut |values, terms, work| {
                work.spend(INSTANCE_COST)?;
                let head = make(&rule.head, values, terms).ok_or(FaultKind::TermSize)?;
                for (atom, is_denied) in &kept {
                    let atom = make(atom, values, terms).ok_or(FaultKind::TermSize)?;
                    literals.push(GroundLiteral::new(atom, *is_denied));
                }
                if literals.len() + heads.len() > max_literals {
                    return Err(FaultKind::Work.into());
                }
                heads.push(head);
                ends.push(literals.len() as u32);
                found.push((rule.predicate, head));
                Ok(())
            },
        );
        ran.map_err(|fault| fault.in_clause(rule.clause))?;
        if heads.len() > heads_before {
            instantiated.insert(number);
        }
        self.watch((number, new), before - work.left, work)
    }

    /// Gives up where a rule takes more work from round to round, and the work of
    /// the rounds to come would exceed what is left.
    fn watch(
        &mut self,
        fired: (usize, Option<usize>),
        spent: u64,
        work: &Work,
    ) -> Result<(), Fault> {
        if spent < MUCH_WORK {
            return Ok(());
        }
        let (before, rises) = self.trends.entry(fired).or_default();
        *rises = if spent > *before { *rises + 1 } else { 0 };
        *before = spent;
        if *rises > RISES && (*rises as u64 + 1) * spent > work.left {
            return Err(FaultKind::Work.into());
        }
        Ok(())
    }
}
