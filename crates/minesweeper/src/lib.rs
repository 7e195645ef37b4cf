//! All of Minesweeper: boards, the exact belief state, exact play, planning, the
//! strongest player, rules learned from examples, and why a square is safe.
//!
//! - [`Board`], [`View`], [`Sweep`], [`Minesweeper`]: the board, what the player
//!   sees of it, one game in progress, and the rules as a
//!   [`Game`](stratalog_game::Game);
//! - [`constraint`]: the one model of how numbers constrain squares;
//! - [`belief`]: the exact posterior of a view, exact play on small boards and in
//!   end-games;
//! - [`why`]: why a square is certainly safe or certainly a mine, as data and in
//!   English; [`analysis`]: everything there is to say about a [`Position`];
//! - [`bssuct`], [`champion`], [`estimators`]: players;
//! - [`mio`]: rules learned from examples, in lessons, and players that follow
//!   them.
//!
//! ```
//! use stratalog_minesweeper::belief::Belief;
//! use stratalog_minesweeper::{Cell, Site, View};
//!
//! let view: View = "2x3/1\n1..\n1..\n".parse()?;
//! assert_eq!(view.cell(Site::new(0)), Cell::Number(1));
//! let belief = Belief::of(&view)?;
//! assert_eq!(belief.mine_probability(Site::new(1)), 0.5);
//! assert_eq!(belief.mine_probability(Site::new(2)), 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate uses `logic`, `run`, `ilp` (for learning clauses) and `game`. It
//! must never know rulesheets, other games, the arena, the library's calls or
//! the command.

pub mod analysis;
pub mod belief;
mod board;
pub mod bssuct;
pub mod champion;
pub mod constraint;
mod error;
pub mod estimators;
mod field;
mod game;
mod mbf;
pub mod mio;
mod pasted;
mod position;
mod square_bits;
mod sweep;
mod view;
pub mod why;

pub use board::{Board, FirstMove, Grid, Site};
pub use error::Error;
pub use field::Field;
pub use game::Minesweeper;
pub use mbf::{read_mbf, write_mbf};
pub use position::Position;
pub use sweep::{Status, Sweep};
pub use view::{Cell, View};
