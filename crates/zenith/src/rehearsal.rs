//! Positions of random games. A learner sees few games, and in few games much holds
//! always by chance.

use stratalog_game::{Game, Turn};
use stratalog_rulesheet::{Position, RulesheetGame};
use stratalog_run::Seed;

/// A position of a game and the number of moves before it.
#[derive(Clone)]
pub struct Moment {
    /// The position.
    pub position: Position,
    /// The number of moves that led to it.
    pub ply: usize,
}

/// Positions of games with random moves, `count` of them; fewer where games end at
/// once.
pub fn random_positions(game: &RulesheetGame, count: usize, seed: Seed) -> Vec<Position> {
    let moments = random_moments(game, count, seed);
    moments.into_iter().map(|moment| moment.position).collect()
}

/// The same positions, each with its place in its game.
pub fn random_moments(game: &RulesheetGame, count: usize, seed: Seed) -> Vec<Moment> {
    let mut found = Vec::with_capacity(count);
    let mut scratch = Vec::new();
    for number in 0..count as u64 {
        let rng = &mut seed.stream(number);
        let mut position = game.initial(rng);
        let mut ply = 0;
        while let Turn::Role(role) = game.turn(&position) {
            if found.len() == count {
                return found;
            }
            found.push(Moment {
                position: position.clone(),
                ply,
            });
            match game.random_choice(&position, role, rng, &mut scratch) {
                Some((mv, _)) => game.play_unchecked(&mut position, mv),
                None => break,
            }
            ply += 1;
        }
    }
    found
}
