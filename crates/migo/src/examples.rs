//! Credit assignment: what a game shows about its moves.

use stratalog_game::{Game, Played, Role, Turn};

use crate::positions::{Standing, State};
use crate::rules::{MOVE, Predicate, Rules};
use crate::settings::{Opponent, Settings};

/// A move from one position to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where it was made.
    pub from: State,
    /// Where it led.
    pub to: State,
}

/// A drawn game: where it began and its moves, by the number of full moves that
/// were left.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DrawnGame {
    start: State,
    steps: Vec<Step>,
}

/// What the games so far have shown.
#[derive(Clone, Default, Debug)]
pub struct Examples {
    /// Moves that win in one move, two, and so on.
    pub wins: Vec<Vec<Step>>,
    /// Moves that do not win in so many moves, `u32::MAX` for those that do not
    /// win at all.
    pub no_wins: Vec<(Step, u32)>,
    drawn: Vec<DrawnGame>,
}

/// Who made a move, and the move.
struct Made {
    by: Role,
    step: Step,
}

impl Examples {
    /// Takes in a game and says whether it showed anything new.
    pub fn add<G: Game>(
        &mut self,
        rules: &mut Rules<G>,
        played: &Played<G>,
        settings: &Settings,
        win: &[(u32, Predicate)],
    ) -> bool {
        let opponent = settings.opponent;
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
        // Other labels are checked: moves of an opponent that won by the rules
        // learned so far, those against a fallible one by search.
        let own = made.iter().rev().filter(|m| Some(m.by) == winner);
        for (at, made) in own.enumerate() {
            let to = made.step.to;
            let depth = match opponent {
                Opponent::Perfect if made.by == played.role => Some(at),
                Opponent::Perfect if !settings.losses => None,
                Opponent::Perfect => moves_to_win(rules, to, win),
                Opponent::Fallible { plies } => {
                    let most = plies.min(2 * at as u32);
                    (wins_within(rules, to, most)).then_some(at)
                }
            };
            let Some(depth) = depth else {
                break;
            };
            if self.wins.len() <= depth {
                self.wins.resize(depth + 1, Vec::new());
            }
            is_new |= push_new(&mut self.wins[depth], made.step);
        }
        // Theorem 2 is applied when the rules for winning are known.
        if winner.is_none() {
            let mut is_draw = |step: &Step| match opponent {
                Opponent::Perfect => true,
                Opponent::Fallible { plies } => !loses_within(rules, step.to, plies),
            };
            // Backwards, as far as the label is sure.
            let steps = made.iter().rev().map(|m| m.step);
            let game = DrawnGame {
                start: made[0].step.from,
                steps: steps.take_while(&mut is_draw).collect(),
            };
            is_new |= push_new(&mut self.drawn, game);
        }
        // A perfect opponent that did not win never had a winning move, the move
        // that ended a game undecided won nothing, and a promise of a win that
        // was not kept was false.
        for made in &made {
            if winner == Some(made.by) {
                continue;
            }
            let is_sure = made.step == last.step
                || opponent == Opponent::Perfect && made.by != played.role
                || win.iter().any(|&(_, rule)| {
                    made.by == played.role && rules.holds(rule, made.step.from, made.step.to)
                });
            if is_sure {
                is_new |= push_new(&mut self.no_wins, (made.step, u32::MAX));
            }
        }
        // Against a fallible opponent a search says of each move what it does not
        // do.
        if let Opponent::Fallible { plies } = opponent {
            for made in &made {
                if !wins_within(rules, made.step.to, plies) {
                    is_new |= push_new(&mut self.no_wins, (made.step, plies / 2 + 1));
                }
            }
        }
        is_new
    }

    /// The moves of drawn games, by full moves left, where `is_won` does not hold
    /// of the position the game began from (theorem 2).
    pub fn draws(&self, mut is_won: impl FnMut(State) -> bool) -> Vec<Vec<Step>> {
        let mut draws: Vec<Vec<Step>> = Vec::new();
        for game in &self.drawn {
            if is_won(game.start) {
                continue;
            }
            for (at, step) in game.steps.iter().enumerate() {
                let depth = at / 2;
                if draws.len() <= depth {
                    draws.resize(depth + 1, Vec::new());
                }
                push_new(&mut draws[depth], *step);
            }
        }
        draws
    }

    /// The moves the player made in a game.
    pub fn steps_of<G: Game>(&self, rules: &mut Rules<G>, played: &Played<G>) -> Vec<Step> {
        let made = replay(rules, played).into_iter();
        made.filter(|made| made.by == played.role)
            .map(|made| made.step)
            .collect()
    }

    /// Forgets the drawn games.
    pub fn forget_draws(&mut self) {
        self.drawn.clear();
    }
}

fn push_new<T: PartialEq>(items: &mut Vec<T>, item: T) -> bool {
    let is_new = !items.contains(&item);
    if is_new {
        items.push(item);
    }
    is_new
}

fn replay<G: Game>(rules: &mut Rules<G>, played: &Played<G>) -> Vec<Made> {
    let mut position = played.start.clone();
    let mut made = Vec::new();
    for &mv in &played.moves {
        let Turn::Role(by) = rules.game().turn(&position) else {
            break;
        };
        let from = rules.open_state(&position);
        rules.game().play_unchecked(&mut position, mv);
        let to = rules.state(&position, by);
        made.push(Made {
            by,
            step: Step { from, to },
        });
    }
    made
}

/// How many more moves the role that moved to this position needs to win, as far
/// as the rules for winning name a move for it after every reply.
fn moves_to_win<G: Game>(
    rules: &mut Rules<G>,
    state: State,
    win: &[(u32, Predicate)],
) -> Option<usize> {
    match rules.positions.standing(state) {
        Standing::Won => return Some(0),
        Standing::Drawn | Standing::Lost => return None,
        Standing::Open => {}
    }
    let mut most = 0;
    for reply in rules.answers(MOVE, state) {
        let mut named = win
            .iter()
            .filter(|(_, rule)| rules.has_answer(*rule, reply));
        most = most.max(named.next()?.0 as usize);
    }
    Some(most)
}

/// Whether the role that moved to this position has won, or wins within so many
/// plies whatever the other does.
fn wins_within<G: Game>(rules: &mut Rules<G>, state: State, plies: u32) -> bool {
    match rules.positions.standing(state) {
        Standing::Won => return true,
        Standing::Drawn | Standing::Lost => return false,
        Standing::Open if plies < 2 => return false,
        Standing::Open => {}
    }
    let replies = rules.answers(MOVE, state);
    replies.into_iter().all(|reply| {
        rules.positions.standing(reply) == Standing::Open
            && rules
                .answers(MOVE, reply)
                .into_iter()
                .any(|answer| wins_within(rules, answer, plies - 2))
    })
}

/// Whether the role that moved to this position is lost within so many plies,
/// whatever it does.
fn loses_within<G: Game>(rules: &mut Rules<G>, state: State, plies: u32) -> bool {
    let replies = rules.answers(MOVE, state);
    plies > 0
        && replies
            .into_iter()
            .any(|reply| wins_within(rules, reply, plies - 1))
}
