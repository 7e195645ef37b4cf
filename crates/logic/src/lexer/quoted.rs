//! Quoted atoms, strings and back-quoted codes, with their escapes.

use super::Lexer;
use crate::source::Fault;

impl Lexer<'_> {
    /// The text between quotes; the next character is the opening quote.
    pub(super) fn quoted(&mut self, quote: char) -> Result<String, Fault> {
        let start = self.offset;
        self.bump();
        let mut text = String::new();
        let mut fault = None;
        loop {
            match self.peek() {
                None | Some('\n') => {
                    return Err(fault.unwrap_or_else(|| {
                        let end = start + quote.len_utf8();
                        Fault::new(start..end, "this quote is not closed on its line")
                            .expecting(format!("{quote} (or \\ at the end of the line)"))
                    }));
                }
                Some('\\') => match self.escape(start, quote) {
                    Ok(c) => text.extend(c),
                    Err(error) => fault = fault.or(Some(error)),
                },
                Some(c) => {
                    self.bump();
                    if c == quote {
                        if self.peek() != Some(quote) {
                            return fault.map_or(Ok(text), Err);
                        }
                        self.bump();
                    }
                    text.push(c);
                }
            }
        }
    }

    /// The character an escape represents, if it represents one; the next
    /// character is the backslash, in a token that began at `token`.
    pub(super) fn escape(&mut self, token: usize, quote: char) -> Result<Option<char>, Fault> {
        let start = self.offset;
        self.bump();
        let Some(c) = self.bump() else {
            return Err(Fault::new(token..start, "this quote is never closed"));
        };
        Ok(Some(match c {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            'e' => '\u{1b}',
            's' => ' ',
            '\\' | '\'' | '"' | '`' => c,
            '\n' => return Ok(None),
            'c' => {
                self.skip_while(char::is_whitespace);
                return Ok(None);
            }
            'x' => self.code(start, 16)?,
            '0'..='7' => {
                self.offset -= 1;
                self.code(start, 8)?
            }
            'u' => self.code_of_length(start, 4)?,
            'U' => self.code_of_length(start, 8)?,
            _ => {
                let span = start..self.offset;
                return Err(Fault::new(span, format!("\\{c} is no escape"))
                    .expecting(format!("one of \\n \\t \\\\ \\{quote} \\xHH\\ or the like")));
            }
        }))
    }

    /// Digits up to an optional closing backslash.
    fn code(&mut self, start: usize, radix: u32) -> Result<char, Fault> {
        let mut code = Some(0u32);
        let digits = self.offset;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) {
            self.bump();
            code = code
                .and_then(|code| code.checked_mul(radix))
                .and_then(|code| code.checked_add(digit));
        }
        if self.offset == digits {
            code = None;
        }
        if self.peek() == Some('\\') {
            self.bump();
        }
        self.character(start, code)
    }

    fn code_of_length(&mut self, start: usize, length: usize) -> Result<char, Fault> {
        let mut code = Some(0u32);
        for _ in 0..length {
            let digit = self.peek().and_then(|c| c.to_digit(16));
            if digit.is_some() {
                self.bump();
            }
            code = code
                .zip(digit)
                .and_then(|(code, digit)| code.checked_mul(16)?.checked_add(digit));
        }
        self.character(start, code)
    }

    fn character(&self, start: usize, code: Option<u32>) -> Result<char, Fault> {
        code.and_then(char::from_u32).ok_or_else(|| {
            Fault::new(start..self.offset, "this escape names no character")
                .expecting("the number of a Unicode character, as in \\x41\\ or \\u0041")
        })
    }
}
