//! The exact value of a game.

use serde::{Deserialize, Serialize};
use stratalog_game::{Game, GameObject, Role, Turn};
use stratalog_players::PlayersError;
pub use stratalog_players::solve::{GameValue, MixedStrategy, SolvingMethod, WeightedMove};
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::game::{Choice, position};

/// Asks for the value of a game; Minesweeper has a request of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game.
    #[serde(flatten)]
    pub game: Choice,
    /// The position whose value is asked for: a file, a drawn board or facts; the start
    /// of the game if there is none.
    #[serde(default)]
    pub from: Option<String>,
    /// Gives up after this number of positions.
    #[serde(default = "default_limit")]
    pub limit_positions: u64,
}

fn default_limit() -> u64 {
    200_000_000
}

impl Request {
    /// Asks for the value of a game on its usual board.
    pub fn new(game: &str) -> Request {
        Request {
            game: Choice::named(game),
            from: None,
            limit_positions: default_limit(),
        }
    }
}

/// The value of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The first role.
    pub first: String,
    /// Whether the value is that of the start of the game, where the first role is to
    /// move.
    pub first_begins: bool,
    /// The value for the first role if nobody errs: an outcome, or its mean goal
    /// where roles choose at the same time. Unknown where a limit was reached.
    pub value: Option<GameValue>,
    /// Moves of best play to the end, where they were counted.
    pub plies: Option<u32>,
    /// Positions tabulated or visited.
    pub positions: u64,
    /// How the value was found.
    pub method: Option<SolvingMethod>,
    /// Where roles choose at the same time, their optimal strategies in the first
    /// step.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub strategies: Vec<MixedStrategy>,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the search ended.
    #[serde(flatten)]
    pub ended: Ended,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Solves the game.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let playable = self.game.find()?;
        let game = &playable.game;
        let from = self.from.as_deref();
        let from = from.map(|from| position(game, from)).transpose()?;
        control.stage("solving");
        let clock = Clock::start();
        let solved = playable.solve(from.as_ref(), self.limit_positions, control.stop());
        let (solved, ended) = match solved {
            Ok(solved) => (Some(solved), Ended::Done),
            Err(error @ (PlayersError::TooManyPositions { .. } | PlayersError::TooDeep { .. })) => {
                (None, Ended::Limit(error.to_string()))
            }
            Err(PlayersError::Stopped) => (None, Ended::Stopped),
            Err(error) => return Err(error.into()),
        };
        Ok(Answer {
            game: game.name().to_owned(),
            board: game.board(),
            first: game.role_name(Role(0)).to_owned(),
            first_begins: from.is_none() && begins(game, Role(0)),
            value: solved.as_ref().map(|solved| solved.value),
            plies: solved.as_ref().and_then(|solved| solved.plies),
            positions: solved
                .as_ref()
                .map_or(self.limit_positions, |solved| solved.positions),
            method: solved.as_ref().map(|solved| solved.method),
            strategies: solved.map_or_else(Vec::new, |solved| solved.strategies),
            elapsed: clock.elapsed(),
            ended,
        })
    }
}

/// Whether a role is to move at the start of a game.
fn begins(game: &GameObject, role: Role) -> bool {
    let start = game.initial(&mut Seed(1).stream(0));
    game.turn(&start) == Turn::Role(role)
}
