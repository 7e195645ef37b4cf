//! A small, fast, bounded Prolog.

pub mod symbol;
pub mod term;

pub use symbol::{Symbol, sym};
pub use term::{Compound, Functor, Term, Var};

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Replaced by the writer.
        match self {
            Term::Var(v) => write!(f, "_{}", v.0),
            Term::Atom(a) => write!(f, "{a}"),
            Term::Integer(i) => write!(f, "{i}"),
            Term::Big(i) => write!(f, "{i}"),
            Term::Float(x) => write!(f, "{x:?}"),
            Term::String(s) => write!(f, "{s:?}"),
            Term::Compound(c) => write!(f, "{}(...)", c.name()),
        }
    }
}
