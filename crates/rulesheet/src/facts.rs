//! Facts by predicate, in the order in which they were found, with indexes on the
//! arguments (or parts of arguments) that joins look up.

use rustc_hash::FxHashMap;

use super::program::Predicate;
use super::terms::{TermId, Terms};

/// The path from a fact to a part of it: argument numbers, outermost first.
pub type Path = Box<[u16]>;

/// Facts of one predicate by the parts at some paths.
#[derive(Clone, Debug)]
pub struct Index {
    paths: Vec<Path>,
    buckets_by_key: FxHashMap<u64, u32>,
    /// Places in the relation, ascending. Facts whose keys have the same hash
    /// share a bucket: whoever looks up compares.
    buckets: Vec<Vec<u32>>,
    /// The buckets that are not empty.
    filled: Vec<u32>,
}

/// The facts of one predicate.
#[derive(Clone, Debug, Default)]
pub struct Relation {
    /// The facts, as terms.
    pub facts: Vec<TermId>,
    indexes: Vec<Index>,
}

/// The facts of all predicates.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    relations: Vec<Relation>,
    /// For each term, its place in its relation plus one; 0 where it is no fact.
    places: Vec<u32>,
}

/// Combines the parts of a key.
#[inline]
pub fn key_with(key: u64, part: TermId) -> u64 {
    (key.rotate_left(23) ^ u64::from(part.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Index {
    /// The places of the facts with this key.
    #[inline]
    pub fn bucket(&self, key: u64) -> &[u32] {
        match self.buckets_by_key.get(&key) {
            Some(&bucket) => &self.buckets[bucket as usize],
            None => &[],
        }
    }

    fn take(&mut self, place: u32, fact: TermId, terms: &Terms) {
        let mut key = 0;
        for path in &self.paths {
            let mut part = fact;
            for &step in path {
                match terms.args(part).get(usize::from(step)) {
                    Some(&arg) => part = arg,
                    // Another shape than the one looked for: it never matches.
                    None => return,
                }
            }
            key = key_with(key, part);
        }
        let next = self.buckets.len() as u32;
        let bucket = *self.buckets_by_key.entry(key).or_insert(next);
        if bucket == next {
            self.buckets.push(Vec::new());
        }
        let places = &mut self.buckets[bucket as usize];
        if places.is_empty() {
            self.filled.push(bucket);
        }
        places.push(place);
    }
}

impl Relation {
    /// An index that exists.
    #[inline]
    pub fn index(&self, number: usize) -> &Index {
        &self.indexes[number]
    }
}

impl Facts {
    /// An empty store for `predicates` predicates.
    pub fn new(predicates: usize) -> Facts {
        Facts {
            relations: vec![Relation::default(); predicates],
            places: Vec::new(),
        }
    }

    /// The facts of a predicate.
    #[inline]
    pub fn relation(&self, predicate: Predicate) -> &Relation {
        &self.relations[predicate.index()]
    }

    /// How many facts a predicate has.
    #[inline]
    pub fn count(&self, predicate: Predicate) -> usize {
        self.relations[predicate.index()].facts.len()
    }

    /// The place of a fact in its relation.
    #[inline]
    pub fn place(&self, fact: TermId) -> Option<u32> {
        match self.places.get(fact.index()) {
            None | Some(0) => None,
            Some(place) => Some(place - 1),
        }
    }

    /// Adds a fact; says whether it is new.
    pub fn add(&mut self, predicate: Predicate, fact: TermId, terms: &Terms) -> bool {
        if self.places.len() <= fact.index() {
            self.places.resize(terms.len().max(fact.index() + 1), 0);
        }
        if self.places[fact.index()] != 0 {
            return false;
        }
        let relation = &mut self.relations[predicate.index()];
        let place = relation.facts.len() as u32;
        relation.facts.push(fact);
        self.places[fact.index()] = place + 1;
        for index in &mut relation.indexes {
            index.take(place, fact, terms);
        }
        true
    }

    /// Forgets the facts of a predicate.
    pub fn clear(&mut self, predicate: Predicate) {
        let relation = &mut self.relations[predicate.index()];
        for fact in relation.facts.drain(..) {
            self.places[fact.index()] = 0;
        }
        for index in &mut relation.indexes {
            // Keys and their memory are kept: the next position has the same.
            for bucket in index.filled.drain(..) {
                index.buckets[bucket as usize].clear();
            }
        }
    }

    /// The number of the index of a predicate on these paths; it is created where
    /// there is none.
    pub fn index_on(&mut self, predicate: Predicate, paths: &[Path], terms: &Terms) -> usize {
        let relation = &mut self.relations[predicate.index()];
        if let Some(number) = relation.indexes.iter().position(|i| i.paths == paths) {
            return number;
        }
        let mut index = Index {
            paths: paths.to_vec(),
            buckets_by_key: FxHashMap::default(),
            buckets: Vec::new(),
            filled: Vec::new(),
        };
        for (place, &fact) in relation.facts.iter().enumerate() {
            index.take(place as u32, fact, terms);
        }
        relation.indexes.push(index);
        relation.indexes.len() - 1
    }
}
