//! The best moves of a solved game in every reachable position. A move is best if it
//! keeps the value of the position; where positions can repeat, a winning move must
//! also bring the end nearer, or play by such moves might never win.

use rand::RngExt;
use stratalog_game::{Outcome, PerfectInformation, PositionGraph, Role};
use stratalog_players::PlayersError;
use stratalog_players::solution::Solution;
use stratalog_run::{Seed, Stop};

use crate::error::ArenaError;

/// Games longer than this count as drawn.
const MOST_PLIES: u32 = 1000;

/// The decisions of a solved game, those nearest to the start first.
pub struct BestMoves<G: PerfectInformation> {
    /// The decisions.
    pub decisions: Vec<SolvedDecision<G>>,
    /// Whether a position can occur twice in a game.
    pub repeats: bool,
    /// The value of the game for the first role.
    pub value: Outcome,
}

/// A position in which a role decides.
pub struct SolvedDecision<G: PerfectInformation> {
    /// The position.
    pub position: G::Position,
    /// The role to move.
    pub role: Role,
    /// The value for that role.
    pub value: Outcome,
    /// The legal moves.
    pub moves: Vec<SolvedMove<G>>,
}

/// A move and what it is worth.
#[derive(Clone, Copy)]
pub struct SolvedMove<G: PerfectInformation> {
    /// The move.
    pub mv: G::Move,
    /// Whether it is one of the best.
    pub is_best: bool,
    /// Where it leads.
    pub leads_to: LeadsTo,
}

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeadsTo {
    /// To the decision with this number.
    Decision(u32),
    /// To the end of the game, with this outcome for the first role.
    End(Outcome),
}

impl<G: PerfectInformation> BestMoves<G> {
    /// The best moves of a game with at most `limit` positions.
    pub fn of(game: &G, limit: u64, stop: &Stop) -> Result<BestMoves<G>, ArenaError> {
        let solution = Solution::of_game_until(game, limit, stop)?;
        // By number of a position, that of its decision.
        let mut numbers: Vec<u32> = Vec::with_capacity(solution.len());
        let mut count = 0;
        for number in 0..solution.len() as u32 {
            numbers.push(count);
            count += u32::from(solution.mover(number).is_some());
        }
        let mut decisions: Vec<SolvedDecision<G>> = Vec::new();
        let mut plies = Vec::new();
        let mut legal = Vec::new();
        for number in 0..solution.len() as u32 {
            if stop.is_requested() {
                return Err(PlayersError::Stopped.into());
            }
            let Some(role) = solution.mover(number) else {
                continue;
            };
            let Some(position) = solution.position(game, number) else {
                continue;
            };
            game.legal_moves(&position, &mut legal);
            let successors = solution.successors(number).iter();
            let moves = legal.iter().zip(successors).map(|(&mv, &to)| SolvedMove {
                mv,
                is_best: false,
                leads_to: match solution.mover(to) {
                    Some(_) => LeadsTo::Decision(numbers[to as usize]),
                    None => LeadsTo::End(solution.numbered_value(to, Role(0)).outcome),
                },
            });
            let value = solution.numbered_value(number, role);
            plies.push(value.plies);
            decisions.push(SolvedDecision {
                value: value.outcome,
                position,
                role,
                moves: moves.collect(),
            });
        }
        let mut found = BestMoves {
            repeats: solution.repeats(),
            value: solution.numbered_value(0, Role(0)).outcome,
            decisions,
        };
        found.find_best(&plies);
        Ok(found)
    }

    fn find_best(&mut self, plies: &[Option<u32>]) {
        let values: Vec<(Role, Outcome)> = self
            .decisions
            .iter()
            .map(|decision| (decision.role, decision.value))
            .collect();
        let repeats = self.repeats;
        for (number, decision) in self.decisions.iter_mut().enumerate() {
            let SolvedDecision { role, value, .. } = *decision;
            for solved in &mut decision.moves {
                let (left, is_nearer) = match solved.leads_to {
                    LeadsTo::End(outcome) => (for_role(outcome, role), true),
                    LeadsTo::Decision(next) => {
                        let (mover, outcome) = values[next as usize];
                        let outcome = if mover == role {
                            outcome
                        } else {
                            outcome.reversed()
                        };
                        (outcome, plies[next as usize] < plies[number])
                    }
                };
                let must_progress = repeats && value == Outcome::Win;
                solved.is_best = left >= value && (is_nearer || !must_progress);
            }
        }
    }

    /// Plays games from the start between a strategy, which makes any of the moves
    /// that `named` gives the numbers of, and an opponent that makes any of the best
    /// moves. Returns the outcomes for the strategy. Games without an end are drawn.
    pub fn games(
        &self,
        role: Role,
        games: u64,
        seed: Seed,
        named: &dyn Fn(usize) -> Vec<u32>,
    ) -> Vec<Outcome> {
        let play = |game: u64| {
            let mut rng = seed.stream(game);
            let mut at = 0;
            for _ in 0..MOST_PLIES {
                let decision = &self.decisions[at];
                let choices: Vec<u32> = if decision.role == role {
                    named(at)
                } else {
                    let best = (0..).zip(&decision.moves).filter(|(_, mv)| mv.is_best);
                    best.map(|(number, _)| number).collect()
                };
                let chosen = choices[rng.random_range(0..choices.len() as u32) as usize];
                match decision.moves[chosen as usize].leads_to {
                    LeadsTo::Decision(next) => at = next as usize,
                    LeadsTo::End(outcome) => return for_role(outcome, role),
                }
            }
            Outcome::Draw
        };
        if self.decisions.is_empty() {
            return Vec::new();
        }
        (0..games).map(play).collect()
    }
}

fn for_role(outcome: Outcome, role: Role) -> Outcome {
    match role {
        Role(0) => outcome,
        _ => outcome.reversed(),
    }
}

#[cfg(test)]
mod tests {
    use stratalog_games::NoughtsAndCrosses;

    use super::*;

    #[test]
    fn best_moves_keep_the_value_and_the_best_player_never_loses() {
        let best = BestMoves::of(&NoughtsAndCrosses, 10_000, &Stop::default()).expect("small");
        assert_eq!(best.decisions.len(), 4_520);
        assert!(!best.repeats);
        assert_eq!(best.value, Outcome::Draw);
        assert!(best.decisions[0].moves.iter().all(|solved| solved.is_best));
        let any = |at: usize| (0..best.decisions[at].moves.len() as u32).collect();
        let careful = |at: usize| {
            let moves = (0..).zip(&best.decisions[at].moves);
            moves
                .filter(|(_, mv)| mv.is_best)
                .map(|(number, _)| number)
                .collect()
        };
        let random = best.games(Role(1), 200, Seed(3), &any);
        assert!(random.contains(&Outcome::Loss));
        assert!(!random.contains(&Outcome::Win));
        let sound = best.games(Role(1), 200, Seed(3), &careful);
        assert!(sound.iter().all(|outcome| *outcome == Outcome::Draw));
    }
}
