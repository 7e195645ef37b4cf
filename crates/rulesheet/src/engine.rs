//! What computes a rulesheet's positions: the network, or the interpreter where
//! the game is too large for one. Both answer the same questions.
//!
//! The facts of a position are words: with a network a bit for each fact, with
//! the interpreter a word for each fact that holds. Legal moves are likewise
//! bits, or lists, by role.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use stratalog_logic::Term;

use super::interpret::Interpreter;
use super::join::LimitReached;
use super::network::Network;
use super::propagate::{Propagator, Uses};
use super::terms::{TermId, Terms};
use stratalog_game::bits;

/// A way of computing positions.
pub enum Engine {
    /// By gates.
    Network(Box<NetworkEngine>),
    /// By rules.
    Interpreter(Box<InterpreterEngine>),
}

/// The network of a game, and which move is which.
pub struct NetworkEngine {
    id: u64,
    /// The network.
    pub network: Network,
    uses: Uses,
    terms: Terms,
    /// Every move of any role, in the standard order of terms.
    moves: Vec<TermId>,
    /// For each role, the number of its i-th move among all.
    numbers: Vec<Vec<u32>>,
}

/// The interpreter of a game; threads take turns.
pub struct InterpreterEngine {
    interpreter: Mutex<Interpreter>,
    roles: Vec<TermId>,
}

/// Each thread keeps the last networks it computed, as they were.
const KEPT: usize = 4;

thread_local! {
    static PROPAGATORS: RefCell<Vec<(u64, Propagator)>> = const { RefCell::new(Vec::new()) };
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl NetworkEngine {
    /// An engine from a network and the terms its facts and moves are.
    pub fn new(network: Network, terms: Terms) -> NetworkEngine {
        let mut listed: Vec<(Term, TermId)> = network
            .moves
            .iter()
            .flatten()
            .map(|&id| (terms.term(id), id))
            .collect();
        listed.sort();
        listed.dedup();
        let moves: Vec<TermId> = listed.into_iter().map(|(_, id)| id).collect();
        let number_of: rustc_hash::FxHashMap<TermId, u32> = moves
            .iter()
            .enumerate()
            .map(|(n, &id)| (id, n as u32))
            .collect();
        NetworkEngine {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            uses: Uses::new(&network),
            numbers: network
                .moves
                .iter()
                .map(|moves| moves.iter().map(|id| number_of[id]).collect())
                .collect(),
            moves,
            network,
            terms,
        }
    }

    /// Runs with this thread's propagator of this network.
    fn with<T>(&self, run: impl FnOnce(&mut Propagator, &Network, &Uses) -> T) -> T {
        PROPAGATORS.with_borrow_mut(|kept| {
            let place = match kept.iter().position(|(id, _)| *id == self.id) {
                Some(place) => place,
                None => {
                    if kept.len() == KEPT {
                        kept.remove(0);
                    }
                    kept.push((self.id, Propagator::new(&self.network, &self.uses)));
                    kept.len() - 1
                }
            };
            run(&mut kept[place].1, &self.network, &self.uses)
        })
    }

    /// The legal moves of a role as words.
    #[inline]
    fn words<'a>(&self, legal: &'a [u64], role: usize) -> &'a [u64] {
        &legal[self.uses.role_words[role]..self.uses.role_words[role + 1]]
    }

    fn wire(&self, role: usize, number: u32) -> u32 {
        let place = self.numbers[role].binary_search(&number).unwrap_or(0);
        self.network.move_wire(role, place)
    }
}

impl InterpreterEngine {
    /// An engine from an interpreter for these roles.
    pub fn new(interpreter: Interpreter, roles: Vec<TermId>) -> InterpreterEngine {
        InterpreterEngine {
            interpreter: Mutex::new(interpreter),
            roles,
        }
    }

    fn with<T>(&self, run: impl FnOnce(&mut Interpreter) -> T) -> T {
        let mut interpreter = match self.interpreter.lock() {
            Ok(guard) => guard,
            // Every question clears what the one before left behind.
            Err(poisoned) => poisoned.into_inner(),
        };
        run(&mut interpreter)
    }

    /// Where a role's moves are in the list: after a length for each role.
    fn range(&self, legal: &[u64], role: usize) -> std::ops::Range<usize> {
        let before: u64 = legal[..role].iter().sum();
        let start = self.roles.len() + before as usize;
        start..start + legal[role] as usize
    }
}

fn ids(facts: &[u64]) -> Vec<TermId> {
    facts.iter().map(|&word| TermId(word as u32)).collect()
}

fn words(ids: &[TermId]) -> Vec<u64> {
    ids.iter().map(|id| u64::from(id.0)).collect()
}

impl Engine {
    /// The facts at the start.
    pub fn initial(&self) -> Vec<u64> {
        match self {
            Engine::Network(engine) => {
                let initial = &engine.network.initial;
                let mut facts = vec![0; initial.len().div_ceil(64)];
                for (place, _) in initial.iter().enumerate().filter(|(_, on)| **on) {
                    facts[place / 64] |= 1 << (place % 64);
                }
                facts
            }
            Engine::Interpreter(engine) => engine.with(|i| words(&i.initial())),
        }
    }

    /// Finds the legal moves; says whether the game is over. A position that
    /// costs too much to look at is over.
    pub fn survey(&self, facts: &[u64], legal: &mut Vec<u64>) -> bool {
        legal.clear();
        match self {
            Engine::Network(engine) => engine.with(|propagator, network, uses| {
                propagator.enter(network, uses, facts);
                let (now, is_over) = propagator.survey(network, uses);
                legal.extend_from_slice(now);
                is_over
            }),
            Engine::Interpreter(engine) => {
                match engine.with(|i| i.survey(&ids(facts), &engine.roles)) {
                    Ok((lists, is_over)) => {
                        legal.extend(lists.iter().map(|list| list.len() as u64));
                        legal.extend(lists.iter().flatten().map(|id| u64::from(id.0)));
                        is_over
                    }
                    Err(LimitReached) => {
                        legal.resize(engine.roles.len(), 0);
                        true
                    }
                }
            }
        }
    }

    /// Replaces the facts by those after a joint move, one for each role.
    pub fn advance(&self, facts: &mut Vec<u64>, joint: &[u32]) {
        match self {
            Engine::Network(engine) => engine.with(|propagator, network, uses| {
                propagator.enter(network, uses, facts);
                for (role, &number) in joint.iter().enumerate() {
                    propagator.make_move(network, uses, engine.wire(role, number));
                }
                facts.copy_from_slice(propagator.next(network, uses));
            }),
            Engine::Interpreter(engine) => {
                let next = engine.with(|i| i.next(&ids(facts), &engine.joint(joint)));
                *facts = words(&next.unwrap_or_default());
            }
        }
    }

    /// What a role is told when a joint move is made.
    pub fn told(&self, facts: &[u64], joint: &[u32], role: usize) -> Vec<Term> {
        match self {
            Engine::Network(engine) => engine.with(|propagator, network, uses| {
                propagator.enter(network, uses, facts);
                for (role, &number) in joint.iter().enumerate() {
                    propagator.make_move(network, uses, engine.wire(role, number));
                }
                let told = propagator.told(network, uses, role);
                let terms = told.iter().map(|&n| network.sees[role][n as usize].0);
                terms.map(|id| engine.terms.term(id)).collect()
            }),
            Engine::Interpreter(engine) => engine.with(|i| {
                if i.next(&ids(facts), &engine.joint(joint)).is_err() {
                    return Vec::new();
                }
                let told = i.told(engine.roles[role]);
                told.iter().map(|&id| i.terms().term(id)).collect()
            }),
        }
    }

    /// The goals of a role that hold, in ascending order.
    pub fn goals(&self, facts: &[u64], role: usize) -> Vec<i64> {
        let mut goals = match self {
            Engine::Network(engine) => engine.with(|propagator, network, uses| {
                propagator.enter(network, uses, facts);
                propagator.goals(network, uses, role)
            }),
            Engine::Interpreter(engine) => engine
                .with(|i| i.goals(&ids(facts), engine.roles[role]))
                .unwrap_or_default(),
        };
        goals.sort_unstable();
        goals
    }

    /// How many legal moves a role has.
    #[inline]
    pub fn legal_count(&self, legal: &[u64], role: usize) -> usize {
        match self {
            Engine::Network(engine) => {
                let words = engine.words(legal, role);
                words.iter().map(|word| word.count_ones() as usize).sum()
            }
            Engine::Interpreter(_) => legal[role] as usize,
        }
    }

    /// The legal move of a role with this rank, which must exist.
    pub fn legal_move(&self, legal: &[u64], role: usize, mut rank: usize) -> u32 {
        match self {
            Engine::Network(engine) => {
                for (block, &word) in engine.words(legal, role).iter().enumerate() {
                    let here = word.count_ones() as usize;
                    if rank < here {
                        let bit = usize::from(bits::select(word, rank as u32));
                        return engine.numbers[role][block * 64 + bit];
                    }
                    rank -= here;
                }
                0
            }
            Engine::Interpreter(engine) => legal[engine.range(legal, role)][rank] as u32,
        }
    }

    /// Adds the legal moves of a role to a list, in order.
    pub fn list_legal(&self, legal: &[u64], role: usize, mut found: impl FnMut(u32)) {
        match self {
            Engine::Network(engine) => {
                for (block, &word) in engine.words(legal, role).iter().enumerate() {
                    for bit in bits::members(word) {
                        found(engine.numbers[role][block * 64 + usize::from(bit)]);
                    }
                }
            }
            Engine::Interpreter(engine) => {
                for &word in &legal[engine.range(legal, role)] {
                    found(word as u32);
                }
            }
        }
    }

    /// Forgets the legal moves of all roles but one.
    pub fn keep_legal_of(&self, legal: &mut Vec<u64>, role: usize) {
        match self {
            Engine::Network(engine) => {
                let kept = engine.uses.role_words[role]..engine.uses.role_words[role + 1];
                for (place, word) in legal.iter_mut().enumerate() {
                    if !kept.contains(&place) {
                        *word = 0;
                    }
                }
            }
            Engine::Interpreter(engine) => {
                let kept = legal[engine.range(legal, role)].to_vec();
                legal.truncate(engine.roles.len());
                for (place, count) in legal.iter_mut().enumerate() {
                    if place != role {
                        *count = 0;
                    }
                }
                legal.extend(kept);
            }
        }
    }

    /// The term of a move.
    pub fn move_term(&self, number: u32) -> Term {
        match self {
            Engine::Network(engine) => match engine.moves.get(number as usize) {
                Some(&id) => engine.terms.term(id),
                None => Term::atom("none"),
            },
            Engine::Interpreter(engine) => engine.with(|i| {
                let terms = i.terms();
                match (number as usize) < terms.len() {
                    true => terms.term(TermId(number)),
                    false => Term::atom("none"),
                }
            }),
        }
    }

    /// The number of a move, if there is such a move.
    pub fn move_number(&self, term: &Term) -> Option<u32> {
        match self {
            Engine::Network(engine) => {
                let place = engine
                    .moves
                    .binary_search_by(|&id| engine.terms.term(id).cmp(term));
                place.ok().map(|place| place as u32)
            }
            Engine::Interpreter(engine) => engine.with(|i| i.intern(term)).map(|id| id.0),
        }
    }

    /// The facts of a position, in the standard order of terms.
    pub fn facts(&self, facts: &[u64]) -> Vec<Term> {
        match self {
            Engine::Network(engine) => {
                let mut listed = Vec::new();
                for (block, &word) in facts.iter().enumerate() {
                    for bit in bits::members(word) {
                        let id = engine.network.facts[block * 64 + usize::from(bit)];
                        listed.push(engine.terms.term(id));
                    }
                }
                listed
            }
            Engine::Interpreter(engine) => {
                let mut listed: Vec<Term> = engine.with(|i| {
                    let terms = i.terms();
                    ids(facts).into_iter().map(|id| terms.term(id)).collect()
                });
                listed.sort();
                listed
            }
        }
    }

    /// Every fact that a position may have, where that is known.
    pub fn possible_facts(&self) -> Option<Vec<Term>> {
        match self {
            Engine::Network(engine) => {
                let facts = engine.network.facts.iter();
                Some(facts.map(|&id| engine.terms.term(id)).collect())
            }
            Engine::Interpreter(_) => None,
        }
    }

    /// The words of these facts; the fact that no position can have otherwise.
    pub fn words_of(&self, facts: &[Term]) -> Result<Vec<u64>, Term> {
        match self {
            Engine::Network(engine) => {
                let mut words = vec![0; engine.network.facts.len().div_ceil(64)];
                for fact in facts {
                    let place = engine
                        .network
                        .facts
                        .binary_search_by(|&id| engine.terms.term(id).cmp(fact))
                        .map_err(|_| fact.clone())?;
                    words[place / 64] |= 1 << (place % 64);
                }
                Ok(words)
            }
            Engine::Interpreter(engine) => engine.with(|i| {
                let ids: Result<Vec<TermId>, Term> = facts
                    .iter()
                    .map(|f| i.intern(f).ok_or_else(|| f.clone()))
                    .collect();
                let mut ids = ids?;
                ids.sort_unstable();
                ids.dedup();
                Ok(words(&ids))
            }),
        }
    }
}

impl InterpreterEngine {
    fn joint(&self, joint: &[u32]) -> Vec<(TermId, TermId)> {
        let moves = joint.iter().map(|&number| TermId(number));
        self.roles.iter().copied().zip(moves).collect()
    }
}
