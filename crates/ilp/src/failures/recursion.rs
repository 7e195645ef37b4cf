//! Recursive theories: one or two recursive clauses, and the base clauses they end
//! in.
//!
//! A proof with linear recursive clauses applies them some number of times and ends
//! in exactly one base clause. So one evaluation of recursive clauses, with all base
//! clauses at once, shows for each example which of them complete its proof, and the
//! smallest set of base clauses is a smallest cover. Calls are evaluated by
//! their input arguments: an input that a call is already waiting for has no
//! further answers, which makes every evaluation end.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use stratalog_logic::Clause;

use super::combine::{least_cost, smallest_cover};
use super::cover::Cover;
use super::feature::{Literal, mask_of, tested};
use super::language::Language;
use super::learner::clause;
use super::relation::{Relations, ValueId};
use super::rule::{Rule, ordered};
use crate::budget::Budget;

/// The most base clauses.
const MAX_BASES: usize = 512;
/// The passes of the search, cheap ones first: the most literals in the body of a base
/// clause, the most in that of a recursive clause, and what is tried.
const PASSES: [(usize, usize, Pass); 7] = [
    (2, 4, Pass::Exact),
    (3, 4, Pass::Exact),
    (4, 3, Pass::Exact),
    (2, 3, Pass::Tolerant),
    (2, 5, Pass::Pairs),
    (3, 6, Pass::Exact),
    (4, 6, Pass::Exact),
];
/// The most sets of literals of one size; further ones are dropped.
const MAX_SETS: usize = 400_000;
/// The share of positives that a theory may miss where examples may be wrong.
const TOLERANCE: f64 = 0.35;
/// The most recursive clauses that are kept to be tried in pairs.
const MAX_PARTNERS: usize = 40;
/// The deepest chain of recursive calls.
const MAX_DEPTH: usize = 400;
/// The most steps that one recursive clause may cost on one example.
const MAX_STEPS: u64 = 50_000;
/// The most calls that base clauses are compared on.
const MAX_CALLS: usize = 400;

type Tuple = SmallVec<[ValueId; 4]>;
type BaseSet = [u64; MAX_BASES / 64];
type Outcomes = Vec<(Tuple, BaseSet)>;

const NO_BASES: BaseSet = [0; MAX_BASES / 64];

/// What a pass looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Theories without errors that have one recursive clause.
    Exact,
    /// The same, and then theories with two recursive clauses.
    Pairs,
    /// Theories that may misclassify examples.
    Tolerant,
}

/// A recursive theory.
pub(super) struct RecursiveTheory {
    pub clauses: Vec<Clause>,
    pub size: usize,
    /// Whether it misclassifies examples.
    pub has_errors: bool,
}

/// A clause with its literals in the order in which they are called.
#[derive(Clone)]
struct OrderedBody {
    literals: Vec<Literal>,
    size: usize,
}

pub(super) struct RecursionSearch<'s, 'p> {
    language: &'p Language,
    relations: &'s mut Relations<'p>,
    budget: &'s Budget,
    positives: usize,
    negatives: usize,
    bases: Vec<OrderedBody>,
    /// What the base clauses answer for a call.
    base_answers: FxHashMap<Tuple, Outcomes>,
    /// The inputs of the head, by argument.
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    below: usize,
    best: Option<RecursiveTheory>,
    /// Examples in the order in which they are tested: positives first, small ones
    /// first.
    order: Vec<usize>,
    /// How many positives a theory may miss.
    tolerance: usize,
    /// Recursive clauses that prove some positives.
    partners: Vec<OrderedBody>,
    /// All recursive clauses, while pairs may be needed.
    recursive: Vec<OrderedBody>,
    explored: u64,
}

/// The evaluation of recursive clauses.
struct Evaluation<'a> {
    bodies: &'a [OrderedBody],
    known: FxHashMap<Tuple, Outcomes>,
    waiting: FxHashSet<Tuple>,
    steps: u64,
}

impl<'s, 'p> RecursionSearch<'s, 'p> {
    pub fn new(
        language: &'p Language,
        relations: &'s mut Relations<'p>,
        budget: &'s Budget,
        (positives, negatives): (usize, usize),
        below: usize,
    ) -> RecursionSearch<'s, 'p> {
        let arity = language.head.functor.arity;
        let is_input =
            |at: &usize| language.head.directions.is_none() || language.head.is_input(*at);
        let size = |example: &usize| {
            let values = relations.examples()[*example].iter();
            let sizes = values.map(|&value| relations.values.term(value).subterms().count());
            (*example >= positives, sizes.sum::<usize>())
        };
        let mut order: Vec<usize> = (0..positives + negatives).collect();
        order.sort_by_cached_key(size);
        RecursionSearch {
            language,
            relations,
            budget,
            positives,
            negatives,
            bases: Vec::new(),
            base_answers: FxHashMap::default(),
            inputs: (0..arity).filter(is_input).collect(),
            outputs: (0..arity).filter(|at| !is_input(at)).collect(),
            below,
            best: None,
            order,
            tolerance: 0,
            partners: Vec::new(),
            recursive: Vec::new(),
            explored: 0,
        }
    }

    /// The first theory without errors that a pass finds, which is the smallest of the
    /// pass; else one with few errors.
    pub fn run(mut self) -> (Option<RecursiveTheory>, u64) {
        let below = self.below;
        let mut with_errors = None;
        for (base_body, recursive_body, pass) in PASSES {
            let is_tolerant = pass == Pass::Tolerant;
            self.tolerance = if is_tolerant {
                (TOLERANCE * self.positives as f64) as usize
            } else {
                0
            };
            if is_tolerant && self.tolerance == 0 {
                continue;
            }
            // A theory with errors must cost less than leaving all positives out.
            self.below = if is_tolerant {
                below.min(self.positives)
            } else {
                below
            };
            self.bases.clear();
            self.base_answers.clear();
            self.partners.clear();
            self.recursive.clear();
            self.find_bases(base_body);
            self.try_all(recursive_body);
            let may_pair = self.language.max_clauses.unwrap_or(2) > 2;
            if pass == Pass::Pairs && self.best.is_none() && may_pair {
                self.try_pairs();
            }
            if is_tolerant {
                with_errors = self.best.take();
            }
            if self.best.is_some() || self.budget.is_over() {
                break;
            }
        }
        (self.best.or(with_errors), self.explored)
    }

    /// Tries every recursive clause with the base clauses, by size.
    fn try_all(&mut self, longest: usize) {
        if self.bases.is_empty() {
            return;
        }
        let least_base = self.bases.iter().map(|base| base.size).min().unwrap_or(0);
        let longest = longest.min(self.language.max_body);
        let mut sets: Vec<Vec<Literal>> = vec![Vec::new()];
        let mut seen = FxHashSet::default();
        for length in 1..=longest {
            // A clause of this length and the smallest base clause.
            if length + 1 + least_base >= self.below {
                break;
            }
            let mut next = Vec::new();
            for set in &sets {
                for literal in self.extensions(set, true) {
                    if self.explored.is_multiple_of(64) && self.budget.is_over() {
                        return;
                    }
                    let mut set = set.clone();
                    set.push(literal);
                    if !seen.insert(canonical(&set, self.language.head.functor.arity)) {
                        continue;
                    }
                    self.explored += 1;
                    if self.is_forbidden(&set, 1, false) {
                        continue;
                    }
                    self.try_recursive(&set);
                    if length < longest && next.len() < MAX_SETS {
                        next.push(set);
                    }
                }
            }
            sets = next;
        }
    }

    /// Tries pairs of recursive clauses, one of which proves some positives alone.
    fn try_pairs(&mut self) {
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for (first, partner) in self.partners.iter().enumerate() {
            for (second, other) in self.recursive.iter().enumerate() {
                pairs.push((partner.size + other.size, first, second));
            }
        }
        pairs.sort_unstable();
        for (at, (size, first, second)) in pairs.into_iter().enumerate() {
            if size >= self.below || at.is_multiple_of(64) && self.budget.is_over() {
                return;
            }
            self.explored += 1;
            let bodies = [self.partners[first].clone(), self.recursive[second].clone()];
            self.test(&bodies);
        }
    }

    /// Base clauses that prove no negative example and differ in what they answer.
    fn find_bases(&mut self, most: usize) {
        let calls = self.sample_calls();
        let mut sets: Vec<Vec<Literal>> = vec![Vec::new()];
        let mut seen = FxHashSet::default();
        let mut behaviours: FxHashSet<Vec<Vec<Tuple>>> = FxHashSet::default();
        for _ in 0..most.min(self.language.max_body) {
            let mut next = Vec::new();
            for set in &sets {
                for literal in self.extensions(set, false) {
                    let mut set = set.clone();
                    set.push(literal);
                    if !seen.insert(canonical(&set, self.language.head.functor.arity)) {
                        continue;
                    }
                    self.explored += 1;
                    if self.explored.is_multiple_of(64) && self.budget.is_over()
                        || self.bases.len() >= MAX_BASES
                    {
                        return;
                    }
                    if self.is_forbidden(&set, 0, false) {
                        continue;
                    }
                    if let Some(base) = self.complete(&set, 0) {
                        let behaviour: Vec<Vec<Tuple>> = calls
                            .iter()
                            .map(|call| self.answers_of(&base, call))
                            .collect();
                        let is_idle = behaviour.iter().all(Vec::is_empty);
                        if !is_idle
                            && behaviours.insert(behaviour)
                            && (self.tolerance > 0 || !self.proves_negative(&base))
                        {
                            self.bases.push(base);
                        }
                    }
                    next.push(set);
                }
            }
            sets = next;
        }
    }

    /// Inputs of examples, and what background predicates make of them.
    fn sample_calls(&mut self) -> Vec<Tuple> {
        let examples = self.relations.examples().to_vec();
        let mut calls: Vec<Tuple> = Vec::new();
        for example in &examples {
            let call: Tuple = self.inputs.iter().map(|&at| example[at]).collect();
            if !calls.contains(&call) && calls.len() < MAX_CALLS / 4 {
                calls.push(call);
            }
        }
        let mut at = 0;
        while at < calls.len() && calls.len() < MAX_CALLS {
            let call = calls[at].clone();
            at += 1;
            let ways: Vec<Vec<ValueId>> = (0..call.len())
                .map(|place| {
                    let kind = self.language.head.types[self.inputs[place]];
                    let mut values = self.derived(call[place], kind);
                    values.push(call[place]);
                    values
                })
                .collect();
            let mut made: Vec<Tuple> = vec![Tuple::new()];
            for values in ways {
                made = made
                    .iter()
                    .flat_map(|tuple| {
                        values.iter().map(move |&value| {
                            let mut tuple = tuple.clone();
                            tuple.push(value);
                            tuple
                        })
                    })
                    .take(16)
                    .collect();
            }
            for tuple in made {
                if !calls.contains(&tuple) && calls.len() < MAX_CALLS {
                    calls.push(tuple);
                }
            }
        }
        calls
    }

    /// Values of a type that a predicate of two arguments gives for a value.
    fn derived(&mut self, value: ValueId, kind: Option<stratalog_logic::Symbol>) -> Vec<ValueId> {
        let mut values = Vec::new();
        for predicate in 0..self.language.body.len() {
            let declaration = &self.language.body[predicate];
            let is_step = declaration.functor.arity == 2
                && declaration.types[0] == kind
                && declaration.types[1] == kind
                && !declaration.is_input(1);
            if is_step {
                let (first, count) = self.relations.lookup(predicate, 1, &[value]);
                for at in first..first + count.min(2) {
                    let found = self.relations.answer(predicate, 1, at)[0];
                    if !values.contains(&found) {
                        values.push(found);
                    }
                }
            }
        }
        values
    }

    /// The literals that a set may be extended by, so that every input has a value.
    fn extensions(&self, set: &[Literal], may_recurse: bool) -> Vec<Literal> {
        let language = self.language;
        let heads = language.head.functor.arity;
        let own = language.body.len() as u16;
        let has_call = set.iter().any(|literal| literal.predicate == own);
        let mut kinds = language.head.types.clone();
        let mut bound: Vec<u8> = self.inputs.iter().map(|&at| at as u8).collect();
        for literal in set {
            let declaration = self.declaration(literal.predicate);
            for (&v, &kind) in literal.args.iter().zip(&declaration.types) {
                if usize::from(v) >= kinds.len() {
                    kinds.resize(usize::from(v) + 1, None);
                    kinds[usize::from(v)] = kind;
                }
                if !bound.contains(&v) {
                    bound.push(v);
                }
            }
        }
        let mut found = Vec::new();
        for predicate in 0..=own {
            let is_call = predicate == own;
            if is_call && (!may_recurse || has_call) {
                continue;
            }
            let declaration = self.declaration(predicate);
            let mut partial: Vec<(SmallVec<[u8; 6]>, usize)> = vec![(SmallVec::new(), 0)];
            for at in 0..declaration.functor.arity {
                let kind = declaration.types[at];
                // Without directions, a recursive call needs all its arguments.
                let needs_value =
                    declaration.is_input(at) || is_call && declaration.directions.is_none();
                let mut next = Vec::new();
                for (args, added) in partial {
                    for v in 0..kinds.len() as u8 {
                        let its = kinds[usize::from(v)];
                        let fits = its.is_none() || kind.is_none() || its == kind;
                        let is_ready = !needs_value || bound.contains(&v);
                        if fits && is_ready && !args.contains(&v) {
                            let mut args = args.clone();
                            args.push(v);
                            next.push((args, added));
                        }
                    }
                    let fresh = kinds.len() + added;
                    if !needs_value && fresh < language.max_variables {
                        let mut args = args;
                        args.push(fresh as u8);
                        next.push((args, added + 1));
                    }
                }
                partial = next;
            }
            for (args, _) in partial {
                let literal = Literal { predicate, args };
                // A call with the inputs of the head would not end.
                let repeats = is_call
                    && self
                        .inputs
                        .iter()
                        .all(|&at| usize::from(literal.args[at]) == at);
                let is_connected = literal
                    .args
                    .iter()
                    .any(|&v| usize::from(v) < heads || usize::from(v) < kinds.len())
                    || declaration.directions.is_some();
                if !repeats && is_connected && !set.contains(&literal) {
                    found.push(literal);
                }
            }
        }
        found
    }

    fn declaration(&self, predicate: u16) -> &'p super::language::Declaration {
        let own = self.language.body.get(usize::from(predicate));
        own.unwrap_or(&self.language.head)
    }

    fn is_forbidden(&self, set: &[Literal], number: i64, is_complete: bool) -> bool {
        self.language.constraints.has_constraints()
            && self
                .language
                .is_violated(&tested(self.language, set, number), is_complete)
    }

    /// The set as a clause, if it is one: the head's variables have values, all
    /// variables are connected and the constraints hold.
    fn complete(&self, set: &[Literal], number: i64) -> Option<OrderedBody> {
        let heads = self.language.head.functor.arity;
        let mask = set.iter().fold(0, |mask, l| mask | mask_of(l, heads));
        let needed = if self.language.binds_head {
            (1_u32 << heads) - 1
        } else {
            self.outputs.iter().fold(0, |mask, at| mask | 1 << at)
        };
        if mask & needed != needed || self.is_forbidden(set, number, true) {
            return None;
        }
        let literals = ordered(self.language, set)?;
        Some(OrderedBody {
            size: literals.len() + 1,
            literals,
        })
    }

    fn answers_of(&mut self, base: &OrderedBody, call: &Tuple) -> Vec<Tuple> {
        let mut evaluation = Evaluation::new(std::slice::from_ref(base));
        let mut found = Vec::new();
        let mut values = self.values_of(call);
        self.prove(
            &mut evaluation,
            (0, 0),
            &mut values,
            NO_BASES,
            0,
            &mut found,
        );
        let mut tuples: Vec<Tuple> = found.into_iter().map(|(tuple, _)| tuple).collect();
        tuples.sort();
        tuples.dedup();
        tuples
    }

    fn proves_negative(&mut self, base: &OrderedBody) -> bool {
        (self.positives..self.positives + self.negatives).any(|example| {
            let (call, out) = self.split(example);
            self.answers_of(base, &call).contains(&out)
        })
    }

    /// The inputs and outputs of an example.
    fn split(&self, example: usize) -> (Tuple, Tuple) {
        let values = &self.relations.examples()[example];
        let pick = |places: &[usize]| places.iter().map(|&at| values[at]).collect();
        (pick(&self.inputs), pick(&self.outputs))
    }

    fn values_of(&self, call: &Tuple) -> Vec<Option<ValueId>> {
        let mut values = vec![None; self.language.max_variables.max(1)];
        for (&at, &value) in self.inputs.iter().zip(call) {
            values[at] = Some(value);
        }
        values
    }

    /// Tests a recursive clause with all base clauses at once.
    fn try_recursive(&mut self, set: &[Literal]) {
        let own = self.language.body.len() as u16;
        if !set.iter().any(|literal| literal.predicate == own) {
            return;
        }
        let Some(body) = self.complete(set, 1) else {
            return;
        };
        self.test(std::slice::from_ref(&body));
        if self.language.max_clauses.unwrap_or(2) > 2 && self.tolerance == 0 {
            self.recursive.push(body);
        }
    }

    /// Tests recursive clauses with all base clauses at once.
    fn test(&mut self, bodies: &[OrderedBody]) {
        let mut evaluation = Evaluation::new(bodies);
        let mut covered = vec![NO_BASES; self.positives + self.negatives];
        let max_clauses = self.language.max_clauses.unwrap_or(2);
        let is_single = max_clauses <= bodies.len() + 1 && self.tolerance == 0;
        let mut alive: BaseSet = [u64::MAX; MAX_BASES / 64];
        let mut missed = 0;
        for at in 0..self.order.len() {
            let example = self.order[at];
            let (call, out) = self.split(example);
            evaluation.steps = 0;
            let outcomes = self.call(&mut evaluation, &call, 0);
            let bases = outcomes.iter().find(|(tuple, _)| *tuple == out);
            let bases = bases.map_or(NO_BASES, |(_, bases)| *bases);
            if example < self.positives {
                missed += usize::from(bases == NO_BASES);
                alive = both(&alive, &bases);
                if missed > self.tolerance || is_single && alive == NO_BASES {
                    let is_partner = at > 0 && bodies.len() == 1 && max_clauses > 2;
                    if is_partner && self.partners.len() < MAX_PARTNERS {
                        self.partners.extend_from_slice(bodies);
                    }
                    return;
                }
            }
            covered[example] = bases;
        }
        self.combine(bodies, &covered);
    }

    /// The smallest set of base clauses for a recursive clause.
    fn combine(&mut self, recursive: &[OrderedBody], covered: &[BaseSet]) {
        let own_size: usize = recursive.iter().map(|body| body.size).sum();
        let mut rules = Vec::new();
        for (at, base) in self.bases.iter().enumerate() {
            let mut cover = Cover::none(self.positives, self.negatives);
            for (example, bases) in covered.iter().enumerate() {
                if bases[at / 64] >> (at % 64) & 1 == 1 {
                    cover.insert(example);
                }
            }
            let is_acceptable = self.tolerance > 0 || !cover.has_negatives();
            if cover.count_positives() > 0 && is_acceptable {
                rules.push(Rule {
                    features: SmallVec::from_slice(&[(0, at as u32)]),
                    cover,
                    size: base.size,
                    variables: 0,
                    head_mask: 0,
                });
            }
        }
        let max_clauses = self.language.max_clauses.unwrap_or(2);
        let max_bases = max_clauses.saturating_sub(recursive.len());
        let below = self.below.saturating_sub(own_size);
        let chosen = if self.tolerance > 0 {
            let (chosen, cost) = least_cost(&rules, self.positives, self.negatives, max_bases);
            if cost >= below || chosen.is_empty() {
                return;
            }
            self.below = own_size + cost;
            chosen
        } else {
            let found = smallest_cover(&rules, self.positives, below, max_bases);
            let Some(chosen) = found.rules else { return };
            chosen
        };
        let bases = chosen.iter().map(|&at| {
            let (_, base) = rules[at].features[0];
            &self.bases[base as usize]
        });
        let bodies: Vec<&OrderedBody> = bases.chain(recursive).collect();
        let size = bodies.iter().map(|body| body.size).sum();
        if self.tolerance == 0 {
            self.below = size;
        }
        let clauses = bodies
            .iter()
            .map(|body| clause(self.language, &body.literals));
        self.best = Some(RecursiveTheory {
            clauses: clauses.collect(),
            size,
            has_errors: self.tolerance > 0,
        });
    }

    /// The answers of a call, each with the base clauses that it can end in.
    fn call(&mut self, evaluation: &mut Evaluation<'_>, call: &Tuple, depth: usize) -> Outcomes {
        if let Some(known) = evaluation.known.get(call) {
            return known.clone();
        }
        if depth > MAX_DEPTH || !evaluation.waiting.insert(call.clone()) {
            return Vec::new();
        }
        let mut found = self.base_outcomes(call);
        for body in 0..evaluation.bodies.len() {
            let mut values = self.values_of(call);
            self.prove(
                evaluation,
                (body, 0),
                &mut values,
                NO_BASES,
                depth,
                &mut found,
            );
        }
        let merged = merged(found);
        evaluation.waiting.remove(call);
        evaluation.known.insert(call.clone(), merged.clone());
        merged
    }

    fn base_outcomes(&mut self, call: &Tuple) -> Outcomes {
        if let Some(known) = self.base_answers.get(call) {
            return known.clone();
        }
        let mut found: Outcomes = Vec::new();
        for at in 0..self.bases.len() {
            let base = self.bases[at].clone();
            for tuple in self.answers_of(&base, call) {
                let mut bases = NO_BASES;
                bases[at / 64] |= 1 << (at % 64);
                found.push((tuple, bases));
            }
        }
        let found = merged(found);
        self.base_answers.insert(call.clone(), found.clone());
        found
    }

    /// Proves the literals of a body from `at` on, and collects the outputs of the
    /// head.
    fn prove(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        (body, at): (usize, usize),
        values: &mut Vec<Option<ValueId>>,
        bases: BaseSet,
        depth: usize,
        found: &mut Outcomes,
    ) {
        evaluation.steps += 1;
        if evaluation.steps > MAX_STEPS {
            return;
        }
        let bodies = evaluation.bodies;
        let Some(literal) = bodies[body].literals.get(at) else {
            let out: Option<Tuple> = self.outputs.iter().map(|&at| values[at]).collect();
            found.extend(out.map(|out| (out, bases)));
            return;
        };
        if usize::from(literal.predicate) == self.language.body.len() {
            let inputs = self.inputs.iter();
            let call: Option<Tuple> = inputs
                .map(|&at| values[usize::from(literal.args[at])])
                .collect();
            let Some(call) = call else { return };
            for (out, bases) in self.call(evaluation, &call, depth + 1) {
                let places: SmallVec<[u8; 6]> =
                    self.outputs.iter().map(|&at| literal.args[at]).collect();
                self.bind(&places, &out, values, |search, values| {
                    search.prove(evaluation, (body, at + 1), values, bases, depth, found);
                });
            }
            return;
        }
        let predicate = usize::from(literal.predicate);
        let mut mask = 0_u32;
        let mut key = Tuple::new();
        let mut free: SmallVec<[u8; 6]> = SmallVec::new();
        for (place, &v) in literal.args.iter().enumerate() {
            match values[usize::from(v)] {
                Some(value) => {
                    mask |= 1 << place;
                    key.push(value);
                }
                None => free.push(v),
            }
        }
        let (first, count) = self.relations.lookup(predicate, mask, &key);
        for answer in first..first + count {
            let row: Tuple = self
                .relations
                .answer(predicate, mask, answer)
                .iter()
                .copied()
                .collect();
            self.bind(&free, &row, values, |search, values| {
                search.prove(evaluation, (body, at + 1), values, bases, depth, found);
            });
        }
    }

    /// Gives variables values, continues if they agree with known ones, and takes the
    /// values back.
    fn bind(
        &mut self,
        variables: &[u8],
        row: &[ValueId],
        values: &mut Vec<Option<ValueId>>,
        next: impl FnOnce(&mut Self, &mut Vec<Option<ValueId>>),
    ) {
        let mut bound: SmallVec<[u8; 6]> = SmallVec::new();
        let mut agrees = true;
        for (&v, &value) in variables.iter().zip(row) {
            match values[usize::from(v)] {
                Some(known) => agrees &= known == value,
                None => {
                    values[usize::from(v)] = Some(value);
                    bound.push(v);
                }
            }
        }
        if agrees {
            next(self, values);
        }
        for v in bound {
            values[usize::from(v)] = None;
        }
    }
}

impl<'a> Evaluation<'a> {
    fn new(bodies: &'a [OrderedBody]) -> Evaluation<'a> {
        Evaluation {
            bodies,
            known: FxHashMap::default(),
            waiting: FxHashSet::default(),
            steps: 0,
        }
    }
}

/// The outcomes with equal answers joined.
fn merged(found: Outcomes) -> Outcomes {
    let mut merged: Outcomes = Vec::new();
    for (tuple, bases) in found {
        match merged.iter_mut().find(|(known, _)| *known == tuple) {
            Some((_, known)) => {
                for (word, more) in known.iter_mut().zip(bases) {
                    *word |= more;
                }
            }
            None => merged.push((tuple, bases)),
        }
    }
    merged
}

fn both(a: &BaseSet, b: &BaseSet) -> BaseSet {
    let mut both = *a;
    for (word, other) in both.iter_mut().zip(b) {
        *word &= other;
    }
    both
}

/// The literals in the least order under all names of the variables that are not in
/// the head.
fn canonical(set: &[Literal], heads: usize) -> Vec<Literal> {
    let highest = set.iter().flat_map(|l| &l.args).max().copied();
    let count = highest.map_or(0, |v| (usize::from(v) + 1).saturating_sub(heads));
    let mut names: Vec<u8> = (0..count as u8).collect();
    let mut best: Option<Vec<Literal>> = None;
    permutations(&mut names, 0, &mut |names| {
        let rename = |v: &u8| {
            let v = usize::from(*v);
            if v < heads {
                v as u8
            } else {
                heads as u8 + names[v - heads]
            }
        };
        let mut renamed: Vec<Literal> = set
            .iter()
            .map(|literal| Literal {
                predicate: literal.predicate,
                args: literal.args.iter().map(rename).collect(),
            })
            .collect();
        renamed.sort();
        if best.as_ref().is_none_or(|best| renamed < *best) {
            best = Some(renamed);
        }
    });
    best.unwrap_or_default()
}

fn permutations(items: &mut Vec<u8>, from: usize, each: &mut dyn FnMut(&[u8])) {
    if from >= items.len() {
        each(items);
        return;
    }
    for at in from..items.len() {
        items.swap(from, at);
        permutations(items, from + 1, each);
        items.swap(from, at);
    }
}
