//! The positions of a game by number. Symmetric positions share a number, and the
//! successors of a position are computed on first use.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use stratalog_game::{Game, Outcome, Role, Turn};

/// A position's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State(pub u32);

/// The result of a position for the role whose move led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The game goes on.
    Open,
    /// The move won.
    Won,
    /// The move ended the game in a draw.
    Drawn,
    /// The move lost.
    Lost,
}

/// Positions, each with the role whose move led to it. The index of an entry is
/// its number.
pub struct Positions<G: Game> {
    known: IndexMap<(G::Position, Role), Known, FxBuildHasher>,
    has_losses: bool,
}

struct Known {
    standing: Standing,
    successors: Option<Arc<[State]>>,
}

impl<G: Game> Default for Positions<G> {
    fn default() -> Positions<G> {
        Positions {
            known: IndexMap::default(),
            has_losses: false,
        }
    }
}

impl<G: Game> Positions<G> {
    /// The number of a position that a move of `mover` led to.
    pub fn state(&mut self, game: &G, position: &G::Position, mover: Role) -> State {
        let key = (game.canonical(position), mover);
        if let Some(at) = self.known.get_index_of(&key) {
            return State(at as u32);
        }
        let standing = match game.turn(&key.0) {
            Turn::Role(_) | Turn::Failed => Standing::Open,
            Turn::Over => match game.outcome(&key.0, mover) {
                Outcome::Win => Standing::Won,
                Outcome::Draw => Standing::Drawn,
                Outcome::Loss => Standing::Lost,
            },
        };
        self.has_losses |= standing == Standing::Lost;
        let known = Known {
            standing,
            successors: None,
        };
        let (at, _) = self.known.insert_full(key, known);
        State(at as u32)
    }

    /// The number of a position in which a role is to move; the other role made
    /// the last move.
    pub fn open_state(&mut self, game: &G, position: &G::Position) -> State {
        let mover = match game.turn(position) {
            Turn::Role(role) => role.other(),
            Turn::Over | Turn::Failed => Role(0),
        };
        self.state(game, position, mover)
    }

    /// Whether a position was met in which the last mover has lost.
    pub fn has_losses(&self) -> bool {
        self.has_losses
    }

    /// The number of positions met so far.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no position has been met so far.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The result of a position for the role whose move led to it.
    pub fn standing(&self, state: State) -> Standing {
        self.known[state.0 as usize].standing
    }

    /// Whether the successors of a position are known.
    pub fn is_explored(&self, state: State) -> bool {
        self.known[state.0 as usize].successors.is_some()
    }

    /// The distinct positions that a move leads to, in the order of moves.
    pub fn successors(&mut self, game: &G, state: State) -> Arc<[State]> {
        if let Some(successors) = &self.known[state.0 as usize].successors {
            return successors.clone();
        }
        let Some(((position, _), _)) = self.known.get_index(state.0 as usize) else {
            return Arc::new([]);
        };
        let position = position.clone();
        let mut found: Vec<State> = Vec::new();
        if let Turn::Role(mover) = game.turn(&position) {
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            for mv in moves {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                let next = self.state(game, &next, mover);
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
        let found: Arc<[State]> = found.into();
        self.known[state.0 as usize].successors = Some(found.clone());
        found
    }
}
