//! Forms of the moves of a game.

use rustc_hash::FxHashSet;
use stratalog_game::{Described, Game};
use stratalog_logic::{Functor, Term, Var, sym};
use stratalog_rulesheet::{Position, RulesheetGame};

use super::forms::{domains, instance};
use super::{MOST_INSTANCES, MOST_VALUES};
use crate::condition::Condition;
use crate::measure::FIRST_FREE;
use crate::sides::Sides;

/// The different moves that are legal in these positions, by their names.
pub(super) fn moves_made(game: &RulesheetGame, sample: &[&Position]) -> Vec<(Functor, Vec<Term>)> {
    let mut by_functor: Vec<(Functor, Vec<Term>)> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut moves = Vec::new();
    for position in sample {
        game.legal_moves(position, &mut moves);
        for &mv in &moves {
            let term = game.move_term(mv);
            let Some(functor) = term.functor() else {
                continue;
            };
            if !seen.insert(term.clone()) {
                continue;
            }
            match by_functor.iter_mut().find(|(own, _)| *own == functor) {
                Some((_, terms)) => terms.push(term),
                None => by_functor.push((functor, vec![term])),
            }
        }
    }
    for (_, terms) in &mut by_functor {
        terms.sort();
    }
    by_functor
}

/// Moves to the first or the last of the places that an argument names: a side of
/// the board.
pub(super) fn end_choices((functor, terms): &(Functor, Vec<Term>)) -> Vec<Condition> {
    let all: Vec<Term> = (0..functor.arity as u32)
        .map(|at| Term::var(FIRST_FREE + at))
        .collect();
    let mut found = Vec::new();
    for (at, domain) in domains(*functor, terms).iter().enumerate() {
        let mut numbers: Vec<i64> = domain.iter().filter_map(Term::as_integer).collect();
        if numbers.len() != domain.len() || numbers.len() < 3 {
            continue;
        }
        numbers.sort_unstable();
        let ends = [numbers[0], numbers[numbers.len() - 1]];
        found.push(Condition::OneOf {
            form: instance(*functor, all.clone()),
            var: Var(FIRST_FREE + at as u32),
            values: ends.map(Term::Integer).to_vec(),
        });
    }
    found
}

/// Forms of moves: with one argument fixed, with two arguments equal, and whole.
pub(super) fn move_forms(made: &[(Functor, Vec<Term>)], sides: &Sides) -> Vec<Term> {
    let several = made.len() > 1;
    let mut found = Vec::new();
    for (functor, terms) in made {
        let functor = *functor;
        let all: Vec<Term> = (0..functor.arity as u32)
            .map(|at| Term::var(FIRST_FREE + at))
            .collect();
        if several {
            found.push(instance(functor, all.clone()));
        }
        let domains = domains(functor, terms);
        for (at, domain) in domains.iter().enumerate() {
            if (2..=MOST_VALUES).contains(&domain.len()) {
                for value in domain {
                    let mut args = all.clone();
                    let own = sides.variables_for(value).map(|[own, _]| own);
                    args[at] = own.unwrap_or_else(|| value.clone());
                    found.push(instance(functor, args));
                }
            }
            for other in 0..at {
                let equal = |term: &Term| term.args()[at] == term.args()[other];
                if terms.iter().any(equal) && !terms.iter().all(equal) {
                    let mut args = all.clone();
                    args[at] = args[other].clone();
                    found.push(instance(functor, args));
                }
            }
        }
        if functor.arity >= 2 && terms.len() <= MOST_INSTANCES {
            found.extend(terms.iter().cloned());
        }
    }
    let mut kept = Vec::new();
    for form in found {
        if !kept.contains(&form) && !form.is_atom(sym::TRUE) {
            kept.push(form);
        }
    }
    kept
}
