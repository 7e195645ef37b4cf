//! The games written in Rust for speed, one module each, with their own experts.

pub mod connect_four;
pub mod hexapawn;
pub mod network;
pub mod noughts_and_crosses;
pub mod othello;

pub use connect_four::ConnectFour;
pub use hexapawn::Hexapawn;
pub use noughts_and_crosses::NoughtsAndCrosses;
pub use othello::Othello;
