//! Certifies a strategy. It is asked for its move in every position that can be
//! reached, and each answer is compared with the exact solution of the game. Where
//! no rule names a move any may be made, so all must be optimal.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Outcome, PerfectInformation, Promise, Role, RuleList, Turn};
use stratalog_players::PlayersError;
use stratalog_players::solution::Solution;
use stratalog_run::{Seed, Stop};

use crate::error::ArenaError;

/// Whether a strategy is optimal, and where it is not.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate<G: PerfectInformation> {
    /// The number of positions in which a role is to move.
    pub positions: u64,
    /// The number of those in which the strategy may make a mistake.
    pub mistakes: u64,
    /// A mistake that is reached in the fewest moves.
    pub counterexample: Option<Counterexample<G>>,
    /// For each rule in its order, how often it keeps its promise.
    pub rules: Vec<RuleRecord>,
}

/// A position in which the strategy makes a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct Counterexample<G: PerfectInformation> {
    /// The moves that lead to the position.
    pub line: Vec<G::Move>,
    /// The position.
    pub position: G::Position,
    /// The move that the strategy may make.
    pub mv: G::Move,
    /// The rule that names it; none where no rule names a move.
    pub rule: Option<String>,
    /// The value of the position for the role to move.
    pub value: Outcome,
    /// The value after the move.
    pub left: Outcome,
}

/// How often a rule keeps its promise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleRecord {
    /// The rule.
    pub rule: String,
    /// What it promises: not to lose where it does not say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub promise: Option<Promise>,
    /// The number of positions in which it names a move.
    pub fires: u64,
    /// The number of positions in which it names a move that breaks its promise.
    pub wrong: u64,
}

/// A mistake in one position.
struct Mistake<M> {
    mv: M,
    rule: Option<String>,
    value: Outcome,
    left: Outcome,
}

/// A legal move, where it leads, and the value of that for the mover.
struct Successor<G: Game> {
    mv: G::Move,
    next: G::Position,
    left: Outcome,
}

/// The position and move that first led to each position; none for the start.
type CameFrom<G> = FxHashMap<<G as Game>::Position, Option<Step<G>>>;
/// A position and a move made in it.
type Step<G> = (<G as Game>::Position, <G as Game>::Move);

impl<G: PerfectInformation + Clone> Certificate<G> {
    /// Whether the strategy is optimal in every position.
    pub fn is_optimal(&self) -> bool {
        self.mistakes == 0
    }

    /// Checks a strategy for a game with at most `limit` positions.
    pub fn of(
        game: &G,
        strategy: &mut dyn RuleList<G>,
        limit: u64,
    ) -> Result<Certificate<G>, ArenaError> {
        Certificate::of_until(game, strategy, limit, &Stop::default())
    }

    /// [`Certificate::of`], unless it is asked to stop.
    pub fn of_until(
        game: &G,
        strategy: &mut dyn RuleList<G>,
        limit: u64,
        stop: &Stop,
    ) -> Result<Certificate<G>, ArenaError> {
        let solution = Solution::of_game_until(game, limit, stop)?;
        let records = strategy.rules().into_iter().map(|rule| RuleRecord {
            rule: rule.name,
            promise: rule.promise,
            fires: 0,
            wrong: 0,
        });
        let mut certificate = Certificate {
            positions: 0,
            mistakes: 0,
            counterexample: None,
            rules: records.collect(),
        };
        let start = game.initial(&mut Seed(1).stream(0));
        let mut came_from: CameFrom<G> = FxHashMap::default();
        came_from.insert(start.clone(), None);
        let mut layer = vec![start];
        while !layer.is_empty() {
            let mut next_layer = Vec::new();
            for position in &layer {
                if stop.is_requested() {
                    return Err(PlayersError::Stopped.into());
                }
                let Turn::Role(role) = game.turn(position) else {
                    continue;
                };
                let value = solution.value_for(position, role);
                let Some(value) = value.map(|value| value.outcome) else {
                    continue;
                };
                let after = successors(game, &solution, position, role);
                let mistake = certificate.examine(strategy, position, value, &after);
                if let Some(mistake) = mistake
                    && certificate.counterexample.is_none()
                {
                    certificate.counterexample = Some(Counterexample {
                        line: line(&came_from, position),
                        position: position.clone(),
                        mv: mistake.mv,
                        rule: mistake.rule,
                        value: mistake.value,
                        left: mistake.left,
                    });
                }
                for Successor { mv, next, .. } in after {
                    came_from.entry(next.clone()).or_insert_with(|| {
                        next_layer.push(next);
                        Some((position.clone(), mv))
                    });
                }
            }
            layer = next_layer;
        }
        Ok(certificate)
    }

    /// Examines one position of this value; returns a mistake if there is one.
    fn examine(
        &mut self,
        strategy: &mut dyn RuleList<G>,
        position: &G::Position,
        value: Outcome,
        after: &[Successor<G>],
    ) -> Option<Mistake<G::Move>> {
        self.positions += 1;
        for (at, record) in self.rules.iter_mut().enumerate() {
            let least = record.promise.map_or(Outcome::Draw, Promise::least);
            let named: Vec<Outcome> = after
                .iter()
                .filter(|successor| strategy.names(at, position, &successor.next))
                .map(|successor| successor.left)
                .collect();
            record.fires += u64::from(!named.is_empty());
            record.wrong += u64::from(named.iter().any(|left| *left < least));
        }
        let named = strategy.first_named(position);
        let mistake = after.iter().find(|successor| {
            let may_be_made = named.is_none_or(|(named, _)| named == successor.mv);
            may_be_made && successor.left < value
        })?;
        self.mistakes += 1;
        Some(Mistake {
            mv: mistake.mv,
            rule: named.map(|(_, rule)| self.rules[rule].rule.clone()),
            value,
            left: mistake.left,
        })
    }
}

fn successors<G: PerfectInformation>(
    game: &G,
    solution: &Solution<G>,
    position: &G::Position,
    role: Role,
) -> Vec<Successor<G>> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let after = moves.into_iter().filter_map(|mv| {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        let left = solution.value_for(&next, role)?.outcome;
        Some(Successor { mv, next, left })
    });
    after.collect()
}

/// The moves that lead to a position.
fn line<P: Clone + Eq + std::hash::Hash, M: Copy>(
    came_from: &FxHashMap<P, Option<(P, M)>>,
    position: &P,
) -> Vec<M> {
    let mut moves = Vec::new();
    let mut at = position;
    while let Some(Some((before, mv))) = came_from.get(at) {
        moves.push(*mv);
        at = before;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use stratalog_game::NamedRule;
    use stratalog_games::NoughtsAndCrosses;

    use super::*;

    /// Names the first legal move everywhere and promises a win.
    struct First;

    impl RuleList<NoughtsAndCrosses> for First {
        fn rules(&self) -> Vec<NamedRule> {
            vec![NamedRule {
                name: "first".to_owned(),
                promise: Some(Promise::Win(1)),
            }]
        }

        fn first_named(
            &mut self,
            position: &<NoughtsAndCrosses as Game>::Position,
        ) -> Option<(<NoughtsAndCrosses as Game>::Move, usize)> {
            let mut moves = Vec::new();
            NoughtsAndCrosses.legal_moves(position, &mut moves);
            Some((*moves.first()?, 0))
        }

        fn names(
            &mut self,
            _rule: usize,
            position: &<NoughtsAndCrosses as Game>::Position,
            next: &<NoughtsAndCrosses as Game>::Position,
        ) -> bool {
            let Some((mv, _)) = self.first_named(position) else {
                return false;
            };
            let mut named = *position;
            NoughtsAndCrosses.play_unchecked(&mut named, mv);
            named == *next
        }
    }

    #[test]
    fn any_list_of_rules_can_be_certified() {
        let certificate = Certificate::of(&NoughtsAndCrosses, &mut First, 10_000).expect("small");
        assert_eq!(certificate.positions, 4_520);
        assert!(!certificate.is_optimal());
        let rule = &certificate.rules[0];
        assert_eq!(rule.fires, 4_520);
        assert!(rule.wrong > certificate.mistakes);
        let found = certificate.counterexample.expect("a mistake");
        assert_eq!(found.rule.as_deref(), Some("first"));
        assert!(found.left < found.value);
    }
}
