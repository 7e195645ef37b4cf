//! Games in the vocabulary of their rulesheets: positions as sets of facts, moves as
//! terms. Tests compare games written in Rust with their rulesheets this way.
//!
//! The vocabulary: `cell(Row, Column, Content)` with rows and columns from 1 at
//! the top left and `blank` for an empty square, `control(Role)` for the role to
//! move; moves are `mark(R, C)`, `move(R1, C1, R2, C2)`, `place(R, C)`, `pass`,
//! `drop(C)`.

use stratalog_logic::Term;

use crate::game::{Game, Role};

/// A game whose positions and moves can be written as ground terms.
pub trait Described: Game {
    /// The facts that a view shows, in the standard order of terms; under perfect
    /// information, all facts of the position.
    fn facts(&self, view: &Self::View) -> Vec<Term>;

    /// A move as the term a role `does`.
    fn move_term(&self, mv: Self::Move) -> Term;

    /// A role as the atom that names it in the rulesheet.
    fn role_term(&self, role: Role) -> Term {
        Term::atom(self.role_name(role))
    }
}
