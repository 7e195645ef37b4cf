//! What the meta-interpreter may use in bodies: the game's primitives and the
//! predicates learned so far.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use stratalog_ilp::metarules::Background;
use stratalog_logic::{Clause, Functor, Term};

use crate::examples::Step;
use crate::positions::State;
use crate::rules::{LOST, Predicate, Rules};

/// Predicates by name, the preferred first, over the positions of a game.
pub(crate) struct Knowledge<'r> {
    pub rules: &'r mut Rules,
    names: Vec<(Functor, Predicate)>,
    /// Those of the names that bodies may use.
    usable: Vec<Functor>,
    /// Whether programs tried so far fit the examples of the current search.
    judged: FxHashMap<Predicate, bool>,
}

impl<'r> Knowledge<'r> {
    pub fn new(rules: &'r mut Rules) -> Knowledge<'r> {
        let names = Rules::primitives();
        // In most games no move loses at once: bodies without `lost/1` are found
        // sooner. Where moves lose, those that do not are tried first.
        let has_losses = rules.positions.has_losses();
        let mut usable: Vec<Functor> = names.iter().map(|(functor, _)| *functor).collect();
        let lost = names.iter().position(|(_, own)| *own == LOST);
        if let Some(lost) = lost.map(|at| usable.remove(at))
            && has_losses
        {
            usable.insert(0, lost);
        }
        Knowledge {
            rules,
            names,
            usable,
            judged: FxHashMap::default(),
        }
    }

    /// What bodies may use, by meaning: two searches with the same background
    /// proceed in the same way.
    pub fn background(&self) -> Vec<(Functor, Predicate)> {
        let meaning = |functor: &Functor| Some((*functor, self.predicate(*functor)?));
        self.usable.iter().filter_map(meaning).collect()
    }

    /// Starts a search with other examples.
    pub fn begin_search(&mut self) {
        self.judged.clear();
    }

    /// Defines a program and returns the number of its predicate `main`.
    pub fn add(&mut self, program: &[Clause], main: Functor) -> Option<Predicate> {
        let defined = self.rules.define(program, &self.names).ok()?;
        let predicate = defined.iter().find(|(f, _)| *f == main)?.1;
        self.names.splice(0..0, defined);
        Some(predicate)
    }

    /// Lets bodies use a predicate, before all others.
    pub fn prefer(&mut self, functor: Functor) {
        self.usable.insert(0, functor);
    }

    /// No longer lets bodies use a predicate.
    pub fn retire(&mut self, functor: Functor) {
        self.usable.retain(|f| *f != functor);
    }

    /// Whether a predicate holds of every one of these moves.
    pub fn covers(&mut self, predicate: Predicate, steps: &[Step]) -> bool {
        steps
            .iter()
            .all(|step| self.rules.names(predicate, step.from, step.to))
    }

    fn predicate(&self, functor: Functor) -> Option<Predicate> {
        let (_, predicate) = self.names.iter().find(|(f, _)| *f == functor)?;
        Some(*predicate)
    }

    fn instances(&mut self, predicate: Predicate, goal: &Term) -> Vec<Term> {
        let state = |term: &Term| Some(State(u32::try_from(term.as_integer()?).ok()?));
        let name = |functor: Functor| functor.name;
        let (Some(functor), Some(from)) = (goal.functor(), goal.args().first().and_then(state))
        else {
            return Vec::new();
        };
        match goal.args() {
            [_] if self.rules.ask(|rules| rules.has_answer(predicate, from)) == Some(true) => {
                vec![goal.clone()]
            }
            [_, to] => match state(to) {
                Some(to) if self.rules.names(predicate, from, to) => vec![goal.clone()],
                Some(_) => Vec::new(),
                None => {
                    let answers = self.rules.ask(|rules| rules.answers(predicate, from));
                    let first = goal.args()[0].clone();
                    let instance = |to: State| {
                        Term::compound(name(functor), [first.clone(), Term::Integer(to.0.into())])
                    };
                    answers.into_iter().flatten().map(instance).collect()
                }
            },
            _ => Vec::new(),
        }
    }
}

/// A program of the meta-interpreter as clauses.
fn clauses(program: &[Term]) -> Vec<Clause> {
    program.iter().map(Clause::from_term).collect()
}

/// A move as an example of a predicate.
pub(crate) fn example(functor: Functor, step: &Step) -> Term {
    let states = [step.from, step.to].map(|state| Term::Integer(state.0.into()));
    Term::compound(functor.name, states)
}

impl Background for Knowledge<'_> {
    fn predicates(&self) -> &[Functor] {
        &self.usable
    }

    fn answers(&mut self, goal: &Term) -> Rc<[Term]> {
        let predicate = goal.functor().and_then(|functor| self.predicate(functor));
        match predicate {
            Some(predicate) => self.instances(predicate, goal).into(),
            None => Rc::from([]),
        }
    }

    fn answers_with(&mut self, program: &[Term], goal: &Term) -> Rc<[Term]> {
        let Ok(defined) = self.rules.define(&clauses(program), &self.names) else {
            return Rc::from([]);
        };
        match defined.iter().find(|(f, _)| Some(*f) == goal.functor()) {
            Some(&(_, predicate)) => self.instances(predicate, goal).into(),
            None => self.answers(goal),
        }
    }

    fn proves(&mut self, program: &[Term], goal: &Term) -> bool {
        !self.answers_with(program, goal).is_empty()
    }

    fn fits(&mut self, program: &[Term], positive: &[Term], negative: &[Term]) -> bool {
        let target = positive.first().and_then(Term::functor);
        let Ok(defined) = self.rules.define(&clauses(program), &self.names) else {
            return false;
        };
        let Some(&(_, predicate)) = defined.iter().find(|(f, _)| Some(*f) == target) else {
            return false;
        };
        // Programs that differ only in names have one answer.
        if let Some(&fits) = self.judged.get(&predicate) {
            return fits;
        }
        let mut holds = |goal: &Term| !self.instances(predicate, goal).is_empty();
        let fits = !negative.iter().any(&mut holds) && positive.iter().all(&mut holds);
        self.judged.insert(predicate, fits);
        fits
    }
}
