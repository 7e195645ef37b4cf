//! MIGO: learns to play two-player games from a few games played, as rules that
//! people can read (Muggleton and Hocquette, *Machine Discovery of Comprehensible
//! Strategies for Simple Games Using Meta-interpretive Learning*, 2019).
//!
//! [`mil`] is the general engine, usable on its own: it learns logic programs
//! from examples, background predicates and metarules.

pub mod error;
pub mod mil;

pub use error::MigoError;
