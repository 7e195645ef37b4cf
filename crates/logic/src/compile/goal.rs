//! A clause body as control constructs and calls.

use crate::builtins;
use crate::code::{Comparison, Fold};
use crate::compile::{CompileError, MAX_ARITY};
use crate::symbol::{Symbol, sym};
use crate::term::{Functor, Term};

/// Levels of control constructs a body may have.
pub(crate) const MAX_NESTING: usize = 200;

/// What a [`Goal::Collect`] computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Collection {
    List,
    Count,
    /// What all values of the template come to.
    Folded(Fold),
}

/// One goal of a body.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    Call(Term),
    /// A deterministic built-in, by number.
    Builtin(u16, Vec<Term>),
    Unify(Term, Term),
    /// A unification of a variable that either fails before it binds anything, or
    /// succeeds.
    Match(Term, Term),
    /// `arg/3` whose number may have to be found.
    Arg(Vec<Term>),
    Compare(Comparison, Term, Term),
    Is(Term, Term),
    Cut,
    Fail,
    And(Vec<Goal>),
    Or(Vec<Goal>),
    If(Box<Goal>, Box<Goal>, Box<Goal>),
    SoftIf(Box<Goal>, Box<Goal>, Box<Goal>),
    Not(Box<Goal>),
    /// A goal whose cuts are its own.
    Opaque(Box<Goal>),
    /// All values of a template as a list, or the number of answers.
    Collect {
        what: Collection,
        template: Term,
        goal: Box<Goal>,
        result: Term,
    },
}

impl Goal {
    /// The body as goals, nested as it is written.
    /// `overrides` says which library predicates the program defines itself.
    pub(crate) fn from_term(term: &Term, overrides: Overrides) -> Result<Goal, CompileError> {
        Converter { overrides }.convert(term, 0)
    }

    /// Whether the goal only tests: it binds no variable, calls no predicate and
    /// leaves no choice point.
    pub(crate) fn is_test(&self) -> bool {
        match self {
            Goal::Compare(..) | Goal::Fail => true,
            Goal::Builtin(id, _) => builtins::get(*id).is_test,
            Goal::And(goals) => goals.iter().all(Goal::is_test),
            _ => false,
        }
    }

    /// Whether the goal consists of tests, of which the last may be a match: if it
    /// fails, there is nothing to undo.
    pub(crate) fn is_condition(&self) -> bool {
        match self {
            Goal::Match(..) => true,
            Goal::And(goals) => are_condition(goals),
            goal => goal.is_test(),
        }
    }

    /// Whether a body begins with a cut.
    pub(crate) fn cuts_first(&self) -> bool {
        match self {
            Goal::Cut => true,
            Goal::And(goals) => goals.first().is_some_and(Goal::cuts_first),
            _ => false,
        }
    }

    /// The tests before the first cut of a body, and what follows from the cut on;
    /// none if there is anything but tests before it.
    pub(crate) fn guard(&self) -> Option<(&[Goal], &[Goal])> {
        let Goal::And(goals) = self else {
            return None;
        };
        let cut = goals.iter().position(|goal| matches!(goal, Goal::Cut))?;
        let (tests, rest) = goals.split_at(cut);
        (!tests.is_empty() && are_condition(tests)).then_some((tests, rest))
    }

    /// The same goals with other terms.
    pub(crate) fn map_terms(&self, image: &mut impl FnMut(&Term) -> Term) -> Goal {
        match self {
            Goal::Call(term) => Goal::Call(image(term)),
            Goal::Builtin(id, args) => Goal::Builtin(*id, args.iter().map(image).collect()),
            Goal::Unify(a, b) => Goal::Unify(image(a), image(b)),
            Goal::Match(a, b) => Goal::Match(image(a), image(b)),
            Goal::Arg(args) => Goal::Arg(args.iter().map(image).collect()),
            Goal::Compare(op, a, b) => Goal::Compare(*op, image(a), image(b)),
            Goal::Is(a, b) => Goal::Is(image(a), image(b)),
            Goal::Cut => Goal::Cut,
            Goal::Fail => Goal::Fail,
            Goal::And(inner) => Goal::And(inner.iter().map(|goal| goal.map_terms(image)).collect()),
            Goal::Or(inner) => Goal::Or(inner.iter().map(|goal| goal.map_terms(image)).collect()),
            Goal::If(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|goal| Box::new(goal.map_terms(image)));
                Goal::If(a, b, c)
            }
            Goal::SoftIf(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|goal| Box::new(goal.map_terms(image)));
                Goal::SoftIf(a, b, c)
            }
            Goal::Not(goal) => Goal::Not(Box::new(goal.map_terms(image))),
            Goal::Opaque(goal) => Goal::Opaque(Box::new(goal.map_terms(image))),
            Goal::Collect {
                what,
                template,
                goal,
                result,
            } => Goal::Collect {
                what: *what,
                template: image(template),
                goal: Box::new(goal.map_terms(image)),
                result: image(result),
            },
        }
    }

    /// Whether the goal is a `\+` of tests: as a condition it needs no choice point.
    /// (A match may have bound a variable when the condition fails.)
    pub(crate) fn is_negated_test(&self) -> bool {
        matches!(self, Goal::Not(inner) if inner.is_test())
    }

    /// The number of leaves, which positions in a clause are counted by.
    pub(crate) fn leaves(&self) -> usize {
        match self {
            Goal::And(goals) | Goal::Or(goals) => goals.iter().map(Goal::leaves).sum(),
            Goal::If(a, b, c) | Goal::SoftIf(a, b, c) => a.leaves() + b.leaves() + c.leaves(),
            Goal::Not(goal) | Goal::Opaque(goal) => goal.leaves(),
            Goal::Collect { goal, .. } => goal.leaves() + 2,
            _ => 1,
        }
    }
}

/// Which library predicates a program defines itself.
pub(crate) type Overrides<'a> = &'a dyn Fn(Functor) -> bool;

struct Converter<'a> {
    overrides: Overrides<'a>,
}

impl Converter<'_> {
    fn convert(&self, term: &Term, depth: usize) -> Result<Goal, CompileError> {
        if depth > MAX_NESTING {
            return Err(CompileError::NestedTooDeep);
        }
        let inner = |term: &Term| self.convert(term, depth + 1).map(Box::new);
        let Some(functor) = term.functor() else {
            return match term {
                Term::Var(_) => Ok(Goal::Call(Term::compound(sym::CALL, [term.clone()]))),
                _ => Err(CompileError::NotCallable(term.clone())),
            };
        };
        let opaque = |goal: Box<Goal>| Box::new(Goal::Opaque(goal));
        if (self.overrides)(functor) {
            return self.call(functor.name, term.args(), term);
        }
        Ok(match (functor.name.as_str(), term.args()) {
            ("true" | "otherwise", []) => Goal::And(Vec::new()),
            ("fail" | "false", []) => Goal::Fail,
            ("!", []) => Goal::Cut,
            (",", [_, _]) => self.conjunction(term, depth)?,
            (";" | "|", [_, _]) => self.disjunction(term, depth)?,
            ("->", [cond, then]) => Goal::If(inner(cond)?, inner(then)?, Box::new(Goal::Fail)),
            ("*->", [cond, then]) => Goal::And(vec![*opaque(inner(cond)?), *inner(then)?]),
            ("\\+" | "not", [goal]) => Goal::Not(inner(goal)?),
            ("call", [goal]) if goal.is_callable() => Goal::Opaque(inner(goal)?),
            ("findall", [template, goal, result]) => {
                collect(Collection::List, template, inner(goal)?, result)
            }
            ("aggregate_all", [what, goal, result])
                if what.is_atom("count".into())
                    && (goal.is_callable() || matches!(goal, Term::Var(_))) =>
            {
                collect(Collection::Count, what, inner(goal)?, result)
            }
            ("aggregate_all", [what, goal, result])
                if (goal.is_callable() || matches!(goal, Term::Var(_)))
                    && aggregate(what).is_some() =>
            {
                let (what, template) = aggregate(what).expect("it was found");
                collect(what, &template, inner(goal)?, result)
            }
            ("forall", [cond, action]) => {
                let action = Goal::Not(inner(action)?);
                Goal::Not(Box::new(Goal::And(vec![*opaque(inner(cond)?), action])))
            }
            ("once", [goal]) => Goal::If(inner(goal)?, truth(), Box::new(Goal::Fail)),
            ("ignore", [goal]) => Goal::If(inner(goal)?, truth(), truth()),
            ("=", [a, b]) => Goal::Unify(a.clone(), b.clone()),
            // Deterministic if the number is known.
            ("arg", [Term::Integer(_), _, _]) => self.call("$arg".into(), term.args(), term)?,
            ("arg", [_, _, _]) => Goal::Arg(term.args().to_vec()),
            ("is", [a, b]) => Goal::Is(a.clone(), b.clone()),
            (_, args) => self.call(functor.name, args, term)?,
        })
    }

    fn call(&self, name: Symbol, args: &[Term], term: &Term) -> Result<Goal, CompileError> {
        if args.len() > MAX_ARITY {
            let functor = term.functor().expect("a goal with arguments is callable");
            return Err(CompileError::TooManyArguments(functor));
        }
        if let ([a, b], Some(comparison)) = (args, Comparison::find(name)) {
            return Ok(Goal::Compare(comparison, a.clone(), b.clone()));
        }
        let functor = Functor::new(name, args.len());
        Ok(match builtins::find(name, args.len()) {
            Some(id) if !(self.overrides)(functor) => Goal::Builtin(id, args.to_vec()),
            _ => Goal::Call(term.clone()),
        })
    }

    fn conjunction(&self, term: &Term, depth: usize) -> Result<Goal, CompileError> {
        let mut goals = Vec::new();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            match term.as_compound(sym::COMMA, 2) {
                Some([left, right]) => pending.extend([right, left]),
                _ => match self.convert(term, depth + 1)? {
                    Goal::And(inner) => goals.extend(inner),
                    goal => goals.push(goal),
                },
            }
        }
        Ok(Goal::And(goals))
    }

    fn disjunction(&self, term: &Term, depth: usize) -> Result<Goal, CompileError> {
        let mut branches = Vec::new();
        let mut rest = term;
        loop {
            let (left, right) = match rest.args() {
                [left, right] if is_disjunction(rest) => (left, Some(right)),
                _ => (rest, None),
            };
            let goal = match (left.functor(), left.args(), right) {
                (Some(f), [cond, then], Some(right)) if f.name == sym::ARROW => {
                    let otherwise = self.convert(right, depth + 1)?;
                    let cond = Box::new(self.convert(cond, depth + 1)?);
                    let then = Box::new(self.convert(then, depth + 1)?);
                    branches.push(Goal::If(cond, then, Box::new(otherwise)));
                    break;
                }
                (Some(f), [cond, then], Some(right)) if f.name == sym::SOFT_ARROW => {
                    let otherwise = self.convert(right, depth + 1)?;
                    let cond = Box::new(self.convert(cond, depth + 1)?);
                    let then = Box::new(self.convert(then, depth + 1)?);
                    branches.push(Goal::SoftIf(cond, then, Box::new(otherwise)));
                    break;
                }
                _ => self.convert(left, depth + 1)?,
            };
            branches.push(goal);
            match right {
                Some(right) => rest = right,
                None => break,
            }
        }
        Ok(match branches.len() {
            1 => branches.pop().expect("there is one"),
            _ => Goal::Or(branches),
        })
    }
}

/// Whether goals are tests, of which the last may be a match.
fn are_condition(goals: &[Goal]) -> bool {
    let Some((last, others)) = goals.split_last() else {
        return true;
    };
    others.iter().all(Goal::is_test) && last.is_condition()
}

fn truth() -> Box<Goal> {
    Box::new(Goal::And(Vec::new()))
}

/// What an `aggregate_all/3` computes, and of which template.
fn aggregate(what: &Term) -> Option<(Collection, Term)> {
    let name = what.functor()?.name;
    let (fold, template) = match (name.as_str(), what.args()) {
        ("bag", [template]) => return Some((Collection::List, template.clone())),
        ("set", [template]) => (Fold::Set, template.clone()),
        ("sum", [value]) => (Fold::Sum, value.clone()),
        ("max", [value]) => (Fold::Max, value.clone()),
        ("min", [value]) => (Fold::Min, value.clone()),
        ("max", [value, witness]) => (Fold::MaxWitness, pair(value, witness)),
        ("min", [value, witness]) => (Fold::MinWitness, pair(value, witness)),
        _ => return None,
    };
    Some((Collection::Folded(fold), template))
}

fn pair(value: &Term, witness: &Term) -> Term {
    Term::compound(sym::MINUS, [value.clone(), witness.clone()])
}

fn collect(what: Collection, template: &Term, goal: Box<Goal>, result: &Term) -> Goal {
    Goal::Collect {
        what,
        template: template.clone(),
        goal: Box::new(Goal::Opaque(goal)),
        result: result.clone(),
    }
}

/// Whether a term is a disjunction.
fn is_disjunction(term: &Term) -> bool {
    matches!(term.functor(), Some(f) if f.arity == 2 && (f.name == sym::SEMICOLON || f.name == sym::BAR))
}
