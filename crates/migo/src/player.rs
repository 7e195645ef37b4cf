//! Plays a strategy: the first rule that names a move decides, of its moves the
//! first; where no rule does, any move.

use rand::RngExt;
use rustc_hash::FxHashMap;
use stratalog_game::reason::RuleFired;
use stratalog_game::{Decision, Game, Player, PlayerError, Reason, Role, Turn};
use stratalog_logic::Functor;
use stratalog_run::Stream;

use crate::error::MigoError;
use crate::examples::Step;
use crate::rules::{Predicate, Rules};
use crate::strategy::Strategy;

/// Positions a player keeps; with more, each move looks into a few new ones.
const MEMORY: usize = 500_000;

/// The move a rule names, and the rule's place; neither if no rule fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice<M> {
    pub rule: Option<usize>,
    pub mv: Option<M>,
}

/// The first move that the first rule with a move names.
pub(crate) fn choose<G: Game>(
    rules: &mut Rules<G>,
    position: &G::Position,
    order: &[Predicate],
) -> Choice<G::Move> {
    let moves = named_moves(rules, position, None);
    for (at, &rule) in order.iter().enumerate() {
        for &(mv, step) in &moves {
            if rules.names(rule, step.from, step.to) {
                return Choice {
                    rule: Some(at),
                    mv: Some(mv),
                };
            }
        }
    }
    Choice {
        rule: None,
        mv: None,
    }
}

/// The moves a rule names, or without a rule all legal ones.
pub(crate) fn named_moves<G: Game>(
    rules: &mut Rules<G>,
    position: &G::Position,
    rule: Option<Predicate>,
) -> Vec<(G::Move, Step)> {
    let Turn::Role(mover) = rules.game().turn(position) else {
        return Vec::new();
    };
    let from = rules.open_state(position);
    let mut moves = Vec::new();
    rules.game().legal_moves(position, &mut moves);
    let mut named = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut next = position.clone();
        rules.game().play_unchecked(&mut next, mv);
        let to = rules.state(&next, mover);
        if rule.is_none_or(|rule| rules.names(rule, from, to)) {
            named.push((mv, Step { from, to }));
        }
    }
    named
}

/// A decision with its reason: one of `among`, or where that is empty the move
/// that was chosen, or any. `rule` is the rule that fired and what it says.
pub(crate) fn decision<G: Game<View = <G as Game>::Position>>(
    game: &G,
    position: &G::Position,
    among: &[G::Move],
    choice: Choice<G::Move>,
    rule: Option<(Functor, String)>,
    rng: &mut Stream,
) -> Result<Decision<G::Move>, PlayerError> {
    let drawn = match among {
        [] => None,
        moves => Some(moves[rng.random_range(0..moves.len() as u32) as usize]),
    };
    if let (Some(mv), Some((functor, because))) = (drawn.or(choice.mv), rule) {
        return Ok(Decision {
            mv,
            reason: Reason::Rule(Box::new(RuleFired {
                rule: functor.name.as_str().to_owned(),
                squares: Vec::new(),
                because,
            })),
        });
    }
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    match moves[..] {
        [] => Err(PlayerError::NoMove),
        [mv] => Ok(Decision {
            mv,
            reason: Reason::Forced,
        }),
        _ => Ok(Decision {
            mv: drawn.unwrap_or_else(|| moves[rng.random_range(0..moves.len() as u32) as usize]),
            reason: Reason::Random { among: moves.len() },
        }),
    }
}

/// A player of a strategy.
pub struct StrategyPlayer<G: Game> {
    rules: Rules<G>,
    order: Vec<(Functor, Predicate, String)>,
    choices: FxHashMap<G::Position, Choice<G::Move>>,
}

impl<G: Game + Clone> StrategyPlayer<G> {
    /// A player of a strategy for this game; a strategy for another board of the
    /// game, or for another game, is played as well as it goes.
    pub fn new(game: &G, strategy: &Strategy) -> Result<StrategyPlayer<G>, MigoError> {
        let wrong = |reason: String| MigoError::BadStrategy {
            name: "the strategy".to_owned(),
            reason,
        };
        let mut rules = Rules::new(game.clone());
        rules.limit(MEMORY);
        let known = Rules::<G>::primitives();
        let defined = rules.define(&strategy.clauses, &known).map_err(wrong)?;
        let order = strategy.order.iter().map(|functor| {
            let found = defined.iter().find(|(f, _)| f == functor);
            let (_, predicate) =
                found.ok_or_else(|| wrong(format!("the rule {functor} has no clause")))?;
            let says = crate::english::sentence(*functor, &strategy.clauses);
            Ok((*functor, *predicate, says))
        });
        Ok(StrategyPlayer {
            order: order.collect::<Result<_, MigoError>>()?,
            rules,
            choices: FxHashMap::default(),
        })
    }

    /// The player with room for any number of positions: every rule is followed
    /// to its end, however far that is.
    pub fn unbounded(mut self) -> StrategyPlayer<G> {
        self.rules.limit(usize::MAX);
        self
    }

    /// The move the strategy names in a position and the rule that names it;
    /// nothing where no rule does, and any move is made.
    pub fn named_move(&mut self, position: &G::Position) -> Option<(G::Move, Functor)> {
        let choice = self.choice(position);
        Some((choice.mv?, self.order[choice.rule?].0))
    }

    /// Whether a rule of the strategy names this move, `next` being the position
    /// it leads to.
    pub fn names(&mut self, rule: usize, position: &G::Position, next: &G::Position) -> bool {
        let Turn::Role(mover) = self.rules.game().turn(position) else {
            return false;
        };
        let from = self.rules.open_state(position);
        let to = self.rules.state(next, mover);
        self.rules.names(self.order[rule].1, from, to)
    }

    fn choice(&mut self, position: &G::Position) -> Choice<G::Move> {
        if let Some(choice) = self.choices.get(position) {
            return *choice;
        }
        let order: Vec<Predicate> = self.order.iter().map(|(_, p, _)| *p).collect();
        self.rules.refresh();
        let choice = choose(&mut self.rules, position, &order);
        self.choices.insert(position.clone(), choice);
        choice
    }
}

impl<G: Game<View = <G as Game>::Position> + Clone> Player<G> for StrategyPlayer<G> {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let choice = self.choice(view);
        let rule = choice.rule.map(|at| {
            let (functor, _, says) = &self.order[at];
            (*functor, says.clone())
        });
        decision(game, view, &[], choice, rule, rng)
    }
}
