//! Strings, letter case, and terms as text.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Builtin;
use crate::cell::{Cell, Tag};
use crate::dcg::Translator;
use crate::error::{Ball, Raise};
use crate::machine::Machine;
use crate::operators::Operators;
use crate::reader::read_term_with;
use crate::symbol::Symbol;
use crate::term::{Term, Var};
use crate::writer::TermWriter;

pub(super) const ALL: &[Builtin] = &[
    Builtin::new("upcase_atom", 2, |m, at| {
        let text = m.text_of_atomic(at, "atomic")?.to_uppercase();
        let made = Cell::atom(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("downcase_atom", 2, |m, at| {
        let text = m.text_of_atomic(at, "atomic")?.to_lowercase();
        let made = Cell::atom(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("string_upper", 2, |m, at| {
        let text = m.text_of_atomic(at, "atomic")?.to_uppercase();
        let made = Cell::text(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("string_lower", 2, |m, at| {
        let text = m.text_of_atomic(at, "atomic")?.to_lowercase();
        let made = Cell::text(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("text_to_string", 2, |m, at| {
        let text = m.text(at)?;
        let made = Cell::text(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    // `$string_code(Index, Text, Code)`
    Builtin::new("$string_code", 3, |m, at| {
        let index = m.int_arg(at)?;
        if index < 0 {
            return Err(Ball::Domain("not_less_than_zero", m.arg(at)).into());
        }
        let text = m.text(at + 1)?;
        let place = usize::try_from(index - 1).ok();
        match place.and_then(|place| text.chars().nth(place)) {
            Some(code) => {
                let code = m.heap.new_int(i64::from(u32::from(code)));
                m.unify(at + 2, code)
            }
            None => Ok(false),
        }
    }),
    Builtin::new("split_string", 4, split_string),
    Builtin::new("term_to_atom", 2, |m, at| term_text(m, at, Cell::atom)),
    Builtin::new("term_string", 2, |m, at| term_text(m, at, Cell::text)),
    Builtin::new("atom_to_term", 3, |m, at| {
        let text = m.text(at)?;
        let (term, names) = m.parse(&text)?;
        Ok(m.unify(at + 1, term)? && m.unify_list(at + 2, &names)?)
    }),
    // `$nonterminal(Body)`: whether a grammar body is a single nonterminal.
    Builtin::test("$nonterminal", 1, |m, at| {
        let body = m.arg(at);
        Ok(match body.tag() {
            Tag::Atom => body != Cell::NIL && !matches!(body.symbol().as_str(), "!" | "{}"),
            Tag::Str => {
                let functor = m.heap.functor_of(body);
                let name = functor.symbol().as_str();
                !matches!(
                    (name, functor.arity()),
                    ("," | ";" | "|" | "->" | "*->", 2) | ("\\+" | "{}", 1)
                )
            }
            _ => false,
        })
    }),
    // `$dcg_body(Body, Before, After, Goal)`
    Builtin::new("$dcg_body", 4, |m, at| {
        let body = m.arg(at);
        if body.is_ref() {
            return Err(Ball::Instantiation.into());
        }
        let mut names: FxHashMap<usize, Var> = FxHashMap::default();
        let [read, before, after] =
            [body, m.x[at + 1], m.x[at + 2]].map(|cell| m.heap.read(cell, &mut names));
        let known: FxHashMap<Var, usize> = names.iter().map(|(at, var)| (*var, *at)).collect();
        let mut translator = Translator::new(names.len() as u32);
        let goal = translator
            .body(&read, &before, &after, 0)
            .map_err(|_| Raise::Ball(Ball::Type("callable", body)))?;
        let goal = m.write_term(&goal, &known);
        m.unify(at + 3, goal)
    }),
];

/// Converts between a term and its text.
fn term_text(m: &mut Machine<'_>, at: usize, made: fn(Symbol) -> Cell) -> Result<bool, Raise> {
    if m.arg(at).is_ref() || !m.arg(at + 1).is_ref() {
        let text = m.text(at + 1)?;
        let (term, _) = m.parse(&text)?;
        return m.unify(at, term);
    }
    let style = Style {
        quotes: Quotes::Needed,
        has_operators: true,
        names_variables: false,
    };
    let text = m.written_in(m.x[at], style);
    let made = made(m.new_symbol(&text)?);
    m.unify(at + 1, made)
}

/// Which names and strings are written in quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// Those that need quotes to be read back.
    Needed,
    None,
}

/// How a term is written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) quotes: Quotes,
    pub(super) has_operators: bool,
    /// Whether `'$VAR'(N)` is written as a variable.
    pub(super) names_variables: bool,
}

/// `split_string(Text, Separators, Padding, Parts)`
fn split_string(m: &mut Machine<'_>, at: usize) -> Result<bool, Raise> {
    let text = m.text(at)?;
    let (separators, padding) = (m.text(at + 1)?, m.text(at + 2)?);
    let parts = parts(&text, &separators, &padding);
    m.check_room(3 * parts.len())?;
    let parts = parts.into_iter();
    let parts = parts.map(|part| m.new_symbol(part).map(Cell::text));
    let parts = parts.collect::<Result<SmallVec<[Cell; 8]>, Raise>>()?;
    m.unify_list(at + 3, &parts)
}

/// The parts of a text between separators, without padding at their ends. A
/// separator that is padding takes the padding after it along, so that several
/// in a row count as one.
fn parts<'t>(text: &'t str, separators: &str, padding: &str) -> SmallVec<[&'t str; 8]> {
    // Simpler than `str::contains`, which is made for long texts.
    let is_padding = |c: char| padding.chars().any(|other| other == c);
    let is_separator = |c: char| separators.chars().any(|other| other == c);
    let mut rest = text.trim_matches(is_padding);
    let mut parts = SmallVec::new();
    while let Some(end) = rest.find(is_separator) {
        let (part, after) = rest.split_at(end);
        parts.push(part.trim_matches(is_padding));
        let separator = after.chars().next().expect("a separator was found");
        rest = &after[separator.len_utf8()..];
        if is_padding(separator) {
            rest = rest.trim_start_matches(is_padding);
        }
    }
    parts.push(rest.trim_matches(is_padding));
    parts
}

impl Machine<'_> {
    /// A term on the heap; variables that are not `known` are new.
    fn write_term(&mut self, term: &Term, known: &FxHashMap<Var, usize>) -> Cell {
        let mut fresh: FxHashMap<Var, Cell> = FxHashMap::default();
        self.heap
            .write(term, &mut |heap, var| match known.get(&var) {
                Some(&at) => Cell::reference(at),
                None => *fresh.entry(var).or_insert_with(|| heap.new_var()),
            })
    }

    /// Reads a term from a text, with its variables as `Name=Variable`.
    fn parse(&mut self, text: &str) -> Result<(Cell, Vec<Cell>), Raise> {
        let read = read_term_with(text, self.operators())
            .map_err(|_| Raise::Ball(Ball::Syntax("cannot_parse")))?;
        self.check_room(text.len())?;
        let mut variables: FxHashMap<Var, Cell> = FxHashMap::default();
        let term = self.heap.write(&read.term, &mut |heap, var| {
            *variables.entry(var).or_insert_with(|| heap.new_var())
        });
        let mut names = Vec::new();
        for (name, var) in &read.var_names {
            let name = Cell::atom(self.new_symbol(name)?);
            if let Some(&value) = variables.get(var) {
                names.push(self.new_functor("=", &[name, value]));
            }
        }
        Ok((term, names))
    }

    /// The text of a term, with the program's operators.
    pub(super) fn written(&mut self, cell: Cell, quotes: Quotes) -> String {
        let cell = self.heap.deref(cell);
        if quotes == Quotes::None && matches!(cell.tag(), Tag::Atom | Tag::Text) {
            return cell.symbol().as_str().to_owned();
        }
        self.written_in(
            cell,
            Style {
                quotes,
                has_operators: true,
                names_variables: true,
            },
        )
    }

    /// The text of a term in a style.
    pub(super) fn written_in(&mut self, cell: Cell, style: Style) -> String {
        let mut names: FxHashMap<usize, Var> = FxHashMap::default();
        let term = self.heap.read(cell, &mut names);
        let named: Vec<(String, Var)> = names
            .iter()
            .map(|(at, var)| (format!("_{at}"), *var))
            .collect();
        let none = Operators::none();
        let operators = if style.has_operators {
            self.operators()
        } else {
            &none
        };
        let writer = TermWriter::new().operators(operators).names(&named);
        let writer = match style.quotes {
            Quotes::Needed => writer,
            Quotes::None => writer.unquoted(),
        };
        let writer = if style.names_variables {
            writer.numbered()
        } else {
            writer
        };
        let text = writer.term(&term);
        self.heap.effort.spend(text.len() as u64);
        text
    }
}
