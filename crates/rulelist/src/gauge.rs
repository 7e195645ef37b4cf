//! Takes the measures of positions. Counts come from one network that looks at many
//! positions at once; what moves lead to comes from the game itself.

use rustc_hash::FxHashMap;
use stratalog_game::{Described, Game, Outcome, Role, Turn};
use stratalog_logic::{Symbol, Term, Var};
use stratalog_rulesheet::{Counted, Position, Rulesheet, RulesheetGame};

use crate::counter::Counter;
use crate::error::RuleListError;
use crate::measure::{Fold, Measure, PLAYER, Prospect};
use crate::sides::Sides;

/// The value of a measure that a position does not have, as the greatest of no
/// numbers.
pub const NOTHING: i32 = i32::MIN;

/// The measures of a position.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Counts and folds, as seen by each role.
    values: [Box<[i32]>; 2],
    here: Outlook,
    turned: Outlook,
}

/// What a position means for its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Outlook {
    mover: Option<Role>,
    /// For the first role.
    outcome: Option<Outcome>,
    wins: u16,
    losses: u16,
    moves: u16,
    forks: u16,
}

/// Where the value of a measure is found in a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dial {
    /// Among the counts and folds.
    Value(usize),
    /// In the outlook of a player.
    Outlook(Prospect, Var),
}

/// Takes measures of positions.
pub struct Gauge {
    game: RulesheetGame,
    sides: Sides,
    measures: Vec<Measure>,
    numbers: FxHashMap<Measure, usize>,
    counter: Counter,
    has_forks: bool,
}

impl Gauge {
    /// A gauge of these measures. Fails where a measure cannot be taken.
    pub fn new(
        sheet: &Rulesheet,
        game: &RulesheetGame,
        sides: &Sides,
        measures: Vec<Measure>,
    ) -> Result<Gauge, RuleListError> {
        let goals: Vec<Counted> = measures
            .iter()
            .flat_map(|measure| match measure {
                Measure::Count(goal) => sides.seen_by_each(goal),
                _ => Vec::new(),
            })
            .map(|body| Counted {
                values: body.variables().into_iter().map(Term::Var).collect(),
                body,
            })
            .collect();
        let is_fork = |measure: &Measure| matches!(measure, Measure::Outlook(Prospect::Forks, _));
        let has_forks = measures.iter().any(is_fork);
        let numbers = measures.iter().cloned().zip(0..).collect();
        Ok(Gauge {
            game: game.clone(),
            sides: sides.clone(),
            measures,
            numbers,
            counter: Counter::new(sheet, game, goals)?,
            has_forks,
        })
    }

    /// The game.
    pub fn game(&self) -> &RulesheetGame {
        &self.game
    }

    /// What stands for each player.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// The measures, in order.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// Reads the measures of positions.
    pub fn read(&self, positions: &[&Position]) -> Result<Vec<Reading>, RuleListError> {
        let counts = self.counter.counts(positions)?;
        let has_folds = self
            .measures
            .iter()
            .any(|measure| matches!(measure, Measure::Fold(..)));
        let mut scout = Scout {
            gauge: self,
            known: FxHashMap::default(),
        };
        let read = positions.iter().zip(counts).map(|(position, counts)| {
            let facts = if has_folds {
                self.game.facts(position)
            } else {
                Vec::new()
            };
            Reading {
                values: [
                    self.values(&facts, &counts, 0),
                    self.values(&facts, &counts, 1),
                ],
                here: scout.look(position),
                turned: match self.turned(position) {
                    Some(turned) => scout.look(&turned),
                    None => Outlook::default(),
                },
            }
        });
        Ok(read.collect())
    }

    fn values(&self, facts: &[Term], counts: &[u32], role: u8) -> Box<[i32]> {
        let mut counted = 0;
        let seats = self.sides.roles.len();
        let seat = usize::from(role).min(seats - 1);
        let values = self.measures.iter().map(|measure| match measure {
            Measure::Count(_) => {
                counted += seats;
                i32::try_from(counts[counted - seats + seat]).unwrap_or(i32::MAX)
            }
            Measure::Fold(fold, var, fact) => {
                let fact = self.sides.seen_by(fact, Role(role));
                folded(*fold, *var, &fact, facts)
            }
            Measure::Outlook(..) => NOTHING,
        });
        values.collect()
    }

    /// Where the value of a measure is found in a reading; nowhere where the gauge
    /// does not take it.
    pub fn dial(&self, measure: &Measure) -> Option<Dial> {
        match measure {
            Measure::Outlook(prospect, who) => Some(Dial::Outlook(*prospect, *who)),
            _ => self.numbers.get(measure).copied().map(Dial::Value),
        }
    }

    fn outlook(&self, position: &Position) -> Outlook {
        let game = &self.game;
        let role = match game.turn(position) {
            Turn::Role(role) => role,
            Turn::Over => {
                return Outlook {
                    outcome: Some(game.outcome(position, Role(0))),
                    ..Outlook::default()
                };
            }
            Turn::Failed => return Outlook::default(),
        };
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let mut outlook = Outlook {
            mover: Some(role),
            moves: moves.len().min(u16::MAX.into()) as u16,
            ..Outlook::default()
        };
        for mv in moves {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            if game.turn(&next) == Turn::Over {
                match game.outcome(&next, role) {
                    Outcome::Win => outlook.wins += 1,
                    Outcome::Loss => outlook.losses += 1,
                    Outcome::Draw => {}
                }
            }
        }
        outlook
    }

    /// The position if it were the other role's turn; none where the rulesheet does
    /// not say by a fact whose turn it is.
    fn turned(&self, position: &Position) -> Option<Position> {
        let (Some(turn), Turn::Role(role)) = (self.sides.turn, self.game.turn(position)) else {
            return None;
        };
        let other = Term::compound(turn, [self.sides.roles[role.other().index()].clone()]);
        let facts = self.game.facts(position).into_iter();
        let facts: Vec<Term> = facts
            .map(|fact| match fact.as_compound(turn, 1) {
                Some(_) => other.clone(),
                None => fact,
            })
            .collect();
        self.game.position_of(&facts).ok()
    }
}

/// Looks ahead, and remembers what it saw.
struct Scout<'a> {
    gauge: &'a Gauge,
    known: FxHashMap<Position, Outlook>,
}

impl Scout<'_> {
    fn near(&mut self, position: &Position) -> Outlook {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let outlook = self.gauge.outlook(position);
        self.known.insert(position.clone(), outlook);
        outlook
    }

    /// The outlook with forks, where these are measured.
    fn look(&mut self, position: &Position) -> Outlook {
        let mut outlook = self.near(position);
        if let Some(role) = outlook.mover.filter(|_| self.gauge.has_forks) {
            let game = &self.gauge.game;
            let mut moves = Vec::new();
            game.legal_moves(position, &mut moves);
            for mv in moves {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                outlook.forks += u16::from(self.is_fork(&next, role));
            }
        }
        outlook
    }

    /// Whether a role that moved here has two ways to win and cannot be beaten
    /// before.
    fn is_fork(&mut self, position: &Position, role: Role) -> bool {
        let reply = self.near(position);
        if reply.mover != Some(role.other()) || reply.wins > 0 {
            return false;
        }
        let turned = self.gauge.turned(position);
        turned.is_some_and(|turned| self.near(&turned).wins >= 2)
    }
}

impl Reading {
    /// A value as seen by a role, of the position or of the position with the turn
    /// given to the other role.
    pub fn value(&self, dial: Dial, turned: bool, role: Role) -> i32 {
        match dial {
            Dial::Value(number) => self.values[role.index().min(1)][number],
            Dial::Outlook(prospect, who) => {
                let whose = if who == PLAYER { role } else { role.other() };
                let outlook = if turned { self.turned } else { self.here };
                outlook.value(prospect, whose)
            }
        }
    }
}

impl Outlook {
    fn value(self, prospect: Prospect, role: Role) -> i32 {
        let is = |outcome| {
            let own = match role {
                Role(0) => self.outcome,
                _ => self.outcome.map(Outcome::reversed),
            };
            i32::from(own == Some(outcome))
        };
        let if_moving = |number: u16| {
            if self.mover == Some(role) {
                i32::from(number)
            } else {
                0
            }
        };
        match prospect {
            Prospect::Won => is(Outcome::Win),
            Prospect::Drawn => is(Outcome::Draw),
            Prospect::Lost => is(Outcome::Loss),
            Prospect::Wins => if_moving(self.wins),
            Prospect::Losses => if_moving(self.losses),
            Prospect::Safe => if_moving(self.moves - self.losses),
            Prospect::Moves => if_moving(self.moves),
            Prospect::Forks => if_moving(self.forks),
        }
    }
}

/// The values of a variable in the facts that match a goal, taken together.
fn folded(fold: Fold, var: Var, goal: &Term, facts: &[Term]) -> i32 {
    let Some([pattern]) = goal.as_compound(Symbol::new("true"), 1) else {
        return NOTHING;
    };
    let values = facts.iter().filter_map(|fact| {
        if fact.functor() != pattern.functor() {
            return None;
        }
        let mut value = None;
        for (wanted, own) in pattern.args().iter().zip(fact.args()) {
            match wanted {
                Term::Var(this) if *this == var => value = own.as_integer(),
                Term::Var(_) => {}
                ground if ground == own => {}
                _ => return None,
            }
        }
        value
    });
    let folded = values.reduce(|left, right| fold.of(left, right));
    folded.map_or(NOTHING, |value| {
        value.clamp(i64::from(NOTHING + 1), i64::from(i32::MAX)) as i32
    })
}
