//! Strategies: the rules to try in order, their clauses, and facts about where
//! they come from; as Prolog text and back.

use std::fmt::Write;

use stratalog_logic::{Functor, Reader, Source, Term, TermWriter};

use crate::english;
use crate::error::MigoError;
use crate::rules::{called, parts};

/// A strategy for a two-player game: rules that each name moves to make.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strategy {
    /// What is known of it: `game`, `board`, `learner`, `seed` and so on.
    pub facts: Vec<(String, Term)>,
    /// The rules to try, in this order.
    pub order: Vec<Functor>,
    /// The clauses of the rules and of what they call.
    pub clauses: Vec<Term>,
}

impl Strategy {
    /// A fact of the strategy as text.
    pub fn fact(&self, name: &str) -> Option<String> {
        let (_, value) = self.facts.iter().find(|(key, _)| key == name)?;
        Some(match value {
            Term::Atom(text) | Term::String(text) => text.as_str().to_owned(),
            other => other.to_string(),
        })
    }

    /// The strategy with another fact.
    pub fn with_fact(mut self, name: &str, value: Term) -> Strategy {
        self.facts.retain(|(key, _)| key != name);
        self.facts.push((name.to_owned(), value));
        self
    }

    /// The clauses as lines of Prolog.
    pub fn lines(&self) -> Vec<String> {
        self.clauses.iter().map(line).collect()
    }

    /// Which predicates each rule and helper calls (the calling diagram).
    pub fn calls(&self) -> Vec<(Functor, Vec<Functor>)> {
        let mut calls: Vec<(Functor, Vec<Functor>)> = Vec::new();
        for clause in &self.clauses {
            let Some(head) = parts(clause).0.functor() else {
                continue;
            };
            let at = calls.iter().position(|(caller, _)| *caller == head);
            let at = at.unwrap_or_else(|| {
                calls.push((head, Vec::new()));
                calls.len() - 1
            });
            for functor in called(clause) {
                if !calls[at].1.contains(&functor) {
                    calls[at].1.push(functor);
                }
            }
        }
        calls
    }

    /// A sentence of English for each rule, in the order they are tried.
    pub fn english(&self) -> Vec<String> {
        self.order
            .iter()
            .map(|rule| english::sentence(*rule, &self.clauses))
            .collect()
    }

    /// The strategy as a file: facts, then the clauses of each rule under a
    /// comment that says it in English.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let game = self.fact("game").unwrap_or_else(|| "a game".to_owned());
        let _ = writeln!(
            text,
            "% A strategy for {game}: the rules are tried in order; where none\n% names a move, any move is made.\n"
        );
        for (name, value) in &self.facts {
            let fact = Term::compound("strategy", [Term::atom(name.as_str()), value.clone()]);
            let _ = writeln!(text, "{}.", TermWriter::new().spaced().term(&fact));
        }
        let indicator =
            |f: &Functor| Term::compound("/", [Term::Atom(f.name), Term::Integer(f.arity as i64)]);
        let order = Term::list(self.order.iter().map(indicator));
        let fact = Term::compound("strategy", [Term::atom("order"), order]);
        let _ = writeln!(text, "{}.", TermWriter::new().spaced().term(&fact));
        let mut written = vec![false; self.clauses.len()];
        for rule in &self.order {
            let _ = writeln!(text, "\n% {}", english::sentence(*rule, &self.clauses));
            for at in english::clauses_of(*rule, &self.clauses) {
                if !std::mem::replace(&mut written[at], true) {
                    let _ = writeln!(text, "{}", line(&self.clauses[at]));
                }
            }
        }
        text
    }

    /// Reads a strategy file.
    pub fn from_source(source: &Source) -> Result<Strategy, MigoError> {
        let wrong = |reason: String| MigoError::BadStrategy {
            name: source.name.clone(),
            reason,
        };
        let mut strategy = Strategy::default();
        let mut reader = Reader::new(source);
        while let Some(read) = reader.next_clause() {
            let term = read.map_err(|error| wrong(error.to_string()))?.term;
            let (head, body) = parts(&term);
            let Some(functor) = head.functor() else {
                return Err(wrong(format!("'{term}' is no clause")));
            };
            match (functor.name.as_str(), head.args()) {
                ("strategy", [Term::Atom(name), value]) if body.is_empty() => {
                    if name.as_str() == "order" {
                        let order = value.as_list().unwrap_or_default();
                        strategy.order = order.iter().filter_map(functor_of).collect();
                    } else {
                        strategy
                            .facts
                            .push((name.as_str().to_owned(), value.clone()));
                    }
                }
                (":-", [_]) => {}
                _ => strategy.clauses.push(term),
            }
        }
        if strategy.fact("game").is_none() {
            return Err(wrong(
                "it does not say what it is for; a strategy has a fact strategy(game, NAME)"
                    .to_owned(),
            ));
        }
        if strategy.order.is_empty() && !strategy.clauses.is_empty() {
            return Err(wrong(
                "it does not say in which order its rules are tried; \
                 add strategy(order, [win_1/2, ...])"
                    .to_owned(),
            ));
        }
        Ok(strategy)
    }
}

fn functor_of(term: &Term) -> Option<Functor> {
    match (term.functor()?.name.as_str(), term.args()) {
        ("/", [Term::Atom(name), Term::Integer(arity)]) => {
            Some(Functor::new(*name, usize::try_from(*arity).ok()?))
        }
        _ => None,
    }
}

/// A clause on one line, as in `win_1(A, B) :- move(A, B), won(B).`
pub(crate) fn line(clause: &Term) -> String {
    let writer = TermWriter::new().spaced();
    let (head, body) = parts(clause);
    let head = writer.term(&head);
    if body.is_empty() {
        return format!("{head}.");
    }
    let body: Vec<String> = body.iter().map(|goal| writer.term(goal)).collect();
    format!("{head} :- {}.", body.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
strategy(game, 'noughts-and-crosses').
strategy(order, [win_1/2, win_2/2]).
win_1(A, B) :- move(A, B), won(B).
win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).
win_2_1(A, B) :- move(A, B), not(win_1(B, C)).
";

    #[test]
    fn a_strategy_is_written_and_read_back() {
        let strategy = Strategy::from_source(&Source::new("s.pl", TEXT)).expect("it reads");
        assert_eq!(strategy.order.len(), 2);
        let text = strategy.to_text();
        assert!(
            text.contains("win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C))."),
            "{text}"
        );
        let again = Strategy::from_source(&Source::new("s.pl", text)).expect("it reads");
        assert_eq!(again.lines(), strategy.lines());
    }

    #[test]
    fn a_file_that_is_no_strategy_is_refused() {
        for text in ["p(a).", "strategy(game, x). p(A,B) :- move(A,B).", "p("] {
            assert!(
                Strategy::from_source(&Source::new("s.pl", text)).is_err(),
                "{text}"
            );
        }
    }
}
