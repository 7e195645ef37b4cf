//! The one loop that plays a game: players at a table, from a position to the
//! end.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use stratalog_run::{Stop, Stream};
use thiserror::Error;

use crate::game::{Game, Role, Turn};
use crate::player::{Decision, Player, PlayerError, Situation};

/// When a game that does not end by its rules is ended, as a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// The most moves of a game.
    pub max_moves: u32,
    /// How often a position may occur before the game is a draw; `None` to allow
    /// any number.
    pub repetition: Option<u32>,
}

impl Default for Bounds {
    /// 10,000 moves; a draw when a position occurs for the third time.
    fn default() -> Bounds {
        Bounds {
            max_moves: 10_000,
            repetition: Some(3),
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By its rules.
    Rules,
    /// A position occurred too often.
    Repetition,
    /// It had the most moves that were allowed.
    MoveLimit,
}

/// A game that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Moves made.
    pub moves: u32,
    /// How it ended.
    pub ending: Ending,
}

/// Why a game was not finished.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// There are fewer players than roles.
    #[error("nobody plays {role}; name an opponent as well")]
    NoPlayer {
        /// The role.
        role: String,
    },
    /// A player did not move.
    #[error("{role} did not move: {cause}")]
    NoMove {
        /// The role the player had.
        role: String,
        /// Why.
        cause: PlayerError,
    },
    /// A player made a move that the rules forbid.
    #[error("{role} made an illegal move, {text}")]
    IllegalMove {
        /// The role the player had.
        role: String,
        /// The move.
        text: String,
    },
    /// The game was stopped.
    #[error("the game was stopped before its end")]
    Stopped,
    /// The rules cannot be evaluated in a position of the game.
    #[error("after {moves} moves the rules cannot be evaluated: {cause}")]
    RulesFailed {
        /// Moves made before.
        moves: u32,
        /// Which limit was reached, or what is wrong.
        cause: String,
    },
}

impl PlayError {
    /// Whether a person left the game.
    pub fn is_leaving(&self) -> bool {
        matches!(
            self,
            PlayError::NoMove {
                cause: PlayerError::Left,
                ..
            }
        )
    }
}

/// Somebody who watches a game move by move.
pub trait Spectator<G: Game> {
    /// Called before each move with who is to make it.
    fn before(&mut self, _role: Role) {}

    /// Called after each move with the position it led to.
    fn moved(&mut self, _role: Role, _decision: &Decision<G::Move>, _position: &G::Position) {}
}

/// Nobody watches.
impl<G: Game> Spectator<G> for () {}

/// Players at a table.
pub struct Seating<'g, G: Game> {
    game: &'g G,
    players: Vec<Box<dyn Player<G> + 'g>>,
    bounds: Bounds,
    is_alone: bool,
    stop: Stop,
}

impl<'g, G: Game> Seating<'g, G> {
    /// A table for a game. The first player takes the role that
    /// [`Seating::play`] names, the others take the remaining roles in order.
    pub fn new(game: &'g G, players: Vec<Box<dyn Player<G> + 'g>>) -> Seating<'g, G> {
        Seating {
            game,
            players,
            bounds: Bounds::default(),
            is_alone: false,
            stop: Stop::default(),
        }
    }

    /// A table at which one player takes all roles.
    pub fn alone(game: &'g G, player: Box<dyn Player<G> + 'g>) -> Seating<'g, G> {
        Seating {
            is_alone: true,
            ..Seating::new(game, vec![player])
        }
    }

    /// The same with other bounds.
    pub fn bounds(self, bounds: Bounds) -> Seating<'g, G> {
        Seating { bounds, ..self }
    }

    /// The same, stopped by a request: between two moves, or while a player thinks.
    pub fn stopped_by(mut self, stop: &Stop) -> Seating<'g, G> {
        for player in &mut self.players {
            player.heed(stop);
        }
        self.stop = stop.clone();
        self
    }

    /// Plays a game to its end; the first player has the role `side`.
    pub fn play(
        &mut self,
        side: Role,
        position: &mut G::Position,
        rng: &mut Stream,
        spectator: &mut impl Spectator<G>,
    ) -> Result<Finished, PlayError> {
        let game = self.game;
        for role in (0..game.role_count() as u8).map(Role) {
            if let Some(player) = self.player(role, side) {
                player.begin(game, role);
            }
        }
        let mut occurrences = Occurrences::new(game, self.bounds.repetition);
        let mut moves = 0;
        let ending = loop {
            match game.turn(position) {
                Turn::Over => break Ending::Rules,
                Turn::Failed => {
                    let cause = game.failure(position).unwrap_or_default();
                    return Err(PlayError::RulesFailed { moves, cause });
                }
                Turn::Role(_) if moves >= self.bounds.max_moves => break Ending::MoveLimit,
                Turn::Role(_) if occurrences.are_too_many(position) => break Ending::Repetition,
                Turn::Role(role) => self.make_move(role, side, position, rng, spectator)?,
            }
            moves += 1;
        };
        Ok(Finished { moves, ending })
    }

    fn player(&mut self, role: Role, side: Role) -> Option<&mut Box<dyn Player<G> + 'g>> {
        let place = if self.is_alone { 0 } else { seat(role, side) };
        self.players.get_mut(place)
    }

    fn make_move(
        &mut self,
        role: Role,
        side: Role,
        position: &mut G::Position,
        rng: &mut Stream,
        spectator: &mut impl Spectator<G>,
    ) -> Result<(), PlayError> {
        let game = self.game;
        let role_name = || game.role_name(role).to_owned();
        let Some(player) = self.player(role, side) else {
            return Err(PlayError::NoPlayer { role: role_name() });
        };
        spectator.before(role);
        let view = game.view(position, role);
        let decided = player.decide(Situation::new(game, &view, role, rng));
        if self.stop.is_requested() {
            return Err(PlayError::Stopped);
        }
        let decision = decided.map_err(|cause| PlayError::NoMove {
            role: role_name(),
            cause,
        })?;
        if !game.is_legal(position, decision.mv) {
            return Err(PlayError::IllegalMove {
                role: role_name(),
                text: game.move_text(decision.mv),
            });
        }
        game.play_unchecked(position, decision.mv);
        spectator.moved(role, &decision, position);
        Ok(())
    }
}

/// How often each position of a game has occurred. Nothing is counted in games
/// whose positions cannot occur twice.
struct Occurrences<P> {
    allowed: Option<u32>,
    counts: FxHashMap<P, u32>,
}

impl<P: Clone + Eq + std::hash::Hash> Occurrences<P> {
    fn new<G: Game<Position = P>>(game: &G, repetition: Option<u32>) -> Occurrences<P> {
        Occurrences {
            allowed: repetition.filter(|_| !game.never_repeats()),
            counts: FxHashMap::default(),
        }
    }

    #[inline]
    fn are_too_many(&mut self, position: &P) -> bool {
        let Some(allowed) = self.allowed else {
            return false;
        };
        let count = self.counts.entry(position.clone()).or_default();
        *count += 1;
        *count >= allowed
    }
}

/// Where the player of a role sits when the first player has the role `side`.
#[inline]
fn seat(role: Role, side: Role) -> usize {
    match role.cmp(&side) {
        Ordering::Less => role.index() + 1,
        Ordering::Equal => 0,
        Ordering::Greater => role.index(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_a_seat_of_its_own_and_the_first_player_the_first() {
        for count in 1..5 {
            for side in 0..count {
                let mut seats: Vec<usize> = (0..count).map(|r| seat(Role(r), Role(side))).collect();
                assert_eq!(seats[usize::from(side)], 0);
                seats.sort_unstable();
                assert_eq!(seats, (0..usize::from(count)).collect::<Vec<_>>());
            }
        }
    }
}
