//! Plays a strategy: the first rule that names a move decides, and the first move
//! that it names is made. Where no rule names a move, any move is made.

use rand::RngExt;
use rustc_hash::FxHashMap;
use stratalog_game::{
    AnyMove, AnyPosition, Decision, Game, GameObject, Judgement, NamedRule, Player, PlayerError,
    Reason, RuleList, Situation, Turn,
};
use stratalog_logic::Functor;
use stratalog_run::Stream;

use crate::error::MigoError;
use crate::examples::Step;
use crate::positions::State;
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
pub(crate) fn choose(
    rules: &mut Rules,
    position: &AnyPosition,
    order: &[Predicate],
) -> Choice<AnyMove> {
    let turns = turns_by_move(rules, position);
    for (at, &rule) in order.iter().enumerate() {
        for (mv, turns) in &turns {
            if turns
                .iter()
                .any(|step| rules.names(rule, step.from, step.to))
            {
                return Choice {
                    rule: Some(at),
                    mv: Some(*mv),
                };
            }
        }
    }
    Choice {
        rule: None,
        mv: None,
    }
}

/// The moves that a rule names, each with a turn that begins with it; all legal
/// moves where there is no rule.
pub(crate) fn named_moves(
    rules: &mut Rules,
    position: &AnyPosition,
    rule: Option<Predicate>,
) -> Vec<(AnyMove, Step)> {
    let turns = turns_by_move(rules, position).into_iter();
    turns
        .filter_map(|(mv, turns)| {
            let mut turns = turns.into_iter();
            let named =
                turns.find(|step| rule.is_none_or(|rule| rules.names(rule, step.from, step.to)))?;
            Some((mv, named))
        })
        .collect()
}

/// The legal moves, each with the turns that begin with it.
fn turns_by_move(rules: &mut Rules, position: &AnyPosition) -> Vec<(AnyMove, Vec<Step>)> {
    let Turn::Role(mover) = rules.game().turn(position) else {
        return Vec::new();
    };
    let from = rules.open_state(position);
    let mut moves = Vec::new();
    rules.game().legal_moves(position, &mut moves);
    let turns = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        rules.game().play_unchecked(&mut next, mv);
        let ends = rules.ends_after(&next, mover).into_iter();
        (mv, ends.map(|to| Step { from, to }).collect())
    });
    turns.collect()
}

/// One of some moves, each as likely.
pub(crate) fn random_move<M: Copy>(moves: &[M], rng: &mut Stream) -> Option<M> {
    if moves.is_empty() {
        return None;
    }
    Some(moves[rng.random_range(0..moves.len() as u32) as usize])
}

/// The predicates of a strategy's rules, in their order.
pub(crate) type NumberedRules = Vec<Predicate>;

/// Defines the rules of a strategy.
pub(crate) fn rules_of(rules: &mut Rules, strategy: &Strategy) -> Result<NumberedRules, MigoError> {
    let wrong = |reason: String| MigoError::BadStrategy {
        name: "the strategy".to_owned(),
        reason,
    };
    let known = Rules::primitives();
    let defined = rules.define(&strategy.clauses, &known).map_err(wrong)?;
    let predicates = strategy.order.iter().map(|rule| {
        let found = defined.iter().find(|(functor, _)| *functor == rule.functor);
        let (_, predicate) =
            found.ok_or_else(|| wrong(format!("the rule {} has no clause", rule.functor)))?;
        Ok(*predicate)
    });
    predicates.collect()
}

/// A player of a strategy.
pub struct StrategyPlayer {
    rules: Rules,
    order: Vec<OrderedRule>,
    predicates: Vec<Predicate>,
    /// The choices made before; not kept by a player that is asked everywhere once.
    choices: FxHashMap<AnyPosition, Choice<AnyMove>>,
    keeps_choices: bool,
    /// The position asked about last, and where its moves lead.
    last: Option<Asked>,
    /// The reasons for the choices that were explained.
    reasons: FxHashMap<AnyPosition, Reason>,
}

/// A position with its number, and by move where the turns lead that begin with it.
struct Asked {
    position: AnyPosition,
    from: State,
    ends: Vec<(AnyPosition, Vec<State>)>,
}

impl StrategyPlayer {
    /// A player of a strategy. A strategy for another board or another game is
    /// played as far as its rules apply.
    pub fn new(game: &GameObject, strategy: &Strategy) -> Result<StrategyPlayer, MigoError> {
        let mut rules = Rules::new(game.clone());
        rules.limit(MEMORY);
        Ok(StrategyPlayer {
            predicates: rules_of(&mut rules, strategy)?,
            order: strategy.order.clone(),
            rules,
            choices: FxHashMap::default(),
            keeps_choices: true,
            last: None,
            reasons: FxHashMap::default(),
        })
    }

    /// The same player without a limit on positions: every rule is followed to
    /// its end.
    pub fn unbounded(mut self) -> StrategyPlayer {
        self.rules.limit(usize::MAX);
        self.keeps_choices = false;
        self
    }

    /// Whether a rule names a turn that begins with the move to `next`. Rules are
    /// asked about one position after the other, so that the last one is kept.
    fn begins_named_turn(
        &mut self,
        rule: Predicate,
        position: &AnyPosition,
        next: &AnyPosition,
    ) -> bool {
        let Turn::Role(mover) = self.rules.game().turn(position) else {
            return false;
        };
        let is_last = |asked: &Asked| asked.position == *position;
        let mut asked = match self.last.take().filter(is_last) {
            Some(asked) => asked,
            None => Asked {
                position: position.clone(),
                from: self.rules.open_state(position),
                ends: Vec::new(),
            },
        };
        let at = asked.ends.iter().position(|(own, _)| own == next);
        let at = at.unwrap_or_else(|| {
            let ends = self.rules.ends_after(next, mover);
            asked.ends.push((next.clone(), ends));
            asked.ends.len() - 1
        });
        let mut ends = asked.ends[at].1.iter();
        let is_named = ends.any(|&to| self.rules.names(rule, asked.from, to));
        self.last = Some(asked);
        is_named
    }

    /// The move that the strategy names in a position and the rule that names it;
    /// `None` where no rule names a move and any may be made.
    pub fn named_move(&mut self, position: &AnyPosition) -> Option<(AnyMove, Functor)> {
        let (mv, rule) = self.first_named(position)?;
        Some((mv, self.order[rule].functor))
    }

    fn choice(&mut self, position: &AnyPosition) -> Choice<AnyMove> {
        if let Some(choice) = self.choices.get(position) {
            return *choice;
        }
        self.rules.refresh();
        let choice = choose(&mut self.rules, position, &self.predicates);
        if self.keeps_choices {
            self.choices.insert(position.clone(), choice);
        }
        choice
    }
}

impl RuleList<GameObject> for StrategyPlayer {
    fn rules(&self) -> Vec<NamedRule> {
        self.order.iter().map(OrderedRule::named_rule).collect()
    }

    fn first_named(&mut self, position: &AnyPosition) -> Option<(AnyMove, usize)> {
        let choice = self.choice(position);
        Some((choice.mv?, choice.rule?))
    }

    fn names(&mut self, rule: usize, position: &AnyPosition, next: &AnyPosition) -> bool {
        self.begins_named_turn(self.predicates[rule], position, next)
    }
}

impl StrategyPlayer {
    fn reason(
        &mut self,
        game: &GameObject,
        position: &AnyPosition,
        rule: OrderedRule,
        mv: AnyMove,
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

impl Player<GameObject> for StrategyPlayer {
    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, GameObject>,
    ) -> Result<Decision<AnyMove>, PlayerError> {
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
        situation: Situation<'_, GameObject>,
    ) -> Result<Judgement<AnyMove>, PlayerError> {
        let view = situation.view;
        let decision = self.decide(situation)?;
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
