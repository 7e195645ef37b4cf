//! The exact value of a game from its start. A game of few positions is tabulated;
//! a larger one is searched by alpha-beta, which visits a part of its positions. A
//! game in which two roles choose at the same time has a mean goal as its value.

use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Outcome, PerfectInformation, PositionGraph, Role, Turn};
use stratalog_run::{Seed, Stop};

use crate::error::PlayersError;
use crate::search::Searcher;
use crate::simultaneous::{SimultaneousSolution, SimultaneousValue};
use crate::solution::Solution;

/// Games with more positions are searched instead of tabulated.
const TABULATED_POSITIONS: u64 = 1_000_000;

/// How a value was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SolvingMethod {
    /// Every reachable position has a value.
    Table,
    /// Positions were visited until the value was proven.
    Search,
    /// Every reachable position has a value, by matrix games where roles choose at
    /// the same time.
    MatrixGames,
}

/// The value of a game for the first role.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameValue {
    /// Its outcome with best play.
    Outcome(Outcome),
    /// Its mean goal, from 0 to 100, with best play of a game in which roles choose
    /// at the same time.
    MeanGoal(f64),
}

/// How often a role makes each move in the first step of optimal play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MixedStrategy {
    /// The role.
    pub role: String,
    /// Its moves, in the order of the legal moves.
    pub moves: Vec<WeightedMove>,
}

/// A move and how likely it is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WeightedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its probability.
    pub probability: f64,
}

/// The value of a game, and how it was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolvedGame {
    /// The value for the first role.
    pub value: GameValue,
    /// Moves of best play to the end, where they were counted.
    pub plies: Option<u32>,
    /// Positions tabulated or visited.
    pub positions: u64,
    /// How the value was found.
    pub method: SolvingMethod,
    /// Where roles choose at the same time, their optimal strategies in the first
    /// step.
    pub strategies: Vec<MixedStrategy>,
}

/// Solves a game, visiting at most `limit` positions. Games that have no value are
/// refused: those that hide something, those with chance, with more than two roles,
/// or with two roles whose goals are not opposed.
pub fn solve<G: PerfectInformation>(game: &G, limit: u64) -> Result<SolvedGame, PlayersError> {
    solve_until(game, limit, &Stop::default())
}

/// [`solve`], which ends when it is asked to stop.
pub fn solve_until<G: PerfectInformation>(
    game: &G,
    limit: u64,
    stop: &Stop,
) -> Result<SolvedGame, PlayersError> {
    let start = game.initial(&mut Seed(1).stream(0));
    solve_from(game, start, limit, stop)
}

/// The value of a position, as [`solve_until`] gives that of the start.
pub fn solve_from<G: PerfectInformation>(
    game: &G,
    start: G::Position,
    limit: u64,
    stop: &Stop,
) -> Result<SolvedGame, PlayersError> {
    if game.is_hidden() {
        return Err(PlayersError::Hidden);
    }
    if game.has_chance() {
        return Err(PlayersError::Chance);
    }
    if game.is_simultaneous() {
        return solve_simultaneous(game, &start, limit, stop);
    }
    let tabulated = TABULATED_POSITIONS.min(limit);
    match Solution::from_position(game, start.clone(), tabulated, stop) {
        Ok(solution) => Ok(tabulated_value(&solution)),
        Err(PlayersError::Simultaneous) => solve_simultaneous(game, &start, limit, stop),
        Err(PlayersError::TooManyPositions { .. }) if limit > tabulated => {
            searched_value(game, &start, limit, stop)
        }
        Err(error) => Err(error),
    }
}

fn tabulated_value<G: PerfectInformation>(solution: &Solution<G>) -> SolvedGame {
    let value = solution.numbered_value(0, Role(0));
    SolvedGame {
        value: GameValue::Outcome(value.outcome),
        plies: value.plies,
        positions: solution.len() as u64,
        method: SolvingMethod::Table,
        strategies: Vec::new(),
    }
}

fn searched_value<G: PerfectInformation>(
    game: &G,
    start: &G::Position,
    limit: u64,
    stop: &Stop,
) -> Result<SolvedGame, PlayersError> {
    let mut searcher = Searcher::new(limit).stopped_by(stop.clone());
    let (outcome, positions) = searcher.outcome(game, start, limit)?;
    let is_reversed = game.turn(start) == Turn::Role(Role(1));
    let value = if is_reversed {
        outcome.reversed()
    } else {
        outcome
    };
    Ok(SolvedGame {
        value: GameValue::Outcome(value),
        plies: None,
        positions,
        method: SolvingMethod::Search,
        strategies: Vec::new(),
    })
}

fn solve_simultaneous<G: PerfectInformation>(
    game: &G,
    start: &G::Position,
    limit: u64,
    stop: &Stop,
) -> Result<SolvedGame, PlayersError> {
    let solution = SimultaneousSolution::from_position(game, start, limit, stop)?;
    let solved = solution.value(game)?;
    Ok(SolvedGame {
        value: GameValue::MeanGoal(solved.goal),
        plies: None,
        positions: solved.positions,
        method: SolvingMethod::MatrixGames,
        strategies: named_strategies(game, &solved),
    })
}

fn named_strategies<G: Game>(game: &G, solved: &SimultaneousValue<G::Move>) -> Vec<MixedStrategy> {
    let named = |(role, moves): (u8, &Vec<(G::Move, f64)>)| MixedStrategy {
        role: game.role_name(Role(role)).to_owned(),
        moves: moves
            .iter()
            .map(|&(mv, probability)| WeightedMove {
                mv: game.move_text(mv),
                probability,
            })
            .collect(),
    };
    let by_role = (0..).zip(&solved.strategies);
    by_role
        .filter(|(_, moves)| !moves.is_empty())
        .map(named)
        .collect()
}
