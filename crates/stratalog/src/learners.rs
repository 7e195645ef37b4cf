//! Who learns which game.
//!
//! ```
//! use stratalog::{Control, learners};
//!
//! let answer = learners::Request {}.run(&Control::default())?;
//! let mio = answer.learners.iter().find(|learner| learner.name == "mio").expect("it is listed");
//! assert_eq!(mio.games, ["minesweeper"]);
//! # Ok::<(), stratalog::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_catalogue::LISTINGS;
use stratalog_run::Control;

use crate::answer::Answer as IsAnswer;
use crate::error::Error;
use crate::learn::Learner;

/// Asks for all learners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Request {}

/// All learners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The learners.
    pub learners: Vec<ListedLearner>,
}

/// A learner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListedLearner {
    /// Its name.
    pub name: String,
    /// What it learns, in a few words.
    pub about: String,
    /// The games of the catalogue that it learns.
    pub games: Vec<String>,
    /// The games of the catalogue that it learns where no learner is named.
    pub usual_for: Vec<String>,
    /// Whether it learns games whose rules a user brings.
    pub learns_rulesheets: bool,
    /// What the length of a run is counted in.
    pub counts: String,
    /// The usual length of a run that somebody watches.
    pub usual_count: u64,
}

impl IsAnswer for Answer {}

impl Request {
    /// The learners.
    pub fn run(&self, _control: &Control) -> Result<Answer, Error> {
        Ok(Answer {
            learners: Learner::ALL.into_iter().map(listed).collect(),
        })
    }
}

fn listed(learner: Learner) -> ListedLearner {
    let games = |asked: Option<&str>| -> Vec<String> {
        let names = LISTINGS.iter().map(|listing| listing.name);
        let learned = names.filter(|name| Learner::choose(name, asked).ok() == Some(learner));
        learned.map(str::to_owned).collect()
    };
    let (about, counts, usual_count) = match learner {
        Learner::Mio => (
            "rules for Minesweeper, from examples",
            "games that measure it",
            200,
        ),
        Learner::Migo => ("rules that win or draw, from play", "games", 200),
        Learner::Rules => (
            "the shortest list of readable rules that names only best moves",
            "games that measure it",
            200,
        ),
        Learner::Zenith => (
            "features of good positions, from the rules of the game",
            "cycles",
            3,
        ),
    };
    ListedLearner {
        name: learner.name().to_owned(),
        about: about.to_owned(),
        games: games(Some(learner.name())),
        usual_for: games(None),
        learns_rulesheets: Learner::choose("rules.pl", Some(learner.name())).is_ok(),
        counts: counts.to_owned(),
        usual_count,
    }
}
