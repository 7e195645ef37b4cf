//! Plain UCT (Kocsis and Szepesvári's upper confidence bounds applied to trees)
//! for any game of perfect information: simulated games descend the tree by
//! upper confidence bounds, are played out at random from where it ends, and
//! the most tried move is made.

use rand::seq::SliceRandom;
use stratalog_game::{Decision, PerfectInformation, Player, PlayerError, Reason, Role, Turn};
use stratalog_run::Stream;

/// Simulated games a decision when nothing else is asked for.
pub const DEFAULT_SIMULATIONS: u64 = 1000;

/// The weight of exploration, for results between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// The player.
pub struct Uct<G: PerfectInformation> {
    simulations: u64,
    tree: Vec<Node<G::Move>>,
    path: Vec<u32>,
    moves: Vec<G::Move>,
}

/// A move in the tree and what came of it.
struct Node<M> {
    mv: Option<M>,
    /// Who made the move: the results are theirs.
    role: Role,
    children: std::ops::Range<u32>,
    visits: u32,
    total: f64,
}

impl<G: PerfectInformation> Uct<G> {
    /// A player that simulates so many games a decision.
    pub fn new(simulations: u64) -> Uct<G> {
        Uct {
            simulations: simulations.clamp(1, u64::from(u32::MAX)),
            tree: Vec::new(),
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn simulate(&mut self, game: &G, root: &G::Position, rng: &mut Stream) {
        let mut position = root.clone();
        self.descend(game, &mut position, rng);
        self.play_out(game, &mut position, rng);
        for &number in &self.path {
            let node = &mut self.tree[number as usize];
            node.visits += 1;
            node.total += f64::from(game.goal(&position, node.role)) / 100.0;
        }
    }

    /// Follows the tree to a move not yet tried, or to the end of the game.
    fn descend(&mut self, game: &G, position: &mut G::Position, rng: &mut Stream) {
        self.path.clear();
        self.path.push(0);
        let mut number = 0;
        while let Turn::Role(role) = game.turn(position) {
            if self.tree[number].children.is_empty() {
                self.expand(game, position, number, role, rng);
            }
            let Some(chosen) = self.choose(number) else {
                return;
            };
            let node = &self.tree[chosen];
            if let Some(mv) = node.mv {
                game.play_unchecked(position, mv);
            }
            self.path.push(chosen as u32);
            if node.visits == 0 {
                return;
            }
            number = chosen;
        }
    }

    /// Adds the legal moves below a node, in random order: untried moves are
    /// tried in the order they stand.
    fn expand(
        &mut self,
        game: &G,
        position: &G::Position,
        number: usize,
        role: Role,
        rng: &mut Stream,
    ) {
        game.legal_moves(position, &mut self.moves);
        self.moves.shuffle(rng);
        let start = self.tree.len() as u32;
        self.tree.extend(self.moves.iter().map(|&mv| Node {
            mv: Some(mv),
            role,
            children: 0..0,
            visits: 0,
            total: 0.0,
        }));
        self.tree[number].children = start..self.tree.len() as u32;
    }

    /// The child to follow: the first untried one, else the one with the
    /// highest upper confidence bound.
    fn choose(&self, number: usize) -> Option<usize> {
        let parent = &self.tree[number];
        let log_visits = f64::from(parent.visits.max(1)).ln();
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for child in parent.children.clone() {
            let node = &self.tree[child as usize];
            if node.visits == 0 {
                return Some(child as usize);
            }
            let visits = f64::from(node.visits);
            let bound = node.total / visits + EXPLORATION * (log_visits / visits).sqrt();
            if bound > best_bound {
                best_bound = bound;
                best = Some(child as usize);
            }
        }
        best
    }

    fn play_out(&mut self, game: &G, position: &mut G::Position, rng: &mut Stream) {
        while let Turn::Role(role) = game.turn(position) {
            let Some((mv, _)) = game.random_choice(position, role, rng, &mut self.moves) else {
                return;
            };
            game.play_unchecked(position, mv);
        }
    }

    /// The most tried move; of equals the better one, then the lesser.
    fn most_tried(&self) -> Option<&Node<G::Move>> {
        let children = self.tree[0].children.clone();
        children
            .map(|child| &self.tree[child as usize])
            .max_by(|a, b| {
                let by_total = a.total.total_cmp(&b.total);
                let by_visits = a.visits.cmp(&b.visits);
                by_visits.then(by_total).then(b.mv.cmp(&a.mv))
            })
    }
}

impl<G: PerfectInformation> Player<G> for Uct<G> {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        game.legal_moves(view, &mut self.moves);
        if let [mv] = self.moves[..] {
            let reason = Reason::Forced;
            return Ok(Decision { mv, reason });
        }
        self.tree.clear();
        self.tree.push(Node {
            mv: None,
            role,
            children: 0..0,
            visits: 0,
            total: 0.0,
        });
        for _ in 0..self.simulations {
            self.simulate(game, view, rng);
        }
        let node = self.most_tried().ok_or(PlayerError::NoMove)?;
        Ok(Decision {
            mv: node.mv.ok_or(PlayerError::NoMove)?,
            reason: Reason::Statistics {
                simulations: self.simulations,
                visits: u64::from(node.visits),
                mean: node.total / f64::from(node.visits.max(1)),
            },
        })
    }
}
