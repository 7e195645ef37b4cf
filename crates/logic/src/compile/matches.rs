//! Finds conditions such as `X = f(Y, Z)` that only look at a term.
//!
//! If `Y` and `Z` occur for the first time, the unification fails before it binds
//! anything or not at all. As the last test of a condition or guard it needs no
//! choice point. The benchmark is `structural conditions`.

use rustc_hash::FxHashSet;

use crate::cell::Cell;
use crate::compile::goal::Goal;
use crate::term::{Term, Var};

/// The body of a clause with such unifications as [`Goal::Match`].
pub(crate) fn marked(head: &Term, body: Goal) -> Goal {
    let mut seen = Seen(head.variables().into_iter().collect());
    seen.body(body)
}

/// The variables that occur before a goal.
#[derive(Clone)]
struct Seen(FxHashSet<Var>);

impl Seen {
    fn add(&mut self, term: &Term) {
        self.0.extend(term.variables());
    }

    /// The goals of a clause: the tests before a cut are a guard.
    fn body(&mut self, body: Goal) -> Goal {
        let Goal::And(mut goals) = body else {
            return self.goal(body);
        };
        let cut = goals.iter().position(|goal| matches!(goal, Goal::Cut));
        let rest = goals.split_off(cut.unwrap_or(0));
        let mut marked = match self.condition(Goal::And(goals)) {
            Goal::And(goals) => goals,
            goal => vec![goal],
        };
        marked.extend(rest.into_iter().map(|goal| self.goal(goal)));
        Goal::And(marked)
    }

    fn goal(&mut self, goal: Goal) -> Goal {
        match goal {
            Goal::And(goals) => Goal::And(goals.into_iter().map(|goal| self.goal(goal)).collect()),
            Goal::Or(branches) => {
                let before = self.clone();
                let branches = branches.into_iter().map(|branch| {
                    let mut seen = before.clone();
                    let branch = seen.goal(branch);
                    self.0.extend(seen.0);
                    branch
                });
                Goal::Or(branches.collect())
            }
            Goal::If(cond, then, otherwise) => {
                let mut seen = self.clone();
                let cond = Box::new(seen.condition(*cond));
                let then = Box::new(seen.goal(*then));
                let otherwise = Box::new(self.goal(*otherwise));
                self.0.extend(seen.0);
                Goal::If(cond, then, otherwise)
            }
            Goal::SoftIf(cond, then, otherwise) => {
                let [cond, then, otherwise] =
                    [cond, then, otherwise].map(|goal| Box::new(self.goal(*goal)));
                Goal::SoftIf(cond, then, otherwise)
            }
            Goal::Not(inner) => Goal::Not(Box::new(self.condition(*inner))),
            Goal::Opaque(inner) => Goal::Opaque(Box::new(self.goal(*inner))),
            Goal::Collect {
                what,
                template,
                goal,
                result,
            } => {
                let goal = Box::new(self.goal(*goal));
                self.add(&template);
                self.add(&result);
                Goal::Collect {
                    what,
                    template,
                    goal,
                    result,
                }
            }
            leaf => {
                leaf.map_terms(&mut |term| {
                    self.add(term);
                    term.clone()
                });
                leaf
            }
        }
    }

    /// A condition, whose last goal may be a match if the others are tests.
    fn condition(&mut self, goal: Goal) -> Goal {
        match goal {
            Goal::Unify(a, b) => {
                let matched = match (a, b) {
                    (var @ Term::Var(_), term) | (term, var @ Term::Var(_))
                        if self.is_match(&var, &term) =>
                    {
                        Goal::Match(var, term)
                    }
                    (a, b) => Goal::Unify(a, b),
                };
                self.goal(matched)
            }
            Goal::And(mut goals) => {
                let last = goals.pop();
                let are_tests = goals.iter().all(Goal::is_test);
                let mut goals: Vec<Goal> = goals.into_iter().map(|goal| self.goal(goal)).collect();
                goals.extend(last.map(|goal| {
                    if are_tests {
                        self.condition(goal)
                    } else {
                        self.goal(goal)
                    }
                }));
                Goal::And(goals)
            }
            other => self.goal(other),
        }
    }

    /// Whether a variable that occurred before is compared with a constant, or with
    /// a structure of different new variables.
    fn is_match(&self, var: &Term, term: &Term) -> bool {
        let Term::Var(var) = var else {
            return false;
        };
        let is_new = |arg: &Term| matches!(arg, Term::Var(new) if !self.0.contains(new));
        let is_open = match term {
            Term::Atom(_) | Term::String(_) => true,
            Term::Integer(value) => Cell::small_int(*value).is_some(),
            Term::Compound(compound) => {
                compound.args().iter().all(is_new)
                    && term.variables().len() == compound.args().len()
            }
            _ => false,
        };
        self.0.contains(var) && is_open
    }
}
