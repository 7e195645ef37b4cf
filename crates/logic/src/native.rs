//! Predicates written in Rust, called like any other.
//!
//! A deterministic one succeeds at most once and unifies its arguments itself;
//! a nondeterministic one returns an iterator of rows, each of which is unified
//! with the arguments in turn.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cell::Cell;
use crate::error::{Ball, Raise};
use crate::heap::Heap;
use crate::term::{Term, Var};

/// The arguments of a call of a native predicate.
pub struct Call<'m> {
    heap: &'m mut Heap,
    args: &'m [Cell],
    names: FxHashMap<usize, Var>,
}

/// An exception that a native predicate throws.
#[derive(Debug, Clone)]
pub struct NativeError(pub(crate) Term);

impl NativeError {
    /// An argument has no value yet.
    pub fn instantiation() -> NativeError {
        NativeError::standard(Term::atom("instantiation_error"))
    }

    /// An argument is not of the type expected.
    pub fn type_error(expected: &str, culprit: Term) -> NativeError {
        NativeError::standard(Term::compound(
            "type_error",
            [Term::atom(expected), culprit],
        ))
    }

    /// Any term, thrown as it is.
    pub fn thrown(ball: Term) -> NativeError {
        NativeError(ball)
    }

    fn standard(formal: Term) -> NativeError {
        NativeError(Term::compound("error", [formal, Term::atom("native")]))
    }
}

impl<'m> Call<'m> {
    pub(crate) fn new(heap: &'m mut Heap, args: &'m [Cell]) -> Call<'m> {
        Call {
            heap,
            args,
            names: FxHashMap::default(),
        }
    }

    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.args.len()
    }

    /// Argument `i`, from 0, as a term. A variable has the same number in all
    /// arguments of one call.
    pub fn arg(&mut self, i: usize) -> Term {
        self.heap.read(self.args[i], &mut self.names)
    }

    /// Argument `i` as an integer.
    pub fn integer(&mut self, i: usize) -> Result<i64, NativeError> {
        match self.arg(i) {
            Term::Integer(value) => Ok(value),
            Term::Var(_) => Err(NativeError::instantiation()),
            other => Err(NativeError::type_error("integer", other)),
        }
    }

    /// Unifies argument `i` with a term. Variables from [`Call::arg`] are those of
    /// the call; others are new.
    pub fn unify(&mut self, i: usize, term: &Term) -> bool {
        let known: FxHashMap<Var, usize> = self.names.iter().map(|(at, var)| (*var, *at)).collect();
        let mut fresh: FxHashMap<Var, Cell> = FxHashMap::default();
        let cell = self
            .heap
            .write(term, &mut |heap, var| match known.get(&var) {
                Some(&at) => Cell::reference(at),
                None => *fresh.entry(var).or_insert_with(|| heap.new_var()),
            });
        self.heap.unify(self.args[i], cell)
    }
}

/// One row of answers of a nondeterministic predicate: a term for each argument.
pub type Row = Vec<Term>;
/// The remaining rows.
pub type RowIterator = Box<dyn Iterator<Item = Row> + Send>;

type Deterministic = dyn Fn(&mut Call<'_>) -> Result<bool, NativeError> + Send + Sync;
type Nondeterministic = dyn Fn(&mut Call<'_>) -> Result<RowIterator, NativeError> + Send + Sync;

#[derive(Clone)]
pub(crate) enum Native {
    Once(Arc<Deterministic>),
    Many(Arc<Nondeterministic>),
}

impl NativeError {
    pub(crate) fn raise(self, heap: &mut Heap) -> Raise {
        let mut fresh: FxHashMap<Var, Cell> = FxHashMap::default();
        let ball = heap.write(&self.0, &mut |heap, var| {
            *fresh.entry(var).or_insert_with(|| heap.new_var())
        });
        Raise::Ball(Ball::Term(ball))
    }
}
