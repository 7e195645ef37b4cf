//! UCT, upper confidence bounds applied to trees (Kocsis and Szepesvári 2006), for
//! any game whose positions are visible: simulated games follow the tree by upper
//! confidence bounds and continue at random where the tree ends. The player makes
//! the move that was tried most often.
//!
//! Where several roles choose in the same step, each of them chooses on its own, by
//! regret matching over its own moves (decoupled UCT; Lanctot, Lisý and Winands
//! 2013). No role's choice depends on what another chose in that step, and the
//! player draws its move from the average strategy, since a predictable move would
//! be exploited.
//!
//! What chance will do is drawn anew for each simulated game.

mod mixing;
mod tree;

use std::time::{Duration, Instant};

use stratalog_game::{
    Decision, Judgement, PerfectInformation, Player, PlayerError, Reason, Role, Situation, Turn,
};
use stratalog_run::{Stop, Stream};

use crate::error::{PlayersError, no_move};
use tree::{Arm, StepKind, UctTree};

/// Simulated games for each decision when nothing else is specified.
pub const DEFAULT_SIMULATIONS: u64 = 1000;

/// A simulated game that is longer than this counts as drawn, as in the arena.
const MAX_SIMULATED_MOVES: u32 = 10_000;
/// However often games are cut off, they may have this many moves.
const MIN_SIMULATED_MOVES: u32 = 200;

/// How long a decision may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UctLimit {
    /// This number of simulated games. Decisions are reproducible.
    Simulations(u64),
    /// This time on the clock. Decisions depend on the speed of the machine.
    Time(Duration),
}

/// The player.
pub struct Uct<G: PerfectInformation> {
    limit: UctLimit,
    tree: UctTree<G>,
    moves: Vec<G::Move>,
    stop: Stop,
}

/// When to stop, as a decision goes on.
struct Progress {
    simulations: u64,
    max_simulations: u64,
    /// The most moves of a simulated game. Where random play does not come to an end,
    /// each game that is cut off halves it: long games say no more than short ones.
    max_moves: u32,
    /// The most moves of a game that came to its end.
    longest: u32,
    deadline: Option<Instant>,
    stop: Stop,
}

impl Progress {
    fn new(limit: UctLimit, stop: Stop) -> Progress {
        let (max_simulations, deadline) = match limit {
            UctLimit::Simulations(count) => (count.clamp(1, u64::from(u32::MAX)), None),
            UctLimit::Time(time) => (u64::from(u32::MAX), Instant::now().checked_add(time)),
        };
        Progress {
            simulations: 0,
            max_simulations,
            max_moves: MAX_SIMULATED_MOVES,
            longest: 0,
            deadline,
            stop,
        }
    }

    /// Takes note of a game that was cut off.
    fn shorten(&mut self) {
        let least = MIN_SIMULATED_MOVES.max(2 * self.longest);
        self.max_moves = self.max_moves.min(least.max(self.max_moves / 2));
    }

    fn is_over(&self) -> bool {
        self.simulations >= self.max_simulations || self.is_late()
    }

    /// Whether the time is over, or the decision is to end.
    fn is_late(&self) -> bool {
        let is_past = |deadline: Instant| Instant::now() >= deadline;
        self.deadline.is_some_and(is_past) || self.stop.is_requested()
    }
}

/// How a simulated game ended.
enum End {
    /// By the rules: the position says what each role has.
    Rules,
    /// It was too long.
    Draw,
    /// The time was over before the game.
    OutOfTime,
}

impl<G: PerfectInformation> Uct<G> {
    /// A player with this limit for each decision.
    pub fn new(limit: UctLimit) -> Uct<G> {
        Uct {
            limit,
            tree: UctTree::new(),
            moves: Vec::new(),
            stop: Stop::default(),
        }
    }

    /// Simulates games from a position until the limit is reached.
    fn search(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, G>,
    ) -> Result<Searched<G::Move>, PlayerError> {
        let mut progress = Progress::new(self.limit, self.stop.clone());
        game.choices(view, role, &mut self.moves);
        if let [mv] = self.moves[..] {
            return Ok(Searched::Forced(mv));
        }
        let root = self.tree.restart(game, view, rng);
        let root = root.ok_or_else(|| no_move(game, view))?;
        while !progress.is_over() {
            self.simulate(game, view, &mut progress, rng)?;
        }
        let games = progress.simulations;
        Ok(Searched::Simulated(Simulated { root, games }))
    }

    /// Plays one simulated game from the root and records its result in the tree,
    /// unless the time was over first.
    fn simulate(
        &mut self,
        game: &G,
        root: &G::Position,
        progress: &mut Progress,
        rng: &mut Stream,
    ) -> Result<(), PlayersError> {
        let mut position = root.clone();
        game.redraw_chance(&mut position, rng);
        self.tree.descend(game, &mut position, rng);
        match self.play_out(game, &mut position, progress, rng)? {
            End::Rules => self.tree.record(|role| goal(game, &position, role)),
            End::Draw => self.tree.record(|_| 0.5),
            End::OutOfTime => return Ok(()),
        }
        progress.simulations += 1;
        Ok(())
    }

    /// Continues a game at random.
    fn play_out(
        &mut self,
        game: &G,
        position: &mut G::Position,
        progress: &mut Progress,
        rng: &mut Stream,
    ) -> Result<End, PlayersError> {
        for moves in 0..progress.max_moves {
            let role = match game.turn(position) {
                Turn::Role(role) => role,
                Turn::Over => {
                    progress.longest = progress.longest.max(moves);
                    return Ok(End::Rules);
                }
                Turn::Failed => return Err(PlayersError::rules_failed(game, position)),
            };
            if progress.is_late() {
                return Ok(End::OutOfTime);
            }
            let Some((mv, _)) = game.random_choice(position, role, rng, &mut self.moves) else {
                return Ok(End::Draw);
            };
            game.play_unchecked(position, mv);
        }
        progress.shorten();
        Ok(End::Draw)
    }
}

/// The goal of a role between 0 and 1.
#[inline]
fn goal<G: PerfectInformation>(game: &G, position: &G::Position, role: Role) -> f64 {
    f64::from(game.goal(position, role)) / 100.0
}

impl<G: PerfectInformation> Player<G> for Uct<G> {
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
        let simulated = match self.search(Situation::new(game, view, role, rng))? {
            Searched::Forced(mv) => return Ok(forced(mv)),
            Searched::Simulated(simulated) => simulated,
        };
        let arm = match simulated.root {
            StepKind::Alone => self.tree.most_tried(),
            StepKind::Together => self.tree.draw_from_average(rng),
        };
        Ok(decision(arm.ok_or(PlayerError::NoMove)?, &simulated))
    }

    /// Where several roles choose in the same step, the move that did best: which one
    /// is drawn from a mixed strategy says little about the others.
    fn judge(&mut self, situation: Situation<'_, G>) -> Result<Judgement<G::Move>, PlayerError> {
        let simulated = match self.search(situation)? {
            Searched::Forced(mv) => {
                return Ok(Judgement {
                    decision: forced(mv),
                    as_good: Vec::new(),
                });
            }
            Searched::Simulated(simulated) => simulated,
        };
        let chosen = match simulated.root {
            StepKind::Alone => self.tree.most_tried(),
            StepKind::Together => self.tree.best_on_average(),
        };
        let chosen = chosen.ok_or(PlayerError::NoMove)?;
        let range = self.tree.range();
        let is_as_good =
            |arm: &&Arm<G::Move>| arm.mv != chosen.mv && arm.is_about_as_good_as(chosen, range);
        let others = self.tree.root_arms().iter().filter(is_as_good);
        Ok(Judgement {
            decision: decision(chosen, &simulated),
            as_good: others.map(|arm| arm.mv).collect(),
        })
    }
}

/// What a search found.
enum Searched<M> {
    /// There is only one move.
    Forced(M),
    /// The tree has the results of simulated games.
    Simulated(Simulated),
}

/// The simulated games of a decision.
struct Simulated {
    root: StepKind,
    games: u64,
}

fn forced<M>(mv: M) -> Decision<M> {
    let reason = Reason::Forced;
    Decision { mv, reason }
}

fn decision<M: Copy>(arm: &Arm<M>, simulated: &Simulated) -> Decision<M> {
    Decision {
        mv: arm.mv,
        reason: Reason::Statistics {
            simulations: simulated.games,
            visits: u64::from(arm.visits),
            mean: arm.mean(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_an_end_are_cut_off_sooner_and_sooner() {
        let mut progress = Progress::new(UctLimit::Simulations(100), Stop::default());
        assert_eq!(progress.max_moves, MAX_SIMULATED_MOVES);
        for _ in 0..10 {
            progress.shorten();
        }
        assert_eq!(progress.max_moves, MIN_SIMULATED_MOVES);
    }

    #[test]
    fn games_that_may_still_end_are_not_cut_off() {
        let mut progress = Progress::new(UctLimit::Simulations(100), Stop::default());
        progress.longest = 900;
        for _ in 0..10 {
            progress.shorten();
        }
        assert_eq!(progress.max_moves, 1800);
    }
}
