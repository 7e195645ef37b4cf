//! Which games MIGO's rules can speak of: two players who see everything and do not
//! choose at the same time, without chance. Players may move again, and positions may repeat.

use stratalog_game::{Game, GameObject};

use crate::error::MigoError;

/// Refuses a game that rules cannot speak of.
pub fn check(game: &GameObject) -> Result<(), MigoError> {
    let name = || game.name().to_owned();
    if game.has_chance() {
        return Err(MigoError::Chance { game: name() });
    }
    if game.role_count() != 2 {
        return Err(MigoError::NotTwoPlayers {
            game: name(),
            roles: game.role_count(),
        });
    }
    if game.is_simultaneous() {
        return Err(MigoError::Simultaneous { game: name() });
    }
    if !game.is_open() {
        return Err(MigoError::Hidden { game: name() });
    }
    Ok(())
}
