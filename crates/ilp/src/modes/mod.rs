//! Mode-directed learning (Mio): an example-driven covering learner with declarations
//! as in Progol, after "Learning Minesweeper with Multirelational Learning" (Peña
//! Castillo and Wrobel, 2003). [`Learner`] saturates an example into its bottom
//! clause, searches the clauses that are more general, keeps the best, removes the
//! examples it covers and repeats.
//!
//! ```
//! use stratalog_logic::{Program, read_term};
//! use stratalog_ilp::modes::{Learner, Mode};
//! use stratalog_ilp::{Bias, Problem};
//!
//! let term = |text: &str| read_term(text).map(|read| read.term);
//! let problem = Problem {
//!     background: Program::parse("parent(ann,bob). parent(bob,cid). parent(bob,dee).").unwrap(),
//!     bias: Bias::modes(
//!         vec![Mode::parse(None, "grandparent(+person,+person)")],
//!         vec![Mode::parse(None, "parent(+person,-person)")],
//!     ),
//!     positives: vec![term("grandparent(ann,cid)")?, term("grandparent(ann,dee)")?],
//!     negatives: vec![term("grandparent(ann,bob)")?, term("grandparent(bob,cid)")?],
//! };
//! let report = Learner::new(&problem).run()?;
//! assert_eq!(report.theory.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod active;
mod advice;
pub(crate) mod bottom;
mod canonical;
pub(crate) mod coverage;
pub(crate) mod evaluation;
mod lazy;
pub(crate) mod learner;
pub(crate) mod loops;
pub(crate) mod mode;
pub(crate) mod operators;
mod refine;
mod search;
pub(crate) mod settings;
mod validation;

pub use active::{
    ActiveLearner, ActiveReport, ActiveStop, Checkpoint, ExampleServer, Judgement, Round,
    SearchFrom,
};
pub use advice::advice;
pub use bottom::{Arg, Bottom, Literal, Saturator, Trouble, is_variant};
pub use coverage::{Tester, split};
pub use evaluation::{Counts, EvaluationFunction, Totals};
pub use learner::{CoveringReport, Learner, SearchRecord, Stop, reduced};
pub(crate) use mode::slot_values;
pub use mode::{Mode, Slot, Use};
pub use operators::{Operator, macros, single_literals};
pub use search::{Candidate, Found, SearchEnd, search};
pub use settings::{CoveringSettings, Method};
pub use validation::{cross_validate, validate_fold};
