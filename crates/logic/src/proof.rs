//! Proofs of answers.
//!
//! A program that explains itself ([`ProgramBuilder::explain`]) has a second
//! predicate for each of its own, with two further arguments: the goals being
//! proved, and the proof. A goal asked by [`Program::parse_explained_query`] calls
//! these, and [`Query::proof`] reads the proof from an answer. The program's own
//! predicates remain as they are for negation, for collections and for calls that
//! are only known when they are made.
//!
//! Tabled predicates find their answers in their tables. The proof of such an
//! answer is then looked for among proofs in which no goal depends on itself:
//! there always is one.
//!
//! [`ProgramBuilder::explain`]: crate::ProgramBuilder::explain

use rustc_hash::FxHashSet;

use crate::compile::goal::MAX_NESTING;
use crate::machine::Answer;
use crate::program::Program;
use crate::query::{GoalError, Query};
use crate::reader::read_term_with;
use crate::symbol::{Symbol, sym};
use crate::term::{Functor, Term, Var};

/// A goal that was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// How many steps this one serves: the goals of the query have depth 0. The
    /// steps that prove a goal follow it and are one deeper.
    pub depth: usize,
    /// The goal as it was proved.
    pub goal: Term,
    /// Why it holds.
    pub by: ProvedBy,
    /// Where the clause is, as `file:line`.
    pub place: Option<String>,
}

/// Why a goal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvedBy {
    /// A clause without a body.
    Fact,
    /// A clause whose body holds.
    Rule,
    /// A built-in or library predicate, or a clause added while the query ran.
    Call,
    /// Its negation cannot be proved.
    Negation,
}

impl ProvedBy {
    const ALL: [(ProvedBy, &'static str); 4] = [
        (ProvedBy::Fact, "fact"),
        (ProvedBy::Rule, "rule"),
        (ProvedBy::Call, "call"),
        (ProvedBy::Negation, "negation"),
    ];

    fn name(self) -> Term {
        let found = ProvedBy::ALL.iter().find(|(by, _)| *by == self);
        Term::from(found.map_or("call", |(_, name)| name))
    }
}

/// The functor of a proof: goal, reason, place and parts.
const PROOF: &str = "$proof";

/// What the rewriting of clauses has to know of a program.
#[derive(Clone, Default, Debug)]
pub(crate) struct Explained {
    /// Predicates with clauses that have a body.
    pub(crate) rules: FxHashSet<Functor>,
    /// Predicates that consist of facts.
    pub(crate) facts: FxHashSet<Functor>,
    pub(crate) tabled: FxHashSet<Functor>,
}

/// The name of the predicate that also gives a proof.
fn explained_name(name: Symbol) -> Symbol {
    Symbol::new(&format!("$why {name}"))
}

/// Numbers for new variables of a clause.
struct Fresh(u32);

impl Fresh {
    fn after(term: &Term) -> Fresh {
        let used = term.variables().iter().map(|var| var.0 + 1).max();
        Fresh(used.unwrap_or(0))
    }

    fn next(&mut self) -> Term {
        self.0 += 1;
        Term::var(self.0 - 1)
    }
}

impl Explained {
    /// The clause of the explained predicate for a clause.
    pub(crate) fn clause(&self, head: &Term, body: &Term, place: Option<String>) -> (Term, Term) {
        let functor = head.functor().expect("a head is callable");
        let whole = Term::compound(sym::NECK, [head.clone(), body.clone()]);
        let mut fresh = Fresh::after(&whole);
        let (goals, parts) = (fresh.next(), fresh.next());
        let by = if body.is_atom(sym::TRUE) {
            ProvedBy::Fact
        } else {
            ProvedBy::Rule
        };
        let place = place.map_or(Term::Atom(sym::NIL), |place| Term::from(place.as_str()));
        let proof = proof(head, by, place, &parts);
        let args = head.args().iter().cloned().chain([goals.clone(), proof]);
        let explained = Term::compound(explained_name(functor.name), args);
        let end = Term::Atom(sym::NIL);
        let is_tabled = self.tabled.contains(&functor);
        let inner = if is_tabled {
            Term::compound(sym::CONS, [head.clone(), goals.clone()])
        } else {
            goals.clone()
        };
        let mut writer = BodyWriter {
            explained: self,
            goals: inner,
            fresh,
            nesting: 0,
        };
        let body = writer.body(body, &parts, &end);
        let body = if is_tabled {
            let repeats = Term::compound("$proves", [head.clone(), goals]);
            and(Term::compound(sym::NOT, [repeats]), body)
        } else {
            body
        };
        (explained, body)
    }
}

fn and(left: Term, right: Term) -> Term {
    Term::compound(sym::COMMA, [left, right])
}

fn proof(goal: &Term, by: ProvedBy, place: Term, parts: &Term) -> Term {
    Term::compound(PROOF, [goal.clone(), by.name(), place, parts.clone()])
}

/// Rewrites the body of a clause.
struct BodyWriter<'a> {
    explained: &'a Explained,
    /// The goals being proved.
    goals: Term,
    fresh: Fresh,
    nesting: usize,
}

impl BodyWriter<'_> {
    /// The goal with the list of its proofs: from `start` up to `end`.
    fn body(&mut self, goal: &Term, start: &Term, end: &Term) -> Term {
        let nothing = || Term::compound(sym::EQUALS, [start.clone(), end.clone()]);
        let Some(functor) = goal.functor() else {
            return self.leaf(goal, ProvedBy::Call, start, end);
        };
        // Deeper constructs are refused by the compiler.
        if self.nesting > MAX_NESTING {
            return goal.clone();
        }
        self.nesting += 1;
        let body = match (functor.name.as_str(), goal.args()) {
            ("true", []) => nothing(),
            (",", [_, _]) => self.conjunction(&goal.conjuncts(), start, end),
            ("->" | "*->", [left, right]) => {
                let middle = self.fresh.next();
                let left = self.body(left, start, &middle);
                Term::compound(functor.name, [left, self.body(right, &middle, end)])
            }
            (";" | "|", [left, right]) => {
                let left = self.body(left, start, end);
                Term::compound(sym::SEMICOLON, [left, self.body(right, start, end)])
            }
            ("!", []) => and(goal.clone(), nothing()),
            ("fail" | "false", []) => goal.clone(),
            _ if self.is_own(functor) => self.call(goal, functor, start, end),
            ("\\+" | "not", [_]) => self.leaf(goal, ProvedBy::Negation, start, end),
            ("once", [inner]) if inner.is_callable() => {
                Term::compound("once", [self.body(inner, start, end)])
            }
            ("call", [inner]) if inner.is_callable() => {
                Term::compound("call", [self.body(inner, start, end)])
            }
            _ => self.leaf(goal, ProvedBy::Call, start, end),
        };
        self.nesting -= 1;
        body
    }

    fn conjunction(&mut self, goals: &[Term], start: &Term, end: &Term) -> Term {
        let mut start = start.clone();
        let mut written = Vec::new();
        for (i, goal) in goals.iter().enumerate() {
            let is_last = i + 1 == goals.len();
            let next = if is_last {
                end.clone()
            } else {
                self.fresh.next()
            };
            written.push(self.body(goal, &start, &next));
            start = next;
        }
        let last = written
            .pop()
            .unwrap_or_else(|| Term::compound(sym::EQUALS, [start.clone(), end.clone()]));
        written
            .into_iter()
            .rfold(last, |rest, goal| and(goal, rest))
    }

    fn is_own(&self, functor: Functor) -> bool {
        self.explained.rules.contains(&functor) || self.explained.facts.contains(&functor)
    }

    fn leaf(&mut self, goal: &Term, by: ProvedBy, start: &Term, end: &Term) -> Term {
        let nil = Term::Atom(sym::NIL);
        let proof = proof(goal, by, nil.clone(), &nil);
        let parts = Term::compound(sym::CONS, [proof, end.clone()]);
        and(
            goal.clone(),
            Term::compound(sym::EQUALS, [start.clone(), parts]),
        )
    }

    fn call(&mut self, goal: &Term, functor: Functor, start: &Term, end: &Term) -> Term {
        if self.explained.facts.contains(&functor) {
            return self.leaf(goal, ProvedBy::Fact, start, end);
        }
        let proof = self.fresh.next();
        let further = [self.goals.clone(), proof.clone()];
        let args = goal.args().iter().cloned().chain(further);
        let call = Term::compound(explained_name(functor.name), args);
        let parts = Term::compound(sym::CONS, [proof, end.clone()]);
        let unify = Term::compound(sym::EQUALS, [start.clone(), parts]);
        if self.explained.tabled.contains(&functor) {
            // The answers are those of the table; one proof of each is enough.
            let once = Term::compound("once", [call]);
            return and(goal.clone(), and(once, unify));
        }
        and(call, unify)
    }
}

impl Program {
    /// Compiles a goal given as text, whose answers carry their proofs. The
    /// program must have been built to explain itself.
    pub fn parse_explained_query(&self, goal: &str) -> Result<Query, GoalError> {
        let read = read_term_with(goal, &self.operators)?;
        let mut writer = BodyWriter {
            explained: &self.explained,
            goals: Term::Atom(sym::NIL),
            fresh: Fresh::after(&read.term),
            nesting: 0,
        };
        let proof = writer.fresh.next();
        let body = writer.body(&read.term, &proof, &Term::Atom(sym::NIL));
        let variable = proof.variables()[0];
        Ok(self.query(&body)?.named(read.var_names, Some(variable)))
    }
}

impl Query {
    /// The proof of an answer: its steps, each before those that prove it. None
    /// if the goal was not compiled to be explained.
    pub fn proof(&self, answer: &Answer) -> Option<Vec<ProofStep>> {
        let Var(proof) = self.proof_variable()?;
        let mut steps = Vec::new();
        let mut pending: Vec<(usize, Term)> = Vec::new();
        let parts = |list: &Term, depth: usize, pending: &mut Vec<(usize, Term)>| {
            let items = list.as_list().unwrap_or_default();
            pending.extend(items.into_iter().rev().map(|item| (depth, item)));
        };
        parts(&answer.values[proof as usize], 0, &mut pending);
        while let Some((depth, term)) = pending.pop() {
            let Some([goal, by, place, list]) = term.as_compound(PROOF.into(), 4) else {
                continue;
            };
            let by = ProvedBy::ALL.iter().find(|(known, _)| known.name() == *by);
            steps.push(ProofStep {
                depth,
                goal: goal.clone(),
                by: by.map_or(ProvedBy::Call, |(by, _)| *by),
                place: match place {
                    Term::Atom(place) if *place != sym::NIL => Some(place.to_string()),
                    _ => None,
                },
            });
            parts(list, depth + 1, &mut pending);
        }
        Some(steps)
    }
}
