//! Interned names. Two symbols are equal exactly when their texts are, so names
//! are compared by number. The one exception is the empty list: [`sym::NIL`] has
//! the text of the atom `'[]'` and is a symbol of its own.
//!
//! There is one table per process. It only grows: names come from files, and the
//! symbols that a query creates count towards its memory limit.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::Hasher;
use std::sync::{LazyLock, OnceLock, RwLock};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The name of an atom, a functor or a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

#[derive(Default)]
struct Table {
    /// The numbers of all symbols but the empty list, by text.
    ids: HashTable<u32>,
    count: u32,
    /// What is left of the block that texts are copied to.
    block: &'static mut [u8],
}

/// Texts are copied to blocks of this size: each alone would take twice its memory.
const BLOCK: usize = 1 << 14;

/// Texts by number, in segments that double in size and never move, so that
/// reading takes no lock.
static TEXTS: [OnceLock<Box<[OnceLock<&'static str>]>>; SEGMENTS] =
    [const { OnceLock::new() }; SEGMENTS];
const SEGMENTS: usize = 23;
/// The size of the first segment.
const FIRST: usize = 1 << 10;

/// The segment of a number, and its place there.
#[inline(always)]
fn segment(id: u32) -> (usize, usize) {
    let number = id as usize / FIRST + 1;
    let segment = number.ilog2() as usize;
    (segment, id as usize - FIRST * ((1 << segment) - 1))
}

#[inline(always)]
fn text_of(id: u32) -> Option<&'static str> {
    let (segment, place) = segment(id);
    TEXTS[segment].get()?[place].get().copied()
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(|| {
    let mut table = Table::default();
    // The empty list is not found by its text, which the atom has too.
    let [nil, others @ ..] = WELL_KNOWN;
    table.add(nil);
    for text in others {
        table.intern(hash(text), text);
    }
    RwLock::new(table)
});

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Numbers of the symbols that a thread found last, by hash: what is there needs no
/// lock. Symbols are never freed, so that no number becomes invalid.
const RECENT: usize = 1 << 10;

thread_local! {
    static RECENTLY_FOUND: [Cell<u32>; RECENT] = const { [const { Cell::new(0) }; RECENT] };
}

impl Table {
    fn find(&self, hash: u64, text: &str) -> Option<u32> {
        let found = self.ids.find(hash, |&id| text_of(id) == Some(text));
        found.copied()
    }

    fn intern(&mut self, hash_of_text: u64, text: &str) -> u32 {
        if let Some(id) = self.find(hash_of_text, text) {
            return id;
        }
        let text = self.keep(text);
        let id = self.add(text);
        let hash_of_id = |id: &u32| hash(text_of(*id).unwrap_or_default());
        self.ids.insert_unique(hash_of_text, id, hash_of_id);
        id
    }

    /// A copy of a text that is never freed.
    fn keep(&mut self, text: &str) -> &'static str {
        let size = text.len();
        if size > self.block.len() {
            if size > BLOCK / 8 {
                return Box::leak(text.into());
            }
            self.block = Box::leak(vec![0; BLOCK].into());
        }
        let (kept, rest) = std::mem::take(&mut self.block).split_at_mut(size);
        self.block = rest;
        kept.copy_from_slice(text.as_bytes());
        std::str::from_utf8(kept).expect("it was copied from a text")
    }

    /// A new symbol with this text.
    fn add(&mut self, text: &'static str) -> u32 {
        let id = self.count;
        self.count = id
            .checked_add(1)
            .expect("memory ends before four billion names");
        let (segment, place) = segment(id);
        let size = FIRST << segment;
        let texts = TEXTS[segment].get_or_init(|| vec![OnceLock::new(); size].into());
        texts[place].get_or_init(|| text);
        id
    }
}

impl Symbol {
    /// The symbol with this text.
    pub fn new(text: &str) -> Symbol {
        let known = Symbol::find(text);
        known.unwrap_or_else(|| Symbol::add(text))
    }

    /// The symbol of a character.
    pub(crate) fn of_char(char: char) -> Symbol {
        static ASCII: LazyLock<[Symbol; 128]> = LazyLock::new(|| {
            std::array::from_fn(|code| Symbol::new((code as u8 as char).encode_utf8(&mut [0; 4])))
        });
        match ASCII.get(char as usize) {
            Some(symbol) => *symbol,
            None => Symbol::new(char.encode_utf8(&mut [0; 4])),
        }
    }

    /// The symbol with this text, if there is one.
    pub(crate) fn find(text: &str) -> Option<Symbol> {
        let hash = hash(text);
        RECENTLY_FOUND.with(|recent| {
            let recent = &recent[hash as usize % RECENT];
            // Number 0 is the empty list, which is not found by its text.
            let id = recent.get();
            if id != sym::NIL.0 && text_of(id) == Some(text) {
                return Some(Symbol(id));
            }
            let table = TABLE.read().expect("no writer panics");
            let found = table.find(hash, text)?;
            recent.set(found);
            Some(Symbol(found))
        })
    }

    /// The symbol with this text, which is probably new.
    pub(crate) fn add(text: &str) -> Symbol {
        let hash = hash(text);
        let mut table = TABLE.write().expect("no writer panics");
        Symbol(table.intern(hash, text))
    }

    /// The symbol's text.
    pub fn as_str(self) -> &'static str {
        text_of(self.0).unwrap_or_else(|| {
            // The first use of a well-known symbol.
            LazyLock::force(&TABLE);
            text_of(self.0).expect("a symbol's text is there before its number is known")
        })
    }

    /// The standard order of atoms: by text, the empty list first.
    pub(crate) fn compare(self, other: Symbol) -> Ordering {
        (self != sym::NIL)
            .cmp(&(other != sym::NIL))
            .then_with(|| self.as_str().cmp(other.as_str()))
    }

    /// The symbol's number, dense from zero.
    pub(crate) const fn id(self) -> u32 {
        self.0
    }

    /// The symbol with this number, which must have come from [`Symbol::id`].
    pub(crate) const fn from_id(id: u32) -> Symbol {
        Symbol(id)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl From<&str> for Symbol {
    fn from(text: &str) -> Symbol {
        Symbol::new(text)
    }
}

/// Declares the symbols that the engine uses, with fixed numbers.
macro_rules! well_known {
    ($($name:ident = $text:literal),* $(,)?) => {
        const WELL_KNOWN: [&str; [$($text),*].len()] = [$($text),*];
        /// Symbols that the engine uses.
        #[allow(missing_docs)]
        pub mod sym {
            use super::Symbol;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[repr(u32)]
            enum Index { $($name),* }
            $(pub const $name: Symbol = Symbol::from_id(Index::$name as u32);)*
        }
    };
}

well_known! {
    NIL = "[]",
    CONS = "[|]",
    CURLY = "{}",
    COMMA = ",",
    SEMICOLON = ";",
    BAR = "|",
    ARROW = "->",
    SOFT_ARROW = "*->",
    NECK = ":-",
    QUERY = "?-",
    NOT = "\\+",
    CUT = "!",
    TRUE = "true",
    FAIL = "fail",
    MINUS = "-",
    PLUS = "+",
    STAR = "*",
    SLASH = "/",
    COLON = ":",
    CARET = "^",
    EQUALS = "=",
    LESS = "<",
    GREATER = ">",
    ERROR = "error",
    EMPTY = "",
    CALL = "call",
    FALSE = "false",
    DIRECTIVE_TABLE = "table",
    DIRECTIVE_DYNAMIC = "dynamic",
    DIRECTIVE_DISCONTIGUOUS = "discontiguous",
    END_OF_FILE = "end_of_file",
    GRAMMAR_ARROW = "-->",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_equal_symbols() {
        assert_eq!(Symbol::new("edge"), Symbol::new("edge"));
        assert_ne!(Symbol::new("edge"), Symbol::new("node"));
        assert_eq!(Symbol::new("edge").as_str(), "edge");
    }

    #[test]
    fn the_empty_list_is_not_the_atom_of_the_same_text() {
        assert_ne!(sym::NIL, Symbol::new("[]"));
        assert_eq!(sym::NIL.as_str(), Symbol::new("[]").as_str());
    }

    #[test]
    fn well_known_symbols_have_their_texts() {
        assert_eq!(sym::CURLY, Symbol::new("{}"));
        assert_eq!(sym::CARET.as_str(), "^");
    }
}
