//! What of a rulesheet and its facts is a board, a hint or a counter.

use rustc_hash::FxHashSet;
use stratalog_logic::{Clause, Functor, Term, Var};

use super::{Board, Hint};
use crate::sheet::Rulesheet;

/// The smallest number of squares that make a board.
const MIN_SQUARES: usize = 4;

/// The hints of a rulesheet.
pub(super) fn hints(sheet: &Rulesheet) -> Vec<Hint> {
    let heads = sheet.clauses.iter().map(|clause| &clause.head);
    heads
        .filter_map(|head| match (head.functor()?.name.as_str(), head.args()) {
            ("draws", [fact, row, column, content]) => Some(Hint {
                fact: fact.clone(),
                place: Some([row.clone(), column.clone(), content.clone()]),
            }),
            ("draws", [fact, _]) => Some(Hint {
                fact: fact.clone(),
                place: None,
            }),
            _ => None,
        })
        .collect()
}

/// The fact that a role is in at the start, as in `control(white)`: whose turn it is.
pub(super) fn turn(sheet: &Rulesheet) -> Option<Functor> {
    let heads = || sheet.clauses.iter().map(|clause| &clause.head);
    let roles = heads().filter_map(|head| head.as_compound("role".into(), 1)?.first());
    let roles: FxHashSet<&Term> = roles.collect();
    let given = heads().filter_map(|head| head.as_compound("init".into(), 1)?.first());
    let mut turns = given.filter(|fact| match fact.args() {
        [name] => roles.contains(name),
        _ => false,
    });
    turns.next().and_then(Term::functor)
}

/// Facts with one argument whose next value follows from the present one alone,
/// in every position: they count steps.
pub(super) fn counters(sheet: &Rulesheet) -> Vec<Functor> {
    let mut counters: Vec<(Functor, bool)> = Vec::new();
    for clause in &sheet.clauses {
        let Some([fact]) = clause.head.as_compound("next".into(), 1) else {
            continue;
        };
        let Some(functor) = fact.functor().filter(|f| f.arity == 1) else {
            continue;
        };
        let counts = is_counting(&Clause::new(fact.clone(), clause.body.conjuncts()));
        match counters.iter_mut().find(|(known, _)| *known == functor) {
            Some((_, is_counter)) => *is_counter &= counts,
            None => counters.push((functor, counts)),
        }
    }
    let counters = counters.into_iter().filter(|(_, is_counter)| *is_counter);
    counters.map(|(functor, _)| functor).collect()
}

/// Whether a clause gives a fact with a variable a new value that depends on its
/// old one only.
fn is_counting(clause: &Clause) -> bool {
    let (Some(functor), [Term::Var(new)]) = (clause.head.functor(), clause.head.args()) else {
        return false;
    };
    let mut old: Option<Var> = None;
    for goal in &clause.body {
        match goal.functor().map(|f| f.name.as_str()) {
            Some("true") => match goal.args() {
                [fact] if fact.functor() == Some(functor) && old.is_none() => match fact.args() {
                    [Term::Var(var)] => old = Some(*var),
                    _ => return false,
                },
                _ => return false,
            },
            Some("does" | "\\+" | "not" | ";") | None => return false,
            Some(_) => {}
        }
    }
    old.is_some_and(|old| old != *new)
}

/// The board that facts with the same functor make: their first two arguments
/// that are coordinates, if no square has more than a few contents at once.
pub(super) fn board(facts: &[&Term]) -> Option<Board> {
    let functor = facts.first()?.functor()?;
    if functor.arity < 2 || facts.len() < MIN_SQUARES {
        return None;
    }
    let is_coordinate = |&place: &usize| {
        facts
            .iter()
            .all(|fact| coordinate(&fact.args()[place]).is_some())
    };
    let several = |place: usize| {
        let first = &facts[0].args()[place];
        facts.iter().any(|fact| fact.args()[place] != *first)
    };
    let mut places = (0..functor.arity).filter(is_coordinate);
    let (first, second) = (places.next()?, places.next()?);
    // With two arguments and nothing else, a pair may also be a pile and its size.
    let is_pair = functor.arity == 2;
    if is_pair && !(several(first) && several(second)) {
        return None;
    }
    let mut squares: Vec<(&Term, &Term)> = facts
        .iter()
        .map(|fact| (&fact.args()[first], &fact.args()[second]))
        .collect();
    squares.sort();
    squares.dedup();
    if squares.len() < MIN_SQUARES {
        return None;
    }
    // Letters name columns and numbers rows, as on a chess board.
    let is_letter = |place: usize| matches!(facts[0].args()[place], Term::Atom(_));
    let (row, column) = if is_letter(first) && !is_letter(second) {
        (second, first)
    } else {
        (first, second)
    };
    Some(Board {
        functor,
        row,
        column,
    })
}

/// The value of a coordinate: an integer, a letter, or a short name that ends in
/// a number.
fn coordinate(term: &Term) -> Option<i64> {
    match term {
        Term::Integer(value) => Some(*value),
        Term::Atom(name) => {
            let name = name.as_str();
            let mut letters = name.chars();
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                return letter
                    .is_alphabetic()
                    .then_some(i64::from(u32::from(letter)));
            }
            let digits = name.trim_start_matches(|c: char| c.is_alphabetic() || c == '_');
            let prefix = name.len() - digits.len();
            if prefix > 4 {
                return None;
            }
            digits.parse().ok()
        }
        _ => None,
    }
}
