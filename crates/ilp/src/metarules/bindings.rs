//! The values of variables during the search for a proof, with a trail for
//! backtracking.

use stratalog_logic::{Term, Var};

/// Variables and their values.
#[derive(Default)]
pub(crate) struct Bindings {
    values: Vec<Option<Term>>,
    trail: Vec<u32>,
}

/// A point to backtrack to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    variables: usize,
    trail: usize,
}

impl Bindings {
    /// Adds variables and returns the number of the first.
    pub fn fresh(&mut self, count: u32) -> u32 {
        let first = self.values.len() as u32;
        self.values.resize(self.values.len() + count as usize, None);
        first
    }

    /// The term with its variables, numbered from 0, replaced by new ones.
    pub fn renamed(&mut self, term: &Term) -> Term {
        let count = term.variables().iter().map(|v| v.0 + 1).max().unwrap_or(0);
        if count == 0 {
            return term.clone();
        }
        let first = self.fresh(count);
        term.map_vars(|var| Term::var(first + var.0))
    }

    pub fn mark(&self) -> Mark {
        Mark {
            variables: self.values.len(),
            trail: self.trail.len(),
        }
    }

    /// Undoes everything since the mark.
    pub fn undo(&mut self, mark: Mark) {
        for var in self.trail.drain(mark.trail..) {
            self.values[var as usize] = None;
        }
        self.values.truncate(mark.variables);
    }

    /// The term, or its value if it is a variable with a value.
    pub fn walk(&self, term: &Term) -> Term {
        let mut term = term;
        while let Term::Var(var) = term {
            match &self.values[var.0 as usize] {
                Some(value) => term = value,
                None => break,
            }
        }
        term.clone()
    }

    /// The term with every variable replaced by its value.
    pub fn resolve(&self, term: &Term) -> Term {
        let mut term = term.clone();
        // Values may hold variables that have values themselves.
        while term
            .subterms()
            .any(|t| matches!(t, Term::Var(v) if self.values[v.0 as usize].is_some()))
        {
            term = term.map_vars(|var| self.walk(&Term::Var(var)));
        }
        term
    }

    /// Unifies two terms, and returns whether that is possible.
    pub fn unify(&mut self, a: &Term, b: &Term) -> bool {
        let mut pending = vec![(a.clone(), b.clone())];
        while let Some((a, b)) = pending.pop() {
            match (self.walk(&a), self.walk(&b)) {
                (Term::Var(a), Term::Var(b)) if a == b => {}
                (Term::Var(var), value) | (value, Term::Var(var)) => {
                    if self.occurs(var, &value) {
                        return false;
                    }
                    self.values[var.0 as usize] = Some(value);
                    self.trail.push(var.0);
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

    /// Whether a variable occurs in a term: binding it would make an infinite term.
    fn occurs(&self, var: Var, term: &Term) -> bool {
        matches!(term, Term::Compound(_))
            && self
                .resolve(term)
                .subterms()
                .any(|t| matches!(t, Term::Var(v) if *v == var))
    }
}
