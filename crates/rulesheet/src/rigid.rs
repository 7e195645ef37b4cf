//! Facts that never change. Many published rulesheets keep walls, neighbours or
//! numbers as facts of the position, each with a rule that carries it over
//! unconditionally. Asking whether such a fact holds is asking whether it held at
//! the start, which is known before the game is played.

use rustc_hash::FxHashSet;
use stratalog_logic::{Functor, Term, Var};

use super::normalise::Rules;
use super::rule::{Literal, Rule, functor};

/// Replaces `true(F)` by `init(F)` in conditions where both say the same. The
/// rules that carry such facts over stay as they are.
pub fn ask_the_start(rules: &mut Rules) {
    let rigid = rigid(&rules.rules);
    for rule in &mut rules.rules {
        let carried = next_fact(rule).cloned();
        for literal in &mut rule.body {
            let (Literal::Holds(atom) | Literal::Fails(atom)) = literal else {
                continue;
            };
            let Some(fact) = argument(atom, "true") else {
                continue;
            };
            if Some(fact) != carried.as_ref() && is_of(fact, &rigid) {
                *atom = Term::compound("init", [fact.clone()]);
            }
        }
    }
}

/// The kinds of facts that no rule adds and one rule carries over in any case.
fn rigid(rules: &[Rule]) -> FxHashSet<Functor> {
    let mut rigid: FxHashSet<Functor> = rules
        .iter()
        .filter(|rule| rule.body.len() == 1 && only_keeps(rule))
        .filter_map(next_fact)
        .filter(|fact| has_distinct_variables(fact))
        .filter_map(Term::functor)
        .collect();
    for rule in rules.iter().filter(|rule| !only_keeps(rule)) {
        match next_fact(rule) {
            Some(Term::Var(_)) => rigid.clear(),
            Some(fact) => {
                rigid.remove(&functor(fact));
            }
            None => {}
        }
    }
    rigid
}

/// What a rule for `next` makes hold.
fn next_fact(rule: &Rule) -> Option<&Term> {
    argument(&rule.head, "next")
}

/// Whether what the rule makes hold must have held before.
fn only_keeps(rule: &Rule) -> bool {
    let fact = next_fact(rule);
    let is_kept = |literal: &Literal| match literal {
        Literal::Holds(atom) => argument(atom, "true") == fact,
        _ => false,
    };
    fact.is_some() && rule.body.iter().any(is_kept)
}

fn argument<'a>(atom: &'a Term, name: &str) -> Option<&'a Term> {
    match atom.as_compound(name.into(), 1) {
        Some([argument]) => Some(argument),
        _ => None,
    }
}

fn is_of(fact: &Term, kinds: &FxHashSet<Functor>) -> bool {
    fact.functor().is_some_and(|f| kinds.contains(&f))
}

fn has_distinct_variables(fact: &Term) -> bool {
    let mut seen: FxHashSet<Var> = FxHashSet::default();
    let mut args = fact.args().iter();
    args.all(|arg| matches!(arg, Term::Var(var) if seen.insert(*var)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::normalise;
    use crate::sheet::{Rulesheet, Syntax};
    use stratalog_logic::Source;

    fn rigid_kinds(text: &str) -> Vec<String> {
        let sheet = Rulesheet::read(Source::new("test.pl", text), Syntax::Prolog);
        let kinds = rigid(&normalise(&sheet).rules);
        let mut kinds: Vec<String> = kinds.iter().map(Functor::to_string).collect();
        kinds.sort();
        kinds
    }

    #[test]
    fn what_is_always_carried_over_and_never_added_is_rigid() {
        let text = "next(wall(X, Y)) :- true(wall(X, Y)).
                    next(night) :- true(night).
                    next(coin(X)) :- true(coin(X)), \\+ does(p, take(X)).
                    next(at(X)) :- does(p, go(X)).
                    next(at(X)) :- true(at(X)).";
        assert_eq!(rigid_kinds(text), ["night/0", "wall/2"]);
    }

    #[test]
    fn a_rule_that_may_add_any_fact_leaves_nothing_rigid() {
        let text = "next(wall(X)) :- true(wall(X)).
                    next(F) :- does(p, make(F)).";
        assert!(rigid_kinds(text).is_empty());
        let text = "next(wall(X)) :- true(wall(X)).
                    next(F) :- true(F), \\+ does(p, undo(F)).";
        assert_eq!(rigid_kinds(text), ["wall/1"]);
    }

    #[test]
    fn only_a_rule_for_all_facts_of_a_kind_carries_them_over() {
        assert!(rigid_kinds("next(wall(X, X)) :- true(wall(X, X)).").is_empty());
        assert!(rigid_kinds("next(wall(1)) :- true(wall(1)).").is_empty());
    }
}
