//! Tokens into a term, by operator precedence.
//!
//! The parser is either waiting for an operand or has one and waits for an
//! operator. What is begun and not yet ended, brackets and operators whose right
//! argument is missing, is on a stack of frames. Nothing recurses: nesting is
//! limited by memory alone, and each token is handled once.

use std::ops::Range;

use super::variables::Variables;
use super::{DoubleQuotes, ReadTerm, Reader};
use crate::lexer::{ClauseEnd, Kind, Punctuation, Token, character_list, code_list};
use crate::operators::{ARGUMENT_PRIORITY, MAX_PRIORITY, Operator};
use crate::source::Fault;
use crate::symbol::{Symbol, sym};
use crate::term::Term;

mod mistakes;

/// Something begun and not ended.
enum Frame {
    Prefix {
        name: Symbol,
        priority: u16,
        right_max: u16,
    },
    Infix {
        name: Symbol,
        left: Term,
        priority: u16,
        right_max: u16,
    },
    Bracket(Bracket),
}

struct Bracket {
    kind: BracketKind,
    items: Vec<Term>,
    opened: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketKind {
    Parentheses,
    Curly,
    Arguments(Symbol),
    List,
    /// A list after its `|`.
    Tail,
}

/// An operand that has been read, and its priority.
struct Operand {
    term: Term,
    priority: u16,
}

impl Operand {
    fn simple(term: Term) -> Operand {
        Operand { term, priority: 0 }
    }
}

struct Parser<'r, 'a> {
    reader: &'r mut Reader<'a>,
    ahead: Option<Token>,
    frames: Vec<Frame>,
    /// The kinds of the brackets among the frames.
    brackets: Vec<BracketKind>,
    variables: Variables<'a>,
    /// Where the last token taken ends, and the one before.
    last_end: usize,
    previous_end: usize,
}

impl<'a> Reader<'a> {
    /// Reads the clause that starts with `first`. After a mistake the lexer
    /// stands behind the clause.
    pub(super) fn parse(&mut self, first: Token) -> Result<ReadTerm, Fault> {
        let start = first.span.start;
        let mut parser = Parser {
            reader: self,
            ahead: Some(first),
            frames: Vec::new(),
            brackets: Vec::new(),
            variables: Variables::default(),
            last_end: start,
            previous_end: start,
        };
        let (term, end, span_end) = match parser.clause() {
            Ok(read) => read,
            Err(stop) => {
                let ended = matches!(
                    &parser.ahead,
                    Some(Token {
                        kind: Kind::End(_),
                        ..
                    })
                );
                if !(ended || stop.at_end) {
                    self.lexer.skip_clause();
                }
                return Err(stop.fault);
            }
        };
        let variables = parser.variables;
        let position = self.locator.look_at(start);
        Ok(ReadTerm {
            term,
            singletons: variables.singletons(),
            var_names: variables.into_names(),
            span: start..span_end,
            line: position.line,
            column: position.column,
            end,
        })
    }
}

/// A mistake, and whether the end of the clause has been passed already.
struct Stop {
    fault: Fault,
    at_end: bool,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop {
            fault,
            at_end: false,
        }
    }
}

impl<'a> Parser<'_, 'a> {
    fn clause(&mut self) -> Result<(Term, ClauseEnd, usize), Stop> {
        let mut operand: Option<Operand> = None;
        loop {
            let token = self.take()?;
            if let Kind::End(end) = token.kind {
                return match operand {
                    Some(last) if self.brackets.is_empty() => {
                        let whole = self.reduce_to_bracket(last);
                        Ok((whole.term, end, token.span.end))
                    }
                    last => Err(Stop {
                        fault: self.ended_early(token, last.is_some()),
                        at_end: true,
                    }),
                };
            }
            operand = match operand {
                None => self.operand(token)?,
                Some(left) => self.operator(left, token)?,
            };
        }
    }

    fn take(&mut self) -> Result<Token, Fault> {
        if let Some(token) = self.ahead.take() {
            return Ok(token);
        }
        let token = self.reader.lexer.next()?;
        self.previous_end = std::mem::replace(&mut self.last_end, token.span.end);
        Ok(token)
    }

    fn peek(&mut self) -> Result<&Token, Fault> {
        let token = self.take()?;
        Ok(self.ahead.insert(token))
    }

    /// Whether an opening parenthesis follows at once: functional notation.
    fn at_arguments(&self) -> bool {
        match &self.ahead {
            Some(token) => {
                matches!(token.kind, Kind::Punctuation(Punctuation::Open)) && !token.after_layout
            }
            None => self.reader.lexer.at_open_parenthesis(),
        }
    }

    /// The highest priority a term may have where the parser stands.
    fn priority_here(&self) -> u16 {
        match self.frames.last() {
            Some(Frame::Prefix { right_max, .. } | Frame::Infix { right_max, .. }) => *right_max,
            Some(Frame::Bracket(_)) | None => MAX_PRIORITY,
        }
    }

    fn open(&mut self, kind: BracketKind, opened: Range<usize>) {
        self.brackets.push(kind);
        self.frames.push(Frame::Bracket(Bracket {
            kind,
            items: Vec::new(),
            opened,
        }));
    }

    // ---- waiting for an operand ----

    fn operand(&mut self, token: Token) -> Result<Option<Operand>, Fault> {
        let term = match token.kind {
            Kind::Name(name) => return self.name(name, token.span),
            Kind::Quoted(name) => return self.atom_or_compound(name),
            Kind::Variable => {
                let text = self.reader.lexer.text();
                if self.at_arguments() {
                    return Err(Fault::new(token.span, "a variable cannot name a predicate")
                        .expecting("an atom, or call(Goal, ...)"));
                }
                let name = &text[token.span.clone()];
                Term::Var(self.variables.occurrence(name, token.span))
            }
            Kind::Integer(value) => value.positive(),
            Kind::Float(value) => Term::Float(value),
            Kind::String(text) => match self.reader.double_quotes {
                DoubleQuotes::String => Term::string(&text),
                DoubleQuotes::Codes => code_list(&text),
                DoubleQuotes::Characters => character_list(&text),
                DoubleQuotes::Atom => Term::atom(text.as_str()),
            },
            Kind::Codes(text) => code_list(&text),
            Kind::Punctuation(punctuation) => return self.opening(punctuation, token.span),
            Kind::End(_) => unreachable!("the end of a clause is seen by the loop"),
        };
        Ok(Some(Operand::simple(term)))
    }

    fn opening(
        &mut self,
        punctuation: Punctuation,
        span: Range<usize>,
    ) -> Result<Option<Operand>, Fault> {
        match punctuation {
            Punctuation::Open => self.open(BracketKind::Parentheses, span),
            Punctuation::OpenList => {
                if self.closes_at_once(Punctuation::CloseList)? {
                    return self.atom_or_compound(sym::NIL);
                }
                self.open(BracketKind::List, span);
            }
            Punctuation::OpenCurly => {
                if self.closes_at_once(Punctuation::CloseCurly)? {
                    return self.atom_or_compound(sym::CURLY);
                }
                self.open(BracketKind::Curly, span);
            }
            Punctuation::Close if self.closes_one_tuple() => return Ok(self.one_tuple()),
            _ => return Err(self.missing_operand(span)),
        }
        Ok(None)
    }

    /// Whether a `)` that comes now would close a tuple of one, `(t,)`.
    fn closes_one_tuple(&self) -> bool {
        let is_open = matches!(
            self.frames.as_slice(),
            [
                ..,
                Frame::Bracket(Bracket {
                    kind: BracketKind::Parentheses,
                    ..
                }),
                Frame::Infix {
                    name: sym::COMMA,
                    ..
                }
            ]
        );
        is_open && self.reader.has_one_tuples
    }

    fn one_tuple(&mut self) -> Option<Operand> {
        let Some(Frame::Infix { left, .. }) = self.frames.pop() else {
            return None;
        };
        self.frames.pop();
        self.brackets.pop();
        Some(Operand::simple(Term::compound(sym::COMMA, [left])))
    }

    fn closes_at_once(&mut self, close: Punctuation) -> Result<bool, Fault> {
        let closes = matches!(self.peek()?.kind, Kind::Punctuation(next) if next == close);
        if closes {
            self.ahead = None;
        }
        Ok(closes)
    }

    fn atom_or_compound(&mut self, name: Symbol) -> Result<Option<Operand>, Fault> {
        if !self.at_arguments() {
            return Ok(Some(Operand::simple(Term::Atom(name))));
        }
        let open = self.take()?.span;
        if let Kind::Punctuation(Punctuation::Close) = self.peek()?.kind {
            let close = self.take()?.span;
            return Err(Fault::new(
                open.start..close.end,
                "there are no arguments between these",
            )
            .expecting(format!("arguments, or plain {}", Term::Atom(name))));
        }
        self.open(BracketKind::Arguments(name), open);
        Ok(None)
    }

    fn name(&mut self, name: Symbol, span: Range<usize>) -> Result<Option<Operand>, Fault> {
        if self.at_arguments() {
            return self.atom_or_compound(name);
        }
        if name == sym::MINUS
            && let Some(number) = self.negative_number()?
        {
            return Ok(Some(Operand::simple(number)));
        }
        let Some(operator) = self.reader.operators.prefix(name) else {
            return Ok(Some(Operand::simple(Term::Atom(name))));
        };
        if !self.takes_operand(operator)? {
            return Ok(Some(Operand::simple(Term::Atom(name))));
        }
        let here = self.priority_here();
        let mut priority = operator.priority;
        let mut right_max = operator.right_max();
        if priority > here {
            // `X = \+ a` is clear enough to be read, though the standard wants
            // parentheses; `p :- :- q` is a slip.
            if priority > ARGUMENT_PRIORITY {
                return Err(Fault::new(
                    span,
                    format!("the operator {name} binds too loosely to stand here"),
                )
                .expecting("parentheses around it and its argument"));
            }
            priority = here;
            right_max = right_max.min(here);
        }
        self.frames.push(Frame::Prefix {
            name,
            priority,
            right_max,
        });
        Ok(None)
    }

    /// The number after a minus sign, if one follows without a blank.
    fn negative_number(&mut self) -> Result<Option<Term>, Fault> {
        let next = self.peek()?;
        if next.after_layout {
            return Ok(None);
        }
        let number = match &next.kind {
            Kind::Integer(value) => value.negative(),
            Kind::Float(value) => Term::Float(-value),
            _ => return Ok(None),
        };
        self.ahead = None;
        Ok(Some(number))
    }

    /// Whether what follows a prefix operator is its argument; otherwise the
    /// operator is an atom, as in `[-]`, `X = +` or `- = x`.
    fn takes_operand(&mut self, operator: Operator) -> Result<bool, Fault> {
        let next = match &self.peek()?.kind {
            Kind::End(_) => return Ok(false),
            Kind::Punctuation(punctuation) => {
                return Ok(matches!(
                    punctuation,
                    Punctuation::Open | Punctuation::OpenList | Punctuation::OpenCurly
                ));
            }
            Kind::Name(next) => *next,
            _ => return Ok(true),
        };
        let operators = &self.reader.operators;
        if operators.infix(next).is_none() && operators.postfix(next).is_none() {
            return Ok(true);
        }
        let is_negative_number = next == sym::MINUS && self.reader.lexer.at_digit();
        if is_negative_number || self.reader.lexer.at_open_parenthesis() {
            return Ok(true);
        }
        Ok(operators
            .prefix(next)
            .is_some_and(|next| next.priority <= operator.right_max()))
    }

    // ---- waiting for an operator ----

    fn operator(&mut self, left: Operand, token: Token) -> Result<Option<Operand>, Fault> {
        use Punctuation::*;
        let name = match token.kind {
            Kind::Name(name) => name,
            Kind::Punctuation(Close | CloseList | CloseCurly) => {
                return self.closing(left, token).map(Some);
            }
            Kind::Punctuation(Comma) => match self.brackets.last() {
                Some(BracketKind::Arguments(_) | BracketKind::List) => {
                    self.add_item(left);
                    return Ok(None);
                }
                Some(BracketKind::Tail) => return Err(self.missing_operator(token)),
                _ => sym::COMMA,
            },
            Kind::Punctuation(Bar) => match self.brackets.last() {
                Some(BracketKind::List) => {
                    self.add_item(left);
                    self.begin_tail();
                    return Ok(None);
                }
                Some(BracketKind::Tail) => return Err(self.missing_operator(token)),
                _ => sym::BAR,
            },
            _ => return Err(self.missing_operator(token)),
        };
        let infix = self.reader.operators.infix(name);
        let postfix = self.reader.operators.postfix(name);
        match (infix, postfix) {
            (Some(operator), None) => self.infix(left, name, operator, token.span),
            (None, Some(operator)) => self.postfix(left, name, operator, token.span),
            (Some(infix), Some(postfix)) => {
                if self.takes_operand(infix)? {
                    self.infix(left, name, infix, token.span)
                } else {
                    self.postfix(left, name, postfix, token.span)
                }
            }
            (None, None) => Err(self.missing_operator(token)),
        }
    }

    fn infix(
        &mut self,
        left: Operand,
        name: Symbol,
        operator: Operator,
        span: Range<usize>,
    ) -> Result<Option<Operand>, Fault> {
        let left = self.left_argument(left, name, operator, span)?;
        self.frames.push(Frame::Infix {
            name,
            left,
            priority: operator.priority,
            right_max: operator.right_max(),
        });
        Ok(None)
    }

    fn postfix(
        &mut self,
        left: Operand,
        name: Symbol,
        operator: Operator,
        span: Range<usize>,
    ) -> Result<Option<Operand>, Fault> {
        let left = self.left_argument(left, name, operator, span)?;
        Ok(Some(Operand {
            term: Term::compound(name, [left]),
            priority: operator.priority,
        }))
    }

    /// Ends the operators that bind tighter than this one, which gives its left
    /// argument.
    fn left_argument(
        &mut self,
        mut left: Operand,
        name: Symbol,
        operator: Operator,
        span: Range<usize>,
    ) -> Result<Term, Fault> {
        while operator.priority > self.priority_here() {
            left = self.reduce(left);
        }
        if left.priority > operator.left_max() {
            return Err(Fault::new(
                span,
                format!(
                    "the operator {name} cannot take what stands before it as its left argument"
                ),
            )
            .expecting("parentheses around one side"));
        }
        Ok(left.term)
    }

    /// Ends the innermost operator with its right argument; a bracket stays.
    fn reduce(&mut self, right: Operand) -> Operand {
        match self.frames.pop() {
            Some(Frame::Prefix { name, priority, .. }) => Operand {
                term: Term::compound(name, [right.term]),
                priority,
            },
            Some(Frame::Infix {
                name,
                left,
                priority,
                ..
            }) => Operand {
                term: Term::compound(name, [left, right.term]),
                priority,
            },
            bracket => {
                self.frames.extend(bracket);
                right
            }
        }
    }

    fn reduce_to_bracket(&mut self, mut right: Operand) -> Operand {
        while matches!(
            self.frames.last(),
            Some(Frame::Prefix { .. } | Frame::Infix { .. })
        ) {
            right = self.reduce(right);
        }
        right
    }

    /// Adds an argument or an item to the innermost bracket.
    fn add_item(&mut self, last: Operand) {
        let item = self.reduce_to_bracket(last).term;
        if let Some(Frame::Bracket(bracket)) = self.frames.last_mut() {
            bracket.items.push(item);
        }
    }

    fn begin_tail(&mut self) {
        if let (Some(Frame::Bracket(bracket)), Some(kind)) =
            (self.frames.last_mut(), self.brackets.last_mut())
        {
            bracket.kind = BracketKind::Tail;
            *kind = BracketKind::Tail;
        }
    }

    fn closing(&mut self, last: Operand, token: Token) -> Result<Operand, Fault> {
        let fits = match (&token.kind, self.brackets.last()) {
            (Kind::Punctuation(close), Some(kind)) => kind.close() == *close,
            _ => false,
        };
        if !fits {
            return Err(self.missing_operator(token));
        }
        let last = self.reduce_to_bracket(last);
        self.brackets.pop();
        let Some(Frame::Bracket(mut bracket)) = self.frames.pop() else {
            unreachable!("operators were reduced down to the bracket that is open")
        };
        let term = match bracket.kind {
            BracketKind::Parentheses => last.term,
            BracketKind::Curly => Term::compound(sym::CURLY, [last.term]),
            BracketKind::Arguments(name) => {
                bracket.items.push(last.term);
                Term::compound(name, bracket.items)
            }
            BracketKind::List => {
                bracket.items.push(last.term);
                Term::list(bracket.items)
            }
            BracketKind::Tail => Term::list_with_tail(bracket.items, last.term),
        };
        Ok(Operand::simple(term))
    }
}

impl BracketKind {
    fn close(self) -> Punctuation {
        match self {
            BracketKind::Parentheses | BracketKind::Arguments(_) => Punctuation::Close,
            BracketKind::Curly => Punctuation::CloseCurly,
            BracketKind::List | BracketKind::Tail => Punctuation::CloseList,
        }
    }
}
