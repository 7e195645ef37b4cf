//! Numbers as Prolog writes them.

use num_bigint::{BigInt, BigUint};

use super::{Integer, Kind, Lexer, is_name_character};
use crate::source::Fault;

impl Lexer<'_> {
    /// A number; the next character is a digit.
    pub(super) fn number(&mut self) -> Result<Kind, Fault> {
        let start = self.offset;
        if self.peek() == Some('0') {
            let radix = match self.peek_second() {
                Some('\'') => {
                    if let Some(code) = self.character_code()? {
                        return Ok(Kind::Integer(Integer::Small(code.into())));
                    }
                    None
                }
                Some('x') => Some(16),
                Some('o') => Some(8),
                Some('b') => Some(2),
                _ => None,
            };
            if let Some(radix) = radix
                && self
                    .rest()
                    .chars()
                    .nth(2)
                    .is_some_and(|c| c.is_digit(radix))
            {
                self.offset += 2;
                return Ok(Kind::Integer(self.digits(radix)));
            }
        }
        let value = self.digits(10);
        if let Some(radix) = self.radix_prefix(&value) {
            self.offset += 1;
            return Ok(Kind::Integer(self.digits(radix)));
        }
        if self.skip_fraction() || self.skip_exponent() {
            return self.float(start);
        }
        Ok(Kind::Integer(value))
    }

    /// Digits, with single underscores between them allowed.
    fn digits(&mut self, radix: u32) -> Integer {
        let start = self.offset;
        let mut small = Some(0i64);
        loop {
            if self.peek() == Some('_')
                && self.offset > start
                && self.peek_second().is_some_and(|c| c.is_digit(radix))
            {
                self.offset += 1;
            }
            let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) else {
                break;
            };
            self.offset += 1;
            small = small
                .and_then(|value| value.checked_mul(i64::from(radix)))
                .and_then(|value| value.checked_add(i64::from(digit)));
        }
        match small {
            Some(value) => Integer::Small(value),
            None => {
                let text = &self.text[start..self.offset];
                let digits = text.chars().filter_map(|c| c.to_digit(radix));
                let digits: Vec<u8> = digits.map(|digit| digit as u8).collect();
                Integer::Big(integer_of_digits(&digits, radix))
            }
        }
    }

    /// The radix, if `value` is one and is followed by `'` and a digit in it.
    fn radix_prefix(&self, value: &Integer) -> Option<u32> {
        let Integer::Small(radix @ 2..=36) = *value else {
            return None;
        };
        let radix = radix as u32;
        let is_digit = self.peek_second().is_some_and(|c| c.is_digit(radix));
        (self.peek() == Some('\'') && is_digit).then_some(radix)
    }

    /// Skips `.` and digits, and the exponent after them.
    fn skip_fraction(&mut self) -> bool {
        let is_fraction =
            self.peek() == Some('.') && self.peek_second().is_some_and(|c| c.is_ascii_digit());
        if is_fraction {
            self.offset += 1;
            self.skip_while(|c| c.is_ascii_digit());
            self.skip_exponent();
        }
        is_fraction
    }

    fn skip_exponent(&mut self) -> bool {
        let mut ahead = self.rest().chars();
        if !matches!(ahead.next(), Some('e' | 'E')) {
            return false;
        }
        let (skip, digit) = match ahead.next() {
            Some('+' | '-') => (2, ahead.next()),
            other => (1, other),
        };
        let is_exponent = digit.is_some_and(|c| c.is_ascii_digit());
        if is_exponent {
            self.offset += skip;
            self.skip_while(|c| c.is_ascii_digit());
        }
        is_exponent
    }

    /// The float whose digits end here, or infinity or a NaN where so marked.
    fn float(&mut self, start: usize) -> Result<Kind, Fault> {
        let digits: String = self.text[start..self.offset]
            .chars()
            .filter(|c| *c != '_')
            .collect();
        let fault = |lexer: &Self, why: &str| Err(Fault::new(start..lexer.offset, why));
        let Ok(value) = digits.parse::<f64>() else {
            return fault(self, "this is not a number");
        };
        let mark = |word: &str| {
            let rest = self.rest().strip_prefix(word);
            rest.is_some_and(|rest| !rest.chars().next().is_some_and(is_name_character))
        };
        if mark("Inf") {
            self.offset += 3;
            return Ok(Kind::Float(f64::INFINITY));
        }
        if mark("NaN") {
            self.offset += 3;
            if !(1.0..2.0).contains(&value) || value == 1.0 {
                return fault(self, "the number before NaN must lie between 1 and 2");
            }
            return Ok(Kind::Float(f64::from_bits(
                value.to_bits() | f64::INFINITY.to_bits(),
            )));
        }
        if value.is_infinite() {
            return fault(self, "this number is too large for a float");
        }
        Ok(Kind::Float(value))
    }

    /// The code in `0'c`; none if this is a plain 0 before a quote.
    fn character_code(&mut self) -> Result<Option<u32>, Fault> {
        let start = self.offset;
        let mut ahead = self.rest().chars().skip(2);
        match (ahead.next(), ahead.next()) {
            (Some('\\'), _) => {
                self.offset += 2;
                match self.escape(start, '\'')? {
                    Some(c) => Ok(Some(c.into())),
                    None => Err(Fault::new(
                        start..self.offset,
                        "this escape stands for no character",
                    )),
                }
            }
            (Some('\''), Some('\'')) => {
                self.offset += 4;
                Ok(Some('\''.into()))
            }
            (Some(c), _) => {
                self.offset += 2 + c.len_utf8();
                Ok(Some(c.into()))
            }
            (None, _) => Ok(None),
        }
    }
}

/// The value of digits, most significant first. Halves are joined pairwise, so
/// that a million digits take well under the square of their number.
fn integer_of_digits(digits: &[u8], radix: u32) -> BigInt {
    const CHUNK: usize = 256;
    let mut parts: Vec<BigUint> = digits
        .rchunks(CHUNK)
        .map(|chunk| BigUint::from_radix_be(chunk, radix).expect("all digits are below the radix"))
        .collect();
    let mut base = BigUint::from(radix).pow(CHUNK as u32);
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| match pair {
                [low, high] => high * &base + low,
                rest => rest.iter().sum(),
            })
            .collect();
        base = &base * &base;
    }
    parts.pop().unwrap_or_default().into()
}
