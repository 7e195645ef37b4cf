//! What a game is. One trait serves one-player, two-player and many-player
//! games, with or without chance and hidden information:
//!
//! - roles move one after the other; where the rules let several roles move at
//!   the same time, each chooses in turn, the position keeps the choices that are
//!   still pending, and views hide them from the others;
//! - chance chooses the starting position ([`Game::initial`]);
//! - a player is shown a [`Game::View`] of the position and nothing else.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::drawing::Drawing;
use crate::error::GameError;
use crate::outcome::Outcome;
use stratalog_run::Stream;

/// One of the sides of a game, numbered from 0 in the order the rules name them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Role(pub u8);

impl Role {
    /// The role's number, for indexing.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other role of a two-player game.
    #[inline]
    pub fn other(self) -> Role {
        Role(self.0 ^ 1)
    }
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This role decides.
    Role(Role),
    /// The game is over.
    Over,
    /// The rules could not be evaluated in this position; [`Game::failure`]
    /// says why. Nobody can move and nothing has a value.
    Failed,
}

/// A move that has a number of its own among the moves of its game, in the order
/// of the moves.
pub trait Coded: Copy {
    /// The number.
    fn code(self) -> u32;

    /// The move with this number. For a number that no move has, the result is
    /// unspecified, and never a panic.
    fn from_code(code: u32) -> Self;
}

/// The rules of a game: an immutable object that any number of threads share.
pub trait Game: Send + Sync + 'static {
    /// The whole state, hidden parts included.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move.
    type Move: Coded + Eq + Ord + Hash + Debug + Send + Sync;
    /// What a role sees; the position itself under perfect information.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// The game's name, as the command and the files spell it.
    fn name(&self) -> &str;

    /// The board this object has the rules for, as `3x3` or `9x9/10`.
    fn board(&self) -> String;

    /// How many roles there are, at least one.
    fn role_count(&self) -> usize;

    /// The name of a role.
    fn role_name(&self, role: Role) -> &str;

    /// A starting position; most games have just one and use no random numbers.
    fn initial(&self, rng: &mut Stream) -> Self::Position;

    /// Who is to move. Where it is a role's turn, it has a legal move.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Why the rules could not be evaluated, where [`Game::turn`] says so: which
    /// limit was reached.
    fn failure(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Whether every role sees the whole position, and no two roles choose at
    /// the same time: what players that search the game tree need.
    fn is_open(&self) -> bool {
        !self.is_hidden() && !self.is_simultaneous()
    }

    /// Whether the rules hide a part of the position from some role, beyond the
    /// choices that are pending in a step.
    fn is_hidden(&self) -> bool {
        false
    }

    /// Whether several roles may have a choice in the same step.
    fn is_simultaneous(&self) -> bool {
        false
    }

    /// Whether chance takes part after the starting position was drawn.
    fn has_chance(&self) -> bool {
        false
    }

    /// The number of roles that choose in the current step, those that have already
    /// chosen included. Where there are several, they choose at the same time:
    /// [`Game::turn`] names one after the other, what each chooses stays pending
    /// until all have chosen, and no role may know or assume it. The moves of each
    /// role do not depend on what the others chose. It means nothing unless it is
    /// some role's turn.
    #[inline]
    fn choosers(&self, _position: &Self::Position) -> usize {
        1
    }

    /// Draws anew what chance will do after this position. A search calls it
    /// before each simulated game: a view does not say what chance will do.
    fn redraw_chance(&self, _position: &mut Self::Position, _rng: &mut Stream) {}

    /// Whether no position can occur twice in a game. Games that may repeat
    /// positions are watched for repetition where that ends a game.
    fn never_repeats(&self) -> bool {
        false
    }

    /// Replaces `moves` by the legal moves of the role whose turn it is, in
    /// ascending order; none when the game is over.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Makes a move that is known to be legal. For any other move the resulting
    /// position is unspecified, and never a panic.
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move);

    /// What the end of the game is worth to a role, from 0 to 100. The result is
    /// meaningless before the end.
    fn goal(&self, position: &Self::Position, role: Role) -> u8;

    /// What a role sees of a position.
    fn view<'a>(&self, position: &'a Self::Position, role: Role) -> Cow<'a, Self::View>;

    /// Replaces `moves` by the moves a role may choose from when it sees this
    /// and it is its turn, in ascending order: the legal moves of the position.
    fn choices(&self, view: &Self::View, role: Role, moves: &mut Vec<Self::Move>);

    /// How a move is written, as in `3,4`.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move as people write it; it may still be illegal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, GameError>;

    /// The whole position drawn as text that [`Game::parse_position`] reads.
    fn position_text(&self, position: &Self::Position) -> String;

    /// What a role sees, drawn as text.
    fn view_text(&self, view: &Self::View) -> String;

    /// What a role sees, as a drawing. A game that has no board to draw is shown
    /// as lines of text.
    fn drawing(&self, view: &Self::View) -> Drawing {
        Drawing::of_text(&self.view_text(view))
    }

    /// A position in which the game is over, with what was hidden from a role.
    fn final_drawing(&self, position: &Self::Position, role: Role) -> Drawing {
        self.drawing(&self.view(position, role))
    }

    /// Reads a position, and refuses one that obviously no game can reach.
    fn parse_position(&self, text: &str) -> Result<Self::Position, GameError>;

    /// Reads what a role sees, as [`Game::view_text`] writes it: a user need not
    /// know what is hidden.
    fn parse_view(&self, text: &str) -> Result<Self::View, GameError> {
        let position = self.parse_position(text)?;
        Ok(self.view(&position, Role(0)).into_owned())
    }

    /// Whether the role whose turn it is may make this move.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves.contains(&mv)
    }

    /// Makes a move if it is legal.
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Result<(), GameError> {
        match self.turn(position) {
            Turn::Role(_) => {}
            Turn::Over => return Err(GameError::Over),
            Turn::Failed => {
                return Err(GameError::RulesFailed {
                    game: self.name().to_owned(),
                    cause: self.failure(position).unwrap_or_default(),
                });
            }
        }
        if !self.is_legal(position, mv) {
            let mut moves = Vec::new();
            self.legal_moves(position, &mut moves);
            return Err(GameError::IllegalMove {
                text: self.move_text(mv),
                legal: moves.iter().map(|&m| self.move_text(m)).collect(),
            });
        }
        self.play_unchecked(position, mv);
        Ok(())
    }

    /// One of the moves a role may choose from, with equal probability, and their
    /// number; `None` when there are none. `scratch` is a buffer for the moves
    /// that callers reuse; a game that can choose without a list ignores it.
    #[inline]
    fn random_choice(
        &self,
        view: &Self::View,
        role: Role,
        rng: &mut Stream,
        scratch: &mut Vec<Self::Move>,
    ) -> Option<(Self::Move, usize)> {
        self.choices(view, role, scratch);
        if scratch.is_empty() {
            return None;
        }
        let chosen = rng.random_range(0..scratch.len() as u32);
        Some((scratch[chosen as usize], scratch.len()))
    }

    /// How the game ended for a role: with several roles, whether its goal is
    /// above, among or below the best of the others; alone, whether the goal is
    /// 100, something between, or 0.
    fn outcome(&self, position: &Self::Position, role: Role) -> Outcome {
        let own = self.goal(position, role);
        let others = (0..self.role_count() as u8)
            .filter(|&other| other != role.0)
            .map(|other| self.goal(position, Role(other)))
            .max();
        match (others, own) {
            (Some(best), own) if own > best => Outcome::Win,
            (Some(best), own) if own < best => Outcome::Loss,
            (None, 100) => Outcome::Win,
            (None, 0) => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// The positions that a symmetry of the board makes of this one, itself
    /// among them; only itself where the game declares no symmetry. Every
    /// position of the list has the same value.
    fn images(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// The one of [`Game::images`] that stands for them all.
    #[inline]
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Appends a code of the position, from which [`Game::decode`] restores it, and
    /// returns whether there is one. Positions are equal if their codes are. Tables of
    /// many positions keep codes; a game may do without them.
    fn encode(&self, _position: &Self::Position, _code: &mut Vec<u64>) -> bool {
        false
    }

    /// The position with a code.
    fn decode(&self, _code: &[u64]) -> Option<Self::Position> {
        None
    }
}

/// A game whose views are its positions, as players that search require.
pub trait PerfectInformation: Game<View = <Self as Game>::Position> {}

impl<G: Game<View = <G as Game>::Position>> PerfectInformation for G {}

/// Inside an `impl Game`, the items that follow from perfect information.
#[macro_export]
macro_rules! perfect_information {
    () => {
        type View = Self::Position;

        #[inline]
        fn view<'a>(
            &self,
            position: &'a Self::Position,
            _role: $crate::Role,
        ) -> std::borrow::Cow<'a, Self::View> {
            std::borrow::Cow::Borrowed(position)
        }

        #[inline]
        fn choices(&self, view: &Self::View, _role: $crate::Role, moves: &mut Vec<Self::Move>) {
            self.legal_moves(view, moves);
        }

        fn view_text(&self, view: &Self::View) -> String {
            self.position_text(view)
        }
    };
}
