//! The value of every legal move: exact where the rest of the game can be
//! searched to its end, estimated from simulated games elsewhere.
//!
//! ```
//! use stratalog::game::Choice;
//! use stratalog::session::Session;
//! use stratalog::values::Worth;
//! use stratalog::{Control, Seed};
//!
//! let mut session = Session::new(&Choice::named("noughts-and-crosses"), Seed(1))?;
//! for mv in ["1,1", "2,2", "1,2", "3,3"] {
//!     session.play(mv)?;
//! }
//! let answer = session.values(&Control::default())?;
//! let best = answer.moves.iter().find(|value| value.mv == "1,3").expect("it is legal");
//! assert_eq!(best.english, "wins at once");
//! assert!(matches!(best.worth, Worth::Exact { .. }));
//! # Ok::<(), stratalog::Error>(())
//! ```

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_catalogue::Playable;
use stratalog_game::{
    AnyMove, AnyPosition, Game, GameObject, Outcome, Player, PlayerSpec, Reason, Role, Situation,
    Turn,
};
use stratalog_run::{Control, Ended, Seed, Stream};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::session::Session;

/// Simulated games for the estimate of a move.
const SIMULATIONS: u64 = 200;
/// The same in games whose rules take long to evaluate.
const FEW_SIMULATIONS: u64 = 20;
/// Games with fewer random moves a second are estimated only: to search them to
/// their end would take minutes.
const QUICK: f64 = 50_000.0;
/// Random games that tell how quick a game is and whether what one role gains the
/// other loses.
const SAMPLE: u64 = 10;
/// The time after which no further random game is begun for that.
const SAMPLE_TIME: Duration = Duration::from_millis(500);
/// A random game that is longer is abandoned.
const MAX_MOVES: u32 = 2_000;

/// The value of every legal move for the role that makes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The role to move.
    pub role: String,
    /// The legal moves with their values, in the order of the game.
    pub moves: Vec<MoveValue>,
    /// Whether all moves have a value.
    #[serde(flatten)]
    pub ended: Ended,
}

/// A legal move and its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveValue {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value.
    pub worth: Worth,
    /// The value in words.
    pub english: String,
}

/// The value of a move for the role that makes it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Worth {
    /// Proven: how the game ends if nobody errs after the move.
    Exact {
        /// The outcome.
        outcome: Outcome,
        /// Moves from here to the end, this one included, where they were counted.
        plies: Option<u32>,
    },
    /// The mean result of simulated games, from 0 (lost) to 1 (won).
    Estimated {
        /// The mean.
        score: f64,
        /// The number of games.
        simulations: u64,
    },
    /// Not known: the time was over, or the rules failed.
    Unknown,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Session {
    /// The value of every legal move. A stop leaves the moves that were not looked
    /// at without one.
    pub fn values(&self, control: &Control) -> Result<Answer, Error> {
        let Some(role) = self.to_move() else {
            return Err(Error::input("the game is over: there is no move to value"));
        };
        let game = self.game();
        let mut valuer = Valuer::new(self.playable(), self.position())?;
        let mut moves = Vec::new();
        game.legal_moves(self.position(), &mut moves);
        let position = self.position();
        let mut worths: Vec<Worth> = Vec::with_capacity(moves.len());
        for &mv in &moves {
            worths.push(if control.is_stopped() {
                Worth::Unknown
            } else {
                valuer.worth(position, mv, role)
            });
        }
        // Estimates come first: a proof may take all of the time and fail.
        if !control.is_stopped() && valuer.can_prove(position) {
            for (&mv, worth) in moves.iter().zip(&mut worths) {
                if control.is_stopped() {
                    break;
                }
                *worth = valuer.proven(position, mv, role).unwrap_or(*worth);
            }
        }
        let is_complete = !worths.contains(&Worth::Unknown);
        let moves = moves.into_iter().zip(worths).map(|(mv, worth)| MoveValue {
            mv: game.move_text(mv),
            english: worth.english(),
            worth,
        });
        Ok(Answer {
            role: game.role_name(role).to_owned(),
            moves: moves.collect(),
            ended: if is_complete {
                Ended::Done
            } else {
                Ended::Limit("the time for values".to_owned())
            },
        })
    }
}

impl Worth {
    /// The value in words.
    pub fn english(self) -> String {
        match self {
            Worth::Exact { outcome, plies } => {
                let verb = match outcome {
                    Outcome::Win => "wins",
                    Outcome::Draw => "draws",
                    Outcome::Loss => "loses",
                };
                match plies.filter(|_| outcome != Outcome::Draw) {
                    Some(1) => format!("{verb} at once"),
                    Some(plies) => format!("{verb} in {plies} moves"),
                    None => verb.to_owned(),
                }
            }
            Worth::Estimated { score, simulations } => format!(
                "about {:.0}%, from {simulations} simulated games",
                100.0 * score
            ),
            Worth::Unknown => "not known".to_owned(),
        }
    }
}

/// How moves are estimated that cannot be searched to the end of the game.
enum Estimate {
    /// By the search of a player for the role that moves next: what one role gains
    /// the other loses.
    Search(Box<dyn Player<GameObject>>),
    /// By random games.
    RandomGames,
}

/// Values moves of one game.
pub(crate) struct Valuer<'a> {
    playable: &'a Playable,
    game: &'a GameObject,
    /// Whether the game is quick enough to be searched to its end.
    is_quick: bool,
    /// Searches to the end, where that was found to be possible.
    prover: Option<Box<dyn Player<GameObject>>>,
    estimate: Estimate,
    /// Simulated games for the estimate of a move.
    simulations: u64,
    rng: Stream,
}

/// What a few random games tell.
struct Sample {
    /// Whether what one role gained the other lost.
    is_zero_sum: bool,
    moves_per_second: f64,
}

impl<'a> Valuer<'a> {
    /// Values moves from this position on.
    pub(crate) fn new(playable: &'a Playable, position: &AnyPosition) -> Result<Valuer<'a>, Error> {
        let game = &playable.game;
        let is_visible = game.is_open() || (game.is_simultaneous() && !game.is_hidden());
        if !is_visible {
            return Err(Error::input(
                "moves are valued only where every role sees the whole position",
            ));
        }
        let mut valuer = Valuer {
            playable,
            game,
            is_quick: false,
            prover: None,
            estimate: Estimate::RandomGames,
            simulations: SIMULATIONS,
            rng: Seed(1).stream(0),
        };
        let sample = valuer.sample(position);
        valuer.is_quick = sample.moves_per_second >= QUICK;
        if !valuer.is_quick {
            valuer.simulations = FEW_SIMULATIONS;
        }
        let searcher = format!("uct:{}", valuer.simulations);
        if sample.is_zero_sum
            && let Some(searcher) = valuer.player(&searcher)
        {
            valuer.estimate = Estimate::Search(searcher);
        }
        Ok(valuer)
    }

    fn player(&self, name: &str) -> Option<Box<dyn Player<GameObject>>> {
        let Ok(spec) = name.parse::<PlayerSpec>();
        let source = self.playable.source(&spec).ok();
        source.map(|source| source.player())
    }

    /// Plays a few random games.
    fn sample(&mut self, position: &AnyPosition) -> Sample {
        let game = self.game;
        let begun = Instant::now();
        let can_be = match game.role_count() {
            1 => true,
            2 => game.is_open() && !game.has_chance(),
            _ => false,
        };
        // The quickest game counts: the system may interrupt the others.
        let (mut moves_per_second, mut is_zero_sum) = (0.0f64, can_be);
        for _ in 0..SAMPLE {
            let started = Instant::now();
            let (end, length) = self.random_game(position.clone());
            let seconds = started.elapsed().as_secs_f64().max(1e-6);
            moves_per_second = moves_per_second.max(f64::from(length.max(1)) / seconds);
            let all = |end: AnyPosition| {
                let roles = (0..game.role_count() as u8).map(Role);
                let sum: u32 = roles.map(|role| u32::from(game.goal(&end, role))).sum();
                game.role_count() == 1 || sum == 100
            };
            is_zero_sum &= end.is_some_and(all);
            if begun.elapsed() > SAMPLE_TIME {
                break;
            }
        }
        Sample {
            is_zero_sum,
            moves_per_second,
        }
    }

    /// Whether moves from this position can be proven: the game is quick, and the
    /// value of the position is proven. Where it is not, the values after its moves
    /// would not be either, and each would take long.
    pub(crate) fn can_prove(&mut self, position: &AnyPosition) -> bool {
        let Turn::Role(role) = self.game.turn(position) else {
            return false;
        };
        if !self.is_quick {
            return false;
        }
        self.prover = self.player("minimax");
        match self.proof(position, role) {
            Some(Reason::Search(search)) => search.exact,
            Some(_) => true,
            None => false,
        }
    }

    fn proof(&mut self, position: &AnyPosition, role: Role) -> Option<Reason> {
        let prover = self.prover.as_mut()?;
        let view = self.game.view(position, role).into_owned();
        prover.begin(self.game, role);
        let decision = prover.decide(Situation::new(self.game, &view, role, &mut self.rng));
        decision.ok().map(|decision| decision.reason)
    }

    /// Where a random game from a position ends, and its length; no end where it
    /// is too long or the rules fail.
    fn random_game(&mut self, mut position: AnyPosition) -> (Option<AnyPosition>, u32) {
        let mut moves = Vec::new();
        self.game.redraw_chance(&mut position, &mut self.rng);
        for length in 0..MAX_MOVES {
            let Turn::Role(role) = self.game.turn(&position) else {
                let is_over = self.game.turn(&position) == Turn::Over;
                return (is_over.then_some(position), length);
            };
            let view = self.game.view(&position, role).into_owned();
            let rng = &mut self.rng;
            let Some((mv, _)) = self.game.random_choice(&view, role, rng, &mut moves) else {
                return (None, length);
            };
            self.game.play_unchecked(&mut position, mv);
        }
        (None, MAX_MOVES)
    }

    /// The estimated value of a legal move for the role that makes it; exact where
    /// the move ends the game.
    fn worth(&mut self, position: &AnyPosition, mv: AnyMove, role: Role) -> Worth {
        let mut next = position.clone();
        self.game.play_unchecked(&mut next, mv);
        if self.game.turn(&next) == Turn::Over {
            return Worth::Exact {
                outcome: self.game.outcome(&next, role),
                plies: Some(1),
            };
        }
        self.estimated(&next, role)
    }

    /// The proven value of a legal move for the role that makes it.
    pub(crate) fn proven(
        &mut self,
        position: &AnyPosition,
        mv: AnyMove,
        role: Role,
    ) -> Option<Worth> {
        let mut next = position.clone();
        self.game.play_unchecked(&mut next, mv);
        self.exact(next, role)
    }

    /// The proven value after a move; forced moves are followed.
    fn exact(&mut self, mut position: AnyPosition, role: Role) -> Option<Worth> {
        for plies in 1..MAX_MOVES {
            let mover = match self.game.turn(&position) {
                Turn::Over => {
                    return Some(Worth::Exact {
                        outcome: self.game.outcome(&position, role),
                        plies: Some(plies),
                    });
                }
                Turn::Failed => return None,
                Turn::Role(mover) => mover,
            };
            match self.proof(&position, mover)? {
                Reason::Search(search) if search.exact => {
                    return Some(Worth::Exact {
                        outcome: if mover == role {
                            search.value
                        } else {
                            search.value.reversed()
                        },
                        plies: search.plies.map(|rest| plies + rest),
                    });
                }
                Reason::Forced => {
                    let mut moves = Vec::new();
                    self.game.legal_moves(&position, &mut moves);
                    self.game.play_unchecked(&mut position, *moves.first()?);
                }
                _ => return None,
            }
        }
        None
    }

    fn estimated(&mut self, position: &AnyPosition, role: Role) -> Worth {
        if let Turn::Role(mover) = self.game.turn(position)
            && let Estimate::Search(searcher) = &mut self.estimate
        {
            let view = self.game.view(position, mover).into_owned();
            searcher.begin(self.game, mover);
            let decision = searcher.decide(Situation::new(self.game, &view, mover, &mut self.rng));
            if let Ok(decision) = decision
                && let Reason::Statistics {
                    simulations, mean, ..
                } = decision.reason
            {
                return Worth::Estimated {
                    score: if mover == role { mean } else { 1.0 - mean },
                    simulations,
                };
            }
        }
        self.estimated_at_random(position, role)
    }

    fn estimated_at_random(&mut self, position: &AnyPosition, role: Role) -> Worth {
        let (mut sum, mut games) = (0.0, 0);
        for _ in 0..self.simulations {
            if let (Some(end), _) = self.random_game(position.clone()) {
                sum += f64::from(self.game.goal(&end, role)) / 100.0;
                games += 1;
            }
        }
        if games == 0 {
            return Worth::Unknown;
        }
        Worth::Estimated {
            score: sum / games as f64,
            simulations: games,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Choice;

    fn values(game: &str, moves: &[&str]) -> Answer {
        let mut session = Session::new(&Choice::named(game), Seed(1)).expect("a listed game");
        for mv in moves {
            session.play(mv).expect("a legal move");
        }
        session.values(&Control::default()).expect("an open game")
    }

    #[test]
    fn every_move_of_a_small_game_has_its_exact_value() {
        // x holds 1,1 and 1,2, o holds 2,2: o must block.
        let answer = values("noughts-and-crosses", &["1,1", "2,2", "1,2"]);
        assert_eq!(answer.role, "o");
        for value in &answer.moves {
            let Worth::Exact { outcome, .. } = value.worth else {
                panic!("{value:?}");
            };
            let expected = if value.mv == "1,3" {
                Outcome::Draw
            } else {
                Outcome::Loss
            };
            assert_eq!(outcome, expected, "{}", value.mv);
        }
        let lost = &answer.moves[1];
        assert_eq!(lost.english, "loses in 2 moves");
    }

    #[test]
    fn moves_of_a_large_game_are_estimated_and_say_so() {
        let answer = values("othello", &[]);
        assert_eq!(answer.moves.len(), 4);
        for value in &answer.moves {
            let Worth::Estimated { score, simulations } = value.worth else {
                panic!("{value:?}");
            };
            // The four first moves are the same up to symmetry.
            assert!((0.2..0.8).contains(&score), "{score}");
            assert_eq!(simulations, SIMULATIONS);
            assert!(value.english.starts_with("about"));
        }
    }

    #[test]
    fn a_stopped_call_leaves_values_out_and_says_so() {
        let session = Session::new(&Choice::named("othello"), Seed(1)).expect("a listed game");
        let control = Control::default();
        control.stop().request();
        let answer = session.values(&control).expect("an open game");
        assert!(
            answer
                .moves
                .iter()
                .all(|value| value.worth == Worth::Unknown)
        );
        assert_eq!(answer.verdict(), Verdict::Limit);
    }

    #[test]
    fn moves_of_a_game_that_hides_something_are_not_valued() {
        let session = Session::new(&Choice::named("minesweeper"), Seed(1)).expect("a board");
        assert!(session.values(&Control::default()).is_err());
    }
}
