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
        if is_clearly_higher(won, chance) {
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
        Ok(if is_clearly_higher(taught, chance) {
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

/// Whether the difference of two mean goals is beyond its 95% interval.
fn is_clearly_higher(own: Won, other: Won) -> bool {
    own.mean_goal - other.mean_goal > own.goal_margin.hypot(other.goal_margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_counts_if_it_is_beyond_its_interval() {
        let won = |mean_goal, goal_margin| Won {
            games: 30,
            wins: 0,
            draws: 0,
            mean_goal,
            goal_margin,
        };
        assert!(is_clearly_higher(won(60.0, 3.0), won(50.0, 4.0)));
        assert!(!is_clearly_higher(won(54.0, 3.0), won(50.0, 4.0)));
        assert!(!is_clearly_higher(won(50.0, 0.0), won(50.0, 0.0)));
    }
}
