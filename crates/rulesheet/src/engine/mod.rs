//! What evaluates the positions of a rulesheet: the network, or the interpreter
//! where the game is too large to be grounded. Both answer the same questions.
//!
//! The facts of a position are words: a bit for each possible fact with the
//! network, the keys of the facts that hold with the interpreter. Legal moves are
//! likewise bits, or lists, by role.

mod interpreter;
mod network;

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use stratalog_logic::Term;

pub use interpreter::InterpreterEngine;
pub use network::NetworkEngine;

use super::fault::Fault;

/// A way of evaluating positions.
pub enum Engine {
    /// By gates.
    Network(Box<NetworkEngine>),
    /// By rules.
    Interpreter(Box<InterpreterEngine>),
}

/// The number of the next engine; each has its own.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

fn next_id() -> u64 {
    NEXT_ID.fetch_add(1, Ordering::Relaxed)
}

/// What a thread keeps of the engines it used last, by their numbers.
struct Kept<T>(Vec<(u64, T)>);

impl<T> Kept<T> {
    const MOST: usize = 4;

    const fn new() -> Kept<T> {
        Kept(Vec::new())
    }

    /// What is kept for an engine, made where it is not there.
    fn of(&mut self, id: u64, make: impl FnOnce() -> T) -> &mut T {
        let place = self.0.iter().position(|(kept, _)| *kept == id);
        let place = place.unwrap_or_else(|| {
            if self.0.len() == Self::MOST {
                self.0.remove(0);
            }
            self.0.push((id, make()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }

    /// Drops what is kept for an engine.
    fn forget(&mut self, id: u64) {
        self.0.retain(|(kept, _)| *kept != id);
    }
}

/// A thread's own store.
type Store<T> = std::thread::LocalKey<RefCell<Kept<T>>>;

impl Engine {
    /// The facts at the start.
    pub fn initial(&self) -> Result<Vec<u64>, Fault> {
        match self {
            Engine::Network(engine) => Ok(engine.initial()),
            Engine::Interpreter(engine) => engine.initial(),
        }
    }

    /// Finds the legal moves; says whether the game is over.
    pub fn survey(&self, facts: &[u64], legal: &mut Vec<u64>) -> Result<bool, Fault> {
        legal.clear();
        match self {
            Engine::Network(engine) => Ok(engine.survey(facts, legal)),
            Engine::Interpreter(engine) => engine.survey(facts, legal),
        }
    }

    /// Replaces the facts by those after a joint move, one for each role.
    pub fn advance(&self, facts: &mut Vec<u64>, joint: &[u32]) -> Result<(), Fault> {
        match self {
            Engine::Network(engine) => {
                engine.advance(facts, joint);
                Ok(())
            }
            Engine::Interpreter(engine) => engine.advance(facts, joint),
        }
    }

    /// What each of the first roles is told when a joint move is made.
    pub fn told(
        &self,
        facts: &[u64],
        joint: &[u32],
        roles: usize,
    ) -> Result<Vec<Vec<Term>>, Fault> {
        match self {
            Engine::Network(engine) => Ok(engine.told(facts, joint, roles)),
            Engine::Interpreter(engine) => engine.told(facts, joint, roles),
        }
    }

    /// The goals of each of the first roles that hold, in ascending order.
    pub fn goals(&self, facts: &[u64], roles: usize) -> Result<Vec<Vec<i64>>, Fault> {
        let mut goals = match self {
            Engine::Network(engine) => engine.goals(facts, roles),
            Engine::Interpreter(engine) => engine.goals(facts, roles)?,
        };
        goals.iter_mut().for_each(|goals| goals.sort_unstable());
        Ok(goals)
    }

    /// How many legal moves a role has.
    #[inline]
    pub fn legal_count(&self, legal: &[u64], role: usize) -> usize {
        match self {
            Engine::Network(engine) => engine.legal_count(legal, role),
            Engine::Interpreter(engine) => engine.legal(legal, role).len(),
        }
    }

    /// The legal move of a role with this rank, which must exist.
    pub fn legal_move(&self, legal: &[u64], role: usize, rank: usize) -> u32 {
        match self {
            Engine::Network(engine) => engine.legal_move(legal, role, rank),
            Engine::Interpreter(engine) => engine.legal(legal, role)[rank] as u32,
        }
    }

    /// Calls `found` with the legal moves of a role, in the standard order of
    /// terms.
    pub fn list_legal(&self, legal: &[u64], role: usize, mut found: impl FnMut(u32)) {
        match self {
            Engine::Network(engine) => engine.list_legal(legal, role, found),
            Engine::Interpreter(engine) => {
                let moves = engine.legal(legal, role).iter();
                moves.for_each(|&code| found(code as u32));
            }
        }
    }

    /// Forgets the legal moves of all roles but one.
    pub fn keep_legal_of(&self, legal: &mut Vec<u64>, role: usize) {
        match self {
            Engine::Network(engine) => engine.keep_legal_of(legal, role),
            Engine::Interpreter(engine) => engine.keep_legal_of(legal, role),
        }
    }

    /// The term of a move.
    pub fn move_term(&self, code: u32) -> Term {
        let term = match self {
            Engine::Network(engine) => engine.move_term(code),
            Engine::Interpreter(engine) => engine.move_term(code),
        };
        term.unwrap_or_else(|| Term::atom("none"))
    }

    /// The code of a move, if there is such a move.
    pub fn move_code(&self, term: &Term) -> Option<u32> {
        match self {
            Engine::Network(engine) => engine.move_code(term),
            Engine::Interpreter(engine) => engine.move_code(term),
        }
    }

    /// The facts of a position, in the standard order of terms.
    pub fn facts(&self, facts: &[u64]) -> Vec<Term> {
        match self {
            Engine::Network(engine) => engine.facts(facts),
            Engine::Interpreter(engine) => engine.facts(facts),
        }
    }

    /// Every fact that a position may have, where that is known.
    pub fn possible_facts(&self) -> Option<Vec<Term>> {
        match self {
            Engine::Network(engine) => Some(engine.possible_facts()),
            Engine::Interpreter(_) => None,
        }
    }

    /// The words of these facts; the error is a fact that no position can have.
    pub fn words_of(&self, facts: &[Term]) -> Result<Vec<u64>, Term> {
        match self {
            Engine::Network(engine) => engine.words_of(facts),
            Engine::Interpreter(engine) => engine.words_of(facts),
        }
    }
}
