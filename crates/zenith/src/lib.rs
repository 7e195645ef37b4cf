//! Zenith discovers features of a game from its rules and learns from them
//! which positions are to be preferred.
//!
//! - [`concept`]: the learners of preferences, numbers only.

pub mod concept;
