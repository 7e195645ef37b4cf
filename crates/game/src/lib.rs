//! What a game is, and what is said about games everywhere else: players,
//! reasons, drawings, sessions, and the one loop that plays a game.
//!
//! - [`Game`] is an immutable rules object; positions and moves are plain values
//!   of its own types. [`GameObject`] is any game behind one object-safe
//!   interface, and a [`Game`] itself: generic code is compiled once for all
//!   games, and again only where speed needs it.
//! - A [`Player`] is shown a view of a position and gives a [`Decision`]: a move
//!   and a [`Reason`], which is data. English and JSON are made from it in
//!   [`reason`] alone.
//! - A [`Drawing`] is a board as data; text and SVG are made from it.
//! - [`Seating`] plays a game from a position to its end; a [`Session`] is a game
//!   that a person or a program steps through.
//!
//! ```
//! use stratalog_game::{Bounds, Outcome, PlayerSpec, Size};
//!
//! let Ok(player) = "uct:500".parse::<PlayerSpec>();
//! assert_eq!(player.number("simulations", 1, 1000), Ok(500));
//! assert_eq!(Size::parse("3x4"), Some(Size::new(3, 4)));
//! assert!(Outcome::Win > Outcome::Draw);
//! assert_eq!(Bounds::default().repetition, Some(3));
//! ```
//!
//! This crate may use `logic` (for facts and moves as terms) and `run`. It must
//! never know a rulesheet, a particular game, a particular player, a learner or
//! how players are measured.

pub mod bits;
pub mod described;
pub mod drawing;
pub mod error;
pub mod game;
pub mod grid;
pub mod learner;
pub mod object;
pub mod outcome;
pub mod perft;
pub mod player;
pub mod position_graph;
pub mod position_table;
pub mod promise;
pub mod reason;
pub mod seating;
pub mod session;
pub mod typed;
pub mod words;

pub use described::Described;
pub use drawing::Drawing;
pub use error::GameError;
pub use game::{Coded, Game, PerfectInformation, Role, Turn};
pub use grid::{Size, Square};
pub use learner::{Learner, Played};
pub use object::{AnyMove, AnyPosition, GameObject};
pub use outcome::Outcome;
pub use player::{
    Decision, Judgement, Player, PlayerError, PlayerKind, PlayerSource, PlayerSpec, Situation,
};
pub use position_graph::{PositionGraph, Ruling, Rulings};
pub use position_table::PositionTable;
pub use promise::{NamedRule, Promise, RuleList};
pub use reason::Reason;
pub use seating::{Bounds, Ending, Finished, PlayError, Seating, Spectator};
pub use session::{Session, Snapshot};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
