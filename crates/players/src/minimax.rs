//! The minimax player. A game of few positions is solved once, and all players from
//! the same source share the table. In larger games each decision is a deepening
//! alpha-beta search, and the reason says if it stopped at a limit. The player is
//! deterministic: it makes the first of several equally good moves, and prefers the
//! quickest win and the slowest loss.

use std::sync::{Arc, OnceLock};

use stratalog_game::reason::Search;
use stratalog_game::{
    Decision, Outcome, PerfectInformation, Player, PlayerError, PlayerSource, Reason, Role,
};
use stratalog_run::Stream;

use crate::error::PlayersError;
use crate::search::{SearchLimits, Searcher, Ties};
use crate::solution::{PositionValue, Solution};

/// Games with at most this many positions are solved.
pub const TABLED_POSITIONS: u64 = 200_000;
/// The number of positions that a decision may visit in larger games.
pub const SEARCHED_POSITIONS: u64 = 100_000;

/// Makes players that share one solution.
pub struct MinimaxSource<G: PerfectInformation> {
    game: G,
    depth: Option<u32>,
    solution: Arc<OnceLock<Option<Solution<G>>>>,
}

impl<G: PerfectInformation> MinimaxSource<G> {
    /// Players that look `depth` plies ahead, or as far as the limits allow where
    /// there is no depth.
    pub fn new(game: G, depth: Option<u32>) -> MinimaxSource<G> {
        MinimaxSource {
            game,
            depth,
            solution: Arc::new(OnceLock::new()),
        }
    }

    /// Players that know this solution of the game.
    pub fn solved(game: G, solution: Solution<G>) -> MinimaxSource<G> {
        MinimaxSource {
            game,
            depth: None,
            solution: Arc::new(OnceLock::from(Some(solution))),
        }
    }
}

impl<G: PerfectInformation> PlayerSource<G> for MinimaxSource<G> {
    fn player(&self) -> Box<dyn Player<G>> {
        if self.depth.is_none() {
            self.solution
                .get_or_init(|| Solution::of_game(&self.game, TABLED_POSITIONS).ok());
        }
        Box::new(Minimax {
            solution: self.solution.clone(),
            searcher: None,
            depth: self.depth.unwrap_or(u32::MAX),
            moves: Vec::new(),
        })
    }
}

struct Minimax<G: PerfectInformation> {
    solution: Arc<OnceLock<Option<Solution<G>>>>,
    searcher: Option<Searcher<G>>,
    depth: u32,
    moves: Vec<G::Move>,
}

impl<G: PerfectInformation> Minimax<G> {
    /// The decision by the solution, if it has the position.
    fn look_up(
        &mut self,
        game: &G,
        position: &G::Position,
        role: Role,
    ) -> Option<Decision<G::Move>> {
        let solution = self.solution.get()?.as_ref()?;
        let value = solution.value_for(position, role)?;
        let mv = *self.moves.iter().find(|&&mv| {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            let after = solution.value_for(&next, role);
            after.map(PositionValue::one_ply_earlier) == Some(value)
        })?;
        let reason = Reason::Search(Search {
            value: value.outcome,
            plies: value.plies,
            exact: true,
            depth: value.plies.unwrap_or(0),
            nodes: solution.len() as u64,
        });
        Some(Decision { mv, reason })
    }

    /// The decision by a search.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<Decision<G::Move>>, PlayersError> {
        let searcher = self
            .searcher
            .get_or_insert_with(|| Searcher::new(SEARCHED_POSITIONS));
        let limits = SearchLimits {
            depth: self.depth,
            nodes: SEARCHED_POSITIONS,
        };
        let found = searcher.best_moves(game, position, limits, Ties::First, None)?;
        Ok(found.and_then(|found| {
            let reason = Reason::Search(found.reason());
            let mv = *found.moves.first()?;
            Some(Decision { mv, reason })
        }))
    }
}

impl<G: PerfectInformation> Player<G> for Minimax<G> {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        _rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        game.legal_moves(view, &mut self.moves);
        if let [mv] = self.moves[..] {
            let reason = Reason::Forced;
            return Ok(Decision { mv, reason });
        }
        if let Some(decision) = self.look_up(game, view, role) {
            return Ok(decision);
        }
        self.search(game, view)?.ok_or(PlayerError::NoMove)
    }
}

impl PositionValue {
    /// The value one move before a position with this value.
    fn one_ply_earlier(self) -> PositionValue {
        PositionValue {
            outcome: self.outcome,
            plies: match self.outcome {
                Outcome::Draw => None,
                _ => self.plies.map(|plies| plies + 1),
            },
        }
    }
}
