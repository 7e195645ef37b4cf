//! Minesweeper boards that need no guess: from a first square on, what is certain
//! is enough to open every square.
//!
//! ```
//! use stratalog::game::Choice;
//! use stratalog::{Control, Seed, no_guess};
//!
//! let request = no_guess::Request {
//!     game: Choice { board: Some("6x6/5".to_owned()), ..Choice::named("minesweeper") },
//!     seed: Seed(1),
//!     first: "3,3".to_owned(),
//!     attempts: 1000,
//! };
//! let answer = request.run(&Control::default())?;
//! assert!(answer.seed.is_some());
//! # Ok::<(), stratalog::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::{Outcome, Role};
use stratalog_minesweeper::belief::Belief;
use stratalog_minesweeper::{Site, Sweep};
use stratalog_run::{Control, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::game::Choice;
use crate::session::Session;

/// Asks for a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game: Minesweeper, its board and its first-move rule.
    #[serde(flatten)]
    pub game: Choice,
    /// The first seed that is tried.
    pub seed: Seed,
    /// The square that is opened first.
    pub first: String,
    /// Gives up after this number of boards.
    #[serde(default = "default_attempts")]
    pub attempts: u64,
}

fn default_attempts() -> u64 {
    500
}

/// A board that needs no guess.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The seed of the board; none where a limit was reached.
    pub seed: Option<Seed>,
    /// The square that is opened first.
    pub first: String,
    /// The number of boards that were tried.
    pub tried: u64,
    /// Why the search ended.
    #[serde(flatten)]
    pub ended: Ended,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, self.seed.is_some())
    }
}

impl Request {
    /// Tries one seed after the other.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        for tried in 0..self.attempts {
            if control.is_stopped() {
                return Ok(self.answer(None, tried, Ended::Stopped));
            }
            control.progress("boards", tried, None);
            let seed = Seed(self.seed.0.wrapping_add(tried));
            if self.needs_no_guess(seed)? {
                return Ok(self.answer(Some(seed), tried + 1, Ended::Done));
            }
        }
        let limit = format!("{} boards", self.attempts);
        Ok(self.answer(None, self.attempts, Ended::Limit(limit)))
    }

    fn answer(&self, seed: Option<Seed>, tried: u64, ended: Ended) -> Answer {
        Answer {
            seed,
            first: self.first.clone(),
            tried,
            ended,
        }
    }

    /// Opens the first square and then all that is certainly safe, as long as
    /// there is any.
    fn needs_no_guess(&self, seed: Seed) -> Result<bool, Error> {
        let mut session = Session::new(&self.game, seed)?;
        session.play(&self.first)?;
        while session.to_move().is_some() {
            let Some(sweep) = session.position().downcast::<Sweep>() else {
                return Err(Error::input("only boards of Minesweeper need no guess"));
            };
            let view = sweep.view();
            let Ok(belief) = Belief::of(view) else {
                return Ok(false);
            };
            let risks = belief.mine_probabilities();
            let is_safe = |site: &Site| risks[site.index()] == 0.0;
            let safe: Vec<String> = view
                .covered_sites()
                .filter(is_safe)
                .map(|site| view.grid().square(site))
                .map(|square| format!("{},{}", square.row, square.column))
                .collect();
            if safe.is_empty() {
                return Ok(false);
            }
            session.play_legal(&safe)?;
        }
        Ok(session.outcome(Role(0)) == Some(Outcome::Win))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review;

    #[test]
    fn the_champion_wins_a_certified_board_without_a_guess() {
        let game = Choice {
            board: Some("8x8/10".to_owned()),
            first_move: Some("zero".to_owned()),
            ..Choice::named("minesweeper")
        };
        let request = Request {
            game: game.clone(),
            seed: Seed(100),
            first: "4,4".to_owned(),
            attempts: 200,
        };
        let answer = request.run(&Control::default()).expect("a board");
        let seed = answer.seed.expect("most small boards need no guess");
        let mut session = Session::new(&game, seed).expect("a board");
        session.play("4,4").expect("a square");
        while session.to_move().is_some() {
            session
                .let_move("champion", &Control::default())
                .expect("there is a move");
        }
        assert_eq!(session.outcome(Role(0)), Some(Outcome::Win));
        let moves = session.snapshot().moves;
        let review = review::Request {
            game,
            seed,
            moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        };
        let review = review.run(&Control::default()).expect("a legal game");
        assert_eq!(review.tally.sure, review.clicks.len());
    }

    #[test]
    fn a_limit_is_told() {
        let request = Request {
            game: Choice {
                board: Some("4x4/12".to_owned()),
                ..Choice::named("minesweeper")
            },
            seed: Seed(1),
            first: "1,1".to_owned(),
            attempts: 0,
        };
        let answer = request.run(&Control::default()).expect("a board");
        assert_eq!(answer.seed, None);
        assert_eq!(answer.verdict(), Verdict::Limit);
    }
}
