//! Games in the words of their rulesheets: positions as sets of facts, moves as
//! terms. A game written in Rust is compared with its rulesheet through this.
//!
//! The vocabulary: `cell(Row, Column, Content)` with rows and columns from 1 at
//! the top left and `blank` for an empty square, `control(Role)` for the role to
//! move; moves are `mark(R, C)`, `move(R1, C1, R2, C2)`, `place(R, C)`, `pass`,
//! `drop(C)`.

use stratalog_logic::Term;

use crate::game::{Game, Role};

/// A game that can say its positions and moves as ground terms.
pub trait Described: Game {
    /// Everything that a view shows to be true, in the standard order of terms;
    /// under perfect information, everything that is true in the position.
    fn facts(&self, view: &Self::View) -> Vec<Term>;

    /// A move as the term a role `does`.
    fn move_term(&self, mv: Self::Move) -> Term;

    /// A role as the atom the rulesheet names it by.
    fn role_term(&self, role: Role) -> Term {
        Term::atom(self.role_name(role))
    }
}
