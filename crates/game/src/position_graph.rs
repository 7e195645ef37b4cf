//! All reachable positions of a game by number, with the moves between them, and what
//! a list of rules says in each: those who go through all positions again need not
//! play.

use crate::game::{Game, Role};
use crate::promise::NamedRule;

/// The reachable positions of a game, numbered from 0, which is the start.
pub trait PositionGraph<G: Game> {
    /// The number of positions.
    fn len(&self) -> usize;

    /// Whether there are no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position with a number.
    fn position(&self, game: &G, number: u32) -> Option<G::Position>;

    /// The role to move in a position; none where the game is over.
    fn mover(&self, number: u32) -> Option<Role>;

    /// The numbers of the positions that the legal moves lead to, in their order.
    fn successors(&self, number: u32) -> &[u32];
}

/// What a list of rules says in a position. Moves are given by their places among
/// the legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ruling {
    /// The moves that may be made and the rule that decides; none where any move may
    /// be made.
    pub made: Option<(Vec<usize>, usize)>,
    /// By rule, the moves that it names, whether or not it decides. Nothing is asked
    /// of a rule without a promise.
    pub named: Vec<Vec<usize>>,
}

/// A list of rules that is asked about positions of a graph.
pub trait Rulings<G: Game> {
    /// The rules in their order.
    fn rules(&self) -> Vec<NamedRule>;

    /// What the rules say in the position with a number, in which a role is to move.
    fn ruling(&mut self, graph: &dyn PositionGraph<G>, number: u32) -> Ruling;
}
