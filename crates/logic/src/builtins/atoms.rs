//! The text of atoms, strings and numbers.

use smallvec::SmallVec;

use super::Builtin;
use super::text::{Spelling, char_of, only_char};
use super::types::{is_atomic, is_compound, is_number};
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::machine::Machine;
use crate::reader::read_term;
use crate::symbol::Symbol;
use crate::term::Term;

pub(super) const ALL: &[Builtin] = &[
    Builtin::new("atom_length", 2, length),
    Builtin::new("string_length", 2, length),
    Builtin::new("string_codes", 2, |m, at| {
        spelled_string(m, at, Spelling::Codes)
    }),
    Builtin::new("string_chars", 2, |m, at| {
        spelled_string(m, at, Spelling::Chars)
    }),
    Builtin::new("atom_codes", 2, |m, at| {
        spelled_atom(m, at, Spelling::Codes)
    }),
    Builtin::new("atom_chars", 2, |m, at| {
        spelled_atom(m, at, Spelling::Chars)
    }),
    Builtin::new("number_codes", 2, |m, at| {
        spelled_number(m, at, Spelling::Codes)
    }),
    Builtin::new("number_chars", 2, |m, at| {
        spelled_number(m, at, Spelling::Chars)
    }),
    Builtin::new("char_code", 2, |m, at| {
        let char = m.arg(at);
        if !char.is_ref() {
            let only = match char.tag() {
                Tag::Atom => only_char(char.symbol().as_str()),
                _ => None,
            };
            let code = only.ok_or(Raise::Ball(Ball::Type("character", char)))?;
            if !m.arg(at + 1).is_ref() {
                m.int_arg(at + 1)?;
            }
            let code = u32::from(code);
            let code = m.heap.new_int(i64::from(code));
            return m.unify(at + 1, code);
        }
        let code = m.int_arg(at + 1)?;
        let wrong = Ball::Type("character_code", m.arg(at + 1));
        let char = char_of(code).ok_or(Raise::Ball(wrong))?;
        m.unify(at, Cell::atom(Symbol::of_char(char)))
    }),
    Builtin::new("atom_number", 2, |m, at| {
        if !matches!(m.arg(at).tag(), Tag::Atom | Tag::Text) {
            number_arg(m, at + 1)?;
        }
        if m.arg(at).is_ref() {
            if m.arg(at + 1).is_ref() {
                return Err(Ball::Instantiation.into());
            }
            let text = m.text(at + 1)?;
            let made = Cell::atom(m.new_symbol(&text)?);
            return m.unify(at, made);
        }
        let text = m.text_of_atomic(at, "atom")?;
        match number(m, &text) {
            Some(cell) => m.unify(at + 1, cell),
            None => Ok(false),
        }
    }),
    Builtin::new("atom_string", 2, |m, at| {
        if m.arg(at).is_ref() {
            let text = m.text(at + 1)?;
            let made = Cell::atom(m.new_symbol(&text)?);
            return m.unify(at, made);
        }
        let text = m.text(at)?;
        let made = Cell::text(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("number_string", 2, |m, at| {
        number_arg(m, at)?;
        if m.arg(at + 1).is_ref() {
            let text = m.text(at)?;
            let made = Cell::text(m.new_symbol(&text)?);
            return m.unify(at + 1, made);
        }
        let text = m.text(at + 1)?;
        match number(m, &text) {
            Some(cell) => m.unify(at, cell),
            None => Ok(false),
        }
    }),
    Builtin::new("$atom_concat", 3, |m, at| concat(m, at, to_atom)),
    Builtin::new("$string_concat", 3, |m, at| concat(m, at, to_string)),
    // `$sub_text(Atom, Before, Length, Part)`
    Builtin::new("$sub_text", 4, |m, at| {
        let text = m.text(at)?;
        let (before, length) = (m.int_arg(at + 1)?, m.int_arg(at + 2)?);
        let start = usize::try_from(before).unwrap_or(usize::MAX);
        let count = usize::try_from(length).unwrap_or(0);
        let made = Cell::atom(m.new_symbol(part(&text, start, count))?);
        m.unify(at + 3, made)
    }),
    // `$find_text(Text, Part, From, Place)`: the first place of a part from one on.
    Builtin::new("$find_text", 4, |m, at| {
        let (text, sought) = (m.text(at)?, m.text(at + 1)?);
        let from = usize::try_from(m.int_arg(at + 2)?).unwrap_or(usize::MAX);
        let known = m.arg(at + 3);
        let rest = part(&text, from, usize::MAX);
        if !known.is_ref() {
            return Ok(rest.starts_with(&*sought));
        }
        let Some(found) = rest.find(&*sought) else {
            return Ok(false);
        };
        let place = m
            .heap
            .new_int((from + rest[..found].chars().count()) as i64);
        m.unify(at + 3, place)
    }),
    // `$check_parts(Type, Text, Before, Length, After, Part)`
    Builtin::test("$check_parts", 6, |m, at| {
        for i in [1, 5] {
            if is_compound(m.arg(at + i)) {
                let kind = m.arg(at).symbol().as_str();
                return Err(Ball::Type(kind, m.arg(at + i)).into());
            }
        }
        for i in 2..5 {
            if !m.arg(at + i).is_ref() {
                natural(m, at + i)?;
            }
        }
        Ok(true)
    }),
    Builtin::new("atomic_list_concat", 2, |m, at| {
        let text = joined(m, at, "")?.ok_or(Raise::Ball(Ball::Instantiation))?;
        let made = Cell::atom(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("atomic_list_concat", 3, |m, at| {
        let separator = m.text(at + 1)?;
        if let Some(text) = joined(m, at, &separator)? {
            let made = Cell::atom(m.new_symbol(&text)?);
            return m.unify(at + 2, made);
        }
        let text = m.text(at + 2)?;
        if separator.is_empty() {
            return Err(Ball::Domain("non_empty_atom", m.x[at + 1]).into());
        }
        let parts = text.split(&*separator);
        let parts = parts.map(|part| m.new_symbol(part).map(Cell::atom));
        let parts = parts.collect::<Result<SmallVec<[Cell; 8]>, Raise>>()?;
        m.unify_list(at, &parts)
    }),
];

/// Joins two texts.
pub(super) fn concat(m: &mut Machine<'_>, at: usize, made: Maker) -> Result<bool, Raise> {
    let left = m.text_of_atomic(at, "atomic")?;
    let right = m.text_of_atomic(at + 1, "atomic")?;
    m.check_room(left.len() + right.len())?;
    let text = [&*left, &*right].concat();
    let made = made(m, &text)?;
    m.unify(at + 2, made)
}

/// The part of a text of which two of the numbers of characters before, in and
/// after it are known.
pub(super) fn only_part(m: &mut Machine<'_>, at: usize, made: Maker) -> Result<bool, Raise> {
    let text = m.text(at)?;
    let size = characters(&text) as i64;
    let known = |i: usize| {
        let cell = m.arg(at + i);
        (cell.tag() == Tag::Int).then(|| cell.int())
    };
    let (before, length) = match (known(1), known(2), known(3)) {
        (Some(before), Some(length), _) => (before, length),
        (Some(before), None, Some(after)) => (before, size - before - after),
        (None, Some(length), Some(after)) => (size - length - after, length),
        _ => return Ok(false),
    };
    let after = size - before - length;
    if before < 0 || length < 0 || after < 0 {
        return Ok(false);
    }
    let cells = [before, length, after].map(|value| m.heap.new_int(value));
    for (i, cell) in (1..).zip(cells) {
        if !m.unify(at + i, cell)? {
            return Ok(false);
        }
    }
    let made = made(m, part(&text, before as usize, length as usize))?;
    m.unify(at + 4, made)
}

/// The number of characters of a text.
pub(super) fn characters(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// The part of a text that starts after `before` characters.
pub(super) fn part(text: &str, before: usize, length: usize) -> &str {
    if text.is_ascii() {
        let start = before.min(text.len());
        return &text[start..start.saturating_add(length).min(text.len())];
    }
    let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let start = ends.nth(before).unwrap_or(text.len());
    let end = match length {
        0 => start,
        _ => ends.nth(length - 1).unwrap_or(text.len()),
    };
    &text[start..end]
}

fn natural(m: &Machine<'_>, at: usize) -> Result<(), Raise> {
    if m.int_arg(at)? < 0 {
        return Err(Ball::Domain("not_less_than_zero", m.arg(at)).into());
    }
    Ok(())
}

fn length(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let text = m.text(at)?;
    if !m.arg(at + 1).is_ref() {
        m.int_arg(at + 1)?;
    }
    let length = m.heap.new_int(characters(&text) as i64);
    m.unify(at + 1, length)
}

/// The texts of a list with a separator between them; none if the list or
/// an item is unbound. What cannot become a list is an error.
fn joined(m: &mut Machine<'_>, at: usize, separator: &str) -> Result<Option<String>, Raise> {
    let (count, end) = m.list_end(m.x[at]);
    if end != Cell::NIL {
        list_arg(m, at)?;
        return Ok(None);
    }
    m.heap.effort.spend(count as u64);
    let mut text = String::with_capacity(16);
    let mut rest = m.arg(at);
    let mut is_first = true;
    while rest.is_list() {
        let item = m.heap.deref(m.heap.at(rest.address()));
        rest = m.heap.deref(m.heap.at(rest.address() + 1));
        if item.is_ref() {
            return Ok(None);
        }
        if !std::mem::take(&mut is_first) {
            text.push_str(separator);
        }
        if is_compound(item) || item == Cell::NIL {
            return Err(Ball::Type("text", item).into());
        }
        text.push_str(&m.atomic_text(item)?);
        m.check_room(text.len() / 8)?;
    }
    Ok(Some(text))
}

/// Makes a cell of a text.
pub(super) type Maker = fn(&mut Machine<'_>, &str) -> Result<Cell, Raise>;

pub(super) fn to_atom(m: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    Ok(Cell::atom(m.new_symbol(text)?))
}

pub(super) fn to_string(m: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    Ok(Cell::text(m.new_symbol(text)?))
}

fn to_number(m: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    number(m, text.trim_start()).ok_or(Raise::Ball(Ball::Syntax("illegal_number")))
}

fn number_arg(m: &Machine<'_>, at: usize) -> Result<(), Raise> {
    let cell = m.arg(at);
    if cell.is_ref() || is_number(cell) {
        return Ok(());
    }
    Err(Ball::Type("number", cell).into())
}

/// An error where an argument is no list and cannot become one.
fn list_arg(m: &Machine<'_>, at: usize) -> Result<(), Raise> {
    if m.ends_as_list(at) {
        return Ok(());
    }
    Err(Ball::Type("list", m.arg(at)).into())
}

/// The number that a text represents, with its sign.
fn number(m: &mut Machine<'_>, text: &str) -> Option<Cell> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    // The reader would skip blanks at the end.
    if !digits.starts_with(|c: char| c.is_ascii_digit()) || digits.ends_with(char::is_whitespace) {
        return None;
    }
    let is_short = digits.len() <= 17 && digits.bytes().all(|digit| digit.is_ascii_digit());
    if let (true, Ok(value)) = (is_short, digits.parse::<i64>()) {
        return Some(m.heap.new_int(if negative { -value } else { value }));
    }
    let signed = format!("{}{digits}", if negative { "-" } else { "" });
    let term = read_term(&signed).ok()?.term;
    let is_number = matches!(term, Term::Integer(_) | Term::Big(_) | Term::Float(_));
    is_number.then(|| m.heap.write(&term, &mut |heap, _| heap.new_var()))
}

/// Converts between a number and its text, which is read if it is known.
fn spelled_number(m: &mut Machine<'_>, at: usize, spelling: Spelling) -> Result<bool, Raise> {
    number_arg(m, at)?;
    if m.arg(at + 1).tag() != Tag::Text {
        list_arg(m, at + 1)?;
    }
    match m.text(at + 1) {
        Ok(text) => {
            let number = to_number(m, &text)?;
            m.unify(at, number)
        }
        Err(_) => spelled(m, at, spelling, to_number),
    }
}

/// Converts between an atom and its list of characters or codes.
fn spelled_atom(m: &mut Machine<'_>, at: usize, spelling: Spelling) -> Result<bool, Raise> {
    if !m.arg(at).is_ref() {
        m.text_of_atomic(at, "atom")?;
    }
    spelled(m, at, spelling, to_atom)
}

/// Converts between a string and its list of characters or codes; any text may
/// stand for the list.
fn spelled_string(m: &mut Machine<'_>, at: usize, spelling: Spelling) -> Result<bool, Raise> {
    if !m.arg(at).is_ref() && is_atomic(m.arg(at + 1)) {
        return Ok(*m.text(at)? == *m.text(at + 1)?);
    }
    spelled(m, at, spelling, to_string)
}

/// Converts between a name and its list of characters or codes.
fn spelled(
    m: &mut Machine<'_>,
    at: usize,
    spelling: Spelling,
    from_text: Maker,
) -> Result<bool, Raise> {
    if m.arg(at).is_ref() {
        let text = m.text(at + 1)?;
        let cell = from_text(m, &text)?;
        return m.unify(at, cell);
    }
    let text = m.text(at)?;
    m.check_room(2 * text.len())?;
    list_arg(m, at + 1)?;
    let items = text.chars();
    let list = match spelling {
        Spelling::Codes => m.heap.list_of(items.map(Cell::code)),
        Spelling::Chars => m
            .heap
            .list_of(items.map(|char| Cell::atom(Symbol::of_char(char)))),
    };
    m.unify(at + 1, list)
}
