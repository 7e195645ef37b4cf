//! The solver's flat form of a term: one tagged 64-bit word.
//!
//! The low three bits are the tag. Pointers are indices into the machine's
//! heap; atoms, strings and integers of 61 bits are in the cell itself; other
//! numbers are boxed on the heap behind a header that linear scans can skip.

use std::fmt;

use crate::symbol::Symbol;

/// One tagged word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell(u64);

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub(crate) enum Tag {
    /// A variable, or a chain to what it is bound to; unbound points to itself.
    Ref = 0,
    /// Points to a functor cell followed by the arguments.
    Str = 1,
    /// Points to a head cell followed by a tail cell.
    List = 2,
    Atom = 3,
    Int = 4,
    /// Points to a box header followed by the words of a float or big integer.
    Boxed = 5,
    Text = 6,
    /// Name and arity, before arguments; or a box header, before raw words.
    Functor = 7,
}

const TAG_BITS: u32 = 3;
const NAME_BITS: u32 = 32;

/// Box headers use names that no symbol has.
const FLOAT_NAME: u32 = u32::MAX;
const POSITIVE_NAME: u32 = u32::MAX - 1;
const NEGATIVE_NAME: u32 = u32::MAX - 2;
const WITNESS_NAME: u32 = u32::MAX - 3;

/// The kind of a box.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoxKind {
    Float,
    Positive,
    Negative,
    /// A number that no other box has; no term contains it.
    Witness,
}

impl Cell {
    pub(crate) const NIL: Cell = Cell::atom(crate::symbol::sym::NIL);
    pub(crate) const LIST_FUNCTOR: Cell = Cell::functor(crate::symbol::sym::CONS, 2);
    pub(crate) const FLOAT_HEADER: Cell = Cell::box_header(BoxKind::Float, 1);
    pub(crate) const WITNESS_HEADER: Cell = Cell::box_header(BoxKind::Witness, 1);
    pub(crate) const MAX_INT: i64 = (1 << 60) - 1;
    pub(crate) const MIN_INT: i64 = -(1 << 60);

    const fn tagged(tag: Tag, payload: u64) -> Cell {
        Cell(payload << TAG_BITS | tag as u64)
    }

    pub(crate) const fn reference(address: usize) -> Cell {
        Cell::tagged(Tag::Ref, address as u64)
    }

    pub(crate) const fn structure(address: usize) -> Cell {
        Cell::tagged(Tag::Str, address as u64)
    }

    pub(crate) const fn list(address: usize) -> Cell {
        Cell::tagged(Tag::List, address as u64)
    }

    pub(crate) const fn boxed(address: usize) -> Cell {
        Cell::tagged(Tag::Boxed, address as u64)
    }

    pub(crate) const fn atom(name: Symbol) -> Cell {
        Cell::tagged(Tag::Atom, name.id() as u64)
    }

    pub(crate) const fn text(text: Symbol) -> Cell {
        Cell::tagged(Tag::Text, text.id() as u64)
    }

    pub(crate) const fn functor(name: Symbol, arity: usize) -> Cell {
        Cell::tagged(Tag::Functor, (arity as u64) << NAME_BITS | name.id() as u64)
    }

    /// A raw word, only after a box header.
    pub(crate) const fn raw(word: u64) -> Cell {
        Cell(word)
    }

    pub(crate) const fn box_header(kind: BoxKind, words: usize) -> Cell {
        let name = match kind {
            BoxKind::Float => FLOAT_NAME,
            BoxKind::Positive => POSITIVE_NAME,
            BoxKind::Negative => NEGATIVE_NAME,
            BoxKind::Witness => WITNESS_NAME,
        };
        Cell::tagged(Tag::Functor, (words as u64) << NAME_BITS | name as u64)
    }

    /// The integer, if 61 bits hold it.
    #[inline]
    pub(crate) fn small_int(value: i64) -> Option<Cell> {
        (Cell::MIN_INT..=Cell::MAX_INT)
            .contains(&value)
            .then_some(Cell((value as u64) << TAG_BITS | Tag::Int as u64))
    }

    /// The code of a character.
    #[inline]
    pub(crate) const fn code(char: char) -> Cell {
        Cell::tagged(Tag::Int, char as u64)
    }

    #[inline(always)]
    pub(crate) const fn tag(self) -> Tag {
        match self.0 & 7 {
            0 => Tag::Ref,
            1 => Tag::Str,
            2 => Tag::List,
            3 => Tag::Atom,
            4 => Tag::Int,
            5 => Tag::Boxed,
            6 => Tag::Text,
            _ => Tag::Functor,
        }
    }

    #[inline(always)]
    pub(crate) const fn is_ref(self) -> bool {
        self.0 & 7 == Tag::Ref as u64
    }

    #[inline(always)]
    pub(crate) const fn is_list(self) -> bool {
        self.0 & 7 == Tag::List as u64
    }

    #[inline(always)]
    pub(crate) const fn is_structure(self) -> bool {
        self.0 & 7 == Tag::Str as u64
    }

    /// Whether the cell is its own value: an atom, a string or a small integer.
    #[inline(always)]
    pub(crate) const fn is_constant(self) -> bool {
        const CONSTANTS: u64 = 1 << Tag::Atom as u64 | 1 << Tag::Int as u64 | 1 << Tag::Text as u64;
        CONSTANTS >> (self.0 & 7) & 1 == 1
    }

    #[inline(always)]
    pub(crate) const fn is_pointer(self) -> bool {
        matches!(self.tag(), Tag::Ref | Tag::Str | Tag::List | Tag::Boxed)
    }

    /// The heap index of a pointer.
    #[inline(always)]
    pub(crate) const fn address(self) -> usize {
        (self.0 >> TAG_BITS) as usize
    }

    /// The same kind of pointer to another address.
    pub(crate) const fn at(self, address: usize) -> Cell {
        Cell::tagged(self.tag(), address as u64)
    }

    /// The value of a small integer.
    #[inline(always)]
    pub(crate) const fn int(self) -> i64 {
        (self.0 as i64) >> TAG_BITS
    }

    /// The name of an atom, string or functor.
    #[inline(always)]
    pub(crate) const fn symbol(self) -> Symbol {
        Symbol::from_id((self.0 >> TAG_BITS) as u32)
    }

    /// The arity of a functor, or the number of words of a box.
    #[inline(always)]
    pub(crate) const fn arity(self) -> usize {
        (self.0 >> (TAG_BITS + NAME_BITS)) as usize
    }

    /// The kind of box that a header starts; none for the functor of a structure.
    pub(crate) fn box_kind(self) -> Option<BoxKind> {
        match (self.0 >> TAG_BITS) as u32 {
            FLOAT_NAME => Some(BoxKind::Float),
            POSITIVE_NAME => Some(BoxKind::Positive),
            NEGATIVE_NAME => Some(BoxKind::Negative),
            WITNESS_NAME => Some(BoxKind::Witness),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tag() {
            Tag::Atom | Tag::Text => write!(f, "{}", self.symbol()),
            Tag::Int => write!(f, "{}", self.int()),
            Tag::Functor if self.box_kind().is_none() => {
                write!(f, "{}/{}", self.symbol(), self.arity())
            }
            tag => write!(f, "{tag:?}@{}", self.address()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_keep_their_sign() {
        for value in [0, 1, -1, Cell::MAX_INT, Cell::MIN_INT] {
            let cell = Cell::small_int(value).expect("in range");
            assert_eq!((cell.tag(), cell.int()), (Tag::Int, value));
        }
        assert_eq!(Cell::small_int(Cell::MAX_INT + 1), None);
    }

    #[test]
    fn functors_keep_name_and_arity() {
        let cell = Cell::functor(Symbol::new("point"), 3);
        assert_eq!((cell.symbol(), cell.arity()), (Symbol::new("point"), 3));
        assert!(cell.box_kind().is_none());
        assert!(Cell::box_header(BoxKind::Float, 1).box_kind() == Some(BoxKind::Float));
    }
}
