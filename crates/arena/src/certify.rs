//! Certifies a strategy. It is asked for its move in every position that can be
//! reached, and each answer is compared with the exact solution of the game. Where
//! no rule names a move any may be made, so all must be optimal. Where positions can
//! repeat, a strategy that keeps a win must also come to it.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Outcome, PerfectInformation, Promise, Role, RuleList, Turn};
use stratalog_players::PlayersError;
use stratalog_players::solution::Solution;
use stratalog_run::Stop;

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
    /// What it promises. A rule that does not say promises the best moves wherever
    /// it decides.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub promise: Option<Promise>,
    /// The number of positions in which it is the first to name a move.
    #[serde(default)]
    pub decides: u64,
    /// The number of positions in which it names a move.
    pub fires: u64,
    /// The number of positions in which it names a move that breaks its promise.
    pub wrong: u64,
}

/// A position, its value for the role to move, and what the strategy names there.
struct Asked<'a, G: PerfectInformation> {
    role: Role,
    position: &'a G::Position,
    value: Outcome,
    named: Option<(Vec<G::Move>, usize)>,
    after: Vec<Successor<G>>,
}

/// A mistake in one position.
struct Mistake<M> {
    mv: M,
    rule: Option<String>,
    value: Outcome,
    left: Outcome,
}

impl<M> Mistake<M> {
    /// The mistake as a counterexample, after the moves that lead to its position.
    fn at<G: PerfectInformation<Move = M>>(
        self,
        line: Vec<M>,
        position: G::Position,
    ) -> Counterexample<G> {
        Counterexample {
            line,
            position,
            mv: self.mv,
            rule: self.rule,
            value: self.value,
            left: self.left,
        }
    }
}

/// The positions that one role wins, with the moves that may be made there while the
/// strategy plays that role: any that it names, and all of the opponent. Where these
/// moves can go round in a circle, the win may never come.
struct Winning<G: PerfectInformation> {
    numbers: FxHashMap<(G::Position, Role), u32>,
    nodes: Vec<WinningNode<G>>,
}

struct WinningNode<G: PerfectInformation> {
    position: G::Position,
    /// The move of the strategy and its rule, where it is to move.
    own: Option<(G::Move, Option<usize>)>,
    next: Vec<u32>,
    is_met: bool,
}

impl<G: PerfectInformation> Default for Winning<G> {
    fn default() -> Winning<G> {
        Winning {
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
        }
    }
}

impl<G: PerfectInformation> Winning<G> {
    fn number(&mut self, position: &G::Position, winner: Role) -> u32 {
        let count = self.nodes.len() as u32;
        let number = *self
            .numbers
            .entry((position.clone(), winner))
            .or_insert(count);
        if number == count {
            self.nodes.push(WinningNode {
                position: position.clone(),
                own: None,
                next: Vec::new(),
                is_met: false,
            });
        }
        number
    }

    /// Adds a position, if it is won for either role.
    fn add(&mut self, asked: &Asked<'_, G>) {
        let Asked {
            role,
            position,
            ref named,
            ref after,
            ..
        } = *asked;
        let winner = match asked.value {
            Outcome::Win => role,
            Outcome::Loss => role.other(),
            Outcome::Draw => return,
        };
        let number = self.number(position, winner) as usize;
        let may_be_made = |mv: &G::Move| match named {
            Some((moves, _)) if winner == role => moves.contains(mv),
            _ => true,
        };
        let made: Vec<&Successor<G>> = after.iter().filter(|own| may_be_made(&own.mv)).collect();
        let next = made.iter().map(|own| self.number(&own.next, winner));
        let next = next.collect();
        let node = &mut self.nodes[number];
        node.next = next;
        node.is_met = true;
        if winner == role {
            let first = made.first().map(|own| own.mv);
            node.own = first.map(|mv| (mv, named.as_ref().map(|(_, rule)| *rule)));
        }
    }

    /// The positions in which the strategy is to move and from which play may go on
    /// for ever: what is left when positions that lead nowhere else are removed again
    /// and again. With the strategy's move and its rule.
    fn endless(self) -> Vec<(G::Position, G::Move, Option<usize>)> {
        let mut leads_on: Vec<u32> = self.nodes.iter().map(|own| own.next.len() as u32).collect();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for (number, node) in (0..).zip(&self.nodes) {
            for &next in &node.next {
                before[next as usize].push(number);
            }
        }
        let mut ended: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&number| leads_on[number as usize] == 0)
            .collect();
        let mut is_ended = vec![false; self.nodes.len()];
        while let Some(number) = ended.pop() {
            is_ended[number as usize] = true;
            for &earlier in &before[number as usize] {
                leads_on[earlier as usize] -= 1;
                if leads_on[earlier as usize] == 0 {
                    ended.push(earlier);
                }
            }
        }
        let nodes = self.nodes.into_iter().zip(is_ended);
        nodes
            .filter(|(node, is_ended)| node.is_met && !is_ended)
            .filter_map(|(node, _)| {
                let (mv, rule) = node.own?;
                Some((node.position, mv, rule))
            })
            .collect()
    }
}

/// A legal move, where it leads, and the value of that for the mover.
struct Successor<G: Game> {
    mv: G::Move,
    next: G::Position,
    left: Outcome,
}

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
            decides: 0,
            fires: 0,
            wrong: 0,
        });
        let mut certificate = Certificate {
            positions: 0,
            mistakes: 0,
            counterexample: None,
            rules: records.collect(),
        };
        let mut winning = solution.repeats().then(Winning::default);
        let mut lines = Lines::new(solution.len());
        for number in 0..solution.len() as u32 {
            if stop.is_requested() {
                return Err(PlayersError::Stopped.into());
            }
            let Some(position) = solution.position(number) else {
                continue;
            };
            let Turn::Role(role) = game.turn(position) else {
                continue;
            };
            let value = solution.value_for(position, role);
            let Some(value) = value.map(|value| value.outcome) else {
                continue;
            };
            let asked = Asked {
                role,
                position,
                value,
                named: strategy.all_named(position),
                after: successors(game, &solution, position, role),
            };
            let mistake = certificate.examine(strategy, &asked);
            if let Some(mistake) = mistake
                && certificate.counterexample.is_none()
            {
                let line = lines.to(game, &solution, number);
                certificate.counterexample = Some(mistake.at(line, position.clone()));
            }
            if let Some(winning) = &mut winning {
                winning.add(&asked);
            }
            for Successor { next, .. } in &asked.after {
                lines.add(number, solution.number_of(next));
            }
        }
        for (position, mv, rule) in winning.map(Winning::endless).unwrap_or_default() {
            let line = || match solution.number_of(&position) {
                Some(number) => lines.to(game, &solution, number),
                None => Vec::new(),
            };
            certificate.add_endless(&position, mv, rule, line);
        }
        Ok(certificate)
    }

    /// Counts a position that is won and in which the strategy may go on for ever.
    fn add_endless(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        rule: Option<usize>,
        line: impl FnOnce() -> Vec<G::Move>,
    ) {
        self.mistakes += 1;
        if self.counterexample.is_none() {
            let mistake = Mistake {
                mv,
                rule: rule.map(|rule| self.rules[rule].rule.clone()),
                value: Outcome::Win,
                left: Outcome::Draw,
            };
            self.counterexample = Some(mistake.at(line(), position.clone()));
        }
    }

    /// Examines one position; returns a mistake if there is one.
    fn examine(
        &mut self,
        strategy: &mut dyn RuleList<G>,
        asked: &Asked<'_, G>,
    ) -> Option<Mistake<G::Move>> {
        let Asked {
            position,
            value,
            ref named,
            ref after,
            ..
        } = *asked;
        self.positions += 1;
        if let Some((_, rule)) = named {
            self.rules[*rule].decides += 1;
        }
        for (at, record) in self.rules.iter_mut().enumerate() {
            let Some(least) = record.promise.map(Promise::least) else {
                if let Some((moves, _)) = named.as_ref().filter(|(_, rule)| *rule == at) {
                    let worse = |own: &Successor<G>| own.left < value && moves.contains(&own.mv);
                    record.fires += 1;
                    record.wrong += u64::from(after.iter().any(worse));
                }
                continue;
            };
            let named: Vec<Outcome> = after
                .iter()
                .filter(|successor| strategy.names(at, position, &successor.next))
                .map(|successor| successor.left)
                .collect();
            record.fires += u64::from(!named.is_empty());
            record.wrong += u64::from(named.iter().any(|left| *left < least));
        }
        let mistake = after.iter().find(|successor| {
            let may_be_made = match named {
                Some((moves, _)) => moves.contains(&successor.mv),
                None => true,
            };
            may_be_made && successor.left < value
        })?;
        self.mistakes += 1;
        Some(Mistake {
            mv: mistake.mv,
            rule: named
                .as_ref()
                .map(|(_, rule)| self.rules[*rule].rule.clone()),
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

/// By number, the position that first leads to each position.
struct Lines(Vec<u32>);

/// Nothing leads to the start.
const NOWHERE: u32 = u32::MAX;

impl Lines {
    fn new(positions: usize) -> Lines {
        Lines(vec![NOWHERE; positions])
    }

    /// A move leads from a position to another.
    fn add(&mut self, from: u32, to: Option<u32>) {
        if let Some(to) = to.filter(|to| *to > 0)
            && self.0[to as usize] == NOWHERE
        {
            self.0[to as usize] = from;
        }
    }

    /// The moves that lead from the start to a position.
    fn to<G: PerfectInformation>(
        &self,
        game: &G,
        solution: &Solution<G>,
        number: u32,
    ) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = number;
        while self.0[at as usize] != NOWHERE {
            let from = self.0[at as usize];
            line.extend(move_between(game, solution, from, at));
            at = from;
        }
        line.reverse();
        line
    }
}

/// The first move from one position to another.
fn move_between<G: PerfectInformation>(
    game: &G,
    solution: &Solution<G>,
    from: u32,
    to: u32,
) -> Option<G::Move> {
    let from = solution.position(from)?;
    let mut moves = Vec::new();
    game.legal_moves(from, &mut moves);
    moves.into_iter().find(|&mv| {
        let mut next = from.clone();
        game.play_unchecked(&mut next, mv);
        solution.number_of(&next) == Some(to)
    })
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
