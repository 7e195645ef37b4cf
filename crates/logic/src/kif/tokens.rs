//! KIF text into tokens: parentheses, variables and names of any characters.

use std::ops::Range;

use num_bigint::BigInt;

use crate::source::Fault;
use crate::term::Term;

pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Range<usize>,
}

pub(super) enum Kind<'a> {
    Open,
    Close,
    /// The variable's name without its question mark.
    Variable(&'a str),
    /// A name or an integer.
    Atom(Term),
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    offset: usize,
}

/// Whether `c` ends a name.
fn is_delimiter(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"')
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        let offset = if text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        Lexer { text, offset }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn skip_layout(&mut self) {
        loop {
            let rest = self.rest().trim_start();
            self.offset = self.text.len() - rest.len();
            if !rest.starts_with(';') {
                return;
            }
            self.offset += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Whether what follows is the `<=` of a rule.
    pub(super) fn at_rule(&mut self) -> bool {
        self.skip_layout();
        let rest = self.rest().strip_prefix("<=");
        rest.is_some_and(|rest| rest.starts_with(is_delimiter))
    }

    /// Goes back to the token that starts there.
    pub(super) fn back_to(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// The next token; none at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Fault> {
        self.skip_layout();
        let start = self.offset;
        let Some(first) = self.rest().chars().next() else {
            return Ok(None);
        };
        let kind = match first {
            '(' => {
                self.offset += 1;
                Kind::Open
            }
            ')' => {
                self.offset += 1;
                Kind::Close
            }
            '"' | '|' => Kind::Atom(Term::atom(self.quoted(first)?)),
            _ => {
                let length = self.rest().find(is_delimiter);
                let word = &self.rest()[..length.unwrap_or(self.rest().len())];
                self.offset += word.len();
                match word.strip_prefix('?') {
                    Some("") => {
                        return Err(Fault::new(start..self.offset, "this variable has no name")
                            .expecting("a name after ?"));
                    }
                    Some(name) => Kind::Variable(name),
                    None => Kind::Atom(name_or_integer(word)),
                }
            }
        };
        Ok(Some(Token {
            kind,
            span: start..self.offset,
        }))
    }

    /// The text up to the next quote of the same kind.
    fn quoted(&mut self, quote: char) -> Result<&'a str, Fault> {
        let start = self.offset;
        self.offset += 1;
        let Some(length) = self.rest().find([quote, '\n']) else {
            self.offset = self.text.len();
            return Err(not_closed(start, quote));
        };
        let inside = &self.rest()[..length];
        self.offset += length;
        if self.rest().starts_with('\n') {
            return Err(not_closed(start, quote));
        }
        self.offset += 1;
        Ok(inside)
    }
}

fn not_closed(start: usize, quote: char) -> Fault {
    Fault::new(start..start + 1, "this quote is not closed on its line")
        .expecting(quote.to_string())
}

fn name_or_integer(word: &str) -> Term {
    let digits = word.strip_prefix('-').unwrap_or(word);
    // `01` and `1` are different names, so only the usual way of writing an
    // integer makes one.
    let is_usual = digits == "0" || !digits.starts_with('0');
    let is_integer = is_usual && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match word.parse::<BigInt>() {
        Ok(value) if is_integer => Term::integer(value),
        _ => Term::atom(word.to_lowercase().as_str()),
    }
}
