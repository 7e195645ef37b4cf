//! Minesweeper learned from nothing but counting: the background knowledge of
//! Table 1, examples, active learning, the rules at work and in words.

mod cases;
pub mod check;
mod contradictions;
pub mod deducible;
pub mod english;
pub mod examples;
pub mod export;
pub mod guessing;
pub mod learn;
pub mod picture;
mod plan;
pub mod player;
pub mod reasoner;
pub mod remote;
pub mod rule;
pub mod scene;
pub mod server;
pub mod state;
pub mod strategy;
pub mod study;
mod supposition;
pub mod tables;
pub mod trial;
pub mod wire;
