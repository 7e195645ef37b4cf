//! Why a game cannot be solved or searched.

use stratalog_game::{Game, PlayerError, Role, Turn};
use thiserror::Error;

/// Why a game could not be solved or searched.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayersError {
    /// The search was asked to stop.
    #[error("stopped before the value was known")]
    Stopped,
    /// The game has more positions than allowed.
    #[error("more than {limit} positions; allow more, or choose a smaller board")]
    TooManyPositions {
        /// The limit.
        limit: u64,
    },
    /// The rules hide something from the players.
    #[error(
        "the players do not see the whole position, so the game has no value of win, draw or \
         loss; `play` measures how players do"
    )]
    Hidden,
    /// Chance takes part in the game.
    #[error(
        "chance takes part in the game, which `solve` cannot handle; `play` measures how \
             players do"
    )]
    Chance,
    /// Roles choose at the same time where the caller needs them to alternate.
    #[error(
        "roles choose at the same time, so there is no value of win, draw or loss; `solve` \
         gives the value of small zero-sum games, and `play` measures how players do"
    )]
    Simultaneous,
    /// Roles choose at the same time in a game that need not end.
    #[error(
        "roles choose at the same time and positions can repeat, so the game has no value that \
         `solve` can compute; `play` measures how players do"
    )]
    SimultaneousCycle,
    /// There are more than two roles.
    #[error(
        "the game has {roles} roles, and a value exists for one or two; `play` measures how \
         players do"
    )]
    TooManyRoles {
        /// The number of roles.
        roles: usize,
    },
    /// What one role gains is not what the other loses.
    #[error(
        "the game is not zero-sum: it can end with goals {} and with goals {}, so it has no \
         value for both roles; `play` measures the mean goals of players",
        pair(.one), pair(.other)
    )]
    NotZeroSum {
        /// The goals of the two roles at one end of the game.
        one: [u8; 2],
        /// Their goals at another end.
        other: [u8; 2],
    },
    /// The rules cannot be evaluated in a position.
    #[error("the rules cannot be evaluated in some position: {cause}")]
    RulesFailed {
        /// Which limit was reached, or what is wrong.
        cause: String,
    },
    /// A matrix game whose equilibrium is lost in rounding errors.
    #[error("the equilibrium of a {rows} by {columns} matrix game could not be computed exactly")]
    Inexact {
        /// Moves of the first role.
        rows: usize,
        /// Moves of the second role.
        columns: usize,
    },
    /// A line of play is too long to be searched.
    #[error("some line of play is longer than {plies} moves")]
    TooDeep {
        /// The limit.
        plies: u32,
    },
}

fn pair([first, second]: &[u8; 2]) -> String {
    format!("{first} and {second}")
}

impl PlayersError {
    /// The error of a position in which the rules cannot be evaluated.
    pub fn rules_failed<G: Game>(game: &G, position: &G::Position) -> PlayersError {
        PlayersError::RulesFailed {
            cause: game.failure(position).unwrap_or_default(),
        }
    }
}

impl From<PlayersError> for PlayerError {
    /// A player that cannot search makes no move and says why.
    fn from(error: PlayersError) -> PlayerError {
        PlayerError::Undecided(error.to_string())
    }
}

/// Why a player finds no legal move: the game is over, or its rules cannot be
/// evaluated.
pub(crate) fn no_move<G: Game>(game: &G, position: &G::Position) -> PlayerError {
    if game.turn(position) == Turn::Failed {
        PlayersError::rules_failed(game, position).into()
    } else {
        PlayerError::NoMove
    }
}

/// The goals with which games end, checked for being opposed.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpposedGoals {
    ends: Vec<[u8; 2]>,
}

impl OpposedGoals {
    /// Adds the goals of an end of the game. Refuses goals that give both roles
    /// more, or one role more and the other no less, than another end does: roles
    /// with such goals do not simply play against each other. Single-player games
    /// are not checked.
    pub(crate) fn add<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<(), PlayersError> {
        if game.role_count() != 2 {
            return Ok(());
        }
        let end = [Role(0), Role(1)].map(|role| game.goal(position, role));
        if self.ends.contains(&end) {
            return Ok(());
        }
        let is_opposed = |other: &&[u8; 2]| {
            (end[0] > other[0]) == (end[1] < other[1]) && end[0] != other[0] && end[1] != other[1]
        };
        if let Some(&other) = self.ends.iter().find(|other| !is_opposed(other)) {
            return Err(PlayersError::NotZeroSum {
                one: other,
                other: end,
            });
        }
        self.ends.push(end);
        Ok(())
    }

    /// The sum of the goals. Refuses goals whose sum differs from end to end: mixed
    /// strategies weigh goals, so that being opposed is not enough.
    pub(crate) fn sum(&self) -> Result<u32, PlayersError> {
        let sum = |end: &[u8; 2]| u32::from(end[0]) + u32::from(end[1]);
        let Some(one) = self.ends.first() else {
            return Ok(0);
        };
        match self.ends.iter().find(|end| sum(end) != sum(one)) {
            Some(&other) => Err(PlayersError::NotZeroSum { one: *one, other }),
            None => Ok(sum(one)),
        }
    }
}
