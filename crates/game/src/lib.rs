//! What a game, a player and a reason are, and the games written in Rust for speed.
//!
//! A [`Game`] is an immutable rules object; positions and moves are plain values
//! of its own types, so that generic code is compiled for each game. A
//! [`Player`] is shown a view of a position and gives a [`Decision`]: a move and
//! a [`Reason`], which is data. [`Seed`] makes the random stream of each game.
//!
//! - [`game`], [`player`], [`reason`], [`outcome`], [`seed`], [`error`]: the words
//!   everything else is said in;
//! - [`noughts_and_crosses`], [`hexapawn`], [`othello`], [`connect_four`]: the
//!   games, one module each; [`grid`] draws and reads their boards, [`described`]
//!   says their positions in the words of rulesheets;
//! - [`rulesheet`]: games made from their rules alone;
//! - [`catalogue`]: games by name, and back from a name to code compiled for
//!   each game; [`perft`]: move counts that prove a game.
//!
//! A game knows nothing of the players there are, nor of how they are measured.
//!
//! ```
//! use stratalog_game::{Game, Role, Size, Turn};
//! use stratalog_games::Hexapawn;
//! use stratalog_run::Seed;
//! use stratalog_games::hexapawn::Stalemate;
//!
//! let game = Hexapawn::new(Size::new(3, 3), Stalemate::Loses)?;
//! let mut position = game.initial(&mut Seed(1).stream(0));
//! for text in ["3,2-2,2", "1,1-2,2", "3,1-2,2", "1,3-2,2", "3,3-2,2"] {
//!     game.play(&mut position, game.parse_move(text)?)?;
//! }
//! // Black's last pawn is blocked.
//! assert_eq!(game.turn(&position), Turn::Over);
//! assert_eq!(game.goal(&position, Role(0)), 100);
//! # Ok::<(), stratalog_game::GameError>(())
//! ```

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
pub mod promise;
pub mod reason;

pub use described::Described;
pub use drawing::Drawing;
pub use error::GameError;
pub use game::{Coded, Game, PerfectInformation, Role, Turn};
pub use grid::{Size, Square};
pub use learner::{Learner, Played};
pub use object::{AnyMove, AnyPosition, GameObject};
pub use outcome::Outcome;
pub use player::{Decision, Judgement, Player, PlayerError, PlayerKind, PlayerSource, PlayerSpec};
pub use promise::{NamedRule, Promise, RuleList};
pub use reason::Reason;
