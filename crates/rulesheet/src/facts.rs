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
    /// Places in the relation, ascending unless facts were removed. Facts whose keys
    /// have the same hash share a bucket: whoever looks up compares.
    buckets: Vec<Vec<u32>>,
    /// The buckets that may not be empty, and for each bucket, whether it is listed.
    filled: Vec<u32>,
    is_listed: Vec<bool>,
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

    /// The key of a fact; none where it has another shape than the one looked for, so
    /// that it never matches.
    fn key(&self, fact: TermId, terms: &Terms) -> Option<u64> {
        let mut key = 0;
        for path in &self.paths {
            let mut part = fact;
            for &step in path {
                part = *terms.args(part).get(usize::from(step))?;
            }
            key = key_with(key, part);
        }
        Some(key)
    }

    fn take(&mut self, place: u32, fact: TermId, terms: &Terms) {
        let Some(key) = self.key(fact, terms) else {
            return;
        };
        let next = self.buckets.len() as u32;
        let bucket = *self.buckets_by_key.entry(key).or_insert(next);
        if bucket == next {
            self.buckets.push(Vec::new());
            self.is_listed.push(false);
        }
        if !std::mem::replace(&mut self.is_listed[bucket as usize], true) {
            self.filled.push(bucket);
        }
        self.buckets[bucket as usize].push(place);
    }

    /// Finds the fact at `from` at another place, or not at all, from now on.
    fn shift(&mut self, from: u32, to: Option<u32>, fact: TermId, terms: &Terms) {
        let bucket = self.key(fact, terms);
        let bucket = bucket.and_then(|key| self.buckets_by_key.get(&key));
        let Some(places) = bucket.map(|&bucket| &mut self.buckets[bucket as usize]) else {
            return;
        };
        if let Some(at) = places.iter().position(|&place| place == from) {
            match to {
                Some(to) => places[at] = to,
                None => {
                    places.swap_remove(at);
                }
            }
        }
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

    /// Makes room for the facts of a predicate.
    pub fn reserve(&mut self, predicate: Predicate) {
        if self.relations.len() <= predicate.index() {
            let count = predicate.index() + 1;
            self.relations.resize_with(count, Relation::default);
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

    /// Removes a fact that is there; the last fact of its relation takes its place.
    pub fn remove(&mut self, predicate: Predicate, fact: TermId, terms: &Terms) {
        let Some(place) = self.place(fact) else {
            return;
        };
        let relation = &mut self.relations[predicate.index()];
        let end = relation.facts.len() as u32 - 1;
        let last = relation.facts[end as usize];
        relation.facts.swap_remove(place as usize);
        self.places[last.index()] = place + 1;
        self.places[fact.index()] = 0;
        for index in &mut relation.indexes {
            index.shift(place, None, fact, terms);
            if last != fact {
                index.shift(end, Some(place), last, terms);
            }
        }
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
                index.is_listed[bucket as usize] = false;
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
            is_listed: Vec::new(),
        };
        for (place, &fact) in relation.facts.iter().enumerate() {
            index.take(place as u32, fact, terms);
        }
        relation.indexes.push(index);
        relation.indexes.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::read_term;

    #[test]
    fn facts_that_were_removed_are_no_longer_found() {
        let mut terms = Terms::default();
        let texts = ["on(a,1)", "on(b,1)", "on(c,2)", "on(d,1)"];
        let facts = texts.map(|text| {
            let term = read_term(text).expect("a term").term;
            terms.intern(&term).expect("ground")
        });
        let on = Predicate(0);
        let mut store = Facts::new(1);
        let index = store.index_on(on, &[Box::new([1u16])], &terms);
        let ones = key_with(0, terms.args(facts[0])[1]);
        let found = |store: &Facts| {
            let relation = store.relation(on);
            let places = relation.index(index).bucket(ones).iter();
            let mut found: Vec<TermId> = places.map(|&p| relation.facts[p as usize]).collect();
            found.sort_unstable();
            found
        };
        for &fact in &facts {
            store.add(on, fact, &terms);
        }
        assert_eq!(found(&store), [facts[0], facts[1], facts[3]]);
        store.remove(on, facts[0], &terms);
        store.remove(on, facts[3], &terms);
        assert_eq!(found(&store), [facts[1]]);
        assert!(store.place(facts[0]).is_none() && store.place(facts[2]).is_some());
        store.add(on, facts[3], &terms);
        assert_eq!(found(&store), [facts[1], facts[3]]);
        store.clear(on);
        assert!(found(&store).is_empty());
    }
}
