//! Deterministic built-in predicates: functions on registers.
//!
//! Nothing here touches files, the network or the process.

mod atoms;
mod constraints;
pub(crate) mod globals;
mod lists;
mod order;
mod output;
mod quick;
mod strings;
mod tables;
mod terms;
mod text;
mod types;

pub(crate) use quick::{Quick, quick};
pub(crate) use terms::arg;
pub(crate) use types::Kind;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::cell::Cell;
use crate::error::Raise;
use crate::machine::Machine;
use crate::symbol::Symbol;
use crate::term::Functor;

/// A predicate that succeeds at most once and leaves no choice point.
pub(crate) struct Builtin {
    name: &'static str,
    arity: usize,
    pub(crate) run: Run,
    /// Binds no variable, so that nothing must be undone when it fails.
    pub(crate) is_test: bool,
    pub(crate) inline: Inline,
}

/// Built-ins that have instructions of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inline {
    No,
    Kind(Kind),
    /// Identity, or that it does not hold.
    Same(bool),
    Arg,
    Functor,
}

/// Runs on the registers from `base` on.
pub(crate) type Run = for<'p> fn(&mut Machine<'p>, base: usize) -> Result<bool, Raise>;

impl Builtin {
    const fn new(name: &'static str, arity: usize, run: Run) -> Builtin {
        Builtin {
            name,
            arity,
            run,
            is_test: false,
            inline: Inline::No,
        }
    }

    const fn inline(self, inline: Inline) -> Builtin {
        Builtin { inline, ..self }
    }

    const fn test(name: &'static str, arity: usize, run: Run) -> Builtin {
        Builtin {
            is_test: true,
            ..Builtin::new(name, arity, run)
        }
    }
}

static TABLE: LazyLock<Vec<&'static Builtin>> = LazyLock::new(|| {
    let files = [
        types::ALL,
        order::ALL,
        terms::ALL,
        atoms::ALL,
        strings::ALL,
        lists::ALL,
        globals::ALL,
        tables::ALL,
        output::ALL,
        constraints::ALL,
    ];
    files.into_iter().flatten().collect()
});

static NUMBERS: LazyLock<FxHashMap<(Symbol, usize), u16>> = LazyLock::new(|| {
    let numbered = TABLE.iter().zip(0..);
    numbered
        .map(|(builtin, id)| ((Symbol::new(builtin.name), builtin.arity), id))
        .collect()
});

/// The built-in with this number.
#[inline(always)]
pub(crate) fn get(id: u16) -> &'static Builtin {
    TABLE[id as usize]
}

/// The number of the built-in of this name.
pub(crate) fn find(name: Symbol, arity: usize) -> Option<u16> {
    NUMBERS.get(&(name, arity)).copied()
}

/// All built-ins with their numbers.
pub(crate) fn all() -> impl Iterator<Item = (Functor, u16)> {
    let numbered = TABLE.iter().zip(0..);
    numbered.map(|(builtin, id)| (Functor::new(builtin.name, builtin.arity), id))
}

impl Machine<'_> {
    /// The value of a register.
    #[inline(always)]
    pub(crate) fn arg(&self, register: usize) -> Cell {
        self.heap.deref(self.x[register])
    }

    #[inline(always)]
    pub(crate) fn unify(&mut self, register: usize, cell: Cell) -> Result<bool, Raise> {
        Ok(self.heap.unify(self.x[register], cell))
    }
}
