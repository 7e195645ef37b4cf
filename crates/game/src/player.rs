//! What a player is: anything that, given a view, decides.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::error::GameError;
use crate::game::{Game, Role};
use crate::reason::Reason;
use stratalog_run::{Stop, Stream};

/// A move and why it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub mv: M,
    /// Why.
    pub reason: Reason,
}

impl<M> Decision<M> {
    /// The same decision with the move written in another way.
    pub fn map<N>(self, image: impl FnOnce(M) -> N) -> Decision<N> {
        Decision {
            mv: image(self.mv),
            reason: self.reason,
        }
    }
}

/// What a player thinks of the moves there are.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement<M> {
    /// The move it would make, and why.
    pub decision: Decision<M>,
    /// Moves that it considers as good: it chose between them at random. The
    /// others are worse.
    pub as_good: Vec<M>,
}

/// Why a player made no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// A person left the game.
    #[error("the person left the game before its end")]
    Left,
    /// The player was asked although it has no move.
    #[error("there is no legal move to choose from")]
    NoMove,
    /// The player could not decide.
    #[error("{0}")]
    Undecided(String),
}

/// What a player decides about: its view of a game in which it is its turn.
#[derive(Debug)]
pub struct Situation<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// What the player sees of the position.
    pub view: &'a G::View,
    /// The role whose turn it is.
    pub role: Role,
    /// Decides between moves that are equally good.
    pub rng: &'a mut Stream,
}

impl<'a, G: Game> Situation<'a, G> {
    /// A role's turn in a game.
    pub fn new(game: &'a G, view: &'a G::View, role: Role, rng: &'a mut Stream) -> Self {
        Situation {
            game,
            view,
            role,
            rng,
        }
    }
}

/// Anything that, given a view, decides: a move and a reason.
///
/// Between two calls of [`Player::begin`] a player may remember what it saw.
/// From one game to the next it may keep what only saves time: its decisions
/// must follow from the game, the views and the random stream alone, or a match
/// would depend on how its games are spread over threads.
pub trait Player<G: Game>: Send {
    /// Called before the first game with the request at which a player that thinks
    /// for long decides at once. What it decides then is not used.
    fn heed(&mut self, _stop: &Stop) {}

    /// Called before each game with the role the player takes.
    fn begin(&mut self, _game: &G, _role: Role) {}

    /// Decides for the role whose turn it is.
    fn decide(&mut self, situation: Situation<'_, G>) -> Result<Decision<G::Move>, PlayerError>;

    /// Decides as [`Player::decide`] does, and takes the time to give the fullest
    /// reason. For a person who asks why, not for matches.
    fn explain(&mut self, situation: Situation<'_, G>) -> Result<Decision<G::Move>, PlayerError> {
        self.decide(situation)
    }

    /// Decides, and says which other moves are as good. A player that cannot tell
    /// takes all others to be worse.
    fn judge(&mut self, situation: Situation<'_, G>) -> Result<Judgement<G::Move>, PlayerError> {
        Ok(Judgement {
            decision: self.decide(situation)?,
            as_good: Vec::new(),
        })
    }
}

/// A borrowed player is a player.
impl<G: Game, P: Player<G> + ?Sized> Player<G> for &mut P {
    fn heed(&mut self, stop: &Stop) {
        (**self).heed(stop);
    }

    fn begin(&mut self, game: &G, role: Role) {
        (**self).begin(game, role);
    }

    fn decide(&mut self, situation: Situation<'_, G>) -> Result<Decision<G::Move>, PlayerError> {
        (**self).decide(situation)
    }

    fn explain(&mut self, situation: Situation<'_, G>) -> Result<Decision<G::Move>, PlayerError> {
        (**self).explain(situation)
    }

    fn judge(&mut self, situation: Situation<'_, G>) -> Result<Judgement<G::Move>, PlayerError> {
        (**self).judge(situation)
    }
}

/// Where players of one kind come from: each thread of a match asks for its own.
pub trait PlayerSource<G: Game>: Send + Sync {
    /// A new player.
    fn player(&self) -> Box<dyn Player<G>>;
}

impl<G: Game, F: Fn() -> Box<dyn Player<G>> + Send + Sync> PlayerSource<G> for F {
    fn player(&self) -> Box<dyn Player<G>> {
        self()
    }
}

/// A kind of player, as `stratalog games` lists it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerKind {
    /// The name.
    pub name: &'static str,
    /// What may follow after a colon, as in `uct:SIMULATIONS`.
    pub setting: Option<&'static str>,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// A player as the user asks for it: `name` or `name:setting`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// The name, or the path of a strategy file.
    pub name: String,
    /// What follows the colon.
    pub setting: Option<String>,
}

impl FromStr for PlayerSpec {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<PlayerSpec, Infallible> {
        let (name, setting) = match text.split_once(':') {
            Some((name, setting)) => (name, Some(setting.to_owned())),
            None => (text, None),
        };
        Ok(PlayerSpec {
            name: name.to_owned(),
            setting,
        })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.setting {
            Some(setting) => write!(f, ":{setting}"),
            None => Ok(()),
        }
    }
}

impl PlayerSpec {
    /// The setting as a number from `least` up, or `default` where there is none.
    pub fn number(&self, what: &str, least: u64, default: u64) -> Result<u64, GameError> {
        let Some(setting) = &self.setting else {
            return Ok(default);
        };
        match setting.parse() {
            Ok(number) if number >= least => Ok(number),
            _ => Err(GameError::BadSetting {
                player: self.name.clone(),
                setting: setting.clone(),
                expected: format!(
                    "write {what} as a whole number from {least} up, as in {}:{default}",
                    self.name
                ),
            }),
        }
    }

    /// The setting as a time above 0, written as in `2s` or `50ms`.
    pub fn time(&self) -> Option<Duration> {
        let setting = self.setting.as_deref()?;
        let (number, unit) = match setting.strip_suffix("ms") {
            Some(number) => (number, 1e-3),
            None => (setting.strip_suffix('s')?, 1.0),
        };
        let seconds = number.parse::<f64>().ok()? * unit;
        let time = Duration::try_from_secs_f64(seconds).ok()?;
        (!time.is_zero()).then_some(time)
    }

    /// Refuses a setting where the player has none.
    pub fn without_setting(&self) -> Result<(), GameError> {
        match &self.setting {
            None => Ok(()),
            Some(setting) => Err(GameError::BadSetting {
                player: self.name.clone(),
                setting: setting.clone(),
                expected: format!("{} has none, write its name alone", self.name),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> PlayerSpec {
        let Ok(spec) = text.parse();
        spec
    }

    #[test]
    fn a_player_is_a_name_with_or_without_a_setting() {
        assert_eq!(spec("uct:500").number("simulations", 1, 1000), Ok(500));
        assert_eq!(spec("uct").number("simulations", 1, 1000), Ok(1000));
        assert_eq!(spec("uct:500").to_string(), "uct:500");
        assert_eq!(spec("uct:2s").time(), Some(Duration::from_secs(2)));
        assert_eq!(spec("uct:50ms").time(), Some(Duration::from_millis(50)));
        for text in ["uct", "uct:50", "uct:0s", "uct:-1s", "uct:NaNs", "uct:s"] {
            assert_eq!(spec(text).time(), None, "{text}");
        }
        for text in ["uct:", "uct:x", "uct:0", "uct:-1"] {
            let error = spec(text).number("simulations", 1, 1000).expect_err(text);
            assert!(error.to_string().contains("from 1 up"), "{error}");
        }
        assert!(spec("random:3").without_setting().is_err());
        assert!(spec("random").without_setting().is_ok());
    }
}
