//! Turns. Where moves alternate, a turn is a move. Where a player may move again, a
//! turn is all the moves until the other player is to move or the game is over:
//! rules speak of turns, so that who moves next is part of what they say.

use rustc_hash::FxHashSet;
use stratalog_game::{AnyPosition, Game, GameObject, PositionGraph, Role, Turn};

/// The most positions that one turn may pass through.
const MOST_INSIDE: usize = 20_000;

/// What a turn may lead to.
pub(crate) struct Turns<P> {
    /// Positions in which it has ended, in the order of its moves.
    pub ends: Vec<P>,
    /// Positions inside the turn: the same player moves again.
    pub inside: Vec<P>,
}

impl Turns<AnyPosition> {
    /// The turns of the role to move; `None` where there are too many.
    pub fn from(game: &GameObject, position: &AnyPosition) -> Option<Turns<AnyPosition>> {
        let mut turns = Turns {
            ends: Vec::new(),
            inside: Vec::new(),
        };
        if let Turn::Role(mover) = game.turn(position) {
            turns.follow(game, position, mover)?;
        }
        Some(turns)
    }

    /// The turns that begin with the move of `mover` that led to this position.
    pub fn after(game: &GameObject, next: AnyPosition, mover: Role) -> Option<Turns<AnyPosition>> {
        let mut turns = Turns {
            ends: Vec::new(),
            inside: Vec::new(),
        };
        if game.turn(&next) == Turn::Role(mover) {
            turns.inside.push(next.clone());
            turns.follow(game, &next, mover)?;
        } else {
            turns.ends.push(next);
        }
        Some(turns)
    }

    fn follow(&mut self, game: &GameObject, start: &AnyPosition, mover: Role) -> Option<()> {
        let mut met: FxHashSet<AnyPosition> = self.inside.iter().cloned().collect();
        let mut pending = vec![start.clone()];
        let mut moves = Vec::new();
        while let Some(position) = pending.pop() {
            game.legal_moves(&position, &mut moves);
            for &mv in &moves {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                if game.turn(&next) != Turn::Role(mover) {
                    self.ends.push(next);
                } else if met.insert(next.clone()) {
                    self.inside.push(next.clone());
                    pending.push(next);
                }
            }
            if self.inside.len() > MOST_INSIDE {
                return None;
            }
        }
        Some(())
    }
}

impl Turns<u32> {
    /// The turns from a position of a graph, by number; `None` where there are too
    /// many.
    pub fn in_graph(graph: &dyn PositionGraph<GameObject>, number: u32) -> Option<Turns<u32>> {
        let mover = graph.mover(number);
        let mut turns = Turns {
            ends: Vec::new(),
            inside: Vec::new(),
        };
        let mut met = FxHashSet::default();
        let mut pending = vec![number];
        while let Some(at) = pending.pop() {
            for &next in graph.successors(at) {
                if graph.mover(next) != mover {
                    turns.ends.push(next);
                } else if met.insert(next) {
                    turns.inside.push(next);
                    pending.push(next);
                }
            }
            if turns.inside.len() > MOST_INSIDE {
                return None;
            }
        }
        Some(turns)
    }
}
