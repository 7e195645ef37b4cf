//! Learning from failures.

mod answer_set;
mod combine;
mod cover;
mod feature;
mod language;
mod learner;
mod recursion;
mod relation;
mod rule;

pub use answer_set::{Atom, BiasProgram, Comparison, Condition, Expression, Rule, Value};
pub use language::{Declaration, Direction, Language};
pub use learner::FailureLearner;
