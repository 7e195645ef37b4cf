//! The text of a term: a symbol's is not copied, a small integer's not allocated.
//! The benchmarks are `atoms` and `strings`.

use std::ops::Deref;

use super::types::{is_atomic, is_compound};
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::machine::Machine;

/// A text.
pub(super) enum Text {
    Symbol(&'static str),
    Integer(Decimal),
    Made(String),
}

/// A small integer in decimal notation.
pub(super) struct Decimal {
    bytes: [u8; 20],
    start: usize,
}

/// What the items of a text are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Spelling {
    Codes,
    Chars,
}

impl Decimal {
    fn new(value: i64) -> Decimal {
        let mut decimal = Decimal {
            bytes: [b'-'; 20],
            start: 20,
        };
        let mut rest = value.unsigned_abs();
        loop {
            decimal.start -= 1;
            decimal.bytes[decimal.start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        // Nothing else was written: the sign is there.
        decimal.start -= usize::from(value < 0);
        decimal
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match self {
            Text::Symbol(text) => text,
            Text::Integer(Decimal { bytes, start }) => {
                std::str::from_utf8(&bytes[*start..]).expect("digits are ASCII")
            }
            Text::Made(text) => text,
        }
    }
}

/// The character of a text that consists of one.
pub(super) fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// The character with this code.
pub(super) fn char_of(code: i64) -> Option<char> {
    u32::try_from(code).ok().and_then(char::from_u32)
}

impl Machine<'_> {
    pub(super) fn atomic_text(&self, cell: Cell) -> Result<Text, Raise> {
        match cell.tag() {
            Tag::Atom | Tag::Text => Ok(Text::Symbol(cell.symbol().as_str())),
            Tag::Int => Ok(Text::Integer(Decimal::new(cell.int()))),
            _ if is_atomic(cell) => {
                let term = self.heap.read(cell, &mut Default::default());
                Ok(Text::Made(term.to_string()))
            }
            _ => Err(Ball::Type("atomic", cell).into()),
        }
    }

    /// The text of an atom, string or number. A list is none, not even an empty one.
    pub(super) fn text_of_atomic(
        &self,
        register: usize,
        expected: &'static str,
    ) -> Result<Text, Raise> {
        match self.arg(register) {
            Cell::NIL => Err(Ball::Type("atom", Cell::NIL).into()),
            cell if is_compound(cell) => Err(Ball::Type(expected, cell).into()),
            _ => self.text(register),
        }
    }

    /// The text of an atom, string or number, or of a list of characters or
    /// codes.
    pub(super) fn text(&self, register: usize) -> Result<Text, Raise> {
        self.text_of(self.x[register])
    }

    /// [`Machine::text`] of a cell.
    pub(super) fn text_of(&self, cell: Cell) -> Result<Text, Raise> {
        let cell = self.heap.deref(cell);
        if cell.is_ref() {
            return Err(Ball::Instantiation.into());
        }
        if cell != Cell::NIL && is_atomic(cell) {
            return self.atomic_text(cell);
        }
        if cell.tag() == Tag::Str {
            return Err(Ball::Type("text", cell).into());
        }
        self.text_of_list(cell).map(Text::Made)
    }

    fn text_of_list(&self, list: Cell) -> Result<String, Raise> {
        let (count, end) = self.list_end(list);
        self.heap.effort.spend(count as u64);
        if end.is_ref() {
            return Err(Ball::Instantiation.into());
        }
        if end != Cell::NIL {
            return Err(Ball::Type("list", list).into());
        }
        let mut text = String::with_capacity(count);
        // The first item decides what all must be.
        let mut spelling = None;
        let mut rest = list;
        while rest.is_list() {
            let item = self.heap.deref(self.heap.at(rest.address()));
            rest = self.heap.deref(self.heap.at(rest.address() + 1));
            let (own, char) = match item.tag() {
                Tag::Ref => return Err(Ball::Instantiation.into()),
                Tag::Atom => (Spelling::Chars, only_char(item.symbol().as_str())),
                Tag::Int => (Spelling::Codes, char_of(item.int())),
                _ => (Spelling::Chars, None),
            };
            let found = char.map_or(Spelling::Codes, |_| own);
            match (*spelling.get_or_insert(found), char) {
                (wanted, Some(char)) if wanted == own => text.push(char),
                (Spelling::Chars, _) => return Err(Ball::Type("character", item).into()),
                (Spelling::Codes, _) => return Err(Ball::Type("character_code", item).into()),
            }
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_written_as_the_standard_library_does() {
        for value in [0, 7, -7, 10, 99, -100, Cell::MAX_INT, Cell::MIN_INT] {
            let text = Text::Integer(Decimal::new(value));
            assert_eq!(&*text, value.to_string());
        }
    }
}
