//! Credit assignment: what a game shows about its moves.
//!
//! Some labels are certain: against a perfect opponent by the paper's theorems 1
//! and 2, against any other by search. The others are kept as claims and doubts.
//! They become examples when the rules learned so far prove them, and cease to be
//! examples when such a rule turns out to be wrong.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use stratalog_game::{Game, GameObject, Played, Role, Turn};

use crate::labels::{searched_loss, searched_win};
use crate::positions::{Standing, State};
use crate::rules::{Predicate, Rules};
use crate::settings::Opponent;

/// A move from one position to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The position before the move.
    pub from: State,
    /// The position after the move.
    pub to: State,
}

/// Distinct moves in the order in which they were found.
pub(crate) type Steps = IndexSet<Step, FxBuildHasher>;

/// A drawn game: where it began and its moves, the last one first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct DrawnGame {
    start: State,
    steps: Vec<Step>,
}

/// What the games so far show.
#[derive(Clone, Default, Debug)]
pub(crate) struct Examples {
    /// Moves that certainly win, indexed by the number of further moves.
    pub wins: Vec<Steps>,
    /// Moves of a side that won, perhaps only because the other erred.
    pub claims: Steps,
    /// Moves that certainly do not win within a number of moves; `u32::MAX` for
    /// those that do not win at all.
    pub no_wins: IndexMap<Step, u32, FxBuildHasher>,
    /// Moves that a rule for winning named in games that were not won.
    pub doubts: Steps,
    /// Moves that certainly lose.
    pub no_draws: Steps,
    drawn: IndexSet<DrawnGame, FxBuildHasher>,
}

/// Who made a move, and the move.
pub(crate) struct Made {
    pub by: Role,
    pub step: Step,
}

/// A finished game with its moves as steps.
struct Record {
    made: Vec<Made>,
    learner: Role,
    winner: Option<Role>,
}

impl Examples {
    /// Adds a game and returns whether it shows anything new.
    pub fn add(
        &mut self,
        rules: &mut Rules,
        played: &Played<GameObject>,
        opponent: Opponent,
        win: &[(u32, Predicate)],
    ) -> bool {
        let made = replay(rules, played);
        let Some(last) = made.last() else {
            return false;
        };
        let mut is_new = false;
        let winner = match rules.positions.standing(last.step.to) {
            Standing::Won => Some(last.by),
            Standing::Lost => Some(last.by.other()),
            Standing::Drawn | Standing::Open => None,
        };
        // Theorem 1: against a perfect opponent every move of the winner wins.
        let own = made.iter().rev().filter(|m| Some(m.by) == winner);
        for (at, made) in own.enumerate() {
            let depth = match opponent {
                Opponent::Perfect if made.by == played.role => Some(at as u32),
                Opponent::Perfect => None,
                Opponent::Fallible { plies } => {
                    let most = plies.min(2 * at as u32);
                    searched_win(rules, made.step.to, most).unwrap_or(None)
                }
            };
            is_new |= match depth {
                Some(depth) => self.add_win(made.step, depth),
                None => self.claims.insert(made.step),
            };
        }
        // Theorem 2 is applied when the rules for winning are known.
        if winner.is_none() {
            let is_draw = |step: &Step| match opponent {
                Opponent::Perfect => true,
                Opponent::Fallible { plies } => !searched_loss(rules, step.to, plies),
            };
            // Backwards, until the search finds a loss.
            let steps = made.iter().rev().map(|m| m.step).take_while(is_draw);
            let steps = steps.collect();
            let start = made[0].step.from;
            is_new |= self.drawn.insert(DrawnGame { start, steps });
        }
        let record = Record {
            made,
            learner: played.role,
            winner,
        };
        is_new | self.add_failures(rules, &record, opponent, win)
    }

    /// Adds a move that certainly wins after a number of further moves.
    pub fn add_win(&mut self, step: Step, moves: u32) -> bool {
        let moves = moves as usize;
        if self.wins.len() <= moves {
            self.wins.resize(moves + 1, Steps::default());
        }
        self.wins[moves].insert(step)
    }

    /// Adds a move that certainly does not win within a number of moves.
    pub fn add_no_win(&mut self, step: Step, moves: u32) -> bool {
        let known = self.no_wins.entry(step).or_insert(0);
        let is_new = *known < moves;
        *known = moves.max(*known);
        is_new
    }

    /// Adds a move that certainly does not lose.
    pub fn add_draw(&mut self, step: Step) -> bool {
        self.drawn.insert(DrawnGame {
            start: step.from,
            steps: vec![step],
        })
    }

    /// Adds what the moves of a side that did not win show.
    fn add_failures(
        &mut self,
        rules: &mut Rules,
        record: &Record,
        opponent: Opponent,
        win: &[(u32, Predicate)],
    ) -> bool {
        let Record {
            made,
            learner,
            winner,
        } = record;
        let mut is_new = false;
        // A game that a bound ended, as by repetition, says nothing of its last move.
        let is_over = made
            .last()
            .is_some_and(|made| rules.positions.standing(made.step.to) != Standing::Open);
        for (at, made_move) in made.iter().enumerate().rev() {
            let Made { by, step } = *made_move;
            if *winner != Some(by) {
                // A perfect opponent that did not win never had a winning move,
                // and a last move that did not end the game in a win is not one.
                let is_last = is_over && at + 1 == made.len();
                let is_certain = is_last || opponent == Opponent::Perfect && by != *learner;
                if is_certain {
                    is_new |= self.add_no_win(step, u32::MAX);
                } else if win
                    .iter()
                    .any(|&(_, rule)| rules.names(rule, step.from, step.to))
                {
                    is_new |= self.doubts.insert(step);
                }
            }
            // Against a fallible opponent a search refutes wins.
            if let Opponent::Fallible { plies } = opponent
                && searched_win(rules, step.to, plies) == Ok(None)
            {
                is_new |= self.add_no_win(step, plies / 2 + 1);
            }
        }
        is_new
    }

    /// The moves of drawn games, indexed by the number of full moves left, except
    /// those of games from won positions (theorem 2) and those that lead to a loss.
    pub fn draws(
        &self,
        mut is_won: impl FnMut(State) -> bool,
        mut is_lost_after: impl FnMut(&Step) -> bool,
    ) -> Vec<Steps> {
        let mut draws: Vec<Steps> = Vec::new();
        for game in &self.drawn {
            if is_won(game.start) {
                continue;
            }
            for (at, step) in game.steps.iter().enumerate() {
                let depth = at / 2;
                if draws.len() <= depth {
                    draws.resize(depth + 1, Steps::default());
                }
                if !is_lost_after(step) {
                    draws[depth].insert(*step);
                }
            }
        }
        draws
    }

    /// The moves the player made in a game.
    pub fn steps_of(&self, rules: &mut Rules, played: &Played<GameObject>) -> Vec<Step> {
        let made = replay(rules, played).into_iter();
        made.filter(|made| made.by == played.role)
            .map(|made| made.step)
            .collect()
    }

    /// Removes the drawn games.
    pub fn forget_draws(&mut self) {
        self.drawn.clear();
    }
}

/// The turns of a game. A turn that was cut short by a bound on games is left out.
pub(crate) fn replay(rules: &mut Rules, played: &Played<GameObject>) -> Vec<Made> {
    let mut position = played.start.clone();
    let mut made = Vec::new();
    let mut began = None;
    for &mv in &played.moves {
        let Turn::Role(by) = rules.game().turn(&position) else {
            break;
        };
        let from = *began.get_or_insert_with(|| rules.open_state(&position));
        rules.game().play_unchecked(&mut position, mv);
        if rules.game().turn(&position) != Turn::Role(by) {
            let to = rules.state(&position, by);
            let step = Step { from, to };
            made.push(Made { by, step });
            began = None;
        }
    }
    made
}
