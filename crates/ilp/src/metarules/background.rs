//! Background knowledge of the metarule learner.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use stratalog_logic::{Functor, Limits, Machine, Program, Term};

/// Background knowledge: predicates whose calls have answers.
pub trait Background {
    /// The predicates that bodies of learned clauses may use, preferred ones first.
    fn predicates(&self) -> &[Functor];

    /// The instances of a goal that hold. The goal's variables are numbered from
    /// 0 without gaps; those of an answer are its own.
    fn answers(&mut self, goal: &Term) -> Rc<[Term]>;

    /// The instances of a goal that hold when these clauses are added.
    fn answers_with(&mut self, program: &[Term], goal: &Term) -> Rc<[Term]>;

    /// Whether a goal holds when these clauses are added.
    fn proves(&mut self, program: &[Term], goal: &Term) -> bool;

    /// Whether all of some goals and none of others hold when these clauses are
    /// added.
    fn fits(&mut self, program: &[Term], positive: &[Term], negative: &[Term]) -> bool {
        !negative.iter().any(|goal| self.proves(program, goal))
            && positive.iter().all(|goal| self.proves(program, goal))
    }
}

/// The limits of one call of the background, and the most answers that are used.
const CALL_LIMITS: Limits = Limits {
    steps: 1_000_000,
    depth: 100_000,
    memory: 256 << 20,
};
const MOST_ANSWERS: usize = 10_000;

/// A program of the logic engine as background. Answers are remembered. A call
/// that ends in an error or at a limit has no answers.
pub struct LogicBackground<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    predicates: Vec<Functor>,
    known: FxHashMap<Term, Rc<[Term]>>,
    cut_short: u64,
}

impl<'p> LogicBackground<'p> {
    /// A program, and those of its predicates that bodies may use.
    pub fn new(program: &'p Program, predicates: Vec<Functor>) -> LogicBackground<'p> {
        LogicBackground {
            program,
            machine: Machine::new(program).with_limits(CALL_LIMITS),
            predicates,
            known: FxHashMap::default(),
            cut_short: 0,
        }
    }

    /// How many calls ended in an error or at a limit.
    pub fn cut_short(&self) -> u64 {
        self.cut_short
    }
}

impl Background for LogicBackground<'_> {
    fn predicates(&self) -> &[Functor] {
        &self.predicates
    }

    fn answers(&mut self, goal: &Term) -> Rc<[Term]> {
        if let Some(known) = self.known.get(goal) {
            return known.clone();
        }
        let answers = self.answers_with(&[], goal);
        self.known.insert(goal.clone(), answers.clone());
        answers
    }

    fn answers_with(&mut self, program: &[Term], goal: &Term) -> Rc<[Term]> {
        let Ok(query) = self.program.query_with(goal, program) else {
            self.cut_short += 1;
            return Rc::from([]);
        };
        let mut answers = Vec::new();
        for answer in self.machine.solve(&query).take(MOST_ANSWERS) {
            match answer {
                Ok(answer) => {
                    let value = |var: stratalog_logic::Var| answer.values[var.0 as usize].clone();
                    answers.push(goal.map_vars(value));
                }
                Err(_) => {
                    self.cut_short += 1;
                    break;
                }
            }
        }
        answers.into()
    }

    fn proves(&mut self, program: &[Term], goal: &Term) -> bool {
        let Ok(query) = self.program.query_with(goal, program) else {
            self.cut_short += 1;
            return false;
        };
        match self.machine.solve(&query).next() {
            Some(Ok(_)) => true,
            None => false,
            Some(Err(_)) => {
                self.cut_short += 1;
                false
            }
        }
    }
}
