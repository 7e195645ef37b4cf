//! The players of each game by name. Experts of one game are added here to the
//! players that any game has.

use stratalog_game::{
    Described, Game, GameError, PerfectInformation, PlayerKind, PlayerSource, PlayerSpec,
};
use stratalog_games::network::dispatcher;
use stratalog_games::othello::experts as othello_experts;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_players::roster as any_game;
use stratalog_rulesheet::RulesheetGame;

use crate::believer;

/// A game whose players can be asked for by name.
pub trait Roster: Game + Clone {
    /// The kinds of players there are.
    fn kinds(&self) -> Vec<PlayerKind>;

    /// Players as specified.
    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<Self>>, GameError>;
}

/// Players of one kind, or why there are none; nothing where a game has no
/// expert of that name.
type Expert<G> = Option<Result<Box<dyn PlayerSource<G>>, GameError>>;

/// A game that the players of any game can search, and the experts it has beside
/// them.
pub trait Experts: PerfectInformation + Described + Clone {
    /// The kinds of experts.
    fn experts(&self) -> &'static [PlayerKind] {
        &[]
    }

    /// Experts as specified.
    fn expert(&self, _spec: &PlayerSpec) -> Expert<Self> {
        None
    }
}

impl<G: Experts> Roster for G {
    fn kinds(&self) -> Vec<PlayerKind> {
        let mut kinds = any_game::kinds(self);
        kinds.extend(self.experts());
        kinds
    }

    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<G>>, GameError> {
        match self.expert(spec) {
            Some(expert) => expert,
            None => any_game::source(self, spec),
        }
    }
}

impl Experts for NoughtsAndCrosses {}
impl Experts for Hexapawn {}
impl Experts for ConnectFour {}

impl Experts for Othello {
    fn experts(&self) -> &'static [PlayerKind] {
        othello_experts::KINDS
    }

    fn expert(&self, spec: &PlayerSpec) -> Expert<Othello> {
        othello_experts::source(self, spec)
    }
}

impl Experts for RulesheetGame {
    fn experts(&self) -> &'static [PlayerKind] {
        if self.name() == dispatcher::NETWORK {
            dispatcher::KINDS
        } else if self.is_hidden() {
            believer::KINDS
        } else {
            &[]
        }
    }

    fn expert(&self, spec: &PlayerSpec) -> Expert<RulesheetGame> {
        if self.is_hidden() && spec.name == "uct" {
            return Some(believer::source(spec));
        }
        dispatcher::source(self, spec)
    }
}
