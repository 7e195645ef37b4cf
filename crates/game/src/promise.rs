//! What a rule of a strategy promises about the moves it names, and how a list
//! of such rules is asked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::outcome::Outcome;

/// What a rule promises whoever makes a move that it names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "outcome", content = "depth", rename_all = "snake_case")]
pub enum Promise {
    /// To win in at most this number of the player's own moves.
    Win(u32),
    /// To win, in any number of moves.
    AnyWin,
    /// Not to lose. The number is the depth of the rule among those for drawing.
    Draw(u32),
}

impl Promise {
    /// The depth of the rule; the greatest number where there is none.
    pub fn depth(self) -> u32 {
        match self {
            Promise::Win(depth) | Promise::Draw(depth) => depth,
            Promise::AnyWin => u32::MAX,
        }
    }

    /// The worst outcome that keeps the promise.
    pub fn least(self) -> Outcome {
        match self {
            Promise::Win(_) | Promise::AnyWin => Outcome::Win,
            Promise::Draw(_) => Outcome::Draw,
        }
    }
}

/// A rule of a list by its name and promise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedRule {
    /// The name, as in the strategy file.
    pub name: String,
    /// What it promises; nothing is known of some rules that people write.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub promise: Option<Promise>,
}

/// An ordered list of rules for a game. The first rule that names a move decides;
/// where none does, any move may be made.
pub trait RuleList<G: Game> {
    /// The rules in their order.
    fn rules(&self) -> Vec<NamedRule>;

    /// The move that is made in a position and the index of the rule that names
    /// it.
    fn first_named(&mut self, position: &G::Position) -> Option<(G::Move, usize)>;

    /// All moves that may be made in a position by the first rule that names one,
    /// and the rule's index. A list that always makes the first move gives that.
    fn all_named(&mut self, position: &G::Position) -> Option<(Vec<G::Move>, usize)> {
        let (mv, rule) = self.first_named(position)?;
        Some((vec![mv], rule))
    }

    /// Whether the rule with this index names the move from `position` to `next`.
    fn names(&mut self, rule: usize, position: &G::Position, next: &G::Position) -> bool;
}
