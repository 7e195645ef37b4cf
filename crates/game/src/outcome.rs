//! How a game ends for one of its roles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a game ended for a role; a better outcome is greater.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The role lost.
    Loss,
    /// Nobody won; in a single-player game, the goal was reached in part.
    Draw,
    /// The role won.
    Win,
}

impl Outcome {
    /// The outcome for the other of two players.
    #[inline]
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub fn value(self) -> i32 {
        match self {
            Outcome::Loss => -1,
            Outcome::Draw => 0,
            Outcome::Win => 1,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
