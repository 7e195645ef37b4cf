//! Alpha-beta search (in its negamax form) with a transposition table of
//! canonical positions. Lines that are cut off at the horizon count as drawn, and
//! the result says whether any of them mattered.
//!
//! Scores are node-relative: a win in n plies is `WON - n`, a loss `n - WON`, a
//! draw 0; so quicker wins and slower losses are better.

use rustc_hash::FxHashMap;
use stratalog_game::{Outcome, PerfectInformation, Role, Turn};

use crate::error::PlayersError;
use crate::table::{Bound, Finding, Table};

/// The score of a game just won.
const WON: i16 = 20_000;
/// Lines are followed no further than this, to bound the stack.
const MAX_PLIES: u32 = 500;
/// Scores from here up are wins, from its negative down losses.
const DECIDED: i16 = WON - 2 * MAX_PLIES as i16;
/// Memory for the transposition table.
const TABLE_BYTES: usize = 384 << 20;

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: u32,
    /// Positions to visit.
    pub nodes: u64,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The best move; the first of equals.
    pub mv: M,
    /// The outcome for the role to move.
    pub outcome: Outcome,
    /// Moves to the end, where the game is decided.
    pub plies: Option<u32>,
    /// Whether outcome and plies are proven.
    pub exact: bool,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// The memory of searches, kept from one to the next to save allocations; no
/// search sees what an earlier one found.
pub struct Searcher<G: PerfectInformation> {
    table: Table<G::Position>,
    /// How much each move has cut off, by role.
    history: FxHashMap<(Role, G::Move), u32>,
    spare: Vec<Vec<Child<G>>>,
    moves: Vec<G::Move>,
}

/// A move and where it leads.
struct Child<G: PerfectInformation> {
    mv: G::Move,
    place: u16,
    position: G::Position,
    promise: u32,
}

impl<G: PerfectInformation> Searcher<G> {
    /// A searcher with memory enough for searches of so many positions.
    pub fn new(nodes: u64) -> Searcher<G> {
        Searcher {
            table: Table::new(nodes.saturating_mul(2), TABLE_BYTES),
            history: FxHashMap::default(),
            spare: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The best move by deepening search: one ply, two plies, and so on until
    /// the game is decided, everything is searched or a limit is reached. The
    /// result depends on the position and the limits alone. Nothing when the
    /// game is over.
    pub fn best_move(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: Limits,
    ) -> Option<Found<G::Move>> {
        let Turn::Role(role) = game.turn(position) else {
            return None;
        };
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let mut found = Found {
            mv: *moves.first()?,
            outcome: Outcome::Draw,
            plies: None,
            exact: false,
            depth: 0,
            nodes: 0,
        };
        let mut run = self.begin(game, limits.nodes);
        for depth in 1..=limits.depth.clamp(1, MAX_PLIES) {
            let Ok((mv, scored)) = run.search_root(position, role, &moves, depth) else {
                break;
            };
            found = Found {
                mv,
                outcome: outcome_of(scored.score),
                plies: plies_of(scored.score),
                exact: scored.is_complete,
                depth,
                nodes: 0,
            };
            if found.exact {
                break;
            }
        }
        found.nodes = run.nodes;
        Some(found)
    }

    /// The outcome for the role to move (when the game is over, for the first
    /// role) with best play, and the number of positions visited, at most
    /// `node_limit`.
    pub fn outcome(
        &mut self,
        game: &G,
        position: &G::Position,
        node_limit: u64,
    ) -> Result<(Outcome, u64), PlayersError> {
        if game.role_count() > 2 {
            return Err(PlayersError::TooManyRoles {
                roles: game.role_count(),
            });
        }
        if game.turn(position) == Turn::Over {
            return Ok((game.outcome(position, Role(0)), 1));
        }
        let mut run = self.begin(game, node_limit);
        let horizon = Horizon {
            depth: MAX_PLIES,
            alpha: -1,
            beta: 1,
        };
        match run.search(position, horizon) {
            Ok(scored) if scored.is_complete => Ok((outcome_of(scored.score), run.nodes)),
            Ok(_) => Err(PlayersError::TooDeep { plies: MAX_PLIES }),
            Err(Stopped) => Err(PlayersError::TooManyPositions { limit: node_limit }),
        }
    }

    fn begin<'a>(&'a mut self, game: &'a G, node_limit: u64) -> Run<'a, G> {
        self.table.clear();
        self.history.clear();
        Run {
            game,
            memory: self,
            nodes: 0,
            node_limit,
        }
    }
}

/// One search.
struct Run<'a, G: PerfectInformation> {
    game: &'a G,
    memory: &'a mut Searcher<G>,
    nodes: u64,
    node_limit: u64,
}

/// The node limit was reached.
struct Stopped;

/// A score, and whether it holds however deep one looks.
#[derive(Clone, Copy)]
struct Scored {
    score: i16,
    is_complete: bool,
}

/// How deep to look and which scores the caller can tell apart: those above
/// `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Horizon {
    depth: u32,
    alpha: i16,
    beta: i16,
}

impl<G: PerfectInformation> Run<'_, G> {
    /// The first best move, searching so many plies.
    fn search_root(
        &mut self,
        position: &G::Position,
        role: Role,
        moves: &[G::Move],
        depth: u32,
    ) -> Result<(G::Move, Scored), Stopped> {
        let mut best = None;
        let mut alpha = -WON;
        let mut is_complete = true;
        for &mv in moves {
            let mut next = position.clone();
            self.game.play_unchecked(&mut next, mv);
            let horizon = Horizon {
                depth,
                alpha,
                beta: WON,
            };
            let scored = self.search_child(&next, role, horizon)?;
            is_complete &= scored.is_complete;
            if scored.score > alpha || best.is_none() {
                alpha = scored.score;
                best = Some(mv);
            }
        }
        let scored = Scored {
            score: alpha,
            is_complete: is_complete || is_decided(alpha),
        };
        Ok((best.ok_or(Stopped)?, scored))
    }

    fn unknown_child(&mut self) -> Result<Scored, Stopped> {
        self.count_node()?;
        Ok(Scored {
            score: 0,
            is_complete: false,
        })
    }

    /// The score for `role` of a position it has just moved to.
    #[inline]
    fn search_child(
        &mut self,
        position: &G::Position,
        role: Role,
        horizon: Horizon,
    ) -> Result<Scored, Stopped> {
        match self.game.turn(position) {
            Turn::Over => {
                self.count_node()?;
                Ok(Scored {
                    score: match self.game.outcome(position, role) {
                        Outcome::Win => WON - 1,
                        Outcome::Draw => 0,
                        Outcome::Loss => 1 - WON,
                    },
                    is_complete: true,
                })
            }
            Turn::Role(_) if horizon.depth <= 1 => self.unknown_child(),
            // Of what cannot be evaluated nothing is known, as of what lies too deep.
            Turn::Failed => self.unknown_child(),
            Turn::Role(mover) if mover == role => {
                let scored = self.search(position, horizon.one_ply_on())?;
                Ok(scored.one_ply_back())
            }
            Turn::Role(_) => {
                let scored = self.search(position, horizon.one_ply_on().reversed())?;
                Ok(scored.reversed().one_ply_back())
            }
        }
    }

    /// The score of a position for the role to move, looking at least one ply
    /// ahead.
    fn search(&mut self, position: &G::Position, horizon: Horizon) -> Result<Scored, Stopped> {
        self.count_node()?;
        // From here on only the canonical position is looked at, so that a
        // move's place in the list means the same for all its images.
        let position = self.game.canonical(position);
        let known = self.memory.table.find(&position);
        if let Some(scored) = known.and_then(|finding| answer(finding, horizon)) {
            return Ok(scored);
        }
        let mut children = self.children(&position, known.map(|finding| finding.best));
        let result = self.search_children(&position, &children, horizon);
        children.clear();
        self.memory.spare.push(children);
        result
    }

    fn search_children(
        &mut self,
        position: &G::Position,
        children: &[Child<G>],
        horizon: Horizon,
    ) -> Result<Scored, Stopped> {
        let Turn::Role(role) = self.game.turn(position) else {
            return Err(Stopped);
        };
        let mut best = Scored {
            score: -WON,
            is_complete: true,
        };
        let mut best_child = None;
        let mut is_complete = true;
        for child in children {
            let ahead = Horizon {
                alpha: horizon.alpha.max(best.score),
                ..horizon
            };
            let scored = self.search_child(&child.position, role, ahead)?;
            is_complete &= scored.is_complete;
            if scored.score > best.score || best_child.is_none() {
                best = scored;
                best_child = Some(child);
            }
            if best.score >= horizon.beta || best.score == WON - 1 {
                is_complete = best.is_complete;
                self.reward(role, child.mv, horizon.depth);
                break;
            }
        }
        let bound = if best.score >= horizon.beta {
            Bound::Least
        } else if best.score <= horizon.alpha {
            Bound::Most
        } else {
            Bound::Exact
        };
        // A win is a win and a loss a loss however deep one looks.
        let is_proven = match bound {
            Bound::Exact => is_decided(best.score),
            Bound::Least => best.score >= DECIDED,
            Bound::Most => best.score <= -DECIDED,
        };
        best.is_complete = is_complete || is_proven;
        let finding = Finding {
            score: best.score,
            bound,
            depth: if best.is_complete {
                u16::MAX
            } else {
                horizon.depth as u16
            },
            best: best_child.map_or(0, |child| child.place),
        };
        self.memory.table.store(position, finding);
        Ok(best)
    }

    /// Where the moves of a position lead, the most promising first.
    fn children(&mut self, position: &G::Position, best: Option<u16>) -> Vec<Child<G>> {
        let mut children = self.memory.spare.pop().unwrap_or_default();
        let Turn::Role(role) = self.game.turn(position) else {
            return children;
        };
        let mut moves = std::mem::take(&mut self.memory.moves);
        self.game.legal_moves(position, &mut moves);
        for (place, &mv) in moves.iter().enumerate() {
            let mut next = position.clone();
            self.game.play_unchecked(&mut next, mv);
            let place = place as u16;
            let promise = if self.game.turn(&next) == Turn::Over
                && self.game.outcome(&next, role) == Outcome::Win
            {
                u32::MAX
            } else if Some(place) == best {
                u32::MAX - 1
            } else {
                let cut_off = self.memory.history.get(&(role, mv));
                cut_off.copied().unwrap_or(0).min(u32::MAX - 2)
            };
            children.push(Child {
                mv,
                place,
                position: next,
                promise,
            });
        }
        self.memory.moves = moves;
        children.sort_by_key(|child| std::cmp::Reverse(child.promise));
        children
    }

    fn reward(&mut self, role: Role, mv: G::Move, depth: u32) {
        let weight = depth.min(64) * depth.min(64);
        let merit = self.memory.history.entry((role, mv)).or_insert(0);
        *merit = merit.saturating_add(weight);
    }

    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.node_limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }
}

impl Horizon {
    /// The horizon as it is seen after a move by the same role.
    #[inline]
    fn one_ply_on(self) -> Horizon {
        let on = |score: i16| {
            if is_decided(score) {
                score + score.signum()
            } else {
                score
            }
        };
        Horizon {
            depth: self.depth - 1,
            alpha: on(self.alpha),
            beta: on(self.beta),
        }
    }

    /// The horizon as the other role sees it.
    #[inline]
    fn reversed(self) -> Horizon {
        Horizon {
            depth: self.depth,
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl Scored {
    /// The score one move earlier.
    #[inline]
    fn one_ply_back(self) -> Scored {
        let score = if is_decided(self.score) {
            self.score - self.score.signum()
        } else {
            self.score
        };
        Scored { score, ..self }
    }

    #[inline]
    fn reversed(self) -> Scored {
        Scored {
            score: -self.score,
            ..self
        }
    }
}

/// The score a finding gives, where it is deep enough and tells what is asked.
#[inline]
fn answer(finding: Finding, horizon: Horizon) -> Option<Scored> {
    if u32::from(finding.depth) < horizon.depth {
        return None;
    }
    let tells = match finding.bound {
        Bound::Exact => true,
        Bound::Least => finding.score >= horizon.beta,
        Bound::Most => finding.score <= horizon.alpha,
    };
    tells.then_some(Scored {
        score: finding.score,
        is_complete: finding.depth == u16::MAX,
    })
}

#[inline]
fn is_decided(score: i16) -> bool {
    score.abs() >= DECIDED
}

fn outcome_of(score: i16) -> Outcome {
    match score.signum() {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

fn plies_of(score: i16) -> Option<u32> {
    is_decided(score).then(|| u32::from(WON.abs_diff(score.abs())))
}
