//! One module a verb.

pub mod query;
