//! Reads the answer-set programs that Popper's bias files are.

use rustc_hash::FxHashMap;
use stratalog_logic::Symbol;

use crate::failures::{Atom, Comparison, Condition, Expression, Rule, Value};

/// Terms may not nest deeper than this.
const MAX_NESTING: usize = 64;

/// A statement with the line it starts at: a rule, or why it cannot be read.
pub(super) struct Statement {
    pub line: usize,
    pub rule: Result<Rule, String>,
}

/// Reads all statements of a text.
pub(super) fn statements(text: &str) -> Vec<Statement> {
    let mut lexer = Lexer::new(text);
    let mut statements = Vec::new();
    let mut tokens = Vec::new();
    let mut line = 1;
    while let Some((token, at)) = lexer.next() {
        if tokens.is_empty() {
            line = at;
        }
        if token != Token::Symbol(".") {
            tokens.push(token);
            continue;
        }
        let mut parser = Parser {
            tokens: std::mem::take(&mut tokens),
            at: 0,
            names: FxHashMap::default(),
            variables: 0,
        };
        let rule = parser.rule();
        statements.push(Statement { line, rule });
    }
    if !tokens.is_empty() {
        let rule = Err("the last statement has no full stop".to_owned());
        statements.push(Statement { line, rule });
    }
    statements
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Name(String),
    Variable(String),
    Integer(i64),
    Symbol(&'static str),
    Unknown(char),
}

/// Longer symbols first.
const SYMBOLS: &[&str] = &[
    ":-", "..", "!=", "<>", "<=", ">=", "==", "(", ")", "{", "}", ",", ";", ":", "=", "<", ">",
    "+", "-", "*", "/", "#", ".", "@", "|", "\\",
];

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            rest: text,
            line: 1,
        }
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }

    fn next(&mut self) -> Option<(Token, usize)> {
        loop {
            let first = self.rest.chars().next()?;
            if first.is_whitespace() {
                self.skip(first.len_utf8());
            } else if self.rest.starts_with("%*") {
                let end = self.rest.find("*%").map_or(self.rest.len(), |end| end + 2);
                self.skip(end);
            } else if first == '%' {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.skip(end);
            } else {
                break;
            }
        }
        let line = self.line;
        let first = self.rest.chars().next()?;
        let while_word = |text: &str| {
            let is_end = |c: char| !(c.is_alphanumeric() || c == '_');
            text.find(is_end).unwrap_or(text.len())
        };
        if first == '"' || first == '\'' {
            let body = &self.rest[1..];
            let Some(end) = body.find(first) else {
                self.skip(1);
                return Some((Token::Unknown(first), line));
            };
            let name = body[..end].to_owned();
            self.skip(end + 2);
            return Some((Token::Name(name), line));
        }
        if first.is_ascii_digit() {
            let is_end = |c: char| !c.is_ascii_digit();
            let end = self.rest.find(is_end).unwrap_or(self.rest.len());
            let digits = self.skip(end);
            let token = match digits.parse() {
                Ok(number) => Token::Integer(number),
                Err(_) => Token::Unknown(first),
            };
            return Some((token, line));
        }
        if first.is_alphabetic() || first == '_' {
            let end = while_word(self.rest);
            let word = self.skip(end).to_owned();
            let token = if first == '_' || first.is_uppercase() {
                Token::Variable(word)
            } else {
                Token::Name(word)
            };
            return Some((token, line));
        }
        match SYMBOLS
            .iter()
            .find(|symbol| self.rest.starts_with(**symbol))
        {
            Some(symbol) => {
                self.skip(symbol.len());
                Some((Token::Symbol(symbol), line))
            }
            None => {
                self.skip(first.len_utf8());
                Some((Token::Unknown(first), line))
            }
        }
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    names: FxHashMap<String, usize>,
    variables: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, symbol: &str) -> bool {
        let is_there = matches!(self.peek(), Some(Token::Symbol(next)) if *next == symbol);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, symbol: &str) -> Result<(), String> {
        if self.takes(symbol) {
            Ok(())
        } else {
            Err(format!("'{symbol}' was expected"))
        }
    }

    fn rule(&mut self) -> Result<Rule, String> {
        let head = if self.takes(":-") {
            None
        } else {
            let head = self.atom(0)?;
            if self.at < self.tokens.len() {
                self.expect(":-")?;
                Some(head)
            } else {
                return Ok(Rule {
                    head: Some(head),
                    body: Vec::new(),
                    variables: self.variables,
                });
            }
        };
        let body = self.conditions()?;
        if self.at < self.tokens.len() {
            return Err("the rule is of a kind that is not supported".to_owned());
        }
        Ok(Rule {
            head,
            body,
            variables: self.variables,
        })
    }

    fn conditions(&mut self) -> Result<Vec<Condition>, String> {
        let mut conditions = vec![self.condition()?];
        while self.takes(",") || self.takes(";") {
            conditions.push(self.condition()?);
        }
        Ok(conditions)
    }

    fn condition(&mut self) -> Result<Condition, String> {
        if self.takes("#") {
            let (tuple, inner) = self.count()?;
            let comparison = self.comparison().ok_or("a comparison was expected")?;
            let right = self.sum(0)?;
            return Ok(Condition::Count(tuple, inner, comparison, right));
        }
        if self.peek() == Some(&Token::Name("not".to_owned())) {
            self.at += 1;
            return Ok(Condition::Fails(self.atom(0)?));
        }
        let start = self.at;
        if let Some(Token::Name(_)) = self.peek() {
            let atom = self.atom(0)?;
            if self.comparison().is_none() {
                return Ok(Condition::Holds(atom));
            }
            self.at = start;
        }
        let left = self.sum(0)?;
        let comparison = self.comparison().ok_or("a comparison was expected")?;
        if self.takes("#") {
            let (tuple, inner) = self.count()?;
            let comparison = mirrored(comparison);
            return Ok(Condition::Count(tuple, inner, comparison, left));
        }
        let right = self.sum(0)?;
        Ok(Condition::Compare(comparison, left, right))
    }

    fn count(&mut self) -> Result<(Vec<Expression>, Vec<Condition>), String> {
        match self.peek() {
            Some(Token::Name(name)) if name == "count" => self.at += 1,
            _ => return Err("only the aggregate #count is supported".to_owned()),
        }
        self.expect("{")?;
        let mut tuple = vec![self.sum(0)?];
        while self.takes(",") {
            tuple.push(self.sum(0)?);
        }
        let inner = if self.takes(":") {
            self.conditions()?
        } else {
            Vec::new()
        };
        self.expect("}")?;
        Ok((tuple, inner))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let Some(Token::Symbol(symbol)) = self.peek() else {
            return None;
        };
        let comparison = match *symbol {
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::Unequal,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" => Comparison::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(comparison)
    }

    fn atom(&mut self, depth: usize) -> Result<Atom, String> {
        let Some(Token::Name(name)) = self.peek().cloned() else {
            return Err("a predicate was expected".to_owned());
        };
        self.at += 1;
        let args = if self.takes("(") {
            self.arguments(depth)?.0
        } else {
            Vec::new()
        };
        Ok(Atom {
            name: Symbol::new(&name),
            args,
        })
    }

    /// Arguments up to the closing parenthesis, and whether a comma ends them.
    fn arguments(&mut self, depth: usize) -> Result<(Vec<Expression>, bool), String> {
        let mut args = Vec::new();
        loop {
            if self.takes(")") {
                return Ok((args, true));
            }
            args.push(self.sum(depth + 1)?);
            if self.takes(")") {
                return Ok((args, false));
            }
            self.expect(",")?;
        }
    }

    fn sum(&mut self, depth: usize) -> Result<Expression, String> {
        let mut left = self.term(depth)?;
        loop {
            let sign = match self.peek() {
                Some(Token::Symbol("+")) => '+',
                Some(Token::Symbol("-")) => '-',
                Some(Token::Symbol("*")) => '*',
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.term(depth)?;
            left = Expression::Operation(sign, Box::new(left), Box::new(right));
        }
    }

    fn term(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > MAX_NESTING {
            return Err("a term is nested too deeply".to_owned());
        }
        let token = self.peek().cloned().ok_or("a term was expected")?;
        self.at += 1;
        match token {
            Token::Integer(number) => Ok(Expression::Value(Value::Integer(number))),
            Token::Symbol("-") => match self.term(depth + 1)? {
                Expression::Value(Value::Integer(number)) => {
                    Ok(Expression::Value(Value::Integer(number.saturating_neg())))
                }
                _ => Err("a number was expected".to_owned()),
            },
            Token::Variable(name) if name == "_" => Ok(Expression::Anything),
            Token::Variable(name) => {
                let next = self.names.len();
                let number = *self.names.entry(name).or_insert(next);
                self.variables = self.names.len();
                Ok(Expression::Variable(number))
            }
            Token::Name(name) => {
                let name = Value::Name(Symbol::new(&name));
                if self.takes("(") {
                    let (args, _) = self.arguments(depth)?;
                    let parts = std::iter::once(Expression::Value(name)).chain(args);
                    return Ok(Expression::Tuple(parts.collect()));
                }
                Ok(Expression::Value(name))
            }
            Token::Symbol("(") => {
                let (mut parts, has_comma) = self.arguments(depth)?;
                if parts.len() == 1 && !has_comma {
                    return Ok(parts.remove(0));
                }
                Ok(Expression::Tuple(parts))
            }
            other => Err(format!("{other:?} was not expected")),
        }
    }
}

/// The comparison with its sides exchanged.
fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Greater => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
        same => same,
    }
}
