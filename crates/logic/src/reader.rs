//! Prolog text into clauses.
//!
//! Syntax is that of SWI-Prolog, with its operators; `:- op(P, T, N)` changes
//! them for the clauses that follow. After an error the reader continues with
//! the next clause, so that one pass reports every error of a file.
//!
//! ```
//! use stratalog_logic::{Reader, Source};
//!
//! let source = Source::new("line.pl", "line(X) :- cell(X, _), \\+ blank(X).");
//! let clause = Reader::new(&source).next_clause().unwrap().unwrap();
//! assert_eq!(clause.term.to_string(), "line(A):-cell(A,B),\\+blank(A)");
//! assert_eq!(clause.var_names[0].0, "X");
//! ```

use std::ops::Range;

use crate::lexer::{ClauseEnd, Kind, Lexer};
use crate::operators::{OperatorType, Operators};
use crate::source::{Fault, Locator, Source, SyntaxError};
use crate::symbol::{Symbol, sym};
use crate::term::{Term, Var};

mod parser;
mod variables;

/// A term as it was read.
#[derive(Clone, Debug)]
pub struct ReadTerm {
    /// The term, its variables numbered from 0 by first occurrence.
    pub term: Term,
    /// The variables' names in the text, by first occurrence; `_` has none.
    pub var_names: Vec<(String, Var)>,
    /// Variables that occur once though their names do not start with `_`.
    pub singletons: Vec<Singleton>,
    /// The bytes of the text the term was read from, its end included.
    pub span: Range<usize>,
    /// The line it starts on, from 1.
    pub line: u32,
    /// The column it starts at in characters, from 1.
    pub column: u32,
    /// What ended it.
    pub end: ClauseEnd,
}

/// A named variable that occurs once in its clause: often a typing error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Singleton {
    /// Its name.
    pub name: String,
    /// Which variable it is.
    pub var: Var,
    /// Where it stands.
    pub span: Range<usize>,
}

/// What a text in double quotes is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DoubleQuotes {
    String,
    Codes,
    Characters,
    Atom,
}

/// Reads the clauses of a source one by one.
pub struct Reader<'a> {
    source: &'a Source,
    lexer: Lexer<'a>,
    locator: Locator<'a>,
    operators: Operators,
    double_quotes: DoubleQuotes,
    /// Whether `(t,)` is a tuple of one.
    has_one_tuples: bool,
    is_finished: bool,
}

impl<'a> Reader<'a> {
    /// A reader with the standard operators.
    pub fn new(source: &'a Source) -> Reader<'a> {
        Reader::with_operators(source, Operators::default())
    }

    /// A reader with these operators.
    pub fn with_operators(source: &'a Source, operators: Operators) -> Reader<'a> {
        Reader {
            source,
            lexer: Lexer::new(&source.text),
            locator: Locator::new(&source.text),
            operators,
            double_quotes: DoubleQuotes::String,
            has_one_tuples: false,
            is_finished: false,
        }
    }

    /// A reader for files of CProgol, whose directives end in `?` and whose modes
    /// mark constants with `#`. [`ReadTerm::end`] tells directives from the
    /// negative examples `:- p(x).`
    pub fn progol(source: &'a Source) -> Reader<'a> {
        let mut reader = Reader::with_operators(source, Operators::with_modes());
        reader.lexer.question_ends = true;
        reader
    }

    /// A reader for the bias files of Popper, which are answer-set programs: `not`
    /// is an operator, and `(t,)` is a tuple of one, read as `','(t)`. Other
    /// syntax of answer-set programs, such as `#count`, is an error.
    pub fn popper(source: &'a Source) -> Reader<'a> {
        let mut reader = Reader::with_operators(source, Operators::with_not());
        reader.has_one_tuples = true;
        reader
    }

    /// The operators after the clauses read so far.
    pub fn operators(&self) -> &Operators {
        &self.operators
    }

    /// The next clause or mistake; `None` at the end of the text or after the
    /// clause `end_of_file`.
    pub fn next_clause(&mut self) -> Option<Result<ReadTerm, SyntaxError>> {
        if self.is_finished {
            return None;
        }
        match self.read_clause() {
            Ok(Some(clause)) if clause.term.is_atom(sym::END_OF_FILE) => {
                self.is_finished = true;
                None
            }
            Ok(Some(clause)) if clause.end == ClauseEnd::EndOfText => {
                self.is_finished = true;
                let end = clause.span.end;
                let fault = Fault::new(end..end, "the text ends too early");
                Some(Err(self.error(fault.expecting("a full stop"))))
            }
            Ok(Some(clause)) => Some(self.obey(clause)),
            Ok(None) => {
                self.is_finished = true;
                None
            }
            Err(fault) => Some(Err(self.error(fault))),
        }
    }

    fn read_clause(&mut self) -> Result<Option<ReadTerm>, Fault> {
        let first = self
            .lexer
            .next()
            .inspect_err(|_| self.lexer.skip_clause())?;
        self.locator.move_to(first.span.start);
        if matches!(first.kind, Kind::End(ClauseEnd::EndOfText)) {
            return Ok(None);
        }
        self.parse(first).map(Some)
    }

    /// Applies the directives that change how the rest is read.
    fn obey(&mut self, clause: ReadTerm) -> Result<ReadTerm, SyntaxError> {
        let outcome = match clause.term.as_compound(sym::NECK, 1) {
            Some([directive]) => directive
                .conjuncts()
                .iter()
                .try_for_each(|goal| self.obey_directive(goal)),
            _ => Ok(()),
        };
        match outcome {
            Ok(()) => Ok(clause),
            Err(message) => Err(self.error(Fault::new(clause.span, message))),
        }
    }

    fn obey_directive(&mut self, directive: &Term) -> Result<(), String> {
        let Some(functor) = directive.functor() else {
            return Ok(());
        };
        match (functor.name.as_str(), directive.args()) {
            ("op", [priority, kind, names]) => self.declare(priority, kind, names),
            ("module", [_, exports]) => {
                let op = Symbol::new("op");
                for export in exports.as_list().unwrap_or_default() {
                    if let Some([priority, kind, names]) = export.as_compound(op, 3) {
                        self.declare(priority, kind, names)?;
                    }
                }
                Ok(())
            }
            ("use_module", [library, ..])
                if library.as_compound(Symbol::new("library"), 1)
                    == Some(&[Term::atom("clpfd")]) =>
            {
                self.operators.declare_constraints();
                Ok(())
            }
            ("set_prolog_flag", [flag, value]) if flag.is_atom(Symbol::new("double_quotes")) => {
                self.double_quotes = match value.as_atom().map(Symbol::as_str) {
                    Some("string") => DoubleQuotes::String,
                    Some("codes") => DoubleQuotes::Codes,
                    Some("chars") => DoubleQuotes::Characters,
                    Some("atom") => DoubleQuotes::Atom,
                    _ => {
                        return Err(format!(
                            "double_quotes must be string, codes, chars or atom, not {value}"
                        ));
                    }
                };
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn declare(&mut self, priority: &Term, kind: &Term, names: &Term) -> Result<(), String> {
        let priority = priority
            .as_integer()
            .ok_or_else(|| format!("an operator's priority is an integer, not {priority}"))?;
        let kind = kind
            .as_atom()
            .and_then(|kind| OperatorType::from_name(kind.as_str()))
            .ok_or_else(|| {
                format!("an operator's type is xfx, xfy, yfx, fy, fx, xf or yf, not {kind}")
            })?;
        let names = match names {
            Term::Atom(name) if *name != sym::NIL => vec![Term::Atom(*name)],
            other => other.as_list().unwrap_or_else(|| vec![other.clone()]),
        };
        for name in names {
            // `Module:Name` declares the name: there is one table for all.
            let name = match name.as_compound(sym::COLON, 2) {
                Some([_, inner]) => inner,
                _ => &name,
            };
            let name = name
                .as_atom()
                .ok_or_else(|| format!("an operator's name is an atom, not {name}"))?;
            self.operators
                .declare(priority, kind, name)
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn error(&self, fault: Fault) -> SyntaxError {
        let position = self.locator.look_at(fault.span.start);
        fault.at(&self.source.name, position)
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<ReadTerm, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_clause()
    }
}

/// Reads one term, with or without a final full stop.
pub fn read_term(text: &str) -> Result<ReadTerm, SyntaxError> {
    read_term_with(text, Operators::standard())
}

/// [`read_term`] with other operators.
pub fn read_term_with(text: &str, operators: &Operators) -> Result<ReadTerm, SyntaxError> {
    let source = Source::new("term", text);
    let mut reader = Reader::with_operators(&source, operators.clone());
    let first = reader.read_clause().map_err(|fault| reader.error(fault))?;
    let Some(term) = first else {
        let end = text.len();
        let fault = Fault::new(end..end, "there is nothing here").expecting("a term");
        return Err(fault.at(&source.name, source.position(end)));
    };
    let rest = match reader.lexer.next() {
        Ok(token) => match token.kind {
            Kind::End(ClauseEnd::EndOfText) => return Ok(term),
            _ => Fault::new(token.span, "one term ends before this").expecting("nothing more"),
        },
        Err(fault) => fault,
    };
    Err(reader.error(rest))
}
