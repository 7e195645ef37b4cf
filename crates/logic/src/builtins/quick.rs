//! The usual calls of library predicates that have several answers in general: one
//! answer at most, found without running a clause. All other calls, and those that
//! raise errors, are left to the library's clauses.

use super::atoms::{Maker, characters, concat, only_part, part, to_atom, to_string};
use super::text::{char_of, only_char};
use super::types::is_number;
use crate::cell::{Cell, Tag};
use crate::error::Raise;
use crate::machine::Machine;
use crate::term::Functor;

/// Answers a call whose arguments are in the first registers; none if the clauses
/// must do it. Then nothing was bound.
pub(crate) type Quick = for<'p> fn(&mut Machine<'p>) -> Result<Option<bool>, Raise>;

/// The quick way to call a library predicate, if it has one.
pub(crate) fn quick(functor: Functor) -> Option<Quick> {
    Some(match (functor.name.as_str(), functor.arity) {
        ("length", 2) => length,
        ("reverse", 2) => reverse,
        ("nth0", 3) => |m| nth(m, 0),
        ("nth1", 3) => |m| nth(m, 1),
        ("atom_concat", 3) => atom_concat,
        ("string_concat", 3) => string_concat,
        ("sub_atom", 5) => |m| sub_text(m, to_atom),
        ("sub_string", 5) => |m| sub_text(m, to_string),
        ("char_type" | "code_type", 2) => char_type,
        _ => return None,
    })
}

/// The class of an ASCII character, or the value of a digit.
fn char_type(m: &mut Machine<'_>) -> Result<Option<bool>, Raise> {
    let (char, class) = (m.arg(0), m.arg(1));
    let char = match char.tag() {
        Tag::Int => char_of(char.int()),
        Tag::Atom => only_char(char.symbol().as_str()),
        _ => None,
    };
    let Some(char) = char.filter(char::is_ascii) else {
        return Ok(None);
    };
    if class.tag() == Tag::Str && m.heap.at(class.address()) == Cell::functor("digit".into(), 1) {
        let Some(value) = char.to_digit(10) else {
            return Ok(Some(false));
        };
        let value = m.heap.new_int(i64::from(value));
        let digit = m.heap.at(class.address() + 1);
        return Ok(Some(m.heap.unify(digit, value)));
    }
    if class.tag() != Tag::Atom {
        return Ok(None);
    }
    Ok(Some(match class.symbol().as_str() {
        "alpha" => char.is_ascii_alphabetic(),
        "alnum" => char.is_ascii_alphanumeric(),
        "csym" => char.is_ascii_alphanumeric() || char == '_',
        "csymf" => char.is_ascii_alphabetic() || char == '_',
        "digit" => char.is_ascii_digit(),
        "space" => char == ' ' || ('\t'..='\r').contains(&char),
        "white" => matches!(char, ' ' | '\t'),
        "upper" => char.is_ascii_uppercase(),
        "lower" => char.is_ascii_lowercase(),
        "punct" => char.is_ascii_punctuation(),
        "graph" => char.is_ascii_graphic(),
        _ => return Ok(None),
    }))
}

/// The length of a proper list.
fn length(m: &mut Machine<'_>) -> Result<Option<bool>, Raise> {
    let (count, end) = m.list_end(m.arg(0));
    if end != Cell::NIL || !matches!(m.arg(1).tag(), Tag::Ref | Tag::Int) {
        return Ok(None);
    }
    let length = m.heap.new_int(count as i64);
    if !m.arg(1).is_ref() && m.arg(1) != length {
        // The clauses check that it is not negative.
        return Ok(None);
    }
    m.heap.effort.spend(count as u64);
    m.unify(1, length).map(Some)
}

fn reverse(m: &mut Machine<'_>) -> Result<Option<bool>, Raise> {
    let mut rest = m.arg(0);
    let (count, end) = m.list_end(rest);
    if end != Cell::NIL {
        return Ok(None);
    }
    m.check_room(2 * count)?;
    m.heap.effort.spend(count as u64);
    let mut reversed = Cell::NIL;
    while rest.is_list() {
        let item = m.heap.at(rest.address());
        rest = m.heap.deref(m.heap.at(rest.address() + 1));
        reversed = m.heap.new_structure(Cell::LIST_FUNCTOR, &[item, reversed]);
    }
    m.unify(1, reversed).map(Some)
}

/// The item at a known place, counted from `first`.
fn nth(m: &mut Machine<'_>, first: i64) -> Result<Option<bool>, Raise> {
    let place = m.arg(0);
    if place.tag() != Tag::Int {
        return Ok(None);
    }
    let Ok(mut left) = usize::try_from(place.int() - first) else {
        return Ok(Some(false));
    };
    let mut rest = m.arg(1);
    let mut visits = 0;
    while rest.is_list() {
        if left == 0 {
            m.heap.effort.spend(visits);
            let item = m.heap.at(rest.address());
            return m.unify(2, item).map(Some);
        }
        left -= 1;
        visits += 1;
        if visits as usize > m.heap.len() {
            break; // A list that contains itself.
        }
        rest = m.heap.deref(m.heap.at(rest.address() + 1));
    }
    Ok((rest == Cell::NIL).then_some(false))
}

fn is_text(cell: Cell) -> bool {
    matches!(cell.tag(), Tag::Atom | Tag::Text) && cell != Cell::NIL || is_number(cell)
}

/// Joins two texts, or takes one off the other.
fn atom_concat(m: &mut Machine<'_>) -> Result<Option<bool>, Raise> {
    let [left, right, whole] = [0, 1, 2].map(|i| m.arg(i));
    if is_text(left) && is_text(right) {
        return concat(m, 0, to_atom).map(Some);
    }
    if !is_text(whole) {
        return Ok(None);
    }
    let text = m.text(2)?;
    let (rest, at) = if is_text(left) && right.is_ref() {
        (text.strip_prefix(&*m.text(0)?), 1)
    } else if left.is_ref() && is_text(right) {
        (text.strip_suffix(&*m.text(1)?), 0)
    } else {
        return Ok(None);
    };
    let Some(rest) = rest else {
        return Ok(Some(false));
    };
    let rest = to_atom(m, rest)?;
    m.unify(at, rest).map(Some)
}

fn string_concat(m: &mut Machine<'_>) -> Result<Option<bool>, Raise> {
    if is_text(m.arg(0)) && is_text(m.arg(1)) && m.arg(2).is_ref() {
        return concat(m, 0, to_string).map(Some);
    }
    Ok(None)
}

/// `sub_atom/5` and `sub_string/5` where at most one part fits.
fn sub_text(m: &mut Machine<'_>, made: Maker) -> Result<Option<bool>, Raise> {
    let [whole, before, length, after, sought] = [0, 1, 2, 3, 4].map(|i| m.arg(i));
    let is_place = |cell: Cell| cell.is_ref() || cell.tag() == Tag::Int && cell.int() >= 0;
    if !is_text(whole) || ![before, length, after].into_iter().all(is_place) {
        return Ok(None);
    }
    if sought.is_ref() {
        let known = [before, length, after].into_iter();
        let is_only = known.filter(|cell| !cell.is_ref()).count() >= 2;
        if !is_only {
            return Ok(None);
        }
        return only_part(m, 0, made).map(Some);
    }
    if !is_text(sought) || before.is_ref() && after.is_ref() {
        return Ok(None);
    }
    let (text, sought) = (m.text(0)?, m.text(4)?);
    let (size, length) = (characters(&text) as i64, characters(&sought) as i64);
    let before = if before.is_ref() {
        size - length - after.int()
    } else {
        before.int()
    };
    let after = size - length - before;
    if before < 0 || after < 0 || part(&text, before as usize, length as usize) != &*sought {
        return Ok(Some(false));
    }
    for (i, value) in (1..).zip([before, length, after]) {
        let value = m.heap.new_int(value);
        if !m.unify(i, value)? {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}
