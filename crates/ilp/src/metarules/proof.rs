//! The meta-interpreter: it proves a list of goals, and where neither the
//! background nor the clauses found so far prove one, it adds a clause of the
//! shape of a metarule (section "Meta-Interpretive Learning" of the MIGO paper).
//!
//! A goal is tried in this order: the background, interpreted background,
//! clauses already found, a new clause. A negated goal is tried against the
//! background and the clauses found so far; nothing is added for it. Interpreted
//! background may negate a predicate before it has a clause: the goal is then assumed,
//! and tried when the program is complete.

use std::rc::Rc;

use stratalog_logic::{Bindings, BindingsMark, Clause, Functor, Symbol, Term};

use super::background::Background;
use super::metarule::{Literal, Metarule, Sign};
use crate::budget::Budget;
use crate::order;

/// What a proof may use.
pub(crate) struct Means<'a> {
    pub metarules: &'a [Metarule],
    /// Clauses of the background that are interpreted like metarules, at no cost.
    pub interpreted: &'a [Metarule],
    pub targets: &'a [Functor],
    pub max_clauses: usize,
    pub max_depth: u32,
    /// Whether a predicate variable stands only for predicates invented later than the
    /// one that asks, which excludes mutual recursion.
    pub is_ordered: bool,
}

/// How the search for a proof ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    Proven,
    Exhausted,
    OutOfSteps,
    OutOfBudget,
}

/// Steps between two looks at the budget. One step may call the background until it is at
/// its limits.
const BETWEEN_CHECKS: u64 = 1 << 4;

/// The search for a proof.
pub(crate) struct Proof<'a, B> {
    means: Means<'a>,
    background: &'a mut B,
    bindings: Bindings,
    goals: Goals,
    /// The clauses found, as metarules with the values of their existential variables.
    program: Vec<MetaSubstitution>,
    /// Target predicates, then invented ones.
    signature: Vec<Functor>,
    choices: Vec<Choice>,
    pub steps: u64,
    is_started: bool,
}

#[derive(Clone)]
struct MetaSubstitution {
    metarule: usize,
    values: Vec<Term>,
}

type Goals = Option<Rc<Pending>>;

struct Pending {
    goal: Goal,
    rest: Goals,
}

#[derive(Clone)]
struct Goal {
    literal: Literal,
    /// The place in the signature of the predicate whose clause asks for it.
    asked_by: Option<usize>,
    /// Whether interpreted background asks for it.
    is_interpreted: bool,
    ancestors: Option<Rc<Ancestor>>,
}

impl Goal {
    /// The goal, proven by a clause that was found.
    fn of_clause(&self) -> Goal {
        Goal {
            is_interpreted: false,
            ..self.clone()
        }
    }
}

/// An enclosing goal.
struct Ancestor {
    terms: Vec<Term>,
    depth: u32,
    above: Option<Rc<Ancestor>>,
}

/// An alternative for proving a goal.
enum Way {
    /// Asks the background; the variables of the call are numbered from 0.
    Call(Term),
    Answer(Term),
    Deny(Functor),
    /// Takes a negated goal for true whose predicate has no clause yet.
    Assume(usize),
    Interpret(usize),
    Reuse(usize),
    Add {
        metarule: usize,
        place: usize,
    },
}

struct Choice {
    goal: Goal,
    rest: Goals,
    ways: Vec<Way>,
    bindings: BindingsMark,
    clauses: usize,
    predicates: usize,
    /// Whether the goal is an example without unbound variables, in itself and in the
    /// clauses found before it.
    is_settled: bool,
}

impl<'a, B: Background> Proof<'a, B> {
    pub fn new(means: Means<'a>, background: &'a mut B, examples: &[Term]) -> Proof<'a, B> {
        let mut bindings = Bindings::default();
        let mut goals = None;
        for example in examples.iter().rev() {
            let example = bindings.renamed(example);
            let predicate = example.functor().map_or(Symbol::new("true"), |f| f.name);
            let terms =
                std::iter::once(Term::Atom(predicate)).chain(example.args().iter().cloned());
            goals = Some(Rc::new(Pending {
                goal: Goal {
                    literal: Literal {
                        sign: Sign::Positive,
                        terms: terms.collect(),
                    },
                    asked_by: None,
                    is_interpreted: false,
                    ancestors: None,
                },
                rest: goals,
            }));
        }
        Proof {
            signature: means.targets.to_vec(),
            means,
            background,
            bindings,
            goals,
            program: Vec::new(),
            choices: Vec::new(),
            steps: 0,
            is_started: false,
        }
    }

    /// Searches for the first proof, or after that for the next.
    pub fn next(&mut self, max_steps: u64, budget: &Budget) -> Ended {
        if self.is_started && !self.go_back() {
            return Ended::Exhausted;
        }
        self.is_started = true;
        loop {
            let ended = self.run(max_steps, budget);
            if ended != Ended::Proven || self.defines_all() {
                return ended;
            }
            if !self.go_back() {
                return Ended::Exhausted;
            }
        }
    }

    /// Whether every invented predicate has a clause.
    fn defines_all(&self) -> bool {
        let invented = self.signature.iter().skip(self.means.targets.len());
        let heads: Vec<_> = (0..self.program.len()).map(|at| self.head(at)).collect();
        invented.into_iter().all(|own| heads.contains(&Some(*own)))
    }

    /// Proves the goals that are left.
    fn run(&mut self, max_steps: u64, budget: &Budget) -> Ended {
        while let Some(pending) = self.goals.take() {
            self.steps += 1;
            if self.steps > max_steps {
                return Ended::OutOfSteps;
            }
            if self.steps.is_multiple_of(BETWEEN_CHECKS) && budget.is_over() {
                return Ended::OutOfBudget;
            }
            let is_example = pending.goal.ancestors.is_none();
            if is_example {
                self.settle();
            }
            let ways = if self.repeats_a_clause() {
                Vec::new()
            } else {
                self.ways(&pending.goal)
            };
            self.choices.push(Choice {
                is_settled: is_example && self.leaves_nothing_open(&pending.goal),
                goal: pending.goal.clone(),
                rest: pending.rest.clone(),
                ways,
                bindings: self.bindings.mark(),
                clauses: self.program.len(),
                predicates: self.signature.len(),
            });
            if !self.go_back() {
                return Ended::Exhausted;
            }
        }
        self.settle();
        Ended::Proven
    }

    /// Removes the other alternatives for the last example if the clauses found before
    /// it suffice: a clause added for it would be superfluous, and a clause that a later
    /// example needs is added there.
    fn settle(&mut self) {
        let is_example = |choice: &Choice| choice.goal.ancestors.is_none();
        let Some(at) = self.choices.iter().rposition(is_example) else {
            return;
        };
        let begun = &self.choices[at];
        if begun.is_settled && begun.clauses == self.program.len() {
            self.choices.truncate(at);
        }
    }

    fn leaves_nothing_open(&self, goal: &Goal) -> bool {
        let values = self.program.iter().flat_map(|clause| &clause.values);
        values
            .chain(&goal.literal.terms)
            .all(|term| self.bindings.resolve(term).is_ground())
    }

    /// The background, for checking a program between proofs.
    pub fn background(&mut self) -> &mut B {
        self.background
    }

    /// Backtracks to the newest choice that has an alternative left, and takes it.
    fn go_back(&mut self) -> bool {
        while let Some(choice) = self.choices.last_mut() {
            let Some(way) = choice.ways.pop() else {
                self.choices.pop();
                continue;
            };
            let (goal, rest) = (choice.goal.clone(), choice.rest.clone());
            let (mark, clauses, predicates) = (choice.bindings, choice.clauses, choice.predicates);
            self.bindings.undo(mark);
            self.program.truncate(clauses);
            self.signature.truncate(predicates);
            if self.take(way, &goal, rest) {
                return true;
            }
        }
        false
    }

    /// Whether the newest clause is one of the others. A recursive one would double the
    /// proofs at every depth.
    fn repeats_a_clause(&self) -> bool {
        let Some((newest, others)) = self.program.split_last() else {
            return false;
        };
        let mut alike = others
            .iter()
            .filter(|other| other.metarule == newest.metarule)
            .peekable();
        if alike.peek().is_none() {
            return false;
        }
        let values = self.resolved(&newest.values);
        values.iter().all(Term::is_ground)
            && alike.any(|other| self.resolved(&other.values) == values)
    }

    /// The alternatives for proving a goal, in reverse order.
    fn ways(&self, goal: &Goal) -> Vec<Way> {
        if goal.literal.sign == Sign::Test {
            let test = numbered(&self.bindings.resolve(&goal.literal.terms[0]));
            let is_callable = test.functor().is_some();
            return is_callable.then_some(Way::Call(test)).into_iter().collect();
        }
        let predicate = self.bindings.walk(&goal.literal.terms[0]).clone();
        let arity = goal.literal.arity();
        let fits = |functor: &Functor| {
            functor.arity == arity
                && match &predicate {
                    Term::Var(_) => true,
                    Term::Atom(name) => *name == functor.name,
                    _ => false,
                }
        };
        let known = self
            .background
            .predicates()
            .iter()
            .filter(|f| fits(f))
            .copied();
        // One of a target also stands for the other targets.
        let targets = self.means.targets.len();
        let may_ask = |place: usize| match (&predicate, goal.asked_by) {
            (Term::Var(_), Some(asking)) if self.means.is_ordered => {
                place > asking || asking < targets && place < asking
            }
            _ => true,
        };
        let own: Vec<usize> = (0..self.signature.len())
            .filter(|&place| fits(&self.signature[place]) && may_ask(place))
            .collect();
        let mut ways: Vec<Way> = Vec::new();
        if goal.literal.sign == Sign::Negated {
            let is_defined = |functor: &Functor| {
                (0..self.program.len()).any(|clause| self.head(clause) == Some(*functor))
            };
            ways.extend(known.map(Way::Deny));
            let inventable = matches!(predicate, Term::Var(_)).then_some(self.signature.len());
            for place in own.into_iter().chain(inventable) {
                match self.signature.get(place) {
                    Some(functor) if is_defined(functor) => ways.push(Way::Deny(*functor)),
                    _ if goal.is_interpreted => ways.push(Way::Assume(place)),
                    _ => {}
                }
            }
            ways.reverse();
            return ways;
        }
        let mut known = known.peekable();
        if let Some(first) = known.peek() {
            // The arguments are the same for all.
            let arguments = self.call(*first, goal);
            let call = |own: Functor| Term::compound(own.name, arguments.args().iter().cloned());
            ways.extend(known.map(|own| Way::Call(call(own))));
        }
        let interpreted = self.means.interpreted.iter().enumerate();
        ways.extend(
            interpreted
                .filter(|(_, rule)| rule.head.arity() == arity)
                .map(|(at, _)| Way::Interpret(at)),
        );
        let depth = goal.ancestors.as_ref().map_or(0, |above| above.depth);
        if depth < self.means.max_depth {
            for clause in 0..self.program.len() {
                let head = self.head(clause);
                if own.iter().any(|&place| Some(self.signature[place]) == head) {
                    ways.push(Way::Reuse(clause));
                }
            }
            if self.program.len() < self.means.max_clauses {
                let inventable = matches!(predicate, Term::Var(_)).then_some(self.signature.len());
                for place in own.into_iter().chain(inventable) {
                    let metarules = self.means.metarules.iter().enumerate();
                    ways.extend(
                        metarules
                            .filter(|(_, rule)| rule.head.arity() == arity)
                            .map(|(metarule, _)| Way::Add { metarule, place }),
                    );
                }
            }
        }
        ways.reverse();
        ways
    }

    /// The predicate a clause found so far defines.
    fn head(&self, clause: usize) -> Option<Functor> {
        let MetaSubstitution { metarule, values } = &self.program[clause];
        let rule = &self.means.metarules[*metarule];
        let name = match &rule.head.terms[0] {
            Term::Var(var) => {
                let at = rule.existential.iter().position(|v| v == var)?;
                self.bindings.walk(&values[at]).clone()
            }
            constant => constant.clone(),
        };
        Some(Functor::new(name.as_atom()?, rule.head.arity()))
    }

    /// Takes an alternative; false if it fails.
    fn take(&mut self, way: Way, goal: &Goal, rest: Goals) -> bool {
        match way {
            Way::Call(call) => {
                let answers = self.background.answers(&call);
                // The answers are alternatives of their own, tried next.
                if let Some(choice) = self.choices.last_mut() {
                    choice
                        .ways
                        .extend(answers.iter().rev().cloned().map(Way::Answer));
                }
                false
            }
            Way::Answer(answer) => {
                let answer = self.bindings.renamed(&answer);
                self.goals = rest;
                self.agree(goal, &answer)
            }
            Way::Deny(functor) => {
                let call = self.call(functor, goal);
                let is_own = self.signature.contains(&functor);
                let holds = if is_own {
                    let program = self.clauses();
                    self.background.proves(&program, &call)
                } else {
                    !self.background.answers(&call).is_empty()
                };
                self.goals = rest;
                let name = Term::Atom(functor.name);
                !holds && self.bindings.unify(&goal.literal.terms[0], &name)
            }
            Way::Assume(place) => {
                if place == self.signature.len() {
                    self.signature.push(self.invented(goal.literal.arity()));
                }
                self.goals = rest;
                let name = Term::Atom(self.signature[place].name);
                self.bindings.unify(&goal.literal.terms[0], &name)
            }
            Way::Interpret(at) => {
                let rule = &self.means.interpreted[at];
                let first = self.bindings.fresh(rule.variables);
                let asking = Goal {
                    is_interpreted: true,
                    ..goal.clone()
                };
                self.enter(rule, first, &asking, goal.asked_by, rest)
            }
            Way::Reuse(clause) => {
                let MetaSubstitution { metarule, values } = self.program[clause].clone();
                let rule = &self.means.metarules[metarule];
                let first = self.bindings.fresh(rule.variables);
                let is_same = rule
                    .existential
                    .iter()
                    .zip(&values)
                    .all(|(var, value)| self.bindings.unify(&Term::var(first + var.0), value));
                let place = self.place(self.head(clause));
                is_same && self.enter(rule, first, &goal.of_clause(), place, rest)
            }
            Way::Add { metarule, place } => {
                let rule = &self.means.metarules[metarule];
                if place == self.signature.len() {
                    self.signature.push(self.invented(rule.head.arity()));
                }
                let name = Term::Atom(self.signature[place].name);
                if !self.bindings.unify(&goal.literal.terms[0], &name) {
                    return false;
                }
                let first = self.bindings.fresh(rule.variables);
                let value = |var: &stratalog_logic::Var| Term::var(first + var.0);
                self.program.push(MetaSubstitution {
                    metarule,
                    values: rule.existential.iter().map(value).collect(),
                });
                self.enter(rule, first, &goal.of_clause(), Some(place), rest)
            }
        }
    }

    /// Unifies a goal with the head of a rule whose variables start at `first`,
    /// and puts the body before the other goals.
    fn enter(
        &mut self,
        rule: &Metarule,
        first: u32,
        goal: &Goal,
        asked_by: Option<usize>,
        rest: Goals,
    ) -> bool {
        let shift = |term: &Term| term.map_vars(|var| Term::var(first + var.0));
        let heads = goal.literal.terms.iter().zip(&rule.head.terms);
        for (own, of_rule) in heads {
            if !self.bindings.unify(own, &shift(of_rule)) {
                return false;
            }
        }
        if self.repeats_an_ancestor(goal) {
            return false;
        }
        let ancestors = Some(Rc::new(Ancestor {
            terms: goal.literal.terms.clone(),
            depth: goal.ancestors.as_ref().map_or(0, |above| above.depth) + 1,
            above: goal.ancestors.clone(),
        }));
        let mut goals = rest;
        for literal in rule.body.iter().rev() {
            goals = Some(Rc::new(Pending {
                goal: Goal {
                    literal: Literal {
                        sign: literal.sign,
                        terms: literal.terms.iter().map(shift).collect(),
                    },
                    asked_by,
                    is_interpreted: goal.is_interpreted,
                    ancestors: ancestors.clone(),
                },
                rest: goals,
            }));
        }
        self.goals = goals;
        true
    }

    /// Whether the goal is nested in itself: such a proof is infinite.
    fn repeats_an_ancestor(&self, goal: &Goal) -> bool {
        let own = &goal.literal.terms;
        let mut above = &goal.ancestors;
        while let Some(ancestor) = above {
            let mut pairs = ancestor.terms.iter().zip(own);
            if ancestor.terms.len() == own.len()
                && pairs.all(|(other, own)| self.bindings.are_equal(other, own))
            {
                return true;
            }
            above = &ancestor.above;
        }
        false
    }

    fn resolved(&self, terms: &[Term]) -> Vec<Term> {
        terms
            .iter()
            .map(|term| self.bindings.resolve(term))
            .collect()
    }

    /// The goal as a call of a predicate, its variables numbered from 0.
    fn call(&self, functor: Functor, goal: &Goal) -> Term {
        let arguments = self.resolved(&goal.literal.terms[1..]);
        numbered(&Term::compound(functor.name, arguments))
    }

    /// Unifies a goal with an answer to its call.
    fn agree(&mut self, goal: &Goal, answer: &Term) -> bool {
        if goal.literal.sign == Sign::Test {
            return self.bindings.unify(&goal.literal.terms[0], answer);
        }
        let Some(functor) = answer.functor() else {
            return false;
        };
        let name = Term::Atom(functor.name);
        self.bindings.unify(&goal.literal.terms[0], &name)
            && goal.literal.terms[1..]
                .iter()
                .zip(answer.args())
                .all(|(own, value)| self.bindings.unify(own, value))
    }

    fn place(&self, functor: Option<Functor>) -> Option<usize> {
        self.signature.iter().position(|own| Some(*own) == functor)
    }

    /// An unused predicate: the first target's name and a number.
    fn invented(&self, arity: usize) -> Functor {
        let base = self
            .means
            .targets
            .first()
            .map_or("p", |target| target.name.as_str());
        let mut number = self.signature.len() + 1 - self.means.targets.len();
        loop {
            let name = Symbol::new(&format!("{base}_{number}"));
            let is_taken = |f: &Functor| f.name == name;
            if !self.signature.iter().any(is_taken)
                && !self.background.predicates().iter().any(is_taken)
            {
                return Functor::new(name, arity);
            }
            number += 1;
        }
    }

    /// The clauses found whose predicates are all known, in the order of the
    /// signature. Those that call their own predicate come last, so that Prolog tries
    /// them last.
    pub fn clauses(&self) -> Vec<Term> {
        let mut clauses: Vec<(order::Key, Term)> = (0..self.program.len())
            .filter_map(|at| {
                let clause = self.clause(at)?;
                let head = self.head(at);
                let body = Clause::from_term(&clause).body;
                let is_recursive = body.iter().any(|goal| goal.functor() == head);
                let place = self.place(head).map_or(-1, |place| place as i64);
                Some(([place, i64::from(is_recursive)], clause))
            })
            .collect();
        order::sort_by_key(&mut clauses, |(key, _)| *key);
        clauses.into_iter().map(|(_, clause)| clause).collect()
    }

    fn clause(&self, at: usize) -> Option<Term> {
        let MetaSubstitution { metarule, values } = &self.program[at];
        let rule = &self.means.metarules[*metarule];
        let value = |term: &Term| {
            // Variables of the rule are kept apart from those of its values.
            term.map_vars(
                |var| match rule.existential.iter().position(|v| *v == var) {
                    Some(at) => self.bindings.resolve(&values[at]),
                    None => Term::var(u32::MAX - var.0),
                },
            )
        };
        let atom = |literal: &Literal| -> Option<Term> {
            let terms: Vec<Term> = literal.terms.iter().map(value).collect();
            match literal.sign {
                Sign::Test => Some(terms[0].clone()),
                sign => {
                    let atom = Term::compound(terms[0].as_atom()?, terms[1..].iter().cloned());
                    Some(match sign {
                        Sign::Negated => Term::compound("not", [atom]),
                        _ => atom,
                    })
                }
            }
        };
        let head = atom(&rule.head)?;
        let body: Option<Vec<Term>> = rule.body.iter().map(atom).collect();
        let mut body = body?;
        // A test without variables was about the values that were chosen.
        let mut signs = rule.body.iter().map(|literal| literal.sign);
        body.retain(|goal| signs.next() != Some(Sign::Test) || !goal.is_ground());
        Some(numbered(&Clause::new(head, body).to_term()))
    }
}

/// The term with its variables numbered from 0 in order of appearance.
fn numbered(term: &Term) -> Term {
    if term.is_ground() {
        return term.clone();
    }
    let variables = term.variables();
    term.map_vars(|var| {
        let at = variables.iter().position(|v| *v == var);
        Term::var(at.unwrap_or_default() as u32)
    })
}
