//! The games of a cycle, and the preferences that the teacher's choices give.

use rand::RngExt;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use stratalog_game::{Game, Judgement, Player, Reason, Role, Situation, Turn};
use stratalog_rulesheet::{Move, Position, RulesheetGame};
use stratalog_run::{Control, Seed, Stream};

use super::Zenith;
use crate::error::ZenithError;
use crate::evaluation::FeatureEvaluation;
use crate::player::{ZenithPlayer, completed, successors};

/// The most games of a cycle, where games give few preferences.
pub const MOST_GAMES: usize = 50;
/// Games that have not ended after this number of moves are abandoned.
const MAX_MOVES: usize = 2_000;
/// In some of the games of a puzzle that the teacher leads, one in this number of moves
/// is random: what to do after a mistake is learned too.
const GAMES_TO_MISTAKES: usize = 4;
const MOVES_TO_A_MISTAKE: usize = 16;

/// Which of two positions is better for the first role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Preference {
    pub(super) better: usize,
    pub(super) worse: usize,
    /// Whose move led to them.
    pub(super) mover: Role,
    /// The number of the choice that it comes from.
    pub(super) choice: usize,
}

/// A move of a game as it was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Step {
    /// The index of the move among the legal moves.
    pub(super) played: usize,
    /// The indices of the moves that were preferred to all others, the teacher's
    /// own first; empty where the teacher was not asked or has no preference.
    pub(super) preferred: Vec<usize>,
}

impl Zenith {
    /// Plays the games of a cycle and takes the preferences from the teacher's
    /// choices.
    pub(super) fn play(
        &mut self,
        evaluation: Option<&FeatureEvaluation>,
        opponent: &mut dyn Player<RulesheetGame>,
        control: &Control,
    ) -> Result<(), ZenithError> {
        let known = self.preferences.len();
        for played in 0..self.settings.games.max(MOST_GAMES) {
            let fresh = self.preferences.len() - known;
            let is_enough = played >= self.settings.games && fresh >= self.settings.fresh;
            if is_enough || control.is_stopped() {
                break;
            }
            self.play_next(evaluation, opponent, control)?;
        }
        Ok(())
    }

    /// Plays the next game and takes the preferences from the teacher's choices.
    pub(super) fn play_next(
        &mut self,
        evaluation: Option<&FeatureEvaluation>,
        opponent: &mut dyn Player<RulesheetGame>,
        control: &Control,
    ) -> Result<(), ZenithError> {
        let steps = self.play_one(self.games.len(), evaluation, opponent)?;
        self.games.push(steps);
        control.progress("games to learn from", self.games.len() as u64, None);
        Ok(())
    }

    /// The random stream of a game.
    pub(super) fn stream(&self, game: usize) -> Stream {
        self.settings.seed.derive("games").stream(game as u64)
    }

    /// Keeps only the last preferences, and the positions they are between.
    pub(super) fn forget_excess(&mut self) {
        let kept = self.settings.instances;
        let excess = self.preferences.len().saturating_sub(kept);
        self.preferences.drain(..excess);
        let ends = self.preferences.iter().map(|p| p.better.min(p.worse));
        let first = ends.min().unwrap_or(self.positions.len());
        self.positions.drain(..first);
        let columns = self.alive.iter_mut().map(|alive| &mut alive.values);
        let clock = self.clock.as_mut().map(|(_, shown)| shown);
        for values in columns.chain(clock) {
            values.drain(..first.min(values.len()));
        }
        for preference in &mut self.preferences {
            preference.better -= first;
            preference.worse -= first;
        }
    }

    /// The role that the learner plays in a game: the first, or each in turn where
    /// every role is taught.
    fn own_role(&self, game: usize) -> Role {
        let roles = if self.settings.both_sides {
            self.game.role_count()
        } else {
            1
        };
        Role((game % roles) as u8)
    }

    fn play_one(
        &mut self,
        number: usize,
        evaluation: Option<&FeatureEvaluation>,
        opponent: &mut dyn Player<RulesheetGame>,
    ) -> Result<Vec<Step>, ZenithError> {
        let rng = &mut self.stream(number);
        let own_role = self.own_role(number);
        let game = self.game.clone();
        let is_alone = game.role_count() == 1;
        // Random moves solve no puzzle: the teacher makes the moves where there is no
        // evaluation, and then in every other game.
        let is_led = is_alone
            && !self.settings.as_published
            && (evaluation.is_none() || number.is_multiple_of(2));
        let has_mistakes = number % GAMES_TO_MISTAKES == 2;
        let mut own = evaluation.map(|e| ZenithPlayer::new(e.clone(), 1));
        let mut position = game.initial(rng);
        let mut steps = Vec::new();
        opponent.begin(&game, Role(u8::from(!is_alone)));
        while let (Turn::Role(role), true) = (game.turn(&position), steps.len() < MAX_MOVES) {
            let after = successors(&game, &position);
            let place_of = |mv: Move| after.iter().position(|(other, _)| *other == mv);
            let is_opening = !is_alone && steps.len() < self.settings.opening * game.role_count();
            let random = rng.random_range(0..after.len());
            let is_taught = is_alone || role != own_role || self.settings.both_sides;
            let mut step = Step {
                played: random,
                preferred: Vec::new(),
            };
            if is_taught && !is_opening {
                let view = game.view(&position, role);
                let Judgement { decision, as_good } =
                    opponent.judge(Situation::new(&game, &view, role, rng))?;
                let chosen = place_of(decision.mv);
                // A random choice gives no preference.
                if !matches!(decision.reason, Reason::Random { .. }) {
                    step.preferred.extend(chosen);
                    let as_good = as_good.into_iter().filter_map(place_of);
                    step.preferred.extend(as_good);
                }
                step.played = chosen.unwrap_or(random);
            }
            if is_led {
                if has_mistakes && rng.random_range(0..MOVES_TO_A_MISTAKE) == 0 {
                    step.played = random;
                }
            } else if role == own_role && !is_opening {
                step.played = match &mut own {
                    Some(player) => {
                        let view = game.view(&position, role);
                        let decision = player.decide(Situation::new(&game, &view, role, rng))?;
                        place_of(decision.mv).unwrap_or(random)
                    }
                    None => random,
                };
            }
            self.take_preferences(&after, &step.preferred, role);
            game.play_unchecked(&mut position, after[step.played].0);
            steps.push(step);
        }
        Ok(steps)
    }

    /// The chosen successor is better for the mover than each successor that was
    /// not as good.
    pub(super) fn take_preferences(
        &mut self,
        after: &[(Move, Position)],
        preferred: &[usize],
        mover: Role,
    ) {
        let mut others: Vec<usize> = (0..after.len())
            .filter(|other| !preferred.contains(other))
            .collect();
        let (Some(&chosen), false) = (preferred.first(), others.is_empty()) else {
            return;
        };
        let first = self.positions.len();
        if others.len() > self.settings.others {
            // The choice depends only on the number of positions seen before, so
            // that a resumed run makes the same one.
            let seed = self.settings.seed.derive("others");
            others.shuffle(&mut seed.stream(self.seen as u64));
            others.truncate(self.settings.others);
        }
        let mut seen = others;
        seen.push(chosen);
        seen.sort_unstable();
        let positions = seen.iter().map(|&place| after[place].1.clone());
        let positions: Vec<Position> = positions.collect();
        let choice = self.seen;
        let Seed(replies) = self.settings.seed.derive("replies");
        let replies = replies.wrapping_add(choice as u64);
        self.positions
            .extend(completed(&self.game, &positions, replies));
        self.seen += seen.len();
        let number = |place: usize| first + seen.partition_point(|&other| other < place);
        let chosen = number(chosen);
        for other in (first..first + seen.len()).filter(|&other| other != chosen) {
            let (better, worse) = if mover == Role(0) {
                (chosen, other)
            } else {
                (other, chosen)
            };
            self.preferences.push(Preference {
                better,
                worse,
                mover,
                choice,
            });
        }
    }
}
