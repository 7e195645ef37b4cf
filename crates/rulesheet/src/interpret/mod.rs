//! Games that are too large to be grounded: the rules are evaluated in each
//! position, from the questions down to the facts.

mod answer_table;
mod cube;
mod guard;
mod plan;
mod rows;
mod share;
mod situation;
mod solve;
mod state;
mod step;
mod tune;
mod ways;

use cube::Cubes;
use guard::Needs;
use plan::{Planner, Stored};
use situation::Situation;
use solve::Solver;
use state::State;
use ways::{WayId, Ways};

use super::facts::Facts;
use super::fault::{Fault, FaultKind};
use super::join::Work;
use super::program::{Predicate, Program, Words};
use super::terms::{FunctorId, TermId, Terms};

/// The work that may be done in one position.
const MAX_WORK: u64 = 20_000_000;

/// The terms that may be made to answer one question.
const MAX_NEW_TERMS: usize = 500_000;

/// The first argument is given.
const ROLE_GIVEN: u64 = 1;
/// Both arguments are given.
const ALL_GIVEN: u64 = 3;

/// The rules with what never changes, ready to be evaluated in a position.
#[derive(Clone)]
pub struct Interpreter {
    words: Words,
    /// The functor of `does`.
    does: FunctorId,
    terms: Terms,
    facts: Facts,
    ways: std::sync::Arc<Ways>,
    questions: Questions,
    solver: Solver,
    /// The facts of the position that was evaluated last.
    state: State,
    /// What never changes, as bits.
    always: std::sync::Arc<Cubes>,
    /// The work that one question may take, and the work of all so far.
    limit: u64,
    spent: u64,
}

/// What is asked of every position.
#[derive(Clone, Copy)]
struct Questions {
    legal: WayId,
    terminal: WayId,
    goal: WayId,
    next: WayId,
    sees: WayId,
    is_told: WayId,
}

/// Compiles a program for what is asked of every position.
fn compile(program: &Program, stored: Stored<'_>, planner: &Planner) -> (Ways, Questions) {
    let words = program.words;
    // What belongs to a role is asked for each role, as rules ask it: what they
    // found out is then known.
    let wanted = [
        (words.legal, ROLE_GIVEN),
        (words.terminal, 0),
        (words.goal, ROLE_GIVEN),
        (words.next, 0),
        (words.sees, ROLE_GIVEN),
        (words.sees, ALL_GIVEN),
    ];
    let (ways, ids) = plan::compile(program, stored, &wanted, planner);
    let questions = Questions {
        legal: ids[0],
        terminal: ids[1],
        goal: ids[2],
        next: ids[3],
        sees: ids[4],
        is_told: ids[5],
    };
    (ways, questions)
}

impl Interpreter {
    /// An interpreter on top of what never changes, whose rules try their conditions
    /// in orders that took little work in some random positions.
    pub fn new(program: &Program, terms: Terms, facts: Facts) -> Interpreter {
        let needs = Needs::new(program, &terms, &facts);
        let mut planner = Planner::with_guards(needs);
        let draft = Interpreter::planned(program, terms.clone(), facts.clone(), &planner);
        tune::improve(&mut planner, program, draft);
        Interpreter::planned(program, terms, facts, &planner)
    }

    /// An interpreter for few positions, whose rules try their conditions in orders
    /// that seem good. A question may take this much work.
    pub fn for_few(program: &Program, terms: Terms, facts: Facts, limit: u64) -> Interpreter {
        Interpreter {
            limit,
            ..Interpreter::planned(program, terms, facts, &Planner::default())
        }
    }

    /// The work that was done so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// An interpreter whose rules try their conditions in the planner's orders.
    fn planned(
        program: &Program,
        mut terms: Terms,
        mut facts: Facts,
        planner: &Planner,
    ) -> Interpreter {
        let words = program.words;
        let mut state = State::default();
        let stored = Stored {
            facts: &mut facts,
            state: &mut state,
            terms: &terms,
        };
        let (ways, questions) = compile(program, stored, planner);
        let mut always = Cubes::default();
        let predicates = (0..program.predicates.len() as u32).map(Predicate);
        let known = predicates.flat_map(|p| &facts.relation(p).facts);
        always.add(&known.copied().collect::<Vec<TermId>>(), &terms);
        Interpreter {
            words,
            does: terms.functor(program.predicates[words.does.index()].functor),
            solver: Solver::new(&ways),
            ways: ways.into(),
            questions,
            terms,
            facts,
            state,
            always: always.into(),
            limit: MAX_WORK,
            spent: 0,
        }
    }

    /// Tries the conditions of rules in the planner's orders from now on.
    fn plan_again(&mut self, program: &Program, planner: &Planner) {
        let stored = Stored {
            facts: &mut self.facts,
            state: &mut self.state,
            terms: &self.terms,
        };
        let (ways, questions) = compile(program, stored, planner);
        self.solver = Solver::new(&ways);
        self.ways = ways.into();
        self.questions = questions;
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of a term, made if need be.
    pub fn intern(&mut self, term: &stratalog_logic::Term) -> Option<TermId> {
        self.terms.intern(term)
    }

    /// The facts of the initial position.
    pub fn initial(&self) -> Vec<TermId> {
        let init = self.facts.relation(self.words.init);
        init.facts.iter().map(|&f| self.terms.args(f)[0]).collect()
    }

    /// Goes to a position with moves (role, move). What was found out about the
    /// same position without moves is kept.
    fn enter(&mut self, facts: &[TermId], moves: &[(TermId, TermId)]) -> Result<(), Fault> {
        let is_same = self.state.all() == facts;
        self.solver.forget(&self.ways, is_same);
        if !is_same {
            self.state.move_to(facts, &self.terms);
        }
        self.facts.clear(self.words.does);
        for &(role, mv) in moves {
            let atom = self.terms.compound(self.does, &[role, mv]);
            let atom = atom.ok_or(FaultKind::TermSize)?;
            self.facts.add(self.words.does, atom, &self.terms);
        }
        Ok(())
    }

    /// The answers to a question, one after the other, and their number.
    fn ask(&mut self, way: WayId, given: &[TermId]) -> Result<(Vec<TermId>, u32), Fault> {
        let ways = std::sync::Arc::clone(&self.ways);
        let mut situation = Situation {
            ways: &ways,
            facts: &self.facts,
            state: &self.state,
            always: &self.always,
            max_terms: self.terms.len() + MAX_NEW_TERMS,
            terms: &mut self.terms,
            work: Work::new(self.limit),
        };
        let mut found = Vec::new();
        let answers = self.solver.answers(way, given, &mut situation, |answer| {
            found.extend_from_slice(answer);
        });
        self.spent += self.limit - situation.work.left;
        if answers.is_err() {
            // What was left half done must not be used.
            self.solver.forget(&ways, false);
        }
        Ok((found, answers?))
    }

    /// For each role, the second arguments of the answers with this role as the
    /// first, in the standard order of terms.
    fn by_role(&mut self, way: WayId, roles: &[TermId]) -> Result<Vec<Vec<TermId>>, Fault> {
        let of_role = |&role: &TermId| {
            let (mut listed, _) = self.ask(way, &[role])?;
            self.terms.sort(&mut listed);
            Ok(listed)
        };
        roles.iter().map(of_role).collect()
    }

    /// The legal moves of each role, in the standard order of terms, and whether
    /// the game is over.
    pub fn survey(
        &mut self,
        facts: &[TermId],
        roles: &[TermId],
    ) -> Result<(Vec<Vec<TermId>>, bool), Fault> {
        self.enter(facts, &[])?;
        let (_, ends) = self.ask(self.questions.terminal, &[])?;
        let legal = self.by_role(self.questions.legal, roles)?;
        Ok((legal, ends > 0))
    }

    /// For each role, its goals that hold.
    pub fn goals(&mut self, facts: &[TermId], roles: &[TermId]) -> Result<Vec<Vec<i64>>, Fault> {
        self.enter(facts, &[])?;
        let values = self.by_role(self.questions.goal, roles)?;
        let goals =
            |list: &Vec<TermId>| list.iter().filter_map(|&id| self.terms.goal(id)).collect();
        Ok(values.iter().map(goals).collect())
    }

    /// The facts of the next position.
    pub fn next(
        &mut self,
        facts: &[TermId],
        moves: &[(TermId, TermId)],
    ) -> Result<Vec<TermId>, Fault> {
        self.enter(facts, moves)?;
        let (found, _) = self.ask(self.questions.next, &[])?;
        Ok(found)
    }

    /// What each role is told when these moves are made.
    pub fn told(
        &mut self,
        facts: &[TermId],
        moves: &[(TermId, TermId)],
        roles: &[TermId],
    ) -> Result<Vec<Vec<TermId>>, Fault> {
        self.enter(facts, moves)?;
        self.by_role(self.questions.sees, roles)
    }

    /// Goes to a position in which these moves are made, to be asked by
    /// [`Interpreter::is_told`].
    pub fn look_at(&mut self, facts: &[TermId], moves: &[(TermId, TermId)]) -> Result<(), Fault> {
        self.enter(facts, moves)
    }

    /// Whether a role is told this in the position that was looked at.
    pub fn is_told(&mut self, told: [TermId; 2]) -> Result<bool, Fault> {
        let (_, answers) = self.ask(self.questions.is_told, &told)?;
        Ok(answers > 0)
    }
}
