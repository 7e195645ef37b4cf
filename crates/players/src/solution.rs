//! The exact value of every reachable position, by retrograde analysis: positions
//! are listed breadth first, then wins and losses are propagated backwards from the
//! ends of games in order of their distance. The remaining positions are drawn, by
//! the rules or by endless repetition. Positions are kept as codes where the game has
//! them, and moves as numbers, so that those who go through all positions again need
//! not play.

use std::collections::VecDeque;

use stratalog_game::{Outcome, PerfectInformation, PositionGraph, PositionTable, Role, Turn};
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
    positions: PositionTable<G>,
    values: Vec<PackedValue>,
    moves: Moves,
    repeats: bool,
}

/// The moves of all positions, by the numbers of the positions they lead to.
#[derive(Default)]
struct Moves {
    /// Where each position's moves end in `to`.
    ends: Vec<u32>,
    to: Vec<u32>,
}

impl Moves {
    fn of(&self, number: usize) -> &[u32] {
        let start = match number {
            0 => 0,
            n => self.ends[n - 1],
        };
        &self.to[start as usize..self.ends[number] as usize]
    }
}

/// Numbers of positions have 31 bits.
const MOST_POSITIONS: u64 = 1 << 31;
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
struct Graph {
    values: Vec<PackedValue>,
    is_known: Vec<bool>,
    move_counts: Vec<u32>,
    /// Where each position's predecessors end in `predecessors`.
    ends: Vec<u32>,
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
        let explored = Explored::new(game, &start, limit, stop)?;
        let Explored {
            positions, moves, ..
        } = explored;
        let mut graph = Graph::new(explored.values, &moves);
        let repeats = graph.repeats();
        graph.propagate_back();
        Ok(Solution {
            positions,
            values: graph.values,
            moves,
            repeats,
        })
    }

    /// The value of the position that the game was solved from.
    pub fn value(&self) -> PositionValue {
        self.values[0].for_mover()
    }

    /// The value of a reachable position for the role to move.
    pub fn value_of(&self, game: &G, position: &G::Position) -> Option<PositionValue> {
        Some(self.packed(game, position)?.for_mover())
    }

    /// The value of a reachable position for a role, whichever role is to move.
    pub fn value_for(&self, game: &G, position: &G::Position, role: Role) -> Option<PositionValue> {
        Some(self.packed(game, position)?.for_role(role))
    }

    /// The value of the position with a number for a role.
    pub fn numbered_value(&self, number: u32, role: Role) -> PositionValue {
        self.values[number as usize].for_role(role)
    }

    /// The positions with their values for the role to move.
    pub fn iter<'a>(
        &'a self,
        game: &'a G,
    ) -> impl Iterator<Item = (G::Position, PositionValue)> + 'a {
        let positions = (0..self.len() as u32).filter_map(|at| self.position(game, at));
        positions.zip(self.values.iter().map(|value| value.for_mover()))
    }

    /// Whether a position can occur twice in a game.
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// The number of a reachable position. Numbers count from 0, those nearest to
    /// the start first.
    pub fn number_of(&self, game: &G, position: &G::Position) -> Option<u32> {
        self.positions.number(game, position, 0)
    }

    fn packed(&self, game: &G, position: &G::Position) -> Option<PackedValue> {
        let number = self.number_of(game, position)?;
        Some(self.values[number as usize])
    }
}

impl<G: PerfectInformation> PositionGraph<G> for Solution<G> {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn position(&self, game: &G, number: u32) -> Option<G::Position> {
        self.positions.position(game, number)
    }

    fn mover(&self, number: u32) -> Option<Role> {
        match self.values[number as usize].mover {
            Mover::First => Some(Role(0)),
            Mover::Second => Some(Role(1)),
            Mover::Nobody => None,
        }
    }

    fn successors(&self, number: u32) -> &[u32] {
        self.moves.of(number as usize)
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

/// The reachable positions and the moves between them.
struct Explored<G: PerfectInformation> {
    positions: PositionTable<G>,
    values: Vec<PackedValue>,
    moves: Moves,
}

impl<G: PerfectInformation> Explored<G> {
    /// Lists them, those nearest to the start first.
    fn new(
        game: &G,
        start: &G::Position,
        limit: u64,
        stop: &Stop,
    ) -> Result<Explored<G>, PlayersError> {
        let mut positions = PositionTable::default();
        positions.insert(game, start, 0);
        let mut explored = Explored {
            positions,
            values: Vec::new(),
            moves: Moves::default(),
        };
        let mut legal = Vec::new();
        let mut opposed = OpposedGoals::default();
        while explored.values.len() < explored.positions.len() {
            let number = explored.values.len();
            if number.is_multiple_of(POSITIONS_BETWEEN_LOOKS) && stop.is_requested() {
                return Err(PlayersError::Stopped);
            }
            let position = explored.positions.position(game, number as u32);
            let position = position.expect("every number below the length has its position");
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
            explored.values.push(PackedValue {
                outcome: match mover {
                    Mover::Nobody => game.outcome(&position, Role(0)),
                    _ => Outcome::Draw,
                },
                plies: 0,
                mover,
            });
            game.legal_moves(&position, &mut legal);
            for &mv in &legal {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                let number = explored.positions.insert(game, &next, 0);
                if u64::from(number) >= limit.min(MOST_POSITIONS) {
                    return Err(PlayersError::TooManyPositions { limit });
                }
                explored.moves.to.push(number);
            }
            let end = u32::try_from(explored.moves.to.len());
            let end = end.map_err(|_| PlayersError::TooManyPositions { limit })?;
            explored.moves.ends.push(end);
        }
        explored.positions.shrink();
        Ok(explored)
    }
}

/// The moves reversed, grouped by the position they lead to.
fn reversed(moves: &Moves) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0; moves.ends.len()];
    for &to in &moves.to {
        ends[to as usize] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total - *end;
    }
    // `ends` holds the starts now; filling moves each start to its end.
    let mut predecessors = vec![0; moves.to.len()];
    for from in 0..moves.ends.len() {
        for &to in moves.of(from) {
            predecessors[ends[to as usize] as usize] = from as u32;
            ends[to as usize] += 1;
        }
    }
    (ends, predecessors)
}

impl Graph {
    fn new(values: Vec<PackedValue>, moves: &Moves) -> Graph {
        let (ends, predecessors) = reversed(moves);
        let is_known = values.iter().map(|value| value.mover == Mover::Nobody);
        Graph {
            is_known: is_known.collect(),
            move_counts: (0..values.len())
                .map(|at| moves.of(at).len() as u32)
                .collect(),
            values,
            ends,
            predecessors,
        }
    }

    /// The positions that lead to this one, once for each move.
    fn before(&self, number: u32) -> &[u32] {
        let start = match number {
            0 => 0,
            n => self.ends[n as usize - 1],
        };
        &self.predecessors[start as usize..self.ends[number as usize] as usize]
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
