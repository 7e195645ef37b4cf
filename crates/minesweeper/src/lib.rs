//! Minesweeper: boards of any size, what the player sees, and the game itself.
//!
//! A [`Board`] says how large the grid is and how many mines it hides. A
//! [`View`] is what the player sees of it. A [`Sweep`] is one game being
//! played: the hidden [`Field`] and the view of it. Opening a zero opens its
//! neighbours.
//!
//! ```
//! use stratalog_minesweeper::{Cell, Site, View};
//!
//! let view: View = "2x3/1\n1..\n1..\n".parse()?;
//! assert_eq!(view.board().to_string(), "2x3/1");
//! assert_eq!(view.cell(Site::new(0)), Cell::Number(1));
//! # Ok::<(), stratalog_minesweeper::Error>(())
//! ```

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
