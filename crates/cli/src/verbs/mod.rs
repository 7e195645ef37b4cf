//! One module a verb.

pub mod games;
pub mod play;
pub mod query;
pub mod rules;
pub mod solve;
