//! Plays a strategy: the first rule that names a move decides, and the first move
//! that it names is made. Where no rule names a move, any move is made.

use rand::RngExt;
use rustc_hash::FxHashMap;
use stratalog_game::{
    Decision, Described, Game, Judgement, NamedRule, PerfectInformation, Player, PlayerError,
    Reason, Role, RuleList, Turn,
};
use stratalog_logic::Functor;
use stratalog_run::Stream;

use crate::error::MigoError;
use crate::examples::Step;
use crate::rules::{Predicate, Rules};
use crate::strategy::{OrderedRule, Strategy};
use crate::why;

/// The number of positions that a player keeps. Beyond it, each move explores only
/// a few new ones.
const MEMORY: usize = 500_000;

/// The move that a rule names and the rule's index; neither if no rule names a
/// move.
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

/// The moves that a rule names; all legal moves where there is no rule.
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

/// One of some moves, each as likely.
pub(crate) fn random_move<M: Copy>(moves: &[M], rng: &mut Stream) -> Option<M> {
    if moves.is_empty() {
        return None;
    }
    Some(moves[rng.random_range(0..moves.len() as u32) as usize])
}

/// A player of a strategy.
pub struct StrategyPlayer<G: Game> {
    rules: Rules<G>,
    order: Vec<OrderedRule>,
    predicates: Vec<Predicate>,
    choices: FxHashMap<G::Position, Choice<G::Move>>,
    /// The reasons for the choices that were explained.
    reasons: FxHashMap<G::Position, Reason>,
}

impl<G: Game + Clone> StrategyPlayer<G> {
    /// A player of a strategy. A strategy for another board or another game is
    /// played as far as its rules apply.
    pub fn new(game: &G, strategy: &Strategy) -> Result<StrategyPlayer<G>, MigoError> {
        let wrong = |reason: String| MigoError::BadStrategy {
            name: "the strategy".to_owned(),
            reason,
        };
        let mut rules = Rules::new(game.clone());
        rules.limit(MEMORY);
        let known = Rules::<G>::primitives();
        let defined = rules.define(&strategy.clauses, &known).map_err(wrong)?;
        let predicates = strategy.order.iter().map(|rule| {
            let found = defined.iter().find(|(functor, _)| *functor == rule.functor);
            let (_, predicate) =
                found.ok_or_else(|| wrong(format!("the rule {} has no clause", rule.functor)))?;
            Ok(*predicate)
        });
        Ok(StrategyPlayer {
            predicates: predicates.collect::<Result<_, MigoError>>()?,
            order: strategy.order.clone(),
            rules,
            choices: FxHashMap::default(),
            reasons: FxHashMap::default(),
        })
    }

    /// The same player without a limit on positions: every rule is followed to
    /// its end.
    pub fn unbounded(mut self) -> StrategyPlayer<G> {
        self.rules.limit(usize::MAX);
        self
    }

    /// The move that the strategy names in a position and the rule that names it;
    /// `None` where no rule names a move and any may be made.
    pub fn named_move(&mut self, position: &G::Position) -> Option<(G::Move, Functor)> {
        let (mv, rule) = self.first_named(position)?;
        Some((mv, self.order[rule].functor))
    }

    fn choice(&mut self, position: &G::Position) -> Choice<G::Move> {
        if let Some(choice) = self.choices.get(position) {
            return *choice;
        }
        self.rules.refresh();
        let choice = choose(&mut self.rules, position, &self.predicates);
        self.choices.insert(position.clone(), choice);
        choice
    }
}

impl<G: Game + Clone> RuleList<G> for StrategyPlayer<G> {
    fn rules(&self) -> Vec<NamedRule> {
        let rules = self.order.iter().map(|rule| NamedRule {
            name: rule.functor.name.as_str().to_owned(),
            promise: rule.promise,
        });
        rules.collect()
    }

    fn first_named(&mut self, position: &G::Position) -> Option<(G::Move, usize)> {
        let choice = self.choice(position);
        Some((choice.mv?, choice.rule?))
    }

    fn names(&mut self, rule: usize, position: &G::Position, next: &G::Position) -> bool {
        let Turn::Role(mover) = self.rules.game().turn(position) else {
            return false;
        };
        let from = self.rules.open_state(position);
        let to = self.rules.state(next, mover);
        self.rules.names(self.predicates[rule], from, to)
    }
}

impl<G: Described + PerfectInformation + Clone> StrategyPlayer<G> {
    fn reason(
        &mut self,
        game: &G,
        position: &G::Position,
        rule: OrderedRule,
        mv: G::Move,
    ) -> Reason {
        let Turn::Role(role) = game.turn(position) else {
            return Reason::Forced;
        };
        if let Some(reason) = self.reasons.get(position) {
            return reason.clone();
        }
        // Decisions come first where there is little room for positions.
        if self.rules.positions.len() > MEMORY / 2 {
            return why::named(game, role, rule, mv);
        }
        let reason = why::explained(game, position, rule, mv, &mut |position| {
            let (mv, rule) = self.first_named(position)?;
            Some((mv, self.order[rule]))
        });
        self.reasons.insert(position.clone(), reason.clone());
        reason
    }
}

impl<G: Described + PerfectInformation + Clone> Player<G> for StrategyPlayer<G> {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        match self.first_named(view) {
            Some((mv, rule)) => {
                let reason = self.reason(game, view, self.order[rule], mv);
                Ok(Decision { mv, reason })
            }
            None => why::unnamed(game, view, None, rng),
        }
    }

    /// The moves that the deciding rule names are as good; where no rule decides,
    /// all moves are.
    fn judge(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Judgement<G::Move>, PlayerError> {
        let decision = self.decide(game, view, role, rng)?;
        let rule = self
            .first_named(view)
            .map(|(_, rule)| self.predicates[rule]);
        let named = named_moves(&mut self.rules, view, rule).into_iter();
        let as_good = named.map(|(mv, _)| mv).filter(|&mv| mv != decision.mv);
        Ok(Judgement {
            as_good: as_good.collect(),
            decision,
        })
    }
}
