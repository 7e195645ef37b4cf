//! Positions evaluated by the network: a bit for each fact that some position may
//! have, and for each role a bit for each of its moves.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use stratalog_game::bits;
use stratalog_logic::Term;

use super::{Kept, Store, next_id};
use crate::network::Network;
use crate::propagate::Propagator;
use crate::terms::{TermId, Terms};
use crate::uses::Uses;

/// The network of a game, and which move is which.
pub struct NetworkEngine {
    id: u64,
    /// The network.
    pub network: Network,
    uses: Uses,
    terms: Terms,
    /// Every move of any role, in the standard order of terms.
    moves: Vec<TermId>,
    /// For each role, the code of its i-th move: its place among all moves.
    pub codes: Vec<Vec<u32>>,
}

thread_local! {
    static PROPAGATORS: RefCell<Kept<Propagator>> = const { RefCell::new(Kept::new()) };
}

impl NetworkEngine {
    /// An engine from a network and the terms its facts and moves are.
    pub fn new(network: Network, terms: Terms) -> NetworkEngine {
        let mut moves: Vec<TermId> = network.moves.iter().flatten().copied().collect();
        moves.sort_by(|&a, &b| terms.compare(a, b));
        moves.dedup();
        let code_of: FxHashMap<TermId, u32> = moves.iter().copied().zip(0..).collect();
        let codes = |moves: &Vec<TermId>| moves.iter().map(|id| code_of[id]).collect();
        NetworkEngine {
            id: next_id(),
            uses: Uses::new(&network),
            codes: network.moves.iter().map(codes).collect(),
            moves,
            network,
            terms,
        }
    }

    /// Runs with this thread's propagator of this network.
    fn with<T>(&self, run: impl FnOnce(&mut Propagator, &Network, &Uses) -> T) -> T {
        let store: &'static Store<Propagator> = &PROPAGATORS;
        store.with_borrow_mut(|kept| {
            let propagator = kept.of(self.id, || Propagator::new(&self.network, &self.uses));
            run(propagator, &self.network, &self.uses)
        })
    }

    /// The legal moves of a role as words.
    #[inline]
    fn words<'a>(&self, legal: &'a [u64], role: usize) -> &'a [u64] {
        let words = &self.uses.role_words;
        legal.get(words[role]..words[role + 1]).unwrap_or(&[])
    }

    fn wire(&self, role: usize, code: u32) -> u32 {
        let place = self.codes[role].binary_search(&code).unwrap_or(0);
        self.network.move_wire(role, place)
    }

    pub fn initial(&self) -> Vec<u64> {
        let initial = &self.network.initial;
        let mut facts = vec![0; initial.len().div_ceil(64)];
        for (place, _) in initial.iter().enumerate().filter(|(_, on)| **on) {
            facts[place / 64] |= 1 << (place % 64);
        }
        facts
    }

    pub fn survey(&self, facts: &[u64], legal: &mut Vec<u64>) -> bool {
        self.with(|propagator, network, uses| {
            propagator.enter(network, uses, facts);
            let (now, is_over) = propagator.survey(network, uses);
            legal.extend_from_slice(now);
            is_over
        })
    }

    /// The wires of a joint move.
    fn wires(&self, joint: &[u32]) -> SmallVec<[u32; 4]> {
        let moves = joint.iter().enumerate();
        moves.map(|(role, &code)| self.wire(role, code)).collect()
    }

    pub fn advance(&self, facts: &mut [u64], joint: &[u32]) {
        let joint = self.wires(joint);
        self.with(|propagator, network, uses| {
            propagator.enter(network, uses, facts);
            facts.copy_from_slice(propagator.next(network, uses, &joint));
        });
    }

    pub fn told(&self, facts: &[u64], joint: &[u32], roles: usize) -> Vec<Vec<Term>> {
        let joint = self.wires(joint);
        let told = self.with(|propagator, network, uses| {
            propagator.enter(network, uses, facts);
            propagator.told(network, uses, &joint, roles)
        });
        let sees = self.network.sees.iter().zip(told);
        sees.map(|(sees, told)| {
            let terms = told.iter().map(|&number| sees[number as usize].0);
            terms.map(|id| self.terms.term(id)).collect()
        })
        .collect()
    }

    pub fn goals(&self, facts: &[u64], roles: usize) -> Vec<Vec<i64>> {
        self.with(|propagator, network, uses| {
            propagator.enter(network, uses, facts);
            let goals = |role: usize| propagator.goals(network, uses, role);
            (0..roles).map(goals).collect()
        })
    }

    #[inline]
    pub fn legal_count(&self, legal: &[u64], role: usize) -> usize {
        let words = self.words(legal, role).iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    pub fn legal_move(&self, legal: &[u64], role: usize, mut rank: usize) -> u32 {
        for (block, &word) in self.words(legal, role).iter().enumerate() {
            let here = word.count_ones() as usize;
            if rank < here {
                let bit = usize::from(bits::select(word, rank as u32));
                return self.codes[role][block * 64 + bit];
            }
            rank -= here;
        }
        0
    }

    pub fn list_legal(&self, legal: &[u64], role: usize, mut found: impl FnMut(u32)) {
        for (block, &word) in self.words(legal, role).iter().enumerate() {
            for bit in bits::members(word) {
                found(self.codes[role][block * 64 + usize::from(bit)]);
            }
        }
    }

    pub fn keep_legal_of(&self, legal: &mut [u64], role: usize) {
        let kept = self.uses.role_words[role]..self.uses.role_words[role + 1];
        for (place, word) in legal.iter_mut().enumerate() {
            if !kept.contains(&place) {
                *word = 0;
            }
        }
    }

    pub fn possible_percepts(&self, players: usize) -> Vec<Term> {
        let told = self.network.sees[..players].iter().flatten();
        let mut percepts: Vec<Term> = told.map(|&(id, _)| self.terms.term(id)).collect();
        percepts.sort();
        percepts.dedup();
        percepts
    }

    pub fn possible_moves(&self) -> usize {
        self.moves.len()
    }

    pub fn move_term(&self, code: u32) -> Option<Term> {
        let id = self.moves.get(code as usize)?;
        Some(self.terms.term(*id))
    }

    pub fn move_code(&self, term: &Term) -> Option<u32> {
        let compare = |&id: &TermId| self.terms.term(id).cmp(term);
        let place = self.moves.binary_search_by(compare).ok()?;
        Some(place as u32)
    }

    pub fn facts(&self, facts: &[u64]) -> Vec<Term> {
        let mut listed = Vec::new();
        for (block, &word) in facts.iter().enumerate() {
            for bit in bits::members(word) {
                let id = self.network.facts[block * 64 + usize::from(bit)];
                listed.push(self.terms.term(id));
            }
        }
        listed
    }

    pub fn possible_facts(&self) -> Vec<Term> {
        let facts = self.network.facts.iter();
        facts.map(|&id| self.terms.term(id)).collect()
    }

    pub fn words_of(&self, facts: &[Term]) -> Result<Vec<u64>, Term> {
        let possible = &self.network.facts;
        let mut words = vec![0; possible.len().div_ceil(64)];
        for fact in facts {
            let compare = |&id: &TermId| self.terms.term(id).cmp(fact);
            let place = possible.binary_search_by(compare);
            let place = place.map_err(|_| fact.clone())?;
            words[place / 64] |= 1 << (place % 64);
        }
        Ok(words)
    }
}
