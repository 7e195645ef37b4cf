//! The text of atoms, strings and numbers.

use super::Builtin;
use super::types::{is_atomic, is_number};
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
        spelled(m, at, Spelling::Codes, to_string)
    }),
    Builtin::new("string_chars", 2, |m, at| {
        spelled(m, at, Spelling::Chars, to_string)
    }),
    Builtin::new("atom_codes", 2, |m, at| {
        spelled(m, at, Spelling::Codes, to_atom)
    }),
    Builtin::new("atom_chars", 2, |m, at| {
        spelled(m, at, Spelling::Chars, to_atom)
    }),
    Builtin::new("number_codes", 2, |m, at| {
        number_arg(m, at)?;
        spelled(m, at, Spelling::Codes, to_number)
    }),
    Builtin::new("number_chars", 2, |m, at| {
        number_arg(m, at)?;
        spelled(m, at, Spelling::Chars, to_number)
    }),
    Builtin::new("char_code", 2, |m, at| {
        let char = m.arg(at);
        if !char.is_ref() {
            let mut chars = match char.tag() {
                Tag::Atom => char.symbol().as_str().chars(),
                _ => "".chars(),
            };
            let (Some(code), None) = (chars.next(), chars.next()) else {
                return Err(Ball::Type("character", char).into());
            };
            let code = u32::from(code);
            let code = m.heap.new_int(i64::from(code));
            return m.unify(at + 1, code);
        }
        let code = m.int_arg(at + 1)?;
        let char = u32::try_from(code).ok().and_then(char::from_u32);
        let char = char.ok_or(Raise::Ball(Ball::Representation("character_code")))?;
        m.unify(at, Cell::atom(Symbol::new(char.encode_utf8(&mut [0; 4]))))
    }),
    Builtin::new("atom_number", 2, |m, at| {
        if m.arg(at).is_ref() {
            if m.arg(at + 1).is_ref() {
                return Err(Ball::Instantiation.into());
            }
            let text = m.text(at + 1)?;
            let made = Cell::atom(m.new_symbol(&text)?);
            return m.unify(at, made);
        }
        let text = m.text(at)?;
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
    Builtin::new("$atom_concat", 3, |m, at| {
        let text = m.text(at)? + &m.text(at + 1)?;
        m.check_memory(text.len())?;
        let made = Cell::atom(m.new_symbol(&text)?);
        m.unify(at + 2, made)
    }),
    // `$sub_text(Atom, Before, Length, Part)`
    Builtin::new("$sub_text", 4, |m, at| {
        let text = m.text(at)?;
        let (before, length) = (m.int_arg(at + 1)?, m.int_arg(at + 2)?);
        let start = usize::try_from(before).unwrap_or(usize::MAX);
        let count = usize::try_from(length).unwrap_or(0);
        let part: String = text.chars().skip(start).take(count).collect();
        let made = Cell::atom(m.new_symbol(&part)?);
        m.unify(at + 3, made)
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
        let parts = text.split(separator.as_str());
        let parts: Result<Vec<Cell>, Raise> = parts
            .map(|part| m.new_symbol(part).map(Cell::atom))
            .collect();
        let parts = parts?;
        m.unify_list(at, &parts)
    }),
];

fn length(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let text = m.text(at)?;
    if !m.arg(at + 1).is_ref() {
        m.int_arg(at + 1)?;
    }
    let length = m.heap.new_int(text.chars().count() as i64);
    m.unify(at + 1, length)
}

/// The texts of a list with a separator between them; none if the list or
/// an item is unbound.
fn joined(m: &mut Machine<'_>, at: usize, separator: &str) -> Result<Option<String>, Raise> {
    let Some(items) = m.proper_list(m.x[at]) else {
        return Ok(None);
    };
    let mut text = String::new();
    for (i, item) in items.into_iter().enumerate() {
        let item = m.heap.deref(item);
        if item.is_ref() {
            return Ok(None);
        }
        if i > 0 {
            text.push_str(separator);
        }
        text.push_str(&m.atomic_text(item)?);
        m.check_memory(text.len() / 8)?;
    }
    Ok(Some(text))
}

#[derive(Clone, Copy, PartialEq)]
enum Spelling {
    Codes,
    Chars,
}

fn to_atom(m: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    Ok(Cell::atom(m.new_symbol(text)?))
}

fn to_string(m: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    Ok(Cell::text(m.new_symbol(text)?))
}

fn to_number(m: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    number(m, text).ok_or(Raise::Ball(Ball::Syntax("illegal_number")))
}

fn number_arg(m: &Machine<'_>, at: usize) -> Result<(), Raise> {
    let cell = m.arg(at);
    if cell.is_ref() || is_number(cell) {
        return Ok(());
    }
    Err(Ball::Type("number", cell).into())
}

/// The number that a text represents, with its sign.
fn number(m: &mut Machine<'_>, text: &str) -> Option<Cell> {
    let text = text.trim_start();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let signed = format!("{}{digits}", if negative { "-" } else { "" });
    let term = read_term(&signed).ok()?.term;
    let is_number = matches!(term, Term::Integer(_) | Term::Big(_) | Term::Float(_));
    is_number.then(|| m.heap.write(&term, &mut |heap, _| heap.new_var()))
}

/// Converts between a name and its list of characters or codes.
fn spelled(
    m: &mut Machine<'_>,
    at: usize,
    spelling: Spelling,
    from_text: fn(&mut Machine<'_>, &str) -> Result<Cell, Raise>,
) -> Result<bool, Raise> {
    if m.arg(at).is_ref() {
        let text = m.text(at + 1)?;
        let cell = from_text(m, &text)?;
        return m.unify(at, cell);
    }
    let text = m.text(at)?;
    m.check_memory(2 * text.len())?;
    let items: Vec<Cell> = text
        .chars()
        .map(|char| match spelling {
            Spelling::Codes => m.heap.new_int(i64::from(u32::from(char))),
            Spelling::Chars => Cell::atom(Symbol::new(char.encode_utf8(&mut [0; 4]))),
        })
        .collect();
    m.unify_list(at + 1, &items)
}

impl Machine<'_> {
    fn atomic_text(&self, cell: Cell) -> Result<String, Raise> {
        match cell.tag() {
            Tag::Atom | Tag::Text => Ok(cell.symbol().as_str().to_owned()),
            _ if is_atomic(cell) => {
                let term = self.heap.read(cell, &mut Default::default());
                Ok(term.to_string())
            }
            _ => Err(Ball::Type("atomic", cell).into()),
        }
    }

    /// The text of an atom, string or number, or of a list of characters or
    /// codes.
    pub(super) fn text(&self, register: usize) -> Result<String, Raise> {
        self.text_of(self.x[register])
    }

    /// [`Machine::text`] of a cell.
    pub(super) fn text_of(&self, cell: Cell) -> Result<String, Raise> {
        let cell = self.heap.deref(cell);
        if cell.is_ref() {
            return Err(Ball::Instantiation.into());
        }
        if cell != Cell::NIL && is_atomic(cell) {
            return self.atomic_text(cell);
        }
        let mut text = String::new();
        for item in self.list_items(cell)? {
            let item = self.heap.deref(item);
            let code = (item.tag() == Tag::Int).then(|| u32::try_from(item.int()).ok());
            match (item.tag(), code.flatten().and_then(char::from_u32)) {
                (_, Some(char)) => text.push(char),
                (Tag::Atom, _) => text.push_str(item.symbol().as_str()),
                (Tag::Ref, _) => return Err(Ball::Instantiation.into()),
                _ => return Err(Ball::Type("character", item).into()),
            }
        }
        Ok(text)
    }
}
