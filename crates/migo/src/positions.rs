//! The positions of a game by number. Symmetric positions share a number, and the
//! successors of a position are computed on first use, or taken from a graph of all
//! positions.

use smallvec::SmallVec;
use stratalog_game::{
    AnyPosition, Game, GameObject, Outcome, PositionGraph, PositionTable, Role, Turn,
};

use crate::turns::Turns;

/// A position's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State(pub u32);

/// Positions that turns lead to.
pub type States = SmallVec<[State; 16]>;

/// The result of a position for the role whose move led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The game goes on.
    Open,
    /// The move won.
    Won,
    /// The move ended the game in a draw.
    Drawn,
    /// The move lost.
    Lost,
}

/// Positions, each with the role whose move led to it.
#[derive(Default)]
pub struct Positions {
    known: PositionTable<GameObject>,
    standings: Vec<Standing>,
    /// By number, where the successors are in `to`.
    successors: Vec<Successors>,
    to: Vec<State>,
    has_losses: bool,
    has_draws: bool,
    has_repeated_turns: bool,
}

#[derive(Clone, Copy)]
struct Successors {
    start: u32,
    count: u32,
}

impl Successors {
    const UNEXPLORED: Successors = Successors {
        start: u32::MAX,
        count: 0,
    };

    const NONE: Successors = Successors { start: 0, count: 0 };

    fn is_explored(self) -> bool {
        self.start != u32::MAX
    }
}

/// No position has this number.
const NOWHERE: State = State(u32::MAX);

/// By number in a graph and by the role whose move led there, the position's number
/// here.
pub struct GraphStates(Vec<[State; 2]>);

impl GraphStates {
    /// The number here of a position of the graph that a move of `mover` led to.
    pub fn state(&self, number: u32, mover: Role) -> Option<State> {
        let own = self.0[number as usize][mover.index()];
        (own != NOWHERE).then_some(own)
    }
}

impl Positions {
    /// The number of a position that a move of `mover` led to.
    pub fn state(&mut self, game: &GameObject, position: &AnyPosition, mover: Role) -> State {
        let position = game.canonical(position);
        let number = self.known.insert(game, &position, mover.0);
        if (number as usize) < self.standings.len() {
            return State(number);
        }
        let standing = match game.turn(&position) {
            Turn::Role(_) | Turn::Failed => Standing::Open,
            Turn::Over => match game.outcome(&position, mover) {
                Outcome::Win => Standing::Won,
                Outcome::Draw => Standing::Drawn,
                Outcome::Loss => Standing::Lost,
            },
        };
        self.has_losses |= standing == Standing::Lost;
        self.has_draws |= standing == Standing::Drawn;
        self.standings.push(standing);
        self.successors.push(match standing {
            Standing::Open => Successors::UNEXPLORED,
            Standing::Won | Standing::Drawn | Standing::Lost => Successors::NONE,
        });
        State(number)
    }

    /// The number of a position in which a role is to move; the other role made
    /// the last move.
    pub fn open_state(&mut self, game: &GameObject, position: &AnyPosition) -> State {
        let mover = match game.turn(position) {
            Turn::Role(role) => role.other(),
            Turn::Over | Turn::Failed => Role(0),
        };
        self.state(game, position, mover)
    }

    /// Whether a position was met in which the last mover has lost.
    pub fn has_losses(&self) -> bool {
        self.has_losses
    }

    /// Whether a position was met in which the game is drawn.
    pub fn has_draws(&self) -> bool {
        self.has_draws
    }

    /// Whether a player was met who may move again.
    pub fn has_repeated_turns(&self) -> bool {
        self.has_repeated_turns
    }

    /// The number of positions met so far.
    pub fn len(&self) -> usize {
        self.standings.len()
    }

    /// Whether no position has been met so far.
    pub fn is_empty(&self) -> bool {
        self.standings.is_empty()
    }

    /// The result of a position for the role whose move led to it.
    pub fn standing(&self, state: State) -> Standing {
        self.standings[state.0 as usize]
    }

    /// Whether the successors of a position are known.
    pub fn is_explored(&self, state: State) -> bool {
        self.successors[state.0 as usize].is_explored()
    }

    /// The successors of a position, where they are known.
    pub fn explored(&self, state: State) -> Option<&[State]> {
        let Successors { start, count } = *self.successors.get(state.0 as usize)?;
        let start = start as usize;
        (start != u32::MAX as usize).then(|| &self.to[start..start + count as usize])
    }

    /// The distinct positions that a turn leads to, in the order of moves; `None`
    /// where a turn is too long. Positions inside a turn are numbered as well: the
    /// same player decides again there.
    pub fn successors(&mut self, game: &GameObject, state: State) -> Option<States> {
        if let Some(known) = self.explored(state) {
            return Some(known.into());
        }
        let position = self.known.position(game, state.0)?;
        let mover = Role(self.known.tag(state.0)?).other();
        let turns = Turns::from(game, &position)?;
        let mut found = States::new();
        for end in &turns.ends {
            let end = self.state(game, end, mover);
            if !found.contains(&end) {
                found.push(end);
            }
        }
        self.has_repeated_turns |= !turns.inside.is_empty();
        for inside in &turns.inside {
            self.open_state(game, inside);
        }
        self.set_successors(state, &found);
        Some(found)
    }

    fn set_successors(&mut self, state: State, found: &[State]) {
        self.successors[state.0 as usize] = Successors {
            start: self.to.len() as u32,
            count: found.len() as u32,
        };
        self.to.extend_from_slice(found);
    }

    /// The positions that turns lead to which begin with a move of `mover` to this
    /// position; none where a turn is too long.
    pub fn ends_after(&mut self, game: &GameObject, next: &AnyPosition, mover: Role) -> Vec<State> {
        let turns = Turns::after(game, next.clone(), mover);
        let ends = turns.map_or_else(Vec::new, |turns| turns.ends);
        ends.iter()
            .map(|end| self.state(game, end, mover))
            .collect()
    }

    /// Takes all positions and their successors from a graph; `None` where a turn is
    /// too long.
    pub fn explore_graph(
        &mut self,
        game: &GameObject,
        graph: &dyn PositionGraph<GameObject>,
    ) -> Option<GraphStates> {
        let mut states = vec![[NOWHERE; 2]; graph.len()];
        for number in 0..graph.len() as u32 {
            if let Some(role) = graph.mover(number) {
                let mover = role.other();
                let position = graph.position(game, number)?;
                states[number as usize][mover.index()] = self.state(game, &position, mover);
            }
        }
        for number in 0..graph.len() as u32 {
            let Some(role) = graph.mover(number) else {
                continue;
            };
            let state = states[number as usize][role.other().index()];
            let turns = Turns::in_graph(graph, number)?;
            let mut found = States::new();
            for end in turns.ends {
                let known = &mut states[end as usize][role.index()];
                if *known == NOWHERE {
                    let position = graph.position(game, end)?;
                    *known = self.state(game, &position, role);
                }
                if !found.contains(known) {
                    found.push(*known);
                }
            }
            self.has_repeated_turns |= !turns.inside.is_empty();
            if !self.is_explored(state) {
                self.set_successors(state, &found);
            }
        }
        Some(GraphStates(states))
    }
}
