//! What a learner returns, whichever method it uses.

use serde::{Deserialize, Serialize};
use stratalog_logic::{Clause, Functor, Term};
use stratalog_run::Ended;

use crate::bits::Bits;
use crate::method::Method;
use crate::problem::Problem;

/// A theory and how it was found.
#[derive(Clone, Debug)]
pub struct Theory {
    /// The method that learned it.
    pub method: Method,
    /// The clauses; none if nothing was learned.
    pub clauses: Vec<Clause>,
    /// Whether the search showed that no better theory exists within the bias: no
    /// smaller one where all examples are classified correctly, and none of lower
    /// cost where examples may be wrong.
    pub is_proven: bool,
    /// What the theory covers of the examples.
    pub coverage: Coverage,
    /// Clauses or proof steps that the search looked at.
    pub explored: u64,
    /// Coverage tests made with the logic engine.
    pub tests: u64,
    /// Queries that ended at a limit or in an error and counted as failed.
    pub limits_reached: u64,
    /// Why the learner ended.
    pub ended: Ended,
    /// What prevented a complete theory, and which setting to change.
    pub advice: Option<String>,
    /// What the user should know about the problem.
    pub notes: Vec<String>,
}

impl Theory {
    /// The number of literals, heads included.
    pub fn size(&self) -> usize {
        self.clauses
            .iter()
            .map(|clause| clause.body.len() + 1)
            .sum()
    }

    /// The recursive predicates that Prolog must table to be sure to end: where the
    /// examples are about constants, such as nodes of a graph, calls may go in circles.
    pub fn tabled(&self, problem: &Problem) -> Vec<Functor> {
        let mut examples = problem.positives.iter();
        let are_constants = examples.all(|example| {
            let mut args = example.args().iter();
            args.all(|arg| arg.as_atom().is_some())
        });
        if !are_constants {
            return Vec::new();
        }
        let mut tabled: Vec<Functor> = Vec::new();
        for functor in self
            .clauses
            .iter()
            .filter_map(|clause| clause.head.functor())
        {
            if !tabled.contains(&functor) && self.reaches(functor, functor) {
                tabled.push(functor);
            }
        }
        tabled
    }

    /// Whether proofs of one learned predicate may call another.
    fn reaches(&self, from: Functor, to: Functor) -> bool {
        let mut reached: Vec<Functor> = Vec::new();
        let mut pending = vec![from];
        while let Some(next) = pending.pop() {
            let own = self.clauses.iter();
            let own = own.filter(|clause| clause.head.functor() == Some(next));
            for called in own
                .flat_map(|clause| &clause.body)
                .filter_map(Term::functor)
            {
                if called == to {
                    return true;
                }
                if !reached.contains(&called) {
                    reached.push(called);
                    pending.push(called);
                }
            }
        }
        false
    }
}

/// The examples that a clause or theory covers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Positives.
    pub positives: Bits,
    /// Negatives.
    pub negatives: Bits,
}

impl Coverage {
    /// All examples of a problem.
    pub fn all(problem: &Problem) -> Coverage {
        Coverage {
            positives: Bits::all(problem.positives.len()),
            negatives: Bits::all(problem.negatives.len()),
        }
    }

    /// No example of a problem.
    pub fn none(problem: &Problem) -> Coverage {
        Coverage {
            positives: Bits::none(problem.positives.len()),
            negatives: Bits::none(problem.negatives.len()),
        }
    }

    /// The correct and wrong answers that this coverage of a problem makes.
    pub fn confusion(&self, problem: &Problem) -> Confusion {
        let true_positives = self.positives.count();
        let false_positives = self.negatives.count();
        Confusion {
            true_positives,
            false_positives,
            true_negatives: problem.negatives.len() - false_positives,
            false_negatives: problem.positives.len() - true_positives,
        }
    }

    /// Keeps what the other covers too.
    pub fn intersect(&mut self, other: &Coverage) {
        self.positives.intersect(&other.positives);
        self.negatives.intersect(&other.negatives);
    }
}

/// Correct and wrong answers on examples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Confusion {
    /// Positives covered.
    pub true_positives: usize,
    /// Negatives covered.
    pub false_positives: usize,
    /// Negatives not covered.
    pub true_negatives: usize,
    /// Positives not covered.
    pub false_negatives: usize,
}

impl Confusion {
    /// The share of correct answers.
    pub fn accuracy(&self) -> f64 {
        self.correct() as f64 / self.total().max(1) as f64
    }

    /// The number of correct answers.
    pub fn correct(&self) -> usize {
        self.true_positives + self.true_negatives
    }

    /// The number of examples.
    pub fn total(&self) -> usize {
        self.correct() + self.false_positives + self.false_negatives
    }

    /// Whether every answer is correct.
    pub fn is_perfect(&self) -> bool {
        self.false_positives + self.false_negatives == 0
    }

    /// The counts of both.
    pub fn plus(self, other: Confusion) -> Confusion {
        Confusion {
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            true_negatives: self.true_negatives + other.true_negatives,
            false_negatives: self.false_negatives + other.false_negatives,
        }
    }
}
