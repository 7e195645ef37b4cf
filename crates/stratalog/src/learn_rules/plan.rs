//! Puzzles of one player. Where no list of rules decides every position, a list that
//! solves the puzzle from its start is looked for: along one way to the solution.

use std::collections::VecDeque;

use stratalog_arena::best_moves::{BestMoves, LeadsTo};
use stratalog_arena::puzzle::{self, Way};
use stratalog_game::{Game, Outcome};
use stratalog_logic::Term;
use stratalog_rulelist::{Example, RuleListPlayer, RuleStrategy, learn};
use stratalog_rulesheet::RulesheetGame;
use stratalog_run::Ended;

use super::Answer;
use super::job::Job;
use crate::certified::Certified;
use crate::error::Error;

type SheetMove = <RulesheetGame as Game>::Move;

/// Why there is nothing to learn of a puzzle without a solution.
pub(super) fn unsolvable(game: &str) -> String {
    format!("no moves lead from the start of {game} to a win: the puzzle cannot be solved")
}

impl Job<'_> {
    /// Learns rules for every position of a puzzle, or else for one way to solve it.
    pub(super) fn learn_puzzle(
        &self,
        solved: &BestMoves<RulesheetGame>,
        answer: &mut Answer,
    ) -> Result<Option<RuleStrategy>, Error> {
        if solved.value != Outcome::Win {
            answer.results.value = Some(solved.value);
            answer.results.positions = solved.decisions.len() as u64;
            answer.nothing = Some(unsolvable(self.game.name()));
            return Ok(None);
        }
        let strategy = self.learn_solved(solved, answer)?;
        let is_done = answer.is_optimal() || answer.results.contested == 0;
        if is_done || self.control.is_stopped() {
            return Ok(strategy);
        }
        let note = "these rules do not decide every position; looking for rules that solve it \
                    from the start";
        self.control.note(note);
        self.learn_way(&best_way(solved), answer)
    }

    /// Learns rules that follow a way to the solution.
    pub(super) fn learn_way(
        &self,
        way: &Way<RulesheetGame>,
        answer: &mut Answer,
    ) -> Result<Option<RuleStrategy>, Error> {
        let examples: Vec<Example> = way
            .iter()
            .map(|(position, made)| {
                let mut moves = Vec::new();
                self.game.legal_moves(position, &mut moves);
                Example {
                    position: position.clone(),
                    moves: moves.into_iter().map(|mv| (mv, mv == *made)).collect(),
                }
            })
            .collect();
        let learned = learn(self.lesson(&examples), &self.settings(None), self.control)?;
        self.describe(&learned, &examples, answer);
        answer.results.value = Some(Outcome::Win);
        let moves = way.iter().map(|(_, mv)| self.game.move_text(*mv));
        answer.results.solution = Some(moves.collect());
        if self.control.is_stopped() {
            answer.ended = Ended::Stopped;
        }
        if !answer.has_learned() || self.control.is_stopped() {
            return Ok(None);
        }
        let object = &self.playable.game;
        let mut player = RuleListPlayer::new(object, self.sheet, learned.list.clone())?;
        let limit = self.request.options.limit_positions;
        let stop = self.control.stop();
        let certificate = puzzle::certificate_from_start(object, &mut player, limit, stop)?;
        answer.results.certificate = Some(Certified::new(object, &certificate));
        let strategy = self
            .strategy(&learned.list)
            .with_fact("solves", Term::atom("start"))
            .with_fact("positions", Term::integer(certificate.positions))
            .with_fact("mistakes", Term::integer(certificate.mistakes));
        Ok(Some(strategy))
    }
}

/// The shortest way to the solution: where a clock is part of the position, a longer
/// one may come back to where it was, and no rules could tell the difference.
fn best_way(solved: &BestMoves<RulesheetGame>) -> Way<RulesheetGame> {
    // From where and by which move each decision was reached first.
    let mut reached: Vec<Option<(usize, SheetMove)>> = vec![None; solved.decisions.len()];
    let mut waiting = VecDeque::from([0]);
    while let Some(at) = waiting.pop_front() {
        let Some(decision) = solved.decisions.get(at) else {
            break;
        };
        for best in decision.moves.iter().filter(|own| own.is_best) {
            match best.leads_to {
                LeadsTo::Decision(next) => {
                    let next = next as usize;
                    if next != 0 && reached[next].is_none() {
                        reached[next] = Some((at, best.mv));
                        waiting.push_back(next);
                    }
                }
                LeadsTo::End(_) => return way_back(solved, &reached, at, best.mv),
            }
        }
    }
    Vec::new()
}

/// The way to a decision and the last move after it.
fn way_back(
    solved: &BestMoves<RulesheetGame>,
    reached: &[Option<(usize, SheetMove)>],
    mut at: usize,
    mut mv: SheetMove,
) -> Way<RulesheetGame> {
    let mut way = vec![(solved.decisions[at].position.clone(), mv)];
    while let Some(before) = reached[at] {
        (at, mv) = before;
        way.push((solved.decisions[at].position.clone(), mv));
    }
    way.reverse();
    way
}
