//! Facts as rows of cells while a program is being read. A million facts as terms
//! would take several times the memory of the program they become.

use std::sync::Arc;

use super::Place;
use crate::cell::{Cell, Tag};
use crate::relation::Relation;
use crate::term::{Functor, Term};

/// The clauses of a predicate as long as all are facts with constant arguments from
/// one source.
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

    /// Adds a fact; false if it must remain a term.
    pub(super) fn push(&mut self, head: &Term, place: &Place) -> bool {
        let before = self.cells.len();
        self.cells.extend(head.args().iter().map_while(constant));
        if self.cells.len() - before < self.functor.arity || *place.name != *self.source {
            self.cells.truncate(before);
            return false;
        }
        self.places.push((place.line, place.column));
        true
    }

    /// The facts as terms, with their places.
    pub(super) fn terms(&self) -> impl Iterator<Item = (Term, Place)> {
        let rows = self.cells.chunks(self.functor.arity);
        rows.zip(&self.places).map(|(row, &(line, column))| {
            let head = Term::compound(self.functor.name, row.iter().map(term));
            let name = self.source.clone();
            (head, Place { name, line, column })
        })
    }

    pub(super) fn into_relation(mut self) -> Relation {
        self.cells.shrink_to_fit();
        Relation::from_rows(self.functor.arity, self.cells)
    }
}

/// The cell of a term that needs no other cells.
fn constant(term: &Term) -> Option<Cell> {
    match term {
        Term::Atom(name) => Some(Cell::atom(*name)),
        Term::String(text) => Some(Cell::text(*text)),
        Term::Integer(value) => Cell::small_int(*value),
        _ => None,
    }
}

fn term(cell: &Cell) -> Term {
    match cell.tag() {
        Tag::Text => Term::String(cell.symbol()),
        Tag::Int => Term::Integer(cell.int()),
        _ => Term::Atom(cell.symbol()),
    }
}
