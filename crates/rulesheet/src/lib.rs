//! Rulesheets: the rules of a game as a logic program, made into a game that
//! plays fast.
//!
//! ```
//! use stratalog_game::{Game, Turn};
//! use stratalog_logic::Source;
//! use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};
//! use stratalog_run::Seed;
//!
//! let rules = "role(counter). init(left(2)).
//!              legal(counter, take). legal(counter, wait).
//!              next(left(M)) :- true(left(N)), does(counter, take), M is N - 1.
//!              next(left(N)) :- true(left(N)), does(counter, wait).
//!              terminal :- true(left(0)).
//!              goal(counter, 100).";
//! let sheet = Rulesheet::read(Source::new("count.pl", rules), Syntax::Prolog);
//! let game = RulesheetGame::new(&sheet, EngineChoice::default())?;
//! let mut position = game.initial(&mut Seed(1).stream(0));
//! for _ in 0..2 {
//!     game.play(&mut position, game.parse_move("take")?)?;
//! }
//! assert_eq!(game.turn(&position), Turn::Over);
//! # Ok::<(), stratalog_game::GameError>(())
//! ```
//!
//! From text to game:
//!
//! 1. [`Rulesheet`]: the clauses of a Prolog or KIF file, and what could not be
//!    read; [`check`] says what is wrong with them, in words;
//! 2. plain rules over numbered ground terms (`normalise`, `safety`, `rigid`,
//!    `split`, `demand`, `program`), with the relations that never change evaluated (`evaluate`);
//! 3. every instance of a rule that could ever matter (`ground`) becomes a
//!    [`Network`] of gates over the facts of a position and the moves. One
//!    position at a time, only what changed is computed again (`propagate`), and
//!    the effect of a joint move is worked out once (`transition`); hundreds of
//!    random games are played at once in the bits of words (`lanes`), and as many
//!    games that a caller steps ([`Batch`]);
//! 4. a game that is too large for that is evaluated by the interpreter
//!    (`interpret`), which answers only what is asked. If only its numbers have no bound
//!    and it has few positions, it visits them all, and what occurs in them is grounded
//!    after all (`visit`).
//!
//! A rule that cannot be evaluated in a position (a limit is reached, an integer
//! overflows) makes the position fail ([`Turn::Failed`](stratalog_game::Turn)):
//! it never looks like the end of a game.
//!
//! This crate uses `logic`, `run` and `game`. It must never know a player, a
//! learner, the games written in Rust or how games are measured.

mod batch;
mod belief;
pub mod bundled;
pub mod check;
mod classes;
mod components;
mod counts;
mod demand;
mod distance;
mod drawing;
mod engine;
mod evaluate;
mod facts;
mod fault;
mod game;
mod glossary;
mod ground;
mod idle;
mod interface;
mod interpret;
mod join;
mod joint;
mod lanes;
mod layout;
mod matching;
mod network;
mod normalise;
mod observer;
mod playouts;
mod position;
mod prepare;
mod program;
mod propagate;
mod race;
mod rigid;
mod rule;
mod rule_use;
mod safety;
mod sheet;
mod split;
mod steps;
mod symbols;
mod terms;
mod transition;
mod uses;
mod visit;
mod waiting;
mod wires;

pub use batch::{Batch, BatchOptions, BatchViews};
pub use belief::{Belief, Knowledge};
pub use classes::FactClasses;
pub use counts::MoveCounts;
pub use distance::GoalDistance;
pub use game::{EngineChoice, RulesheetGame};
pub use glossary::{Glossary, Phrase};
pub use ground::Budget;
pub use lanes::Tally;
pub use network::Network;
pub use observer::{Counted, Observer};
pub use position::{Move, Position};
pub use race::RaceDistance;
pub use rule_use::{RuleUse, UnusedRule};
pub use sheet::{Rulesheet, SheetClause, Syntax};
