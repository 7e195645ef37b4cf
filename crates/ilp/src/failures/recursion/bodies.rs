//! The bodies of clauses in recursive theories: which literals may be added to a
//! body, and when it is a clause of the language.

use smallvec::SmallVec;

use super::super::language::Declaration;
use super::super::literal::{Literal, mask_of, tested};
use super::super::rule::ordered;
use super::{OrderedBody, RecursionSearch};

impl<'s> RecursionSearch<'s, '_> {
    /// The literals that a set may be extended by, so that every input has a value and
    /// there are at most `max_calls` recursive calls.
    pub(super) fn extensions(&self, set: &[Literal], max_calls: usize) -> Vec<Literal> {
        let language = self.language;
        let heads = language.head.functor.arity;
        let own = language.body.len() as u16;
        let calls = set.iter().filter(|literal| literal.predicate == own);
        let may_recurse = calls.count() < max_calls;
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
            if is_call && !may_recurse {
                continue;
            }
            let declaration = self.declaration(predicate);
            let is_function = !is_call && self.functions.contains(&predicate);
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
                // What a function gives for the same inputs has a variable already.
                let has_inputs_of = |other: &Literal| {
                    let mut args = literal.args.iter().zip(&other.args).enumerate();
                    other.predicate == predicate
                        && args.all(|(at, (own, its))| !declaration.is_input(at) || own == its)
                };
                let is_known = if is_function {
                    set.iter().any(has_inputs_of)
                } else {
                    set.contains(&literal)
                };
                if !repeats && is_connected && !is_known {
                    found.push(literal);
                }
            }
        }
        found
    }

    /// Notes which predicates are functions of their inputs, as far as they were called.
    pub(super) fn find_functions(&mut self) {
        let is_function = |&predicate: &u16| {
            let declaration = self.declaration(predicate);
            let mask = inputs_of(declaration);
            mask != 0 && self.relations.is_function(usize::from(predicate), mask)
        };
        let all = 0..self.language.body.len() as u16;
        self.functions = all.filter(is_function).collect();
    }

    /// Whether the predicates that were taken for functions gave several answers for no
    /// inputs since.
    pub(super) fn are_functions(&self) -> bool {
        self.functions.iter().all(|&predicate| {
            let mask = inputs_of(self.declaration(predicate));
            self.relations.is_function(usize::from(predicate), mask)
        })
    }

    pub(super) fn declaration(&self, predicate: u16) -> &'s Declaration {
        let own = self.language.body.get(usize::from(predicate));
        own.unwrap_or(&self.language.head)
    }

    pub(super) fn is_forbidden(&self, set: &[Literal], number: i64, is_complete: bool) -> bool {
        self.language.constraints.has_constraints()
            && self
                .language
                .is_violated(&tested(self.language, set, number), is_complete)
    }

    /// The set as a clause, if it is one: the head's variables have values, all
    /// variables are connected and the constraints hold.
    pub(super) fn complete(&self, set: &[Literal], number: i64) -> Option<OrderedBody> {
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
}

/// The arguments of a predicate that must have values.
fn inputs_of(declaration: &Declaration) -> u32 {
    let inputs = (0..declaration.functor.arity).filter(|&at| declaration.is_input(at));
    inputs.fold(0, |mask, at| mask | 1 << at)
}
