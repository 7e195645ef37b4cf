//! Learning clauses from examples.

pub mod error;
pub mod files;
pub mod metarules;
pub mod modes;

pub use error::Error;
