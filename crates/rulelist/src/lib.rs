//! Strategies in the board's own words: short ordered lists of rules that name only
//! best moves.
//!
//! - [`vocabulary`] finds the words in a rulesheet: its facts, what follows from
//!   them, the forms of its moves; [`sides`] replaces the roles by the player and the
//!   opponent. [`measure`] and [`condition`] say what rules are
//!   made of: counts of facts, what a move makes true, what either player could do
//!   next.
//! - [`gauge`] takes the measures of positions, [`table`] holds positions with their
//!   moves as sets of bits, [`candidates`] lists the conditions that matter there.
//! - [`search`] finds the shortest list, [`learner`] learns from positions whose best
//!   moves are known, [`strategy`] writes and reads files, [`player`] plays them,
//!   [`english`] says them, [`illustration`] shows them.
//!
//! ```
//! use stratalog_game::Game;
//! use stratalog_logic::Source;
//! use stratalog_rulelist::{RuleListPlayer, RuleStrategy};
//! use stratalog_rulesheet::bundled::find_rulesheet;
//! use stratalog_rulesheet::{EngineChoice, RulesheetGame};
//!
//! let text = "strategy(order, [rule_1/5]).
//!             rule_1(_, _, _, _, B) :- holds(B, nim_sum(N, true(heap(_, N))) =:= 0).";
//! let sheet = find_rulesheet("nim")?;
//! let game = RulesheetGame::new(&sheet, EngineChoice::default())?;
//! let strategy = RuleStrategy::from_source(&Source::new("nim-strategy.pl", text), &game)?;
//! let player = RuleListPlayer::new(&game, &sheet, strategy.list)?;
//! let start = game.parse_position("heap(1,3). heap(2,4). heap(3,5). control(first).")?;
//! let named = player.named(&start)?.expect("the nim-sum is 2");
//! assert_eq!(game.move_text(named.moves[0]), "take(1,2)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate may use `game`, `logic`, `rulesheet` and `run`. It must never know
//! which games there are, who says which moves are best, or how players are
//! measured.

pub mod candidates;
pub mod condition;
mod counter;
pub mod english;
pub mod error;
pub mod gauge;
pub mod illustration;
pub mod learner;
pub mod measure;
pub mod player;
pub mod search;
pub mod sides;
pub mod strategy;
pub mod table;
pub mod vocabulary;

pub use condition::{Condition, Rule};
pub use english::Words;
pub use error::RuleListError;
pub use illustration::Illustration;
pub use learner::{Decided, Learned, LearnerSettings, Lesson, OrderedRules, decide, learn};
pub use player::{Naming, RuleListPlayer};
pub use sides::Sides;
pub use strategy::RuleStrategy;
pub use table::Example;
