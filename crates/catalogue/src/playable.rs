//! A game with the players that play it, whatever its type.

use std::sync::Arc;

use stratalog_game::object::erased_players;
use stratalog_game::{
    AnyPosition, Game, GameError, GameObject, PlayerKind, PlayerSource, PlayerSpec,
};
use stratalog_players::PlayersError;
use stratalog_players::solve::{SolvedGame, solve_from, solve_until};
use stratalog_run::Stop;

use crate::roster::{Experts, Roster};
use crate::strategy_file;

/// A game with the players that play it. Players that search are compiled for
/// each game; everything else sees the game as an object.
#[derive(Clone)]
pub struct Playable {
    /// The game.
    pub game: GameObject,
    roster: Arc<dyn ErasedRoster>,
}

impl Playable {
    /// A game of perfect information, or one whose rules say what is hidden.
    pub fn new<G: Experts>(game: G) -> Playable {
        Playable {
            game: GameObject::new(game.clone()),
            roster: Arc::new(Searchable(Arc::new(game))),
        }
    }

    /// A game that cannot be searched.
    pub fn hidden<G: Roster + stratalog_game::Described>(game: G) -> Playable {
        Playable {
            game: GameObject::new(game.clone()),
            roster: Arc::new(Hidden(Arc::new(game))),
        }
    }

    /// The kinds of players there are.
    pub fn kinds(&self) -> Vec<PlayerKind> {
        self.roster.kinds()
    }

    /// Players as specified: by name, or by the path of a strategy file.
    pub fn source(
        &self,
        spec: &PlayerSpec,
    ) -> Result<Box<dyn PlayerSource<GameObject>>, GameError> {
        if self.game.is_open() && strategy_file::is_file(spec) {
            return strategy_file::source(&self.game, spec);
        }
        self.roster.source(spec)
    }

    /// Solves the game, from its start or from a position of it, visiting at most this
    /// number of positions.
    pub fn solve(
        &self,
        from: Option<&AnyPosition>,
        limit: u64,
        stop: &Stop,
    ) -> Result<SolvedGame, PlayersError> {
        self.roster.solve(from, limit, stop)
    }
}

/// A roster whose game is erased.
trait ErasedRoster: Send + Sync {
    fn kinds(&self) -> Vec<PlayerKind>;

    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<GameObject>>, GameError>;

    fn solve(
        &self,
        from: Option<&AnyPosition>,
        limit: u64,
        stop: &Stop,
    ) -> Result<SolvedGame, PlayersError>;
}

/// A game whose positions can be searched, unless its rules hide something.
struct Searchable<G>(Arc<G>);

impl<G: Experts> ErasedRoster for Searchable<G> {
    fn kinds(&self) -> Vec<PlayerKind> {
        Roster::kinds(&*self.0)
    }

    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<GameObject>>, GameError> {
        let kinds = self.kinds();
        if kinds.iter().all(|kind| kind.name != spec.name) {
            return Err(GameError::UnknownPlayer {
                name: spec.name.clone(),
                game: self.0.name().to_owned(),
                known: kinds.iter().map(|kind| kind.name.to_owned()).collect(),
            });
        }
        let players = Roster::source(&*self.0, spec)?;
        Ok(erased_players(Arc::clone(&self.0), players))
    }

    fn solve(
        &self,
        from: Option<&AnyPosition>,
        limit: u64,
        stop: &Stop,
    ) -> Result<SolvedGame, PlayersError> {
        match from.and_then(AnyPosition::downcast::<G::Position>) {
            Some(position) => solve_from(&*self.0, position.clone(), limit, stop),
            None => solve_until(&*self.0, limit, stop),
        }
    }
}

/// A game whose players never see the whole position.
struct Hidden<G>(Arc<G>);

impl<G: Roster + stratalog_game::Described> ErasedRoster for Hidden<G> {
    fn kinds(&self) -> Vec<PlayerKind> {
        self.0.kinds()
    }

    fn source(&self, spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<GameObject>>, GameError> {
        let players = self.0.source(spec)?;
        Ok(erased_players(Arc::clone(&self.0), players))
    }

    fn solve(
        &self,
        _from: Option<&AnyPosition>,
        _limit: u64,
        _stop: &Stop,
    ) -> Result<SolvedGame, PlayersError> {
        Err(PlayersError::Hidden)
    }
}
