//! Why rules cannot be evaluated, and in which clause. A fault is an outcome that
//! is passed on: it never becomes an empty relation or the end of a game.

use std::fmt;

use stratalog_game::error::GameError;
use stratalog_logic::Functor;

use super::sheet::Rulesheet;

/// The most facts that the positions of a game may have together, and the most moves.
pub const MAX_FACTS: usize = 1_000_000;

/// The most symbols that these facts and moves may have together, written out.
pub const MAX_SYMBOLS: usize = 10_000_000;

/// What stopped the evaluation of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// More work than the limit allows.
    Work,
    /// A term is nested deeper, or has more symbols, than the limits allow.
    TermSize,
    /// An integer does not fit into 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// An instance of a relation depends on its own negation.
    NegativeLoop,
    /// Two different terms have the same key.
    KeyCollision,
    /// The positions of a game have too many different facts, the last of this kind.
    Facts(Option<Functor>),
    /// The positions of a game have too many different moves.
    Moves,
    /// The facts and moves of a game have too many symbols together.
    Symbols,
    /// It was asked to stop.
    Stopped,
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
            FaultKind::TermSize => {
                "a term is nested more than 100 levels deep, or has more than 10000 symbols"
            }
            FaultKind::Overflow => "an integer does not fit into 64 bits",
            FaultKind::DivisionByZero => "a number is divided by zero",
            FaultKind::NegativeLoop => {
                "what is denied or counted here depends on what this clause defines"
            }
            FaultKind::KeyCollision => "two terms have the same 64-bit key",
            FaultKind::Facts(Some(functor)) => {
                return write!(
                    f,
                    "the positions have more than {MAX_FACTS} different facts, the last of \
                     {functor}; bound the values that the rules of next can give it"
                );
            }
            FaultKind::Facts(None) => "the positions have too many different facts",
            FaultKind::Moves => {
                "the positions have more than 1000000 different moves; bound the values that \
                 the rules of legal can give them"
            }
            FaultKind::Symbols => {
                "the different facts and moves of the positions have more than 10000000 symbols; \
                 bound how large the rules of next and legal can make terms"
            }
            FaultKind::Stopped => "the rules were not evaluated: it was asked to stop",
        })
    }
}

/// Why clauses make no game, and the clause that is to blame, where one is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The number of the clause.
    pub clause: Option<usize>,
    /// What is wrong.
    pub cause: String,
}

impl Refusal {
    /// A refusal because of one clause.
    pub fn of_clause(clause: usize, cause: impl Into<String>) -> Refusal {
        Refusal {
            clause: Some(clause),
            cause: cause.into(),
        }
    }

    /// The refusal as an error of the sheet, with the place of the clause.
    pub fn in_sheet(self, sheet: &Rulesheet) -> GameError {
        let place = self.clause.and_then(|clause| sheet.clauses.get(clause));
        let cause = match place.map(|clause| &clause.read) {
            Some(read) => format!("line {}, column {}: {}", read.line, read.column, self.cause),
            None => self.cause,
        };
        GameError::BadRulesheet {
            name: sheet.source.name.clone(),
            cause,
        }
    }
}

impl From<String> for Refusal {
    fn from(cause: String) -> Refusal {
        Refusal {
            clause: None,
            cause,
        }
    }
}
