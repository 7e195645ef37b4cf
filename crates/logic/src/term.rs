//! Terms as values: the readers return them, the writer takes them.
//!
//! A term may be nested as deep as memory allows (a long list is), so nothing
//! here recurses in Rust: dropping, comparing, hashing and rewriting keep their
//! own stacks. While a query runs, the solver uses a flat form of its own.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::symbol::{Symbol, sym};

/// A variable, numbered within the clause or goal it is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

/// A Prolog term.
#[derive(Clone)]
pub enum Term {
    /// A variable.
    Var(Var),
    /// An atom.
    Atom(Symbol),
    /// An integer of 64 bits.
    Integer(i64),
    /// An integer that does not fit into 64 bits.
    Big(Arc<BigInt>),
    /// A floating-point number.
    Float(f64),
    /// A string.
    String(Symbol),
    /// A compound term.
    Compound(Compound),
}

/// A functor with its arguments, at least one.
#[derive(Clone)]
pub struct Compound(Arc<Node>);

struct Node {
    name: Symbol,
    /// Whether no variable occurs in it.
    is_ground: bool,
    args: Vec<Term>,
}

/// A name and a number of arguments: what identifies a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Functor {
    /// The name.
    pub name: Symbol,
    /// The number of arguments.
    pub arity: usize,
}

impl Functor {
    /// The functor `name/arity`.
    pub fn new(name: impl Into<Symbol>, arity: usize) -> Functor {
        Functor {
            name: name.into(),
            arity,
        }
    }
}

impl fmt::Display for Functor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Term::Atom(self.name), self.arity)
    }
}

impl fmt::Debug for Functor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Compound {
    /// The functor's name.
    pub fn name(&self) -> Symbol {
        self.0.name
    }

    /// The arguments.
    pub fn args(&self) -> &[Term] {
        &self.0.args
    }

    /// Name and arity.
    pub fn functor(&self) -> Functor {
        Functor::new(self.0.name, self.0.args.len())
    }

    /// Whether both share one place in memory, and so are equal.
    pub(crate) fn is_same_node(&self, other: &Compound) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Identifies the node while it is alive.
    pub(crate) fn node_address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

impl Drop for Compound {
    fn drop(&mut self) {
        let is_leaf = |t: &Term| !matches!(t, Term::Compound(_));
        let Some(node) = Arc::get_mut(&mut self.0) else {
            return;
        };
        if node.args.iter().all(is_leaf) {
            return;
        }
        let mut pending = std::mem::take(&mut node.args);
        while let Some(term) = pending.pop() {
            if let Term::Compound(mut compound) = term
                && let Some(node) = Arc::get_mut(&mut compound.0)
            {
                pending.append(&mut node.args);
            }
        }
    }
}

impl Term {
    /// The atom with this text.
    pub fn atom(name: impl Into<Symbol>) -> Term {
        Term::Atom(name.into())
    }

    /// The variable with this number.
    pub fn var(number: u32) -> Term {
        Term::Var(Var(number))
    }

    /// A compound term, or an atom when there are no arguments.
    pub fn compound(name: impl Into<Symbol>, args: impl IntoIterator<Item = Term>) -> Term {
        let args: Vec<Term> = args.into_iter().collect();
        let name = name.into();
        if args.is_empty() {
            return Term::Atom(name);
        }
        let is_ground = args.iter().all(Term::is_ground);
        Term::Compound(Compound(Arc::new(Node {
            name,
            is_ground,
            args,
        })))
    }

    /// An integer of any size, in canonical form.
    pub fn integer(value: impl Into<BigInt>) -> Term {
        let value = value.into();
        match value.to_i64() {
            Some(small) => Term::Integer(small),
            None => Term::Big(Arc::new(value)),
        }
    }

    /// The string with this text.
    pub fn string(text: &str) -> Term {
        Term::String(Symbol::new(text))
    }

    /// The empty list.
    pub fn nil() -> Term {
        Term::Atom(sym::NIL)
    }

    /// The list cell `[head|tail]`.
    pub fn cons(head: Term, tail: Term) -> Term {
        Term::compound(sym::CONS, [head, tail])
    }

    /// The list of these items.
    pub fn list(items: impl IntoIterator<Item = Term>) -> Term {
        Term::list_with_tail(items, Term::nil())
    }

    /// The list of these items, ending in `tail`.
    pub fn list_with_tail(items: impl IntoIterator<Item = Term>, tail: Term) -> Term {
        let items: Vec<Term> = items.into_iter().collect();
        items
            .into_iter()
            .rev()
            .fold(tail, |tail, head| Term::cons(head, tail))
    }

    /// Right-nested `','` of these goals; `true` when there are none.
    pub fn conjunction(goals: impl IntoIterator<Item = Term>) -> Term {
        let mut goals: Vec<Term> = goals.into_iter().collect();
        let Some(last) = goals.pop() else {
            return Term::Atom(sym::TRUE);
        };
        goals
            .into_iter()
            .rev()
            .fold(last, |rest, goal| Term::compound(sym::COMMA, [goal, rest]))
    }

    /// The goals of a conjunction, left to right, `true` left out.
    pub fn conjuncts(&self) -> Vec<Term> {
        let mut goals = Vec::new();
        let mut pending = vec![self];
        while let Some(term) = pending.pop() {
            match term.as_compound(sym::COMMA, 2) {
                Some([left, right]) => pending.extend([right, left]),
                _ if term.is_atom(sym::TRUE) => {}
                _ => goals.push(term.clone()),
            }
        }
        goals
    }

    /// The items of a proper list.
    pub fn as_list(&self) -> Option<Vec<Term>> {
        let mut items = Vec::new();
        let mut rest = self;
        while let Some([head, tail]) = rest.as_compound(sym::CONS, 2) {
            items.push(head.clone());
            rest = tail;
        }
        rest.is_atom(sym::NIL).then_some(items)
    }

    /// The name and arity of a callable term.
    pub fn functor(&self) -> Option<Functor> {
        match self {
            Term::Atom(name) => Some(Functor::new(*name, 0)),
            Term::Compound(compound) => Some(compound.functor()),
            _ => None,
        }
    }

    /// The arguments; none unless compound.
    pub fn args(&self) -> &[Term] {
        match self {
            Term::Compound(compound) => compound.args(),
            _ => &[],
        }
    }

    /// The arguments, if this is a compound term of that name and arity.
    pub fn as_compound(&self, name: Symbol, arity: usize) -> Option<&[Term]> {
        match self {
            Term::Compound(c) if c.name() == name && c.args().len() == arity => Some(c.args()),
            _ => None,
        }
    }

    /// The name, if this is an atom.
    pub fn as_atom(&self) -> Option<Symbol> {
        match self {
            Term::Atom(name) => Some(*name),
            _ => None,
        }
    }

    /// The value, if this is a 64-bit integer.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Term::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether this is the atom of that name.
    pub fn is_atom(&self, name: Symbol) -> bool {
        matches!(self, Term::Atom(symbol) if *symbol == name)
    }

    /// Whether this could be a goal or the head of a clause.
    pub fn is_callable(&self) -> bool {
        matches!(self, Term::Atom(_) | Term::Compound(_))
    }

    /// Whether no variable occurs.
    pub fn is_ground(&self) -> bool {
        match self {
            Term::Var(_) => false,
            Term::Compound(compound) => compound.0.is_ground,
            _ => true,
        }
    }

    /// Every subterm, this one first, depth first and left to right.
    pub fn subterms(&self) -> impl Iterator<Item = &Term> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            let term = pending.pop()?;
            pending.extend(term.args().iter().rev());
            Some(term)
        })
    }

    /// The distinct variables in order of first occurrence.
    pub fn variables(&self) -> Vec<Var> {
        let mut seen = rustc_hash::FxHashSet::default();
        let occurrences = self.occurrences();
        occurrences.filter(|var| seen.insert(*var)).collect()
    }

    /// The variables at each place where one occurs, from left to right.
    pub(crate) fn occurrences(&self) -> impl Iterator<Item = Var> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            while let Some(term) = pending.pop() {
                match term {
                    Term::Var(var) => return Some(*var),
                    _ if term.is_ground() => {}
                    _ => pending.extend(term.args().iter().rev()),
                }
            }
            None
        })
    }

    /// This term with every variable replaced by its `image`.
    pub fn map_vars(&self, mut image: impl FnMut(Var) -> Term) -> Term {
        enum Step<'a> {
            Visit(&'a Term),
            Build(&'a Compound),
        }
        let mut pending = vec![Step::Visit(self)];
        let mut built: Vec<Term> = Vec::new();
        while let Some(step) = pending.pop() {
            match step {
                Step::Visit(Term::Var(var)) => built.push(image(*var)),
                Step::Visit(Term::Compound(compound)) if !compound.0.is_ground => {
                    pending.push(Step::Build(compound));
                    pending.extend(compound.args().iter().rev().map(Step::Visit));
                }
                Step::Visit(ground) => built.push(ground.clone()),
                Step::Build(compound) => {
                    let args = built.split_off(built.len() - compound.args().len());
                    built.push(Term::compound(compound.name(), args));
                }
            }
        }
        built.pop().expect("the root was visited and built")
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        let mut pending = vec![(self, other)];
        while let Some((a, b)) = pending.pop() {
            let equal = match (a, b) {
                (Term::Var(a), Term::Var(b)) => a == b,
                (Term::Atom(a), Term::Atom(b)) | (Term::String(a), Term::String(b)) => a == b,
                (Term::Integer(a), Term::Integer(b)) => a == b,
                (Term::Big(a), Term::Big(b)) => a == b,
                (Term::Float(a), Term::Float(b)) => a.to_bits() == b.to_bits(),
                (Term::Compound(a), Term::Compound(b)) if Arc::ptr_eq(&a.0, &b.0) => true,
                (Term::Compound(a), Term::Compound(b)) => {
                    pending.extend(a.args().iter().zip(b.args()));
                    a.functor() == b.functor()
                }
                _ => false,
            };
            if !equal {
                return false;
            }
        }
        true
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for term in self.subterms() {
            std::mem::discriminant(term).hash(state);
            match term {
                Term::Var(var) => var.hash(state),
                Term::Atom(symbol) | Term::String(symbol) => symbol.hash(state),
                Term::Integer(value) => value.hash(state),
                Term::Big(value) => value.hash(state),
                Term::Float(value) => value.to_bits().hash(state),
                Term::Compound(compound) => compound.functor().hash(state),
            }
        }
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The standard order of terms: variables, numbers by value, strings, atoms,
/// compounds by arity, name and arguments.
impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        let mut pending = vec![(self, other)];
        while let Some((a, b)) = pending.pop() {
            let order = compare_tops(a, b);
            if order != Ordering::Equal {
                return order;
            }
            if let (Term::Compound(a), Term::Compound(b)) = (a, b)
                && !Arc::ptr_eq(&a.0, &b.0)
            {
                pending.extend(a.args().iter().zip(b.args()).rev());
            }
        }
        Ordering::Equal
    }
}

fn compare_tops(a: &Term, b: &Term) -> Ordering {
    let rank = |term: &Term| match term {
        Term::Var(_) => 0,
        Term::Integer(_) | Term::Big(_) | Term::Float(_) => 1,
        Term::String(_) => 2,
        Term::Atom(_) => 3,
        Term::Compound(_) => 4,
    };
    match (a, b) {
        (Term::Var(a), Term::Var(b)) => a.cmp(b),
        (Term::Atom(a), Term::Atom(b)) => a.compare(*b),
        (Term::String(a), Term::String(b)) => a.as_str().cmp(b.as_str()),
        (Term::Compound(a), Term::Compound(b)) => a
            .args()
            .len()
            .cmp(&b.args().len())
            .then_with(|| a.name().as_str().cmp(b.name().as_str())),
        _ => match (Number::of(a), Number::of(b)) {
            (Some(a), Some(b)) => a.compare(&b),
            _ => rank(a).cmp(&rank(b)),
        },
    }
}

/// A number of any kind, for comparison by value.
pub(crate) enum Number {
    Integer(i64),
    Big(Arc<BigInt>),
    Float(f64),
}

impl Number {
    fn of(term: &Term) -> Option<Number> {
        match term {
            Term::Integer(value) => Some(Number::Integer(*value)),
            Term::Big(value) => Some(Number::Big(value.clone())),
            Term::Float(value) => Some(Number::Float(*value)),
            _ => None,
        }
    }

    /// Order by value; a float precedes an integer of the same value.
    pub(crate) fn compare(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Integer(a), Number::Integer(b)) => a.cmp(b),
            // NaN precedes all other floats, as it precedes integers.
            (Number::Float(a), Number::Float(b)) => {
                b.is_nan().cmp(&a.is_nan()).then(a.total_cmp(b))
            }
            (Number::Float(a), b) => compare_float(*a, &b.to_big()).then(Ordering::Less),
            (a, Number::Float(b)) => compare_float(*b, &a.to_big())
                .reverse()
                .then(Ordering::Greater),
            (a, b) => a.to_big().cmp(&b.to_big()),
        }
    }

    fn to_big(&self) -> BigInt {
        match self {
            Number::Integer(value) => BigInt::from(*value),
            Number::Big(value) => (**value).clone(),
            Number::Float(_) => unreachable!("floats are compared before integers are widened"),
        }
    }
}

/// Order of a float and an integer by exact value; NaN comes first.
pub(crate) fn compare_float(float: f64, integer: &BigInt) -> Ordering {
    use num_traits::FromPrimitive;
    if float.is_nan() || float == f64::NEG_INFINITY {
        return Ordering::Less;
    }
    match BigInt::from_f64(float.floor()) {
        None => Ordering::Greater,
        Some(floor) => floor.cmp(integer).then(if float > float.floor() {
            Ordering::Greater
        } else {
            Ordering::Equal
        }),
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Term {
        Term::Integer(value)
    }
}

impl From<&str> for Term {
    fn from(name: &str) -> Term {
        Term::atom(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_of_a_million_levels_is_compared_hashed_and_dropped() {
        let deep = |leaf: &str| {
            (0..1_000_000).fold(Term::atom(leaf), |inner, _| Term::compound("s", [inner]))
        };
        let (a, b) = (deep("x"), deep("y"));
        assert!(a < b);
        assert_eq!(a, deep("x"));
        assert!(a.is_ground());
    }

    #[test]
    fn standard_order_puts_variables_numbers_strings_atoms_compounds() {
        let mut terms = [
            Term::compound("f", [Term::Integer(1)]),
            Term::atom("b"),
            Term::string("a"),
            Term::Integer(2),
            Term::Float(2.0),
            Term::integer(BigInt::from(1) << 70),
            Term::var(0),
            Term::atom("a"),
        ];
        terms.sort();
        let shown: Vec<String> = terms.iter().map(|t| format!("{t:?}")).collect();
        assert_eq!(shown[1], "2.0");
        assert_eq!(shown[2], "2");
        assert_eq!(&shown[5..7], ["a", "b"]);
    }

    #[test]
    fn variables_are_replaced_everywhere() {
        let term = Term::compound(
            "f",
            [Term::var(0), Term::list([Term::var(1), Term::var(0)])],
        );
        let image = term.map_vars(|v| Term::Integer(i64::from(v.0)));
        assert!(image.is_ground());
        assert_eq!(term.variables(), [Var(0), Var(1)]);
    }
}
