//! Predicate invention: auxiliary predicates that make a theory smaller.
//!
//! An invented predicate is the union of two bodies (`parent` from `mother` and
//! `father`), a chain of two literals that is worth a name because it is used twice, or
//! the closure of a relation. Each is computed as a relation of its own, and the search
//! for rules then uses it like any other predicate.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use stratalog_logic::{Clause, Functor, Symbol, Term};

use super::language::{Declaration, Enumeration, Form, Language};
use super::relation::{Relations, ValueId};
use crate::order;

/// The most rows of an invented relation.
const MAX_ROWS: usize = 200_000;
/// The most inventions that are tried.
const MAX_INVENTIONS: usize = 2_000;

type Row = SmallVec<[ValueId; 2]>;
type Rows = FxHashSet<Row>;

/// An invented predicate.
pub(super) struct Invention {
    pub declaration: Declaration,
    pub clauses: Vec<Clause>,
    /// All rows, one after the other.
    pub rows: Vec<ValueId>,
    /// Literals of the clauses, heads included.
    pub size: usize,
}

/// A body over the variables A, or A and B, and what it holds for.
struct Body {
    literals: Vec<Term>,
    types: Vec<Option<Symbol>>,
    rows: Rows,
}

/// The inventions of a language, small ones first.
pub(super) fn inventions(language: &Language, relations: &Relations<'_>) -> Vec<Invention> {
    let name = free_name(language);
    let singles = singles(language, relations);
    let mut seen: Vec<Vec<Row>> = singles.iter().map(|body| sorted(&body.rows)).collect();
    let mut made = Vec::new();
    let mut offer = |rows: Rows, types: &[Option<Symbol>], clauses: Vec<Clause>| {
        let sorted = sorted(&rows);
        if sorted.is_empty() || made.len() >= MAX_INVENTIONS || seen.contains(&sorted) {
            return;
        }
        made.push(Invention {
            declaration: Declaration {
                functor: Functor::new(name, types.len()),
                form: Form::Plain,
                types: types.to_vec(),
                directions: None,
                enumeration: Enumeration::Complete,
            },
            size: clauses.iter().map(|clause| clause.body.len() + 1).sum(),
            clauses,
            rows: sorted.iter().flatten().copied().collect(),
        });
        seen.push(sorted);
    };
    let define = |body: &Body, more: Option<Term>| {
        let head = Term::compound(name, (0..body.types.len() as u32).map(Term::var));
        Clause::new(head, body.literals.iter().cloned().chain(more))
    };
    for (at, first) in singles.iter().enumerate() {
        for second in &singles[at + 1..] {
            if first.types == second.types {
                let rows = first.rows.union(&second.rows).cloned().collect();
                let clauses = vec![define(first, None), define(second, None)];
                offer(rows, &first.types, clauses);
            }
        }
    }
    for body in singles.iter().filter(|body| body.types.len() == 2) {
        if body.types[0] == body.types[1]
            && let Some(rows) = closure(&body.rows)
        {
            let step = renamed(&body.literals[0], &[0, 2]);
            let own = Term::compound(name, [Term::var(2), Term::var(1)]);
            let head = Term::compound(name, [Term::var(0), Term::var(1)]);
            let clauses = vec![define(body, None), Clause::new(head, [step, own])];
            offer(rows, &body.types, clauses);
        }
    }
    for first in singles.iter().filter(|body| body.types.len() == 2) {
        for second in singles.iter().filter(|body| body.types.len() == 2) {
            if first.types[1] == second.types[0]
                && let Some(rows) = composed(&first.rows, &second.rows)
            {
                let body = Body {
                    literals: vec![
                        renamed(&first.literals[0], &[0, 2]),
                        renamed(&second.literals[0], &[2, 1]),
                    ],
                    types: vec![first.types[0], second.types[1]],
                    rows: Rows::default(),
                };
                offer(rows, &body.types, vec![define(&body, None)]);
            }
        }
    }
    order::sort_by_key(&mut made, |invention| [invention.size as i64, 0]);
    made
}

/// The bodies of one literal: predicates of one argument, and of two in both orders.
fn singles(language: &Language, relations: &Relations<'_>) -> Vec<Body> {
    let mut bodies = Vec::new();
    for (at, declaration) in language.body.iter().enumerate() {
        let arity = declaration.functor.arity;
        let is_usable = declaration.form == Form::Plain && (1..=2).contains(&arity);
        let Some(cells) = relations.rows(at).filter(|_| is_usable) else {
            continue;
        };
        let rows: Rows = cells.chunks_exact(arity).map(Row::from_slice).collect();
        let literal = |args: &[u32]| {
            let args = args.iter().map(|&v| Term::var(v));
            vec![Term::compound(declaration.functor.name, args)]
        };
        if arity == 2 {
            let inverse = rows.iter().map(|row| Row::from_slice(&[row[1], row[0]]));
            bodies.push(Body {
                literals: literal(&[1, 0]),
                types: vec![declaration.types[1], declaration.types[0]],
                rows: inverse.collect(),
            });
        }
        let forwards: Vec<u32> = (0..arity as u32).collect();
        bodies.push(Body {
            literals: literal(&forwards),
            types: declaration.types.clone(),
            rows,
        });
    }
    // Predicates as they are come first.
    order::sort_by_key(&mut bodies, |body| {
        let is_inverse = body.literals[0].args().first() != Some(&Term::var(0));
        [i64::from(is_inverse), 0]
    });
    bodies
}

/// A literal with its variables A and B replaced.
fn renamed(literal: &Term, names: &[u32; 2]) -> Term {
    literal.map_vars(|var| Term::var(names[var.0 as usize]))
}

/// A name that no predicate of the language has.
fn free_name(language: &Language) -> Symbol {
    let is_taken = |name: &str| {
        let mut all = language.body.iter().chain([&language.head]);
        all.any(|own| own.functor.name.as_str() == name)
    };
    let mut names = (1..).map(|number| format!("inv{number}"));
    let name = names.find(|name| !is_taken(name));
    Symbol::new(&name.unwrap_or_default())
}

fn composed(first: &Rows, second: &Rows) -> Option<Rows> {
    let mut by_start: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    for row in second {
        by_start.entry(row[0]).or_default().push(row[1]);
    }
    let mut rows = Rows::default();
    for row in first {
        let ends = by_start.get(&row[1]).into_iter().flatten();
        rows.extend(ends.map(|&end| Row::from_slice(&[row[0], end])));
        if rows.len() > MAX_ROWS {
            return None;
        }
    }
    Some(rows)
}

/// The transitive closure.
fn closure(rows: &Rows) -> Option<Rows> {
    let mut all = rows.clone();
    loop {
        let more = composed(rows, &all)?;
        let before = all.len();
        all.extend(more);
        if all.len() > MAX_ROWS {
            return None;
        }
        if all.len() == before {
            return Some(all);
        }
    }
}

fn sorted(rows: &Rows) -> Vec<Row> {
    let mut sorted: Vec<Row> = rows.iter().cloned().collect();
    sorted.sort_unstable();
    sorted
}
