//! What a game, a player and a reason are, and the games written in Rust for speed.
//!
//! A [`Game`] is an immutable rules object; positions and moves are plain values
//! of its own types, so that generic code is compiled for each game. A
//! [`Player`] is shown a view of a position and gives a [`Decision`]: a move and
//! a [`Reason`], which is data. [`Seed`] makes the random stream of each game.

mod bits;
pub mod catalogue;
pub mod connect_four;
pub mod described;
pub mod error;
pub mod game;
pub mod grid;
pub mod hexapawn;
pub mod noughts_and_crosses;
pub mod othello;
pub mod outcome;
pub mod perft;
pub mod player;
pub mod reason;
pub mod rulesheet;
pub mod seed;

pub use catalogue::AnyGame;
pub use connect_four::ConnectFour;
pub use described::Described;
pub use error::GameError;
pub use game::{Game, PerfectInformation, Role, Turn};
pub use grid::{Size, Square};
pub use hexapawn::Hexapawn;
pub use noughts_and_crosses::NoughtsAndCrosses;
pub use othello::Othello;
pub use outcome::Outcome;
pub use player::{Decision, Player, PlayerError, PlayerKind, PlayerSource, PlayerSpec};
pub use reason::Reason;
pub use seed::{Seed, Stream};
