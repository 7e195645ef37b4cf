//! The positions of a game by number: each is found once, symmetric ones are
//! one, and where a position leads is computed when it is first asked for.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stratalog_game::{Game, Outcome, Role, Turn};

/// A position's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State(pub u32);

/// How a position stands for the role whose move led to it.
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

/// Positions with their numbers.
pub struct Positions<G: Game> {
    numbers: FxHashMap<(G::Position, Role), State>,
    known: Vec<Known<G>>,
}

struct Known<G: Game> {
    position: G::Position,
    standing: Standing,
    successors: Option<Arc<[State]>>,
}

impl<G: Game> Default for Positions<G> {
    fn default() -> Positions<G> {
        Positions {
            numbers: FxHashMap::default(),
            known: Vec::new(),
        }
    }
}

impl<G: Game> Positions<G> {
    /// The number of a position that a move of `mover` led to.
    pub fn state(&mut self, game: &G, position: &G::Position, mover: Role) -> State {
        let position = game.canonical(position);
        let next = State(self.known.len() as u32);
        let key = (position, mover);
        if let Some(&state) = self.numbers.get(&key) {
            return state;
        }
        let standing = match game.turn(&key.0) {
            Turn::Role(_) => Standing::Open,
            Turn::Over => match game.outcome(&key.0, mover) {
                Outcome::Win => Standing::Won,
                Outcome::Draw => Standing::Drawn,
                Outcome::Loss => Standing::Lost,
            },
        };
        self.known.push(Known {
            position: key.0.clone(),
            standing,
            successors: None,
        });
        self.numbers.insert(key, next);
        next
    }

    /// The number of a position in which somebody is to move; who moved last is
    /// the other role.
    pub fn open_state(&mut self, game: &G, position: &G::Position) -> State {
        let mover = match game.turn(position) {
            Turn::Role(role) => role.other(),
            Turn::Over => Role(0),
        };
        self.state(game, position, mover)
    }

    /// How many positions have been met.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no position has been met.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// How a position stands for the role whose move led to it.
    pub fn standing(&self, state: State) -> Standing {
        self.known[state.0 as usize].standing
    }

    /// The position, or one symmetric to it.
    pub fn position(&self, state: State) -> &G::Position {
        &self.known[state.0 as usize].position
    }

    /// The positions that a move leads to, in the order of moves, each once.
    pub fn successors(&mut self, game: &G, state: State) -> Arc<[State]> {
        if let Some(successors) = &self.known[state.0 as usize].successors {
            return successors.clone();
        }
        let position = self.known[state.0 as usize].position.clone();
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
