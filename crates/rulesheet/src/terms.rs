//! Ground terms as numbers: equal terms have equal numbers, so that facts are
//! compared, stored and looked up without looking at their structure.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use stratalog_logic::{Functor, Symbol, Term};
use stratalog_run::mix;

use super::fault::{Fault, FaultKind};

/// The terms that rules may make before they are given up: each takes some 100 bytes,
/// and more where it is a fact.
pub const MAX_TERMS: usize = 2_000_000;

/// A ground term's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub u32);

impl TermId {
    /// The number, for indexing.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A functor's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctorId(pub u32);

impl FunctorId {
    /// The number, for indexing.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The functor of terms without arguments.
const LEAF: FunctorId = FunctorId(u32::MAX);

/// How deep a term may be nested; deeper ones are not made.
pub const MAX_DEPTH: u8 = 100;

/// How many symbols a term may have when it is written out; larger ones are not made.
/// Equal parts are stored once, so that `f(X, X)` doubles in size with every step at
/// hardly any cost, until it has to be written.
pub const MAX_SIZE: u16 = 10_000;

#[derive(Clone, Copy)]
struct Node {
    functor: FunctorId,
    /// Of a compound, where its arguments start; of a leaf, its number.
    start: u32,
    arity: u16,
    depth: u8,
}

/// Every ground term in use.
#[derive(Clone, Default)]
pub struct Terms {
    functors: Vec<Functor>,
    functor_ids: FxHashMap<Functor, FunctorId>,
    functor_keys: Vec<u64>,
    nodes: Vec<Node>,
    /// The key of each term.
    keys: Vec<u64>,
    /// The symbols of each term.
    sizes: Vec<u16>,
    args: Vec<TermId>,
    leaves: Vec<Term>,
    leaf_ids: FxHashMap<Term, TermId>,
    /// The place of each leaf in the standard order, as far as they are ranked.
    ranks: Vec<u32>,
    /// Compounds by hash, open addressing: the upper half of the hash, which
    /// tells most different terms apart, and the number.
    slots: Vec<(u32, u32)>,
    compounds: usize,
}

/// A slot without a compound.
const FREE: (u32, u32) = (u32::MAX, u32::MAX);

fn combine(hash: u64, word: u32) -> u64 {
    (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95)
}

fn hash_of(functor: FunctorId, args: &[TermId]) -> u64 {
    let hash = args
        .iter()
        .fold(combine(0, functor.0), |hash, arg| combine(hash, arg.0));
    mix(hash)
}

fn key_of_text(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |key, byte| {
        mix(key.rotate_left(8) ^ u64::from(byte))
    })
}

impl Terms {
    /// The number of a functor.
    pub fn functor(&mut self, functor: Functor) -> FunctorId {
        let next = FunctorId(self.functors.len() as u32);
        let id = *self.functor_ids.entry(functor).or_insert(next);
        if id == next {
            self.functors.push(functor);
            let name = key_of_text(functor.name.as_str());
            self.functor_keys.push(mix(name ^ functor.arity as u64));
        }
        id
    }

    /// The number of an atom or a number.
    pub fn leaf(&mut self, term: &Term) -> TermId {
        if let Some(&id) = self.leaf_ids.get(term) {
            return id;
        }
        let kind = match term {
            Term::Atom(_) => 1,
            Term::String(_) => 2,
            _ => 0,
        };
        let key = mix(key_of_text(&term.to_string()) ^ kind);
        let node = Node {
            functor: LEAF,
            start: self.leaves.len() as u32,
            arity: 0,
            depth: 0,
        };
        let id = self.push(node, key, 1);
        self.leaves.push(term.clone());
        self.leaf_ids.insert(term.clone(), id);
        id
    }

    fn push(&mut self, node: Node, key: u64, size: u16) -> TermId {
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.keys.push(key);
        self.sizes.push(size);
        id
    }

    /// The number of a compound term; none where it would be nested too deep, or have
    /// too many symbols.
    pub fn compound(&mut self, functor: FunctorId, args: &[TermId]) -> Option<TermId> {
        if self.slots.len() < 2 * (self.compounds + 1) {
            self.grow();
        }
        let hash = hash_of(functor, args);
        let slot = match self.slot(hash, functor, args) {
            Ok(id) => return Some(id),
            Err(slot) => slot,
        };
        let deepest = args.iter().map(|a| self.nodes[a.index()].depth).max();
        let depth = deepest.map_or(0, |depth| depth + 1);
        let sizes = args.iter().map(|a| usize::from(self.sizes[a.index()]));
        let size = 1 + sizes.sum::<usize>();
        if depth > MAX_DEPTH || size > usize::from(MAX_SIZE) {
            return None;
        }
        let of_functor = self.functor_keys[functor.0 as usize];
        let key = args.iter().fold(of_functor, |key, arg| {
            mix(key.rotate_left(17) ^ self.keys[arg.index()])
        });
        let node = Node {
            functor,
            start: self.args.len() as u32,
            arity: args.len() as u16,
            depth,
        };
        let id = self.push(node, key, size as u16);
        self.args.extend_from_slice(args);
        self.slots[slot] = ((hash >> 32) as u32, id.0);
        self.compounds += 1;
        Some(id)
    }

    /// The number of a compound term that exists.
    pub fn find(&self, functor: FunctorId, args: &[TermId]) -> Option<TermId> {
        if self.slots.is_empty() {
            return None;
        }
        self.slot(hash_of(functor, args), functor, args).ok()
    }

    /// Where a compound with this hash is, or the free slot where it would be.
    #[inline]
    fn slot(&self, hash: u64, functor: FunctorId, args: &[TermId]) -> Result<TermId, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (tag, id) = self.slots[slot];
            if id == FREE.1 {
                return Err(slot);
            }
            if tag == (hash >> 32) as u32 {
                let id = TermId(id);
                if self.nodes[id.index()].functor == functor && self.args(id) == args {
                    return Ok(id);
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots = vec![FREE; size];
        for (id, node) in self.nodes.iter().enumerate() {
            if node.functor == LEAF {
                continue;
            }
            let hash = hash_of(node.functor, self.args(TermId(id as u32)));
            let mut slot = hash as usize;
            while self.slots[slot & (size - 1)] != FREE {
                slot += 1;
            }
            self.slots[slot & (size - 1)] = ((hash >> 32) as u32, id as u32);
        }
    }

    /// How many symbols a term has when it is written out.
    pub fn size(&self, id: TermId) -> usize {
        usize::from(self.sizes[id.index()])
    }

    /// The functor of a compound; none of a leaf.
    #[inline]
    pub fn functor_of(&self, id: TermId) -> Option<FunctorId> {
        let functor = self.nodes[id.index()].functor;
        (functor != LEAF).then_some(functor)
    }

    /// The arguments; none of a leaf.
    #[inline]
    pub fn args(&self, id: TermId) -> &[TermId] {
        let node = self.nodes[id.index()];
        if node.arity == 0 {
            return &[];
        }
        let start = node.start as usize;
        &self.args[start..start + usize::from(node.arity)]
    }

    /// The value of an integer; none where the term is something else.
    pub fn integer(&self, id: TermId) -> Result<Option<i64>, Fault> {
        let node = self.nodes[id.index()];
        if node.functor != LEAF {
            return Ok(None);
        }
        match &self.leaves[node.start as usize] {
            Term::Integer(value) => Ok(Some(*value)),
            Term::Big(_) => Err(FaultKind::Overflow.into()),
            _ => Ok(None),
        }
    }

    /// The value of a goal; none where the term is no integer. An integer past 64
    /// bits is out of the range of goals like any other large number.
    pub fn goal(&self, id: TermId) -> Option<i64> {
        self.integer(id).unwrap_or(Some(i64::MAX))
    }

    /// A number that is the same for equal terms in any program: it follows from
    /// the term's content alone.
    #[inline]
    pub fn key(&self, id: TermId) -> u64 {
        self.keys[id.index()]
    }

    /// Sorts terms by the standard order of terms.
    pub fn sort(&mut self, ids: &mut [TermId]) {
        self.rank_leaves();
        ids.sort_unstable_by(|&a, &b| self.compare(a, b));
    }

    /// Ranks the leaves, if there are many new ones: to compare ranks is quicker than
    /// to compare terms, but a game that counts has a new number in each position.
    fn rank_leaves(&mut self) {
        let (ranked, all) = (self.ranks.len(), self.leaves.len());
        if all <= ranked + ranked / 4 {
            return;
        }
        let mut order: Vec<usize> = (0..self.leaves.len()).collect();
        order.sort_by(|&a, &b| self.leaves[a].cmp(&self.leaves[b]));
        self.ranks = vec![0; order.len()];
        for pair in order.windows(2) {
            let is_greater = self.leaves[pair[0]] < self.leaves[pair[1]];
            self.ranks[pair[1]] = self.ranks[pair[0]] + u32::from(is_greater);
        }
    }

    /// Compares two terms in the standard order of terms.
    pub fn compare(&self, a: TermId, b: TermId) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (left, right) = (self.nodes[a.index()], self.nodes[b.index()]);
        match (left.functor == LEAF, right.functor == LEAF) {
            (true, true) => {
                let (left, right) = (left.start as usize, right.start as usize);
                if left.max(right) < self.ranks.len() {
                    return self.ranks[left].cmp(&self.ranks[right]);
                }
                return self.leaves[left].cmp(&self.leaves[right]);
            }
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
        let functor = |node: Node| self.functors[node.functor.0 as usize];
        let (f, g) = (functor(left), functor(right));
        let by_functor = if left.functor == right.functor {
            Ordering::Equal
        } else {
            let by_arity = f.arity.cmp(&g.arity);
            by_arity.then_with(|| f.name.as_str().cmp(g.name.as_str()))
        };
        // Terms are at most `MAX_DEPTH` deep, so this recursion is bounded.
        by_functor.then_with(|| {
            let pairs = self.args(a).iter().zip(self.args(b));
            let mut orders = pairs.map(|(&a, &b)| self.compare(a, b));
            orders
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A fault where there are more terms than the limit.
    #[inline]
    pub fn check_limit(&self, limit: usize) -> Result<(), Fault> {
        if self.len() > limit {
            return Err(FaultKind::Work.into());
        }
        Ok(())
    }

    /// The number of a ground term; none where it holds a variable or is nested
    /// too deep.
    pub fn intern(&mut self, term: &Term) -> Option<TermId> {
        enum Step<'a> {
            Visit(&'a Term),
            Build(Functor),
        }
        let mut pending = vec![Step::Visit(term)];
        let mut built = Vec::new();
        while let Some(step) = pending.pop() {
            match step {
                Step::Visit(Term::Var(_)) => return None,
                Step::Visit(Term::Compound(compound)) => {
                    pending.push(Step::Build(compound.functor()));
                    pending.extend(compound.args().iter().rev().map(Step::Visit));
                }
                Step::Visit(leaf) => built.push(self.leaf(leaf)),
                Step::Build(functor) => {
                    let functor_id = self.functor(functor);
                    let args = built.split_off(built.len() - functor.arity);
                    built.push(self.compound(functor_id, &args)?);
                }
            }
        }
        built.pop()
    }

    /// The name of a functor.
    pub fn name(&self, functor: FunctorId) -> Symbol {
        self.functors[functor.0 as usize].name
    }

    /// The term of a number.
    pub fn term(&self, id: TermId) -> Term {
        let node = self.nodes[id.index()];
        if node.functor == LEAF {
            return self.leaves[node.start as usize].clone();
        }
        // Terms are at most `MAX_DEPTH` deep, so this recursion is bounded.
        let args: Vec<Term> = self.args(id).iter().map(|&arg| self.term(arg)).collect();
        Term::compound(self.functors[node.functor.0 as usize].name, args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::read_term;

    #[test]
    fn equal_terms_have_equal_numbers_and_come_back() {
        let mut terms = Terms::default();
        let texts: Vec<String> = (0..500)
            .map(|i| format!("f({},g(a,{}))", i % 50, i / 50))
            .collect();
        let ids: Vec<TermId> = texts
            .iter()
            .map(|text| {
                terms
                    .intern(&read_term(text).expect("a term").term)
                    .expect("ground")
            })
            .collect();
        for (text, &id) in texts.iter().zip(&ids) {
            assert_eq!(terms.term(id).to_string(), *text);
            assert_eq!(terms.intern(&terms.term(id)), Some(id));
        }
        let distinct: std::collections::HashSet<TermId> = ids.iter().copied().collect();
        assert_eq!(distinct.len(), 500);
    }

    #[test]
    fn sorting_keeps_the_standard_order_when_leaves_are_added() {
        let mut terms = Terms::default();
        for texts in [["f(b)", "2", "a"], ["g(10)", "f(aa)", "g(9)"]] {
            let mut ids = texts.map(|text| {
                let term = read_term(text).expect("a term").term;
                terms.intern(&term).expect("ground")
            });
            terms.sort(&mut ids);
            let sorted: Vec<Term> = ids.iter().map(|&id| terms.term(id)).collect();
            assert!(sorted.is_sorted());
        }
    }

    #[test]
    fn a_term_that_is_nested_too_deep_has_no_number() {
        let deep = (0..200).fold(Term::atom("z"), |inner, _| Term::compound("s", [inner]));
        assert_eq!(Terms::default().intern(&deep), None);
    }
}
