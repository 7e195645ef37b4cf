//! The exact value of every position that can be reached: positions are listed
//! breadth first, then values spread backwards from the ends of games, won and
//! lost ones in order of their distance. What that does not reach is drawn, by
//! the rules or by going on for ever.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use stratalog_game::{Outcome, PerfectInformation, Role, Turn};
use stratalog_run::Seed;

use crate::error::PlayersError;

/// What a position is worth to the role to move (when the game is over, to the
/// first role), if both sides play their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The outcome.
    pub outcome: Outcome,
    /// Moves to the end, the winner hurrying and the loser delaying; none for a
    /// draw.
    pub plies: Option<u32>,
}

/// Every reachable position of a game with its value.
pub struct Solution<G: PerfectInformation> {
    numbers: FxHashMap<G::Position, u32>,
    values: Vec<Tabled>,
}

/// A value from the first role's side, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tabled {
    outcome: Outcome,
    plies: u16,
    mover: Mover,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mover {
    First,
    Second,
    Nobody,
}

/// The graph of positions, with moves turned round.
struct Graph<P> {
    numbers: FxHashMap<P, u32>,
    values: Vec<Tabled>,
    is_known: Vec<bool>,
    move_counts: Vec<u32>,
    /// Where each position's predecessors end in `predecessors`.
    ends: Vec<usize>,
    predecessors: Vec<u32>,
}

impl<G: PerfectInformation> Solution<G> {
    /// Solves a game from its initial position, if it has at most so many
    /// positions.
    pub fn of_game(game: &G, limit: u64) -> Result<Solution<G>, PlayersError> {
        Solution::from_position(game, &game.initial(&mut Seed(1).stream(0)), limit)
    }

    /// Solves a game from a position, if it has at most so many positions.
    pub fn from_position(
        game: &G,
        start: &G::Position,
        limit: u64,
    ) -> Result<Solution<G>, PlayersError> {
        if game.role_count() > 2 {
            return Err(PlayersError::TooManyRoles {
                roles: game.role_count(),
            });
        }
        let mut graph = explore(game, start, limit)?;
        graph.spread_back();
        Ok(Solution {
            numbers: graph.numbers,
            values: graph.values,
        })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no positions; there is always the first one.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of the position that was solved from.
    pub fn value(&self) -> Value {
        self.values[0].for_mover()
    }

    /// The value of a position, if it can be reached.
    pub fn value_of(&self, position: &G::Position) -> Option<Value> {
        Some(self.tabled(position)?.for_mover())
    }

    /// The value of a position for a role, whoever is to move.
    pub fn value_for(&self, position: &G::Position, role: Role) -> Option<Value> {
        Some(self.tabled(position)?.for_role(role))
    }

    /// The positions with their values for the role to move.
    pub fn iter(&self) -> impl Iterator<Item = (&G::Position, Value)> {
        self.numbers
            .iter()
            .map(|(position, &number)| (position, self.values[number as usize].for_mover()))
    }

    fn tabled(&self, position: &G::Position) -> Option<Tabled> {
        let number = *self.numbers.get(position)?;
        Some(self.values[number as usize])
    }
}

impl Tabled {
    fn for_role(self, role: Role) -> Value {
        Value {
            outcome: match role {
                Role(0) => self.outcome,
                _ => self.outcome.reversed(),
            },
            plies: (self.outcome != Outcome::Draw).then_some(u32::from(self.plies)),
        }
    }

    fn for_mover(self) -> Value {
        self.for_role(match self.mover {
            Mover::Second => Role(1),
            Mover::First | Mover::Nobody => Role(0),
        })
    }
}

impl Value {
    /// Whether a player would rather have this value than the other: a better
    /// outcome, a quicker win, a slower loss.
    pub fn is_better_than(self, other: Value) -> bool {
        self.rank() > other.rank()
    }

    fn rank(self) -> (Outcome, i64) {
        let plies = i64::from(self.plies.unwrap_or(0));
        match self.outcome {
            Outcome::Win => (self.outcome, -plies),
            Outcome::Draw => (self.outcome, 0),
            Outcome::Loss => (self.outcome, plies),
        }
    }
}

/// Lists the positions that can be reached and the moves between them.
fn explore<G: PerfectInformation>(
    game: &G,
    start: &G::Position,
    limit: u64,
) -> Result<Graph<G::Position>, PlayersError> {
    let mut numbers: FxHashMap<G::Position, u32> = FxHashMap::default();
    let mut frontier = VecDeque::from([start.clone()]);
    numbers.insert(start.clone(), 0);
    let mut values = Vec::new();
    let mut is_known = Vec::new();
    let mut move_counts = Vec::new();
    let mut successors: Vec<u32> = Vec::new();
    let mut moves = Vec::new();
    while let Some(position) = frontier.pop_front() {
        let mover = match game.turn(&position) {
            Turn::Role(Role(0)) => Mover::First,
            Turn::Role(_) => Mover::Second,
            Turn::Over => Mover::Nobody,
            Turn::Failed => {
                return Err(PlayersError::RulesFailed {
                    cause: game.failure(&position).unwrap_or_default(),
                });
            }
        };
        is_known.push(mover == Mover::Nobody);
        values.push(Tabled {
            outcome: match mover {
                Mover::Nobody => game.outcome(&position, Role(0)),
                _ => Outcome::Draw,
            },
            plies: 0,
            mover,
        });
        game.legal_moves(&position, &mut moves);
        move_counts.push(moves.len() as u32);
        for &mv in &moves {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            let count = numbers.len();
            let number = *numbers.entry(next.clone()).or_insert(count as u32);
            if number as usize == count {
                if count as u64 >= limit.min(u64::from(u32::MAX)) {
                    return Err(PlayersError::TooManyPositions { limit });
                }
                frontier.push_back(next);
            }
            successors.push(number);
        }
    }
    let (ends, predecessors) = reversed(&move_counts, &successors);
    Ok(Graph {
        numbers,
        values,
        is_known,
        move_counts,
        ends,
        predecessors,
    })
}

/// The edges turned round, grouped by the position they lead to.
fn reversed(move_counts: &[u32], successors: &[u32]) -> (Vec<usize>, Vec<u32>) {
    let mut ends = vec![0; move_counts.len()];
    for &to in successors {
        ends[to as usize] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total - *end;
    }
    // `ends` holds starts now; filling moves each start to its end.
    let mut predecessors = vec![0; successors.len()];
    let mut edges = successors.iter();
    for (from, &count) in move_counts.iter().enumerate() {
        for &to in edges.by_ref().take(count as usize) {
            predecessors[ends[to as usize]] = from as u32;
            ends[to as usize] += 1;
        }
    }
    (ends, predecessors)
}

impl<P> Graph<P> {
    /// Spreads won and lost values to earlier positions, nearest to the end
    /// first: a role that can move to a win takes the first one found, the
    /// quickest; one whose every move loses gets the last one found, the slowest.
    fn spread_back(&mut self) {
        let is_decided = |value: &Tabled| value.outcome != Outcome::Draw;
        let mut queue: VecDeque<u32> = (0..self.values.len() as u32)
            .filter(|&n| self.is_known[n as usize] && is_decided(&self.values[n as usize]))
            .collect();
        while let Some(number) = queue.pop_front() {
            let Tabled { outcome, plies, .. } = self.values[number as usize];
            let start = match number {
                0 => 0,
                n => self.ends[n as usize - 1],
            };
            for edge in start..self.ends[number as usize] {
                let before = self.predecessors[edge] as usize;
                if self.is_known[before] {
                    continue;
                }
                let wins = match self.values[before].mover {
                    Mover::Second => Outcome::Loss,
                    Mover::First | Mover::Nobody => Outcome::Win,
                };
                if outcome != wins {
                    self.move_counts[before] -= 1;
                    if self.move_counts[before] > 0 {
                        continue;
                    }
                }
                self.is_known[before] = true;
                self.values[before].outcome = outcome;
                self.values[before].plies = plies.saturating_add(1);
                queue.push_back(before as u32);
            }
        }
    }
}
