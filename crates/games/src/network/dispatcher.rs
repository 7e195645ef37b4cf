//! A manager of the telephone network of `rules/network.pl`. It tries every sequence
//! of controls for a few periods, assumes that nothing is done for a few more, and
//! sets the first control of the sequence that carries most calls. It is the teacher
//! of preferences in this domain.

use stratalog_game::reason::{Evaluation, FeatureShare};
use stratalog_game::{
    Decision, Described, Game, GameError, Judgement, Player, PlayerError, PlayerKind, PlayerSource,
    PlayerSpec, Reason, Situation, Turn,
};
use stratalog_logic::Term;
use stratalog_rulesheet::RulesheetGame;
use stratalog_rulesheet::{Move, Position};

/// The name of the rulesheet that it plays.
pub const NETWORK: &str = "network";
/// The default number of controls that it tries in a row.
pub const PLIES: u32 = 2;
/// The number of periods without a new control that follow.
pub const HORIZON: u32 = 3;

/// The player that only the network has.
pub const KINDS: &[PlayerKind] = &[PlayerKind {
    name: "dispatcher",
    setting: Some("PLIES"),
    about: "most calls carried in the next periods",
}];

/// The player. It is deterministic: of equally good controls it sets the first, and
/// it waits where no control is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispatcher {
    plies: u32,
}

impl Dispatcher {
    /// A manager that tries `plies` controls in a row; it always waits for 0.
    pub fn new(plies: u32) -> Dispatcher {
        Dispatcher { plies }
    }

    /// Its move in a position and the reason, and the moves by which as many calls
    /// are carried.
    pub fn choose(
        &self,
        game: &RulesheetGame,
        position: &Position,
    ) -> Result<Judgement<Move>, PlayerError> {
        let values = values(game, position, self.plies)?;
        let most = values.iter().map(|&(_, carried)| carried).max();
        let carried = most.ok_or(PlayerError::NoMove)?;
        let best = values.into_iter().filter(|&(_, other)| other == carried);
        let mut best = best.map(|(mv, _)| mv);
        let mv = best.next().ok_or(PlayerError::NoMove)?;
        let carried = carried as f64;
        let reason = Reason::Features(Box::new(Evaluation {
            value: carried,
            features: vec![FeatureShare {
                name: "calls carried".to_owned(),
                value: carried,
                weight: 1.0,
                ..FeatureShare::default()
            }],
            ..Evaluation::default()
        }));
        Ok(Judgement {
            decision: Decision { mv, reason },
            as_good: best.collect(),
        })
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
        situation: Situation<'_, RulesheetGame>,
    ) -> Result<Decision<Move>, PlayerError> {
        Ok(self.judge(situation)?.decision)
    }

    fn judge(
        &mut self,
        Situation { game, view, .. }: Situation<'_, RulesheetGame>,
    ) -> Result<Judgement<Move>, PlayerError> {
        self.choose(game, view)
    }
}

/// The players that a specification names, if the game is the network and the player
/// is of this module.
pub fn source(
    game: &RulesheetGame,
    spec: &PlayerSpec,
) -> Option<Result<Box<dyn PlayerSource<RulesheetGame>>, GameError>> {
    if game.name() != NETWORK || spec.name != KINDS[0].name {
        return None;
    }
    Some(spec.number("plies", 0, u64::from(PLIES)).map(|plies| {
        let dispatcher = Dispatcher::new(u32::try_from(plies).unwrap_or(u32::MAX));
        let make = move || Box::new(dispatcher) as Box<dyn Player<RulesheetGame>>;
        Box::new(make) as Box<dyn PlayerSource<RulesheetGame>>
    }))
}

/// The moves to be tried, waiting first, each with the calls carried by the best
/// sequence of `plies` moves that begins with it.
fn values(
    game: &RulesheetGame,
    position: &Position,
    plies: u32,
) -> Result<Vec<(Move, i64)>, PlayerError> {
    let value = |mv: Move| {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        let carried = match (plies, game.turn(&next)) {
            (0 | 1, _) => carried_later(game, next)?,
            (_, Turn::Over) => carried(game, &next),
            (_, Turn::Failed) => return Err(rules_failed(game, &next)),
            (_, Turn::Role(_)) => {
                let later = values(game, &next, plies - 1)?.into_iter();
                later.map(|(_, carried)| carried).max().unwrap_or(0)
            }
        };
        Ok((mv, carried))
    };
    let mut moves = waiting_first(game, position);
    if plies == 0 {
        moves.truncate(1);
    }
    moves.into_iter().map(value).collect()
}

/// The error of a position in which the rules cannot be evaluated.
fn rules_failed(game: &RulesheetGame, position: &Position) -> PlayerError {
    let cause = game.failure(position).unwrap_or_default();
    PlayerError::Undecided(format!("the rules cannot be evaluated: {cause}"))
}

/// The legal moves, waiting first.
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
fn carried_later(game: &RulesheetGame, mut position: Position) -> Result<i64, PlayerError> {
    let mut moves = Vec::new();
    for _ in 0..HORIZON {
        game.legal_moves(&position, &mut moves);
        let Some(&wait) = moves.iter().find(|&&mv| is_waiting(game, mv)) else {
            break;
        };
        game.play_unchecked(&mut position, wait);
    }
    if game.turn(&position) == Turn::Failed {
        return Err(rules_failed(game, &position));
    }
    Ok(carried(game, &position))
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
