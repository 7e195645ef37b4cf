//! The evaluation of recursive clauses with all base clauses at once.
//!
//! Each answer of a call carries the base clauses that complete its proof: those that
//! alone complete every recursive call in it. A call whose answers are needed while it
//! is evaluated uses the answers of the round before, and rounds are repeated until
//! they add nothing, so that cycles in the data do no harm.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use stratalog_logic::{Term, sym};

use super::super::relation::ValueId;
use super::{OrderedBody, RecursionSearch};

/// The most base clauses.
pub(super) const MAX_BASES: usize = 512;
/// The deepest chain of recursive calls, and what it may exceed the size of the
/// inputs by.
const MAX_DEPTH: usize = 400;
const MORE_DEPTH: usize = 10;
/// The most steps that recursive clauses may cost on one example, and on one that is
/// tried again.
pub(super) const MAX_STEPS: u64 = 50_000;
pub(super) const MAX_STEPS_AGAIN: u64 = 1_000_000;
/// The steps that a call of the logic engine counts for.
const CALL_STEPS: u64 = 10;
/// Steps between two looks at the budget.
const BETWEEN_CHECKS: u64 = 1 << 10;

pub(super) type Tuple = SmallVec<[ValueId; 4]>;
pub(super) type BaseSet = [u64; MAX_BASES / 64];
pub(super) type Outcomes = Vec<(Tuple, BaseSet)>;

pub(super) const NO_BASES: BaseSet = [0; MAX_BASES / 64];
pub(super) const ALL_BASES: BaseSet = [u64::MAX; MAX_BASES / 64];

/// The evaluation of recursive clauses.
pub(super) struct Evaluation<'a> {
    bodies: &'a [OrderedBody],
    known: FxHashMap<Tuple, Rc<Outcomes>>,
    /// Calls whose answers are all known.
    finished: FxHashSet<Tuple>,
    /// Calls evaluated in this round.
    visited: FxHashSet<Tuple>,
    waiting: FxHashSet<Tuple>,
    /// Whether a call was needed while it was evaluated, and whether answers were
    /// added, in this round.
    is_cyclic: bool,
    has_changed: bool,
    max_depth: usize,
    steps: u64,
    /// The base clauses that count; answers that need others are left out.
    pub alive: BaseSet,
    /// Whether the recursion did not end within the limits.
    pub is_endless: bool,
    /// Whether it would perhaps end after more steps: it was not too deep.
    pub is_costly: bool,
    pub purpose: Purpose,
}

/// What clauses are evaluated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Their answers, with the base clauses that complete them.
    Answers,
    /// Their answers where all base clauses count as one.
    Joint,
    /// Their answers where those to recursive calls are made up, so that clauses can be
    /// compared.
    MadeUp,
    /// Whether their literals can be satisfied; the outputs may be unknown.
    Existence,
    /// The inputs of their recursive calls.
    Calls,
}

impl<'a> Evaluation<'a> {
    pub fn new(bodies: &'a [OrderedBody]) -> Evaluation<'a> {
        Evaluation {
            bodies,
            known: FxHashMap::default(),
            finished: FxHashSet::default(),
            visited: FxHashSet::default(),
            waiting: FxHashSet::default(),
            is_cyclic: false,
            has_changed: false,
            max_depth: MAX_DEPTH,
            steps: 0,
            alive: ALL_BASES,
            is_endless: false,
            is_costly: false,
            purpose: Purpose::Answers,
        }
    }

    /// The evaluation for another purpose.
    pub fn with_purpose(self, purpose: Purpose) -> Evaluation<'a> {
        Evaluation { purpose, ..self }
    }
}

impl RecursionSearch<'_, '_> {
    /// The answers of a call, each with the base clauses that it can end in.
    pub(super) fn evaluate(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        call: &Tuple,
    ) -> Rc<Outcomes> {
        evaluation.steps = 0;
        evaluation.max_depth = self.depth_for(call);
        loop {
            evaluation.visited.clear();
            evaluation.is_cyclic = false;
            evaluation.has_changed = false;
            let found = self.call(evaluation, call, 0);
            let is_final = !evaluation.is_cyclic || !evaluation.has_changed;
            if is_final || evaluation.is_endless {
                evaluation.finished.extend(evaluation.visited.drain());
                return found;
            }
        }
    }

    /// How deep calls may nest: a recursion that ends takes something off its inputs, or
    /// counts up to a number that the examples show.
    /// Constants, such as nodes of a graph, have no parts; there are finitely many.
    fn depth_for(&self, call: &Tuple) -> usize {
        let is_constant = |&value: &ValueId| self.relations.values.term(value).as_atom().is_some();
        if call.iter().all(is_constant) {
            return MAX_DEPTH;
        }
        let sizes = call
            .iter()
            .map(|&value| room(self.relations.values.term(value)));
        MAX_DEPTH.min(self.largest_count.max(sizes.sum()) + MORE_DEPTH)
    }

    fn call(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        call: &Tuple,
        depth: usize,
    ) -> Rc<Outcomes> {
        let known = evaluation.known.get(call).cloned();
        if evaluation.finished.contains(call) || !evaluation.visited.insert(call.clone()) {
            evaluation.is_cyclic |= evaluation.waiting.contains(call);
            return known.unwrap_or_default();
        }
        if depth > evaluation.max_depth {
            evaluation.is_endless = true;
            return known.unwrap_or_default();
        }
        evaluation.waiting.insert(call.clone());
        let is_joint = evaluation.purpose == Purpose::Joint;
        let alive = evaluation.alive;
        let by_bases = self.base_outcomes(call);
        let by_bases = by_bases.iter().map(|(out, bases)| {
            let bases = if is_joint { ALL_BASES } else { *bases };
            (out, both(&bases, &alive))
        });
        let mut found: Outcomes = by_bases
            .filter(|(_, bases)| *bases != NO_BASES)
            .map(|(out, bases)| (out.clone(), bases))
            .collect();
        for body in 0..evaluation.bodies.len() {
            let mut values = self.values_of(call);
            self.prove(evaluation, (body, 0), &mut values, alive, depth, &mut found);
        }
        let merged = merged(found);
        evaluation.waiting.remove(call);
        let is_same = known.as_deref() == Some(&merged);
        evaluation.has_changed |= !is_same;
        let merged = Rc::new(merged);
        evaluation.known.insert(call.clone(), merged.clone());
        merged
    }

    pub(super) fn base_outcomes(&mut self, call: &Tuple) -> Rc<Outcomes> {
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
        let found = Rc::new(merged(found));
        self.base_answers.insert(call.clone(), found.clone());
        found
    }

    /// What a base clause answers for a call.
    pub(super) fn answers_of(&mut self, base: &OrderedBody, call: &Tuple) -> Vec<Tuple> {
        let answers = self.solutions(base, call, Purpose::Answers);
        answers.unwrap_or_default()
    }

    /// What one evaluation of a body finds for a call, without rounds.
    pub(super) fn solutions(
        &mut self,
        body: &OrderedBody,
        call: &Tuple,
        purpose: Purpose,
    ) -> Option<Vec<Tuple>> {
        let mut evaluation = Evaluation::new(std::slice::from_ref(body)).with_purpose(purpose);
        let mut values = self.values_of(call);
        let mut found = Vec::new();
        self.prove(
            &mut evaluation,
            (0, 0),
            &mut values,
            ALL_BASES,
            0,
            &mut found,
        );
        let mut tuples: Vec<Tuple> = found.into_iter().map(|(tuple, _)| tuple).collect();
        tuples.sort_unstable();
        tuples.dedup();
        (!evaluation.is_endless).then_some(tuples)
    }

    pub(super) fn values_of(&self, call: &Tuple) -> Vec<Option<ValueId>> {
        let mut values = vec![None; self.language.max_variables.max(1)];
        for (&at, &value) in self.inputs.iter().zip(call) {
            values[at] = Some(value);
        }
        values
    }

    /// Proves the literals of a body from `at` on, and collects the outputs of the
    /// head.
    pub(super) fn prove(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        (body, at): (usize, usize),
        values: &mut Vec<Option<ValueId>>,
        bases: BaseSet,
        depth: usize,
        found: &mut Outcomes,
    ) {
        let is_existence = evaluation.purpose == Purpose::Existence;
        if evaluation.is_endless || is_existence && !found.is_empty() {
            return;
        }
        evaluation.steps += 1;
        self.steps += 1;
        let is_checked = evaluation.steps.is_multiple_of(BETWEEN_CHECKS);
        if evaluation.steps > self.most_steps || is_checked && self.budget.is_over() {
            evaluation.is_endless = true;
            evaluation.is_costly = true;
            return;
        }
        let bodies = evaluation.bodies;
        let Some(literal) = bodies[body].literals.get(at) else {
            if is_existence {
                found.push((Tuple::new(), bases));
                return;
            }
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
            let outcomes = match evaluation.purpose {
                Purpose::Calls => {
                    found.push((call, bases));
                    return;
                }
                Purpose::MadeUp => {
                    let made_up = self.made_up(&call).into_iter();
                    Rc::new(made_up.map(|out| (out, ALL_BASES)).collect())
                }
                _ => self.call(evaluation, &call, depth + 1),
            };
            for (out, its) in outcomes.iter() {
                // One base clause must complete all calls.
                let bases = both(&bases, its);
                if bases == NO_BASES {
                    continue;
                }
                let places: SmallVec<[u8; 6]> =
                    self.outputs.iter().map(|&at| literal.args[at]).collect();
                self.bind(&places, out, values, |search, values| {
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
        let calls = self.relations.calls;
        let (first, count) = self.relations.lookup(predicate, mask, &key);
        let steps = CALL_STEPS * (self.relations.calls - calls);
        evaluation.steps += steps;
        self.steps += steps;
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

/// How many times something can be taken off a term: its parts, and what its integers
/// can be counted down by, such as the position of a robot in `world(7, 3)`.
fn room(term: &Term) -> usize {
    let room = |(part, is_element): (&Term, bool)| match part {
        Term::Integer(number) if !is_element => {
            number.unsigned_abs().clamp(1, MAX_DEPTH as u64) as usize
        }
        _ => 1,
    };
    parts_of(term).map(room).fold(0, usize::saturating_add)
}

/// The largest integer in a term, without the elements of lists.
pub(super) fn largest_count(term: &Term) -> usize {
    let counts = parts_of(term).filter_map(|(part, is_element)| match part {
        Term::Integer(number) if !is_element => {
            Some(number.unsigned_abs().min(MAX_DEPTH as u64) as usize)
        }
        _ => None,
    });
    counts.max().unwrap_or(0)
}

/// The parts of a term, each with whether it is an element of a list. Those are seldom
/// counted up or down.
fn parts_of(term: &Term) -> impl Iterator<Item = (&Term, bool)> {
    let mut pending = vec![(term, false)];
    std::iter::from_fn(move || {
        let (term, is_element) = pending.pop()?;
        let is_list = term.as_compound(sym::CONS, 2).is_some();
        pending.extend(term.args().iter().map(|arg| (arg, is_list)));
        Some((term, is_element))
    })
}

/// The outcomes in order, those with equal answers joined.
fn merged(mut found: Outcomes) -> Outcomes {
    found.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    found.dedup_by(|(tuple, bases), (kept, joined)| {
        let is_equal = tuple == kept;
        if is_equal {
            for (word, more) in joined.iter_mut().zip(bases) {
                *word |= *more;
            }
        }
        is_equal
    });
    found
}

/// The base clauses in both sets.
pub(super) fn both(a: &BaseSet, b: &BaseSet) -> BaseSet {
    let mut both = *a;
    for (word, other) in both.iter_mut().zip(b) {
        *word &= other;
    }
    both
}

/// The base clauses in the first set alone.
pub(super) fn without(a: &BaseSet, b: &BaseSet) -> BaseSet {
    let mut rest = *a;
    for (word, other) in rest.iter_mut().zip(b) {
        *word &= !other;
    }
    rest
}
