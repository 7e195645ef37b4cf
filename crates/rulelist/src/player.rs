//! Plays a list of rules: the first rule that names a move decides, and the first
//! move that it names is made. Where no rule names a move, any move is made.

use std::sync::Arc;

use rand::RngExt;
use stratalog_game::reason::RuleFired;
use stratalog_game::{
    Decision, Described, Game, Judgement, NamedRule, PerfectInformation, Player, PlayerError,
    Reason, Situation,
};
use stratalog_rulesheet::{Rulesheet, RulesheetGame};
use stratalog_run::Stop;

use crate::condition::Quantity;
use crate::english::Words;
use crate::error::RuleListError;
use crate::gauge::Gauge;
use crate::learner::OrderedRules;
use crate::strategy::rule_name;
use crate::table::{Example, Table};

/// A player of a list of rules, in its rulesheet's game or in a game that the
/// rulesheet describes.
#[derive(Clone)]
pub struct RuleListPlayer<G> {
    game: G,
    list: Arc<OrderedRules>,
    gauge: Arc<Gauge>,
}

/// What a list names in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Naming<M> {
    /// The rule's place in the list.
    pub rule: usize,
    /// The moves that it names.
    pub moves: Vec<M>,
    /// What it found about the first of them, in words.
    pub because: String,
}

impl<G: Described + PerfectInformation + Clone> RuleListPlayer<G> {
    /// A player of a game that this rulesheet describes.
    pub fn new(game: &G, sheet: &Rulesheet, list: OrderedRules) -> Result<Self, RuleListError> {
        let list = OrderedRules {
            words: Words::of(sheet),
            ..list
        };
        let rules = RulesheetGame::new(sheet, stratalog_rulesheet::EngineChoice::default())?;
        let gauge = Gauge::new(sheet, &rules, &list.sides, list.measures())?;
        Ok(RuleListPlayer {
            game: game.clone(),
            list: Arc::new(list),
            gauge: Arc::new(gauge),
        })
    }

    /// What the list names in a position; nothing where no rule names a move.
    pub fn named(&self, position: &G::Position) -> Result<Option<Naming<G::Move>>, RuleListError> {
        let rules = self.gauge.game();
        let facts = self.game.facts(position);
        let Ok(own) = rules.position_of(&facts) else {
            return Ok(None);
        };
        let mut moves = Vec::new();
        rules.legal_moves(&own, &mut moves);
        let example = Example {
            position: own,
            moves: moves.iter().map(|&mv| (mv, true)).collect(),
        };
        let table = Table::new(
            &self.gauge,
            std::slice::from_ref(&example),
            &Stop::default(),
        )?;
        let mut legal = Vec::new();
        self.game.legal_moves(position, &mut legal);
        for (at, rule) in self.list.rules.iter().enumerate() {
            let named = table.named_at(&table.named(rule), 0);
            let Some(&first) = named.first() else {
                continue;
            };
            let terms = named.iter().map(|&at| rules.move_term(moves[at]));
            let moves = terms.filter_map(|term| {
                let mut legal = legal.iter();
                legal.find(|&&mv| self.game.move_term(mv) == term).copied()
            });
            return Ok(Some(Naming {
                rule: at,
                moves: moves.collect(),
                because: {
                    let value = |quantity: &Quantity| table.value(quantity, first);
                    self.list.words.explained(rule, &value)
                },
            }));
        }
        Ok(None)
    }

    fn decision(
        &self,
        position: &G::Position,
        naming: &Naming<G::Move>,
    ) -> Option<Decision<G::Move>> {
        let mv = *naming.moves.first()?;
        let mut next = position.clone();
        self.game.play_unchecked(&mut next, mv);
        let squares = self
            .game
            .drawing(position)
            .changes(&self.game.drawing(&next));
        let said = self
            .list
            .words
            .sentence(&self.list.rules[naming.rule], true);
        let because = match naming.because.as_str() {
            "" => said,
            values => format!("{} ({values})", said.trim_end_matches('.')),
        };
        Some(Decision {
            mv,
            reason: Reason::Rule(Box::new(RuleFired {
                rule: rule_name(naming.rule),
                squares,
                because,
            })),
        })
    }
}

impl<G: Described + PerfectInformation + Clone> Player<G> for RuleListPlayer<G> {
    fn decide(&mut self, situation: Situation<'_, G>) -> Result<Decision<G::Move>, PlayerError> {
        Ok(self.judge(situation)?.decision)
    }

    fn judge(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, G>,
    ) -> Result<Judgement<G::Move>, PlayerError> {
        let undecided = |error: RuleListError| PlayerError::Undecided(error.to_string());
        if let Some(naming) = self.named(view).map_err(undecided)?
            && let Some(decision) = self.decision(view, &naming)
        {
            return Ok(Judgement {
                decision,
                as_good: naming.moves[1..].to_vec(),
            });
        }
        let mut moves = Vec::new();
        game.legal_moves(view, &mut moves);
        if moves.is_empty() {
            return Err(PlayerError::NoMove);
        }
        let mv = moves[rng.random_range(0..moves.len() as u32) as usize];
        let reason = match moves.len() {
            1 => Reason::Forced,
            among => Reason::NoRule { among },
        };
        moves.retain(|own| *own != mv);
        Ok(Judgement {
            decision: Decision { mv, reason },
            as_good: moves,
        })
    }
}

impl<G: Described + PerfectInformation + Clone> stratalog_game::RuleList<G> for RuleListPlayer<G> {
    fn rules(&self) -> Vec<NamedRule> {
        let names = (0..self.list.rules.len()).map(rule_name);
        let rules = names.map(|name| NamedRule {
            name,
            promise: None,
        });
        rules.collect()
    }

    fn first_named(&mut self, position: &G::Position) -> Option<(G::Move, usize)> {
        let naming = self.named(position).ok()??;
        Some((*naming.moves.first()?, naming.rule))
    }

    fn all_named(&mut self, position: &G::Position) -> Option<(Vec<G::Move>, usize)> {
        let naming = self.named(position).ok()??;
        Some((naming.moves, naming.rule))
    }

    fn names(&mut self, rule: usize, position: &G::Position, next: &G::Position) -> bool {
        let naming = self.named(position).ok().flatten();
        let Some(naming) = naming.filter(|naming| naming.rule == rule) else {
            return false;
        };
        naming.moves.into_iter().any(|mv| {
            let mut after = position.clone();
            self.game.play_unchecked(&mut after, mv);
            after == *next
        })
    }
}
