//! Games in the prefix syntax of the public GDL repositories (KIF) into the same
//! clauses as the Prolog reader.
//!
//! `(<= head a b)` is `head :- a, b`; `or`, `and`, `not` become `;`, `,` and
//! `\+`. Letter case means nothing in these files, so names are folded to lower
//! case. Variables get names that Prolog can read. Nothing recurses: open
//! lists are on a stack.
//!
//! ```
//! use stratalog_logic::{KifReader, Source, TermWriter};
//!
//! let source = Source::new("game.kif", "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))");
//! let clause = KifReader::new(&source).next_clause().unwrap().unwrap();
//! let text = TermWriter::new().names(&clause.var_names).term(&clause.term);
//! assert_eq!(text, "next(step(Y)):-true(step(X)),succ(X,Y)");
//! ```

use std::ops::Range;

use crate::lexer::ClauseEnd;
use crate::reader::ReadTerm;
use crate::source::{Fault, Locator, Source, SyntaxError};
use crate::symbol::{Symbol, sym};
use crate::term::Term;

mod tokens;
mod variables;

use tokens::{Kind, Lexer, Token};
use variables::Variables;

/// Reads the clauses of a KIF source one by one.
pub struct KifReader<'a> {
    source: &'a Source,
    lexer: Lexer<'a>,
    locator: Locator<'a>,
}

/// A term and where it stood.
struct Item {
    term: Term,
    span: Range<usize>,
}

/// What the items of an open list mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A whole clause.
    Clause,
    /// The head of a rule.
    Head,
    /// A literal, or literals joined by a connective.
    Formula,
    /// An argument.
    Argument,
}

struct List {
    role: Role,
    items: Vec<Item>,
    opened: Range<usize>,
}

impl List {
    /// The name the list starts with, once it has been read.
    fn name(&self) -> Option<&'static str> {
        let first = self.items.first()?;
        first.term.as_atom().map(Symbol::as_str)
    }

    fn role_of_next(&self) -> Role {
        match (self.role, self.name()) {
            (Role::Clause, Some("<=")) if self.items.len() == 1 => Role::Head,
            (Role::Clause, Some("<=")) => Role::Formula,
            (Role::Formula, Some("and" | "or" | "not")) => Role::Formula,
            _ => Role::Argument,
        }
    }
}

impl<'a> KifReader<'a> {
    /// A reader of this source.
    pub fn new(source: &'a Source) -> KifReader<'a> {
        KifReader {
            source,
            lexer: Lexer::new(&source.text),
            locator: Locator::new(&source.text),
        }
    }

    /// The next clause or mistake; `None` at the end of the text.
    pub fn next_clause(&mut self) -> Option<Result<ReadTerm, SyntaxError>> {
        let first = match self.lexer.next() {
            Ok(token) => token?,
            Err(fault) => return Some(Err(self.error(fault))),
        };
        let start = first.span.start;
        self.locator.move_to(start);
        let mut variables = Variables::default();
        Some(match self.read_clause(first, &mut variables) {
            Ok(item) => {
                let position = self.locator.look_at(start);
                Ok(ReadTerm {
                    term: item.term,
                    var_names: variables.into_names(),
                    singletons: Vec::new(),
                    span: item.span,
                    line: position.line,
                    column: position.column,
                    end: ClauseEnd::Parenthesis,
                })
            }
            Err(fault) => Err(self.error(fault)),
        })
    }

    fn error(&self, fault: Fault) -> SyntaxError {
        let position = self.locator.look_at(fault.span.start);
        fault.at(&self.source.name, position)
    }

    /// Reads the clause that starts with `first`. A mistake inside a list is
    /// kept until the list is closed, so that the next clause is read from its
    /// start.
    fn read_clause(&mut self, first: Token<'a>, variables: &mut Variables) -> Result<Item, Fault> {
        let mut lists: Vec<List> = Vec::new();
        let mut mistake: Option<Fault> = None;
        let mut next = Ok(Some(first));
        loop {
            let token = match next {
                Ok(Some(token)) => token,
                Ok(None) => {
                    let end = self.source.text.len();
                    return Err(mistake.unwrap_or_else(|| {
                        self.unclosed(&lists, end..end, "the text ends")
                            .expecting(")")
                    }));
                }
                Err(fault) => {
                    mistake.get_or_insert(fault);
                    next = self.lexer.next();
                    continue;
                }
            };
            let item = match token.kind {
                Kind::Open => {
                    if !lists.is_empty() && self.lexer.at_rule() {
                        self.lexer.back_to(token.span.start);
                        return Err(mistake.unwrap_or_else(|| {
                            self.unclosed(&lists, token.span, "a new rule starts")
                                .expecting(")")
                        }));
                    }
                    let role = lists.last().map_or(Role::Clause, List::role_of_next);
                    lists.push(List {
                        role,
                        items: Vec::new(),
                        opened: token.span,
                    });
                    next = self.lexer.next();
                    continue;
                }
                Kind::Close => match lists.pop() {
                    Some(list) => {
                        let span = list.opened.start..token.span.end;
                        let term = close(list, span.clone()).unwrap_or_else(|fault| {
                            mistake.get_or_insert(fault);
                            Term::Atom(sym::TRUE)
                        });
                        Item { term, span }
                    }
                    None => {
                        return Err(Fault::new(token.span, "this ) closes nothing")
                            .expecting("( before it, or one ) less"));
                    }
                },
                Kind::Variable(name) => Item {
                    term: Term::Var(variables.occurrence(name)),
                    span: token.span,
                },
                Kind::Atom(term) => Item {
                    term,
                    span: token.span,
                },
            };
            match lists.last_mut() {
                Some(list) => list.items.push(item),
                None => {
                    return match mistake {
                        Some(fault) => Err(fault),
                        None => check_literal(&item, "a clause").map(|()| item),
                    };
                }
            }
            next = self.lexer.next();
        }
    }

    fn unclosed(&self, lists: &[List], span: Range<usize>, what: &str) -> Fault {
        let Some(innermost) = lists.last() else {
            return Fault::new(span, format!("{what} too early"));
        };
        let position = self.locator.look_at(innermost.opened.start);
        let (line, column) = (position.line, position.column);
        Fault::new(
            span,
            format!("{what} before the ( of line {line}, column {column} is closed"),
        )
        .opened_at(innermost.opened.clone())
    }
}

impl Iterator for KifReader<'_> {
    type Item = Result<ReadTerm, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_clause()
    }
}

/// The term a closed list represents.
fn close(list: List, span: Range<usize>) -> Result<Term, Fault> {
    let role = list.role;
    let mut items = list.items.into_iter();
    let Some(first) = items.next() else {
        return Err(Fault::new(span, "there is nothing between these").expecting("a name"));
    };
    let name = match &first.term {
        Term::Atom(name) => *name,
        Term::Integer(_) | Term::Big(_) => Symbol::new(&first.term.to_string()),
        _ => {
            return Err(
                Fault::new(first.span, "this cannot name a relation or a function")
                    .expecting("a name after the ("),
            );
        }
    };
    let items: Vec<Item> = items.collect();
    match (role, name.as_str()) {
        (Role::Clause, "<=") => rule(items, span),
        (_, "<=") => Err(
            Fault::new(first.span, "a rule cannot stand inside something else")
                .expecting("the rule at the outside"),
        ),
        (Role::Clause | Role::Head, "not" | "and" | "or" | "distinct") => Err(Fault::new(
            first.span,
            format!("{name} cannot be what a clause defines"),
        )
        .expecting("a relation")),
        (Role::Formula, "and") => Ok(Term::conjunction(literals(items, "a literal")?)),
        (Role::Formula, "or") => disjunction(items, span),
        (Role::Formula, "not") => {
            exactly(&items, 1, span, "not")?;
            Ok(Term::compound(sym::NOT, literals(items, "a literal")?))
        }
        (Role::Formula, "distinct") => {
            exactly(&items, 2, span, "distinct")?;
            Ok(compound(name, items))
        }
        _ => Ok(compound(name, items)),
    }
}

fn compound(name: Symbol, items: Vec<Item>) -> Term {
    Term::compound(name, items.into_iter().map(|item| item.term))
}

fn rule(items: Vec<Item>, span: Range<usize>) -> Result<Term, Fault> {
    let mut items = items.into_iter();
    let Some(head) = items.next() else {
        return Err(Fault::new(span, "this rule is empty").expecting("a head after <="));
    };
    check_literal(&head, "the head of a rule")?;
    let body = literals(items.collect(), "a literal")?;
    if body.is_empty() {
        return Ok(head.term);
    }
    Ok(Term::compound(
        sym::NECK,
        [head.term, Term::conjunction(body)],
    ))
}

fn disjunction(items: Vec<Item>, span: Range<usize>) -> Result<Term, Fault> {
    let mut branches = literals(items, "a literal")?;
    let Some(last) = branches.pop() else {
        return Err(Fault::new(span, "this or has no branches").expecting("literals"));
    };
    Ok(branches.into_iter().rev().fold(last, |rest, branch| {
        Term::compound(sym::SEMICOLON, [branch, rest])
    }))
}

fn literals(items: Vec<Item>, what: &str) -> Result<Vec<Term>, Fault> {
    items
        .into_iter()
        .map(|item| check_literal(&item, what).map(|()| item.term))
        .collect()
}

/// A literal is a relation: a variable or a number cannot hold or fail.
fn check_literal(item: &Item, what: &str) -> Result<(), Fault> {
    let found = match item.term {
        Term::Var(_) => "a variable",
        Term::Atom(_) | Term::Compound(_) => return Ok(()),
        _ => "a number",
    };
    Err(
        Fault::new(item.span.clone(), format!("{found} cannot be {what}"))
            .expecting("a relation, such as (true ?x) or terminal"),
    )
}

fn exactly(items: &[Item], count: usize, span: Range<usize>, name: &str) -> Result<(), Fault> {
    if items.len() == count {
        return Ok(());
    }
    let found = items.len();
    Err(Fault::new(span, format!("{name} has {found} arguments"))
        .expecting(format!("{count} after {name}")))
}
