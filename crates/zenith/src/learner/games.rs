//! The games of a cycle, and the preferences that the opponent's choices tell.

use rand::RngExt;
use rand::seq::SliceRandom;
use stratalog_game::{Game, Judgement, Player, Reason, Role, Turn};
use stratalog_rulesheet::{Move, Position, RulesheetGame};
use stratalog_run::Stream;

use super::Zenith;
use crate::error::ZenithError;
use crate::evaluation::Evaluation;
use crate::player::{ZenithPlayer, successors};

/// Where games tell too little, so many are played in a cycle.
const MAX_GAMES: usize = 50;
/// Games that have not ended by then are left.
const MAX_MOVES: usize = 2_000;

/// Which of two positions is better for the first role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Preference {
    pub(super) better: usize,
    pub(super) worse: usize,
    /// Whose move led to them.
    pub(super) mover: Role,
}

/// A move of a game as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The place of the move among the legal ones.
    pub(super) played: usize,
    /// The places of the moves that were preferred to all others, the teacher's
    /// own first; none where that was not told.
    pub(super) preferred: Vec<usize>,
}

impl Zenith {
    /// Plays games and takes the preferences from the opponent's choices.
    pub(super) fn play(
        &mut self,
        evaluation: Option<&Evaluation>,
        opponent: &mut dyn Player<RulesheetGame>,
    ) -> Result<(), ZenithError> {
        let (games, known) = (self.games.len(), self.preferences.len());
        for played in 0..self.settings.games.max(MAX_GAMES) {
            let fresh = self.preferences.len() - known;
            if played >= self.settings.games && fresh >= self.settings.fresh {
                break;
            }
            let rng = &mut self.stream(games + played);
            let steps = self.play_one(evaluation, opponent, rng)?;
            self.games.push(steps);
        }
        self.forget_excess();
        Ok(())
    }

    /// What a game's lots are drawn from.
    pub(super) fn stream(&self, game: usize) -> Stream {
        self.settings.seed.derive("games").stream(game as u64)
    }

    /// Only so many preferences are kept, the last ones.
    pub(super) fn forget_excess(&mut self) {
        let kept = self.settings.instances;
        let excess = self.preferences.len().saturating_sub(kept);
        self.preferences.drain(..excess);
    }

    fn play_one(
        &mut self,
        evaluation: Option<&Evaluation>,
        opponent: &mut dyn Player<RulesheetGame>,
        rng: &mut Stream,
    ) -> Result<Vec<Step>, ZenithError> {
        let game = self.game.clone();
        let is_alone = game.role_count() == 1;
        let mut own = evaluation.map(|e| ZenithPlayer::new(e.clone(), 1));
        let mut position = game.initial(rng);
        let mut steps = Vec::new();
        opponent.begin(&game, Role(u8::from(!is_alone)));
        while let (Turn::Role(role), true) = (game.turn(&position), steps.len() < MAX_MOVES) {
            let after = successors(&game, &position);
            let place_of = |mv: Move| after.iter().position(|(other, _)| *other == mv);
            let is_opening = !is_alone && steps.len() < self.settings.opening * game.role_count();
            let lot = rng.random_range(0..after.len());
            let is_taught = is_alone || role != Role(0) || self.settings.both_sides;
            let mut step = Step {
                played: lot,
                preferred: Vec::new(),
            };
            if is_taught && !is_opening {
                let Judgement { decision, as_good } =
                    opponent.judge(&game, &position, role, rng)?;
                let chosen = place_of(decision.mv);
                // A choice by lot tells nothing.
                if !matches!(decision.reason, Reason::Random { .. }) {
                    step.preferred.extend(chosen);
                    let as_good = as_good.into_iter().filter_map(place_of);
                    step.preferred.extend(as_good);
                }
                step.played = chosen.unwrap_or(lot);
            }
            if role == Role(0) && !is_opening {
                step.played = match &mut own {
                    Some(player) => {
                        let decision = player.decide(&game, &position, role, rng)?;
                        place_of(decision.mv).unwrap_or(lot)
                    }
                    None => lot,
                };
            }
            self.take_preferences(&after, &step.preferred, role);
            game.play_unchecked(&mut position, after[step.played].0);
            steps.push(step);
        }
        Ok(steps)
    }

    /// The chosen successor is better for who chose than each of those that were
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
            // What is drawn depends on what was seen before alone, so that a run
            // that is gone on with draws the same.
            let lots = self.settings.seed.derive("others");
            others.shuffle(&mut lots.stream(first as u64));
            others.truncate(self.settings.others);
        }
        let mut seen = others;
        seen.push(chosen);
        seen.sort_unstable();
        let positions = seen.iter().map(|&place| after[place].1.clone());
        self.positions.extend(positions);
        let number = |place: usize| first + seen.partition_point(|&other| other < place);
        let chosen = number(chosen);
        for other in (first..first + seen.len()).filter(|&other| other != chosen) {
            let (better, worse) = match mover == Role(0) {
                true => (chosen, other),
                false => (other, chosen),
            };
            self.preferences.push(Preference {
                better,
                worse,
                mover,
            });
        }
    }
}
