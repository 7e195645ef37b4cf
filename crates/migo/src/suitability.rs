//! Which games MIGO's rules can speak of. A rule looks from a move to the replies
//! and the answers to them: moves must alternate, and a game must come to an end.

use rustc_hash::FxHashSet;
use stratalog_game::{Game, Turn};
use stratalog_run::Seed;

use crate::error::MigoError;

/// The random games that show what can happen.
const GAMES: u64 = 50;
/// The most moves of each.
const MOST_MOVES: u32 = 300;

/// Refuses a game whose moves do not alternate or whose positions can repeat, as
/// far as random play shows.
pub fn check<G: Game>(game: &G) -> Result<(), MigoError> {
    let name = || game.name().to_owned();
    if game.role_count() != 2 {
        return Err(MigoError::NotTwoPlayers {
            game: name(),
            roles: game.role_count(),
        });
    }
    if !game.is_open() {
        return Err(MigoError::Hidden { game: name() });
    }
    let mut scratch = Vec::new();
    for number in 0..GAMES {
        let mut rng = Seed(1).stream(number);
        let mut position = game.initial(&mut rng);
        let mut met = FxHashSet::default();
        for _ in 0..MOST_MOVES {
            let Turn::Role(role) = game.turn(&position) else {
                break;
            };
            if !met.insert(position.clone()) {
                return Err(MigoError::Repeats { game: name() });
            }
            let view = game.view(&position, role).into_owned();
            let Some((mv, _)) = game.random_choice(&view, role, &mut rng, &mut scratch) else {
                break;
            };
            game.play_unchecked(&mut position, mv);
            if game.turn(&position) == Turn::Role(role) {
                return Err(MigoError::MovesAgain {
                    game: name(),
                    role: game.role_name(role).to_owned(),
                });
            }
        }
    }
    Ok(())
}
