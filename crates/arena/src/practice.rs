//! Practice: a learner plays itself or any other player, from openings of two
//! random moves, where there is no perfect opponent.

use stratalog_game::{
    Bounds, Learner, Outcome, PerfectInformation, Played, Player, Role, Seating, Turn,
};
use stratalog_run::{Seed, Stream};

use crate::error::ArenaError;
use crate::record::Recorder;

/// Random moves before a game of practice.
const OPENING: u32 = 2;
/// A game that takes longer than this teaches nothing.
const BOUNDS: Bounds = Bounds {
    max_moves: 2_000,
    repetition: Some(3),
};

/// Plays games and shows each to the learner. Without an opponent the learner
/// plays both sides. Game i takes everything random from the seed and i. `watch`
/// is told of the outcome of each game and of the learner after it, and says
/// whether to go on.
pub fn practise<G: PerfectInformation, L: Learner<G> + ?Sized>(
    game: &G,
    learner: &mut L,
    mut opponent: Option<Box<dyn Player<G>>>,
    games: u64,
    seed: Seed,
    mut watch: impl FnMut(&Played<G>, &L) -> bool,
) -> Result<(), ArenaError> {
    for number in 0..games {
        let mut rng = seed.stream(number);
        let start = opening(game, &mut rng);
        let role = Role((number % 2) as u8);
        let mut position = start.clone();
        let mut recorder = Recorder::default();
        let failed = |cause| ArenaError::Game {
            number: number + 1,
            cause,
        };
        match &mut opponent {
            Some(opponent) => {
                let players: Vec<Box<dyn Player<G> + '_>> =
                    vec![Box::new(&mut *learner), Box::new(&mut **opponent)];
                Seating::new(game, players)
                    .bounds(BOUNDS)
                    .play(role, &mut position, &mut rng, &mut recorder)
                    .map_err(failed)?;
            }
            None => {
                Seating::alone(game, Box::new(&mut *learner))
                    .bounds(BOUNDS)
                    .play(role, &mut position, &mut rng, &mut recorder)
                    .map_err(failed)?;
            }
        }
        let outcome = match game.turn(&position) {
            Turn::Over => game.outcome(&position, role),
            Turn::Role(_) | Turn::Failed => Outcome::Draw,
        };
        let played = Played {
            start,
            moves: recorder.moves,
            role,
            outcome,
        };
        learner.learn(game, &played);
        if !watch(&played, learner) {
            break;
        }
    }
    Ok(())
}

/// A position after random moves that do not end the game.
fn opening<G: PerfectInformation>(game: &G, rng: &mut Stream) -> G::Position {
    let mut position = game.initial(rng);
    let mut scratch = Vec::new();
    for _ in 0..OPENING {
        let Turn::Role(role) = game.turn(&position) else {
            break;
        };
        let mut next = position.clone();
        if let Some((mv, _)) = game.random_choice(&position, role, rng, &mut scratch) {
            game.play_unchecked(&mut next, mv);
        }
        if game.turn(&next) != Turn::Over {
            position = next;
        }
    }
    position
}
