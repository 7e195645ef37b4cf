//! Constraints over integers, for the predicates of the library.

use super::Builtin;
use crate::cell::{Cell, Tag};
use crate::constraints::domain::{Domain, INF, SUP};
use crate::constraints::domain_of;
use crate::error::{Ball, Raise};
use crate::machine::Machine;

pub(super) const ALL: &[Builtin] = &[
    // `$post(Name, A, B)`: A and B compare so.
    Builtin::new("$post", 3, |m, at| {
        let (name, a, b) = (m.arg(at).symbol(), m.arg(at + 1), m.arg(at + 2));
        m.constrain(|constraints, heap| constraints.post(heap, name.as_str(), a, b))
    }),
    Builtin::new("$post_formula", 1, |m, at| {
        let formula = m.arg(at);
        m.constrain(|constraints, heap| constraints.post_formula(heap, formula))
    }),
    Builtin::new("$post_domain", 2, |m, at| {
        let (item, domain) = (m.arg(at), m.arg(at + 1));
        m.constrain(|constraints, heap| {
            let domain = domain_of(heap, domain)?;
            constraints.post_domain(heap, item, &domain)
        })
    }),
    Builtin::new("$post_different", 1, |m, at| {
        let items = m.list_arg(at)?;
        m.constrain(|constraints, heap| constraints.post_different(heap, &items))
    }),
    // `$post_element(Number, List, Item)`
    Builtin::new("$post_element", 3, |m, at| {
        let (index, items, item) = (m.arg(at), m.list_arg(at + 1)?, m.arg(at + 2));
        m.constrain(|constraints, heap| constraints.post_element(heap, index, &items, item))
    }),
    // `$remove_value(X, Value)`
    Builtin::new("$remove_value", 2, |m, at| {
        let (item, value) = (m.arg(at), m.int_arg(at + 1)?);
        let others = Domain::single(value).complement();
        m.constrain(|constraints, heap| constraints.post_domain(heap, item, &others))
    }),
    // `$select_variable(How, List, X, Rest)`: the variable to give a value next, and
    // the list without it; fails if there is none.
    Builtin::new("$select_variable", 4, select_variable),
    Builtin::new("fd_var", 1, |m, at| {
        let cell = m.arg(at);
        Ok(cell.is_ref() && m.has_domain(cell))
    }),
    Builtin::new("fd_inf", 2, |m, at| {
        let low = m.domain(at)?.low();
        let low = m.bound(low);
        m.unify(at + 1, low)
    }),
    Builtin::new("fd_sup", 2, |m, at| {
        let high = m.domain(at)?.high();
        let high = m.bound(high);
        m.unify(at + 1, high)
    }),
    Builtin::new("fd_size", 2, |m, at| {
        let size = m
            .domain(at)?
            .size()
            .and_then(|size| i64::try_from(size).ok());
        let size = m.bound(size.unwrap_or(SUP));
        m.unify(at + 1, size)
    }),
    Builtin::new("fd_degree", 2, |m, at| {
        let cell = m.arg(at);
        let degree = if cell.is_ref() {
            m.constraints.degree(cell)
        } else {
            0
        };
        let degree = m.heap.new_int(degree as i64);
        m.unify(at + 1, degree)
    }),
    Builtin::new("fd_dom", 2, |m, at| {
        let domain = m.domain(at)?;
        let mut term = None;
        for &(low, high) in domain.spans() {
            let bounds = [m.bound(low), m.bound(high)];
            let span = if low == high && domain.spans().len() > 1 {
                bounds[0]
            } else {
                m.heap.new_structure(Cell::functor("..".into(), 2), &bounds)
            };
            term = Some(match term {
                None => span,
                Some(before) => m
                    .heap
                    .new_structure(Cell::functor("\\/".into(), 2), &[before, span]),
            });
        }
        let term = term.unwrap_or(Cell::NIL);
        m.unify(at + 1, term)
    }),
];

fn select_variable(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let how = m.arg(at).symbol();
    let items = m.list_arg(at + 1)?;
    let mut best: Option<(usize, (i64, i64))> = None;
    for (place, &item) in items.iter().enumerate() {
        let item = m.heap.deref(item);
        if !item.is_ref() {
            continue;
        }
        let Some(domain) = m.constraints.domain_of(item) else {
            return Err(Ball::Instantiation.into());
        };
        let size = domain
            .size()
            .map_or(i64::MAX, |size| i64::try_from(size).unwrap_or(i64::MAX));
        // The smallest rank wins, and the first of equal ones.
        let rank = match how.as_str() {
            "ff" => (size, 0),
            "ffc" => (size, -(m.constraints.degree(item) as i64)),
            "min" => (domain.low(), 0),
            "max" => (domain.high().saturating_neg(), 0),
            _ => (0, 0),
        };
        if best.is_none_or(|(_, least)| rank < least) {
            best = Some((place, rank));
        }
        if how.as_str() == "leftmost" {
            break;
        }
    }
    let Some((place, _)) = best else {
        return Ok(false);
    };
    m.check_room(2 * items.len())?;
    // What is before it in the list has values, if the leftmost is wanted.
    let rest: Vec<Cell> = match how.as_str() {
        "leftmost" => items[place + 1..].to_vec(),
        _ => {
            let others = items
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != place);
            others.map(|(_, &item)| item).collect()
        }
    };
    Ok(m.unify(at + 2, items[place])? && m.unify_list(at + 3, &rest)?)
}

impl Machine<'_> {
    fn has_domain(&self, cell: Cell) -> bool {
        self.constraints.domain_of(cell).is_some()
    }

    /// The domain of a variable or of an integer.
    fn domain(&self, register: usize) -> Result<Domain, Raise> {
        let cell = self.arg(register);
        match cell.tag() {
            Tag::Ref => Ok(self
                .constraints
                .domain_of(cell)
                .cloned()
                .unwrap_or_else(Domain::all)),
            Tag::Int => Ok(Domain::single(cell.int())),
            Tag::Boxed if self.heap.float(cell).is_none() => {
                Err(Ball::Representation("integer").into())
            }
            _ => Err(Ball::Type("integer", cell).into()),
        }
    }

    fn bound(&mut self, bound: i64) -> Cell {
        match bound {
            INF => Cell::atom("inf".into()),
            SUP => Cell::atom("sup".into()),
            value => self.heap.new_int(value),
        }
    }
}
