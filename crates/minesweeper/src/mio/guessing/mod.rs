//! Guessing in words: an ordered list of rules that say which square to guess
//! where none is certainly safe.
//!
//! The paper stops where rules prove nothing and guesses by a fixed heuristic.
//! Here the list is learned from positions in which the champion says what each
//! guess is worth. Its rules count what a person can count around a square
//! ([`Measure`]); each narrows the covered squares down condition by condition
//! ([`GuessRule`]), and the first rule that names a square decides. [`learn`] plays
//! games for positions ([`GuessExample`]) and grows the list that loses least.

mod english;
mod lesson;
mod measure;
mod rule;
mod search;

pub use english::english;
pub use lesson::{GuessExample, LearnedGuesses, learn};
pub use measure::{Measure, Readings, Values};
pub use rule::{Condition, GuessList, GuessRule, Share};
