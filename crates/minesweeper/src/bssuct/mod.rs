//! Planning in Minesweeper.
//!
//! [`Bssuct`] is the planner of Sebag and Teytaud, "Combining Myopic
//! Optimization and Tree Search: Application to MineSweeper" (LION 6, 2012):
//! Upper Confidence Trees in which the belief state is solved exactly, both in
//! the nodes and in the simulations; with another [`Source`] it is one of the
//! methods the paper compares it with.
//!
//! ```
//! use stratalog_minesweeper::bssuct::{Bssuct, Effort, Source};
//! use stratalog_minesweeper::{FirstMove, Minesweeper};
//! use stratalog_game::{Player, Role, Situation};
//! use stratalog_run::Seed;
//!
//! // On three by three with seven mines the centre wins an eighth of the
//! // games, anywhere else a quarter.
//! let game = Minesweeper::new("3x3/7".parse()?, FirstMove::Safe);
//! let mut player = Bssuct::new(Source::Solver, Effort::Simulations(400));
//! let mut rng = Seed(1).stream(0);
//! let decision = player.decide(Situation::new(&game, &game.covered(), Role(0), &mut rng))?;
//! assert_ne!(game.grid().square(decision.mv).to_string(), "row 2, column 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bandit;
mod listed;
mod outlook;
mod planner;
mod player;
mod recent;
mod shown;
mod source;
mod tree;
mod view_key;

pub use planner::{Effort, Plan};
pub use player::{Bssuct, DEFAULT_SIMULATIONS, PlannedOpening};
pub use source::Source;
