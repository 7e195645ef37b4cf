//! Players that a strategy file describes.

use std::path::Path;

use stratalog_game::{GameError, PerfectInformation, Player, PlayerSource, PlayerSpec};
use stratalog_logic::Source;
use stratalog_migo::{MigoError, Strategy, StrategyPlayer};

/// Whether a player is asked for by the path of a file.
pub fn is_file(spec: &PlayerSpec) -> bool {
    Path::new(&spec.to_string()).is_file()
}

/// Reads a strategy.
pub fn read(path: &Path) -> Result<Strategy, MigoError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| MigoError::BadStrategy {
        name: name.clone(),
        reason: format!("it cannot be read: {error}"),
    })?;
    Strategy::from_source(&Source::new(&name, &text))
}

/// Players of the strategy in a file.
pub fn source<G: PerfectInformation + Clone>(
    game: &G,
    spec: &PlayerSpec,
) -> Result<Box<dyn PlayerSource<G>>, GameError> {
    let path = spec.to_string();
    let refused = |error: MigoError| GameError::BadSetting {
        player: "strategy".to_owned(),
        setting: path.clone(),
        expected: error.to_string(),
    };
    let strategy = read(Path::new(&path)).map_err(refused)?;
    if let Some(is_for) = strategy.fact("game")
        && is_for != game.name()
    {
        let game = game.name().to_owned();
        return Err(refused(MigoError::OtherGame { is_for, game }));
    }
    // Whatever is wrong with the rules shows here, not in a thread of a match.
    StrategyPlayer::new(game, &strategy).map_err(refused)?;
    let game = game.clone();
    Ok(Box::new(move || {
        let player = StrategyPlayer::new(&game, &strategy);
        Box::new(player.expect("the same strategy was accepted above")) as Box<dyn Player<G>>
    }))
}
