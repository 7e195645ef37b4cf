//! Why a move was made, as data. `english` says it to people, `json` to
//! programs; nothing else turns reasons into text.

mod english;
mod json;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::grid::Square;
use crate::outcome::Outcome;
use crate::promise::Promise;

/// Why a move was made. Learners and planners that give reasons of a kind not
/// yet here add a variant, and its words in `english`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// A person chose it.
    Human,
    /// There was no other move.
    Forced,
    /// Chosen at random.
    Random {
        /// How many moves there were.
        among: usize,
    },
    /// No rule of a strategy names a move; chosen at random.
    NoRule {
        /// How many moves there were.
        among: usize,
    },
    /// A search of the game tree found this value.
    Search(Search),
    /// Simulated games favoured it.
    Statistics {
        /// Simulations made from the position.
        simulations: u64,
        /// Those of them that began with this move.
        visits: u64,
        /// Their mean result for the player, from 0 (lost) to 1 (won).
        mean: f64,
    },
    /// A rule fired.
    Rule(Box<RuleFired>),
    /// A rule of a strategy names the move.
    StrategyRule(Box<StrategyRule>),
    /// The chance that the move goes wrong.
    Risk(Box<Risk>),
    /// An evaluation function preferred the position it leads to.
    Features(Box<Evaluation>),
    /// A proof, one step a line, conclusions after what they rest on.
    Proof {
        /// The steps.
        steps: Vec<String>,
    },
}

/// What a search of the game tree found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Search {
    /// The outcome for the player if both sides play their best.
    pub value: Outcome,
    /// In how many plies the game ends then; unknown where `exact` is false.
    pub plies: Option<u32>,
    /// Whether the value is proven, or the search stopped early and took
    /// unfinished lines as drawn.
    pub exact: bool,
    /// How many plies ahead the search looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// A rule that fired and what it was applied to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuleFired {
    /// The rule's name, as in the strategy file.
    pub rule: String,
    /// The squares the rule bound, the one moved on first.
    pub squares: Vec<Square>,
    /// What the rule says of these squares, in words.
    pub because: String,
}

/// A rule of a strategy that names the move, and what it means in this position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyRule {
    /// The rule's name, as in the strategy file.
    pub rule: String,
    /// What the rule promises, where that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub promise: Option<Promise>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who makes it.
    pub player: String,
    /// Who replies.
    pub opponent: String,
    /// The player's further moves of the same turn.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub then: Vec<String>,
    /// What the move changes on the board, where the game has one.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub changes: Vec<SquareChange>,
    /// The facts that the move makes true, as the rulesheet writes them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub facts: Vec<String>,
    /// The opponent's replies and the answer that the rules name to each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub replies: Vec<AnsweredReply>,
    /// What the opponent would win with after other moves.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub threats: Vec<Threat>,
}

/// A square whose content a move changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SquareChange {
    /// The square.
    pub square: Square,
    /// The piece on it before the move.
    pub before: Option<String>,
    /// The piece on it after the move.
    pub after: Option<String>,
}

/// A reply of the opponent and the answer to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnsweredReply {
    /// The opponent's move.
    pub reply: String,
    /// The player's move after it; none where the reply ends the game.
    pub answer: Option<String>,
}

/// What the opponent would do after another move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Threat {
    /// The other move.
    pub instead: String,
    /// The opponent's winning reply to it.
    pub reply: String,
}

/// A move that may lose at once.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Risk {
    /// The probability that the move loses at once.
    pub probability: f64,
    /// Whether the rules promise that this move does not lose at once, as with
    /// the first square of Minesweeper.
    #[serde(skip_serializing_if = "is_false", default)]
    pub promised: bool,
    /// The probability to win from here when playing on as the player means to.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub win_probability: Option<f64>,
    /// Some of the other squares with the same risk.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub as_safe_as: Vec<Square>,
    /// What it was preferred to: squares with another risk, and that risk.
    pub preferred_to: Vec<(Square, f64)>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The value of an evaluation function and where it comes from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Evaluation {
    /// The value of the position the move leads to.
    pub value: f64,
    /// The features with the largest shares, largest first; where there is an
    /// alternative, those that differ most from it.
    pub features: Vec<FeatureShare>,
    /// The best other move, where the evaluation was compared with it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub alternative: Option<Alternative>,
}

/// The best of the moves that were not made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value of the position it leads to.
    pub value: f64,
}

/// One feature's part in an evaluation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct FeatureShare {
    /// The feature's name.
    pub name: String,
    /// What it measures, in English, where the name does not say it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub english: Option<String>,
    /// Its value in the position.
    pub value: f64,
    /// Its weight.
    pub weight: f64,
    /// Its value after the alternative.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub alternative: Option<f64>,
}
