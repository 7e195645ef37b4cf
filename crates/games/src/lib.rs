//! The games that are written in Rust for speed, one module each, with the expert
//! players of single games: Othello's in [`othello::experts`], and the manager of
//! the rulesheet `network` in [`network::dispatcher`].
//!
//! Each game is checked against its rulesheet, which defines it, and against
//! published move counts.
//!
//! ```
//! use stratalog_game::{Game, Role, Turn};
//! use stratalog_games::ConnectFour;
//! use stratalog_run::Seed;
//!
//! let game = ConnectFour::new(ConnectFour::DEFAULT)?;
//! let mut position = game.initial(&mut Seed(1).stream(0));
//! for column in ["1", "2", "1", "2", "1", "2", "1"] {
//!     game.play(&mut position, game.parse_move(column)?)?;
//! }
//! assert_eq!(game.turn(&position), Turn::Over);
//! assert_eq!(game.goal(&position, Role(0)), 100);
//! # Ok::<(), stratalog_game::GameError>(())
//! ```
//!
//! This crate may use `game`, `logic`, `run` and, for experts of games that have
//! only a rulesheet, `rulesheet`. It must never know the players of any game, a
//! learner, or how players are measured.

pub mod connect_four;
pub mod hexapawn;
pub mod network;
pub mod noughts_and_crosses;
pub mod othello;

pub use connect_four::ConnectFour;
pub use hexapawn::Hexapawn;
pub use noughts_and_crosses::NoughtsAndCrosses;
pub use othello::Othello;
