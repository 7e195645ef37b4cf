//! The moves of a game, kept for a learner.

use stratalog_game::{Decision, Game, Role, Spectator};

/// Keeps the moves of a game in order.
pub struct Recorder<G: Game> {
    /// The moves.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Default for Recorder<G> {
    fn default() -> Recorder<G> {
        Recorder { moves: Vec::new() }
    }
}

impl<G: Game> Spectator<G> for Recorder<G> {
    fn moved(&mut self, _role: Role, decision: &Decision<G::Move>, _position: &G::Position) {
        self.moves.push(decision.mv);
    }
}
