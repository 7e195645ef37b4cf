//! How names, numbers and strings are spelt, and where blanks must separate them.

use std::borrow::Cow;

use super::Spacing;
use crate::lexer::{is_name_character, is_name_start, is_symbol_character};
use crate::symbol::{Symbol, sym};

/// The text written so far, and what must not follow its end directly.
#[derive(Default)]
pub(super) struct Output {
    text: String,
    last: Last,
}

/// What was written last.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Other,
    /// A prefix operator, without a blank after it.
    Prefix,
    /// The prefix operator `-`.
    Minus,
}

impl Output {
    pub(super) fn into_text(self) -> String {
        self.text
    }

    fn last_character(&self) -> Option<char> {
        self.text.chars().next_back()
    }

    fn blank(&mut self) {
        self.text.push(' ');
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        self.last = Last::Other;
    }

    /// A name, a variable or anything in quotes.
    pub(super) fn word(&mut self, text: &str) {
        if self.runs_into(text) {
            self.blank();
        }
        self.put(text);
    }

    /// A number: after a prefix minus, a blank separates it.
    pub(super) fn number(&mut self, text: &str) {
        if self.last == Last::Minus {
            self.blank();
        }
        self.word(text);
    }

    pub(super) fn prefix(&mut self, name: &str, spacing: Spacing) {
        self.word(name);
        let is_word = name.ends_with(is_name_character);
        if spacing == Spacing::Spaced && (is_word || name == "\\+") {
            self.blank();
        } else {
            self.last = match name {
                "-" => Last::Minus,
                _ => Last::Prefix,
            };
        }
    }

    /// An infix operator: blanks on both sides or, where none is needed before
    /// it, only where one is needed after.
    pub(super) fn infix(&mut self, name: &str, spacing: Spacing) {
        let is_loose = matches!(name, ":-" | "-->" | "->" | "*->");
        let is_parted = spacing == Spacing::Spaced && is_loose || self.runs_into(name);
        if is_parted {
            self.blank();
        }
        self.put(name);
        if is_parted {
            self.blank();
        }
    }

    /// A comma, a bar or a closing bracket, or the parenthesis of arguments.
    pub(super) fn punctuation(&mut self, text: &str) {
        self.put(text);
    }

    /// An opening bracket other than that of arguments: after a prefix operator
    /// a parenthesis would be taken for one, and a brace for SWI-Prolog's dicts.
    pub(super) fn open(&mut self, bracket: &str) {
        if self.last != Last::Other && !bracket.starts_with('[') {
            self.blank();
        }
        self.put(bracket);
    }

    /// The full stop of a clause.
    pub(super) fn full_stop(&mut self) {
        self.word(".");
    }

    /// A new line, indented.
    pub(super) fn line(&mut self, indent: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.last = Last::Other;
    }

    /// Whether `text` would run together with what precedes it.
    fn runs_into(&self, text: &str) -> bool {
        let (Some(before), Some(after)) = (self.last_character(), text.chars().next()) else {
            return false;
        };
        let both = |test: fn(char) -> bool| test(before) && test(after);
        both(is_name_character) || both(is_symbol_character)
    }
}

/// Whether an atom must be quoted to be read back.
pub(super) fn needs_quotes(text: &str) -> bool {
    if matches!(text, "{}" | "!" | ";") {
        return false;
    }
    let mut characters = text.chars();
    match characters.next() {
        Some(c) if is_name_start(c) => !characters.all(is_name_character),
        Some(c) if is_symbol_character(c) => {
            !characters.all(is_symbol_character) || text == "." || text.starts_with("/*")
        }
        _ => true,
    }
}

/// The atom's text, quoted where it must be.
pub(super) fn atom_text(name: Symbol) -> Cow<'static, str> {
    let text = name.as_str();
    if name != sym::NIL && needs_quotes(text) {
        Cow::Owned(quoted(text, '\''))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text in quotes, with escapes.
pub(super) fn quoted(text: &str, quote: char) -> String {
    let mut result = String::with_capacity(text.len() + 2);
    result.push(quote);
    for c in text.chars() {
        match c {
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\t' => result.push_str("\\t"),
            '\r' => result.push_str("\\r"),
            '\u{7}' => result.push_str("\\a"),
            '\u{8}' => result.push_str("\\b"),
            '\u{b}' => result.push_str("\\v"),
            '\u{c}' => result.push_str("\\f"),
            _ if c == quote => {
                result.push('\\');
                result.push(c);
            }
            ' ' => result.push(c),
            _ if c.is_control() || c.is_whitespace() || is_invisible(c) => {
                let code = u32::from(c);
                result.push_str(&match code {
                    0..=0xffff => format!("\\u{code:04X}"),
                    _ => format!("\\U{code:08X}"),
                });
            }
            _ => result.push(c),
        }
    }
    result.push(quote);
    result
}

/// Characters that show nothing, or change the order of what is shown.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// The shortest text that reads back as the same float.
pub(super) fn float_text(value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let value = value.abs();
    if value.is_infinite() {
        return format!("{sign}1.0Inf");
    }
    if value.is_nan() {
        // The exponent of 1 under the payload of the NaN.
        let payload = f64::from_bits(value.to_bits() & !f64::INFINITY.to_bits() | 1.0f64.to_bits());
        return format!("{sign}{payload:?}NaN");
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific
        .split_once('e')
        .unwrap_or((scientific.as_str(), "0"));
    let in_plain_range = exponent.parse::<i32>().is_ok_and(|e| (-4..15).contains(&e));
    let with_point = |digits: &str| {
        if digits.contains('.') {
            digits.to_owned()
        } else {
            format!("{digits}.0")
        }
    };
    if in_plain_range {
        format!("{sign}{}", with_point(&value.to_string()))
    } else {
        format!("{sign}{}e{exponent}", with_point(mantissa))
    }
}
