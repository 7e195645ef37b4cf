//! The certificate of a strategy as data.

use serde::{Deserialize, Serialize};
use stratalog_arena::certify::{Certificate, RuleRecord};
use stratalog_game::{Game, GameObject, Outcome};

/// Whether a strategy is optimal in every position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Certified {
    /// Whether it is.
    pub optimal: bool,
    /// The number of positions in which a role is to move.
    pub positions: u64,
    /// The number of those in which it may make a mistake.
    pub mistakes: u64,
    /// How often each rule keeps its promise.
    pub rules: Vec<RuleRecord>,
    /// A mistake that is reached in the fewest moves.
    pub counterexample: Option<Counterexample>,
}

/// A position in which a strategy makes a mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// The position.
    pub position: String,
    /// The move that the strategy may make.
    #[serde(rename = "move")]
    pub mv: String,
    /// The rule that names it; none where no rule names a move.
    pub rule: Option<String>,
    /// The value of the position.
    pub value: Outcome,
    /// The value after the move.
    pub left: Outcome,
}

impl Certified {
    /// A certificate as data.
    pub fn new(game: &GameObject, certificate: &Certificate<GameObject>) -> Certified {
        let counterexample = certificate.counterexample.as_ref();
        Certified {
            optimal: certificate.is_optimal(),
            positions: certificate.positions,
            mistakes: certificate.mistakes,
            rules: certificate.rules.clone(),
            counterexample: counterexample.map(|found| Counterexample {
                line: found.line.iter().map(|&mv| game.move_text(mv)).collect(),
                position: game.position_text(&found.position),
                mv: game.move_text(found.mv),
                rule: found.rule.clone(),
                value: found.value,
                left: found.left,
            }),
        }
    }
}
