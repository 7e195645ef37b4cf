//! These players by name, for any game of perfect information.

use stratalog_game::{
    Described, GameError, PerfectInformation, Player, PlayerKind, PlayerSource, PlayerSpec,
};

use crate::material::{DEFAULT_PLIES, Material};
use crate::minimax::MinimaxSource;
use crate::random::Random;
use crate::uct::{DEFAULT_SIMULATIONS, Uct};

/// The players any game of perfect information has.
pub const KINDS: &[PlayerKind] = &[
    PlayerKind {
        name: "random",
        setting: None,
        about: "any legal move with equal probability",
    },
    PlayerKind {
        name: "minimax",
        setting: Some("PLIES"),
        about: "perfect on small games, elsewhere a limited search",
    },
    PlayerKind {
        name: "uct",
        setting: Some("SIMULATIONS"),
        about: "simulated games guided by upper confidence bounds",
    },
    PlayerKind {
        name: "material",
        setting: Some("PLIES"),
        about: "a win if there is one, else the best balance of pieces PLIES moves ahead",
    },
    PlayerKind {
        name: "human",
        setting: None,
        about: "a person at the terminal",
    },
];

/// The players a specification asks for.
pub fn source<G: PerfectInformation + Described + Clone>(
    game: &G,
    spec: &PlayerSpec,
) -> Result<Box<dyn PlayerSource<G>>, GameError> {
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
            Ok(Box::new(MinimaxSource::new(game.clone(), depth)))
        }
        "uct" => {
            let simulations = spec.number("simulations", 1, DEFAULT_SIMULATIONS)?;
            Ok(Box::new(move || {
                Box::new(Uct::new(simulations)) as Box<dyn Player<G>>
            }))
        }
        "material" => {
            let plies = spec.number("plies", 1, DEFAULT_PLIES)?;
            let player = Material::new(plies.min(u64::from(u32::MAX)) as u32);
            Ok(Box::new(move || Box::new(player) as Box<dyn Player<G>>))
        }
        "human" => Err(GameError::Person),
        _ => Err(GameError::UnknownPlayer {
            name: spec.name.clone(),
            game: stratalog_game::Game::name(game).to_owned(),
            known: KINDS.iter().map(|kind| kind.name.to_owned()).collect(),
        }),
    }
}
