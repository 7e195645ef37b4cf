//! The operator table: which names may be written between, before or after
//! their arguments, and how tightly they bind.
//!
//! The standard table is SWI-Prolog's. A table belongs to a reader, which
//! changes it at `:- op(P, T, N)`; the writer takes the same table.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::symbol::{Symbol, sym};

/// The highest priority an operator or a term may have.
pub const MAX_PRIORITY: u16 = 1200;
/// The highest priority of an argument that needs no parentheses.
pub(crate) const ARGUMENT_PRIORITY: u16 = 999;

/// Where an operator stands, and which arguments of its own priority it takes:
/// `y` may have the operator's priority, `x` must bind tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OperatorType {
    Xfx,
    Xfy,
    Yfx,
    Fy,
    Fx,
    Xf,
    Yf,
}

impl OperatorType {
    const NAMES: [(OperatorType, &'static str); 7] = [
        (OperatorType::Xfx, "xfx"),
        (OperatorType::Xfy, "xfy"),
        (OperatorType::Yfx, "yfx"),
        (OperatorType::Fy, "fy"),
        (OperatorType::Fx, "fx"),
        (OperatorType::Xf, "xf"),
        (OperatorType::Yf, "yf"),
    ];

    /// The type of this name, such as `xfx`.
    pub fn from_name(name: &str) -> Option<OperatorType> {
        let found = OperatorType::NAMES.iter().find(|(_, own)| *own == name);
        found.map(|(kind, _)| *kind)
    }

    /// The type's name, such as `xfx`.
    pub fn name(self) -> &'static str {
        let found = OperatorType::NAMES.iter().find(|(kind, _)| *kind == self);
        found.map_or("", |(_, name)| name)
    }
}

/// A priority and a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// From 1 (binds tightest) to 1200.
    pub priority: u16,
    /// Position and associativity.
    pub kind: OperatorType,
}

impl Operator {
    /// The highest priority the left argument may have.
    pub fn left_max(self) -> u16 {
        match self.kind {
            OperatorType::Yfx | OperatorType::Yf => self.priority,
            _ => self.priority - 1,
        }
    }

    /// The highest priority the right argument may have.
    pub fn right_max(self) -> u16 {
        match self.kind {
            OperatorType::Xfy | OperatorType::Fy => self.priority,
            _ => self.priority - 1,
        }
    }
}

/// Why an operator cannot be declared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OperatorError {
    /// The priority is out of range.
    #[error("an operator's priority must be between 0 and 1200, not {0}")]
    Priority(i64),
    /// The name may not be an operator, or not this one.
    #[error("'{0}' cannot be made such an operator")]
    Name(Symbol),
}

#[derive(Clone, Debug, Default)]
struct Tables {
    prefix: FxHashMap<Symbol, Operator>,
    infix: FxHashMap<Symbol, Operator>,
    postfix: FxHashMap<Symbol, Operator>,
}

/// An operator table; clones are cheap and independent.
#[derive(Clone, Debug)]
pub struct Operators(Arc<Tables>);

impl Default for Operators {
    fn default() -> Operators {
        Operators::standard().clone()
    }
}

static STANDARD: LazyLock<Operators> = LazyLock::new(|| {
    use OperatorType::*;
    const ROWS: &[(u16, OperatorType, &str)] = &[
        (1200, Xfx, ":- --> =>"),
        (1200, Fx, ":- ?-"),
        (
            1150,
            Fx,
            "dynamic discontiguous initialization meta_predicate module_transparent \
             multifile public thread_local thread_initialization volatile table",
        ),
        (1105, Xfy, "|"),
        (1100, Xfy, ";"),
        (1050, Xfy, "-> *->"),
        (1000, Xfy, ","),
        (800, Xfx, ":="),
        (900, Fy, "\\+"),
        (
            700,
            Xfx,
            "< = =.. =@= =:= =< == =\\= > >= @< @=< @> @>= \\= \\== as is >:< :< \\=@=",
        ),
        (600, Xfy, ":"),
        (500, Yfx, "+ - /\\ \\/"),
        (400, Yfx, "* / // mod rdiv << >> div rem xor"),
        (200, Xfx, "**"),
        (200, Xfy, "^"),
        (200, Fy, "- + \\"),
        (1, Fx, "$"),
    ];
    let mut operators = Operators::none();
    for &(priority, kind, names) in ROWS {
        for name in names.split_whitespace() {
            operators.set(priority, kind, Symbol::new(name));
        }
    }
    operators
});

impl Operators {
    /// The standard operators.
    pub fn standard() -> &'static Operators {
        &STANDARD
    }

    /// A table without operators: terms are written in functional notation.
    pub fn none() -> Operators {
        Operators(Arc::new(Tables::default()))
    }

    /// The standard operators and the prefix `#` that marks constants in the mode
    /// declarations of Aleph and Progol, as in `modeb(*, edge(+node, #colour))`.
    pub fn with_modes() -> Operators {
        let mut operators = Operators::default();
        operators.set(500, OperatorType::Fy, Symbol::new("#"));
        operators
    }

    /// The standard operators and the prefix `not` of answer-set programs.
    pub fn with_not() -> Operators {
        let mut operators = Operators::default();
        operators.set(900, OperatorType::Fy, Symbol::new("not"));
        operators
    }

    /// All operators, in order of name.
    pub(crate) fn all(&self) -> Vec<(Symbol, Operator)> {
        let tables = [&self.0.prefix, &self.0.infix, &self.0.postfix];
        let all = tables.into_iter().flatten();
        let mut all: Vec<(Symbol, Operator)> = all.map(|(name, op)| (*name, *op)).collect();
        all.sort_by_key(|(name, op)| (name.as_str(), op.kind.name()));
        all
    }

    /// Declares the operators of SWI-Prolog's library for integer constraints.
    pub(crate) fn declare_constraints(&mut self) {
        for name in ["#=", "#\\=", "#<", "#>", "#=<", "#>="] {
            self.set(700, OperatorType::Xfx, Symbol::new(name));
        }
        let formulas = [
            (760, OperatorType::Yfx, "#<==>"),
            (750, OperatorType::Xfy, "#==>"),
            (750, OperatorType::Yfx, "#<=="),
            (740, OperatorType::Yfx, "#\\/"),
            (730, OperatorType::Yfx, "#\\"),
            (720, OperatorType::Yfx, "#/\\"),
            (710, OperatorType::Fy, "#\\"),
        ];
        for (priority, kind, name) in formulas {
            self.set(priority, kind, Symbol::new(name));
        }
        self.set(700, OperatorType::Xfx, Symbol::new("in"));
        self.set(700, OperatorType::Xfx, Symbol::new("ins"));
        self.set(450, OperatorType::Xfx, Symbol::new(".."));
    }

    /// What `name` is when it precedes an argument.
    pub fn prefix(&self, name: Symbol) -> Option<Operator> {
        self.0.prefix.get(&name).copied()
    }

    /// What `name` is when it is between two arguments.
    pub fn infix(&self, name: Symbol) -> Option<Operator> {
        self.0.infix.get(&name).copied()
    }

    /// What `name` is when it follows an argument.
    pub fn postfix(&self, name: Symbol) -> Option<Operator> {
        self.0.postfix.get(&name).copied()
    }

    /// Whether `name` is an operator of any kind.
    pub fn contains(&self, name: Symbol) -> bool {
        self.prefix(name).is_some() || self.infix(name).is_some() || self.postfix(name).is_some()
    }

    /// Declares an operator; priority 0 takes the declaration back.
    pub fn declare(
        &mut self,
        priority: i64,
        kind: OperatorType,
        name: Symbol,
    ) -> Result<(), OperatorError> {
        let priority = u16::try_from(priority)
            .ok()
            .filter(|p| *p <= MAX_PRIORITY)
            .ok_or(OperatorError::Priority(priority))?;
        let is_infix = matches!(
            kind,
            OperatorType::Xfx | OperatorType::Xfy | OperatorType::Yfx
        );
        let forbidden = [sym::COMMA, sym::NIL].contains(&name)
            || name == sym::BAR && !(is_infix && (priority == 0 || priority > 1000));
        if forbidden {
            return Err(OperatorError::Name(name));
        }
        self.set(priority, kind, name);
        Ok(())
    }

    fn set(&mut self, priority: u16, kind: OperatorType, name: Symbol) {
        let tables = Arc::make_mut(&mut self.0);
        let table = match kind {
            OperatorType::Fy | OperatorType::Fx => &mut tables.prefix,
            OperatorType::Xf | OperatorType::Yf => &mut tables.postfix,
            _ => &mut tables.infix,
        };
        if priority == 0 {
            table.remove(&name);
        } else {
            table.insert(name, Operator { priority, kind });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declared_operator_is_found_and_can_be_taken_back() {
        let name = Symbol::new("beats");
        let mut operators = Operators::default();
        operators.declare(700, OperatorType::Xfx, name).unwrap();
        assert_eq!(operators.infix(name).unwrap().priority, 700);
        assert!(!Operators::standard().contains(name));
        operators.declare(0, OperatorType::Xfx, name).unwrap();
        assert!(!operators.contains(name));
    }

    #[test]
    fn the_comma_cannot_be_changed() {
        let mut operators = Operators::default();
        assert!(
            operators
                .declare(200, OperatorType::Xfy, sym::COMMA)
                .is_err()
        );
        assert_eq!(
            operators.declare(1201, OperatorType::Fy, Symbol::new("x")),
            Err(OperatorError::Priority(1201))
        );
    }
}
