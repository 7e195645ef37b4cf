//! Predicates that only answer when asked with values (`above(R, S) :- S is R-1`)
//! cannot be computed on their own. They are unfolded: each rule that asks them
//! takes their conditions in.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Functor, Term, Var};

use super::normalise::Rules;
use super::rule::{Literal, Rule, functor};
use super::unify::Bindings;

/// How many rules unfolding may make, and how often it may be repeated.
const MAX_RULES: usize = 20_000;
const MAX_ROUNDS: usize = 30;

/// Where `legal`, `goal` or `sees` leave the role open, any role is meant: adds
/// the condition, and gives the clauses concerned.
pub fn name_roles(rules: &mut Rules) -> Vec<usize> {
    let mut clauses = Vec::new();
    for rule in &mut rules.rules {
        let name = rule.functor().name;
        if rule.functor().arity != 2 || !["legal", "goal", "sees"].contains(&name.as_str()) {
            continue;
        }
        let unbound = rule.unbound();
        let waiting = unbound.in_body.iter().flat_map(|(_, variables)| variables);
        if let Some(Term::Var(role)) = rule.head.args().first().cloned()
            && unbound.in_head.iter().chain(waiting).any(|v| *v == role)
        {
            let atom = Term::compound("role", [Term::Var(role)]);
            rule.body.insert(0, Literal::Holds(atom));
            clauses.push(rule.clause);
        }
    }
    clauses.dedup();
    clauses
}

/// Unfolds predicates that leave variables unbound, where they do not ask
/// themselves. What cannot be unfolded stays as it is.
pub fn unfold_unsafe(rules: &mut Rules) {
    for round in 0..MAX_ROUNDS {
        let unsafe_predicates = unsafe_predicates(&rules.rules);
        if unsafe_predicates.is_empty() || rules.rules.len() > MAX_RULES {
            return;
        }
        let (kept, before) = (rules.rules.len(), rules.rules.clone());
        let definitions: FxHashMap<Functor, Vec<Rule>> = unsafe_predicates
            .iter()
            .map(|&f| {
                (
                    f,
                    before
                        .iter()
                        .filter(|r| r.functor() == f)
                        .cloned()
                        .collect(),
                )
            })
            .collect();
        let mut unfolded = Vec::with_capacity(kept);
        let mut denials = Vec::new();
        for rule in before {
            if !unsafe_predicates.contains(&rule.functor()) {
                unfold(rule, &definitions, &mut unfolded, &mut denials, round);
            }
        }
        unfolded.extend(denials);
        rules.rules = unfolded;
    }
}

/// Predicates with an unsafe rule that others ask and that do not, by any way,
/// ask themselves.
fn unsafe_predicates(rules: &[Rule]) -> FxHashSet<Functor> {
    let mut asks: FxHashMap<Functor, FxHashSet<Functor>> = FxHashMap::default();
    let mut asked: FxHashSet<Functor> = FxHashSet::default();
    for rule in rules {
        for literal in &rule.body {
            if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                asks.entry(rule.functor())
                    .or_default()
                    .insert(functor(atom));
                asked.insert(functor(atom));
            }
        }
    }
    let asks_itself = |start: Functor| {
        let mut seen = FxHashSet::default();
        let mut pending = vec![start];
        while let Some(at) = pending.pop() {
            for &next in asks.get(&at).into_iter().flatten() {
                if next == start {
                    return true;
                }
                if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        false
    };
    rules
        .iter()
        .filter(|rule| !rule.unbound().is_empty() && asked.contains(&rule.functor()))
        .map(Rule::functor)
        .filter(|&f| !asks_itself(f))
        .collect()
}

fn unfold(
    rule: Rule,
    definitions: &FxHashMap<Functor, Vec<Rule>>,
    done: &mut Vec<Rule>,
    denials: &mut Vec<Rule>,
    round: usize,
) {
    let rule = with_denials_named(rule, definitions, denials, round);
    let mut pending = vec![rule];
    while let Some(rule) = pending.pop() {
        let place = rule.body.iter().position(
            |literal| matches!(literal, Literal::Holds(atom) if definitions.contains_key(&functor(atom))),
        );
        let Some(place) = place else {
            done.push(rule);
            continue;
        };
        let Literal::Holds(atom) = &rule.body[place] else {
            continue;
        };
        if done.len() + pending.len() > MAX_RULES {
            done.push(rule);
            continue;
        }
        for definition in &definitions[&functor(atom)] {
            let definition = renamed(definition, next_variable(&rule));
            let mut bindings = Bindings::default();
            if !bindings.unify(atom, &definition.head) {
                continue;
            }
            let mut body = rule.body.clone();
            body.splice(place..=place, definition.body.iter().cloned());
            let apply = |term: &Term| bindings.apply(term).unwrap_or_else(|_| term.clone());
            pending.push(Rule {
                head: apply(&rule.head),
                body: body.iter().map(|literal| literal.map(apply)).collect(),
                clause: rule.clause,
            });
        }
    }
}

/// A denied unsafe atom becomes the denial of a predicate that has the binding
/// conditions of the rule in its body; that one is unfolded in the next round.
fn with_denials_named(
    mut rule: Rule,
    definitions: &FxHashMap<Functor, Vec<Rule>>,
    denials: &mut Vec<Rule>,
    round: usize,
) -> Rule {
    let binders: Vec<Literal> = rule
        .body
        .iter()
        .filter(|literal| !literal.binds().is_empty())
        .cloned()
        .collect();
    for literal in &mut rule.body {
        let Literal::Fails(atom) = literal else {
            continue;
        };
        if !definitions.contains_key(&functor(atom)) {
            continue;
        }
        let name = format!("denied${round}${}", denials.len());
        let head = Term::compound(name.as_str(), atom.variables().into_iter().map(Term::Var));
        let wanted = atom.variables();
        let mut body: Vec<Literal> = binders
            .iter()
            .filter(|b| b.binds().iter().any(|v| wanted.contains(v)))
            .cloned()
            .collect();
        body.push(Literal::Holds(atom.clone()));
        denials.push(Rule {
            head: head.clone(),
            body,
            clause: rule.clause,
        });
        *literal = Literal::Fails(head);
    }
    rule
}

fn next_variable(rule: &Rule) -> u32 {
    let body = rule.body.iter().flat_map(Literal::terms);
    let all = body.chain([&rule.head]).flat_map(Term::variables);
    all.map(|v| v.0 + 1).max().unwrap_or(0)
}

fn renamed(rule: &Rule, offset: u32) -> Rule {
    let shift = |term: &Term| term.map_vars(|Var(n)| Term::var(n + offset));
    Rule {
        head: shift(&rule.head),
        body: rule.body.iter().map(|literal| literal.map(shift)).collect(),
        clause: rule.clause,
    }
}
