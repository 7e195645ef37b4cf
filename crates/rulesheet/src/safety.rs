//! Predicates that only answer when asked with values (`above(R, S) :- S is R-1`)
//! cannot be computed on their own. They are unfolded: each rule that asks them
//! takes their conditions in.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Bindings, Functor, Term, Var};

use super::components::Graph;
use super::normalise::Rules;
use super::rule::{Literal, Rule, functor};

/// How many rules unfolding may make, and how often it may be repeated.
const MAX_RULES: usize = 20_000;
const MAX_ROUNDS: usize = 30;
/// How many literals unfolding may copy and how many definitions it may try, together.
const MAX_WORK: usize = 4_000_000;

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
        let open: FxHashSet<Functor> = rules
            .rules
            .iter()
            .filter(|rule| !rule.unbound().is_empty())
            .map(Rule::functor)
            .collect();
        if open.is_empty() {
            return;
        }
        let graph = Asking::new(&rules.rules);
        let wanted: FxHashSet<Functor> = open
            .into_iter()
            .filter(|f| graph.may_be_unfolded(f))
            .collect();
        if wanted.is_empty() || !unfold_all(rules, &wanted) {
            return;
        }
    }
}

/// Unfolds one predicate; says whether that was possible.
pub fn unfold_predicate(rules: &mut Rules, predicate: Functor) -> bool {
    let is_counted = rules.counts.iter().any(|count| count.member == predicate);
    if is_counted || !Asking::new(&rules.rules).may_be_unfolded(&predicate) {
        return false;
    }
    unfold_all(rules, &FxHashSet::from_iter([predicate]))
}

/// Unfolds predicates; says whether that was possible. Where it would make too many
/// rules or too long ones, the rules stay as they are.
fn unfold_all(rules: &mut Rules, wanted: &FxHashSet<Functor>) -> bool {
    let (definitions, others): (Vec<&Rule>, Vec<&Rule>) =
        (rules.rules.iter()).partition(|rule| wanted.contains(&rule.functor()));
    let mut unfolding = Unfolding::of(&definitions, rules.made);
    let mut pending: Vec<Rule> = others.into_iter().cloned().collect();
    while !pending.is_empty() {
        for rule in std::mem::take(&mut pending) {
            let rule = unfolding.with_denials_named(rule);
            if !unfolding.unfold(rule) {
                return false;
            }
        }
        // What was denied has a rule of its own now, which asks.
        pending.append(&mut unfolding.denials);
    }
    rules.made = unfolding.made;
    rules.rules = unfolding.done;
    true
}

/// Which predicate asks which.
struct Asking {
    asked: FxHashSet<Functor>,
    recursive: FxHashSet<Functor>,
}

impl Asking {
    fn new(rules: &[Rule]) -> Asking {
        let mut numbers: FxHashMap<Functor, u32> = FxHashMap::default();
        let mut functors: Vec<Functor> = Vec::new();
        let mut asks: Vec<Vec<u32>> = Vec::new();
        let mut asked: FxHashSet<Functor> = FxHashSet::default();
        let mut number = |functor: Functor, asks: &mut Vec<Vec<u32>>| {
            *numbers.entry(functor).or_insert_with(|| {
                functors.push(functor);
                asks.push(Vec::new());
                functors.len() as u32 - 1
            })
        };
        for rule in rules {
            let defined = number(rule.functor(), &mut asks);
            for literal in &rule.body {
                if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                    let used = number(functor(atom), &mut asks);
                    asks[defined as usize].push(used);
                    asked.insert(functor(atom));
                }
            }
        }
        let graph = Graph::new(asks.iter().map(|asked| asked.iter().copied()));
        let is_recursive = |component: &Vec<u32>| match component[..] {
            [alone] => asks[alone as usize].contains(&alone),
            _ => true,
        };
        let components = graph.components().into_iter().filter(is_recursive);
        let recursive = components.flatten().map(|p| functors[p as usize]).collect();
        Asking { asked, recursive }
    }

    /// Whether some rule asks a predicate that does not, by any way, ask itself.
    fn may_be_unfolded(&self, predicate: &Functor) -> bool {
        self.asked.contains(predicate) && !self.recursive.contains(predicate)
    }
}

/// Predicates being unfolded into the rules that ask them.
struct Unfolding {
    definitions: FxHashMap<Functor, Vec<Rule>>,
    /// Rules for what was denied.
    denials: Vec<Rule>,
    /// How many predicates were made.
    made: usize,
    done: Vec<Rule>,
    /// Literals that were copied and definitions that were tried.
    work: usize,
}

/// A rule that is being unfolded.
#[derive(Clone)]
struct Partial {
    /// The literals that are still to be looked at, the first last.
    rest: Vec<Literal>,
    body: Vec<Literal>,
    bindings: Bindings,
    next_variable: u32,
}

impl Unfolding {
    fn of(rules: &[&Rule], made: usize) -> Unfolding {
        let mut definitions: FxHashMap<Functor, Vec<Rule>> = FxHashMap::default();
        for &rule in rules {
            definitions
                .entry(rule.functor())
                .or_default()
                .push(rule.clone());
        }
        Unfolding {
            definitions,
            denials: Vec::new(),
            made,
            done: Vec::new(),
            work: 0,
        }
    }

    fn is_unfolded(&self, atom: &Term) -> bool {
        self.definitions.contains_key(&functor(atom))
    }

    fn is_small(&self, pending: usize) -> bool {
        self.done.len() + pending <= MAX_RULES && self.work <= MAX_WORK
    }

    /// Adds the rules that a rule becomes; says whether they are not too many.
    fn unfold(&mut self, rule: Rule) -> bool {
        let asks = |literal: &Literal| matches!(literal, Literal::Holds(a) if self.is_unfolded(a));
        if !rule.body.iter().any(asks) {
            self.done.push(rule);
            return true;
        }
        let mut pending = vec![Partial {
            next_variable: next_variable(&rule),
            rest: rule.body.iter().rev().cloned().collect(),
            body: Vec::new(),
            bindings: Bindings::default(),
        }];
        while let Some(mut partial) = pending.pop() {
            let Some(literal) = partial.rest.pop() else {
                self.work += partial.body.len();
                self.done.push(partial.finish(&rule));
                continue;
            };
            let Literal::Holds(atom) = &literal else {
                partial.body.push(literal);
                pending.push(partial);
                continue;
            };
            let Some(definitions) = self.definitions.get(&functor(atom)) else {
                partial.body.push(literal);
                pending.push(partial);
                continue;
            };
            let mut matching: Vec<&Rule> = definitions.iter().collect();
            matching.retain(|definition| partial.may_take(atom, definition));
            self.work += definitions.len();
            self.work += matching.len().saturating_sub(1) * partial.len();
            if !self.is_small(pending.len() + matching.len()) {
                return false;
            }
            let last = matching.pop();
            for definition in matching {
                let mut copy = partial.clone();
                copy.take(atom, definition);
                pending.push(copy);
            }
            if let Some(definition) = last {
                partial.take(atom, definition);
                pending.push(partial);
            }
        }
        self.is_small(0)
    }

    /// A denied atom that is unfolded becomes the denial of a predicate that has the
    /// binding conditions of the rule in its body; that one is unfolded afterwards.
    fn with_denials_named(&mut self, mut rule: Rule) -> Rule {
        let denies =
            |literal: &Literal| matches!(literal, Literal::Fails(a) if self.is_unfolded(a));
        let places: Vec<usize> = (0..rule.body.len())
            .filter(|&p| denies(&rule.body[p]))
            .collect();
        if places.is_empty() {
            return rule;
        }
        let mut binders: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (place, literal) in rule.body.iter().enumerate() {
            for var in literal.binds() {
                binders.entry(var).or_default().push(place);
            }
        }
        for place in places {
            let Literal::Fails(atom) = rule.body[place].clone() else {
                continue;
            };
            self.made += 1;
            let name = format!("denied${}", self.made);
            let wanted = atom.variables();
            let mut needed: Vec<usize> = (wanted.iter().filter_map(|var| binders.get(var)))
                .flatten()
                .copied()
                .collect();
            needed.sort_unstable();
            needed.dedup();
            self.work += needed.len();
            let mut body: Vec<Literal> = needed.iter().map(|&p| rule.body[p].clone()).collect();
            body.push(Literal::Holds(atom));
            let head = Term::compound(name.as_str(), wanted.into_iter().map(Term::Var));
            self.denials.push(Rule {
                head: head.clone(),
                body,
                clause: rule.clause,
            });
            rule.body[place] = Literal::Fails(head);
        }
        rule
    }
}

impl Partial {
    fn len(&self) -> usize {
        self.rest.len() + self.body.len()
    }

    /// Whether a definition gives an atom.
    fn may_take(&mut self, atom: &Term, definition: &Rule) -> bool {
        let mark = self.bindings.mark();
        let head = shifted(&definition.head, self.next_variable);
        let is_given = self.bindings.unify(atom, &head);
        self.bindings.undo(mark);
        is_given
    }

    /// Puts the conditions of a definition in the place of an atom that it gives.
    fn take(&mut self, atom: &Term, definition: &Rule) {
        let offset = self.next_variable;
        self.bindings
            .unify(atom, &shifted(&definition.head, offset));
        let body = definition.body.iter().rev();
        self.rest
            .extend(body.map(|literal| literal.map(|term| shifted(term, offset))));
        self.next_variable += next_variable(definition);
    }

    /// The rule that a rule became.
    fn finish(self, rule: &Rule) -> Rule {
        let apply = |term: &Term| self.bindings.apply(term).unwrap_or_else(|_| term.clone());
        Rule {
            head: apply(&rule.head),
            body: self.body.iter().map(|literal| literal.map(apply)).collect(),
            clause: rule.clause,
        }
    }
}

/// The first number that no variable of a rule has.
fn next_variable(rule: &Rule) -> u32 {
    let body = rule.body.iter().flat_map(Literal::terms);
    let all = body.chain([&rule.head]).flat_map(Term::variables);
    all.map(|v| v.0 + 1).max().unwrap_or(0)
}

fn shifted(term: &Term, offset: u32) -> Term {
    term.map_vars(|Var(n)| Term::var(n + offset))
}
