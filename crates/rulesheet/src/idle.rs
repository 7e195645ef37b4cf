//! Clauses that can never apply, with the condition that keeps them from it.

use std::collections::BTreeMap;

use stratalog_logic::Term;

use super::ground::Grounding;
use super::join::mean_matches;
use super::program::{Condition, Pattern, PatternRule, Program};
use super::sheet::Rulesheet;
use super::terms::Terms;

/// A clause whose conditions nothing that can be true meets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdleClause {
    /// The number of the clause.
    pub clause: usize,
    /// A condition that nothing meets, with blanks for its variables; none where it is
    /// the conditions together.
    pub unmet: Option<String>,
}

/// The clauses without an instance. A clause that was taken apart or moved into other
/// rules has none of its own and says nothing.
pub fn idle_clauses(
    sheet: &Rulesheet,
    program: &Program,
    grounding: &Grounding,
) -> Vec<IdleClause> {
    let needed = program.needed_for(&program.words.asked());
    let mut applies: BTreeMap<usize, (bool, Option<String>)> = BTreeMap::new();
    for (number, rule) in program.rules.iter().enumerate() {
        let predicate = rule.predicate;
        let functor = program.predicates[predicate.index()].functor;
        let is_own = sheet.defines(rule.clause, functor);
        if is_own && needed[predicate.index()] && program.is_dynamic(predicate) {
            let (applies, unmet) = applies.entry(rule.clause).or_default();
            *applies |= grounding.instantiated.contains(&number);
            if !*applies && unmet.is_none() {
                *unmet = unmet_condition(rule, program, grounding);
            }
        }
    }
    let idle = applies.into_iter().filter(|(_, (applies, _))| !applies);
    idle.map(|(clause, (_, unmet))| IdleClause { clause, unmet })
        .collect()
}

/// A condition of a rule that nothing meets, whatever the values of its variables.
fn unmet_condition(rule: &PatternRule, program: &Program, grounding: &Grounding) -> Option<String> {
    rule.body.iter().find_map(|condition| {
        let Condition::Holds(predicate, atom) = condition else {
            return None;
        };
        let name = program.predicates[predicate.index()].functor.name;
        let facts = grounding.facts.relation(*predicate).facts.iter().copied();
        let (bound, all) = (vec![false; rule.variables], usize::MAX);
        let is_met = mean_matches(atom, &bound, facts, &grounding.terms, all) > 0.0;
        let is_own = !name.as_str().contains('$');
        (is_own && !is_met).then(|| written(atom, &grounding.terms).to_string())
    })
}

/// A pattern as a term.
fn written(pattern: &Pattern, terms: &Terms) -> Term {
    match pattern {
        Pattern::Var(var) => Term::var(*var),
        Pattern::Ground(id) => terms.term(*id),
        Pattern::Compound(functor, args) => {
            let args = args.iter().map(|arg| written(arg, terms));
            Term::compound(terms.name(*functor), args)
        }
    }
}
