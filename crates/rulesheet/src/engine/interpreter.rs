//! Positions evaluated by rules. Each thread has an interpreter of its own, which
//! numbers terms as it meets them; what leaves a thread is named by content, so
//! that a position or a move means the same on every thread and results do not
//! depend on how work is spread over threads:
//!
//! - a fact of a position is the 64-bit key of its term, and facts are sorted by
//!   key;
//! - the code of a move is made from its key;
//! - moves are listed in the standard order of terms, as the network lists them.

use std::cell::RefCell;
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;
use stratalog_logic::Term;

use super::{Kept, Store, next_id};
use crate::fault::{Fault, FaultKind, MAX_FACTS, MAX_SYMBOLS};
use crate::interpret::Interpreter;
use crate::position::NOTHING;
use crate::terms::TermId;

/// A thread whose interpreter has met this many terms more than it began with starts
/// with a new one.
const MAX_NEW_TERMS: usize = 1_000_000;

/// The rules of a game that is too large to be grounded.
pub struct InterpreterEngine {
    id: u64,
    /// What the interpreter of each thread is copied from.
    template: Interpreter,
    /// The roles: the template's terms have the same numbers in every copy.
    roles: Vec<TermId>,
    known: RwLock<Known>,
}

/// The terms that left some thread. They stay known: positions are written in the keys
/// of facts.
#[derive(Default)]
struct Known {
    facts: FxHashMap<u64, Term>,
    moves: FxHashMap<u32, Term>,
    /// The symbols of all these terms.
    symbols: usize,
}

impl Known {
    /// The fact with this key: the first one that was given.
    fn fact(&mut self, key: u64, term: &Term, size: usize) -> Result<Term, Fault> {
        if let Some(first) = self.facts.get(&key) {
            return Ok(first.clone());
        }
        if self.facts.len() >= MAX_FACTS {
            return Err(FaultKind::Facts(term.functor()).into());
        }
        self.count(size)?;
        self.facts.insert(key, term.clone());
        Ok(term.clone())
    }

    /// The code of a move: this one, or the next that no other move has.
    fn code(&mut self, first: u32, term: &Term, size: usize) -> Result<u32, Fault> {
        let mut code = first;
        loop {
            match self.moves.get(&code) {
                Some(known) if known == term => return Ok(code),
                None if code != NOTHING => break,
                _ => code = code.wrapping_add(1),
            }
        }
        if self.moves.len() >= MAX_FACTS {
            return Err(FaultKind::Moves.into());
        }
        self.count(size)?;
        self.moves.insert(code, term.clone());
        Ok(code)
    }

    fn count(&mut self, size: usize) -> Result<(), Fault> {
        if self.symbols + size > MAX_SYMBOLS {
            return Err(FaultKind::Symbols.into());
        }
        self.symbols += size;
        Ok(())
    }
}

/// The interpreter of one thread, and what it knows of terms outside.
struct Local {
    interpreter: Interpreter,
    facts: FxHashMap<u64, TermId>,
    /// For each term, whether it is a fact that other threads can look up.
    published: Vec<bool>,
    moves: FxHashMap<u32, TermId>,
    codes: FxHashMap<TermId, u32>,
}

thread_local! {
    static INTERPRETERS: RefCell<Kept<Box<Local>>> = const { RefCell::new(Kept::new()) };
}

impl InterpreterEngine {
    /// An engine whose threads copy this interpreter, for these roles.
    pub fn new(template: Interpreter, roles: Vec<TermId>) -> InterpreterEngine {
        InterpreterEngine {
            id: next_id(),
            template,
            roles,
            known: RwLock::default(),
        }
    }

    /// Runs with this thread's interpreter.
    fn with<T>(&self, run: impl FnOnce(&mut Local) -> T) -> T {
        let store: &'static Store<Box<Local>> = &INTERPRETERS;
        store.with_borrow_mut(|kept| {
            let local = kept.of(self.id, || {
                Box::new(Local {
                    interpreter: self.template.clone(),
                    facts: FxHashMap::default(),
                    published: Vec::new(),
                    moves: FxHashMap::default(),
                    codes: FxHashMap::default(),
                })
            });
            let result = run(local);
            if local.interpreter.terms().len() > self.template.terms().len() + MAX_NEW_TERMS {
                kept.forget(self.id);
            }
            result
        })
    }

    fn known(&self) -> std::sync::RwLockReadGuard<'_, Known> {
        // Entries are inserted whole, so a panic elsewhere leaves nothing half done.
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn known_mut(&self) -> std::sync::RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys of facts, sorted, after making sure that other threads can look
    /// them up.
    fn publish(&self, local: &mut Local, facts: &[TermId]) -> Result<Vec<u64>, Fault> {
        let mut keys = Vec::with_capacity(facts.len());
        let known = local.interpreter.terms().len();
        local.published.resize(known, false);
        for &fact in facts {
            let terms = local.interpreter.terms();
            let key = terms.key(fact);
            keys.push(key);
            if std::mem::replace(&mut local.published[fact.index()], true) {
                continue;
            }
            local.facts.insert(key, fact);
            let term = terms.term(fact);
            let found = self.known().facts.get(&key).cloned();
            let first = match found {
                Some(first) => first,
                None => self.known_mut().fact(key, &term, terms.size(fact))?,
            };
            if first != term {
                return Err(FaultKind::KeyCollision.into());
            }
        }
        keys.sort_unstable();
        Ok(keys)
    }

    /// The facts with these keys, in this thread's numbers.
    fn enter(&self, local: &mut Local, keys: &[u64]) -> Result<Vec<TermId>, Fault> {
        let mut facts = Vec::with_capacity(keys.len());
        for &key in keys {
            let fact = match local.facts.get(&key) {
                Some(&fact) => fact,
                None => {
                    let term = self.known().facts.get(&key).cloned();
                    let fact = term.and_then(|term| local.interpreter.intern(&term));
                    let fact = fact.ok_or(FaultKind::TermSize)?;
                    local.facts.insert(key, fact);
                    fact
                }
            };
            facts.push(fact);
        }
        Ok(facts)
    }

    /// The code of a move, the same on every thread.
    fn code(&self, local: &mut Local, mv: TermId) -> Result<u32, Fault> {
        if let Some(&code) = local.codes.get(&mv) {
            return Ok(code);
        }
        let terms = local.interpreter.terms();
        let (first, size) = ((terms.key(mv) >> 32) as u32, terms.size(mv));
        let code = self.known_mut().code(first, &terms.term(mv), size)?;
        local.moves.insert(code, mv);
        local.codes.insert(mv, code);
        Ok(code)
    }

    /// A joint move in this thread's numbers.
    fn joint(&self, local: &mut Local, joint: &[u32]) -> Result<Vec<(TermId, TermId)>, Fault> {
        let mut moves = Vec::with_capacity(joint.len());
        for (&role, &code) in self.roles.iter().zip(joint) {
            let mv = match local.moves.get(&code) {
                Some(&mv) => mv,
                None => {
                    let term = self.move_term(code).unwrap_or_else(|| Term::atom("none"));
                    let mv = local.interpreter.intern(&term).ok_or(FaultKind::TermSize)?;
                    local.moves.insert(code, mv);
                    mv
                }
            };
            moves.push((role, mv));
        }
        Ok(moves)
    }

    pub fn initial(&self) -> Result<Vec<u64>, Fault> {
        self.with(|local| {
            let facts = local.interpreter.initial();
            self.publish(local, &facts)
        })
    }

    pub fn survey(&self, facts: &[u64], legal: &mut Vec<u64>) -> Result<bool, Fault> {
        legal.resize(self.roles.len(), 0);
        self.with(|local| {
            let facts = self.enter(local, facts)?;
            let (lists, is_over) = local.interpreter.survey(&facts, &self.roles)?;
            for (role, list) in lists.iter().enumerate() {
                legal[role] = list.len() as u64;
                for &mv in list {
                    legal.push(u64::from(self.code(local, mv)?));
                }
            }
            Ok(is_over)
        })
    }

    pub fn advance(&self, facts: &mut Vec<u64>, joint: &[u32]) -> Result<(), Fault> {
        self.with(|local| {
            let before = self.enter(local, facts)?;
            let joint = self.joint(local, joint)?;
            let next = local.interpreter.next(&before, &joint)?;
            *facts = self.publish(local, &next)?;
            Ok(())
        })
    }

    pub fn told(
        &self,
        facts: &[u64],
        joint: &[u32],
        roles: usize,
    ) -> Result<Vec<Vec<Term>>, Fault> {
        self.with(|local| {
            let facts = self.enter(local, facts)?;
            let joint = self.joint(local, joint)?;
            let told = local
                .interpreter
                .told(&facts, &joint, &self.roles[..roles])?;
            let terms = local.interpreter.terms();
            let text = |list: &Vec<TermId>| list.iter().map(|&id| terms.term(id)).collect();
            Ok(told.iter().map(text).collect())
        })
    }

    pub fn goals(&self, facts: &[u64], roles: usize) -> Result<Vec<Vec<i64>>, Fault> {
        self.with(|local| {
            let facts = self.enter(local, facts)?;
            local.interpreter.goals(&facts, &self.roles[..roles])
        })
    }

    /// The codes of a role's legal moves: the lists follow after their lengths.
    pub fn legal<'a>(&self, legal: &'a [u64], role: usize) -> &'a [u64] {
        if legal.len() < self.roles.len() {
            return &[];
        }
        let before: u64 = legal[..role].iter().sum();
        let start = self.roles.len() + before as usize;
        &legal[start..start + legal[role] as usize]
    }

    pub fn keep_legal_of(&self, legal: &mut Vec<u64>, role: usize) {
        let kept = self.legal(legal, role).to_vec();
        legal.clear();
        legal.resize(self.roles.len(), 0);
        legal[role] = kept.len() as u64;
        legal.extend(kept);
    }

    pub fn move_term(&self, code: u32) -> Option<Term> {
        self.known().moves.get(&code).cloned()
    }

    pub fn move_code(&self, term: &Term) -> Option<u32> {
        self.with(|local| {
            let mv = local.interpreter.intern(term)?;
            self.code(local, mv).ok()
        })
    }

    pub fn facts(&self, facts: &[u64]) -> Vec<Term> {
        let known = self.known();
        let terms = facts.iter().filter_map(|key| known.facts.get(key));
        let mut terms: Vec<Term> = terms.cloned().collect();
        terms.sort();
        terms
    }

    pub fn words_of(&self, facts: &[Term]) -> Result<Vec<u64>, Term> {
        self.with(|local| {
            let mut ids = Vec::with_capacity(facts.len());
            for fact in facts {
                let id = local.interpreter.intern(fact);
                ids.push(id.ok_or_else(|| fact.clone())?);
            }
            ids.sort_unstable();
            ids.dedup();
            let first = facts.first().cloned().unwrap_or_else(|| Term::atom("none"));
            self.publish(local, &ids).map_err(|_| first)
        })
    }
}
