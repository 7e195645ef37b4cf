//! What the parser says when a token does not fit.

use std::ops::Range;

use super::{BracketKind, Frame, Parser};
use crate::lexer::{ClauseEnd, Kind, Token};
use crate::source::Fault;

impl Parser<'_, '_> {
    fn innermost_open(&self) -> Option<Range<usize>> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Bracket(bracket) => Some(bracket.opened.clone()),
            _ => None,
        })
    }

    fn with_innermost_open(&self, fault: Fault) -> Fault {
        match self.innermost_open() {
            Some(opened) => fault.opened_at(opened),
            None => fault,
        }
    }

    /// The text of a token, cut where it is long or the line ends.
    fn shown(&self, span: Range<usize>) -> String {
        const LONGEST: usize = 30;
        let text = &self.reader.lexer.text()[span];
        let start: String = text
            .chars()
            .take_while(|c| !c.is_control())
            .take(LONGEST)
            .collect();
        if start.len() < text.len() {
            start + "..."
        } else {
            start
        }
    }

    pub(super) fn ended_early(&self, token: Token, has_operand: bool) -> Fault {
        let what = match token.kind {
            Kind::End(ClauseEnd::EndOfText) => "the text ends",
            _ => "the clause ends",
        };
        if !has_operand {
            return self.with_innermost_open(
                Fault::new(token.span, format!("{what} too early")).expecting("a term"),
            );
        }
        let open = match self.innermost_open() {
            Some(span) => {
                let position = self.reader.locator.look_at(span.start);
                let open = self.shown(span);
                format!(
                    "{what} before the {open} of line {}, column {} is closed",
                    position.line, position.column
                )
            }
            None => format!("{what} too early"),
        };
        self.with_innermost_open(Fault::new(token.span, open).expecting(self.what_may_follow()))
    }

    pub(super) fn missing_operand(&self, span: Range<usize>) -> Fault {
        let message = format!("unexpected {}", self.shown(span.clone()));
        self.with_innermost_open(Fault::new(span, message).expecting("a term"))
    }

    pub(super) fn missing_operator(&self, token: Token) -> Fault {
        let text = self.reader.lexer.text();
        let message = format!("unexpected {}", self.shown(token.span.clone()));
        let starts_line = text
            .get(self.previous_end..token.span.start)
            .is_some_and(|between| between.contains('\n'));
        let expected = if self.brackets.is_empty() && starts_line {
            let line = self.reader.locator.look_at(self.previous_end).line;
            format!("an operator, or a full stop at the end of line {line}")
        } else if self.brackets.is_empty() && &text[token.span.clone()] == "." {
            "an operator, or a blank after the full stop".to_owned()
        } else {
            self.what_may_follow().to_owned()
        };
        self.with_innermost_open(Fault::new(token.span, message).expecting(expected))
    }

    fn what_may_follow(&self) -> &'static str {
        match self.brackets.last() {
            None => "an operator or a full stop",
            Some(BracketKind::Parentheses) => "an operator or )",
            Some(BracketKind::Curly) => "an operator or }",
            Some(BracketKind::Arguments(_)) => "an operator, a comma or )",
            Some(BracketKind::List) => "an operator, a comma, | or ]",
            Some(BracketKind::Tail) => "an operator or ]",
        }
    }
}
