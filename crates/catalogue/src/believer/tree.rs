//! The results of simulated games by what the role that chose had seen.

use rand::seq::IndexedRandom;
use rustc_hash::FxHashMap;
use stratalog_game::{Game, Role, Turn};
use stratalog_rulesheet::{Knowledge, Move, Position, RulesheetGame};
use stratalog_run::Stream;

/// A simulated game that is longer counts as drawn.
const MAX_MOVES: u32 = 10_000;
/// The tree does not grow beyond this number of choices, to bound its memory.
const MAX_CHOICES: usize = 500_000;

/// What a role does where it has seen the same: its choices and their results.
pub struct InformationTree<'a> {
    game: &'a RulesheetGame,
    /// The role that decides.
    role: Role,
    choices: FxHashMap<Seen, Vec<Tried>>,
    /// What that role had seen when it chose first.
    root: Option<Seen>,
    moves: Vec<Move>,
}

/// A role and the digest of what it has seen.
type Seen = (Role, u64);

/// A move and the results of the simulated games in which it was made.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The move.
    pub mv: Move,
    /// The number of games.
    pub games: u64,
    /// The number of games in which it could have been made.
    offered: u64,
    sum: f64,
}

impl Tried {
    fn new(mv: Move) -> Tried {
        Tried {
            mv,
            games: 0,
            offered: 0,
            sum: 0.0,
        }
    }

    /// The mean result for the role that chose, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.sum / self.games.max(1) as f64
    }

    /// The upper confidence bound of the mean.
    fn bound(&self) -> f64 {
        let spread = (2.0 * (self.offered.max(1) as f64).ln() / self.games as f64).sqrt();
        self.mean() + spread
    }
}

impl<'a> InformationTree<'a> {
    /// A tree without results, for the decision of a role.
    pub fn new(game: &'a RulesheetGame, role: Role) -> InformationTree<'a> {
        InformationTree {
            game,
            role,
            choices: FxHashMap::default(),
            root: None,
            moves: Vec::new(),
        }
    }

    /// The move of the role that was tried most often.
    pub fn most_tried(&self) -> Option<&Tried> {
        let tried = self.choices.get(&self.root?)?.iter();
        tried.max_by_key(|tried| tried.games)
    }

    /// Plays a game from a position in which the players know this, and records its
    /// result.
    pub fn simulate(&mut self, mut position: Position, mut knowledge: Knowledge, rng: &mut Stream) {
        let mut path: Vec<(Seen, usize)> = Vec::new();
        let mut steps = 0;
        let mut is_in_tree = true;
        let mut has_decided = false;
        for _ in 0..MAX_MOVES {
            let Turn::Role(role) = self.game.turn(&position) else {
                break;
            };
            if is_in_tree {
                steps = knowledge.follow(&position, steps);
                let seen = (role, knowledge.of(role));
                if let Some(place) = self.choose(seen, &position, rng) {
                    has_decided |= role == self.role;
                    if role == self.role {
                        self.root.get_or_insert(seen);
                    }
                    let tried = &self.choices[&seen][place];
                    // The first move that was not tried before leaves the tree, but not
                    // before the role that decides has chosen.
                    is_in_tree = tried.games > 0 || !has_decided;
                    self.game.play_unchecked(&mut position, tried.mv);
                    path.push((seen, place));
                    continue;
                }
                is_in_tree = false;
            }
            let choice = self
                .game
                .random_choice(&position, role, rng, &mut self.moves);
            let Some((mv, _)) = choice else { break };
            self.game.play_unchecked(&mut position, mv);
        }
        for (seen, place) in path {
            let result = match self.game.turn(&position) {
                Turn::Over => f64::from(self.game.goal(&position, seen.0)) / 100.0,
                Turn::Role(_) | Turn::Failed => 0.5,
            };
            if let Some(tried) = self.choices.get_mut(&seen) {
                tried[place].games += 1;
                tried[place].sum += result;
            }
        }
    }

    /// The place of the move that a role makes where it has seen this: one that was not
    /// tried yet, or the one with the highest bound. Nothing where the tree is full.
    fn choose(&mut self, seen: Seen, position: &Position, rng: &mut Stream) -> Option<usize> {
        self.game.legal_moves(position, &mut self.moves);
        if self.choices.len() >= MAX_CHOICES && !self.choices.contains_key(&seen) {
            return None;
        }
        let tried = self.choices.entry(seen).or_default();
        let mut untried: Vec<usize> = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        for &mv in &self.moves {
            let known = tried.iter().position(|tried| tried.mv == mv);
            let place = known.unwrap_or_else(|| {
                tried.push(Tried::new(mv));
                tried.len() - 1
            });
            let own = &mut tried[place];
            own.offered += 1;
            if own.games == 0 {
                untried.push(place);
            } else if best.is_none_or(|(most, _)| own.bound() > most) {
                best = Some((own.bound(), place));
            }
        }
        let any = untried.choose(rng).copied();
        any.or(best.map(|(_, place)| place))
    }
}
