//! Splits Prolog text into tokens.
//!
//! Tokens come one at a time, so that an operator declared by one clause is
//! known before the next is read. Each token takes one pass over its characters,
//! and after an error the lexer can continue.

use std::ops::Range;

use num_bigint::BigInt;

use crate::source::Fault;
use crate::symbol::{Symbol, sym};
use crate::term::Term;

mod characters;
mod numbers;
mod quoted;

pub(crate) use characters::{is_name_character, is_name_start, is_symbol_character};

/// A token and its position.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
    /// Whether blank space or a comment precedes it.
    pub(crate) after_layout: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Name(Symbol),
    Quoted(Symbol),
    Variable,
    Integer(Integer),
    Float(f64),
    String(String),
    Codes(String),
    Punctuation(Punctuation),
    End(ClauseEnd),
}

/// An unsigned integer; most are small.
#[derive(Clone, Debug)]
pub(crate) enum Integer {
    Small(i64),
    Big(BigInt),
}

impl Integer {
    pub(crate) fn positive(self) -> Term {
        match self {
            Integer::Small(value) => Term::Integer(value),
            Integer::Big(value) => Term::integer(value),
        }
    }

    pub(crate) fn negative(&self) -> Term {
        match self {
            Integer::Small(value) => Term::Integer(-value),
            Integer::Big(value) => Term::integer(-value),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Punctuation {
    Open,
    Close,
    OpenList,
    CloseList,
    OpenCurly,
    CloseCurly,
    Comma,
    Bar,
}

/// What a clause ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseEnd {
    /// A full stop.
    FullStop,
    /// A question mark, as after the directives of CProgol.
    QuestionMark,
    /// The closing parenthesis of a KIF clause.
    Parenthesis,
    /// The end of the text, where a full stop may be left out.
    EndOfText,
}

pub(crate) struct Lexer<'a> {
    text: &'a str,
    offset: usize,
    /// Whether `?` before blank space ends a clause.
    pub(crate) question_ends: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        let mut offset = 0;
        if text.starts_with('\u{feff}') {
            offset = '\u{feff}'.len_utf8();
        }
        if text[offset..].starts_with("#!") {
            offset = text.find('\n').unwrap_or(text.len());
        }
        Lexer {
            text,
            offset,
            question_ends: false,
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Whether the next character is an opening parenthesis.
    pub(crate) fn at_open_parenthesis(&self) -> bool {
        self.rest().starts_with('(')
    }

    /// Whether the next character is a digit.
    pub(crate) fn at_digit(&self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit())
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.offset += c.len_utf8();
        Some(c)
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
    }

    /// Skips blank space and comments.
    fn skip_layout(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_while(char::is_whitespace);
            if self.peek() == Some('%') {
                self.skip_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                let start = self.offset;
                match self.text[start + 2..].find("*/") {
                    Some(length) => self.offset = start + 2 + length + 2,
                    None => {
                        self.offset = self.text.len();
                        return Err(Fault::new(start..start + 2, "this comment never ends")
                            .expecting("'*/'"));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The next token; at the end of the text, [`ClauseEnd::EndOfText`] forever.
    pub(crate) fn next(&mut self) -> Result<Token, Fault> {
        let before = self.offset;
        self.skip_layout()?;
        let start = self.offset;
        let kind = self.scan()?;
        Ok(Token {
            kind,
            span: start..self.offset,
            after_layout: start > before || start == 0,
        })
    }

    fn scan(&mut self) -> Result<Kind, Fault> {
        let start = self.offset;
        let Some(c) = self.peek() else {
            return Ok(Kind::End(ClauseEnd::EndOfText));
        };
        if let Some(punctuation) = Punctuation::of(c) {
            self.bump();
            return Ok(Kind::Punctuation(punctuation));
        }
        match c {
            '0'..='9' => self.number(),
            '\'' => self
                .quoted('\'')
                .map(|text| Kind::Quoted(Symbol::new(&text))),
            '"' => self.quoted('"').map(Kind::String),
            '`' => self.quoted('`').map(Kind::Codes),
            '!' => {
                self.bump();
                Ok(Kind::Name(sym::CUT))
            }
            ';' => {
                self.bump();
                Ok(Kind::Name(sym::SEMICOLON))
            }
            _ if c == '_' || c.is_uppercase() => {
                self.skip_while(is_name_character);
                Ok(Kind::Variable)
            }
            _ if is_name_start(c) => {
                self.skip_while(is_name_character);
                Ok(Kind::Name(Symbol::new(&self.text[start..self.offset])))
            }
            _ if is_symbol_character(c) => Ok(self.symbolic()),
            _ => {
                self.bump();
                Err(Fault::new(
                    start..self.offset,
                    format!("the character {c:?} cannot stand here"),
                )
                .expecting("a term; other characters go into quotes"))
            }
        }
    }

    /// A run of symbol characters, or the end of a clause.
    fn symbolic(&mut self) -> Kind {
        let start = self.offset;
        self.skip_while(is_symbol_character);
        let text = &self.text[start..self.offset];
        let at_end = match self.peek() {
            None | Some('%') => true,
            Some(c) => c.is_whitespace(),
        };
        match text {
            "." if at_end => Kind::End(ClauseEnd::FullStop),
            "?" if at_end && self.question_ends => Kind::End(ClauseEnd::QuestionMark),
            _ => Kind::Name(Symbol::new(text)),
        }
    }

    /// Continues after the end of the clause the lexer is in.
    pub(crate) fn skip_clause(&mut self) {
        // After a quote that was not closed, a full stop that ends the line most
        // likely ends the clause.
        let before = self.text[..self.offset].trim_end_matches([' ', '\t', '\r']);
        if self.rest().starts_with('\n') && before.ends_with('.') {
            return;
        }
        loop {
            if let Ok(token) = self.next()
                && matches!(token.kind, Kind::End(_))
            {
                return;
            }
        }
    }
}

impl Punctuation {
    fn of(c: char) -> Option<Punctuation> {
        Some(match c {
            '(' => Punctuation::Open,
            ')' => Punctuation::Close,
            '[' => Punctuation::OpenList,
            ']' => Punctuation::CloseList,
            '{' => Punctuation::OpenCurly,
            '}' => Punctuation::CloseCurly,
            ',' => Punctuation::Comma,
            '|' => Punctuation::Bar,
            _ => return None,
        })
    }
}

/// The list of the text's character codes.
pub(crate) fn code_list(text: &str) -> Term {
    Term::list(text.chars().map(|c| Term::Integer(i64::from(u32::from(c)))))
}

/// The list of the text's characters as atoms.
pub(crate) fn character_list(text: &str) -> Term {
    Term::list(
        text.chars()
            .map(|c| Term::atom(c.encode_utf8(&mut [0; 4]) as &str)),
    )
}
