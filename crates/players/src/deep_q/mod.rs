//! Deep Q-learning (Mnih et al. 2015): the value of every move in a position by
//! a neural network, learned from games that are remembered and gone over again.
//! It is a rival of MIGO with the numbers of that paper's experiments, and like
//! every learner it decides when asked for a move and learns from a game's
//! record.
//!
//! - [`encoding`] numbers the facts of positions and the moves of a game;
//! - [`network`] is the network, its training and its slowly following copy;
//! - [`learner`] explores, remembers and learns.
//!
//! It is a crate of its own because `candle`, which it stands on, takes longer
//! to build than everything else.

pub mod encoding;
pub mod learner;
pub mod network;

pub use candle_core::Error as NetworkError;
pub use learner::{DeepQ, Parameters};
