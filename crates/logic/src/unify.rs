//! Unification of terms as data, for code that rewrites clauses or searches for
//! proofs outside the solver. The solver itself unifies on its heap.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::term::{Compound, Term, Var};

/// The largest term that [`Bindings::apply`] builds, in subterms.
const MAX_SIZE: usize = 10_000;

/// Pairs of subterms after which [`Bindings::unify`] remembers the pairs it has
/// seen. Most unifications end long before.
const REMEMBER_AFTER: usize = 256;

/// Values of variables, with a trail that takes them back.
///
/// Variables come from one of two places: the caller numbers them, or
/// [`Bindings::fresh`] creates them. One set of bindings uses one of the two.
///
/// ```
/// use stratalog_logic::{Bindings, read_term};
///
/// let mut bindings = Bindings::default();
/// let pair = read_term("f(X, b) = f(g(Y), Y)")?.term;
/// let [left, right] = pair.args() else { unreachable!() };
/// let mark = bindings.mark();
/// assert!(bindings.unify(left, right));
/// assert_eq!(bindings.resolve(left).to_string(), "f(g(b),b)");
/// bindings.undo(mark);
/// assert!(bindings.is_empty());
/// # Ok::<(), stratalog_logic::SyntaxError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// Values of the variables that `fresh` created, by number.
    created: Vec<Option<Term>>,
    /// Values of the variables that the caller numbered.
    named: FxHashMap<Var, Term>,
    trail: Vec<Var>,
}

/// A state of [`Bindings`] to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingsMark {
    created: usize,
    trail: usize,
}

impl Bindings {
    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.trail.is_empty()
    }

    /// Creates `count` variables without values and returns the number of the
    /// first.
    pub fn fresh(&mut self, count: u32) -> u32 {
        let first = self.created.len();
        self.created.resize(first + count as usize, None);
        first as u32
    }

    /// The term with its variables, which are numbered from 0, replaced by new
    /// ones.
    pub fn renamed(&mut self, term: &Term) -> Term {
        let count = term.variables().iter().map(|var| var.0 + 1).max();
        let Some(count) = count else {
            return term.clone();
        };
        let first = self.fresh(count);
        term.map_vars(|var| Term::var(first + var.0))
    }

    /// The current state, to return to with [`Bindings::undo`].
    pub fn mark(&self) -> BindingsMark {
        BindingsMark {
            created: self.created.len(),
            trail: self.trail.len(),
        }
    }

    /// Removes all values and variables added since the mark.
    pub fn undo(&mut self, mark: BindingsMark) {
        for var in self.trail.drain(mark.trail..) {
            match self.created.get_mut(var.0 as usize) {
                Some(value) => *value = None,
                None => {
                    self.named.remove(&var);
                }
            }
        }
        self.created.truncate(mark.created);
    }

    /// The value of a variable, if it has one. The value may be a variable.
    #[inline]
    pub fn value(&self, var: Var) -> Option<&Term> {
        match self.created.get(var.0 as usize) {
            Some(value) => value.as_ref(),
            None => self.named.get(&var),
        }
    }

    /// The term itself, or the end of its chain of values if it is a variable.
    pub fn walk<'a>(&'a self, mut term: &'a Term) -> &'a Term {
        while let Term::Var(var) = term {
            match self.value(*var) {
                Some(value) => term = value,
                None => break,
            }
        }
        term
    }

    /// Makes two terms equal by giving values to variables, if that is possible
    /// without a term that contains itself. Otherwise nothing changes.
    pub fn unify(&mut self, left: &Term, right: &Term) -> bool {
        match (self.walk(left), self.walk(right)) {
            (Term::Var(a), Term::Var(b)) if a == b => return true,
            (Term::Var(var), value) | (value, Term::Var(var)) if value.is_ground() => {
                let (var, value) = (*var, value.clone());
                self.bind(var, value);
                return true;
            }
            (Term::Var(_), _) | (_, Term::Var(_)) | (Term::Compound(_), Term::Compound(_)) => {}
            (left, right) => return left == right,
        }
        let mark = self.mark();
        let unified = self.unify_pairs(left, right);
        if !unified {
            self.undo(mark);
        }
        unified
    }

    fn unify_pairs(&mut self, left: &Term, right: &Term) -> bool {
        let mut pending = vec![(left.clone(), right.clone())];
        let mut steps = 0;
        // Variables that occur several times would make the number of pairs
        // exponential. Each pair of nodes needs to be visited once only; `kept`
        // keeps the nodes alive, so that their addresses stay theirs.
        let mut seen: FxHashSet<(usize, usize)> = FxHashSet::default();
        let mut kept: Vec<(Compound, Compound)> = Vec::new();
        while let Some((left, right)) = pending.pop() {
            steps += 1;
            match (self.walk(&left).clone(), self.walk(&right).clone()) {
                (Term::Var(a), Term::Var(b)) if a == b => {}
                (Term::Var(var), value) | (value, Term::Var(var)) => {
                    if self.occurs(var, &value) {
                        return false;
                    }
                    self.bind(var, value);
                }
                (Term::Compound(a), Term::Compound(b)) => {
                    if a.functor() != b.functor() {
                        return false;
                    }
                    if a.is_same_node(&b) {
                        continue;
                    }
                    pending.extend(a.args().iter().cloned().zip(b.args().iter().cloned()));
                    if steps > REMEMBER_AFTER {
                        if !seen.insert((a.node_address(), b.node_address())) {
                            pending.truncate(pending.len() - a.args().len());
                            continue;
                        }
                        kept.push((a, b));
                    }
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }

    fn bind(&mut self, var: Var, value: Term) {
        match self.created.get_mut(var.0 as usize) {
            Some(place) => *place = Some(value),
            None => {
                self.named.insert(var, value);
            }
        }
        self.trail.push(var);
    }

    /// Whether a variable occurs in a term, values included.
    fn occurs(&self, var: Var, term: &Term) -> bool {
        if term.is_ground() {
            return false;
        }
        let mut pending = vec![term];
        let mut visited: FxHashSet<Var> = FxHashSet::default();
        while let Some(term) = pending.pop() {
            match term {
                Term::Var(other) if *other == var => return true,
                Term::Var(other) => {
                    if let Some(value) = self.value(*other)
                        && visited.insert(*other)
                    {
                        pending.push(value);
                    }
                }
                _ => pending.extend(term.args()),
            }
        }
        false
    }

    /// The term with all variables replaced by their values.
    ///
    /// Values are shared, so that the result takes little memory. Its size as a
    /// tree may still be exponential in the number of variables: use
    /// [`Bindings::apply`] on terms that a user controls.
    pub fn resolve(&self, term: &Term) -> Term {
        let term = self.walk(term);
        if term.is_ground() || self.is_resolved(term) {
            return term.clone();
        }
        let mut values: FxHashMap<Var, Term> = FxHashMap::default();
        let mut pending: Vec<Var> = term.variables();
        // A variable's value is complete once those of its own variables are.
        while let Some(&var) = pending.last() {
            if values.contains_key(&var) {
                pending.pop();
                continue;
            }
            let value = self.walk(&Term::Var(var)).clone();
            let waiting: Vec<Var> = value
                .variables()
                .into_iter()
                .filter(|inner| self.value(*inner).is_some() && !values.contains_key(inner))
                .collect();
            if waiting.is_empty() {
                pending.pop();
                values.insert(var, replace(&value, &values));
            } else {
                pending.extend(waiting);
            }
        }
        replace(term, &values)
    }

    fn is_resolved(&self, term: &Term) -> bool {
        let mut variables = term.occurrences();
        variables.all(|var| self.value(var).is_none())
    }

    /// Whether two terms are equal once all variables are replaced by their values.
    pub fn are_equal(&self, left: &Term, right: &Term) -> bool {
        let mut pending: SmallVec<[(&Term, &Term); 8]> = SmallVec::new();
        pending.push((left, right));
        while let Some((left, right)) = pending.pop() {
            match (self.walk(left), self.walk(right)) {
                (Term::Compound(a), Term::Compound(b)) => {
                    if a.is_same_node(b) {
                        continue;
                    }
                    if a.functor() != b.functor() {
                        return false;
                    }
                    pending.extend(a.args().iter().zip(b.args()));
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }

    /// The term with all variables replaced by their values, or a message if it
    /// would have more than 10,000 subterms.
    pub fn apply(&self, term: &Term) -> Result<Term, String> {
        let mut pending = vec![term];
        let mut size = 0;
        while let Some(term) = pending.pop() {
            let term = self.walk(term);
            size += 1;
            if size > MAX_SIZE {
                return Err("solving the equalities here makes a term too large".to_owned());
            }
            pending.extend(term.args());
        }
        Ok(self.resolve(term))
    }
}

fn replace(term: &Term, values: &FxHashMap<Var, Term>) -> Term {
    term.map_vars(|var| values.get(&var).cloned().unwrap_or(Term::Var(var)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_term;

    fn sides(text: &str) -> (Term, Term) {
        let pair = read_term(text).expect("a term").term;
        let [left, right] = pair.args() else {
            panic!("{text} is not an equation")
        };
        (left.clone(), right.clone())
    }

    fn unified(text: &str) -> Option<String> {
        let (left, right) = sides(text);
        let mut bindings = Bindings::default();
        bindings
            .unify(&left, &right)
            .then(|| bindings.apply(&left).expect("small").to_string())
    }

    #[test]
    fn unifiable_terms_become_equal_and_others_do_not() {
        assert_eq!(unified("f(X,b)=f(g(Y),Y)").as_deref(), Some("f(g(b),b)"));
        assert_eq!(unified("X=f(X)"), None);
        assert_eq!(unified("f(X,Y)=f(g(Y),g(X))"), None);
        assert_eq!(unified("f(a)=f(b)"), None);
        assert!(unified("f(A,B,C,D)=f(g(B,B),g(C,C),g(D,D),z)").is_some());
    }

    #[test]
    fn a_failed_unification_changes_nothing() {
        let (left, right) = sides("f(X,Y,a)=f(1,2,b)");
        let mut bindings = Bindings::default();
        assert!(!bindings.unify(&left, &right));
        assert!(bindings.is_empty());
        assert_eq!(bindings.resolve(&left), left);
    }

    #[test]
    fn undo_removes_values_and_variables_since_the_mark() {
        let mut bindings = Bindings::default();
        let clause = read_term("p(X,Y)").expect("a term").term;
        let first = bindings.renamed(&clause);
        let mark = bindings.mark();
        let second = bindings.renamed(&clause);
        assert!(bindings.unify(&first, &second));
        assert!(bindings.unify(&first.args()[0], &Term::from("a")));
        assert_eq!(bindings.walk(&second.args()[0]), &Term::from("a"));
        bindings.undo(mark);
        assert_eq!(bindings.resolve(&first), first);
        assert_eq!(bindings.fresh(1), 2);
    }

    /// Terms whose size doubles with every variable.
    fn doubling(levels: u32, first: u32) -> (Term, Term) {
        let pair = |var: u32| Term::compound("g", [Term::var(var), Term::var(var)]);
        let left = (0..levels).map(|i| Term::var(first + i));
        let right = (1..=levels).map(|i| pair(first + i));
        (Term::compound("f", left), Term::compound("f", right))
    }

    #[test]
    fn exponentially_large_values_are_unified_in_reasonable_time() {
        let mut bindings = Bindings::default();
        let (a, b) = doubling(200, 0);
        let (c, d) = doubling(200, 1000);
        assert!(bindings.unify(&a, &b));
        assert!(bindings.unify(&c, &d));
        assert!(bindings.unify(&Term::var(0), &Term::var(1000)));
        assert!(bindings.apply(&a).is_err());
    }
}
