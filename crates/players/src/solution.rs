//! The exact value of every reachable position, by retrograde analysis: positions
//! are listed breadth first, then wins and losses are propagated backwards from the
//! ends of games in order of their distance. The remaining positions are drawn, by
//! the rules or by endless repetition.

use std::collections::VecDeque;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use stratalog_game::{Outcome, PerfectInformation, Role, Turn};
use stratalog_run::{Seed, Stop};

use crate::error::{OpposedGoals, PlayersError};

/// The value of a position for the role to move (for the first role when the game is
/// over), if both sides play their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionValue {
    /// The outcome.
    pub outcome: Outcome,
    /// Moves to the end, if the winner plays for a quick win and the loser for a
    /// slow loss; none for a draw.
    pub plies: Option<u32>,
}

/// Every reachable position of a game with its value.
pub struct Solution<G: PerfectInformation> {
    positions: Positions<G::Position>,
    values: Vec<PackedValue>,
    repeats: bool,
}

/// Positions, each with its number.
type Positions<P> = IndexSet<P, FxBuildHasher>;

/// Positions between looks whether the listing must stop.
const POSITIONS_BETWEEN_LOOKS: usize = 256;

/// A value for the first role, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedValue {
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

/// The graph of positions, with moves reversed.
struct Graph<P> {
    positions: Positions<P>,
    values: Vec<PackedValue>,
    is_known: Vec<bool>,
    move_counts: Vec<u32>,
    /// Where each position's predecessors end in `predecessors`.
    ends: Vec<usize>,
    predecessors: Vec<u32>,
}

impl<G: PerfectInformation> Solution<G> {
    /// Solves a game from its initial position, if it has at most `limit`
    /// positions.
    pub fn of_game(game: &G, limit: u64) -> Result<Solution<G>, PlayersError> {
        Solution::of_game_until(game, limit, &Stop::default())
    }

    /// [`Solution::of_game`], unless it is asked to stop.
    pub fn of_game_until(game: &G, limit: u64, stop: &Stop) -> Result<Solution<G>, PlayersError> {
        Solution::from_position(game, game.initial(&mut Seed(1).stream(0)), limit, stop)
    }

    /// Solves a game from a position, if at most `limit` positions can be reached
    /// and it is not asked to stop.
    pub fn from_position(
        game: &G,
        start: G::Position,
        limit: u64,
        stop: &Stop,
    ) -> Result<Solution<G>, PlayersError> {
        if game.role_count() > 2 {
            return Err(PlayersError::TooManyRoles {
                roles: game.role_count(),
            });
        }
        if game.is_hidden() {
            return Err(PlayersError::Hidden);
        }
        if game.has_chance() {
            return Err(PlayersError::Chance);
        }
        let mut graph = explore(game, start, limit, stop)?;
        let repeats = graph.repeats();
        graph.propagate_back();
        Ok(Solution {
            positions: graph.positions,
            values: graph.values,
            repeats,
        })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no positions, which is never so.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of the position that the game was solved from.
    pub fn value(&self) -> PositionValue {
        self.values[0].for_mover()
    }

    /// The value of a reachable position for the role to move.
    pub fn value_of(&self, position: &G::Position) -> Option<PositionValue> {
        Some(self.packed(position)?.for_mover())
    }

    /// The value of a reachable position for a role, whichever role is to move.
    pub fn value_for(&self, position: &G::Position, role: Role) -> Option<PositionValue> {
        Some(self.packed(position)?.for_role(role))
    }

    /// The positions with their values for the role to move.
    pub fn iter(&self) -> impl Iterator<Item = (&G::Position, PositionValue)> {
        let values = self.values.iter().map(|value| value.for_mover());
        self.positions.iter().zip(values)
    }

    /// Whether a position can occur twice in a game.
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// The number of a reachable position. Numbers count from 0, those nearest to
    /// the start first.
    pub fn number_of(&self, position: &G::Position) -> Option<u32> {
        Some(self.positions.get_index_of(position)? as u32)
    }

    /// The position with a number.
    pub fn position(&self, number: u32) -> Option<&G::Position> {
        self.positions.get_index(number as usize)
    }

    fn packed(&self, position: &G::Position) -> Option<PackedValue> {
        let number = self.positions.get_index_of(position)?;
        Some(self.values[number])
    }
}

impl PackedValue {
    fn for_role(self, role: Role) -> PositionValue {
        PositionValue {
            outcome: match role {
                Role(0) => self.outcome,
                _ => self.outcome.reversed(),
            },
            plies: (self.outcome != Outcome::Draw).then_some(u32::from(self.plies)),
        }
    }

    fn for_mover(self) -> PositionValue {
        self.for_role(match self.mover {
            Mover::Second => Role(1),
            Mover::First | Mover::Nobody => Role(0),
        })
    }
}

impl PositionValue {
    /// Whether a player prefers this value: a better outcome, a quicker win or a
    /// slower loss.
    pub fn is_better_than(self, other: PositionValue) -> bool {
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

/// Lists the reachable positions and the moves between them.
fn explore<G: PerfectInformation>(
    game: &G,
    start: G::Position,
    limit: u64,
    stop: &Stop,
) -> Result<Graph<G::Position>, PlayersError> {
    let mut positions = Positions::from_iter([start]);
    let mut values = Vec::new();
    let mut is_known = Vec::new();
    let mut move_counts = Vec::new();
    let mut successors: Vec<u32> = Vec::new();
    let mut moves = Vec::new();
    let mut opposed = OpposedGoals::default();
    while let Some(position) = positions.get_index(values.len()).cloned() {
        if values.len().is_multiple_of(POSITIONS_BETWEEN_LOOKS) && stop.is_requested() {
            return Err(PlayersError::Stopped);
        }
        let mover = match game.turn(&position) {
            Turn::Role(Role(0)) => Mover::First,
            Turn::Role(_) => Mover::Second,
            Turn::Over => Mover::Nobody,
            Turn::Failed => return Err(PlayersError::rules_failed(game, &position)),
        };
        if mover == Mover::Nobody {
            opposed.add(game, &position)?;
        } else if game.choosers(&position) > 1 {
            return Err(PlayersError::Simultaneous);
        }
        is_known.push(mover == Mover::Nobody);
        values.push(PackedValue {
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
            let (number, _) = positions.insert_full(next);
            if number as u64 >= limit.min(u64::from(u32::MAX)) {
                return Err(PlayersError::TooManyPositions { limit });
            }
            successors.push(number as u32);
        }
    }
    let (ends, predecessors) = reversed(&move_counts, &successors);
    Ok(Graph {
        positions,
        values,
        is_known,
        move_counts,
        ends,
        predecessors,
    })
}

/// The edges reversed, grouped by the position they lead to.
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
    // `ends` holds the starts now; filling moves each start to its end.
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
    /// The positions that lead to this one, once for each move.
    fn before(&self, number: u32) -> &[u32] {
        let start = match number {
            0 => 0,
            n => self.ends[n as usize - 1],
        };
        &self.predecessors[start..self.ends[number as usize]]
    }

    /// Whether moves can lead back to a position: some positions are left when those
    /// that lead nowhere else are removed again and again.
    fn repeats(&self) -> bool {
        let mut leads_on = self.move_counts.clone();
        let mut ended: Vec<u32> = (0..leads_on.len() as u32)
            .filter(|&number| leads_on[number as usize] == 0)
            .collect();
        let mut removed = 0;
        while let Some(number) = ended.pop() {
            removed += 1;
            for &before in self.before(number) {
                leads_on[before as usize] -= 1;
                if leads_on[before as usize] == 0 {
                    ended.push(before);
                }
            }
        }
        removed < leads_on.len()
    }

    /// Propagates wins and losses to earlier positions, nearest to the end first.
    /// A role that can move to a win takes the first one found, which is the
    /// quickest. A role all of whose moves lose gets the last one found, which is
    /// the slowest.
    fn propagate_back(&mut self) {
        let is_decided = |value: &PackedValue| value.outcome != Outcome::Draw;
        let mut queue: VecDeque<u32> = (0..self.values.len() as u32)
            .filter(|&n| self.is_known[n as usize] && is_decided(&self.values[n as usize]))
            .collect();
        while let Some(number) = queue.pop_front() {
            let PackedValue { outcome, plies, .. } = self.values[number as usize];
            for edge in 0..self.before(number).len() {
                let before = self.before(number)[edge] as usize;
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
