//! Clauses as data: a head and the goals of a body. Everything that takes a
//! clause apart, or builds one, does so here.

use std::fmt;

use crate::symbol::sym;
use crate::term::Term;
use crate::writer::TermWriter;

/// A clause of a program: `Head` or `Head :- Goal, Goal, …`.
///
/// ```
/// use stratalog_logic::{Clause, read_term};
///
/// let term = read_term("win(A, B) :- move(A, B), won(B)")?.term;
/// let clause = Clause::from_term(&term);
/// assert_eq!(clause.body.len(), 2);
/// assert_eq!(clause.to_string(), "win(A, B) :- move(A, B), won(B).");
/// assert_eq!(clause.to_term(), term);
/// # Ok::<(), stratalog_logic::SyntaxError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// What holds.
    pub head: Term,
    /// The goals it follows from; none in a fact.
    pub body: Vec<Term>,
}

impl Clause {
    /// A clause with this head and body.
    pub fn new(head: Term, body: impl IntoIterator<Item = Term>) -> Clause {
        Clause {
            head,
            body: body.into_iter().collect(),
        }
    }

    /// The clause a term represents; a term without `:-` is a fact.
    pub fn from_term(term: &Term) -> Clause {
        match term.as_compound(sym::NECK, 2) {
            Some([head, body]) => Clause::new(head.clone(), body.conjuncts()),
            _ => Clause::new(term.clone(), []),
        }
    }

    /// The term that represents the clause.
    pub fn to_term(&self) -> Term {
        if self.body.is_empty() {
            return self.head.clone();
        }
        let body = Term::conjunction(self.body.iter().cloned());
        Term::compound(sym::NECK, [self.head.clone(), body])
    }

    /// The goal of a directive, `:- Goal`.
    pub fn directive(term: &Term) -> Option<&Term> {
        match term.as_compound(sym::NECK, 1) {
            Some([goal]) => Some(goal),
            _ => None,
        }
    }
}

impl fmt::Display for Clause {
    /// The clause on one line, with a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let writer = TermWriter::new().spaced();
        f.write_str(&writer.term(&self.head))?;
        for (index, goal) in self.body.iter().enumerate() {
            f.write_str(if index == 0 { " :- " } else { ", " })?;
            f.write_str(&writer.term(goal))?;
        }
        f.write_str(".")
    }
}
