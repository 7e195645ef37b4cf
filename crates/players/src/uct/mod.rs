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

use stratalog_game::{Decision, PerfectInformation, Player, PlayerError, Reason, Role, Turn};
use stratalog_run::Stream;

use crate::error::{PlayersError, no_move};
use tree::{StepKind, UctTree};

/// Simulated games for each decision when nothing else is specified.
pub const DEFAULT_SIMULATIONS: u64 = 1000;

/// A simulated game that is longer than this counts as drawn, as in the arena.
const MAX_SIMULATED_MOVES: u32 = 10_000;

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
}

/// When to stop, as a decision goes on.
struct Progress {
    simulations: u64,
    max_simulations: u64,
    deadline: Option<Instant>,
}

impl Progress {
    fn new(limit: UctLimit) -> Progress {
        let (max_simulations, deadline) = match limit {
            UctLimit::Simulations(count) => (count.clamp(1, u64::from(u32::MAX)), None),
            UctLimit::Time(time) => (u64::from(u32::MAX), Instant::now().checked_add(time)),
        };
        Progress {
            simulations: 0,
            max_simulations,
            deadline,
        }
    }

    fn is_over(&self) -> bool {
        self.simulations >= self.max_simulations || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
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
        }
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
        progress: &Progress,
        rng: &mut Stream,
    ) -> Result<End, PlayersError> {
        for _ in 0..MAX_SIMULATED_MOVES {
            let role = match game.turn(position) {
                Turn::Role(role) => role,
                Turn::Over => return Ok(End::Rules),
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
        Ok(End::Draw)
    }
}

/// The goal of a role between 0 and 1.
#[inline]
fn goal<G: PerfectInformation>(game: &G, position: &G::Position, role: Role) -> f64 {
    f64::from(game.goal(position, role)) / 100.0
}

impl<G: PerfectInformation> Player<G> for Uct<G> {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let mut progress = Progress::new(self.limit);
        game.choices(view, role, &mut self.moves);
        if let [mv] = self.moves[..] {
            let reason = Reason::Forced;
            return Ok(Decision { mv, reason });
        }
        let root = self.tree.restart(game, view, rng);
        let root = root.ok_or_else(|| no_move(game, view))?;
        while !progress.is_over() {
            self.simulate(game, view, &mut progress, rng)?;
        }
        let arm = match root {
            StepKind::Alone => self.tree.most_tried(),
            StepKind::Together => self.tree.draw_from_average(rng),
        };
        let arm = arm.ok_or(PlayerError::NoMove)?;
        Ok(Decision {
            mv: arm.mv,
            reason: Reason::Statistics {
                simulations: progress.simulations,
                visits: u64::from(arm.visits),
                mean: arm.mean(),
            },
        })
    }
}
