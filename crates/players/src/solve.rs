//! The exact value of a game from its start. A game of few positions is
//! tabulated; a larger one is searched by alpha-beta, which visits a part of its
//! positions.

use serde::{Deserialize, Serialize};
use stratalog_game::{Outcome, PerfectInformation, Role, Turn};
use stratalog_run::Seed;

use crate::error::PlayersError;
use crate::search::Searcher;
use crate::solution::Solution;

/// Games with more positions are searched instead of tabulated.
const TABULATED_POSITIONS: u64 = 2_000_000;

/// How a value was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Every reachable position has a value.
    Table,
    /// Positions were visited until the value was proven.
    Search,
}

/// The value of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solved {
    /// The outcome for the first role.
    pub value: Outcome,
    /// Moves of best play to the end, where they were counted.
    pub plies: Option<u32>,
    /// Positions tabulated or visited.
    pub positions: u64,
    /// How the value was found.
    pub method: Method,
}

/// Solves a game, visiting at most `limit` positions.
pub fn solve<G: PerfectInformation>(game: &G, limit: u64) -> Result<Solved, PlayersError> {
    if !game.is_open() {
        return Err(PlayersError::Hidden);
    }
    let start = game.initial(&mut Seed(1).stream(0));
    let tabulated = TABULATED_POSITIONS.min(limit);
    match Solution::from_position(game, &start, tabulated) {
        Ok(solution) => {
            let value = solution.value_for(&start, Role(0));
            let value = value.unwrap_or_else(|| solution.value());
            Ok(Solved {
                value: value.outcome,
                plies: value.plies,
                positions: solution.len() as u64,
                method: Method::Table,
            })
        }
        Err(PlayersError::TooManyPositions { .. }) if limit > tabulated => {
            let mut searcher = Searcher::new(limit);
            let (outcome, positions) = searcher.outcome(game, &start, limit)?;
            let is_reversed = game.turn(&start) == Turn::Role(Role(1));
            Ok(Solved {
                value: if is_reversed {
                    outcome.reversed()
                } else {
                    outcome
                },
                plies: None,
                positions,
                method: Method::Search,
            })
        }
        Err(error) => Err(error),
    }
}
