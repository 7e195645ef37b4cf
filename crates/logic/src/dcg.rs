//! Definite clause grammars: `Head --> Body` as an ordinary clause with two more
//! arguments, the text before and after.

use crate::compile::CompileError;
use crate::compile::goal::MAX_NESTING;
use crate::symbol::sym;
use crate::term::{Term, Var};

/// Translates grammar rules; numbers new variables from `next`.
pub(crate) struct Translator {
    next: u32,
}

impl Translator {
    /// A translator whose new variables are numbered from `next`.
    pub(crate) fn new(next: u32) -> Translator {
        Translator { next }
    }

    fn variable(&mut self) -> Term {
        self.next += 1;
        Term::var(self.next - 1)
    }

    /// The clause of `head --> body`. The head may have a pushback list, as in
    /// `a, [b] --> c`.
    fn rule(&mut self, head: &Term, body: &Term) -> Result<Term, CompileError> {
        let (before, after) = (self.variable(), self.variable());
        let (head, pushback) = match head.as_compound(sym::COMMA, 2) {
            Some([head, pushback]) => (head, Some(pushback)),
            _ => (head, None),
        };
        let Some(pushback) = pushback else {
            let head = nonterminal(head, &before, &after)?;
            let body = self.body(body, &before, &after, 0)?;
            return Ok(Term::compound(sym::NECK, [head, body]));
        };
        let middle = self.variable();
        let head = nonterminal(head, &before, &after)?;
        let body = self.body(body, &before, &middle, 0)?;
        let pushed = terminals(pushback, &after, &middle)
            .ok_or_else(|| CompileError::NotCallable(pushback.clone()))?;
        let body = Term::conjunction([body, pushed]);
        Ok(Term::compound(sym::NECK, [head, body]))
    }

    /// The goal of a grammar body between two texts.
    pub(crate) fn body(
        &mut self,
        body: &Term,
        before: &Term,
        after: &Term,
        depth: usize,
    ) -> Result<Term, CompileError> {
        if depth > MAX_NESTING {
            return Err(CompileError::NestedTooDeep);
        }
        if let Some(goal) = terminals(body, before, after) {
            return Ok(goal);
        }
        let same = Term::compound(sym::EQUALS, [before.clone(), after.clone()]);
        let Some(functor) = body.functor() else {
            return match body {
                Term::Var(_) => Ok(Term::compound(
                    "phrase",
                    [body.clone(), before.clone(), after.clone()],
                )),
                _ => Err(CompileError::NotCallable(body.clone())),
            };
        };
        Ok(match (functor.name.as_str(), body.args()) {
            (",", [_, _]) => self.sequence(body, before, after, depth)?,
            (";" | "|", [left, right]) => {
                let left = self.body(left, before, after, depth + 1)?;
                let right = self.body(right, before, after, depth + 1)?;
                Term::compound(sym::SEMICOLON, [left, right])
            }
            ("->" | "*->", [left, right]) => {
                let middle = self.variable();
                let left = self.body(left, before, &middle, depth + 1)?;
                let right = self.body(right, &middle, after, depth + 1)?;
                Term::compound(functor.name, [left, right])
            }
            ("\\+", [inner]) => {
                let rest = self.variable();
                let inner = self.body(inner, before, &rest, depth + 1)?;
                Term::conjunction([Term::compound(sym::NOT, [inner]), same])
            }
            ("!", []) => Term::conjunction([Term::Atom(sym::CUT), same]),
            ("{}", []) => same,
            ("{}", [goal]) => Term::compound(sym::COMMA, [goal.clone(), same]),
            _ => nonterminal(body, before, after)?,
        })
    }

    fn sequence(
        &mut self,
        body: &Term,
        before: &Term,
        after: &Term,
        depth: usize,
    ) -> Result<Term, CompileError> {
        let mut parts = Vec::new();
        let mut pending = vec![body];
        while let Some(term) = pending.pop() {
            match term.as_compound(sym::COMMA, 2) {
                Some([left, right]) => pending.extend([right, left]),
                _ => parts.push(term),
            }
        }
        let mut goals = Vec::with_capacity(parts.len());
        let mut from = before.clone();
        for (i, part) in parts.iter().enumerate() {
            let to = if i + 1 == parts.len() {
                after.clone()
            } else {
                self.variable()
            };
            goals.push(self.body(part, &from, &to, depth + 1)?);
            from = to;
        }
        Ok(Term::conjunction(goals))
    }
}

/// The clause of a grammar rule `Head --> Body`; none for any other term.
pub(crate) fn clause(term: &Term) -> Option<Result<Term, CompileError>> {
    let [head, body] = term.as_compound(sym::GRAMMAR_ARROW, 2)? else {
        return None;
    };
    let next = term.variables().iter().map(|Var(number)| number + 1).max();
    Some(Translator::new(next.unwrap_or(0)).rule(head, body))
}

/// Unifies the text with terminals: a list, or the codes of a string.
fn terminals(body: &Term, before: &Term, after: &Term) -> Option<Term> {
    let items = match body {
        Term::String(text) => {
            let codes = text.as_str().chars().map(|c| i64::from(u32::from(c)));
            codes.map(Term::Integer).collect()
        }
        _ => body.as_list()?,
    };
    let list = Term::list_with_tail(items, after.clone());
    Some(Term::compound(sym::EQUALS, [before.clone(), list]))
}

/// A nonterminal with its two further arguments.
fn nonterminal(term: &Term, before: &Term, after: &Term) -> Result<Term, CompileError> {
    let functor = term
        .functor()
        .ok_or_else(|| CompileError::NotCallable(term.clone()))?;
    let args = term.args().iter().cloned();
    let args = args.chain([before.clone(), after.clone()]);
    Ok(Term::compound(functor.name, args))
}
