//! Whether an evaluation plays better than chance, and if not, what that may mean.

use serde::{Deserialize, Serialize};
use stratalog_catalogue::discovery::{DiscoveryError, Domain, Games, Won};
use stratalog_run::Control;

/// The most games of the teacher, which thinks for long.
const TEACHERS_GAMES: u64 = 10;
/// A mean goal that leaves nearly nothing to win.
const NEARLY_ALL: f64 = 95.0;

/// How the mean goal of an evaluation compares with that of random play in the same
/// games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgainstChance {
    /// It is clearly higher.
    Better,
    /// It is not, and chance alone reaches nearly the highest goal.
    ChanceSuffices,
    /// It is not, and neither is the teacher's: perhaps nothing is better than chance.
    NorIsTheTeacher,
    /// It is not, though the teacher's is.
    NotBetter,
}

/// The games of an evaluation, in which others play in its place.
pub(super) struct SameGames<'a> {
    pub domain: &'a Domain,
    pub teacher: &'a str,
    pub games: Games,
}

impl SameGames<'_> {
    /// Compares what the evaluation won with what random play and the teacher win.
    pub fn compare(&self, won: Won, control: &Control) -> Result<AgainstChance, DiscoveryError> {
        let chance = self.domain.play_as("random", self.games, control)?;
        if won.is_clearly_better_than(&chance) {
            return Ok(AgainstChance::Better);
        }
        if chance.mean_goal >= NEARLY_ALL {
            return Ok(AgainstChance::ChanceSuffices);
        }
        let games = Games {
            count: self.games.count.min(TEACHERS_GAMES),
            ..self.games
        };
        let taught = self.domain.play_as(self.teacher, games, control)?;
        Ok(if taught.is_clearly_better_than(&chance) {
            AgainstChance::NotBetter
        } else {
            AgainstChance::NorIsTheTeacher
        })
    }
}

impl AgainstChance {
    /// What it says, as the end of a sentence about the evaluation.
    pub fn english(self) -> &'static str {
        match self {
            AgainstChance::Better => "clearly better than random play",
            AgainstChance::ChanceSuffices => {
                "not better than random play, which reaches nearly the best goal"
            }
            AgainstChance::NorIsTheTeacher => {
                "not clearly better than random play, and neither is the teacher"
            }
            AgainstChance::NotBetter => {
                "not clearly better than random play, though the teacher is"
            }
        }
    }
}
