//! Unification of terms as data, for those who rewrite clauses: solving
//! equalities, unfolding predicates. The solver has its own, on its heap.

use rustc_hash::FxHashMap;

use crate::term::{Term, Var};

/// How large a term may become by putting in values for variables.
const MAX_SIZE: usize = 10_000;

/// Values of variables.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    values: FxHashMap<Var, Term>,
}

impl Bindings {
    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn resolve<'a>(&'a self, mut term: &'a Term) -> &'a Term {
        while let Term::Var(var) = term {
            match self.values.get(var) {
                Some(value) => term = value,
                None => break,
            }
        }
        term
    }

    /// Makes two terms equal, if that is possible.
    pub fn unify(&mut self, left: &Term, right: &Term) -> bool {
        let mut pending = vec![(left.clone(), right.clone())];
        let mut steps = 0;
        while let Some((left, right)) = pending.pop() {
            steps += 1;
            if steps > MAX_SIZE {
                return false;
            }
            let left = self.resolve(&left).clone();
            let right = self.resolve(&right).clone();
            match (&left, &right) {
                (Term::Var(a), Term::Var(b)) if a == b => {}
                (Term::Var(var), value) | (value, Term::Var(var)) => {
                    if self.occurs(*var, value) {
                        return false;
                    }
                    self.values.insert(*var, value.clone());
                }
                (Term::Compound(a), Term::Compound(b)) => {
                    if a.functor() != b.functor() {
                        return false;
                    }
                    pending.extend(a.args().iter().cloned().zip(b.args().iter().cloned()));
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }

    fn occurs(&self, var: Var, term: &Term) -> bool {
        let mut pending = vec![term.clone()];
        let mut steps = 0;
        while let Some(term) = pending.pop() {
            steps += 1;
            let term = self.resolve(&term);
            if steps > MAX_SIZE || matches!(term, Term::Var(v) if *v == var) {
                return true;
            }
            pending.extend(term.args().iter().cloned());
        }
        false
    }

    /// The term with values put in for variables.
    pub fn apply(&self, term: &Term) -> Result<Term, String> {
        let mut term = term.clone();
        // Values may hold variables that have values; each round puts in one
        // more layer.
        loop {
            let has_value = |t: &Term| matches!(t, Term::Var(v) if self.values.contains_key(v));
            let mut size = 0;
            let mut is_open = false;
            for subterm in term.subterms() {
                size += 1;
                is_open |= has_value(subterm);
                if size > MAX_SIZE {
                    return Err("solving the equalities here makes a term too large".to_owned());
                }
            }
            if !is_open {
                return Ok(term);
            }
            term = term.map_vars(|v| self.values.get(&v).cloned().unwrap_or(Term::Var(v)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_term;

    #[test]
    fn equal_terms_are_made_equal_and_others_refused() {
        let unify = |text: &str| {
            let pair = read_term(text).expect("a term").term;
            let mut bindings = Bindings::default();
            let [a, b] = pair.args() else {
                panic!("{text}")
            };
            bindings
                .unify(a, b)
                .then(|| bindings.apply(a).expect("small").to_string())
        };
        assert_eq!(unify("f(X,b)=f(g(Y),Y)").as_deref(), Some("f(g(b),b)"));
        assert_eq!(unify("X=f(X)"), None);
        assert_eq!(unify("f(a)=f(b)"), None);
        assert!(unify("f(A,B,C,D)=f(g(B,B),g(C,C),g(D,D),z)").is_some());
    }
}
