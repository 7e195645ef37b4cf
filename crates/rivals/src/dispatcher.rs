//! A manager of the telephone network of `rules/network.pl`: it tries every
//! sequence of controls for a few periods, supposes that nothing is done for a
//! few more, and sets the first control of the sequence by which most calls are
//! carried. It is the teacher that preferences are taken from in this domain.

use stratalog_game::reason::{Evaluation, FeatureShare};
use stratalog_game::rulesheet::{Move, Position};
use stratalog_game::{
    Decision, Described, Game, GameError, Player, PlayerError, PlayerKind, PlayerSource,
    PlayerSpec, Reason, Role, RulesheetGame, Stream, Turn,
};
use stratalog_logic::Term;

/// The rulesheet it can manage, by name.
pub const NETWORK: &str = "network";
/// How many controls in a row it tries.
pub const PLIES: u32 = 2;
/// How many periods without a new control it looks further.
pub const HORIZON: u32 = 3;

/// The player the network has beside those of every game.
pub const KINDS: &[PlayerKind] = &[PlayerKind {
    name: "dispatcher",
    setting: Some("PLIES"),
    about: "most calls carried in the next periods",
}];

/// The player. It is deterministic: of equally good controls it sets the first,
/// and none where none is better than to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispatcher {
    plies: u32,
}

impl Dispatcher {
    /// A manager that tries so many controls in a row, at least one.
    pub fn new(plies: u32) -> Dispatcher {
        Dispatcher {
            plies: plies.max(1),
        }
    }

    /// Its move in a position, and why; nothing when the game is over.
    pub fn choose(&self, game: &RulesheetGame, position: &Position) -> Option<Decision<Move>> {
        let (mv, carried) = best(game, position, self.plies)?;
        let carried = carried as f64;
        let reason = Reason::Features(Box::new(Evaluation {
            value: carried,
            features: vec![FeatureShare {
                name: "calls carried".to_owned(),
                value: carried,
                weight: 1.0,
            }],
        }));
        Some(Decision { mv, reason })
    }
}

impl Default for Dispatcher {
    fn default() -> Dispatcher {
        Dispatcher::new(PLIES)
    }
}

impl Player<RulesheetGame> for Dispatcher {
    fn decide(
        &mut self,
        game: &RulesheetGame,
        view: &Position,
        _role: Role,
        _rng: &mut Stream,
    ) -> Result<Decision<Move>, PlayerError> {
        self.choose(game, view).ok_or(PlayerError::NoMove)
    }
}

/// The players a specification asks for, if the game is the network and the
/// player is of this module.
pub fn source(
    game: &RulesheetGame,
    spec: &PlayerSpec,
) -> Option<Result<Box<dyn PlayerSource<RulesheetGame>>, GameError>> {
    if game.name() != NETWORK || spec.name != KINDS[0].name {
        return None;
    }
    Some(spec.number("plies", 1, u64::from(PLIES)).map(|plies| {
        let dispatcher = Dispatcher::new(u32::try_from(plies).unwrap_or(u32::MAX));
        let make = move || Box::new(dispatcher) as Box<dyn Player<RulesheetGame>>;
        Box::new(make) as Box<dyn PlayerSource<RulesheetGame>>
    }))
}

/// The first move of the best sequence of so many, and the calls carried by it.
fn best(game: &RulesheetGame, position: &Position, plies: u32) -> Option<(Move, i64)> {
    let mut best: Option<(Move, i64)> = None;
    for mv in waiting_first(game, position) {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        let carried = match plies {
            0 | 1 => carried_later(game, next),
            _ => match game.turn(&next) {
                Turn::Over => carried(game, &next),
                Turn::Role(_) => self::best(game, &next, plies - 1).map_or(0, |(_, most)| most),
            },
        };
        if best.is_none_or(|(_, most)| carried > most) {
            best = Some((mv, carried));
        }
    }
    best
}

/// The legal moves, to wait before the others.
fn waiting_first(game: &RulesheetGame, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves.sort_by_key(|&mv| !is_waiting(game, mv));
    moves
}

fn is_waiting(game: &RulesheetGame, mv: Move) -> bool {
    game.move_term(mv) == Term::atom("wait")
}

/// Calls carried when nothing is done for some periods.
fn carried_later(game: &RulesheetGame, mut position: Position) -> i64 {
    let mut moves = Vec::new();
    for _ in 0..HORIZON {
        game.legal_moves(&position, &mut moves);
        let Some(&wait) = moves.iter().find(|&&mv| is_waiting(game, mv)) else {
            break;
        };
        game.play_unchecked(&mut position, wait);
    }
    carried(game, &position)
}

/// Calls carried so far.
pub fn carried(game: &RulesheetGame, position: &Position) -> i64 {
    let facts = game.facts(position);
    let count = |fact: &Term| match fact.as_compound("carried".into(), 1) {
        Some([calls]) => calls.as_integer(),
        _ => None,
    };
    facts.iter().find_map(count).unwrap_or(0)
}
