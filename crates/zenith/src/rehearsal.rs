//! Positions of random games. A learner sees few games, and in few games much holds
//! always by chance.

use stratalog_game::{Game, Turn};
use stratalog_rulesheet::{Position, RulesheetGame};
use stratalog_run::Seed;

/// Positions of games with random moves, `count` of them; fewer where games end at
/// once.
pub fn random_positions(game: &RulesheetGame, count: usize, seed: Seed) -> Vec<Position> {
    let mut found = Vec::with_capacity(count);
    let mut scratch = Vec::new();
    for number in 0..count as u64 {
        let rng = &mut seed.stream(number);
        let mut position = game.initial(rng);
        while let Turn::Role(role) = game.turn(&position) {
            if found.len() == count {
                return found;
            }
            found.push(position.clone());
            match game.random_choice(&position, role, rng, &mut scratch) {
                Some((mv, _)) => game.play_unchecked(&mut position, mv),
                None => break,
            }
        }
    }
    found
}
