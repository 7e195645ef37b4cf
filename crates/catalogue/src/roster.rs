//! The players of each game by name. A crate with players for one game is
//! joined in here.

use stratalog_game::{
    Described, Game, GameError, PerfectInformation, PlayerKind, PlayerSource, PlayerSpec,
};
use stratalog_games::network::dispatcher;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_rulesheet::RulesheetGame;

use crate::strategy_file;

/// A game whose players can be asked for by name.
pub trait Roster: Game + Clone {
    /// The kinds of players there are.
    fn kinds(&self) -> Vec<PlayerKind>;

    /// Players as specified.
    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<Self>>, GameError>;
}

/// Gives games of perfect information the players that can play any of them.
macro_rules! perfect_information_roster {
    ($($game:ty),*) => {$(
        impl Roster for $game {
            fn kinds(&self) -> Vec<PlayerKind> {
                stratalog_players::roster::KINDS.to_vec()
            }

            fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<Self>>, GameError> {
                match strategy_file::is_file(spec) {
                    true => strategy_file::source(self, spec),
                    false => stratalog_players::roster::source(self, spec),
                }
            }
        }
    )*};
}

perfect_information_roster!(NoughtsAndCrosses, Hexapawn, ConnectFour);

impl Roster for Othello {
    fn kinds(&self) -> Vec<PlayerKind> {
        let mut kinds = stratalog_players::roster::KINDS.to_vec();
        kinds.extend_from_slice(stratalog_games::othello::experts::KINDS);
        kinds
    }

    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<Self>>, GameError> {
        if strategy_file::is_file(spec) {
            return strategy_file::source(self, spec);
        }
        if let Some(source) = stratalog_games::othello::experts::source(self, spec) {
            return source;
        }
        named(self, spec)
    }
}

/// Players that need not see everything.
const WITHOUT_SIGHT: [&str; 2] = ["random", "human"];

impl Roster for RulesheetGame {
    fn kinds(&self) -> Vec<PlayerKind> {
        let mut kinds = stratalog_players::roster::KINDS.to_vec();
        if self.is_hidden() {
            kinds.retain(|kind| WITHOUT_SIGHT.contains(&kind.name));
        }
        if self.name() == dispatcher::NETWORK {
            kinds.extend_from_slice(dispatcher::KINDS);
        }
        kinds
    }

    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<Self>>, GameError> {
        if strategy_file::is_file(spec) && !self.is_hidden() {
            return strategy_file::source(self, spec);
        }
        if let Some(source) = dispatcher::source(self, spec) {
            return source;
        }
        named(self, spec)
    }
}

/// The players any game has, where this one has them; the error names all that
/// it has.
fn named<G: Roster + PerfectInformation + Described>(
    game: &G,
    spec: &PlayerSpec,
) -> Result<Box<dyn PlayerSource<G>>, GameError> {
    let kinds = game.kinds();
    if kinds.iter().any(|kind| kind.name == spec.name) {
        return stratalog_players::roster::source(game, spec);
    }
    Err(GameError::UnknownPlayer {
        name: spec.name.clone(),
        game: game.name().to_owned(),
        known: kinds.iter().map(|kind| kind.name.to_owned()).collect(),
    })
}
