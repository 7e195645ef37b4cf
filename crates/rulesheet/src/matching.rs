//! Patterns compared with ground terms, and built into ground terms: what joins
//! and the interpreter do for each candidate.

use smallvec::SmallVec;

use super::fault::Fault;
use super::program::{Expression, Pattern};
use super::rule::{operation, sign};
use super::terms::{FunctorId, TermId, Terms};

/// A pattern to be compared with a term from left to right.
#[derive(Clone, Debug)]
pub enum Match {
    /// The first occurrence of a variable: it takes the term as its value.
    Bind(u32),
    /// A variable that has a value.
    Same(u32),
    /// A term without variables.
    Ground(TermId),
    /// A compound term, which a variable may take as its value.
    Compound(Option<u32>, FunctorId, Box<[Match]>),
}

impl Match {
    /// Compiles a pattern, and marks the variables that it binds.
    pub fn new(pattern: &Pattern, bound: &mut [bool]) -> Match {
        match pattern {
            Pattern::Var(var) => {
                if std::mem::replace(&mut bound[*var as usize], true) {
                    Match::Same(*var)
                } else {
                    Match::Bind(*var)
                }
            }
            Pattern::Ground(id) => Match::Ground(*id),
            Pattern::Compound(functor, args) => Match::Compound(
                None,
                *functor,
                args.iter().map(|arg| Match::new(arg, bound)).collect(),
            ),
        }
    }

    /// The pattern.
    pub fn pattern(&self) -> Pattern {
        match self {
            Match::Bind(var) | Match::Same(var) => Pattern::Var(*var),
            Match::Ground(id) => Pattern::Ground(*id),
            Match::Compound(_, functor, args) => {
                Pattern::Compound(*functor, args.iter().map(Match::pattern).collect())
            }
        }
    }
}

/// Whether terms match; variables take their values on the way.
#[inline]
pub fn all_match(args: &[Match], parts: &[TermId], values: &mut [TermId], terms: &Terms) -> bool {
    args.len() == parts.len()
        && args.iter().zip(parts).all(|(arg, &part)| match arg {
            Match::Bind(var) => {
                values[*var as usize] = part;
                true
            }
            Match::Same(var) => values[*var as usize] == part,
            Match::Ground(id) => *id == part,
            Match::Compound(whole, functor, args) => {
                if let Some(var) = whole {
                    values[*var as usize] = part;
                }
                terms.functor_of(part) == Some(*functor)
                    && all_match(args, terms.args(part), values, terms)
            }
        })
}

/// The term a bound pattern stands for, if that term exists already.
#[inline]
pub fn find(pattern: &Pattern, values: &[TermId], terms: &Terms) -> Option<TermId> {
    match pattern {
        Pattern::Var(var) => Some(values[*var as usize]),
        Pattern::Ground(id) => Some(*id),
        Pattern::Compound(functor, args) => {
            let mut parts: SmallVec<[TermId; 8]> = SmallVec::new();
            for arg in args {
                parts.push(find(arg, values, terms)?);
            }
            terms.find(*functor, &parts)
        }
    }
}

/// The term a bound pattern stands for; none where it would be nested too deep.
pub fn make(pattern: &Pattern, values: &[TermId], terms: &mut Terms) -> Option<TermId> {
    match pattern {
        Pattern::Var(var) => Some(values[*var as usize]),
        Pattern::Ground(id) => Some(*id),
        Pattern::Compound(functor, args) => {
            let mut parts: SmallVec<[TermId; 8]> = SmallVec::new();
            for arg in args {
                parts.push(make(arg, values, terms)?);
            }
            terms.compound(*functor, &parts)
        }
    }
}

/// The value of an expression; none where a part of it is not an integer.
pub fn evaluate(
    expression: &Expression,
    values: &[TermId],
    terms: &Terms,
) -> Result<Option<i64>, Fault> {
    // Expressions are nested at most as deep as terms.
    match expression {
        Expression::Value(Pattern::Var(var)) => terms.integer(values[*var as usize]),
        Expression::Value(Pattern::Ground(id)) => terms.integer(*id),
        Expression::Value(Pattern::Compound(..)) => Ok(None),
        Expression::Sign(name, inner) => match evaluate(inner, values, terms)? {
            Some(value) => sign(*name, value).map(Some),
            None => Ok(None),
        },
        Expression::Operation(name, sides) => {
            let left = evaluate(&sides.0, values, terms)?;
            let right = evaluate(&sides.1, values, terms)?;
            match (left, right) {
                (Some(left), Some(right)) => operation(*name, left, right),
                _ => Ok(None),
            }
        }
    }
}

/// Whether every variable of a pattern has a value.
pub fn is_bound(pattern: &Pattern, bound: &[bool]) -> bool {
    let mut variables = Vec::new();
    pattern.variables(&mut variables);
    variables.iter().all(|&v| bound[v as usize])
}
