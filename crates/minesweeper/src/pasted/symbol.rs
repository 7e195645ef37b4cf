//! What a character says of a square.

use super::at;
use crate::{Cell, Error};

/// What a character says of a square, taken alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Open, with this number.
    Number(u8),
    /// Marked as a mine.
    Mark,
    /// Covered for certain.
    Covered,
    /// Covered, and marked as uncertain.
    Question,
    /// Covered in some notations, open in others. The darker it looks, the
    /// greater the number.
    Plain(u8),
}

impl Symbol {
    /// The meaning of a character, if it has one.
    pub fn of(letter: char) -> Option<Symbol> {
        let number = |first: char| Some(Symbol::Number((letter as u32 - first as u32) as u8));
        match letter {
            '0'..='8' => number('0'),
            '０'..='８' => number('０'),
            '⓪' => Some(Symbol::Number(0)),
            '①'..='⑧' => Some(Symbol::Number((letter as u32 - '①' as u32) as u8 + 1)),
            'F' | 'f' | 'M' | 'm' | '*' | '!' | '⚑' | '⚐' | '🚩' | '🏴' | '⛳' | '💣' | '💥' => {
                Some(Symbol::Mark)
            }
            '?' | '❓' | '❔' => Some(Symbol::Question),
            '#' | 'H' | 'h' | '■' | '▪' | '◼' | '◾' | '⬛' | '█' | '▓' | '▒' | '░' | '▣'
            | '🔲' | '🔳' | '🟥' | '🟦' | '🟧' | '🟨' | '🟩' | '🟪' | '🟫' => {
                Some(Symbol::Covered)
            }
            ' ' => Some(Symbol::Plain(0)),
            '·' | '∙' | '•' => Some(Symbol::Plain(1)),
            '.' => Some(Symbol::Plain(2)),
            '_' => Some(Symbol::Plain(3)),
            '-' | '–' | '—' => Some(Symbol::Plain(4)),
            '□' | '▢' | '▫' | '◻' | '◽' | '☐' | '⬜' => Some(Symbol::Plain(5)),
            _ => None,
        }
    }
}

/// How a text writes open squares without mines around them.
#[derive(Clone, Copy, Debug)]
pub struct Legend {
    zero: Option<Symbol>,
}

impl Legend {
    /// The notation of a text with these symbols. Where two symbols stand for
    /// squares without a number, the lighter is open; where one does, or zeros
    /// are written, it is covered.
    pub fn of(symbols: impl Iterator<Item = Symbol>) -> Result<Legend, Error> {
        let (mut has_zeros, mut has_covered) = (false, false);
        let mut plain = Vec::new();
        for symbol in symbols {
            match symbol {
                Symbol::Number(0) => has_zeros = true,
                Symbol::Covered => has_covered = true,
                Symbol::Plain(shade) if !plain.contains(&shade) => plain.push(shade),
                _ => {}
            }
        }
        plain.sort_unstable();
        let kinds = plain.len() + usize::from(has_covered);
        if !has_zeros && kinds > 2 {
            let problem = "the squares without a number are written in more than two ways: write . for covered and 0 for open";
            return Err(at(1, 1, problem.to_owned()));
        }
        let has_open = !has_zeros && kinds == 2;
        let zero = has_open.then(|| Symbol::Plain(plain[0]));
        Ok(Legend { zero })
    }

    /// What is seen of a square.
    pub fn cell(&self, symbol: Symbol) -> Cell {
        match symbol {
            Symbol::Number(number) => Cell::Number(number),
            Symbol::Mark => Cell::Marked,
            _ if self.zero == Some(symbol) => Cell::Number(0),
            Symbol::Covered | Symbol::Question | Symbol::Plain(_) => Cell::Covered,
        }
    }
}
