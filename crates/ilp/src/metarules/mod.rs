//! Meta-interpretive learning: a program is found by proving the examples with
//! an interpreter that, where a proof is stuck, abduces a clause of the shape of
//! a metarule and goes on (Muggleton, Lin and Tamaddoni-Nezhad 2015). Programs
//! are tried smallest first; predicates are invented as the proofs need them.
//!
//! - [`Metarule`]: the shape of a clause, as data: any arity, any number of
//!   literals, negated ones among them, and constants that are to be found;
//! - [`Background`]: what is known already; [`LogicBackground`] is a program of
//!   the logic engine;
//! - [`Mil`]: the learner, a builder that ends in [`Mil::run`];
//! - `proof`: the meta-interpreter itself.

mod background;
mod learner;
mod metarule;
mod proof;
mod relevance;

pub use background::{Background, LogicBackground};
pub use learner::{Mil, MilReport, Stopped};
pub use metarule::{Literal, Metarule, Sign};
pub use relevance::Dropped;
