//! The minimax player. A game of few positions is solved once, and all players from
//! the same source share the table. In larger games each decision is a deepening
//! alpha-beta search, and the reason says if it stopped at a limit. The player is
//! deterministic: it makes the first of several equally good moves, and prefers the
//! quickest win and the slowest loss.
//!
//! Where two roles choose at the same time, a small zero-sum game is solved by
//! matrix games, and the player draws its moves from an optimal mixed strategy.

use std::sync::{Arc, OnceLock};

use rand::RngExt;
use stratalog_game::reason::Search;
use stratalog_game::{
    Decision, Outcome, PerfectInformation, Player, PlayerError, PlayerSource, PositionGraph,
    Reason, Role, Situation,
};
use stratalog_run::{Seed, Stop, Stream};

use crate::error::PlayersError;
use crate::search::{SearchLimits, Searcher, Ties};
use crate::simultaneous::SimultaneousSolution;
use crate::solution::{PositionValue, Solution};

/// Games with at most this many positions are solved.
pub const TABLED_POSITIONS: u64 = 200_000;
/// The number of positions that a decision may visit in larger games.
pub const SEARCHED_POSITIONS: u64 = 100_000;

/// Makes players that share one solution.
pub struct MinimaxSource<G: PerfectInformation> {
    depth: Option<u32>,
    solution: Arc<OnceLock<Option<Solution<G>>>>,
    mixed: Mixed<G>,
}

/// The solution of a game in which roles choose at the same time, or why there is
/// none.
type Mixed<G> = Arc<OnceLock<Result<SimultaneousSolution<G>, PlayersError>>>;

impl<G: PerfectInformation> MinimaxSource<G> {
    /// Players that look `depth` plies ahead, or as far as the limits allow where
    /// there is no depth.
    pub fn new(depth: Option<u32>) -> MinimaxSource<G> {
        MinimaxSource {
            depth,
            solution: Arc::new(OnceLock::new()),
            mixed: Arc::new(OnceLock::new()),
        }
    }

    /// Players that know this solution of the game.
    pub fn solved(solution: Solution<G>) -> MinimaxSource<G> {
        MinimaxSource {
            depth: None,
            solution: Arc::new(OnceLock::from(Some(solution))),
            mixed: Arc::new(OnceLock::new()),
        }
    }

    /// The solution of the game, where it is known.
    pub fn solution(&self) -> Option<&Solution<G>> {
        self.solution.get()?.as_ref()
    }
}

impl<G: PerfectInformation> PlayerSource<G> for MinimaxSource<G> {
    fn player(&self) -> Box<dyn Player<G>> {
        Box::new(Minimax {
            solution: self.solution.clone(),
            mixed: self.mixed.clone(),
            searcher: None,
            depth: self.depth,
            moves: Vec::new(),
            stop: Stop::default(),
        })
    }
}

struct Minimax<G: PerfectInformation> {
    solution: Arc<OnceLock<Option<Solution<G>>>>,
    mixed: Mixed<G>,
    searcher: Option<Searcher<G>>,
    depth: Option<u32>,
    moves: Vec<G::Move>,
    stop: Stop,
}

impl<G: PerfectInformation> Minimax<G> {
    /// Solves the game, where it is small and nobody did so before.
    fn learn(&self, game: &G) {
        if game.is_simultaneous() {
            self.mixed.get_or_init(|| {
                let start = game.initial(&mut Seed(1).stream(0));
                SimultaneousSolution::from_position(game, &start, TABLED_POSITIONS, &self.stop)
            });
        } else if self.depth.is_none() {
            self.solution
                .get_or_init(|| Solution::of_game_until(game, TABLED_POSITIONS, &self.stop).ok());
        }
    }

    /// The decision by the solution, if it has the position.
    fn look_up(
        &mut self,
        game: &G,
        position: &G::Position,
        role: Role,
    ) -> Option<Decision<G::Move>> {
        let solution = self.solution.get()?.as_ref()?;
        let value = solution.value_for(game, position, role)?;
        let mv = *self.moves.iter().find(|&&mv| {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            let after = solution.value_for(game, &next, role);
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

    /// The decision by an optimal mixed strategy.
    fn mix(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Option<Decision<G::Move>>, PlayersError> {
        let Some(solution) = self.mixed.get() else {
            return Ok(None);
        };
        let solution = solution.as_ref().map_err(Clone::clone)?;
        let Some(value) = solution.value_of(game, position)? else {
            return Ok(None);
        };
        let goal = match role {
            Role(0) => value.goal,
            _ => value.sum - value.goal,
        };
        let strategy = &value.strategies[role.index().min(1)];
        let mut left = rng.random::<f64>() * strategy.iter().map(|(_, p)| p).sum::<f64>();
        let drawn = strategy.iter().find(|(_, probability)| {
            left -= probability;
            left < 0.0
        });
        Ok(drawn.or(strategy.last()).map(|&(mv, probability)| {
            let share = 100.0 * probability;
            let steps = vec![
                format!("an optimal strategy makes this move {share:.1}% of the time"),
                format!("its mean goal is at least {goal:.1}, whatever the other role does"),
            ];
            let reason = Reason::Proof { steps };
            Decision { mv, reason }
        }))
    }

    /// The decision by a search.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<Decision<G::Move>>, PlayersError> {
        let searcher = self
            .searcher
            .get_or_insert_with(|| Searcher::new(SEARCHED_POSITIONS).stopped_by(self.stop.clone()));
        let limits = SearchLimits {
            depth: self.depth.unwrap_or(u32::MAX),
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
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn decide(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, G>,
    ) -> Result<Decision<G::Move>, PlayerError> {
        game.choices(view, role, &mut self.moves);
        if let [mv] = self.moves[..] {
            let reason = Reason::Forced;
            return Ok(Decision { mv, reason });
        }
        self.learn(game);
        if let Some(decision) = self.mix(game, view, role, rng)? {
            return Ok(decision);
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
