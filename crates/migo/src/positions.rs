//! The positions of a game by number. Symmetric positions share a number, and the
//! successors of a position are computed on first use.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use stratalog_game::{Game, Outcome, Role, Turn};

use crate::turns::Turns;

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
    has_draws: bool,
    has_repeated_turns: bool,
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
            has_draws: false,
            has_repeated_turns: false,
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
        self.has_draws |= standing == Standing::Drawn;
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

    /// Whether a position was met in which the game is drawn.
    pub fn has_draws(&self) -> bool {
        self.has_draws
    }

    /// Whether a player was met who may move again.
    pub fn has_repeated_turns(&self) -> bool {
        self.has_repeated_turns
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

    /// The distinct positions that a turn leads to, in the order of moves; `None`
    /// where a turn is too long. Positions inside a turn are numbered as well: the
    /// same player decides again there.
    pub fn successors(&mut self, game: &G, state: State) -> Option<Arc<[State]>> {
        let known = self.known.get_index(state.0 as usize)?;
        if let (
            (_, _),
            Known {
                successors: Some(found),
                ..
            },
        ) = known
        {
            return Some(found.clone());
        }
        let ((position, mover), _) = known;
        let turns = Turns::from(game, position)?;
        let mover = mover.other();
        let found: IndexSet<State, FxBuildHasher> = turns
            .ends
            .iter()
            .map(|end| self.state(game, end, mover))
            .collect();
        self.has_repeated_turns |= !turns.inside.is_empty();
        for inside in &turns.inside {
            self.open_state(game, inside);
        }
        let found: Arc<[State]> = found.into_iter().collect();
        self.known[state.0 as usize].successors = Some(found.clone());
        Some(found)
    }

    /// The positions that turns lead to which begin with a move of `mover` to this
    /// position; none where a turn is too long.
    pub fn ends_after(&mut self, game: &G, next: &G::Position, mover: Role) -> Vec<State> {
        let turns = Turns::after(game, next.clone(), mover);
        let ends = turns.map_or_else(Vec::new, |turns| turns.ends);
        ends.iter()
            .map(|end| self.state(game, end, mover))
            .collect()
    }
}
