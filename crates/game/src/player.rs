//! What a player is: anything that, given a view, decides.

use thiserror::Error;

use crate::game::{Game, Role};
use crate::reason::Reason;
use crate::seed::Stream;

/// A move and why it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub mv: M,
    /// Why.
    pub reason: Reason,
}

/// Why a player made no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// A person left the game.
    #[error("the game was left before its end")]
    Left,
    /// The player was asked although it has no move.
    #[error("there is no legal move to choose from")]
    NoMove,
    /// The player could not come to a decision.
    #[error("{0}")]
    Undecided(String),
}

/// Anything that, given a view, decides: a move and a reason.
///
/// Between two calls of [`Player::begin`] a player may remember what it saw.
/// From one game to the next it may keep what only saves time: its decisions
/// must follow from the game, the views and the random stream alone, or a match
/// would depend on how its games are spread over threads.
pub trait Player<G: Game>: Send {
    /// Called before each game with the role the player takes.
    fn begin(&mut self, _game: &G, _role: Role) {}

    /// Decides for `role`, whose turn it is.
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError>;
}
