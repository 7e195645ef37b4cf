//! What a learner is: a player that is told how its games went and plays
//! differently afterwards.

use crate::game::{Game, Role};
use crate::outcome::Outcome;
use crate::player::Player;

/// A game that was played to its end, as one of its players saw it.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// Where it began.
    pub start: G::Position,
    /// The moves, from the first.
    pub moves: Vec<G::Move>,
    /// The role of the player.
    pub role: Role,
    /// How it ended for that role.
    pub outcome: Outcome,
}

/// A player that learns from the games it plays: asked for a move it decides,
/// given a game's record it changes its mind. Between two records it is a
/// [`Player`] like any other.
pub trait Learner<G: Game>: Player<G> {
    /// Learns from a game.
    fn learn(&mut self, game: &G, played: &Played<G>);
}
