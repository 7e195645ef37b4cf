//! Terms that a rule takes apart and would make again. In
//!
//! ```text
//! next(cell(X, Y, P)) :- true(cell(X, Y, P)), ...
//! legal(R, move(A, B)) :- possible(R, move(A, B)), ...
//! ```
//!
//! the term of the head is the one that was found: it gets a variable of its own, so
//! that it need not be looked for among all terms.

use super::ways::{Step, WayRule};
use crate::matching::Match;
use crate::program::Pattern;

/// The compound terms that are taken apart, in the order in which that is done.
#[derive(Default)]
struct Seen {
    patterns: Vec<Pattern>,
    /// For each, the variable that holds the term, if it is used again.
    variables: Vec<Option<u32>>,
    /// The number of the next variable.
    next: u32,
}

impl Seen {
    /// Notes the compound terms of a match, outer ones first.
    fn note(&mut self, found: &Match) {
        if let Match::Compound(_, _, args) = found {
            self.patterns.push(found.pattern());
            self.variables.push(None);
            args.iter().for_each(|arg| self.note(arg));
        }
    }

    /// Replaces what was seen by the variables that hold it.
    fn replace(&mut self, pattern: &mut Pattern) {
        if !matches!(pattern, Pattern::Compound(..)) {
            return;
        }
        if let Some(place) = self.patterns.iter().position(|seen| seen == pattern) {
            let next = &mut self.next;
            let var = *self.variables[place].get_or_insert_with(|| {
                *next += 1;
                *next - 1
            });
            *pattern = Pattern::Var(var);
        } else if let Pattern::Compound(_, args) = pattern {
            args.iter_mut().for_each(|arg| self.replace(arg));
        }
    }

    /// Tells a match the variables for its terms; `place` counts the terms.
    fn write(&self, found: &mut Match, place: &mut usize) {
        if let Match::Compound(whole, _, args) = found {
            *whole = self.variables[*place];
            *place += 1;
            args.iter_mut().for_each(|arg| self.write(arg, place));
        }
    }
}

/// Keeps the terms that a rule uses again in variables.
pub fn share(rule: &mut WayRule) {
    let mut seen = Seen {
        next: rule.variables as u32,
        ..Seen::default()
    };
    rule.head.iter().for_each(|found| seen.note(found));
    for step in &mut rule.steps {
        step.patterns_mut(&mut |pattern| seen.replace(pattern));
        step.matches_mut().iter().for_each(|found| seen.note(found));
    }
    rule.answer
        .iter_mut()
        .for_each(|pattern| seen.replace(pattern));
    rule.variables = seen.next as usize;
    let mut place = 0;
    let matches = rule.head.iter_mut();
    let matches = matches.chain(rule.steps.iter_mut().flat_map(Step::matches_mut));
    matches.for_each(|found| seen.write(found, &mut place));
}

#[cfg(test)]
mod tests {
    use crate::fault::Fault;
    use crate::ground::Budget;
    use crate::interpret::Interpreter;
    use crate::join::Work;
    use crate::prepare::{Purpose, prepare};
    use crate::sheet::{Rulesheet, Syntax};
    use stratalog_logic::Source;

    /// Terms within terms, found in facts, moves and answers, and asked again.
    const SHEET: &str = "
        role(r). init(on(a, f(g(1), b))). init(on(c, f(g(2), b))). init(on(c, f(g(1), c))).
        able(move(X, f(g(N), Z))) :- true(on(X, f(g(N), Z))), \\+ true(held(f(g(N), Z))).
        legal(r, M) :- able(M).
        legal(r, twice(move(X, f(g(N), Z)))) :- able(move(X, f(g(N), Z))), X \\= c, N \\= 2.
        next(held(f(G, Z))) :- does(r, move(X, f(G, Z))), true(on(X, f(G, Z))).
        next(held(g(N))) :- does(r, move(_, f(g(N), _))).
        next(on(X, f(g(N), Z))) :- true(on(X, f(g(N), Z))), \\+ does(r, move(X, f(g(N), Z))).
        terminal :- true(held(f(g(1), b))), true(held(g(1))).
        goal(r, 50).";

    #[test]
    fn terms_that_are_kept_are_those_that_would_be_made() -> Result<(), Fault> {
        let sheet = Rulesheet::read(Source::new("test.pl", SHEET), Syntax::Prolog);
        let work = Work::new(Budget::default().work);
        let prepared = prepare(&sheet, Purpose::Interpreting, &work).expect("right rules");
        let roles = prepared.facts.relation(prepared.program.words.role);
        let roles = [prepared.terms.args(roles.facts[0])[0]];
        let mut interpreter = Interpreter::new(&prepared.program, prepared.terms, prepared.facts);
        let start = interpreter.initial();
        let (legal, is_over) = interpreter.survey(&start, &roles)?;
        let texts = |interpreter: &Interpreter, ids: &[crate::terms::TermId]| {
            let terms = ids
                .iter()
                .map(|&id| interpreter.terms().term(id).to_string());
            let mut texts: Vec<String> = terms.collect();
            texts.sort();
            texts
        };
        let moves = texts(&interpreter, &legal[0]);
        let expected = [
            "move(a,f(g(1),b))",
            "move(c,f(g(1),c))",
            "move(c,f(g(2),b))",
            "twice(move(a,f(g(1),b)))",
        ];
        assert_eq!(
            (moves, is_over),
            (expected.map(String::from).to_vec(), false)
        );
        let chosen = legal[0]
            .iter()
            .find(|&&id| interpreter.terms().term(id).to_string() == "move(a,f(g(1),b))");
        let next = interpreter.next(&start, &[(roles[0], *chosen.expect("it is legal"))])?;
        let expected = [
            "held(f(g(1),b))",
            "held(g(1))",
            "on(c,f(g(1),c))",
            "on(c,f(g(2),b))",
        ];
        assert_eq!(texts(&interpreter, &next), expected);
        assert!(interpreter.survey(&next, &roles)?.1);
        Ok(())
    }
}
