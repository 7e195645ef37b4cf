//! Terms into text that reads back as the same term.
//!
//! `Display` writes what SWI-Prolog's `writeq/1` writes, with variables named
//! A, B, ... by their numbers. [`TermWriter`] takes other operators and names,
//! and lays clauses out for people. Nothing here recurses: a term may be as deep
//! as memory allows.
//!
//! ```
//! use stratalog_logic::{TermWriter, read_term};
//!
//! let clause = read_term("win(P):-row(P,R),\\+blocked(R)").unwrap();
//! let text = TermWriter::new().names(&clause.var_names).clause(&clause.term);
//! assert_eq!(text, "win(P) :-\n    row(P, R),\n    \\+ blocked(R).");
//! ```

use std::borrow::Cow;

use std::fmt;

use crate::operators::{ARGUMENT_PRIORITY, MAX_PRIORITY, Operator, OperatorType, Operators};
use crate::symbol::{Symbol, sym};
use crate::term::{Compound, Term, Var};

mod clause;
mod names;
mod tokens;

pub use names::var_name;

use names::Names;
use tokens::{Output, atom_text, float_text, needs_quotes, quoted};

/// Writes terms with a given operator table and variable names.
#[derive(Clone, Copy)]
pub struct TermWriter<'a> {
    operators: &'a Operators,
    names: &'a [(String, Var)],
    spacing: Spacing,
    quotes: bool,
    /// Whether `'$VAR'(N)` is written as a variable.
    numbered: bool,
}

/// What follows the comma between arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Tight,
    Spaced,
}

impl Default for TermWriter<'_> {
    fn default() -> Self {
        TermWriter::new()
    }
}

impl<'a> TermWriter<'a> {
    /// Standard operators, variables named by number.
    pub fn new() -> TermWriter<'a> {
        TermWriter {
            operators: Operators::standard(),
            names: &[],
            spacing: Spacing::Tight,
            quotes: true,
            numbered: false,
        }
    }

    /// With these operators.
    pub fn operators(mut self, operators: &'a Operators) -> TermWriter<'a> {
        self.operators = operators;
        self
    }

    /// With these variable names, such as those of the reader.
    pub fn names(mut self, names: &'a [(String, Var)]) -> TermWriter<'a> {
        self.names = names;
        self
    }

    /// With a blank after each comma between arguments.
    pub fn spaced(mut self) -> TermWriter<'a> {
        self.spacing = Spacing::Spaced;
        self
    }

    /// Without quotes, as SWI-Prolog's `write/1` writes: the text may read back as
    /// another term.
    pub fn unquoted(mut self) -> TermWriter<'a> {
        self.quotes = false;
        self
    }

    /// With `'$VAR'(N)` as the variable that `numbervars/3` made it of.
    pub fn numbered(mut self) -> TermWriter<'a> {
        self.numbered = true;
        self
    }

    fn atom_text(&self, name: Symbol) -> Cow<'static, str> {
        if self.quotes {
            atom_text(name)
        } else {
            Cow::Borrowed(name.as_str())
        }
    }

    /// The term as text.
    pub fn term(&self, term: &Term) -> String {
        let names = Names::numbered(self.names);
        let mut output = Output::default();
        self.write(&mut output, &names, Step::bracketed(term, MAX_PRIORITY));
        output.into_text()
    }

    /// The term as text, variables that occur once as `_` unless they have names.
    pub fn by_occurrence(&self, term: &Term) -> String {
        let names = Names::by_occurrence(self.names, term);
        let mut output = Output::default();
        self.write(&mut output, &names, Step::bracketed(term, MAX_PRIORITY));
        output.into_text()
    }

    /// The clause as text for people, with its full stop: one goal per line, and
    /// variables that occur once as `_` unless they have names.
    pub fn clause(&self, clause: &Term) -> String {
        let mut output = Output::default();
        let names = Names::by_occurrence(self.names, clause);
        self.spaced().write_clause(&mut output, &names, clause);
        output.into_text()
    }

    fn write(&self, output: &mut Output, names: &Names, first: Step) {
        let mut steps = vec![first];
        while let Some(step) = steps.pop() {
            match step {
                Step::Term { term, max, place } => match term {
                    Term::Var(var) => output.word(&names.of(*var)),
                    Term::Atom(name) => self.write_atom(output, *name, place),
                    Term::Integer(value) => output.number(&value.to_string()),
                    Term::Big(value) => output.number(&value.to_string()),
                    Term::Float(value) => output.number(&float_text(*value)),
                    Term::String(text) if self.quotes => {
                        output.word(&quoted(text.as_str(), '"'));
                    }
                    Term::String(text) => output.word(text.as_str()),
                    Term::Compound(compound) => {
                        self.write_compound(output, &mut steps, compound, max);
                    }
                },
                Step::Punctuation(text) => output.punctuation(text),
                Step::Separator | Step::Infix(sym::COMMA) => {
                    output.punctuation(match self.spacing {
                        Spacing::Tight => ",",
                        Spacing::Spaced => ", ",
                    })
                }
                Step::Infix(sym::BAR) => output.punctuation("|"),
                Step::Infix(name) => output.infix(name.as_str(), self.spacing),
                Step::Postfix(name) => output.word(name.as_str()),
                Step::ListRest(rest) => self.write_list_rest(&mut steps, rest),
            }
        }
    }

    fn write_atom(&self, output: &mut Output, name: Symbol, place: Place) {
        if place == Place::Operand && self.operators.contains(name) {
            output.open("(");
            output.word(&self.atom_text(name));
            output.punctuation(")");
        } else if name == sym::CURLY {
            output.open("{}");
        } else {
            output.word(&self.atom_text(name));
        }
    }

    fn write_compound<'t>(
        &self,
        output: &mut Output,
        steps: &mut Vec<Step<'t>>,
        compound: &'t Compound,
        max: u16,
    ) {
        let name = compound.name();
        match (name, compound.args()) {
            (_, [Term::Integer(number)])
                if self.numbered && *number >= 0 && name.as_str() == "$VAR" =>
            {
                let number = u32::try_from(*number).unwrap_or(u32::MAX);
                output.word(&var_name(Var(number)));
            }
            (sym::CONS, [head, tail]) => {
                output.open("[");
                steps.extend([Step::ListRest(tail), Step::argument(head)]);
            }
            (sym::CURLY, [inner]) => {
                output.open("{");
                steps.extend([Step::Punctuation("}"), Step::bracketed(inner, MAX_PRIORITY)]);
            }
            (_, args) => match (self.notation(compound), args) {
                (Notation::Prefix(operator), [arg]) => {
                    if operator.priority > max {
                        output.open("(");
                        steps.push(Step::Punctuation(")"));
                    }
                    output.prefix(name.as_str(), self.spacing);
                    steps.push(Step::operand(arg, operator.right_max()));
                }
                (Notation::Postfix(operator), [arg]) => {
                    if operator.priority > max {
                        output.open("(");
                        steps.push(Step::Punctuation(")"));
                    }
                    steps.push(Step::Postfix(name));
                    steps.push(Step::operand(arg, self.left_max(operator, arg)));
                }
                (Notation::Infix(operator), [left, right]) => {
                    if operator.priority > max {
                        output.open("(");
                        steps.push(Step::Punctuation(")"));
                    }
                    steps.extend([
                        Step::operand(right, operator.right_max()),
                        Step::Infix(name),
                        Step::operand(left, self.left_max(operator, left)),
                    ]);
                }
                _ => {
                    output.word(&self.atom_text(name));
                    output.punctuation("(");
                    steps.push(Step::Punctuation(")"));
                    for (index, arg) in args.iter().enumerate().rev() {
                        steps.push(Step::argument(arg));
                        if index > 0 {
                            steps.push(Step::Separator);
                        }
                    }
                }
            },
        }
    }

    fn write_list_rest<'t>(&self, steps: &mut Vec<Step<'t>>, rest: &'t Term) {
        match rest {
            Term::Atom(sym::NIL) => steps.push(Step::Punctuation("]")),
            _ => match rest.as_compound(sym::CONS, 2) {
                Some([head, tail]) => {
                    steps.extend([Step::ListRest(tail), Step::argument(head), Step::Separator]);
                }
                _ => steps.extend([
                    Step::Punctuation("]"),
                    Step::argument(rest),
                    Step::Punctuation("|"),
                ]),
            },
        }
    }

    /// How a compound is written: a name that needs quotes is not an operator, and
    /// one that is both infix and postfix is not written as postfix.
    fn notation(&self, compound: &Compound) -> Notation {
        let name = compound.name();
        let notation = match compound.args().len() {
            1 => match (self.operators.prefix(name), self.operators.postfix(name)) {
                (Some(operator), _) => Notation::Prefix(operator),
                (None, Some(operator)) if self.operators.infix(name).is_none() => {
                    Notation::Postfix(operator)
                }
                _ => Notation::Functional,
            },
            2 => match self.operators.infix(name) {
                Some(operator) => Notation::Infix(operator),
                None => Notation::Functional,
            },
            _ => Notation::Functional,
        };
        let is_special = compound.args().len() == 2 && (name == sym::COMMA || name == sym::BAR);
        if needs_quotes(name.as_str()) && !is_special {
            return Notation::Functional;
        }
        notation
    }

    /// The highest priority of a left argument without parentheses. `y` at the
    /// left of `yfx` would be read as an argument of an `fy` or `xfy` of equal priority.
    fn left_max(&self, operator: Operator, left: &Term) -> u16 {
        let left_max = operator.left_max();
        let Term::Compound(compound) = left else {
            return left_max;
        };
        let (Notation::Prefix(inner) | Notation::Infix(inner)) = self.notation(compound) else {
            return left_max;
        };
        let takes_right = matches!(inner.kind, OperatorType::Fy | OperatorType::Xfy);
        if takes_right && inner.priority == left_max {
            left_max - 1
        } else {
            left_max
        }
    }
}

enum Notation {
    Functional,
    Prefix(Operator),
    Postfix(Operator),
    Infix(Operator),
}

/// The context of a term; an atom that is an operator needs parentheses as an
/// operand only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Bracketed,
    Operand,
}

/// What is still to be written.
enum Step<'t> {
    Term {
        term: &'t Term,
        max: u16,
        place: Place,
    },
    ListRest(&'t Term),
    Infix(Symbol),
    Postfix(Symbol),
    Separator,
    Punctuation(&'static str),
}

impl<'t> Step<'t> {
    fn bracketed(term: &'t Term, max: u16) -> Step<'t> {
        Step::Term {
            term,
            max,
            place: Place::Bracketed,
        }
    }

    fn argument(term: &'t Term) -> Step<'t> {
        Step::bracketed(term, ARGUMENT_PRIORITY)
    }

    fn operand(term: &'t Term, max: u16) -> Step<'t> {
        Step::Term {
            term,
            max,
            place: Place::Operand,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&TermWriter::new().term(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::read_term;

    #[test]
    fn variables_without_names_keep_clear_of_the_names_given() {
        let term = Term::compound("f", [Term::var(0), Term::var(1), Term::var(27)]);
        assert_eq!(term.to_string(), "f(A,B,B1)");
        let names = [("A".to_owned(), Var(1))];
        let writer = TermWriter::new().names(&names);
        assert_eq!(writer.term(&term), "f(_A,A,B1)");
        assert_eq!(writer.clause(&term), "f(_, A, _).");
    }

    #[test]
    fn directives_and_operators_at_the_end_of_a_clause_are_laid_out() {
        let laid_out = |text: &str| {
            let read = read_term(text).unwrap();
            TermWriter::new().names(&read.var_names).clause(&read.term)
        };
        assert_eq!(laid_out(":-dynamic a/1,b/2"), ":- dynamic a/1, b/2.");
        assert_eq!(laid_out("p:-X= .."), "p :-\n    X= .. .");
        assert_eq!(
            laid_out("p:-findall(X,(a(X),b),L),c(L)"),
            "p :-\n    findall(X, (a(X), b), L),\n    c(L)."
        );
    }
}
