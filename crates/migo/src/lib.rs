//! MIGO learns strategies for two-player games from a few games, as rules that
//! people can read (Muggleton and Hocquette, *Machine Discovery of Comprehensible
//! Strategies for Simple Games Using Meta-interpretive Learning*, 2019).
//!
//! - [`learner`] is MIGO. [`examples`] derives examples from a game (theorems 1
//!   and 2; `published` as the paper's program does), [`settings`] says how to learn, [`study`] visits positions that games
//!   did not show. [`suitability`] refuses games that its rules cannot speak of.
//!   Where a player may move again, rules speak of whole turns (`turns`); `recursion`
//!   replaces rules of many depths by one that calls itself.
//! - [`rulings`] asks a strategy about all positions of the game that was studied.
//! - [`rules`] executes learned rules on [`positions`]; [`strategy`] writes them to
//!   files and reads them back; [`player`] plays them and gives reasons.
//!
//! The clauses are learned by `ilp::metarules`.
//!
//! ```
//! use stratalog_game::{Game, GameObject};
//! use stratalog_games::NoughtsAndCrosses;
//! use stratalog_logic::Source;
//! use stratalog_migo::{Strategy, StrategyPlayer};
//!
//! let text = "strategy(game, 'noughts-and-crosses').
//!             strategy(order, [win_1/2]).
//!             win_1(A, B) :- move(A, B), won(B).";
//! let strategy = Strategy::from_source(&Source::new("strategy.pl", text))?;
//! let game = GameObject::new(NoughtsAndCrosses);
//! let position = game.parse_position("xx./oo./...")?;
//! let named = StrategyPlayer::new(&game, &strategy)?.named_move(&position);
//! assert_eq!(named.map(|(mv, _)| game.move_text(mv)).as_deref(), Some("1,3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate may use `game`, `ilp`, `logic` and `run`. It must never know which
//! games there are, who the learner plays against, or how it is measured.

mod definition;
mod english;
pub mod error;
pub mod examples;
mod knowledge;
mod labels;
pub mod learner;
mod lesson;
pub mod player;
pub mod positions;
mod published;
mod recursion;
pub mod rules;
pub mod rulings;
pub mod settings;
pub mod strategy;
pub mod study;
pub mod suitability;
mod turns;
mod why;

pub use error::MigoError;
pub use learner::Migo;
pub use player::StrategyPlayer;
pub use rulings::StudiedRules;
pub use settings::{MigoSettings, Opponent, Protocol, Variant};
pub use strategy::{OrderedRule, Strategy};
pub use study::{Studied, StudyEnd};
