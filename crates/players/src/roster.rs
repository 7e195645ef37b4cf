//! These players by name, for any game.

use stratalog_game::{
    Described, Game, GameError, PerfectInformation, Player, PlayerKind, PlayerSource, PlayerSpec,
};

use crate::material::{DEFAULT_PLIES, Material};
use crate::minimax::MinimaxSource;
use crate::random::Random;
use crate::uct::{DEFAULT_SIMULATIONS, Uct, UctLimit};

/// The players of a game in which all roles see everything and move in turn.
pub const KINDS: &[PlayerKind] = &[
    PlayerKind {
        name: "random",
        setting: None,
        about: "any legal move with equal probability",
    },
    PlayerKind {
        name: "minimax",
        setting: Some("PLIES"),
        about: "perfect play of small games, a limited search of larger ones",
    },
    PlayerKind {
        name: "uct",
        setting: Some("SIMULATIONS"),
        about: "simulated games guided by upper confidence bounds; uct:2s searches for 2 seconds",
    },
    PlayerKind {
        name: "material",
        setting: Some("PLIES"),
        about: "the best balance of pieces after PLIES moves, or a win",
    },
    PlayerKind {
        name: "human",
        setting: None,
        about: "a person at the terminal",
    },
];

/// The players of a game: those of [`KINDS`] that can play it. Only players that
/// do not search can play where something is hidden; `material` assumes what
/// others will do and cannot where roles choose at the same time, which minimax
/// can in games that are small enough to be solved; neither can where chance takes
/// part, or where more than two roles play, whose goals are not opposed.
pub fn kinds<G: Game>(game: &G) -> Vec<PlayerKind> {
    let can_play = |kind: &&PlayerKind| match kind.name {
        "random" | "human" => true,
        "uct" => !game.is_hidden(),
        "minimax" => !game.is_hidden() && !game.has_chance() && game.role_count() <= 2,
        _ => game.is_open() && !game.has_chance() && game.role_count() <= 2,
    };
    KINDS.iter().filter(can_play).copied().collect()
}

/// The limit of a UCT player: a number of simulations, or a time such as `2s`.
pub fn uct_limit(spec: &PlayerSpec) -> Result<UctLimit, GameError> {
    if let Some(time) = spec.time() {
        return Ok(UctLimit::Time(time));
    }
    let what = "a time such as 2s, or simulations";
    let simulations = spec.number(what, 1, DEFAULT_SIMULATIONS)?;
    Ok(UctLimit::Simulations(simulations))
}

/// The players that a specification names.
pub fn source<G: PerfectInformation + Described + Clone>(
    game: &G,
    spec: &PlayerSpec,
) -> Result<Box<dyn PlayerSource<G>>, GameError> {
    let known = kinds(game);
    if known.iter().all(|kind| kind.name != spec.name) {
        return Err(GameError::UnknownPlayer {
            name: spec.name.clone(),
            game: game.name().to_owned(),
            known: known.iter().map(|kind| kind.name.to_owned()).collect(),
        });
    }
    match spec.name.as_str() {
        "random" => {
            spec.without_setting()?;
            Ok(Box::new(|| {
                Box::new(Random::default()) as Box<dyn Player<G>>
            }))
        }
        "minimax" => {
            let depth = match spec.setting {
                None => None,
                Some(_) => Some(spec.number("plies", 1, 4)?.min(u64::from(u32::MAX)) as u32),
            };
            Ok(Box::new(MinimaxSource::new(depth)))
        }
        "uct" => {
            let limit = uct_limit(spec)?;
            Ok(Box::new(move || {
                Box::new(Uct::new(limit)) as Box<dyn Player<G>>
            }))
        }
        "material" => {
            let plies = spec.number("plies", 1, DEFAULT_PLIES)?;
            let plies = plies.min(u64::from(u32::MAX)) as u32;
            Ok(Box::new(move || {
                Box::new(Material::new(plies)) as Box<dyn Player<G>>
            }))
        }
        // The only other name that is known.
        _ => Err(GameError::Person),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn limit(text: &str) -> Result<UctLimit, GameError> {
        let Ok(spec) = text.parse();
        uct_limit(&spec)
    }

    #[test]
    fn the_limit_of_uct_is_a_number_or_a_time() {
        assert_eq!(limit("uct"), Ok(UctLimit::Simulations(DEFAULT_SIMULATIONS)));
        assert_eq!(limit("uct:50"), Ok(UctLimit::Simulations(50)));
        assert_eq!(limit("uct:2s"), Ok(UctLimit::Time(Duration::from_secs(2))));
        let half = UctLimit::Time(Duration::from_millis(500));
        assert_eq!(limit("uct:0.5s"), Ok(half));
        assert_eq!(limit("uct:500ms"), Ok(half));
        for text in [
            "uct:", "uct:s", "uct:-1s", "uct:0s", "uct:NaNs", "uct:infs", "uct:2m", "uct:0",
        ] {
            let error = limit(text).expect_err(text);
            assert!(error.to_string().contains("2s"), "{error}");
        }
    }
}
