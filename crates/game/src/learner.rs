//! Learners: players that learn from the records of their games.

use crate::game::{Game, Role};
use crate::outcome::Outcome;
use crate::player::Player;

/// A finished game, from the point of view of one of its players.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// The position it started from.
    pub start: G::Position,
    /// The moves in order.
    pub moves: Vec<G::Move>,
    /// The role of the player.
    pub role: Role,
    /// How it ended for that role.
    pub outcome: Outcome,
}

/// A player that learns from the games it plays. Between two records it is a
/// [`Player`] like any other.
pub trait Learner<G: Game>: Player<G> {
    /// Learns from a game.
    fn learn(&mut self, game: &G, played: &Played<G>);
}
