//! A player that chooses moves by an evaluation of the positions they lead to: one
//! ply ahead as in the paper, or by alpha-beta search. Beyond the paper, it
//! recognises the end of a game, and one that searches plays perfectly where the end
//! is near.

pub(crate) mod ending;
mod lookahead;

use ending::Ending;
use lookahead::Lookahead;
use rand::{Rng, RngExt};
use stratalog_game::reason::{self, Alternative, Search};
use stratalog_game::{Decision, Game, Outcome, Player, PlayerError, Reason, Role, Situation, Turn};
use stratalog_rulesheet::{Move, Position, RulesheetGame};
use stratalog_run::{Seed, Stop, Stream};

use crate::evaluation::{Compared, FeatureEvaluation};

/// Plays by an evaluation.
#[derive(Clone)]
pub struct ZenithPlayer {
    evaluation: FeatureEvaluation,
    plies: u32,
    stop: Stop,
}

/// The moves of a role with the positions they lead to and their values.
struct Judged<'a> {
    role: Role,
    moves: &'a [Move],
    positions: &'a [Position],
    values: &'a [f64],
    /// Where the game was searched to its end, how.
    searched: Option<Searched>,
}

/// The size of a search to the end.
#[derive(Clone, Copy)]
struct Searched {
    depth: u32,
    nodes: u64,
}

/// The number of choices of the other roles that a move is judged by, where they
/// choose in the same step.
const REPLIES: usize = 8;

/// The work of a search to the end, some seconds, and the random games that tell
/// whether it is worth trying.
const ENDING: u64 = 4_000_000_000;
const ENDING_SAMPLE: usize = 8;

/// Higher than any evaluation: the game is won.
const WON: f64 = 1e9;

impl ZenithPlayer {
    /// A player that searches this number of plies, at least one. A decision tree
    /// gives no values, only which of two positions is preferred: with a tree it is
    /// always one ply.
    pub fn new(evaluation: FeatureEvaluation, plies: u32) -> ZenithPlayer {
        let plies = match evaluation.weights(0) {
            Some(_) => plies.max(1),
            None => 1,
        };
        ZenithPlayer {
            evaluation,
            plies,
            stop: Stop::default(),
        }
    }

    /// The sign of the evaluation for a role: it is made for one of them.
    fn sign(&self, role: Role) -> f64 {
        if role.index() == self.evaluation.role() {
            1.0
        } else {
            -1.0
        }
    }

    /// The values of the moves of a role, higher for better. Where other roles
    /// choose in the same step, the mean over some of their choices.
    fn values(
        &self,
        game: &RulesheetGame,
        after: &[Position],
        role: Role,
        rng: &mut Stream,
    ) -> Vec<f64> {
        if !self.searches(game) {
            let is_pending = after.iter().any(Position::is_pending);
            let rounds = if is_pending { REPLIES } else { 1 };
            let mut sums = vec![0.0; after.len()];
            for _ in 0..rounds {
                let after = completed(game, after, rng.next_u64());
                let values = self.values_one_ply(game, &after, role);
                sums.iter_mut().zip(values).for_each(|(sum, v)| *sum += v);
            }
            return sums;
        }
        let lookahead = Lookahead {
            game,
            evaluation: &self.evaluation,
            role,
        };
        lookahead.values(after, self.plies)
    }

    /// Whether the player searches: not where roles choose in the same step, and not
    /// where more than two play.
    fn searches(&self, game: &RulesheetGame) -> bool {
        self.plies > 1 && game.role_count() <= 2 && !game.is_simultaneous()
    }

    /// The values of the moves by a search to the end of the game. Nothing where the
    /// end is far away, or where every move loses: then the evaluation knows better
    /// which is hard to refute.
    fn end(
        &self,
        game: &RulesheetGame,
        after: &[Position],
        role: Role,
        rng: &mut Stream,
    ) -> Option<(Vec<f64>, Searched)> {
        if !self.searches(game) || game.has_chance() {
            return None;
        }
        let most = ending::affordable(game, ENDING);
        let mut ending = Ending::new(game, role, most).stopped_by(self.stop.clone());
        if !ending.is_near(after.first()?, ENDING_SAMPLE, rng) {
            return None;
        }
        let values = ending.values(after)?;
        let is_lost = values
            .iter()
            .all(|&value| outcome_of(value) == Outcome::Loss);
        let searched = Searched {
            depth: ending.depth() as u32,
            nodes: most - ending.left(),
        };
        (!is_lost).then_some((values, searched))
    }

    fn values_one_ply(&self, game: &RulesheetGame, after: &[Position], role: Role) -> Vec<f64> {
        let positions: Vec<&Position> = after.iter().collect();
        let ranks = self.evaluation.rank(&positions, role.index());
        let values = ranks.iter().zip(after).map(|(rank, position)| {
            if game.turn(position) == Turn::Over {
                decided(game, position, role)
            } else {
                self.sign(role) * rank
            }
        });
        values.collect()
    }

    /// Why one of the moves was chosen: the game is decided, or its value and the
    /// features in which it differs most from the best other move.
    fn reason(&self, game: &RulesheetGame, judged: &Judged<'_>, chosen: usize) -> Reason {
        let Judged {
            role,
            moves,
            positions,
            values,
            searched,
        } = *judged;
        if let Some(Searched { depth, nodes }) = searched {
            return Reason::Search(Search {
                value: outcome_of(values[chosen]),
                plies: None,
                exact: true,
                depth,
                nodes,
            });
        }
        if game.turn(&positions[chosen]) == Turn::Over {
            return Reason::Search(Search {
                value: game.outcome(&positions[chosen], role),
                plies: Some(1),
                exact: true,
                depth: 1,
                nodes: moves.len() as u64,
            });
        }
        // A move that decides the game has no features to compare.
        let is_open =
            |&other: &usize| other != chosen && game.turn(&positions[other]) != Turn::Over;
        let others = (0..moves.len()).filter(is_open);
        let best = others.max_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut evaluation = reason::Evaluation {
            value: values[chosen],
            ..reason::Evaluation::default()
        };
        if let Some(best) = best {
            evaluation.alternative = Some(Alternative {
                mv: game.move_text(moves[best]),
                value: values[best],
            });
            evaluation.features = self.evaluation.differences(Compared {
                chosen: &positions[chosen],
                alternative: &positions[best],
                mover: role.index(),
            });
        }
        Reason::Features(Box::new(evaluation))
    }
}

/// The value of the end of a game for a role: beyond any evaluation, unless it is
/// half of what can be reached. An end without a winner is worth its goal: roles may
/// win and lose together.
pub(crate) fn decided(game: &RulesheetGame, position: &Position, role: Role) -> f64 {
    let goal = f64::from(game.goal(position, role));
    match game.outcome(position, role) {
        Outcome::Win => WON + goal,
        Outcome::Draw => (goal - 50.0) / 100.0 * WON,
        Outcome::Loss => goal - WON,
    }
}

/// What such a value says.
pub(crate) fn outcome_of(value: f64) -> Outcome {
    if value > WON / 2.0 {
        Outcome::Win
    } else if value < -WON / 2.0 {
        Outcome::Loss
    } else {
        Outcome::Draw
    }
}

/// Positions in which other roles still choose in the same step, after random
/// choices: in all positions the same ones.
pub(crate) fn completed(game: &RulesheetGame, after: &[Position], seed: u64) -> Vec<Position> {
    let complete = |position: &Position| {
        let mut position = position.clone();
        let rng = &mut Seed(seed).stream(0);
        while let (true, Turn::Role(role)) = (position.is_pending(), game.turn(&position)) {
            match game.random_choice(&position, role, rng, &mut Vec::new()) {
                Some((mv, _)) => game.play_unchecked(&mut position, mv),
                None => break,
            }
        }
        position
    };
    after.iter().map(complete).collect()
}

/// The positions the legal moves lead to.
pub fn successors(game: &RulesheetGame, position: &Position) -> Vec<(Move, Position)> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let play = |mv: Move| {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        (mv, next)
    };
    moves.into_iter().map(play).collect()
}

impl Player<RulesheetGame> for ZenithPlayer {
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn decide(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, RulesheetGame>,
    ) -> Result<Decision<Move>, PlayerError> {
        let after = successors(game, view);
        let (moves, positions): (Vec<Move>, Vec<Position>) = after.into_iter().unzip();
        match moves.len() {
            0 => return Err(PlayerError::NoMove),
            1 => {
                return Ok(Decision {
                    mv: moves[0],
                    reason: Reason::Forced,
                });
            }
            _ => {}
        }
        let (values, searched) = match self.end(game, &positions, role, rng) {
            Some((values, searched)) => (values, Some(searched)),
            None => (self.values(game, &positions, role, rng), None),
        };
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..values.len()).filter(|&i| values[i] >= most).collect();
        let chosen = match best.len() {
            0 => 0,
            n => best[rng.random_range(0..n)],
        };
        let judged = Judged {
            role,
            moves: &moves,
            positions: &positions,
            values: &values,
            searched,
        };
        Ok(Decision {
            mv: moves[chosen],
            reason: self.reason(game, &judged, chosen),
        })
    }
}
