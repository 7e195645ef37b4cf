//! Reads the answer-set programs that Popper's bias files are.
//!
//! A statement with pools, as in `colour(red;blue)`, or ranges, as in `number(1..3)`,
//! stands for several rules. It is read once for each choice among them.

use rustc_hash::FxHashMap;
use stratalog_logic::Symbol;

use crate::failures::{Atom, Comparison, Condition, Element, Expression, Rule, Value};

/// Terms may not nest deeper than this.
const MAX_NESTING: usize = 64;
/// The most rules that one statement may stand for.
const MAX_RULES: usize = 100_000;

/// A statement with the line it starts at: the rules that it stands for, or why it
/// cannot be read.
pub(super) struct Statement {
    pub line: usize,
    pub rules: Result<Vec<Rule>, String>,
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
        let rules = rules(std::mem::take(&mut tokens));
        statements.push(Statement { line, rules });
    }
    if !tokens.is_empty() {
        let rules = Err("the last statement has no full stop".to_owned());
        statements.push(Statement { line, rules });
    }
    statements
}

/// The rules of one statement. Directives that concern the output alone have none.
fn rules(tokens: Vec<Token>) -> Result<Vec<Rule>, String> {
    if let [Token::Symbol("#"), Token::Name(name), ..] = &tokens[..]
        && matches!(name.as_str(), "show" | "defined" | "project")
    {
        return Ok(Vec::new());
    }
    let mut parser = Parser {
        tokens,
        at: 0,
        names: FxHashMap::default(),
        choices: Vec::new(),
        chosen: 0,
    };
    let mut rules = Vec::new();
    loop {
        rules.push(parser.rule()?);
        if !parser.has_next_choice() {
            return Ok(rules);
        }
        if rules.len() >= MAX_RULES {
            return Err(format!("it stands for more than {MAX_RULES} rules"));
        }
    }
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
    /// For each pool or range so far, which alternative is taken and how many there are.
    choices: Vec<(usize, usize)>,
    /// The pools and ranges that were met since the statement began.
    chosen: usize,
}

impl Parser {
    /// Which of some alternatives is taken this time.
    fn choose(&mut self, alternatives: usize) -> usize {
        if self.chosen == self.choices.len() {
            self.choices.push((0, alternatives));
        }
        self.chosen += 1;
        self.choices[self.chosen - 1].0
    }

    /// Takes other alternatives and begins the statement again; false if all were taken.
    fn has_next_choice(&mut self) -> bool {
        while let Some((taken, alternatives)) = self.choices.pop() {
            if taken + 1 < alternatives {
                self.choices.push((taken + 1, alternatives));
                self.at = 0;
                self.chosen = 0;
                self.names.clear();
                return true;
            }
        }
        false
    }

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
        let head = match self.peek() {
            Some(Token::Symbol(":-")) => None,
            _ => Some(self.atom(0)?),
        };
        let mut body = Vec::new();
        if head.is_none() || self.at < self.tokens.len() {
            if !self.takes(":-") {
                return Err("a full stop or ':-' is missing in it".to_owned());
            }
            body = self.conditions(&[",", ";"])?;
        }
        if self.at < self.tokens.len() {
            return Err("the rule is of a kind that is not supported".to_owned());
        }
        Ok(Rule {
            head,
            body,
            variables: self.names.len(),
        })
    }

    fn conditions(&mut self, separators: &[&str]) -> Result<Vec<Condition>, String> {
        let mut conditions = Vec::new();
        loop {
            self.condition(&mut conditions)?;
            if !separators.iter().any(|separator| self.takes(separator)) {
                return Ok(conditions);
            }
        }
    }

    /// Adds a condition; an aggregate with two bounds is two.
    fn condition(&mut self, conditions: &mut Vec<Condition>) -> Result<(), String> {
        let mut is_negated = false;
        while self.peek() == Some(&Token::Name("not".to_owned())) {
            self.at += 1;
            is_negated = !is_negated;
        }
        let start = self.at;
        if let Some(Token::Name(_)) = self.peek() {
            let chosen = self.chosen;
            let atom = self.atom(0)?;
            if self.peek().is_none_or(ends_condition) {
                conditions.push(if is_negated {
                    Condition::Fails(atom)
                } else {
                    Condition::Holds(atom)
                });
                return Ok(());
            }
            self.at = start;
            self.chosen = chosen;
        }
        if self.is_aggregate() {
            let elements = self.elements()?;
            return self.upper_bound(elements, is_negated, conditions);
        }
        let left = self.sum(0)?;
        let comparison = self.comparison();
        if self.is_aggregate() {
            let elements = self.elements()?;
            let has_upper = self.peek().is_some_and(|token| !ends_condition(token));
            let comparison = mirrored(comparison.unwrap_or(Comparison::AtMost));
            if has_upper {
                if is_negated {
                    return Err("an aggregate with two bounds cannot be negated".to_owned());
                }
                self.upper_bound(elements.clone(), false, conditions)?;
            }
            let comparison = negated_if(is_negated, comparison);
            conditions.push(Condition::Count(elements, comparison, left));
            return Ok(());
        }
        let comparison = comparison.ok_or("a comparison was expected")?;
        let right = self.sum(0)?;
        let comparison = negated_if(is_negated, comparison);
        conditions.push(Condition::Compare(comparison, left, right));
        Ok(())
    }

    fn is_aggregate(&self) -> bool {
        matches!(self.peek(), Some(Token::Symbol("#" | "{")))
    }

    /// What follows the elements of an aggregate: a comparison, or a number that is an
    /// upper bound.
    fn upper_bound(
        &mut self,
        elements: Vec<Element>,
        is_negated: bool,
        conditions: &mut Vec<Condition>,
    ) -> Result<(), String> {
        let comparison = self.comparison().unwrap_or(Comparison::AtMost);
        let right = self.sum(0)?;
        let comparison = negated_if(is_negated, comparison);
        conditions.push(Condition::Count(elements, comparison, right));
        Ok(())
    }

    /// The elements of `#count{...}`, or of `{...}`, which counts atoms.
    fn elements(&mut self) -> Result<Vec<Element>, String> {
        let counts_atoms = !self.takes("#");
        if !counts_atoms {
            match self.peek() {
                Some(Token::Name(name)) if name == "count" => self.at += 1,
                _ => return Err("only the aggregate #count is supported".to_owned()),
            }
        }
        self.expect("{")?;
        let mut elements = Vec::new();
        loop {
            let mut tuple = Vec::new();
            let mut conditions = Vec::new();
            if counts_atoms {
                let atom = self.atom(0)?;
                tuple.push(Expression::Value(Value::Name(atom.name)));
                tuple.extend(atom.args.iter().cloned());
                conditions.push(Condition::Holds(atom));
            } else {
                tuple.push(self.sum(0)?);
                while self.takes(",") {
                    tuple.push(self.sum(0)?);
                }
            }
            if self.takes(":") {
                conditions.extend(self.conditions(&[","])?);
            }
            elements.push(Element { tuple, conditions });
            if !self.takes(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(elements)
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

    /// Arguments up to the closing parenthesis, and whether a comma ends them. Of
    /// several lists of arguments, separated by semicolons, one is taken.
    fn arguments(&mut self, depth: usize) -> Result<(Vec<Expression>, bool), String> {
        let mut lists = vec![(Vec::new(), true)];
        loop {
            let last = lists.len() - 1;
            if self.takes(")") {
                break;
            }
            let arg = self.sum(depth + 1)?;
            lists[last].0.push(arg);
            lists[last].1 = false;
            if self.takes(")") {
                break;
            }
            if self.takes(";") {
                lists.push((Vec::new(), true));
            } else {
                self.expect(",")?;
                lists[last].1 = true;
            }
        }
        let taken = if lists.len() > 1 {
            self.choose(lists.len())
        } else {
            0
        };
        Ok(lists.swap_remove(taken))
    }

    /// A sum, or a range of numbers, of which one is taken.
    fn sum(&mut self, depth: usize) -> Result<Expression, String> {
        let low = self.terms(depth)?;
        if !self.takes("..") {
            return Ok(low);
        }
        let high = self.terms(depth)?;
        let (Expression::Value(Value::Integer(low)), Expression::Value(Value::Integer(high))) =
            (low, high)
        else {
            return Err("the ends of a range must be numbers".to_owned());
        };
        let count = high.checked_sub(low).and_then(|d| usize::try_from(d).ok());
        let count = count.filter(|&count| count < MAX_RULES);
        let count = count.ok_or("a range is empty or too large")?;
        let taken = self.choose(count + 1);
        Ok(Expression::Value(Value::Integer(low + taken as i64)))
    }

    fn terms(&mut self, depth: usize) -> Result<Expression, String> {
        let mut left = self.product(depth)?;
        loop {
            let sign = match self.peek() {
                Some(Token::Symbol("+")) => '+',
                Some(Token::Symbol("-")) => '-',
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.product(depth)?;
            left = Expression::Operation(sign, Box::new(left), Box::new(right));
        }
    }

    fn product(&mut self, depth: usize) -> Result<Expression, String> {
        let mut left = self.term(depth)?;
        loop {
            let sign = match self.peek() {
                Some(Token::Symbol("*")) => '*',
                Some(Token::Symbol("/")) => '/',
                Some(Token::Symbol("\\")) => '\\',
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
            Token::Symbol("|") => {
                let inner = self.sum(depth + 1)?;
                self.expect("|")?;
                Ok(Expression::Absolute(Box::new(inner)))
            }
            Token::Symbol("(") => {
                let (mut parts, has_comma) = self.arguments(depth)?;
                if parts.len() == 1 && !has_comma {
                    return Ok(parts.remove(0));
                }
                Ok(Expression::Tuple(parts))
            }
            Token::Symbol(symbol) => Err(format!("'{symbol}' was not expected")),
            Token::Unknown(character) => Err(format!("'{character}' was not expected")),
        }
    }
}

/// Whether a condition is complete before this token.
fn ends_condition(token: &Token) -> bool {
    matches!(token, Token::Symbol("," | ";" | "}"))
}

fn negated_if(is_negated: bool, comparison: Comparison) -> Comparison {
    if !is_negated {
        return comparison;
    }
    match comparison {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
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
