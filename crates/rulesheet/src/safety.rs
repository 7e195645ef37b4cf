//! Predicates that only answer when asked with values (`above(R, S) :- S is R-1`)
//! cannot be computed on their own. They are unfolded: each rule that asks them
//! takes their conditions in.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Bindings, Functor, Term, Var};

use super::normalise::Rules;
use super::rule::{Literal, Rule, functor};

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

/// Gives every variable that would have no value the values of all constants of
/// the rulesheet. Published files that leave variables open mean "any", and can
/// be played so.
pub fn close_over_constants(rules: &mut Rules) {
    let mut constants: Vec<Term> = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    for rule in &rules.rules {
        let body = rule.body.iter().flat_map(Literal::terms);
        for term in body.chain([&rule.head]).flat_map(Term::args) {
            for leaf in term.subterms() {
                let is_leaf = !matches!(leaf, Term::Var(_) | Term::Compound(_));
                if is_leaf && seen.insert(leaf.clone()) {
                    constants.push(leaf.clone());
                }
            }
        }
    }
    let mut is_used = false;
    for rule in &mut rules.rules {
        let unbound = rule.unbound();
        let waiting = unbound.in_body.iter().flat_map(|(_, variables)| variables);
        let mut open: Vec<Var> = unbound.in_head.iter().chain(waiting).copied().collect();
        open.sort_unstable();
        open.dedup();
        for var in open {
            let atom = Term::compound("constant$", [Term::Var(var)]);
            rule.body.push(Literal::Holds(atom));
            is_used = true;
        }
    }
    if is_used {
        rules
            .rules
            .extend(constants.into_iter().map(|constant| Rule {
                head: Term::compound("constant$", [constant]),
                body: Vec::new(),
                clause: 0,
            }));
    }
}

/// Unfolds predicates that leave variables unbound, where they do not ask
/// themselves. What cannot be unfolded stays as it is.
pub fn unfold_unsafe(rules: &mut Rules) {
    for _ in 0..MAX_ROUNDS {
        let graph = Asking::new(&rules.rules);
        let wanted: FxHashSet<Functor> = rules
            .rules
            .iter()
            .filter(|rule| !rule.unbound().is_empty() && graph.is_asked(rule.functor()))
            .map(Rule::functor)
            .filter(|&f| !graph.asks_itself(f))
            .collect();
        if wanted.is_empty() || rules.rules.len() > MAX_RULES {
            return;
        }
        unfold_all(rules, &wanted);
    }
}

/// Unfolds one predicate; says whether that was possible.
pub fn unfold_predicate(rules: &mut Rules, predicate: Functor) -> bool {
    let graph = Asking::new(&rules.rules);
    let is_counted = rules.counts.iter().any(|count| count.member == predicate);
    if !graph.is_asked(predicate) || graph.asks_itself(predicate) || is_counted {
        return false;
    }
    let wanted = FxHashSet::from_iter([predicate]);
    unfold_all(rules, &wanted);
    rules.rules.len() <= MAX_RULES
}

fn unfold_all(rules: &mut Rules, wanted: &FxHashSet<Functor>) {
    let mut definitions: FxHashMap<Functor, Vec<Rule>> = FxHashMap::default();
    let mut others = Vec::new();
    for rule in std::mem::take(&mut rules.rules) {
        match wanted.contains(&rule.functor()) {
            true => definitions.entry(rule.functor()).or_default().push(rule),
            false => others.push(rule),
        }
    }
    let mut denials = Vec::new();
    let mut pending = others;
    while !pending.is_empty() {
        for rule in std::mem::take(&mut pending) {
            let rule = with_denials_named(rule, &definitions, &mut denials, &mut rules.made);
            unfold(rule, &definitions, &mut rules.rules);
        }
        // What was denied has a rule of its own now, which asks.
        pending.append(&mut denials);
    }
}

/// Which predicate asks which.
struct Asking {
    asks: FxHashMap<Functor, FxHashSet<Functor>>,
    asked: FxHashSet<Functor>,
}

impl Asking {
    fn new(rules: &[Rule]) -> Asking {
        let mut asks: FxHashMap<Functor, FxHashSet<Functor>> = FxHashMap::default();
        let mut asked: FxHashSet<Functor> = FxHashSet::default();
        for rule in rules {
            for literal in &rule.body {
                if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                    let used = functor(atom);
                    asks.entry(rule.functor()).or_default().insert(used);
                    asked.insert(used);
                }
            }
        }
        Asking { asks, asked }
    }

    fn is_asked(&self, predicate: Functor) -> bool {
        self.asked.contains(&predicate)
    }

    /// Whether a predicate, by any way, asks itself.
    fn asks_itself(&self, start: Functor) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![start];
        while let Some(at) = pending.pop() {
            for &next in self.asks.get(&at).into_iter().flatten() {
                if next == start {
                    return true;
                }
                if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        false
    }
}

fn unfold(rule: Rule, definitions: &FxHashMap<Functor, Vec<Rule>>, done: &mut Vec<Rule>) {
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
/// conditions of the rule in its body; that one is unfolded afterwards.
fn with_denials_named(
    mut rule: Rule,
    definitions: &FxHashMap<Functor, Vec<Rule>>,
    denials: &mut Vec<Rule>,
    made: &mut usize,
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
        *made += 1;
        let name = format!("denied${made}");
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
