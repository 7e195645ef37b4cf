//! Atoms and numbers as texts.

use super::Builtin;
use super::types::is_atomic;
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::machine::Machine;
use crate::reader::read_term;
use crate::symbol::Symbol;
use crate::term::Term;

pub(super) const ALL: &[Builtin] = &[
    Builtin::new("atom_length", 2, |m, at| {
        let text = m.text(at)?;
        let length = m.heap.new_int(text.chars().count() as i64);
        m.unify(at + 1, length)
    }),
    Builtin::new("atom_codes", 2, |m, at| {
        spelled(m, at, Spelling::Codes, to_atom)
    }),
    Builtin::new("atom_chars", 2, |m, at| {
        spelled(m, at, Spelling::Chars, to_atom)
    }),
    Builtin::new("number_codes", 2, |m, at| {
        spelled(m, at, Spelling::Codes, to_number)
    }),
    Builtin::new("number_chars", 2, |m, at| {
        spelled(m, at, Spelling::Chars, to_number)
    }),
    Builtin::new("char_code", 2, |m, at| {
        let char = m.arg(at);
        if char.tag() == Tag::Atom {
            let code = char.symbol().as_str().chars().next().map_or(0, u32::from);
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
            return m.unify(at, Cell::atom(Symbol::new(&text)));
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
            return m.unify(at, Cell::atom(Symbol::new(&text)));
        }
        let text = m.text(at)?;
        m.unify(at + 1, Cell::text(Symbol::new(&text)))
    }),
    Builtin::new("$atom_concat", 3, |m, at| {
        let text = m.text(at)? + &m.text(at + 1)?;
        m.check_memory(text.len())?;
        m.unify(at + 2, Cell::atom(Symbol::new(&text)))
    }),
];

#[derive(Clone, Copy, PartialEq)]
enum Spelling {
    Codes,
    Chars,
}

fn to_atom(_: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    Ok(Cell::atom(Symbol::new(text)))
}

fn to_number(m: &mut Machine<'_>, text: &str) -> Result<Cell, Raise> {
    number(m, text).ok_or(Raise::Ball(Ball::Domain(
        "number",
        Cell::text(Symbol::new(text)),
    )))
}

/// The number a text spells, sign included.
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

/// A name and the list that spells it, whichever of the two is known.
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
    /// The text of an atom, string or number, or that a list of characters or
    /// codes spells.
    fn text(&mut self, register: usize) -> Result<String, Raise> {
        let cell = self.arg(register);
        if cell.is_ref() {
            return Err(Ball::Instantiation.into());
        }
        if matches!(cell.tag(), Tag::Atom | Tag::Text) && cell != Cell::NIL {
            return Ok(cell.symbol().as_str().to_owned());
        }
        if cell != Cell::NIL && is_atomic(cell) {
            let term = self.heap.read(cell, &mut Default::default());
            return Ok(term.to_string());
        }
        let mut text = String::new();
        for item in self.list_arg(register)? {
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
