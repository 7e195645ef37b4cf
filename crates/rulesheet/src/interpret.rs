//! Games that are too large to be grounded: in each position the rules are
//! computed from the facts, stratum by stratum. Slower, and always right.

use super::evaluate::Evaluator;
use super::facts::Facts;
use super::join::{LimitReached, Work};
use super::program::{Predicate, Program};
use super::terms::{TermId, Terms};

/// How many candidate facts may be looked at in one position.
const MAX_WORK: u64 = 2_000_000_000;

/// The rules with what never changes, ready to be computed in a position.
#[derive(Clone)]
pub struct Interpreter {
    program: Program,
    terms: Terms,
    facts: Facts,
    evaluator: Evaluator,
    /// The strata needed for each stage, by number.
    stages: [Vec<usize>; 3],
    /// The predicates that are to be forgotten before the next position.
    filled: Vec<Predicate>,
}

/// Which strata are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Legal moves and the end.
    Survey = 0,
    /// Goals.
    Goals = 1,
    /// The next position, and what is seen.
    Next = 2,
}

impl Interpreter {
    /// An interpreter on top of what never changes.
    pub fn new(program: &Program, terms: Terms, facts: Facts) -> Interpreter {
        let words = program.words;
        let strata_for = |wanted: &[Predicate]| -> Vec<usize> {
            let needed = program.needed_for(wanted);
            (0..program.strata.len())
                .filter(|&number| {
                    let first = program.strata[number].predicates[0];
                    needed[first.index()]
                        && program.is_dynamic(first)
                        && ![words.holds, words.does].contains(&first)
                })
                .collect()
        };
        Interpreter {
            stages: [
                strata_for(&[words.legal, words.terminal]),
                strata_for(&[words.goal]),
                strata_for(&[words.next, words.sees]),
            ],
            program: program.clone(),
            terms,
            facts,
            evaluator: Evaluator::new(program),
            filled: Vec::new(),
        }
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of a term, made if need be.
    pub fn intern(&mut self, term: &stratalog_logic::Term) -> Option<TermId> {
        self.terms.intern(term)
    }

    /// The facts of the initial position, in order.
    pub fn initial(&self) -> Vec<TermId> {
        let init = self.facts.relation(self.program.words.init);
        let mut facts: Vec<TermId> = init.facts.iter().map(|&f| self.terms.args(f)[0]).collect();
        facts.sort_unstable();
        facts
    }

    /// Computes what a question needs, in a position with moves (role, move).
    fn ask(
        &mut self,
        question: Question,
        facts: &[TermId],
        moves: &[(TermId, TermId)],
    ) -> Result<(), LimitReached> {
        for predicate in self.filled.drain(..) {
            self.facts.clear(predicate);
        }
        let words = self.program.words;
        for &fact in facts {
            self.put(words.holds, &[fact])?;
        }
        for &(role, mv) in moves {
            self.put(words.does, &[role, mv])?;
        }
        self.filled.extend([words.holds, words.does]);
        let mut work = Work::new(MAX_WORK);
        for &number in &self.stages[question as usize] {
            let stratum = &self.program.strata[number];
            self.filled.extend(&stratum.predicates);
            self.evaluator.complete(
                &self.program,
                stratum,
                &mut self.facts,
                &mut self.terms,
                &mut work,
            )?;
        }
        Ok(())
    }

    fn put(&mut self, predicate: Predicate, args: &[TermId]) -> Result<(), LimitReached> {
        let functor = self.program.predicates[predicate.index()].functor;
        let functor = self.terms.functor(functor);
        let fact = self.terms.compound(functor, args).ok_or(LimitReached)?;
        self.facts.add(predicate, fact, &self.terms);
        Ok(())
    }

    /// Whether the game is over.
    pub fn survey(
        &mut self,
        facts: &[TermId],
        roles: &[TermId],
    ) -> Result<(Vec<Vec<TermId>>, bool), LimitReached> {
        self.ask(Question::Survey, facts, &[])?;
        let words = self.program.words;
        let legal = roles
            .iter()
            .map(|&role| self.sorted_of_role(words.legal, role))
            .collect();
        Ok((legal, self.facts.count(words.terminal) > 0))
    }

    /// The second arguments of a role's facts, in the standard order of terms.
    fn sorted_of_role(&self, predicate: Predicate, role: TermId) -> Vec<TermId> {
        let facts = self.facts.relation(predicate).facts.iter();
        let mut listed: Vec<_> = facts
            .filter_map(|&fact| match self.terms.args(fact) {
                [first, second] if *first == role => Some((self.terms.term(*second), *second)),
                _ => None,
            })
            .collect();
        listed.sort();
        listed.into_iter().map(|(_, id)| id).collect()
    }

    /// The goals of a role that hold.
    pub fn goals(&mut self, facts: &[TermId], role: TermId) -> Result<Vec<i64>, LimitReached> {
        self.ask(Question::Goals, facts, &[])?;
        let values = self.sorted_of_role(self.program.words.goal, role);
        Ok(values
            .iter()
            .filter_map(|&id| self.terms.integer(id))
            .collect())
    }

    /// The facts of the next position, in order.
    pub fn next(
        &mut self,
        facts: &[TermId],
        moves: &[(TermId, TermId)],
    ) -> Result<Vec<TermId>, LimitReached> {
        self.ask(Question::Next, facts, moves)?;
        let next = self.facts.relation(self.program.words.next);
        let mut facts: Vec<TermId> = next.facts.iter().map(|&f| self.terms.args(f)[0]).collect();
        facts.sort_unstable();
        Ok(facts)
    }

    /// What a role is told of the last joint move, after [`Interpreter::next`].
    pub fn told(&self, role: TermId) -> Vec<TermId> {
        self.sorted_of_role(self.program.words.sees, role)
    }
}
