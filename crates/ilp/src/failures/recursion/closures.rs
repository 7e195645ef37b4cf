//! Theories with one recursive clause that hands on its outputs, as in
//! `f(A, B) :- tail(A, C), f(C, B)`.
//!
//! Such a theory proves an example if a base clause proves one of the calls that the
//! recursive clause leads to. So base clauses are found as rules are found without
//! recursion, with these calls as examples, however long they are.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::relation::ValueId;
use super::super::rule::{Body, ordered};
use super::super::search::{Bags, Extent, Search};
use super::evaluation::{Purpose, Tuple};
use super::passes::MORE_CLAUSES;
use super::{OrderedBody, RecursionSearch};
use crate::order;

/// The most calls that one example may lead to, and all of them together.
const MAX_CALLS: usize = 400;
const MAX_ALL_CALLS: usize = 20_000;
/// The share of the work that the search for the base clauses of one recursive clause may
/// do.
const SHARE: u64 = 4;

/// The calls that a recursive clause leads to, as examples.
struct Instances {
    /// The arguments of each, those that lead to no negative first.
    examples: Vec<Vec<ValueId>>,
    positives: usize,
    bags: Bags,
}

impl RecursionSearch<'_, '_> {
    /// Looks for base clauses for each of these recursive clauses; joins at most this
    /// number of rows.
    pub(super) fn try_closures(&mut self, clauses: &[OrderedBody], most_work: u64) {
        let most = self.relations.work.saturating_add(most_work);
        for clause in clauses {
            if self.relations.work > most || self.is_over() {
                return;
            }
            let step = self.step(clause);
            if let Some(instances) = step.and_then(|step| self.instances(&step)) {
                self.try_closure(clause, instances, most_work / SHARE);
            }
        }
    }

    /// The clause with its recursive call last, if the call hands on all outputs and no
    /// other literal uses them.
    fn step(&self, clause: &OrderedBody) -> Option<OrderedBody> {
        let own = self.language.body.len();
        let is_call = |literal: &&super::Literal| usize::from(literal.predicate) == own;
        let mut calls = clause.literals.iter().filter(is_call);
        let (call, None) = (calls.next()?, calls.next()) else {
            return None;
        };
        let others = clause.literals.iter().filter(|literal| !is_call(literal));
        let mut literals: Vec<super::Literal> = others.cloned().collect();
        let uses_outputs = |literal: &super::Literal| {
            let mut outputs = self.outputs.iter();
            outputs.any(|&at| literal.args.contains(&(at as u8)))
        };
        let hands_on = |at: &usize| usize::from(call.args[*at]) == *at;
        if literals.iter().any(uses_outputs) || !self.outputs.iter().all(hands_on) {
            return None;
        }
        literals.push(call.clone());
        Some(OrderedBody {
            literals,
            size: clause.size,
        })
    }

    /// The calls that a step leads to from the examples; `None` if there are too many or
    /// all calls of a positive are also those of a negative.
    fn instances(&mut self, step: &OrderedBody) -> Option<Instances> {
        let mut numbers: FxHashMap<(Tuple, Tuple), usize> = FxHashMap::default();
        let mut list: Vec<(Tuple, Tuple)> = Vec::new();
        let mut is_negative: Vec<bool> = Vec::new();
        let mut of_positive: Vec<Vec<usize>> = vec![Vec::new(); self.positives];
        let mut next: FxHashMap<Tuple, Vec<Tuple>> = FxHashMap::default();
        for example in 0..self.positives + self.negatives {
            let (call, out) = self.split(example);
            let mut reached = vec![call];
            let mut at = 0;
            while at < reached.len() {
                let call = reached[at].clone();
                at += 1;
                if reached.len() > MAX_CALLS || list.len() > MAX_ALL_CALLS {
                    return None;
                }
                if !next.contains_key(&call) {
                    let found = self.solutions(step, &call, Purpose::Calls)?;
                    next.insert(call.clone(), found);
                }
                for found in &next[&call] {
                    if !reached.contains(found) {
                        reached.push(found.clone());
                    }
                }
                let instance = (call, out.clone());
                let number = *numbers.entry(instance.clone()).or_insert(list.len());
                if number == list.len() {
                    list.push(instance);
                    is_negative.push(false);
                }
                match of_positive.get_mut(example) {
                    Some(own) => own.push(number),
                    None => is_negative[number] = true,
                }
            }
        }
        let order = order::places(is_negative.iter().map(|&is| [i64::from(is), 0]));
        let mut place = vec![0; list.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(at, &own)| place[own] = at);
        let positives = is_negative
            .iter()
            .filter(|is_negative| !**is_negative)
            .count();
        let mut of_instance: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); positives];
        for (positive, own) in of_positive.iter().enumerate() {
            let good = own.iter().filter(|&&number| !is_negative[number]);
            let good: Vec<usize> = good.map(|&number| place[number]).collect();
            if good.is_empty() {
                return None;
            }
            good.iter()
                .for_each(|&at| of_instance[at].push(positive as u32));
        }
        let examples = order.iter().map(|&number| self.joined(&list[number]));
        Some(Instances {
            examples: examples.collect(),
            positives,
            bags: Bags {
                of_instance,
                positives: self.positives,
            },
        })
    }

    /// The arguments of the head with these inputs and outputs.
    fn joined(&self, (inputs, outputs): &(Tuple, Tuple)) -> Vec<ValueId> {
        let mut args = vec![0; self.language.head.functor.arity];
        let places = self.inputs.iter().chain(&self.outputs);
        for (&at, &value) in places.zip(inputs.iter().chain(outputs)) {
            args[at] = value;
        }
        args
    }

    fn try_closure(&mut self, clause: &OrderedBody, mut instances: Instances, most_work: u64) {
        let max_clauses = self.language.max_clauses.unwrap_or(MORE_CLAUSES);
        let extent = Extent {
            below: self.below.saturating_sub(clause.size),
            max_rules: max_clauses.saturating_sub(1),
            beam: None,
            pauses: false,
        };
        let (examples, positives) = (&mut instances.examples, &mut instances.positives);
        self.relations.exchange_examples(examples, positives);
        let counted = self.relations.positives();
        let mut search = Search::new(self.language, counted, &[], extent, self.budget)
            .with_bags(&instances.bags);
        search.run(self.relations, most_work);
        let found = search.best.take();
        let (examples, positives) = (&mut instances.examples, &mut instances.positives);
        self.relations.exchange_examples(examples, positives);
        let Some(rules) = found else { return };
        let bases = rules.iter().filter_map(|rule| match &rule.body {
            Body::Literals(literals) => ordered(self.language, literals),
            Body::Parts(_) => None,
        });
        self.bases = bases
            .map(|literals| OrderedBody {
                size: literals.len() + 1,
                literals,
            })
            .collect();
        self.base_answers.clear();
        self.test(std::slice::from_ref(clause));
    }
}
