//! A domain theory: the clauses of a rulesheet and an analysis of its predicates.
//! Which of them depend on the position, on moves, or on themselves; the operators
//! of each role and their preconditions. Everything is derived from the clauses;
//! nothing is declared.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Bindings, Clause, Functor, Limits, Machine, Program, Term};
use stratalog_rulesheet::{Budget, FactClasses, Rulesheet};

use crate::error::ZenithError;
use crate::goal::{self, equal, negated};
use crate::renaming::Renaming;

/// A move that a role can make, and its precondition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The move, with variables.
    pub pattern: Term,
    /// When it can be made, apart from whose turn it is.
    pub conditions: Vec<Term>,
}

/// The theory of a domain.
pub struct Theory {
    /// The rules.
    pub sheet: Rulesheet,
    definitions: FxHashMap<Functor, Vec<Clause>>,
    /// Predicates that depend on the position or on moves.
    dynamic: FxHashSet<Functor>,
    /// Predicates that depend on moves.
    moving: FxHashSet<Functor>,
    /// Recursive predicates.
    recursive: FxHashSet<Functor>,
    roles: Vec<Term>,
    operators: Vec<Vec<Operator>>,
    /// The static clauses, as a program.
    statics: Program,
    /// The names of predicates in that program.
    renaming: Renaming,
    /// The facts of static predicates, where they can be listed.
    listed: FxHashMap<Functor, Vec<Term>>,
    /// Clauses made by regression, in the order in which they were made.
    made: Vec<Clause>,
    /// The facts that play the same part, once they were asked for.
    classes: OnceLock<Option<FactClasses>>,
    /// The facts that positions can have, where they are known.
    possible: Vec<Term>,
}

/// The most solver steps of a query about static predicates.
const STATIC_STEPS: u64 = 200_000;
/// The size at which classes of facts are given up.
const CLASSES: Budget = Budget {
    work: 20_000_000,
    literals: 3_000_000,
};
/// The most facts of a predicate that are listed.
const MOST_FACTS: usize = 20_000;

impl Theory {
    /// The theory of a rulesheet.
    pub fn new(sheet: &Rulesheet) -> Result<Theory, ZenithError> {
        let mut definitions: FxHashMap<Functor, Vec<Clause>> = FxHashMap::default();
        for clause in &sheet.clauses {
            if let Some(functor) = clause.head.functor() {
                let list = definitions.entry(functor).or_default();
                list.push(Clause::new(clause.head.clone(), clause.body.conjuncts()));
            }
        }
        let holds = Functor::new("true", 1);
        let does = Functor::new("does", 2);
        let dynamic = depending_on(&definitions, &[holds, does]);
        let moving = depending_on(&definitions, &[does]);
        let renaming = Renaming::new(sheet);
        let statics = static_program(sheet, &dynamic, &renaming)?;
        let mut theory = Theory {
            sheet: sheet.clone(),
            recursive: definitions
                .keys()
                .copied()
                .filter(|&f| asks_itself(&definitions, f))
                .collect(),
            definitions,
            dynamic,
            moving,
            roles: Vec::new(),
            operators: Vec::new(),
            statics,
            renaming,
            listed: FxHashMap::default(),
            made: Vec::new(),
            classes: OnceLock::new(),
            possible: Vec::new(),
        };
        let role = Term::compound("role", [Term::var(0)]);
        theory.roles = theory
            .answers(&role, 200)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|answer| answer.args().first().cloned())
            .filter(|role| *role != Term::atom("random"))
            .collect();
        if theory.roles.is_empty() {
            return Err(ZenithError::NoRole {
                name: sheet.source.name.clone(),
            });
        }
        theory.listed = theory.list_statics();
        theory.operators = (0..theory.roles.len())
            .map(|role| theory.find_operators(role))
            .collect();
        Ok(theory)
    }

    /// The same theory, knowing the facts that positions can have.
    pub fn knowing(mut self, possible: Option<Vec<Term>>) -> Theory {
        self.possible = possible.unwrap_or_default();
        self
    }

    /// The facts that positions can have, where they are known.
    pub fn possible_facts(&self) -> &[Term] {
        &self.possible
    }

    /// The facts of the first position, where they do not depend on chance.
    pub fn initial(&self) -> Vec<Term> {
        let init = Term::compound("init", [Term::var(0)]);
        let answers = self.answers(&init, MOST_FACTS).unwrap_or_default();
        answers
            .into_iter()
            .filter_map(|answer| answer.args().first().cloned())
            .collect()
    }

    /// The players, as the rules name them.
    pub fn roles(&self) -> &[Term] {
        &self.roles
    }

    /// The operators of a role.
    pub fn operators(&self, role: usize) -> &[Operator] {
        &self.operators[role]
    }

    /// Clauses made by regression.
    pub fn made(&self) -> &[Clause] {
        &self.made
    }

    /// The clauses made by regression and specialisation that goals call, directly
    /// or not.
    pub fn made_for<'a>(&self, goals: impl IntoIterator<Item = &'a Term>) -> Vec<Clause> {
        let made: FxHashSet<Functor> = self.made.iter().filter_map(|c| c.head.functor()).collect();
        let mut wanted: FxHashSet<Functor> = FxHashSet::default();
        let mut pending: Vec<&Term> = goals.into_iter().collect();
        while let Some(goal) = pending.pop() {
            for functor in goal.subterms().filter_map(Term::functor) {
                if made.contains(&functor) && wanted.insert(functor) {
                    let clauses = self.clauses(functor).iter();
                    pending.extend(clauses.flat_map(|clause| &clause.body));
                }
            }
        }
        let is_wanted = |clause: &&Clause| {
            let functor = clause.head.functor();
            functor.is_some_and(|functor| wanted.contains(&functor))
        };
        self.made.iter().filter(is_wanted).cloned().collect()
    }

    /// The classes of facts that play the same part in the rules; nothing where the
    /// rules are too large.
    pub fn fact_classes(&self) -> Option<&FactClasses> {
        let find = || FactClasses::new(&self.sheet, CLASSES);
        self.classes.get_or_init(find).as_ref()
    }

    /// Adds the clauses of a predicate made by regression. It depends on the
    /// position.
    pub fn add(&mut self, functor: Functor, clauses: Vec<Clause>) {
        self.dynamic.insert(functor);
        self.made.extend(clauses.iter().cloned());
        self.definitions.insert(functor, clauses);
        if asks_itself(&self.definitions, functor) {
            self.recursive.insert(functor);
        }
    }

    /// Adds the clauses of a file, predicate by predicate. A predicate that has
    /// only facts is static.
    pub fn add_all(&mut self, clauses: Vec<Clause>) {
        let groups = by_predicate(clauses);
        let groups = groups.into_iter().map(|(functor, list)| {
            let is_dynamic = !is_facts(&list);
            (functor, list, is_dynamic)
        });
        self.add_groups(groups.collect());
    }

    /// Adds clauses made in an earlier run, in the order in which they were made;
    /// `dynamic` are the predicates that depended on the position then.
    pub fn add_again(&mut self, clauses: Vec<Clause>, dynamic: &FxHashSet<Functor>) {
        let groups = by_predicate(clauses);
        let groups = groups.into_iter().map(|(functor, list)| {
            let is_dynamic = dynamic.contains(&functor);
            (functor, list, is_dynamic)
        });
        self.add_groups(groups.collect());
    }

    fn add_groups(&mut self, groups: Vec<(Functor, Vec<Clause>, bool)>) {
        for (functor, _, _) in groups.iter().filter(|(_, _, is_dynamic)| *is_dynamic) {
            self.announce(*functor);
        }
        for (functor, list, is_dynamic) in groups {
            if is_dynamic {
                self.add(functor, list);
            } else {
                self.made.extend(list.iter().cloned());
                self.definitions.insert(functor, list);
            }
        }
    }

    /// Declares a predicate before its clauses are known.
    pub fn announce(&mut self, functor: Functor) {
        self.dynamic.insert(functor);
        self.definitions.entry(functor).or_default();
    }

    /// Removes a predicate whose clauses could not be made.
    pub fn withdraw(&mut self, functor: Functor) {
        self.dynamic.remove(&functor);
        self.definitions.remove(&functor);
    }

    /// Adds a set of tuples as a static predicate and returns its name; that of the
    /// same set where it was found before, in whatever way.
    pub fn add_set(&mut self, name: &str, members: &[Vec<Term>]) -> String {
        let arity = members.first().map_or(0, Vec::len);
        let mut known = self.definitions.iter();
        let known = known.find(|(functor, clauses)| {
            let heads = clauses.iter().map(|clause| clause.head.args());
            functor.arity == arity
                && clauses.len() == members.len()
                && is_set(functor.name.as_str())
                && heads.eq(members.iter().map(Vec::as_slice))
        });
        if let Some((functor, _)) = known {
            return functor.name.to_string();
        }
        for number in 1.. {
            let own = format!("{name}_{number}");
            let functor = Functor::new(own.as_str(), arity);
            let fact = |values: &Vec<Term>| Term::compound(own.as_str(), values.iter().cloned());
            let facts: Vec<Clause> = members
                .iter()
                .map(|values| Clause::new(fact(values), []))
                .collect();
            if !self.definitions.contains_key(&functor) {
                self.made.extend(facts.iter().cloned());
                self.definitions.insert(functor, facts);
                return own;
            }
        }
        name.to_owned()
    }

    /// Whether a predicate has clauses.
    pub fn defines(&self, functor: Functor) -> bool {
        self.definitions.contains_key(&functor)
    }

    /// The clauses of a predicate.
    pub fn clauses(&self, functor: Functor) -> &[Clause] {
        self.definitions.get(&functor).map_or(&[], Vec::as_slice)
    }

    /// Whether a goal's truth depends on the position or on moves.
    pub fn is_dynamic(&self, goal: &Term) -> bool {
        let is_dynamic = |f: Functor| {
            self.dynamic.contains(&f)
                || f == Functor::new("true", 1)
                || f == Functor::new("does", 2)
        };
        goal.subterms().filter_map(Term::functor).any(is_dynamic)
    }

    /// Whether a goal's truth depends on moves.
    pub fn is_moving(&self, goal: &Term) -> bool {
        goal.functor().is_some_and(|f| self.moving.contains(&f))
    }

    /// Whether a goal calls a recursive predicate.
    pub fn is_recursive(&self, goal: &Term) -> bool {
        goal.functor().is_some_and(|f| self.recursive.contains(&f))
    }

    /// The left-recursive predicates that depend on the position.
    pub fn left_recursive(&self) -> impl Iterator<Item = Functor> {
        let begins_with_itself = |functor: &Functor| {
            self.clauses(*functor).iter().any(|clause| {
                let first = clause.body.iter().find(|goal| self.is_dynamic(goal));
                first.is_some_and(|goal| self.is_recursive(goal))
            })
        };
        let recursive = self.recursive.iter().copied();
        recursive
            .filter(|f| self.dynamic.contains(f))
            .filter(begins_with_itself)
    }

    /// Whether a goal can be unfolded: it depends on the position and is not
    /// recursive.
    pub fn is_unfoldable(&self, goal: &Term) -> bool {
        let Some(functor) = goal.functor() else {
            return false;
        };
        self.dynamic.contains(&functor)
            && !self.recursive.contains(&functor)
            && !self.clauses(functor).is_empty()
    }

    /// The bodies of a goal's clauses, each with the equalities that unify the head
    /// with the goal. Variables are numbered from `next`, which is raised.
    pub fn unfold(&self, goal: &Term, next: &mut u32) -> Vec<Vec<Term>> {
        let Some(functor) = goal.functor() else {
            return Vec::new();
        };
        self.instances(self.clauses(functor), goal, next)
    }

    /// The bodies of the clauses whose heads unify with the goal.
    pub fn instances(&self, clauses: &[Clause], goal: &Term, next: &mut u32) -> Vec<Vec<Term>> {
        let mut bodies = Vec::new();
        for clause in clauses {
            let Clause { head, body } = Clause::from_term(&goal::renamed(&clause.to_term(), next));
            if !Bindings::default().unify(&head, goal) {
                continue;
            }
            let mut conjunction: Vec<Term> = goal
                .args()
                .iter()
                .zip(head.args())
                .map(|(own, other)| equal(own.clone(), other.clone()))
                .collect();
            conjunction.extend(body);
            bodies.push(conjunction);
        }
        bodies
    }

    /// The first answers to a static goal, as instances of the goal; nothing where
    /// it cannot be called as it is.
    pub fn answers(&self, goal: &Term, limit: usize) -> Option<Vec<Term>> {
        let mut next = 0;
        let asked = goal::renamed(goal, &mut next);
        let query = self.statics.query(&self.renaming.renamed(&asked)).ok()?;
        let limits = Limits::default().with_steps(STATIC_STEPS);
        let mut machine = Machine::new(&self.statics).with_limits(limits);
        let mut found = Vec::new();
        for answer in machine.solve(&query).take(limit) {
            let values = answer.ok()?.values;
            found.push(asked.map_vars(|var| {
                let value = values.get(var.0 as usize);
                value.map_or(Term::Var(var), |value| self.renaming.restored(value))
            }));
        }
        Some(found)
    }

    /// The names of the rulesheet's predicates in programs of the solver.
    pub(crate) fn renaming(&self) -> &Renaming {
        &self.renaming
    }

    /// The facts of a static predicate, where they can be listed.
    pub fn listed(&self, functor: Functor) -> Option<&[Term]> {
        self.listed.get(&functor).map(Vec::as_slice)
    }

    /// All listed facts, by predicate.
    pub fn all_listed(&self) -> impl Iterator<Item = &Term> {
        self.listed.values().flatten()
    }

    fn list_statics(&self) -> FxHashMap<Functor, Vec<Term>> {
        let names = self
            .definitions
            .keys()
            .filter(|f| !self.dynamic.contains(f));
        names
            .filter_map(|&functor| {
                let goal = Term::compound(functor.name, (0..functor.arity as u32).map(Term::var));
                let mut facts = self.answers(&goal, MOST_FACTS + 1)?;
                facts.sort();
                facts.dedup();
                let is_list = facts.len() <= MOST_FACTS && facts.iter().all(Term::is_ground);
                is_list.then_some((functor, facts))
            })
            .collect()
    }

    fn find_operators(&self, role: usize) -> Vec<Operator> {
        let mut next = 1;
        let pattern = Term::var(0);
        let legal = Term::compound("legal", [self.roles[role].clone(), pattern.clone()]);
        let mut found = Vec::new();
        for body in self.unfold(&legal, &mut next) {
            // The pattern is kept through simplification as a term of its own.
            let kept = Term::compound("$pattern", [pattern.clone()]);
            let body = std::iter::once(kept).chain(body).collect();
            let Some(mut body) = crate::simplify::simplified(self, body) else {
                continue;
            };
            let Some(pattern) = body.first().and_then(|kept| kept.args().first().cloned()) else {
                continue;
            };
            body.remove(0);
            let is_turn =
                |goal: &Term| goal.is_ground() && goal.functor() == Some(Functor::new("true", 1));
            // The move of a role that waits is not an operator.
            if body.iter().any(|goal| negated(goal).is_some_and(is_turn)) {
                continue;
            }
            body.retain(|goal| !is_turn(goal));
            found.push(Operator {
                pattern,
                conditions: body,
            });
        }
        found
    }
}

/// The names of sets that specialisation makes, before their numbers.
const SETS: [&str; 4] = ["always", "usual", "place", "together"];

/// Whether a predicate is a set that specialisation found, as in `always_3`.
pub(crate) fn is_set(name: &str) -> bool {
    let number = name
        .rsplit_once('_')
        .filter(|(stem, _)| SETS.contains(stem));
    number.is_some_and(|(_, number)| number.parse::<u32>().is_ok())
}

/// The clauses by predicate, in order of first occurrence.
fn by_predicate(clauses: Vec<Clause>) -> Vec<(Functor, Vec<Clause>)> {
    let mut groups: Vec<(Functor, Vec<Clause>)> = Vec::new();
    for clause in clauses {
        let Some(functor) = clause.head.functor() else {
            continue;
        };
        match groups.iter_mut().find(|(other, _)| *other == functor) {
            Some((_, list)) => list.push(clause),
            None => groups.push((functor, vec![clause])),
        }
    }
    groups
}

fn is_facts(clauses: &[Clause]) -> bool {
    clauses.iter().all(|clause| clause.body.is_empty())
}

fn depending_on(
    definitions: &FxHashMap<Functor, Vec<Clause>>,
    roots: &[Functor],
) -> FxHashSet<Functor> {
    let mut found: FxHashSet<Functor> = FxHashSet::default();
    loop {
        let before = found.len();
        for (functor, clauses) in definitions {
            let asks = |f: Functor| roots.contains(&f) || found.contains(&f);
            let depends = clauses
                .iter()
                .any(|clause| called_in(clause).into_iter().any(asks));
            if depends {
                found.insert(*functor);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The functors that occur in the body of a clause.
pub(crate) fn called_in(clause: &Clause) -> Vec<Functor> {
    let terms = clause.body.iter().flat_map(Term::subterms);
    terms.filter_map(Term::functor).collect()
}

fn asks_itself(definitions: &FxHashMap<Functor, Vec<Clause>>, start: Functor) -> bool {
    let mut seen: FxHashSet<Functor> = FxHashSet::default();
    let mut pending = vec![start];
    while let Some(functor) = pending.pop() {
        for clause in definitions.get(&functor).into_iter().flatten() {
            for asked in called_in(clause) {
                if asked == start {
                    return true;
                }
                if definitions.contains_key(&asked) && seen.insert(asked) {
                    pending.push(asked);
                }
            }
        }
    }
    false
}

fn static_program(
    sheet: &Rulesheet,
    dynamic: &FxHashSet<Functor>,
    renaming: &Renaming,
) -> Result<Program, ZenithError> {
    let mut builder = Program::builder();
    for clause in &sheet.clauses {
        let is_dynamic = clause.head.functor().is_none_or(|f| dynamic.contains(&f));
        if !is_dynamic {
            let clause = Clause::new(clause.head.clone(), clause.body.conjuncts()).to_term();
            builder
                .clause(&renaming.renamed(&clause))
                .map_err(|error| ZenithError::BadClause {
                    name: sheet.source.name.clone(),
                    cause: error.to_string(),
                })?;
        }
    }
    builder
        .try_build()
        .map_err(|errors| ZenithError::BadClause {
            name: sheet.source.name.clone(),
            cause: errors.first().map(ToString::to_string).unwrap_or_default(),
        })
}
