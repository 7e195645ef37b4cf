//! Why rules cannot be evaluated, and in which clause. A fault is an outcome that
//! is passed on: it never becomes an empty relation or the end of a game.

use std::fmt;

/// What stopped the evaluation of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// More work than the limit allows.
    Work,
    /// A term is nested deeper than the limit allows.
    Depth,
    /// An integer does not fit into 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// An instance of a relation depends on its own negation.
    NegativeLoop,
    /// Two different terms have the same key.
    KeyCollision,
}

/// A fault and the clause that was evaluated, where that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The number of the clause.
    pub clause: Option<usize>,
}

impl Fault {
    /// The same fault, in this clause unless a clause is known already.
    pub fn in_clause(self, clause: usize) -> Fault {
        Fault {
            clause: self.clause.or(Some(clause)),
            ..self
        }
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Fault {
        Fault { kind, clause: None }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Work => {
                "the rules need more work than the limit allows; \
                 narrow the values that a variable of this clause can take"
            }
            FaultKind::Depth => "a term is nested more than 100 levels deep",
            FaultKind::Overflow => "an integer does not fit into 64 bits",
            FaultKind::DivisionByZero => "a number is divided by zero",
            FaultKind::NegativeLoop => {
                "what is denied or counted here depends on what this clause defines"
            }
            FaultKind::KeyCollision => "two terms have the same 64-bit key",
        })
    }
}
