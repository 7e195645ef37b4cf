//! Learning clauses from examples.

mod bits;
mod budget;
pub mod error;
pub mod failures;
pub mod files;
mod learn;
pub mod metarules;
mod method;
pub mod modes;
mod problem;
mod theory;

pub use bits::Bits;
pub use budget::Budget;
pub use error::Error;
pub use learn::{LearningSettings, learn};
pub use method::Method;
pub use problem::{Bias, Problem};
pub use theory::{Confusion, Coverage, Theory};
