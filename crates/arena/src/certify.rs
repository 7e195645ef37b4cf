//! Certifies a strategy: it is asked for its move in every position that can be
//! reached, and each answer is compared with the exact solution of the game.
//! Where no rule names a move any may be made, so all must be as good.

use rustc_hash::FxHashMap;
use stratalog_game::{Game, Outcome, PerfectInformation, Role, Turn};
use stratalog_migo::{Strategy, StrategyPlayer};
use stratalog_players::solution::Solution;
use stratalog_run::Seed;

use crate::error::ArenaError;

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate<G: PerfectInformation> {
    /// Positions in which somebody is to move.
    pub positions: u64,
    /// Those in which the strategy may give something away.
    pub mistakes: u64,
    /// A mistake that is reached in the fewest moves.
    pub counterexample: Option<Counterexample<G>>,
    /// For each rule in its order, the positions in which it names a move and
    /// those in which it names one that does not keep its promise.
    pub rules: Vec<RuleRecord>,
}

/// A position in which the strategy errs.
#[derive(Clone, PartialEq, Debug)]
pub struct Counterexample<G: PerfectInformation> {
    /// The moves that lead there.
    pub line: Vec<G::Move>,
    /// The position.
    pub position: G::Position,
    /// The move the strategy may make.
    pub mv: G::Move,
    /// The rule that names it; none where no rule does.
    pub rule: Option<String>,
    /// What the position is worth.
    pub value: Outcome,
    /// What is left after the move.
    pub left: Outcome,
}

/// How often a rule is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleRecord {
    /// The rule.
    pub rule: String,
    /// Positions in which it names a move.
    pub fires: u64,
    /// Positions in which it names a move that does not keep its promise: to win
    /// for `win_K`, not to lose for others.
    pub wrong: u64,
}

/// The position and move that first led to each position; none for the start.
type CameFrom<G> = FxHashMap<<G as Game>::Position, Option<Step<G>>>;
/// A position and a move made in it.
type Step<G> = (<G as Game>::Position, <G as Game>::Move);

impl<G: PerfectInformation + Clone> Certificate<G> {
    /// Whether the strategy is optimal wherever the game can go.
    pub fn is_optimal(&self) -> bool {
        self.mistakes == 0
    }

    /// Checks a strategy for a game with at most so many positions.
    pub fn of(game: &G, strategy: &Strategy, limit: u64) -> Result<Certificate<G>, ArenaError> {
        let solution = Solution::of_game(game, limit)?;
        let player = StrategyPlayer::new(game, strategy).map(StrategyPlayer::unbounded);
        let mut player = player.map_err(|error| ArenaError::Strategy(error.to_string()))?;
        let mut certificate = Certificate {
            positions: 0,
            mistakes: 0,
            counterexample: None,
            rules: strategy
                .order
                .iter()
                .map(|rule| RuleRecord {
                    rule: rule.name.as_str().to_owned(),
                    fires: 0,
                    wrong: 0,
                })
                .collect(),
        };
        let start = game.initial(&mut Seed(1).stream(0));
        let mut came_from: CameFrom<G> = FxHashMap::default();
        came_from.insert(start.clone(), None);
        let mut layer = vec![start];
        while !layer.is_empty() {
            let mut next_layer = Vec::new();
            for position in &layer {
                let Turn::Role(role) = game.turn(position) else {
                    continue;
                };
                let after = successors(game, &solution, position, role);
                if let Some((mv, rule, value, left)) =
                    certificate.examine(&mut player, &solution, position, role, &after)
                    && certificate.counterexample.is_none()
                {
                    certificate.counterexample = Some(Counterexample {
                        line: line(&came_from, position),
                        position: position.clone(),
                        mv,
                        rule,
                        value,
                        left,
                    });
                }
                for (mv, next, _) in after {
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

    /// Looks at one position; gives a mistake if there is one.
    fn examine(
        &mut self,
        player: &mut StrategyPlayer<G>,
        solution: &Solution<G>,
        position: &G::Position,
        role: Role,
        after: &[(G::Move, G::Position, Outcome)],
    ) -> Option<(G::Move, Option<String>, Outcome, Outcome)> {
        self.positions += 1;
        for (at, record) in self.rules.iter_mut().enumerate() {
            let least = match record.rule.starts_with("win") {
                true => Outcome::Win,
                false => Outcome::Draw,
            };
            let named: Vec<Outcome> = after
                .iter()
                .filter(|(_, next, _)| player.names(at, position, next))
                .map(|(_, _, left)| *left)
                .collect();
            record.fires += u64::from(!named.is_empty());
            record.wrong += u64::from(named.iter().any(|left| *left < least));
        }
        let value = solution.value_for(position, role)?.outcome;
        let named = player.named_move(position);
        let mistake = after.iter().find(|(mv, _, left)| {
            *left < value && named.as_ref().is_none_or(|(named, _)| named == mv)
        });
        let (mv, _, left) = mistake?;
        self.mistakes += 1;
        let rule = named.map(|(_, rule)| rule.name.as_str().to_owned());
        Some((*mv, rule, value, *left))
    }
}

/// The moves, where they lead, and what that is worth to the mover.
fn successors<G: PerfectInformation>(
    game: &G,
    solution: &Solution<G>,
    position: &G::Position,
    role: Role,
) -> Vec<(G::Move, G::Position, Outcome)> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let after = moves.into_iter().filter_map(|mv| {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        let left = solution.value_for(&next, role)?.outcome;
        Some((mv, next, left))
    });
    after.collect()
}

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
