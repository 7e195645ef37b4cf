//! The players of Minesweeper by name.

use std::sync::Arc;

use stratalog_game::{Game, GameError, Player, PlayerKind, PlayerSource, PlayerSpec};
use stratalog_minesweeper::Minesweeper;
use stratalog_minesweeper::belief::{Csp, Exact, Opening};
use stratalog_minesweeper::bssuct::{Bssuct, DEFAULT_SIMULATIONS, Effort, Source};
use stratalog_minesweeper::champion::{Champion, ChampionSettings};
use stratalog_minesweeper::estimators::{Pgms, SinglePoint};
use stratalog_minesweeper::mio::player::{Guess, RulePlayers};
use stratalog_minesweeper::mio::strategy::Strategy;
use stratalog_players::random::Random;

use crate::roster::Roster;

const KINDS: &[PlayerKind] = &[
    kind("random", None, "any legal move with equal probability"),
    kind(
        "single-point",
        None,
        "each number by itself, else a random square",
    ),
    kind("pgms", None, "the equation strategy with its guess"),
    kind("csp", None, "always the least mine probability"),
    kind(
        "rejection-uct",
        Some("SIMULATIONS"),
        "simulated games on boards drawn by rejection",
    ),
    kind(
        "mcmc-uct",
        Some("SIMULATIONS"),
        "simulated games on boards drawn by Metropolis-Hastings",
    ),
    kind(
        "bssuct",
        Some("SIMULATIONS"),
        "Upper Confidence Trees over the exact belief state; 0.5s for a time",
    ),
    kind(
        "bssuct-as-published",
        Some("SIMULATIONS"),
        "the same as its paper has it: means of episodes, no proofs; 0.5s for a time",
    ),
    kind("exact", None, "perfect, on boards of at most 32 squares"),
    kind(
        "champion",
        Some("TIME"),
        "the strongest on real boards; champion:2s takes about 2 seconds a guess: it plays exactly from earlier on, and plays on after guesses that look alike",
    ),
    kind("human", None, "a person at the terminal"),
];

const fn kind(
    name: &'static str,
    setting: Option<&'static str>,
    about: &'static str,
) -> PlayerKind {
    PlayerKind {
        name,
        setting,
        about,
    }
}

type Players = Box<dyn PlayerSource<Minesweeper>>;

impl Roster for Minesweeper {
    fn kinds(&self) -> Vec<PlayerKind> {
        KINDS.to_vec()
    }

    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<Self>>, GameError> {
        let known = KINDS.iter().find(|kind| kind.name == spec.name);
        if known.is_some_and(|kind| kind.setting.is_none()) {
            spec.without_setting()?;
        }
        Ok(match spec.name.as_str() {
            "random" => made(Random::<Minesweeper>::default),
            "single-point" => made(SinglePoint::default),
            "pgms" => made(Pgms::default),
            "csp" => made(|| Csp::new(Opening::Anywhere)),
            "rejection-uct" => planner(Source::Rejection, spec)?,
            "mcmc-uct" => planner(Source::Metropolis, spec)?,
            "bssuct" => planner(Source::Solver, spec)?,
            "bssuct-as-published" => {
                let effort = effort(spec)?;
                made(move || Bssuct::as_published(effort))
            }
            "exact" => {
                let first = Exact::default();
                made(move || first.sibling())
            }
            "champion" => {
                let settings = ChampionSettings::with_milliseconds(milliseconds(spec)?);
                made(move || Champion::new(settings))
            }
            "human" => return Err(GameError::Person),
            path if std::path::Path::new(path).is_file() => strategy(spec)?,
            _ => {
                return Err(GameError::UnknownPlayer {
                    name: spec.name.clone(),
                    game: self.name().to_owned(),
                    known: KINDS.iter().map(|kind| kind.name.to_owned()).collect(),
                });
            }
        })
    }
}

fn made<P: Player<Minesweeper> + 'static>(make: impl Fn() -> P + Send + Sync + 'static) -> Players {
    Box::new(move || Box::new(make()) as Box<dyn Player<Minesweeper>>)
}

/// Players that follow a strategy file; the setting says how they guess.
fn strategy(spec: &PlayerSpec) -> Result<Players, GameError> {
    let refused = |cause: String| GameError::BadPlayerFile {
        file: spec.name.clone(),
        cause,
    };
    let text = std::fs::read_to_string(&spec.name).map_err(|error| refused(error.to_string()))?;
    let strategy =
        Strategy::parse(&spec.name, &text).map_err(|error| refused(error.to_string()))?;
    let guess = match spec.setting.as_deref() {
        None | Some("exact") => Guess::Exact,
        Some("random") => Guess::Random,
        Some("maxima") => Guess::LocalMaxima,
        Some("learned") if strategy.guesses.rules.is_empty() => {
            return Err(refused("it has no rules for guesses".to_owned()));
        }
        Some("learned") => Guess::Learned(Arc::new(strategy.guesses)),
        Some(other) => {
            return Err(GameError::BadSetting {
                player: spec.name.clone(),
                setting: other.to_owned(),
                expected: "write FILE:random, FILE:maxima, FILE:learned or FILE:exact".to_owned(),
            });
        }
    };
    let rules = Arc::new(strategy.rules);
    Ok(Box::new(RulePlayers { rules, guess }))
}

fn planner(source: Source, spec: &PlayerSpec) -> Result<Players, GameError> {
    let effort = effort(spec)?;
    Ok(made(move || Bssuct::new(source, effort)))
}

/// A time as in `2s`, `50ms`, or `50` for milliseconds.
fn milliseconds(spec: &PlayerSpec) -> Result<u64, GameError> {
    match spec.time() {
        Some(time) => Ok(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        None => spec.number("a time such as 2s, or milliseconds", 0, 0),
    }
}

/// A number of simulations, or a time as in `0.5s`.
fn effort(spec: &PlayerSpec) -> Result<Effort, GameError> {
    if let Some(time) = spec.time() {
        return Ok(Effort::Time(time));
    }
    let what = "a time such as 0.5s, or simulations";
    let simulations = spec.number(what, 1, DEFAULT_SIMULATIONS)?;
    Ok(Effort::Simulations(simulations))
}
