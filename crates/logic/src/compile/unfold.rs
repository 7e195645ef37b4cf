//! Replaces calls of simple rules by their bodies.
//!
//! A rule is simple if it is the only clause of its predicate, its head has
//! different variables, and its body consists of what a join can do. Where such
//! rules stand between a clause and the fact tables, unfolding them makes one join
//! of all. The benchmark is `rules on facts`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::compile::goal::Goal;
use crate::compile::join::{is_joinable, is_simple};
use crate::compile::unit::Linker;
use crate::term::{Functor, Term, Var};

/// Leaves of the largest rule that is unfolded.
const MAX_LEAVES: usize = 12;
/// Leaves that unfolding may add to a clause.
const MAX_ADDED: usize = 48;

/// Layers of rules that are looked at: each takes a pass over all rules.
const MAX_LAYERS: usize = 8;

/// The simple rules of a program.
#[derive(Clone, Default)]
pub(crate) struct SimpleRules(FxHashMap<Functor, SimpleRule>);

#[derive(Clone)]
struct SimpleRule {
    head: Vec<Var>,
    body: Vec<Goal>,
}

impl SimpleRules {
    /// The simple ones among rules that are the only clauses of their predicates.
    pub(crate) fn among<'a>(
        rules: impl Iterator<Item = (&'a Term, &'a Goal)>,
        linker: &impl Linker,
    ) -> SimpleRules {
        let mut simple = SimpleRules::default();
        let mut open: Vec<(Functor, Vec<Var>, &Term, &Goal)> = rules
            .filter_map(|(head, body)| Some((head.functor()?, parameters(head)?, head, body)))
            .collect();
        // A rule becomes simple once the rules that it calls are unfolded.
        for _ in 0..MAX_LAYERS {
            let before = open.len();
            open.retain(|(functor, parameters, head, body)| {
                let body = conjuncts(simple.unfolded(head, body, |_| false));
                let leaves: usize = body.iter().map(Goal::leaves).sum();
                let is_simple = !body.is_empty()
                    && leaves <= MAX_LEAVES
                    && body.iter().all(|goal| is_joinable(goal, linker));
                if is_simple {
                    let head = parameters.clone();
                    simple.0.insert(*functor, SimpleRule { head, body });
                }
                !is_simple
            });
            if open.len() == before {
                break;
            }
        }
        simple
    }

    /// A body with its calls of simple rules replaced, unless they are hidden.
    pub(crate) fn unfolded(
        &self,
        head: &Term,
        body: &Goal,
        is_hidden: impl Fn(Functor) -> bool,
    ) -> Goal {
        if self.0.is_empty() {
            return body.clone();
        }
        let mut next = 0;
        let mut see = |term: &Term| {
            let last = term.variables().iter().map(|var| var.0 + 1).max();
            next = next.max(last.unwrap_or(0));
            term.clone()
        };
        see(head);
        body.map_terms(&mut see);
        let mut unfolding = Unfolding {
            rules: self,
            is_hidden,
            next,
            room: MAX_ADDED,
        };
        unfolding.goal(body)
    }
}

/// The variables of a head, if they are all different and nothing else is there.
fn parameters(head: &Term) -> Option<Vec<Var>> {
    let vars = head.args().iter().map(|arg| match arg {
        Term::Var(var) => Some(*var),
        _ => None,
    });
    let vars: Vec<Var> = vars.collect::<Option<_>>()?;
    let different: FxHashSet<Var> = vars.iter().copied().collect();
    (different.len() == vars.len()).then_some(vars)
}

fn conjuncts(goal: Goal) -> Vec<Goal> {
    match goal {
        Goal::And(goals) => goals,
        goal => vec![goal],
    }
}

/// The unfolding of one clause.
struct Unfolding<'a, Hidden> {
    rules: &'a SimpleRules,
    is_hidden: Hidden,
    /// The number of the next new variable.
    next: u32,
    /// Leaves that may still be added.
    room: usize,
}

impl<Hidden: Fn(Functor) -> bool> Unfolding<'_, Hidden> {
    fn goal(&mut self, goal: &Goal) -> Goal {
        match goal {
            Goal::Call(term) => self.body_of(term).map_or_else(|| goal.clone(), Goal::And),
            Goal::And(goals) => {
                let goals = goals.iter().flat_map(|goal| match goal {
                    Goal::Call(_) => conjuncts(self.goal(goal)),
                    goal => vec![self.goal(goal)],
                });
                Goal::And(goals.collect())
            }
            Goal::Or(branches) => Goal::Or(branches.iter().map(|goal| self.goal(goal)).collect()),
            Goal::If(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|goal| Box::new(self.goal(goal)));
                Goal::If(a, b, c)
            }
            Goal::SoftIf(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|goal| Box::new(self.goal(goal)));
                Goal::SoftIf(a, b, c)
            }
            Goal::Not(inner) => Goal::Not(Box::new(self.goal(inner))),
            Goal::Opaque(inner) => Goal::Opaque(Box::new(self.goal(inner))),
            Goal::Collect {
                what,
                template,
                goal,
                result,
            } => Goal::Collect {
                what: *what,
                template: template.clone(),
                goal: Box::new(self.goal(goal)),
                result: result.clone(),
            },
            leaf => leaf.clone(),
        }
    }

    /// The body of the simple rule that a term calls, for its arguments.
    fn body_of(&mut self, call: &Term) -> Option<Vec<Goal>> {
        let functor = call.functor()?;
        let rule = self.rules.0.get(&functor)?;
        let leaves: usize = rule.body.iter().map(Goal::leaves).sum();
        if (self.is_hidden)(functor) || leaves > self.room || !call.args().iter().all(is_simple) {
            return None;
        }
        self.room -= leaves;
        let arguments = rule.head.iter().copied().zip(call.args().iter().cloned());
        let mut values: FxHashMap<Var, Term> = arguments.collect();
        let mut image = |term: &Term| {
            for var in term.variables() {
                values.entry(var).or_insert_with(|| {
                    self.next += 1;
                    Term::var(self.next - 1)
                });
            }
            term.map_vars(|var| values[&var].clone())
        };
        Some(
            rule.body
                .iter()
                .map(|goal| goal.map_terms(&mut image))
                .collect(),
        )
    }
}
