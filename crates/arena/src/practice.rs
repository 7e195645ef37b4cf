//! Practice: a learner plays itself or any other player, from openings of two
//! random moves, where no perfect opponent can be had.

use stratalog_game::{Learner, PerfectInformation, Played, Player, Role, Turn};
use stratalog_run::Seed;

use crate::error::ArenaError;

/// Moves at random before a game of practice.
const OPENING: u32 = 2;
/// A game that goes on longer than this teaches nothing.
const MOST_PLIES: usize = 2_000;

/// Plays games and shows each to the learner. Without an opponent the learner
/// has both sides. Game i takes everything random from the seed and i.
pub fn practise<G: PerfectInformation>(
    game: &G,
    learner: &mut dyn Learner<G>,
    mut opponent: Option<Box<dyn Player<G>>>,
    games: u64,
    seed: Seed,
) -> Result<(), ArenaError> {
    for number in 0..games {
        let mut rng = seed.stream(number);
        let mut position = game.initial(&mut rng);
        for _ in 0..OPENING {
            let mut next = position.clone();
            let mut scratch = Vec::new();
            let Turn::Role(role) = game.turn(&position) else {
                break;
            };
            let drawn = game.random_choice(&position, role, &mut rng, &mut scratch);
            if let Some((mv, _)) = drawn {
                game.play_unchecked(&mut next, mv);
            }
            if game.turn(&next) != Turn::Over {
                position = next;
            }
        }
        let role = Role((number % 2) as u8);
        let start = position.clone();
        let mut moves = Vec::new();
        while let Turn::Role(mover) = game.turn(&position) {
            let decision = match &mut opponent {
                Some(opponent) if mover != role => {
                    opponent.decide(game, &position, mover, &mut rng)
                }
                _ => learner.decide(game, &position, mover, &mut rng),
            };
            let decision = decision.map_err(|cause| ArenaError::Player {
                number: number + 1,
                role: game.role_name(mover).to_owned(),
                cause,
            })?;
            game.play_unchecked(&mut position, decision.mv);
            moves.push(decision.mv);
            if moves.len() > MOST_PLIES {
                break;
            }
        }
        let outcome = game.outcome(&position, role);
        let played = Played {
            start,
            moves,
            role,
            outcome,
        };
        learner.learn(game, &played);
    }
    Ok(())
}
