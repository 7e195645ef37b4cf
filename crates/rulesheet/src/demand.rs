//! Restricts predicates to the arguments with which they are called. Where every
//! call of a predicate gives some argument as a constant (or as an argument with
//! which the caller was itself called), the predicate need not be evaluated for
//! other values.
//!
//! The demand never depends on the position, so it is a relation that is computed
//! once: a simple case of the magic sets of deductive databases.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Functor, Term, Var};

use super::normalise::Rules;
use super::program::Program;
use super::rule::{Literal, Rule, functor};

/// For each predicate, the places of the arguments it is always asked with.
type Places = FxHashMap<Functor, Vec<usize>>;

/// Restricts predicates that depend on the position to what is asked of them.
pub fn restrict_to_demand(rules: &mut Rules, program: &Program) {
    let places = asked_places(rules, program);
    if places.is_empty() {
        return;
    }
    let mut demands: Vec<Rule> = Vec::new();
    for rule in &rules.rules {
        for (atom, wanted) in asked(rule, &places) {
            demands.push(Rule {
                head: demand(atom, wanted),
                body: own_demand(rule, &places).into_iter().collect(),
                clause: rule.clause,
            });
        }
    }
    for rule in &mut rules.rules {
        if let Some(literal) = own_demand(rule, &places) {
            rule.body.insert(0, literal);
        }
    }
    rules.rules.extend(demands);
}

/// The atoms of a body whose predicates are restricted.
fn asked<'a>(
    rule: &'a Rule,
    places: &'a Places,
) -> impl Iterator<Item = (&'a Term, &'a Vec<usize>)> {
    rule.body.iter().filter_map(|literal| match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => {
            places.get(&functor(atom)).map(|wanted| (atom, wanted))
        }
        _ => None,
    })
}

/// That a rule's own head is asked for, where it is restricted.
fn own_demand(rule: &Rule, places: &Places) -> Option<Literal> {
    let wanted = places.get(&rule.functor())?;
    Some(Literal::Holds(demand(&rule.head, wanted)))
}

fn demand(atom: &Term, wanted: &[usize]) -> Term {
    let used = functor(atom);
    let name = format!("asked${}${}", used.name, used.arity);
    let args = wanted
        .iter()
        .filter_map(|&place| atom.args().get(place).cloned());
    Term::compound(name.as_str(), args)
}

/// Finds the places by starting with all and striking out those that some rule
/// leaves open.
fn asked_places(rules: &Rules, program: &Program) -> Places {
    let mut fixed: FxHashSet<Functor> = ["legal", "goal", "sees"]
        .iter()
        .map(|name| Functor::new(*name, 2))
        .chain([Functor::new("next", 1), Functor::new("true", 1)])
        .chain([Functor::new("does", 2)])
        .collect();
    for count in &rules.counts {
        fixed.extend([count.counted, count.member]);
    }
    let is_dynamic = |f: &Functor| {
        let predicate = program.by_functor.get(f);
        predicate.is_some_and(|p| program.is_dynamic(*p))
    };
    let mut places: Places = rules
        .rules
        .iter()
        .map(Rule::functor)
        .filter(|f| f.arity > 0 && !fixed.contains(f) && is_dynamic(f))
        .map(|f| (f, (0..f.arity).collect()))
        .collect();
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for rule in &rules.rules {
            let given = given_variables(rule, &places);
            let mut open: Vec<(Functor, Vec<usize>)> = Vec::new();
            for (atom, wanted) in asked(rule, &places) {
                let kept: Vec<usize> = wanted
                    .iter()
                    .copied()
                    .filter(|&place| {
                        let arg = atom.args().get(place);
                        arg.is_some_and(|arg| arg.variables().iter().all(|v| given.contains(v)))
                    })
                    .collect();
                if kept.len() < wanted.len() {
                    open.push((functor(atom), kept));
                }
            }
            for (predicate, kept) in open {
                is_stable = false;
                if let Some(wanted) = places.get_mut(&predicate) {
                    wanted.retain(|place| kept.contains(place));
                }
            }
        }
        places.retain(|_, wanted| !wanted.is_empty());
    }
    places
}

/// The variables of a rule that have values because its head is asked for.
fn given_variables(rule: &Rule, places: &Places) -> FxHashSet<Var> {
    let wanted = places.get(&rule.functor()).into_iter().flatten();
    wanted
        .filter_map(|&place| rule.head.args().get(place))
        .flat_map(Term::variables)
        .collect()
}
