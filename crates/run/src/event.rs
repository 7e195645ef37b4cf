//! What happens during a run, as data, and why a run ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened during a run. The command's progress bar, the web
/// page and the Python callback listen to the same events.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A new part of the work has begun.
    Stage {
        /// The part in a few words, as in `learning rules`.
        what: String,
    },
    /// Part of the work is done.
    Progress {
        /// What is counted, as in `games`.
        what: String,
        /// How many are done.
        done: u64,
        /// How many there are, if known.
        total: Option<u64>,
    },
    /// A training game was played.
    Game {
        /// The game's number, from 1.
        number: u64,
        /// How it ended for the learner: `win`, `draw` or `loss`.
        outcome: String,
        /// The cumulative regret, if the opponent is perfect.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        regret: Option<f64>,
        /// The board at the end, drawn as text; of a few games a second.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        board: Option<String>,
    },
    /// A game that somebody watches begins.
    GameBegan {
        /// The game's number, from 1.
        number: u64,
        /// Who plays each role, as in `white (uct)`.
        players: Vec<String>,
        /// The board, drawn as text.
        board: String,
    },
    /// A move was made in a game that somebody watches.
    Moved {
        /// Who made it, as in `white (uct)`.
        player: String,
        /// The move as it is written.
        #[serde(rename = "move")]
        mv: String,
        /// Why, as data.
        reason: serde_json::Value,
        /// Why, in English.
        english: String,
        /// The board after it, drawn as text.
        board: String,
    },
    /// A game that somebody watches is over.
    GameOver {
        /// Who is measured, as in `white (uct)`.
        player: String,
        /// How it ended for them: `win`, `draw` or `loss`.
        outcome: String,
    },
    /// A rule was learned, or replaced by a better one of the same name.
    Rule {
        /// Its name.
        name: String,
        /// Its clauses in Prolog.
        clauses: Vec<String>,
        /// Its meaning in English.
        english: String,
    },
    /// A feature was kept.
    Feature {
        /// Its name.
        name: String,
        /// Its formula in Prolog.
        formula: String,
        /// Its meaning in English.
        english: String,
    },
    /// A position in which a rule or a feature of this name matters. Learners emit
    /// it only where the listener wants it
    /// (`Control::with_examples`).
    Example {
        /// The name of the rule or feature.
        name: String,
        /// What happens in the position, as in `x plays 2,2`.
        english: String,
        /// The board as data, with the squares marked that matter.
        drawing: serde_json::Value,
    },
    /// The rules or features in use now. Others of which the listener heard are not
    /// used any more.
    InUse {
        /// Their names, in the order in which they are tried or were found.
        names: Vec<String>,
    },
    /// The accuracy of the learner after a cycle.
    Accuracy {
        /// The cycle, from 1.
        cycle: u64,
        /// The fraction of preference pairs it orders correctly.
        accuracy: f64,
    },
    /// A better theory than the last one was found.
    Theory {
        /// Its clauses in Prolog.
        clauses: Vec<String>,
        /// Its score; the scale depends on the learner.
        score: f64,
    },
    /// Every theory that may still be found has at least so many literals.
    Bound {
        /// How many.
        literals: u64,
    },
    /// A row of a table was measured.
    Row {
        /// The row as in the answer.
        row: serde_json::Value,
    },
    /// Something the user should know.
    Note {
        /// The text, a sentence or two.
        text: String,
    },
}

/// Why a run ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ended", content = "because", rename_all = "snake_case")]
pub enum Ended {
    /// All of the work is done.
    #[default]
    Done,
    /// It was asked to stop; the answer holds what is known so far.
    Stopped,
    /// It reached this limit; the answer holds what is known so far.
    Limit(String),
}

impl Ended {
    /// Whether all of the work is done.
    pub fn is_done(&self) -> bool {
        *self == Ended::Done
    }
}
