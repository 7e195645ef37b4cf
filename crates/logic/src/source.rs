//! Named texts, positions in them, and syntax errors.
//!
//! A [`SyntaxError`] is a value: it has a position, what was found and what
//! was expected. Its `Display` is one line for a log; [`SyntaxError::render`]
//! shows the line of the text with a mark under the mistake.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind};

/// A text and its name, usually a file name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name shown in messages.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// The text under this name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
        }
    }

    /// The place of a byte offset; an offset beyond the end is taken as the end.
    pub fn position(&self, offset: usize) -> Position {
        Position::START.advance(&self.text, 0, offset)
    }
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Position {
    const START: Position = Position { line: 1, column: 1 };

    /// The position of byte `to`, when `self` is the position of byte `from`.
    fn advance(self, text: &str, from: usize, to: usize) -> Position {
        let passed = text.get(from..to.min(text.len())).unwrap_or("");
        let characters = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        match passed.rsplit_once('\n') {
            None => Position {
                line: self.line,
                column: self.column.saturating_add(characters(passed)),
            },
            Some((before, last_line)) => {
                let lines = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
                Position {
                    line: self
                        .line
                        .saturating_add(u32::try_from(lines).unwrap_or(u32::MAX)),
                    column: characters(last_line).saturating_add(1),
                }
            }
        }
    }
}

/// Finds positions of growing offsets in time linear in the text.
pub(crate) struct Locator<'a> {
    text: &'a str,
    offset: usize,
    position: Position,
}

impl<'a> Locator<'a> {
    pub(crate) fn new(text: &'a str) -> Locator<'a> {
        Locator {
            text,
            offset: 0,
            position: Position::START,
        }
    }

    /// Moves to `offset`, which must not lie before the last one moved to.
    pub(crate) fn move_to(&mut self, offset: usize) -> Position {
        self.position = self.look_at(offset);
        self.offset = offset;
        self.position
    }

    /// The position of an offset at or after the last one moved to.
    pub(crate) fn look_at(&self, offset: usize) -> Position {
        self.position.advance(self.text, self.offset, offset)
    }
}

/// A mistake before its source, line and column are known.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) expected: Option<String>,
    pub(crate) opened: Option<Range<usize>>,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault {
            span,
            message: message.into(),
            expected: None,
            opened: None,
        }
    }

    pub(crate) fn expecting(mut self, what: impl Into<String>) -> Fault {
        self.expected = Some(what.into());
        self
    }

    pub(crate) fn opened_at(mut self, span: Range<usize>) -> Fault {
        self.opened = Some(span);
        self
    }

    pub(crate) fn at(self, source: &str, position: Position) -> SyntaxError {
        SyntaxError {
            source: source.to_owned(),
            span: self.span,
            line: position.line,
            column: position.column,
            message: self.message,
            expected: self.expected,
            opened: self.opened,
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The name of the source.
    pub source: String,
    /// The offending bytes.
    pub span: Range<usize>,
    /// The line of the first of them, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
    /// What was found.
    pub message: String,
    /// What was expected, if known.
    pub expected: Option<String>,
    /// Where the unclosed bracket, quote or comment was opened.
    pub opened: Option<Range<usize>>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.source, self.line, self.column, self.message
        )?;
        match &self.expected {
            Some(expected) => write!(f, ", expected {expected}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// Whether a rendered message may carry terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// With escape sequences for a terminal.
    Always,
}

impl SyntaxError {
    /// The error on several lines: the text's line with a mark under the
    /// mistake. `source` must be the one the error came from.
    pub fn render(&self, source: &Source, colour: Colour) -> String {
        let text = printable(&source.text);
        if line_around(&text, self.span.start).len() > LONGEST_LINE {
            return self.render_in_long_line(&text);
        }
        let config = Config::default()
            .with_color(colour == Colour::Always)
            .with_index_type(IndexType::Byte)
            .with_char_set(CharSet::Ascii);
        let name = self.source.as_str();
        let within = |span: &Range<usize>| {
            let end = span.end.min(text.len());
            (name, span.start.min(end)..end)
        };
        let label = match &self.expected {
            Some(expected) => format!("expected {expected}"),
            None => "here".to_owned(),
        };
        let mut report = Report::build(ReportKind::Error, within(&self.span))
            .with_config(config)
            .with_message(&self.message)
            .with_label(Label::new(within(&self.span)).with_message(label));
        let is_near =
            |opened: &&Range<usize>| line_around(&text, opened.start).len() <= LONGEST_LINE;
        if let Some(opened) = self.opened.as_ref().filter(is_near) {
            let label = Label::new(within(opened)).with_message("opened here");
            report = report.with_label(label.with_order(-1));
        }
        let mut shown = Vec::new();
        let cache = (name, ariadne::Source::from(text.as_ref()));
        match report.finish().write(cache, &mut shown) {
            Ok(()) => String::from_utf8_lossy(&shown).into_owned(),
            Err(_) => self.to_string(),
        }
    }

    /// The error with the part of a very long line that is near it.
    fn render_in_long_line(&self, text: &str) -> String {
        const NEAR: usize = 60;
        let line = line_around(text, self.span.start);
        let before: String = line.chars().take(self.column as usize - 1).collect();
        let start = before.chars().count().saturating_sub(NEAR);
        let shown: String = line.chars().skip(start).take(2 * NEAR).collect();
        let indent = before.chars().count() - start;
        format!("Error: {self}\n  {shown}\n  {}^\n", " ".repeat(indent))
    }
}

/// Lines longer than this, in bytes, are not shown whole.
const LONGEST_LINE: usize = 400;

fn line_around(text: &str, offset: usize) -> &str {
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = after
        .find('\n')
        .map_or(text.len(), |newline| before.len() + newline);
    &text[start..end]
}

/// The text with control characters replaced, so that no file can write escape
/// sequences to a terminal. Offsets do not change.
fn printable(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_ascii_control() && !matches!(c, '\n' | '\t' | '\r');
    if text.contains(is_harmful) {
        Cow::Owned(text.replace(is_harmful, "?"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("x", "é\nné b");
        assert_eq!(source.position(6), Position { line: 2, column: 3 });
        assert_eq!(source.position(99), Position { line: 2, column: 5 });
    }

    #[test]
    fn an_error_is_shown_on_one_line_and_with_its_text() {
        let source = Source::new("game.pl", "legal(W) :- .\n");
        let error = Fault::new(12..13, "unexpected end of the clause")
            .expecting("a term")
            .at(&source.name, source.position(12));
        assert_eq!(
            error.to_string(),
            "game.pl:1:13: unexpected end of the clause, expected a term"
        );
        let shown = error.render(&source, Colour::Never);
        assert!(shown.contains("legal(W) :- ."), "{shown}");
        assert!(shown.contains("expected a term"), "{shown}");
        assert!(!shown.contains('\u{1b}'), "{shown}");
    }

    #[test]
    fn a_very_long_line_is_shown_in_part_and_without_escape_sequences() {
        let text = format!("p(\u{1b}[31m).\n{}b c.\n", "é, ".repeat(10_000));
        let source = Source::new("long.pl", text);
        let offset = source.text.rfind('c').unwrap();
        let error = Fault::new(offset..offset + 1, "unexpected c")
            .at(&source.name, source.position(offset));
        let shown = error.render(&source, Colour::Never);
        assert!(
            shown.starts_with("Error: long.pl:2:30003: unexpected c\n"),
            "{shown}"
        );
        assert!(shown.len() < 500, "{shown}");
        let error = Fault::new(3..4, "no").at(&source.name, source.position(3));
        let shown = error.render(&source, Colour::Never);
        assert!(shown.contains("p(?[31m)"), "{shown}");
    }
}
