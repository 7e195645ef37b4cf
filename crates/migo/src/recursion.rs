//! One rule instead of many. The rules for winning in one move, in two, in three and
//! so on say the same of growing depths; where positions cannot repeat, a rule that
//! calls itself says it once. It replaces them if it names the same moves in every
//! position studied and has fewer literals.

use stratalog_game::{Outcome, Promise};
use stratalog_logic::{Clause, Functor};

use crate::definition::{Endings, surviving, winning, winning_without_draws};
use crate::learner::Migo;
use crate::positions::{Standing, State};
use crate::rules::{Predicate, Rules};
use crate::strategy::{OrderedRule, Strategy};

/// Rules of so few depths say more apart, where a game can be drawn: `win_2` is a fork.
/// Without draws, that the opponent cannot win says it all.
const READABLE_DEPTHS: u32 = 3;

impl Migo {
    /// Whether one recursive rule can stand in place of the rules for winning in two or
    /// more moves: it is right in every position, and shorter than the rules so far.
    pub(crate) fn collapse(&mut self) -> bool {
        self.collapsed = self.recursive_strategy();
        self.changes += u32::from(self.collapsed.is_some());
        self.collapsed.is_some()
    }

    /// Rules for winning in two moves, in three and so on are not learned one by one
    /// where one rule says all.
    pub(crate) fn collapsing_depth(&self) -> u32 {
        if self.rules.endings().draws {
            READABLE_DEPTHS + 1
        } else {
            2
        }
    }

    fn recursive_strategy(&mut self) -> Option<Strategy> {
        let endings = self.rules.endings();
        let win = OrderedRule::keeping(Promise::AnyWin);
        let draw = OrderedRule::keeping(Promise::Draw(1));
        let mut clauses = if endings.draws {
            winning(win.functor, &[win.functor], endings)
        } else {
            winning_without_draws(win.functor, endings)
        };
        let old = self.strategy();
        let at_once = old.order.first().copied()?;
        let mut strategy = old.keeping(|rule| *rule == at_once);
        let size = literals(&strategy.clauses) + literals(&clauses);
        if size >= literals(&self.win.clauses) {
            return None;
        }
        let order = latest_first(&self.rules)?;
        let values = Values::new(&self.rules, &order);
        if values.deepest() < self.collapsing_depth() {
            return None;
        }
        strategy.order.push(win);
        if order.iter().any(|&state| values.of(state) == Outcome::Draw) {
            clauses.push(surviving(draw.functor, &[win.functor], endings));
            strategy.order.push(draw);
        }
        strategy.clauses.extend(clauses.iter().cloned());
        let defined = self.rules.define(&clauses, &Rules::primitives()).ok()?;
        let number = |functor: Functor| {
            let own = defined.iter().find(|(own, _)| *own == functor);
            own.map(|(_, predicate)| *predicate)
        };
        let (win, draw) = (number(win.functor)?, number(draw.functor));
        values
            .are_named(&mut self.rules, win, draw, &order)
            .then_some(strategy)
    }
}

/// The values of the positions in which a role is to move, for that role.
struct Values {
    outcomes: Vec<Outcome>,
    /// The moves that the winner still makes.
    moves: Vec<u16>,
}

impl Values {
    /// Values from the last positions backwards.
    fn new(rules: &Rules, order: &[State]) -> Values {
        let count = rules.positions.len();
        let mut values = Values {
            outcomes: vec![Outcome::Draw; count],
            moves: vec![0; count],
        };
        for &from in order {
            let mut best: Option<(Outcome, u16)> = None;
            for &to in rules.positions.explored(from).unwrap_or_default() {
                let (outcome, moves) = values.after(rules, to);
                best = Some(match best {
                    Some((known, fewest)) if known > outcome => (known, fewest),
                    Some((known, own)) if known == outcome => match outcome {
                        Outcome::Win => (known, own.min(moves)),
                        _ => (known, own.max(moves)),
                    },
                    _ => (outcome, moves),
                });
            }
            if let Some((outcome, moves)) = best {
                values.outcomes[from.0 as usize] = outcome;
                values.moves[from.0 as usize] = moves;
            }
        }
        values
    }

    fn of(&self, state: State) -> Outcome {
        self.outcomes[state.0 as usize]
    }

    /// The most moves that a win takes.
    fn deepest(&self) -> u32 {
        let wins = self.outcomes.iter().zip(&self.moves);
        let wins = wins.filter(|(outcome, _)| **outcome == Outcome::Win);
        wins.map(|(_, moves)| u32::from(*moves)).max().unwrap_or(0)
    }

    /// The value of a move to this position for the role that makes it, and the
    /// moves that the winner makes, this one included.
    fn after(&self, rules: &Rules, to: State) -> (Outcome, u16) {
        match rules.positions.standing(to) {
            Standing::Won => (Outcome::Win, 1),
            Standing::Drawn => (Outcome::Draw, 0),
            Standing::Lost => (Outcome::Loss, 0),
            Standing::Open => {
                let outcome = self.of(to).reversed();
                let moves = self.moves[to.0 as usize];
                let own = u16::from(outcome == Outcome::Win);
                (outcome, moves.saturating_add(own))
            }
        }
    }

    /// Whether the rule for winning names exactly the winning moves, and that for
    /// drawing, where nothing wins, those that do not lose.
    fn are_named(
        &self,
        rules: &mut Rules,
        win: Predicate,
        draw: Option<Predicate>,
        order: &[State],
    ) -> bool {
        order.iter().all(|&from| {
            let draw = draw.filter(|_| self.of(from) != Outcome::Win);
            rules.successors(from).iter().all(|&to| {
                let (outcome, _) = self.after(rules, to);
                rules.names(win, from, to) == (outcome == Outcome::Win)
                    && draw.is_none_or(|draw| {
                        rules.names(draw, from, to) == (outcome != Outcome::Loss)
                    })
            })
        })
    }
}

impl Rules {
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
fn latest_first(rules: &Rules) -> Option<Vec<State>> {
    let positions = &rules.positions;
    let mut visits = vec![Visit::None; positions.len()];
    let mut order = Vec::new();
    let mut path: Vec<(State, usize)> = Vec::new();
    for start in (0..positions.len() as u32).map(State) {
        if visits[start.0 as usize] == Visit::None {
            visits[start.0 as usize] = Visit::Begun;
            path.push((start, 0));
        }
        while let Some((state, at)) = path.last_mut() {
            let next = positions.explored(*state).unwrap_or_default().get(*at);
            *at += 1;
            match next {
                Some(&next) => match visits[next.0 as usize] {
                    Visit::None => {
                        visits[next.0 as usize] = Visit::Begun;
                        path.push((next, 0));
                    }
                    Visit::Begun => return None,
                    Visit::Ended => {}
                },
                None => {
                    visits[state.0 as usize] = Visit::Ended;
                    if positions.standing(*state) == Standing::Open {
                        order.push(*state);
                    }
                    path.pop();
                }
            }
        }
    }
    Some(order)
}

/// How far a position has been visited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    None,
    Begun,
    Ended,
}
