//! The value of small zero-sum games in which two roles choose at the same time.
//! Every position that can be reached is listed; then values are computed from the
//! ends of games backwards. A step in which both roles choose is a matrix game of
//! the values of the positions it leads to.
//!
//! The value is the mean goal of the first role, from 0 to 100, if both roles play
//! optimal mixed strategies.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use stratalog_game::{PerfectInformation, Role, Turn};
use stratalog_run::Stop;

use crate::error::{OpposedGoals, PlayersError};
use crate::matrix_game::MatrixGame;

/// The value of a game with simultaneous choices.
#[derive(Clone, PartialEq, Debug)]
pub struct SimultaneousValue<M> {
    /// The mean goal of the first role under optimal play.
    pub goal: f64,
    /// The sum of the goals of both roles.
    pub sum: f64,
    /// The optimal strategy of each role in the first step: its moves with their
    /// probabilities, those that are never made left out. A role that does not choose in it has none.
    pub strategies: [Vec<(M, f64)>; 2],
    /// The number of positions at the beginning of a step.
    pub positions: u64,
}

/// A step of the game, by the positions it leads to.
enum Step {
    /// The game is over, with this goal of the first role.
    End(f64),
    /// One role chooses.
    Alone { role: Role, next: Vec<u32> },
    /// Both roles choose: a row for each move of the first role.
    Together {
        rows: usize,
        columns: usize,
        next: Vec<u32>,
    },
}

impl Step {
    fn next(&self) -> &[u32] {
        match self {
            Step::End(_) => &[],
            Step::Alone { next, .. } | Step::Together { next, .. } => next,
        }
    }
}

/// Every position of a game at the beginning of a step, with its value.
pub struct SimultaneousSolution<G: PerfectInformation> {
    positions: Positions<G::Position>,
    steps: Vec<Step>,
    /// For each step, the mean goal of the first role.
    goals: Vec<f64>,
    /// The sum of the goals of both roles.
    sum: f64,
}

/// A probability that is not more than this is zero.
const ROUNDING_ERROR: f64 = 1e-6;

/// Positions, each with its number.
type Positions<P> = IndexSet<P, FxBuildHasher>;

impl<G: PerfectInformation> SimultaneousSolution<G> {
    /// Solves a game from a position at the beginning of a step, if it has at most
    /// `limit` positions and is not asked to stop.
    pub fn from_position(
        game: &G,
        start: &G::Position,
        limit: u64,
        stop: &Stop,
    ) -> Result<SimultaneousSolution<G>, PlayersError> {
        if game.role_count() > 2 {
            return Err(PlayersError::TooManyRoles {
                roles: game.role_count(),
            });
        }
        let (listing, steps) = list_steps(game, start, limit, stop)?;
        let sum = f64::from(listing.opposed.sum()?);
        let goals = values(&steps, stop)?;
        Ok(SimultaneousSolution {
            positions: listing.positions,
            steps,
            goals,
            sum,
        })
    }

    /// The value of the game from its start.
    pub fn value(&self, game: &G) -> Result<SimultaneousValue<G::Move>, PlayersError> {
        self.value_at(game, 0)
    }

    /// The value from a position at the beginning of a step, where it was reached.
    pub fn value_of(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<SimultaneousValue<G::Move>>, PlayersError> {
        let number = self.positions.get_index_of(position);
        number.map(|number| self.value_at(game, number)).transpose()
    }

    fn value_at(
        &self,
        game: &G,
        number: usize,
    ) -> Result<SimultaneousValue<G::Move>, PlayersError> {
        let goal = self.goals[number];
        let [first, second] = strategies(&self.steps[number], goal, &self.goals)?;
        let [first_moves, second_moves] = Moves::of(game, &self.positions[number]).by_role();
        let named = |moves: Vec<G::Move>, strategy: Vec<f64>| {
            let named = moves.into_iter().zip(strategy);
            let is_made = |&(_, probability): &(G::Move, f64)| probability > ROUNDING_ERROR;
            named.filter(is_made).collect()
        };
        Ok(SimultaneousValue {
            goal,
            sum: self.sum,
            strategies: [named(first_moves, first), named(second_moves, second)],
            positions: self.steps.len() as u64,
        })
    }
}

/// The moves of a step, those of the role that is asked first before the others.
struct Moves<M> {
    first_asked: Option<Role>,
    moves: [Vec<M>; 2],
}

impl<M: Copy> Moves<M> {
    fn of<G: PerfectInformation<Move = M>>(game: &G, position: &G::Position) -> Moves<M> {
        let mut moves = [Vec::new(), Vec::new()];
        let Turn::Role(role) = game.turn(position) else {
            return Moves {
                first_asked: None,
                moves,
            };
        };
        game.legal_moves(position, &mut moves[0]);
        if game.choosers(position) > 1
            && let Some(&mv) = moves[0].first()
        {
            let mut pending = position.clone();
            game.play_unchecked(&mut pending, mv);
            game.legal_moves(&pending, &mut moves[1]);
        }
        Moves {
            first_asked: Some(role),
            moves,
        }
    }

    fn by_role(self) -> [Vec<M>; 2] {
        let [first, second] = self.moves;
        if self.first_asked == Some(Role(1)) {
            [second, first]
        } else {
            [first, second]
        }
    }
}

/// The steps that can be reached, the first one first.
fn list_steps<'a, G: PerfectInformation>(
    game: &'a G,
    start: &G::Position,
    limit: u64,
    stop: &Stop,
) -> Result<(Listing<'a, G>, Vec<Step>), PlayersError> {
    let mut listing = Listing {
        game,
        limit,
        positions: Positions::default(),
        opposed: OpposedGoals::default(),
    };
    listing.number(start.clone())?;
    let mut steps = Vec::new();
    while let Some(position) = listing.positions.get_index(steps.len()).cloned() {
        if stop.is_requested() {
            return Err(PlayersError::Stopped);
        }
        steps.push(listing.step(&position)?);
    }
    Ok((listing, steps))
}

struct Listing<'a, G: PerfectInformation> {
    game: &'a G,
    limit: u64,
    positions: Positions<G::Position>,
    opposed: OpposedGoals,
}

impl<G: PerfectInformation> Listing<'_, G> {
    /// The number of a position; a new one gets the next number.
    fn number(&mut self, position: G::Position) -> Result<u32, PlayersError> {
        let (number, _) = self.positions.insert_full(position);
        if number as u64 >= self.limit.min(u64::from(u32::MAX)) {
            return Err(PlayersError::TooManyPositions { limit: self.limit });
        }
        Ok(number as u32)
    }

    fn step(&mut self, position: &G::Position) -> Result<Step, PlayersError> {
        let role = match self.game.turn(position) {
            Turn::Role(role) => role,
            Turn::Over => {
                self.opposed.add(self.game, position)?;
                return Ok(Step::End(f64::from(self.game.goal(position, Role(0)))));
            }
            Turn::Failed => return Err(PlayersError::rules_failed(self.game, position)),
        };
        let Moves { moves, .. } = Moves::of(self.game, position);
        let [asked_first, asked_second] = &moves;
        if self.game.choosers(position) == 1 {
            let after = |&mv| self.after(position, &[mv]);
            let next: Result<Vec<u32>, PlayersError> = asked_first.iter().map(after).collect();
            return Ok(Step::Alone { role, next: next? });
        }
        let is_first = role == Role(0);
        let (rows, columns) = if is_first {
            (asked_first, asked_second)
        } else {
            (asked_second, asked_first)
        };
        let mut next = Vec::with_capacity(rows.len() * columns.len());
        for &row in rows {
            for &column in columns {
                let joint = if is_first {
                    [row, column]
                } else {
                    [column, row]
                };
                next.push(self.after(position, &joint)?);
            }
        }
        Ok(Step::Together {
            rows: rows.len(),
            columns: columns.len(),
            next,
        })
    }

    /// The number of the position after these moves.
    fn after(&mut self, position: &G::Position, moves: &[G::Move]) -> Result<u32, PlayersError> {
        let mut next = position.clone();
        for &mv in moves {
            self.game.play_unchecked(&mut next, mv);
        }
        self.number(next)
    }
}

/// The value of each step for the first role, computed depth first: a step is
/// evaluated after all steps that follow it.
fn values(steps: &[Step], stop: &Stop) -> Result<Vec<f64>, PlayersError> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; steps.len()];
    let mut goals = vec![0.0; steps.len()];
    let mut open: Vec<(u32, usize)> = vec![(0, 0)];
    while let Some((number, place)) = open.last_mut() {
        let step = *number as usize;
        states[step] = State::Open;
        if stop.is_requested() {
            return Err(PlayersError::Stopped);
        }
        match steps[step].next().get(*place) {
            Some(&next) => {
                *place += 1;
                match states[next as usize] {
                    State::New => open.push((next, 0)),
                    State::Open => return Err(PlayersError::SimultaneousCycle),
                    State::Done => {}
                }
            }
            None => {
                goals[step] = value(&steps[step], &goals)?;
                states[step] = State::Done;
                open.pop();
            }
        }
    }
    Ok(goals)
}

/// The value of a step from those of the steps that follow.
fn value(step: &Step, goals: &[f64]) -> Result<f64, PlayersError> {
    let next = |place: &u32| goals[*place as usize];
    Ok(match step {
        Step::End(goal) => *goal,
        Step::Alone {
            role: Role(0),
            next: after,
        } => after.iter().map(next).fold(0.0, f64::max),
        Step::Alone { next: after, .. } => after.iter().map(next).fold(100.0, f64::min),
        Step::Together {
            rows,
            columns,
            next,
        } => matrix(*rows, *columns, next, goals).solve()?.value,
    })
}

fn matrix(rows: usize, columns: usize, next: &[u32], goals: &[f64]) -> MatrixGame {
    MatrixGame::new(rows, columns, |row, column| {
        goals[next[row * columns + column] as usize]
    })
}

/// The optimal strategies of both roles in a step of this value.
fn strategies(step: &Step, goal: f64, goals: &[f64]) -> Result<[Vec<f64>; 2], PlayersError> {
    Ok(match step {
        Step::End(_) => [Vec::new(), Vec::new()],
        Step::Alone { role, next } => {
            let best = next.iter().position(|&n| goals[n as usize] == goal);
            let is_best = |place: usize| f64::from(u8::from(Some(place) == best));
            let certain = (0..next.len()).map(is_best).collect();
            if *role == Role(0) {
                [certain, Vec::new()]
            } else {
                [Vec::new(), certain]
            }
        }
        Step::Together {
            rows,
            columns,
            next,
        } => {
            let equilibrium = matrix(*rows, *columns, next, goals).solve()?;
            [equilibrium.rows, equilibrium.columns]
        }
    })
}
