//! Proven labels: the value of a move by the rules for winning and a search of
//! two plies, or by a search of bounded depth alone.

use crate::positions::{Standing, State};
use crate::rules::{Predicate, Rules};

/// The number of further moves in which the role that moved to this position
/// wins, if the rules for winning name a move for it after every reply.
pub(crate) fn moves_to_win(
    rules: &mut Rules,
    state: State,
    win: &[(u32, Predicate)],
) -> Option<u32> {
    match rules.positions.standing(state) {
        Standing::Won => return Some(0),
        Standing::Drawn | Standing::Lost => return None,
        Standing::Open => {}
    }
    rules.ask(|rules| {
        let mut most = 0;
        for &reply in rules.successors(state).iter() {
            if rules.positions.standing(reply) == Standing::Lost {
                continue;
            }
            let mut named = win
                .iter()
                .filter(|(_, rule)| rules.has_answer(*rule, reply));
            most = most.max(named.next()?.0);
        }
        Some(most)
    })?
}

/// Whether the role to move is known to win by one of the rules.
pub(crate) fn is_won(rules: &mut Rules, state: State, win: &[(u32, Predicate)]) -> bool {
    win.iter()
        .any(|&(_, rule)| rules.ask(|rules| rules.has_answer(rule, state)) == Some(true))
}

/// The number of further moves in which the role that moved to this position
/// wins against any play, found by a search of `plies` plies; `Ok(None)` where it
/// does not win within them, `Err` where the search was cut short.
pub(crate) fn searched_win(
    rules: &mut Rules,
    state: State,
    plies: u32,
) -> Result<Option<u32>, CutShort> {
    for moves in 0..=plies / 2 {
        match rules.ask(|rules| wins_within(rules, state, 2 * moves)) {
            Some(true) => return Ok(Some(moves)),
            Some(false) => {}
            None => return Err(CutShort),
        }
    }
    Ok(None)
}

/// A search that needed more positions than it may explore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CutShort;

/// Whether the role that moved to this position is known to lose within `plies`
/// plies against best play.
pub(crate) fn searched_loss(rules: &mut Rules, state: State, plies: u32) -> bool {
    plies > 0
        && rules.ask(|rules| {
            let replies = rules.successors(state);
            let mut replies = replies.iter();
            replies.any(|&reply| wins_within(rules, reply, plies - 1))
        }) == Some(true)
}

/// Whether the role that moved to this position has won, or wins within `plies`
/// plies against any play.
fn wins_within(rules: &mut Rules, state: State, plies: u32) -> bool {
    match rules.positions.standing(state) {
        Standing::Won => return true,
        Standing::Drawn | Standing::Lost => return false,
        Standing::Open if plies < 2 && !rules.positions.has_losses() => return false,
        Standing::Open => {}
    }
    let replies = rules.successors(state);
    replies
        .iter()
        .all(|&reply| match rules.positions.standing(reply) {
            Standing::Lost => true,
            Standing::Won | Standing::Drawn => false,
            Standing::Open => {
                plies >= 2
                    && rules
                        .successors(reply)
                        .iter()
                        .any(|&answer| wins_within(rules, answer, plies - 2))
            }
        })
}
