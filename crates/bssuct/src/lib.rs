//! Planning.
mod champion;
pub use champion::{Champion, Settings};
