//! Rulesheets: the rules of a game as a logic program, made into a game that
//! plays fast.
//!
//! A file is read into clauses ([`Rulesheet`]), these become plain rules over
//! numbered terms, and every instance of a rule that could ever matter is worked
//! out beforehand. What is left of the rules is a network of gates over the facts
//! of a position and the moves. What is too large for that is computed rule by
//! rule in each position.

pub mod bundled;
pub mod check;
mod components;
mod counts;
mod demand;
mod drawing;
mod engine;
mod evaluate;
mod facts;
mod game;
mod ground;
mod interpret;
mod join;
mod lanes;
mod network;
mod normalise;
mod observer;
mod playouts;
mod position;
mod prepare;
mod program;
mod propagate;
mod rule;
mod safety;
mod sheet;
mod terms;
mod wires;

pub use counts::MoveCounts;
pub use game::{Evaluation, RulesheetGame};
pub use ground::Budget;
pub use lanes::Tally;
pub use network::Network;
pub use observer::{Counted, Observer};
pub use position::{Move, Position};
pub use sheet::{Clause, Rulesheet, Syntax};
