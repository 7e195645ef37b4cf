//! A player of puzzles, games of one player without chance: it searches for a way to
//! the best end and follows it. It teaches Zenith where random games hardly ever
//! succeed.
//!
//! The search takes the most promising positions first, in turn by two measures: the
//! distance from the goal alone, deeper positions before others, which completes
//! puzzles that are filled in; and the distance together with the moves made, which
//! solves those that are rearranged. Positions that differ only in the number of
//! moves made are taken for the same.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::reason::Search;
use stratalog_game::{Decision, Game, Outcome, Player, PlayerError, Reason, Role, Situation, Turn};
use stratalog_logic::Functor;
use stratalog_rulesheet::{GoalDistance, Move, Position, RulesheetGame};
use stratalog_run::{Seed, Stop, mix};
use stratalog_zenith::rehearsal::{Moment, random_moments};

/// The one role of a puzzle.
const ROLE: Role = Role(0);
/// The positions of random games that show which facts only count moves.
const REHEARSED: usize = 1_000;
/// The weight of the distance beside the number of moves made.
const GREED: f32 = 3.0;
/// A position that is not on the way of the game is searched with this part of the
/// effort.
const PART: usize = 10;
/// The parts of the effort of one search after another. The first takes positions that
/// are equally promising as they come, the others in random orders: where the first
/// mistakes are made at the start, a new beginning is better than going on.
const ATTEMPTS: [f64; 5] = [0.5, 0.125, 0.125, 0.125, 0.125];

/// Moves that lead to an end, and what the end is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The moves.
    pub moves: Vec<Move>,
    /// The goal at the end.
    pub goal: u8,
}

/// The player.
#[derive(Clone)]
pub struct Planner {
    effort: usize,
    /// The facts that only count moves, by place.
    counts_moves: Arc<[bool]>,
    best_goal: u8,
    distance: Option<GoalDistance>,
    /// The positions of the current way and what to do in them.
    plan: FxHashMap<Position, Planned>,
    is_first: bool,
    /// What searches from positions found. It saves time and changes nothing.
    known: FxHashMap<(Position, usize), Option<Way>>,
    stop: Stop,
}

/// A step of a way.
#[derive(Clone, Copy)]
struct Planned {
    mv: Move,
    /// The moves to the end, and what it is worth.
    left: u32,
    goal: u8,
}

/// A position of a search.
struct Node {
    position: Position,
    /// The number of the position before it, and the move from there.
    from: Option<(u32, Move)>,
    depth: u32,
}

/// How promising a position is: the least comes first.
#[derive(Clone, Copy, PartialEq)]
struct Priority {
    distance: f32,
    order: i64,
    /// Decides between positions that are equally promising.
    tie: u64,
    number: u32,
}

impl Eq for Priority {}

impl PartialOrd for Priority {
    fn partial_cmp(&self, other: &Priority) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Priority {
    fn cmp(&self, other: &Priority) -> Ordering {
        let by_distance = self.distance.total_cmp(&other.distance);
        let rest = |priority: &Priority| (priority.order, priority.tie, priority.number);
        by_distance.then(rest(self).cmp(&rest(other)))
    }
}

impl Planner {
    /// A player that looks at this number of positions, at least. Nothing for games
    /// that are not puzzles, or not networks of gates.
    pub fn new(game: &RulesheetGame, effort: usize) -> Option<Planner> {
        if game.role_count() != 1 || game.has_chance() || game.is_hidden() {
            return None;
        }
        let counts_moves: Arc<[bool]> = counts_moves(game)?.into();
        let best_goal = GoalDistance::best_goal(game, ROLE)?.clamp(0, 100) as u8;
        let is_fixed = |fact: usize| counts_moves[fact];
        let distance = GoalDistance::new(game, ROLE, is_fixed);
        Some(Planner {
            effort,
            counts_moves,
            best_goal,
            distance,
            plan: FxHashMap::default(),
            is_first: true,
            known: FxHashMap::default(),
            stop: Stop::default(),
        })
    }

    /// Whether no end is worth more than this.
    pub fn is_best(&self, goal: u8) -> bool {
        goal >= self.best_goal
    }

    /// A way from a position to the best end that was found; nothing where no end is
    /// worth anything.
    pub fn way(&mut self, game: &RulesheetGame, position: &Position) -> Option<Way> {
        self.search(game, position, self.effort)
    }

    /// The facts of a position without those that only count moves.
    fn essence(&self, position: &Position) -> Box<[u64]> {
        let mut words = vec![0; self.counts_moves.len().div_ceil(64)];
        let places = position.fact_places();
        for place in places.filter(|&place| !self.counts_moves[place]) {
            words[place / 64] |= 1 << (place % 64);
        }
        words.into()
    }

    /// The best of several searches, or the first that finds the best end.
    fn search(&mut self, game: &RulesheetGame, start: &Position, effort: usize) -> Option<Way> {
        let mut best: Option<Way> = None;
        for (attempt, part) in (0..).zip(ATTEMPTS) {
            let found = self.attempt(game, start, (part * effort as f64) as usize, attempt);
            let goal = |way: &Option<Way>| way.as_ref().map(|way| way.goal);
            if goal(&found) > goal(&best) {
                best = found;
            }
            if best.as_ref().is_some_and(|way| self.is_best(way.goal)) {
                break;
            }
        }
        best
    }

    /// One search. Equally promising positions are taken as they come in the first
    /// attempt.
    fn attempt(
        &mut self,
        game: &RulesheetGame,
        start: &Position,
        effort: usize,
        attempt: u64,
    ) -> Option<Way> {
        let mut nodes = vec![Node {
            position: start.clone(),
            from: None,
            depth: 0,
        }];
        let mut met: FxHashSet<Box<[u64]>> = FxHashSet::from_iter([self.essence(start)]);
        let first = Priority {
            distance: 0.0,
            order: 0,
            tie: 0,
            number: 0,
        };
        let mut queues = [(); 2].map(|()| BinaryHeap::from([Reverse(first)]));
        let mut is_expanded = vec![false];
        let mut best: Option<(u8, u32, Move)> = None;
        let mut moves = Vec::new();
        let mut turn = 0;
        while nodes.len() < effort && !self.stop.is_requested() {
            turn += 1;
            let (own, other) = (turn % 2, (turn + 1) % 2);
            let next = queues[own].pop().or_else(|| queues[other].pop());
            let Some(Reverse(Priority { number, .. })) = next else {
                break;
            };
            if std::mem::replace(&mut is_expanded[number as usize], true) {
                continue;
            }
            let (position, depth) = {
                let node = &nodes[number as usize];
                (node.position.clone(), node.depth)
            };
            moves.clear();
            game.legal_moves(&position, &mut moves);
            for &mv in &moves {
                let mut after = position.clone();
                game.play_unchecked(&mut after, mv);
                match game.turn(&after) {
                    Turn::Failed => continue,
                    Turn::Over => {
                        let goal = game.goal(&after, ROLE);
                        if best.is_none_or(|(most, ..)| goal > most) {
                            best = Some((goal, number, mv));
                        }
                        if self.is_best(goal) {
                            return Some(way(&nodes, goal, number, mv));
                        }
                        continue;
                    }
                    Turn::Role(_) => {}
                }
                if !met.insert(self.essence(&after)) {
                    continue;
                }
                let distance = self.distance.as_mut().map_or(0.0, |d| d.of(&after));
                let depth = depth + 1;
                let new = nodes.len() as u32;
                let tie = match attempt {
                    0 => 0,
                    _ => mix((attempt << 32) | u64::from(new)),
                };
                queues[0].push(Reverse(Priority {
                    distance,
                    order: -i64::from(depth),
                    tie,
                    number: new,
                }));
                queues[1].push(Reverse(Priority {
                    distance: GREED * distance + depth as f32,
                    order: 0,
                    tie,
                    number: new,
                }));
                nodes.push(Node {
                    position: after,
                    from: Some((number, mv)),
                    depth,
                });
                is_expanded.push(false);
            }
        }
        let (goal, number, mv) = best.filter(|(goal, ..)| *goal > 0)?;
        Some(way(&nodes, goal, number, mv))
    }

    /// Takes the way from a position as the plan of the game.
    fn replan(&mut self, game: &RulesheetGame, position: &Position) {
        let part = if std::mem::take(&mut self.is_first) {
            1
        } else {
            PART
        };
        let asked = (position.clone(), part);
        let way = match self.known.get(&asked) {
            Some(known) => known.clone(),
            None => {
                let found = self.search(game, position, self.effort / part);
                self.known.insert(asked, found.clone());
                found
            }
        };
        let Some(way) = way else { return };
        self.plan.clear();
        let mut position = position.clone();
        for (mv, left) in way
            .moves
            .iter()
            .copied()
            .zip((1..=way.moves.len() as u32).rev())
        {
            let goal = way.goal;
            self.plan
                .insert(position.clone(), Planned { mv, left, goal });
            game.play_unchecked(&mut position, mv);
        }
    }
}

/// The moves to a position and one more.
fn way(nodes: &[Node], goal: u8, number: u32, last: Move) -> Way {
    let mut moves = vec![last];
    let mut at = number;
    while let Some((before, mv)) = nodes[at as usize].from {
        moves.push(mv);
        at = before;
    }
    moves.reverse();
    Way { moves, goal }
}

/// Whether each fact only counts moves: facts of its name hold after the same number
/// of moves in all random games, and not always.
fn counts_moves(game: &RulesheetGame) -> Option<Vec<bool>> {
    let facts = game.possible_facts()?;
    let names: Vec<Option<Functor>> = facts.iter().map(|fact| fact.functor()).collect();
    let moments = random_moments(game, REHEARSED, Seed(1));
    let all: FxHashSet<Option<Functor>> = names.iter().copied().collect();
    let counting: FxHashSet<Option<Functor>> = all
        .into_iter()
        .filter(|name| follows_moves(&moments, |fact| names[fact] == *name))
        .collect();
    let counts = names.iter().map(|name| counting.contains(name));
    Some(counts.collect())
}

/// Whether the number of moves made, and nothing else, tells which of some facts hold.
fn follows_moves(moments: &[Moment], is_one: impl Fn(usize) -> bool) -> bool {
    let mut by_ply: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut is_met_again = false;
    for Moment { position, ply } in moments {
        let holding: Vec<usize> = position.fact_places().filter(|&f| is_one(f)).collect();
        match by_ply.get(ply) {
            Some(known) if *known != holding => return false,
            Some(_) => is_met_again |= *ply > 0,
            None => {
                by_ply.insert(*ply, holding);
            }
        }
    }
    let mut different = by_ply.values().collect::<FxHashSet<_>>().into_iter();
    is_met_again && different.nth(1).is_some()
}

impl Player<RulesheetGame> for Planner {
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn begin(&mut self, _game: &RulesheetGame, _role: Role) {
        self.plan.clear();
        self.is_first = true;
    }

    /// The next move of the way; a random move where none was found.
    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, RulesheetGame>,
    ) -> Result<Decision<Move>, PlayerError> {
        if !self.plan.contains_key(view) {
            self.replan(game, view);
        }
        if let Some(&Planned { mv, left, goal }) = self.plan.get(view) {
            let exact = self.is_best(goal);
            let reason = Reason::Search(Search {
                value: if exact { Outcome::Win } else { Outcome::Draw },
                plies: exact.then_some(left),
                exact,
                depth: left,
                nodes: u64::from(left),
            });
            return Ok(Decision { mv, reason });
        }
        let mut moves = Vec::new();
        let drawn = game.random_choice(view, ROLE, rng, &mut moves);
        let (mv, _) = drawn.ok_or(PlayerError::NoMove)?;
        let among = moves.len();
        Ok(Decision {
            mv,
            reason: Reason::Random { among },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::Source;
    use stratalog_rulesheet::{EngineChoice, Rulesheet, Syntax};

    /// Pressing a lamp changes it and its neighbours; all must burn within 20 moves.
    const LAMPS: &str = "
        role(robot).
        lamp(1). lamp(2). lamp(3). lamp(4). lamp(5). lamp(6). lamp(7).
        init(step(0)).
        legal(robot, press(L)) :- lamp(L).
        changes(L, L) :- lamp(L).
        changes(L, M) :- lamp(L), lamp(M), M is L + 1.
        changes(L, M) :- lamp(L), lamp(M), M is L - 1.
        changed(M) :- does(robot, press(L)), changes(L, M).
        next(burns(L)) :- lamp(L), changed(L), \\+ true(burns(L)).
        next(burns(L)) :- true(burns(L)), \\+ changed(L).
        next(step(N)) :- true(step(M)), N is M + 1, N =< 20.
        dark :- lamp(L), \\+ true(burns(L)).
        terminal :- true(step(20)).
        terminal :- \\+ dark.
        goal(robot, 100) :- \\+ dark.
        goal(robot, 0) :- dark.
    ";

    fn game() -> RulesheetGame {
        let sheet = Rulesheet::read(Source::new("lamps.pl", LAMPS), Syntax::Prolog);
        RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules")
    }

    #[test]
    fn a_way_leads_to_the_goal() {
        let game = game();
        let mut planner = Planner::new(&game, 2_000).expect("a puzzle");
        let mut position = game.initial(&mut Seed(1).stream(0));
        let way = planner.way(&game, &position).expect("it can be solved");
        for &mv in &way.moves {
            assert_eq!(game.turn(&position), Turn::Role(ROLE));
            game.play_unchecked(&mut position, mv);
        }
        assert_eq!(game.turn(&position), Turn::Over);
        assert_eq!((game.goal(&position, ROLE), way.goal), (100, 100));
    }

    #[test]
    fn only_the_number_of_moves_counts_moves() {
        let game = game();
        let facts = game.possible_facts().expect("a network");
        let counting = counts_moves(&game).expect("a network");
        for (fact, is_counting) in facts.iter().zip(counting) {
            let name = fact.functor().expect("a name").name;
            assert_eq!(is_counting, name.as_str() == "step", "{fact}");
        }
    }

    #[test]
    fn games_of_two_have_no_planner() {
        let sheet = stratalog_rulesheet::bundled::find_rulesheet("hexapawn").expect("hexapawn");
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
        assert!(Planner::new(&game, 100).is_none());
    }
}
