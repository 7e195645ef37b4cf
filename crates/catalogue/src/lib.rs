//! Games and players by name.

pub mod advised;
pub mod discovery;
mod discovery_state;
pub mod games;
pub mod minesweeper;
pub mod roster;
pub mod strategy_file;
pub mod twin;

pub use games::AnyGame;
