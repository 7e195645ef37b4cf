//! Deep Q-learning (Mnih et al. 2015): a neural network estimates the value of
//! every move in a position. It is trained on moves that are sampled from a
//! replay memory. MIGO is compared with it, with the parameters of that paper's
//! experiments.
//!
//! - [`encoding`] turns positions and moves into numbers;
//! - [`network`] is the network with its training and its target network;
//! - [`learner`] explores, remembers and learns.
//!
//! The module is behind the Cargo feature `deep-q`, because `candle`, on which it
//! is built, takes longer to compile than the rest of the workspace.

pub mod encoding;
pub mod learner;
pub mod network;

pub use candle_core::Error as NetworkError;
pub use learner::{DeepQ, Parameters};
