//! Why a theory covers what it covers: for each clause the examples it covers, and for
//! each example the clause and the values that prove it.

use serde::{Deserialize, Serialize};
use stratalog_logic::{Clause, Functor, Limits, Machine, Program, Term, TermWriter, Var};

use crate::modes::loops;
use crate::problem::Problem;

/// The limits of one proof.
const PROOF_LIMITS: Limits = Limits {
    steps: 1_000_000,
    depth: 100_000,
    memory: 256 << 20,
};

/// Why a theory covers what it covers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explanation {
    /// What each clause covers, in the order of the theory.
    pub clauses: Vec<ClauseCoverage>,
    /// What is said of each example, positives first.
    pub examples: Vec<ExplainedExample>,
}

/// What one clause covers. Other clauses of the theory may take part in its proofs.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ClauseCoverage {
    /// The clause.
    pub clause: String,
    /// Positives that it covers.
    pub positives: usize,
    /// Positives that no other clause covers.
    pub only_positives: usize,
    /// Negatives that it covers.
    pub negatives: usize,
    /// Negatives that no other clause covers.
    pub only_negatives: usize,
}

/// What a theory says of one example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExplainedExample {
    /// The example.
    pub example: String,
    /// Whether it is a positive example.
    pub is_positive: bool,
    /// The clauses that cover it, counted from 1.
    pub clauses: Vec<usize>,
    /// The values of the first of these clauses' variables in its first proof.
    pub bindings: Vec<Binding>,
    /// Whether a proof ended at a limit or in an error, so that a clause may cover the
    /// example although it is not listed.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub is_cut_short: bool,
}

/// A variable and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Binding {
    /// The variable's name in the clause.
    pub variable: String,
    /// Its value.
    pub value: String,
}

/// Explains what clauses cover of a problem's examples. Clauses of auxiliary
/// predicates cover no example themselves.
pub fn explain(problem: &Problem, clauses: &[Clause]) -> Explanation {
    let mut prover = Prover::new(problem, clauses);
    let positives = problem.positives.iter().map(|example| (example, true));
    let negatives = problem.negatives.iter().map(|example| (example, false));
    let explained = positives.chain(negatives).map(|(example, is_positive)| {
        let mut explained = ExplainedExample {
            example: TermWriter::new().term(example),
            is_positive,
            clauses: Vec::new(),
            bindings: Vec::new(),
            is_cut_short: false,
        };
        for (at, clause) in clauses.iter().enumerate() {
            match prover.prove(clause, example) {
                Ok(Some(bindings)) => {
                    if explained.clauses.is_empty() {
                        explained.bindings = bindings;
                    }
                    explained.clauses.push(at + 1);
                }
                Ok(None) => {}
                Err(CutShort) => explained.is_cut_short = true,
            }
        }
        explained
    });
    let examples: Vec<ExplainedExample> = explained.collect();
    let of_clause = |(at, clause): (usize, &Clause)| {
        let covered = |is_positive: bool| {
            let of_kind = examples
                .iter()
                .filter(move |e| e.is_positive == is_positive);
            of_kind.filter(move |example| example.clauses.contains(&(at + 1)))
        };
        let alone = |example: &&ExplainedExample| example.clauses.len() == 1;
        ClauseCoverage {
            clause: clause.to_string(),
            positives: covered(true).count(),
            only_positives: covered(true).filter(alone).count(),
            negatives: covered(false).count(),
            only_negatives: covered(false).filter(alone).count(),
        }
    };
    Explanation {
        clauses: clauses.iter().enumerate().map(of_clause).collect(),
        examples,
    }
}

/// Whether each goal holds in a program; `None` where that is not known within the
/// limits.
pub fn holds(program: &Program, goals: &[Term]) -> Vec<Option<bool>> {
    let mut machine = Machine::new(program).with_limits(PROOF_LIMITS);
    let mut holds = |goal: &Term| {
        let query = program.query(goal).ok()?;
        match machine.solve(&query).next() {
            None => Some(false),
            Some(Ok(_)) => Some(true),
            Some(Err(_)) => None,
        }
    };
    goals.iter().map(&mut holds).collect()
}

/// A proof ended at a limit or in an error.
struct CutShort;

struct Prover<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    theory: Vec<Term>,
    /// The predicate whose calls may go in circles, if there is one.
    cyclic: Option<Functor>,
}

impl<'p> Prover<'p> {
    fn new(problem: &'p Problem, clauses: &[Clause]) -> Prover<'p> {
        let mut theory: Vec<Term> = clauses.iter().map(Clause::to_term).collect();
        let target = problem.target();
        let mut examples = problem.positives.iter();
        let are_constants =
            examples.all(|example| example.args().iter().all(|arg| arg.as_atom().is_some()));
        let mut literals = clauses.iter().flat_map(|clause| &clause.body);
        let is_recursive = literals.any(|literal| literal.functor() == Some(target));
        let cyclic = (are_constants && is_recursive).then_some(target);
        if let Some(target) = cyclic {
            theory = loops::guarded(&theory, target);
        }
        Prover {
            program: &problem.background,
            machine: Machine::new(&problem.background).with_limits(PROOF_LIMITS),
            theory,
            cyclic,
        }
    }

    /// The values of a clause's variables in its first proof of an example.
    fn prove(&mut self, clause: &Clause, example: &Term) -> Result<Option<Vec<Binding>>, CutShort> {
        if clause.head.functor() != example.functor() {
            return Ok(None);
        }
        let matched = Term::compound("=", [clause.head.clone(), example.clone()]);
        let mut body = Term::conjunction(clause.body.iter().cloned());
        if let Some(target) = self.cyclic {
            body = loops::guarded_body(&body, target, loops::start(&clause.head));
        }
        let goal = Term::conjunction([matched, body]);
        let query = self.program.query_with(&goal, &self.theory);
        let query = query.map_err(|_| CutShort)?;
        let answer = match self.machine.solve(&query).next() {
            None => return Ok(None),
            Some(Err(_)) => return Err(CutShort),
            Some(Ok(answer)) => answer,
        };
        let writer = TermWriter::new();
        let binding = |var: &Var| Binding {
            variable: writer.term(&Term::Var(*var)),
            value: writer.term(&answer.values[var.0 as usize]),
        };
        let variables = clause.to_term().variables();
        Ok(Some(variables.iter().map(binding).collect()))
    }
}
