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
//! use stratalog_game::{Game, Hexapawn, Role, Seed, Size, Turn, hexapawn::Stalemate};
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

mod bits;
pub mod catalogue;
pub mod connect_four;
pub mod described;
pub mod error;
pub mod game;
pub mod grid;
pub mod hexapawn;
pub mod learner;
pub mod minesweeper;
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
pub use learner::{Learner, Played};
pub use noughts_and_crosses::NoughtsAndCrosses;
pub use othello::Othello;
pub use outcome::Outcome;
pub use player::{Decision, Judgement, Player, PlayerError, PlayerKind, PlayerSource, PlayerSpec};
pub use reason::Reason;
pub use rulesheet::RulesheetGame;
pub use seed::{Seed, Stream};
