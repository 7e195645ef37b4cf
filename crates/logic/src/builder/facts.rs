//! Facts as rows of cells while a program is being read. A million facts as terms
//! would take several times the memory of the program they become.

use std::sync::Arc;

use super::Place;
use crate::cell::Cell;
use crate::compile::unit::Unit;
use crate::relation::Relation;
use crate::term::{Functor, Term};

/// The clauses of a predicate as long as all are ground facts from one source.
#[derive(Clone)]
pub(super) struct FactRows {
    functor: Functor,
    source: Arc<str>,
    cells: Vec<Cell>,
    /// Line and column of each fact.
    places: Vec<(u32, u32)>,
}

impl FactRows {
    pub(super) fn new(functor: Functor, source: Arc<str>) -> FactRows {
        FactRows {
            functor,
            source,
            cells: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Adds a fact, whose arguments become constants of the unit; false if it must
    /// remain a term.
    pub(super) fn push(&mut self, head: &Term, place: &Place, unit: &mut Unit) -> bool {
        if !head.is_ground() || *place.name != *self.source {
            return false;
        }
        let args = head.args().iter();
        self.cells.extend(args.map(|arg| unit.constant(arg)));
        self.places.push((place.line, place.column));
        true
    }

    /// The facts as terms, with their places.
    pub(super) fn terms(&self, unit: &Unit) -> impl Iterator<Item = (Term, Place)> {
        let rows = self.cells.chunks(self.functor.arity);
        rows.zip(&self.places).map(|(row, &(line, column))| {
            let args = row.iter().map(|&cell| unit.term(cell));
            let head = Term::compound(self.functor.name, args);
            let name = self.source.clone();
            (head, Place { name, line, column })
        })
    }

    pub(super) fn into_relation(mut self) -> Relation {
        self.cells.shrink_to_fit();
        Relation::from_rows(self.functor.arity, self.cells)
    }
}
