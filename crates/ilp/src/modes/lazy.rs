//! Aleph's lazy evaluation: constants that no single example has.
//!
//! A predicate that is evaluated lazily is called with two lists for each input: the
//! values that its variable has in the positives, and in the negatives. They are the
//! values that the literals of the bottom clause that provide the variable give for
//! each example. What the call answers becomes a literal of the bottom clause. Aleph
//! collects the values again for each clause of the search; here they are collected
//! once for each bottom clause.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use stratalog_logic::{Machine, Term};

use super::bottom::{Bottom, Literal, LiteralCall, Saturator, Values, inputs_first, literal};
use super::mode::{Mode, Use};
use super::settings::CoveringSettings;

/// The most examples of a class whose values are collected, and the most values of one
/// example.
const MAX_EXAMPLES: usize = 1_000;
const MAX_VALUES: usize = 20;

impl<'p> Saturator<'p> {
    /// Adds the literals of predicates that are evaluated lazily.
    pub(super) fn add_lazy(
        &self,
        machine: &mut Machine<'_>,
        known: &mut Values,
        bottom: &mut Bottom<'p>,
        seen: &mut IndexSet<Literal, FxBuildHasher>,
        settings: &CoveringSettings,
    ) {
        let bias = &self.problem.bias;
        for (at, mode) in bias.bodies.iter().enumerate() {
            let has_outputs = mode.slots.iter().any(|slot| slot.used == Use::Output);
            if !bias.lazy.contains(&mode.functor()) || has_outputs {
                continue;
            }
            for level in 1..=settings.variable_depth + 1 {
                for inputs in self.input_choices(at, known, level) {
                    let call = LiteralCall {
                        mode: at,
                        shape: self.shapes[at],
                        inputs,
                        level,
                    };
                    for values in self.lazy_answers(mode, &call, machine, bottom, seen) {
                        if seen.len() >= settings.bottom_length {
                            bottom.is_cut = true;
                            return;
                        }
                        seen.insert(literal(mode, &call, &values, known, bottom));
                    }
                }
            }
        }
    }

    /// The answers of a call with the values of all examples; the inputs come first.
    fn lazy_answers(
        &self,
        mode: &Mode,
        call: &LiteralCall,
        machine: &mut Machine<'_>,
        bottom: &Bottom<'p>,
        seen: &IndexSet<Literal, FxBuildHasher>,
    ) -> Vec<Vec<Term>> {
        let Some(body) = provided(&call.inputs, &bottom.given, seen) else {
            return Vec::new();
        };
        let goals = body.iter().map(|literal| bottom.atom(literal));
        let values_in = |examples: &[Term], machine: &mut Machine<'_>| {
            let goal = Term::conjunction(goals.clone());
            self.values_in(examples, &goal, &call.inputs, bottom, machine)
        };
        let positives = values_in(&self.problem.positives, machine);
        let negatives = values_in(&self.problem.negatives, machine);
        let pairs = positives.into_iter().zip(negatives);
        let args: Vec<Term> = pairs
            .map(|(positives, negatives)| {
                Term::list([Term::list(positives), Term::list(negatives)])
            })
            .collect();
        let Ok(query) = self.problem.background.query(&inputs_first(mode)) else {
            return Vec::new();
        };
        let recall = mode.recall.unwrap_or(usize::MAX).min(MAX_VALUES);
        let answers = machine.solve_with(&query, &args).take(recall);
        let answers = answers.map_while(Result::ok).map(|answer| answer.values);
        answers
            .filter(|values| values[args.len()..].iter().all(Term::is_ground))
            .collect()
    }

    /// The values of each variable in all solutions of a goal for the examples.
    fn values_in(
        &self,
        examples: &[Term],
        goal: &Term,
        variables: &[u32],
        bottom: &Bottom<'p>,
        machine: &mut Machine<'_>,
    ) -> Vec<Vec<Term>> {
        let mut values: Vec<Vec<Term>> = vec![Vec::new(); variables.len()];
        for example in examples.iter().take(MAX_EXAMPLES) {
            let matched = Term::compound("=", [bottom.head.clone(), example.clone()]);
            let whole = Term::conjunction([matched, goal.clone()]);
            let Ok(query) = self.problem.background.query(&whole) else {
                return values;
            };
            for answer in machine.solve(&query).take(MAX_VALUES).map_while(Result::ok) {
                for (list, &variable) in values.iter_mut().zip(variables) {
                    list.extend(answer.values.get(variable as usize).cloned());
                }
            }
        }
        values
    }
}

/// Literals, in an order in which they can be called, that give these variables values;
/// `None` if there are none.
fn provided<'s>(
    variables: &[u32],
    given: &[u32],
    seen: &'s IndexSet<Literal, FxBuildHasher>,
) -> Option<Vec<&'s Literal>> {
    let mut bound = given.to_vec();
    let mut body: Vec<&Literal> = Vec::new();
    // Literals come level by level, so that a provider precedes what it provides for.
    for literal in seen {
        let is_callable = literal.inputs.iter().all(|input| bound.contains(input));
        let is_new = literal.outputs.iter().any(|output| !bound.contains(output));
        if is_callable && is_new {
            bound.extend(literal.outputs.iter().copied());
            body.push(literal);
        }
    }
    let mut wanted: Vec<u32> = variables.to_vec();
    let mut needed: Vec<&Literal> = Vec::new();
    for &literal in body.iter().rev() {
        let is_needed = literal.outputs.iter().any(|output| wanted.contains(output));
        if is_needed {
            wanted.retain(|variable| !literal.outputs.contains(variable));
            wanted.extend(literal.inputs.iter().copied());
            needed.push(literal);
        }
    }
    needed.reverse();
    let is_given = |variable: &u32| given.contains(variable);
    wanted.iter().all(is_given).then_some(needed)
}
