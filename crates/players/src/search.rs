//! Alpha-beta search (in its negamax form) with a transposition table of
//! canonical positions. At the horizon an evaluation gives the score, 0 where there
//! is none, and the result says whether any such line mattered.
//!
//! Scores are relative to the node: a win in n plies is `WON - n`, a loss `n - WON`
//! and a draw 0, so that quicker wins and slower losses are better.

use rustc_hash::FxHashMap;
use stratalog_game::reason::Search;
use stratalog_game::{Game, Outcome, PerfectInformation, Role, Turn};
use stratalog_run::Stop;

use crate::error::{OpposedGoals, PlayersError};
use crate::transposition::{Bound, Finding, TranspositionTable};

/// The score of a game just won.
const WON: i16 = 20_000;
/// The longest line that is followed, to bound the stack.
const MAX_PLIES: u32 = 500;
/// Scores from here up are wins, from its negative down losses.
const DECIDED: i16 = WON - 2 * MAX_PLIES as i16;
/// Memory for the transposition table.
const TABLE_BYTES: usize = 384 << 20;

/// Scores a position for a role that has just moved to it, where a search does not
/// look further.
pub type HorizonScore<'a, G> = &'a dyn Fn(&<G as Game>::Position, Role) -> i16;

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// Plies to look ahead.
    pub depth: u32,
    /// Positions to visit.
    pub nodes: u64,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The best moves in the order of the legal moves: all of them where they were
    /// requested, else the first.
    pub moves: Vec<M>,
    /// The score of these moves at the horizon; it means nothing where the game is
    /// decided.
    pub score: i16,
    /// The outcome for the role to move. A game that is not decided within the
    /// horizon counts as drawn.
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

impl<M> SearchResult<M> {
    /// The result as the reason of a move.
    pub fn reason(&self) -> Search {
        Search {
            value: self.outcome,
            plies: self.plies,
            exact: self.exact,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// Which of the best moves a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The first in the list of legal moves.
    First,
    /// All of them.
    All,
}

/// The memory of searches, reused from one to the next to save allocations. No
/// search sees what an earlier one found.
pub struct Searcher<G: PerfectInformation> {
    table: TranspositionTable<G::Position>,
    /// How much each move has cut off, by role.
    history: FxHashMap<(Role, G::Move), u32>,
    spare: Vec<Vec<Child<G>>>,
    moves: Vec<G::Move>,
    stop: Stop,
}

/// A move, and the position it leads to if it was made to sort the moves.
struct Child<G: PerfectInformation> {
    mv: G::Move,
    place: u16,
    position: Option<G::Position>,
    promise: u32,
}

impl<G: PerfectInformation> Searcher<G> {
    /// A searcher with memory for searches of `nodes` positions.
    pub fn new(nodes: u64) -> Searcher<G> {
        Searcher {
            table: TranspositionTable::new(nodes.saturating_mul(2), TABLE_BYTES),
            history: FxHashMap::default(),
            spare: Vec::new(),
            moves: Vec::new(),
            stop: Stop::default(),
        }
    }

    /// The same, stopped by a request.
    pub fn stopped_by(self, stop: Stop) -> Searcher<G> {
        Searcher { stop, ..self }
    }

    /// The best moves by a deepening search, until the game is decided, everything is
    /// searched or a limit is reached. Without an evaluation, positions at the horizon
    /// count as drawn. The result depends on the position, the limits and the
    /// evaluation alone. Returns nothing when the game is over.
    pub fn best_moves(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: SearchLimits,
        ties: Ties,
        evaluate: Option<HorizonScore<'_, G>>,
    ) -> Result<Option<SearchResult<G::Move>>, PlayersError> {
        let role = match game.turn(position) {
            Turn::Role(role) => role,
            Turn::Over => return Ok(None),
            Turn::Failed => return Err(PlayersError::rules_failed(game, position)),
        };
        if game.role_count() > 2 {
            return Err(PlayersError::TooManyRoles {
                roles: game.role_count(),
            });
        }
        if game.choosers(position) > 1 {
            return Err(PlayersError::Simultaneous);
        }
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let Some(&first) = moves.first() else {
            return Ok(None);
        };
        let mut result = SearchResult {
            moves: vec![first],
            score: 0,
            outcome: Outcome::Draw,
            plies: None,
            exact: false,
            depth: 0,
            nodes: 0,
        };
        let mut run = self.begin(game, limits.nodes, evaluate);
        let root = Root {
            position,
            role,
            moves: &moves,
            ties,
        };
        // Evaluations after a move of the one side and of the other differ, so that a
        // search with an evaluation deepens by two plies.
        let step = if evaluate.is_some() { 2 } else { 1 };
        let deepest = limits.depth.clamp(1, MAX_PLIES);
        for depth in (1..=deepest).filter(|depth| (deepest - depth).is_multiple_of(step)) {
            let (best, scored) = match run.search_root(&root, depth) {
                Ok(found) => found,
                Err(Interruption::NodeLimit) => break,
                Err(Interruption::Error(error)) => return Err(*error),
            };
            result = SearchResult {
                moves: best,
                score: scored.score,
                outcome: outcome_of(scored.score),
                plies: plies_of(scored.score),
                exact: scored.is_complete,
                depth,
                nodes: 0,
            };
            if result.exact {
                break;
            }
        }
        result.nodes = run.nodes;
        Ok(Some(result))
    }

    /// The outcome for the role to move (for the first role when the game is over)
    /// with best play, and the number of positions visited, at most `node_limit`.
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
        match game.turn(position) {
            Turn::Role(_) => {}
            Turn::Over => return Ok((game.outcome(position, Role(0)), 1)),
            Turn::Failed => return Err(PlayersError::rules_failed(game, position)),
        }
        let mut run = self.begin(game, node_limit, None);
        run.opposed = Some(OpposedGoals::default());
        let horizon = Horizon {
            depth: MAX_PLIES,
            alpha: -1,
            beta: 1,
        };
        match run.search(position, horizon) {
            Ok(scored) if scored.is_complete => Ok((outcome_of(scored.score), run.nodes)),
            Ok(_) => Err(PlayersError::TooDeep { plies: MAX_PLIES }),
            Err(Interruption::NodeLimit) => {
                Err(PlayersError::TooManyPositions { limit: node_limit })
            }
            Err(Interruption::Error(error)) => Err(*error),
        }
    }

    fn begin<'a>(
        &'a mut self,
        game: &'a G,
        node_limit: u64,
        evaluate: Option<HorizonScore<'a, G>>,
    ) -> Run<'a, G> {
        self.table.clear();
        self.history.clear();
        Run {
            game,
            memory: self,
            evaluate,
            opposed: None,
            nodes: 0,
            node_limit,
        }
    }
}

/// One search.
struct Run<'a, G: PerfectInformation> {
    game: &'a G,
    memory: &'a mut Searcher<G>,
    evaluate: Option<HorizonScore<'a, G>>,
    /// The goals of the ends met, where they must be opposed.
    opposed: Option<OpposedGoals>,
    nodes: u64,
    node_limit: u64,
}

/// Where a search starts.
struct Root<'a, G: PerfectInformation> {
    position: &'a G::Position,
    role: Role,
    moves: &'a [G::Move],
    ties: Ties,
}

/// The number of nodes after which a search looks whether it must stop.
const NODES_BETWEEN_LOOKS: u64 = 1 << 6;

/// Why a search ended without a result.
enum Interruption {
    /// The node limit was reached.
    NodeLimit,
    /// The game cannot be searched.
    Error(Box<PlayersError>),
}

impl From<PlayersError> for Interruption {
    fn from(error: PlayersError) -> Interruption {
        Interruption::Error(Box::new(error))
    }
}

/// A score, and whether a deeper search would give the same.
#[derive(Clone, Copy)]
struct Scored {
    score: i16,
    is_complete: bool,
}

/// How deep to look, and which scores the caller can distinguish: those above
/// `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Horizon {
    depth: u32,
    alpha: i16,
    beta: i16,
}

impl<G: PerfectInformation> Run<'_, G> {
    /// The best moves and their score, searching `depth` plies.
    fn search_root(
        &mut self,
        root: &Root<'_, G>,
        depth: u32,
    ) -> Result<(Vec<G::Move>, Scored), Interruption> {
        let mut best = Vec::new();
        let mut alpha = -WON;
        let mut is_complete = true;
        for &mv in root.moves {
            let mut next = root.position.clone();
            self.game.play_unchecked(&mut next, mv);
            // A score below the best need not be known exactly. An equal one must
            // be where all best moves are requested.
            let horizon = Horizon {
                depth,
                alpha: match root.ties {
                    Ties::First => alpha,
                    Ties::All => (alpha - 1).max(-WON),
                },
                beta: WON,
            };
            let scored = self.search_child(&next, root.role, horizon)?;
            is_complete &= scored.is_complete;
            if scored.score > alpha || best.is_empty() {
                alpha = scored.score;
                best.clear();
                best.push(mv);
            } else if scored.score == alpha && root.ties == Ties::All {
                best.push(mv);
            }
        }
        let scored = Scored {
            score: alpha,
            is_complete: is_complete || is_decided(alpha),
        };
        Ok((best, scored))
    }

    /// The score for `role` of a position it has just moved to.
    #[inline]
    fn search_child(
        &mut self,
        position: &G::Position,
        role: Role,
        horizon: Horizon,
    ) -> Result<Scored, Interruption> {
        match self.game.turn(position) {
            Turn::Over => {
                self.count_node()?;
                if let Some(opposed) = &mut self.opposed {
                    opposed.add(self.game, position)?;
                }
                Ok(Scored {
                    score: match self.game.outcome(position, role) {
                        Outcome::Win => WON - 1,
                        Outcome::Draw => 0,
                        Outcome::Loss => 1 - WON,
                    },
                    is_complete: true,
                })
            }
            Turn::Failed => Err(PlayersError::rules_failed(self.game, position).into()),
            Turn::Role(_) if horizon.depth <= 1 => {
                self.count_node()?;
                let score = self.evaluate.map_or(0, |score| score(position, role));
                Ok(Scored {
                    score: score.clamp(1 - DECIDED, DECIDED - 1),
                    is_complete: false,
                })
            }
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
    fn search(&mut self, position: &G::Position, horizon: Horizon) -> Result<Scored, Interruption> {
        self.count_node()?;
        // From here on only the canonical position is used, so that a move's place
        // in the list means the same for all symmetric positions.
        let position = self.game.canonical(position);
        let known = self.memory.table.find(&position);
        if let Some(scored) = known.and_then(|finding| answer(finding, horizon)) {
            return Ok(scored);
        }
        let Turn::Role(role) = self.game.turn(&position) else {
            return Err(PlayersError::rules_failed(self.game, &position).into());
        };
        if self.game.choosers(&position) > 1 {
            return Err(PlayersError::Simultaneous.into());
        }
        let mut children = self.children(&position, role, known.map(|finding| finding.best));
        let result = self.search_children(&position, role, &children, horizon);
        children.clear();
        self.memory.spare.push(children);
        result
    }

    fn search_children(
        &mut self,
        position: &G::Position,
        role: Role,
        children: &[Child<G>],
        horizon: Horizon,
    ) -> Result<Scored, Interruption> {
        let mut best = Best::new();
        for child in children {
            let ahead = Horizon {
                alpha: horizon.alpha.max(best.scored.score),
                ..horizon
            };
            let scored = match &child.position {
                Some(next) => self.search_child(next, role, ahead)?,
                None => {
                    let mut next = position.clone();
                    self.game.play_unchecked(&mut next, child.mv);
                    self.search_child(&next, role, ahead)?
                }
            };
            if best.is_cut_by(scored, child.place, horizon) {
                self.reward(role, child.mv, horizon.depth);
                break;
            }
        }
        Ok(self.conclude(position, best, horizon))
    }

    /// Stores the best score of a position.
    fn conclude(&mut self, position: &G::Position, best: Best, horizon: Horizon) -> Scored {
        let Best {
            scored: mut best,
            place,
            is_complete,
        } = best;
        let bound = if best.score >= horizon.beta {
            Bound::Least
        } else if best.score <= horizon.alpha {
            Bound::Most
        } else {
            Bound::Exact
        };
        // A deeper search cannot change a win or a loss.
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
            best: place.unwrap_or(0),
        };
        self.memory.table.store(position, finding);
        best
    }

    /// The moves of a role, the most promising first. Without an evaluation a win at
    /// once comes first. With one, searches are shallow, and a move is made only when
    /// the moves before it did not suffice.
    fn children(&mut self, position: &G::Position, role: Role, best: Option<u16>) -> Vec<Child<G>> {
        let mut children = self.memory.spare.pop().unwrap_or_default();
        let mut moves = std::mem::take(&mut self.memory.moves);
        self.game.legal_moves(position, &mut moves);
        for (place, &mv) in moves.iter().enumerate() {
            let next = self.evaluate.is_none().then(|| {
                let mut next = position.clone();
                self.game.play_unchecked(&mut next, mv);
                next
            });
            let place = place as u16;
            let is_win = |next: &G::Position| {
                self.game.turn(next) == Turn::Over && self.game.outcome(next, role) == Outcome::Win
            };
            let promise = if next.as_ref().is_some_and(is_win) {
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
    fn count_node(&mut self) -> Result<(), Interruption> {
        if self.nodes >= self.node_limit {
            return Err(Interruption::NodeLimit);
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.memory.stop.is_requested() {
            return Err(PlayersError::Stopped.into());
        }
        self.nodes += 1;
        Ok(())
    }
}

/// The best of the moves searched so far.
struct Best {
    scored: Scored,
    place: Option<u16>,
    /// Whether a deeper search would give the same score.
    is_complete: bool,
}

impl Best {
    fn new() -> Best {
        Best {
            scored: Scored {
                score: -WON,
                is_complete: true,
            },
            place: None,
            is_complete: true,
        }
    }

    /// Adds a move; true if the others need not be searched.
    #[inline]
    fn is_cut_by(&mut self, scored: Scored, place: u16, horizon: Horizon) -> bool {
        self.is_complete &= scored.is_complete;
        if scored.score > self.scored.score || self.place.is_none() {
            self.scored = scored;
            self.place = Some(place);
        }
        let is_cut = self.scored.score >= horizon.beta || self.scored.score == WON - 1;
        if is_cut {
            self.is_complete = self.scored.is_complete;
        }
        is_cut
    }
}

impl Horizon {
    /// The horizon one move later, for the same role.
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

    /// The horizon for the other role.
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

/// The score of a finding, if it is deep enough and answers the question.
#[inline]
fn answer(finding: Finding, horizon: Horizon) -> Option<Scored> {
    if u32::from(finding.depth) < horizon.depth {
        return None;
    }
    let is_answer = match finding.bound {
        Bound::Exact => true,
        Bound::Least => finding.score >= horizon.beta,
        Bound::Most => finding.score <= horizon.alpha,
    };
    is_answer.then_some(Scored {
        score: finding.score,
        is_complete: finding.depth == u16::MAX,
    })
}

#[inline]
fn is_decided(score: i16) -> bool {
    score.abs() >= DECIDED
}

fn outcome_of(score: i16) -> Outcome {
    if !is_decided(score) {
        Outcome::Draw
    } else if score > 0 {
        Outcome::Win
    } else {
        Outcome::Loss
    }
}

fn plies_of(score: i16) -> Option<u32> {
    is_decided(score).then(|| u32::from(WON.abs_diff(score.abs())))
}
