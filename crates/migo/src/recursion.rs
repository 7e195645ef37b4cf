//! One rule instead of many. The rules for winning in one move, in two, in three and
//! so on say the same of growing depths; where positions cannot repeat, a rule that
//! calls itself says it once. It replaces them if it names the same moves in every
//! position studied and has fewer literals.

use stratalog_game::{Game, Promise};
use stratalog_logic::{Clause, Functor};

use crate::definition::{Endings, surviving, winning, winning_without_draws};
use crate::labels::is_won;
use crate::learner::Migo;
use crate::positions::{Standing, State};
use crate::rules::{Predicate, Rules};
use crate::strategy::{OrderedRule, Strategy};

/// Rules of so few depths say more apart: `win_2` is a fork.
const READABLE_DEPTHS: usize = 3;

impl<G: Game + Clone> Migo<G> {
    /// The strategy with one recursive rule in place of the rules for winning in two
    /// or more moves. To be asked when studying has found nothing to contradict the
    /// rules; `None` where that is not the same or not shorter.
    pub fn collapsed(&mut self) -> Option<Strategy> {
        if self.win.rules.len() <= READABLE_DEPTHS {
            return None;
        }
        let order = latest_first(&mut self.rules)?;
        let endings = self.rules.endings();
        let win = OrderedRule::keeping(Promise::AnyWin);
        let draw = OrderedRule::keeping(Promise::Draw(1));
        let mut clauses = if endings.draws {
            winning(win.functor, &[win.functor], endings)
        } else {
            winning_without_draws(win.functor, endings)
        };
        if !self.draw.rules.is_empty() {
            clauses.push(surviving(draw.functor, &[win.functor], endings));
        }
        let old = self.strategy();
        let at_once = old.order.first().copied()?;
        let mut strategy = old.clone().keeping(|rule| *rule == at_once);
        strategy.clauses.extend(clauses.iter().cloned());
        strategy.order.push(win);
        strategy
            .order
            .extend((!self.draw.rules.is_empty()).then_some(draw));
        let is_shorter = literals(&strategy.clauses) < literals(&old.clauses);
        (is_shorter && self.is_same(&clauses, [win.functor, draw.functor], &order))
            .then_some(strategy)
    }

    /// Whether recursive rules for winning and drawing name the moves that the rules
    /// so far name, in these positions.
    fn is_same(&mut self, clauses: &[Clause], [win, draw]: [Functor; 2], order: &[State]) -> bool {
        let Ok(defined) = self.rules.define(clauses, &Rules::<G>::primitives()) else {
            return false;
        };
        let number = |functor| {
            let own = defined.iter().find(|(own, _)| *own == functor);
            own.map(|(_, predicate)| *predicate)
        };
        let (Some(all), draw) = (number(win), number(draw)) else {
            return false;
        };
        let by_depth = self.win.by_depth();
        let old: Vec<Predicate> = by_depth.iter().map(|(_, rule)| *rule).collect();
        let rules = &mut self.rules;
        for &from in order {
            let is_winning = is_won(rules, from, &by_depth);
            for &to in rules.successors(from).iter() {
                let was_named = old.iter().any(|&rule| rules.names(rule, from, to));
                if rules.names(all, from, to) != was_named {
                    return false;
                }
                let Some(draw) = draw.filter(|_| !is_winning) else {
                    continue;
                };
                let loses =
                    rules.positions.standing(to) == Standing::Lost || is_won(rules, to, &by_depth);
                if rules.names(draw, from, to) == loses {
                    return false;
                }
            }
        }
        true
    }
}

impl<G: Game> Rules<G> {
    /// How moves end the game in the positions met.
    pub(crate) fn endings(&self) -> Endings {
        Endings {
            draws: self.positions.has_draws(),
            losses: self.positions.has_losses(),
        }
    }
}

fn literals(clauses: &[Clause]) -> usize {
    clauses.iter().map(|clause| 1 + clause.body.len()).sum()
}

/// The positions in which a role is to move, each after those that it leads to, so
/// that rules which call themselves find their answers tabled; `None` where
/// positions can repeat.
fn latest_first<G: Game>(rules: &mut Rules<G>) -> Option<Vec<State>> {
    let all: Vec<State> = (0..rules.positions.len() as u32).map(State).collect();
    let mut waiting = vec![0u32; all.len()];
    let mut before: Vec<Vec<State>> = vec![Vec::new(); all.len()];
    for &state in &all {
        if !rules.positions.is_explored(state) {
            continue;
        }
        for &next in rules.successors(state).iter() {
            waiting[state.0 as usize] += 1;
            before[next.0 as usize].push(state);
        }
    }
    let mut ready: Vec<State> = all.clone();
    ready.retain(|state| waiting[state.0 as usize] == 0);
    let mut order = Vec::with_capacity(all.len());
    while let Some(state) = ready.pop() {
        order.push(state);
        for earlier in &before[state.0 as usize] {
            waiting[earlier.0 as usize] -= 1;
            if waiting[earlier.0 as usize] == 0 {
                ready.push(*earlier);
            }
        }
    }
    let is_acyclic = order.len() == all.len();
    order.retain(|&state| rules.positions.standing(state) == Standing::Open);
    is_acyclic.then_some(order)
}
