//! Finds the constant that equals a ground term on the heap.
//!
//! Every argument of a fact is stored once in its program, so that equal
//! arguments are the same cell. A call whose argument is a structure finds that
//! cell here; then indexes and joins treat it like an atom. The benchmark is
//! `structured keys`.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cell::{Cell, Tag};
use crate::heap::Heap;

/// The compound terms and boxed numbers of a program, by hash.
#[derive(Clone, Default)]
pub(crate) struct GroundTerms {
    by_hash: FxHashMap<u64, SmallVec<[Cell; 1]>>,
}

/// What is known of a term on the heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    /// It equals this constant.
    Constant(Cell),
    /// It is ground and equals no constant.
    Other,
    /// It has variables or is too large to look up.
    Unknown,
}

/// Larger terms are not looked up.
const MAX_NODES: usize = 64;

impl GroundTerms {
    /// The table of these constants on a heap.
    pub(crate) fn new(heap: &Heap, constants: impl Iterator<Item = Cell>) -> GroundTerms {
        let mut table = GroundTerms::default();
        for cell in constants {
            if let Some(hash) = hash(heap, cell) {
                table.by_hash.entry(hash).or_default().push(cell);
            }
        }
        table
    }

    /// The constant that equals a term. The heap starts with the constants.
    #[inline]
    pub(crate) fn find(&self, heap: &Heap, cell: Cell) -> Ground {
        let Some(hash) = hash(heap, cell) else {
            return Ground::Unknown;
        };
        let found = self.by_hash.get(&hash).and_then(|candidates| {
            let mut candidates = candidates.iter();
            candidates.find(|candidate| are_equal(heap, cell, **candidate))
        });
        found.map_or(Ground::Other, |found| Ground::Constant(*found))
    }
}

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// The hash of a ground term; none if it has variables or is too large.
#[inline]
fn hash(heap: &Heap, cell: Cell) -> Option<u64> {
    let mut hash = 0;
    let mut nodes = 0;
    let mut pending: SmallVec<[Cell; 16]> = SmallVec::new();
    pending.push(cell);
    while let Some(cell) = pending.pop() {
        nodes += 1;
        if nodes > MAX_NODES {
            return None;
        }
        let cell = heap.deref(cell);
        match cell.tag() {
            Tag::Ref | Tag::Functor => return None,
            Tag::Atom | Tag::Int | Tag::Text => hash = mix(hash, cell.bits()),
            Tag::Str | Tag::List => {
                hash = mix(hash, heap.functor_of(cell).bits());
                for at in heap.arg_range(cell) {
                    let arg = heap.at(at);
                    if arg.is_constant() {
                        hash = mix(hash, arg.bits());
                    } else {
                        pending.push(arg);
                    }
                }
            }
            Tag::Boxed => {
                let at = cell.address();
                let words = heap.at(at).arity();
                for word in at..=at + words {
                    hash = mix(hash, heap.at(word).bits());
                }
                nodes += words;
            }
        }
    }
    Some(hash)
}

#[inline]
fn are_equal(heap: &Heap, a: Cell, b: Cell) -> bool {
    if a == b {
        return true;
    }
    if a.tag() == Tag::Str && b.tag() == Tag::Str {
        let (left, right) = (heap.args(a), heap.args(b));
        if heap.functor_of(a) == heap.functor_of(b)
            && left
                .iter()
                .zip(right)
                .all(|(x, y)| x.is_constant() && x == y)
        {
            return true;
        }
    }
    heap.identical(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_term;

    #[test]
    fn equal_ground_terms_are_found_and_others_are_not() {
        let mut heap = Heap::default();
        let mut write = |text: &str| {
            let term = read_term(text).expect("a term").term;
            let mut vars: FxHashMap<crate::Var, Cell> = FxHashMap::default();
            heap.write(&term, &mut |heap, var| {
                *vars.entry(var).or_insert_with(|| heap.new_var())
            })
        };
        let texts = [
            "k(1)",
            "k(2)",
            "[a,b]",
            "1.5",
            "99999999999999999999",
            "f(g(a),\"s\",[])",
        ];
        let constants = texts.map(&mut write);
        let copies = texts.map(&mut write);
        let strangers = ["k(3)", "k(1.0)", "[a|b]", "f(g(a),s,[])", "2.5"].map(&mut write);
        let open = ["k(X)", "[a|X]"].map(&mut write);
        let large = write(&format!("[{}]", vec!["a"; 100].join(",")));
        let table = GroundTerms::new(&heap, constants.into_iter());
        for (copy, constant) in copies.iter().zip(constants) {
            assert_ne!(*copy, constant);
            assert_eq!(table.find(&heap, *copy), Ground::Constant(constant));
        }
        for stranger in strangers {
            assert_eq!(table.find(&heap, stranger), Ground::Other);
        }
        for unknown in open.into_iter().chain([large]) {
            assert_eq!(table.find(&heap, unknown), Ground::Unknown);
        }
    }
}
