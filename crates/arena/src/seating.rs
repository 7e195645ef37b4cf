//! One game: players in their seats, from a position to the end.

use std::time::{Duration, Instant};

use stratalog_game::{Decision, Game, Outcome, Player, Role, Turn};
use stratalog_run::Stream;

use crate::error::ArenaError;

/// A game that goes on longer than this is stopped.
const MAX_PLIES: u32 = 100_000;

/// Players at a table: the one that is measured, then the others.
pub struct Seating<'g, G: Game> {
    game: &'g G,
    players: Vec<Box<dyn Player<G>>>,
}

/// Somebody who watches a game move by move.
pub trait Observer<G: Game> {
    /// Called when a game begins: its number from 0, the role of the measured
    /// player, the position.
    fn began(&mut self, _number: u64, _side: Role, _position: &G::Position) {}

    /// Called before each move with who is to make it.
    fn before(&mut self, _role: Role) {}

    /// Called after each move with the position it led to.
    fn moved(&mut self, _role: Role, _decision: &Decision<G::Move>, _position: &G::Position) {}

    /// Called when the game is over, with the outcome for the measured player.
    fn ended(&mut self, _outcome: Outcome) {}
}

/// Nobody watches.
impl<G: Game> Observer<G> for () {}

/// Measures how long the measured player and the others think.
pub struct Stopwatch {
    side: Role,
    started: Instant,
    /// Time and moves of the measured player and of the others.
    pub thinking: [(Duration, u64); 2],
}

impl Stopwatch {
    /// A stopwatch for a game in which the measured player has this role.
    pub fn new(side: Role) -> Stopwatch {
        Stopwatch {
            side,
            started: Instant::now(),
            thinking: [(Duration::ZERO, 0); 2],
        }
    }
}

impl<G: Game> Observer<G> for Stopwatch {
    fn before(&mut self, _role: Role) {
        self.started = Instant::now();
    }

    fn moved(&mut self, role: Role, _decision: &Decision<G::Move>, _position: &G::Position) {
        let (time, moves) = &mut self.thinking[usize::from(role != self.side)];
        *time += self.started.elapsed();
        *moves += 1;
    }
}

impl<'g, G: Game> Seating<'g, G> {
    /// A table for a game; the first player is the one that is measured.
    pub fn new(game: &'g G, players: Vec<Box<dyn Player<G>>>) -> Seating<'g, G> {
        Seating { game, players }
    }

    /// Plays the game with this number (from 0) to its end, the measured player
    /// having the role `side`. Gives the number of moves.
    pub fn play(
        &mut self,
        number: u64,
        side: Role,
        position: &mut G::Position,
        rng: &mut Stream,
        observer: &mut impl Observer<G>,
    ) -> Result<u32, ArenaError> {
        let game = self.game;
        let role_name = |role: Role| game.role_name(role).to_owned();
        for role in (0..game.role_count() as u8).map(Role) {
            if let Some(player) = self.players.get_mut(seat(role, side)) {
                player.begin(game, role);
            }
        }
        let mut plies = 0;
        while let Turn::Role(role) = game.turn(position) {
            let player =
                self.players
                    .get_mut(seat(role, side))
                    .ok_or_else(|| ArenaError::NoOpponent {
                        game: game.name().to_owned(),
                        roles: game.role_count(),
                    })?;
            observer.before(role);
            let view = game.view(position, role);
            let decision =
                player
                    .decide(game, &view, role, rng)
                    .map_err(|cause| ArenaError::Player {
                        number: number + 1,
                        role: role_name(role),
                        cause,
                    })?;
            if !game.is_legal(position, decision.mv) {
                return Err(ArenaError::IllegalMove {
                    number: number + 1,
                    role: role_name(role),
                    text: game.move_text(decision.mv),
                });
            }
            game.play_unchecked(position, decision.mv);
            observer.moved(role, &decision, position);
            plies += 1;
            if plies >= MAX_PLIES {
                return Err(ArenaError::Endless {
                    number: number + 1,
                    plies,
                });
            }
        }
        Ok(plies)
    }
}

/// Where the player of a role sits when the measured player has the role `side`.
#[inline]
fn seat(role: Role, side: Role) -> usize {
    match role.cmp(&side) {
        std::cmp::Ordering::Less => role.index() + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => role.index(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_a_seat_of_its_own_and_the_measured_player_the_first() {
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
