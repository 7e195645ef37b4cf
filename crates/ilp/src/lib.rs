//! Inductive logic programming: learning clauses from examples.
//!
//! A [`Problem`] is background knowledge, positive and negative examples, and a
//! [`Bias`] that says which theories may be learned. [`learn`] returns a [`Theory`]:
//! clauses, what they cover, why the search ended, and whether no smaller theory
//! exists. [`learning_curve`] measures how accurate theories are by the number of
//! examples. [`files`] reads problems in the formats of Aleph, Popper, CProgol and
//! Metagol.
//!
//! | module | [`Method`] | what it does |
//! | --- | --- | --- |
//! | [`failures`] | `failures` | complete search for a smallest theory; recursion; invention; noise |
//! | [`modes`] | `modes` | one clause at a time from the bottom clause of an example |
//! | [`metarules`] | `metarules` | meta-interpretive learning with predicate invention |
//!
//! ```
//! use stratalog_ilp::{Budget, LearningSettings, Method, files, learn};
//! use stratalog_logic::Source;
//!
//! let text = "
//!     :- modeh(1, grandparent(+person, +person)).
//!     :- modeb(*, parent(+person, -person)).
//!     parent(ann, bob). parent(bob, cid). parent(bob, dee).
//!     pos(grandparent(ann, cid)). pos(grandparent(ann, dee)).
//!     neg(grandparent(ann, bob)). neg(grandparent(bob, cid)).";
//! let loaded = files::one_file(Source::new("family.pl", text))?;
//! let problem = &loaded.problems[0];
//! let method = Method::for_problem(problem);
//! let theory = learn(problem, method, &LearningSettings::default(), &Budget::default())?;
//! assert_eq!(
//!     theory.clauses[0].to_string(),
//!     "grandparent(A, B) :- parent(A, C), parent(C, B)."
//! );
//! assert!(theory.coverage.confusion(problem).is_perfect());
//! # Ok::<(), stratalog_ilp::Error>(())
//! ```
//!
//! This crate may use `logic` and `run`. It must never know a game, a player or a
//! face: it prints nothing.

mod bits;
mod budget;
mod curve;
pub mod error;
pub mod explain;
pub mod failures;
pub mod files;
mod learn;
pub mod metarules;
mod method;
pub mod modes;
mod order;
mod problem;
mod theory;

pub use bits::Bits;
pub use budget::Budget;
pub use curve::{CurvePoint, CurveSettings, LearningCurve, learning_curve};
pub use error::Error;
pub use learn::{LearningSettings, learn};
pub use method::Method;
pub use problem::{Bias, Problem};
pub use theory::{Confusion, Coverage, Theory};
