//! What a relation was asked and what it answered: for one way of asking (which
//! arguments are given), an entry for each tuple of given arguments, with the
//! tuples of the others as answers.

use crate::terms::TermId;

/// How far an entry's answers are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not evaluated, or to be evaluated again; answers so far are right.
    New,
    /// Being evaluated, by the frame with this number.
    Open(u32),
    /// Evaluated with what was known of the frame with this number, which is
    /// still being evaluated: there may be more answers.
    Tentative(u32),
    /// All answers are known.
    Done,
}

/// What was asked, and its answers.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// How far the answers are known.
    pub state: State,
    /// The first answer.
    pub first: u32,
    last: u32,
    /// The number of answers.
    pub count: u32,
}

/// No answer.
pub const NONE: u32 = u32::MAX;

/// The entries of one way of asking a relation.
#[derive(Clone, Debug)]
pub struct AnswerTable {
    key_len: usize,
    answer_len: usize,
    /// What was asked.
    pub entries: Vec<Entry>,
    keys: Vec<TermId>,
    answers: Vec<TermId>,
    /// For each answer, the next one of its entry.
    next: Vec<u32>,
    /// Hash tables with open addressing: numbers plus one, 0 where free.
    entry_slots: Vec<u32>,
    answer_slots: Vec<u32>,
    /// For each answer, its entry.
    owners: Vec<u32>,
}

fn hash(seed: u32, parts: &[TermId]) -> usize {
    let mut hash = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for part in parts {
        hash = (hash.rotate_left(5) ^ u64::from(part.0)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    stratalog_run::mix(hash) as usize
}

impl AnswerTable {
    /// A table for keys and answers of these lengths.
    pub fn new(key_len: usize, answer_len: usize) -> AnswerTable {
        AnswerTable {
            key_len,
            answer_len,
            entries: Vec::new(),
            keys: Vec::new(),
            answers: Vec::new(),
            next: Vec::new(),
            entry_slots: vec![0; 8],
            answer_slots: vec![0; 8],
            owners: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.entries.is_empty() {
            return;
        }
        self.entries.clear();
        self.keys.clear();
        self.entry_slots.fill(0);
        if !self.owners.is_empty() {
            self.answers.clear();
            self.next.clear();
            self.owners.clear();
            self.answer_slots.fill(0);
        }
    }

    /// What was asked by an entry.
    #[inline]
    pub fn key(&self, entry: u32) -> &[TermId] {
        &self.keys[entry as usize * self.key_len..][..self.key_len]
    }

    /// An answer.
    #[inline]
    pub fn answer(&self, answer: u32) -> &[TermId] {
        &self.answers[answer as usize * self.answer_len..][..self.answer_len]
    }

    /// The answer of the same entry after this one.
    #[inline]
    pub fn next(&self, answer: u32) -> u32 {
        self.next[answer as usize]
    }

    /// The entry of a key, made where there is none.
    #[inline]
    pub fn entry(&mut self, key: &[TermId]) -> u32 {
        let mask = self.entry_slots.len() - 1;
        let mut slot = hash(0, key) & mask;
        while self.entry_slots[slot] != 0 {
            let entry = self.entry_slots[slot] - 1;
            if self.key(entry) == key {
                return entry;
            }
            slot = (slot + 1) & mask;
        }
        let entry = self.entries.len() as u32;
        self.entries.push(Entry {
            state: State::New,
            first: NONE,
            last: NONE,
            count: 0,
        });
        self.keys.extend_from_slice(key);
        self.entry_slots[slot] = entry + 1;
        if 2 * self.entries.len() > self.entry_slots.len() {
            self.grow_entries();
        }
        entry
    }

    fn grow_entries(&mut self) {
        let size = 2 * self.entry_slots.len();
        self.entry_slots = vec![0; size];
        for entry in 0..self.entries.len() as u32 {
            let mut slot = hash(0, self.key(entry)) & (size - 1);
            while self.entry_slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.entry_slots[slot] = entry + 1;
        }
    }

    /// Adds an answer to an entry; says whether it is new.
    pub fn add(&mut self, entry: u32, answer: &[TermId]) -> bool {
        if self.answer_len == 0 {
            let entry = &mut self.entries[entry as usize];
            entry.count += 1;
            return std::mem::replace(&mut entry.first, 0) == NONE;
        }
        let mask = self.answer_slots.len() - 1;
        let mut slot = hash(entry, answer) & mask;
        while self.answer_slots[slot] != 0 {
            let other = self.answer_slots[slot] - 1;
            if self.owners[other as usize] == entry && self.answer(other) == answer {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        let number = self.owners.len() as u32;
        self.answer_slots[slot] = number + 1;
        self.owners.push(entry);
        self.next.push(NONE);
        self.answers.extend_from_slice(answer);
        let entry = &mut self.entries[entry as usize];
        entry.count += 1;
        if entry.first == NONE {
            entry.first = number;
        } else {
            self.next[entry.last as usize] = number;
        }
        entry.last = number;
        if 2 * self.owners.len() > self.answer_slots.len() {
            self.grow_answers();
        }
        true
    }

    fn grow_answers(&mut self) {
        let size = 2 * self.answer_slots.len();
        self.answer_slots = vec![0; size];
        for answer in 0..self.owners.len() as u32 {
            let owner = self.owners[answer as usize];
            let mut slot = hash(owner, self.answer(answer)) & (size - 1);
            while self.answer_slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.answer_slots[slot] = answer + 1;
        }
    }
}
