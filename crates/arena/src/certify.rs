//! Certifies a strategy. It is asked for its move in every position that can be
//! reached, and each answer is compared with the exact solution of the game. Where
//! no rule names a move any may be made, so all must be optimal. Where positions can
//! repeat, a strategy that keeps a win must also come to it.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use stratalog_game::{
    NamedRule, Outcome, PerfectInformation, PositionGraph, Promise, Role, RuleList, Ruling, Rulings,
};
use stratalog_players::PlayersError;
use stratalog_players::solution::Solution;
use stratalog_run::Stop;

use crate::error::ArenaError;

/// Positions between looks whether certifying must stop.
const POSITIONS_BETWEEN_LOOKS: u32 = 256;

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

/// A position, its value for the role to move, and what the strategy says there.
struct Asked {
    number: u32,
    role: Role,
    value: Outcome,
    ruling: Ruling,
    /// By move, where it leads and the value of that for the mover.
    after: Vec<(u32, Outcome)>,
}

impl Asked {
    /// Whether the strategy may make the move at this place.
    fn may_make(&self, at: usize) -> bool {
        let made = self.ruling.made.as_ref();
        made.is_none_or(|(moves, _)| moves.contains(&at))
    }

    /// The rule that decides.
    fn rule(&self) -> Option<usize> {
        self.ruling.made.as_ref().map(|(_, rule)| *rule)
    }
}

/// A mistake in one position.
struct Mistake {
    number: u32,
    /// The place of the move among the legal moves.
    mv: usize,
    rule: Option<usize>,
    value: Outcome,
    left: Outcome,
}

/// The positions that one role wins, with the moves that may be made there while the
/// strategy plays that role: any that it names, and all of the opponent. Where these
/// moves can go round in a circle, the win may never come.
#[derive(Default)]
struct Winning {
    numbers: FxHashMap<(u32, Role), u32>,
    nodes: Vec<WinningNode>,
}

struct WinningNode {
    position: u32,
    /// The move of the strategy and its rule, where it is to move.
    own: Option<(usize, Option<usize>)>,
    next: Vec<u32>,
    is_met: bool,
}

impl Winning {
    fn number(&mut self, position: u32, winner: Role) -> u32 {
        let count = self.nodes.len() as u32;
        let number = *self.numbers.entry((position, winner)).or_insert(count);
        if number == count {
            self.nodes.push(WinningNode {
                position,
                own: None,
                next: Vec::new(),
                is_met: false,
            });
        }
        number
    }

    /// Adds a position, if it is won for either role.
    fn add(&mut self, asked: &Asked) {
        let winner = match asked.value {
            Outcome::Win => asked.role,
            Outcome::Loss => asked.role.other(),
            Outcome::Draw => return,
        };
        let is_own = winner == asked.role;
        let number = self.number(asked.number, winner) as usize;
        let made: Vec<usize> = (0..asked.after.len())
            .filter(|&at| !is_own || asked.may_make(at))
            .collect();
        let next = made
            .iter()
            .map(|&at| self.number(asked.after[at].0, winner));
        let next = next.collect();
        let node = &mut self.nodes[number];
        node.next = next;
        node.is_met = true;
        if is_own {
            node.own = made.first().map(|&mv| (mv, asked.rule()));
        }
    }

    /// The positions in which the strategy is to move and from which play may go on
    /// for ever: what is left when positions that lead nowhere else are removed again
    /// and again.
    fn endless(self) -> Vec<Mistake> {
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
                Some(Mistake {
                    number: node.position,
                    mv,
                    rule,
                    value: Outcome::Win,
                    left: Outcome::Draw,
                })
            })
            .collect()
    }
}

/// A list of rules that is asked about positions, not about their numbers.
struct ByPosition<'a, G: PerfectInformation> {
    game: &'a G,
    list: &'a mut dyn RuleList<G>,
    promises: Vec<Option<Promise>>,
}

impl<G: PerfectInformation> Rulings<G> for ByPosition<'_, G> {
    fn rules(&self) -> Vec<NamedRule> {
        self.list.rules()
    }

    fn ruling(&mut self, graph: &dyn PositionGraph<G>, number: u32) -> Ruling {
        let Some(position) = graph.position(self.game, number) else {
            return Ruling::default();
        };
        let mut legal = Vec::new();
        self.game.legal_moves(&position, &mut legal);
        let place = |mv: G::Move| legal.iter().position(|own| *own == mv);
        let made = self.list.all_named(&position).map(|(moves, rule)| {
            let moves = moves.into_iter().filter_map(place);
            (moves.collect(), rule)
        });
        let mut next = Vec::new();
        if self.promises.iter().any(Option::is_some) {
            let successors = graph.successors(number).iter();
            next.extend(successors.filter_map(|&to| graph.position(self.game, to)));
        }
        let mut named = vec![Vec::new(); self.promises.len()];
        for (rule, named) in named.iter_mut().enumerate() {
            if self.promises[rule].is_some() {
                let places = 0..next.len();
                named.extend(places.filter(|&at| self.list.names(rule, &position, &next[at])));
            }
        }
        Ruling { made, named }
    }
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
        let rules = strategy.rules().into_iter();
        let mut strategy = ByPosition {
            game,
            promises: rules.map(|rule| rule.promise).collect(),
            list: strategy,
        };
        Certificate::of_solution(game, &solution, &mut strategy, stop)
    }

    /// Checks a strategy for a game that is solved, unless it is asked to stop.
    pub fn of_solution(
        game: &G,
        solution: &Solution<G>,
        strategy: &mut dyn Rulings<G>,
        stop: &Stop,
    ) -> Result<Certificate<G>, ArenaError> {
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
        let mut first_mistake = None;
        for number in 0..solution.len() as u32 {
            if number.is_multiple_of(POSITIONS_BETWEEN_LOOKS) && stop.is_requested() {
                return Err(PlayersError::Stopped.into());
            }
            let Some(role) = solution.mover(number) else {
                continue;
            };
            let left = |to: u32| (to, solution.numbered_value(to, role).outcome);
            let asked = Asked {
                number,
                role,
                value: solution.numbered_value(number, role).outcome,
                ruling: strategy.ruling(solution, number),
                after: solution
                    .successors(number)
                    .iter()
                    .map(|&to| left(to))
                    .collect(),
            };
            let mistake = certificate.examine(&asked);
            first_mistake = first_mistake.or(mistake);
            if let Some(winning) = &mut winning {
                winning.add(&asked);
            }
        }
        for mistake in winning.map(Winning::endless).unwrap_or_default() {
            certificate.mistakes += 1;
            first_mistake.get_or_insert(mistake);
        }
        certificate.counterexample =
            first_mistake.and_then(|mistake| certificate.counterexample(game, solution, mistake));
        Ok(certificate)
    }

    /// A mistake as a counterexample, after the moves that lead to its position.
    fn counterexample(
        &self,
        game: &G,
        solution: &Solution<G>,
        mistake: Mistake,
    ) -> Option<Counterexample<G>> {
        let position = solution.position(game, mistake.number)?;
        let mut legal = Vec::new();
        game.legal_moves(&position, &mut legal);
        Some(Counterexample {
            line: line(game, solution, mistake.number),
            mv: *legal.get(mistake.mv)?,
            position,
            rule: mistake.rule.map(|rule| self.rules[rule].rule.clone()),
            value: mistake.value,
            left: mistake.left,
        })
    }

    /// Examines one position; returns a mistake if there is one.
    fn examine(&mut self, asked: &Asked) -> Option<Mistake> {
        let Asked {
            value,
            ref ruling,
            ref after,
            ..
        } = *asked;
        self.positions += 1;
        if let Some(rule) = asked.rule() {
            self.rules[rule].decides += 1;
        }
        for (at, record) in self.rules.iter_mut().enumerate() {
            let (least, named) = match (record.promise, &ruling.made) {
                (Some(promise), _) => (promise.least(), &ruling.named[at]),
                (None, Some((moves, rule))) if *rule == at => (value, moves),
                (None, _) => continue,
            };
            record.fires += u64::from(!named.is_empty());
            record.wrong += u64::from(named.iter().any(|&mv| after[mv].1 < least));
        }
        let mut made = (0..after.len()).filter(|&at| asked.may_make(at));
        let mv = made.find(|&at| after[at].1 < value)?;
        self.mistakes += 1;
        Some(Mistake {
            number: asked.number,
            mv,
            rule: asked.rule(),
            value,
            left: after[mv].1,
        })
    }
}

/// The moves of a shortest way from the start to a position.
fn line<G: PerfectInformation>(game: &G, solution: &Solution<G>, number: u32) -> Vec<G::Move> {
    // Positions are numbered in the order in which they are first reached.
    let mut steps: Vec<(u32, usize)> = Vec::new();
    let mut at = number;
    while at != 0 {
        let leads_here = |from: u32| {
            let mut successors = solution.successors(from).iter();
            Some((from, successors.position(|&to| to == at)?))
        };
        let Some(step) = (0..at).find_map(leads_here) else {
            break;
        };
        steps.push(step);
        at = step.0;
    }
    let mut legal = Vec::new();
    let mut line = Vec::new();
    for &(from, place) in steps.iter().rev() {
        let Some(position) = solution.position(game, from) else {
            break;
        };
        game.legal_moves(&position, &mut legal);
        line.extend(legal.get(place));
    }
    line
}

#[cfg(test)]
mod tests {
    use stratalog_game::Game;
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
