//! A game of Minesweeper, judged click by click: what was certain, what was a
//! needless guess, and what a guess risked beyond the least.
//!
//! ```
//! use stratalog::game::Choice;
//! use stratalog::{Control, Seed, review};
//!
//! let request = review::Request {
//!     game: Choice { board: Some("4x4/3".to_owned()), ..Choice::named("minesweeper") },
//!     seed: Seed(1),
//!     moves: vec!["1,1".to_owned()],
//! };
//! let answer = request.run(&Control::default())?;
//! assert_eq!(answer.clicks.len(), 1);
//! # Ok::<(), stratalog::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::{AnyPosition, Outcome, Role, Square};
use stratalog_minesweeper::champion::chance_to_win;
use stratalog_minesweeper::{FirstMove, Minesweeper, View};
use stratalog_run::{Control, Ended, Seed};

use crate::analyse;
use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::game::Choice;
use crate::session::Session;

/// Games that are played on from a position to estimate the chance to win: its
/// standard error is about 5%.
const GAMES: u64 = 24;
/// Positions in which the chance to win is estimated, besides guesses.
const POINTS: usize = 30;
/// Probabilities that differ by less are the same.
const EQUAL: f64 = 1e-9;

/// Asks for the review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game: Minesweeper, its board and its first-move rule.
    #[serde(flatten)]
    pub game: Choice,
    /// The seed that the board follows from.
    pub seed: Seed,
    /// The moves, in order.
    pub moves: Vec<String>,
}

/// A game, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The clicks, judged.
    pub clicks: Vec<Click>,
    /// How the game ended; nothing if it did not.
    pub outcome: Option<Outcome>,
    /// The number of clicks of each kind.
    pub tally: JudgementTally,
    /// The click that lost the game, from 1.
    pub lost_at: Option<usize>,
    /// The review in a few sentences.
    pub english: String,
    /// Why the review ended.
    #[serde(flatten)]
    pub ended: Ended,
}

/// A click, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Click {
    /// Its number, from 1.
    pub number: usize,
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// The probability that the square was a mine.
    pub mine_probability: f64,
    /// The least probability of any square.
    pub least_probability: f64,
    /// The champion's choice.
    pub best: Square,
    /// The probability to win before the click, where it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub win_probability: Option<f64>,
    /// The same where it is not known, estimated by some games played on from there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub estimated_win_probability: Option<f64>,
    /// What the click was.
    pub judgement: Judged,
    /// The judgement in English.
    pub english: String,
}

/// What a click was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// The square was certainly safe.
    Sure,
    /// A guess, although some square was certainly safe.
    NeedlessGuess,
    /// A guess where a less risky one existed, and not the champion's.
    Riskier,
    /// The champion's guess, or one of the least risky.
    BestGuess,
}

/// Clicks of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct JudgementTally {
    /// Certainly safe.
    pub sure: usize,
    /// Guesses that were not needed.
    pub needless_guesses: usize,
    /// Guesses that risked more than necessary.
    pub riskier: usize,
    /// Guesses as good as any.
    pub best_guesses: usize,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Judges the game.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let mut session = Session::new(&self.game, self.seed)?;
        if session.game().downcast::<Minesweeper>().is_none() {
            return Err(Error::input("only games of Minesweeper are reviewed"));
        }
        let (mut clicks, mut views) = (Vec::new(), Vec::new());
        let mut ended = Ended::Done;
        for (index, mv) in self.moves.iter().enumerate() {
            if control.is_stopped() {
                ended = Ended::Stopped;
                break;
            }
            control.progress("clicks", index as u64, Some(self.moves.len() as u64));
            let position = session.view_text();
            let before = session.view();
            session.play(mv)?;
            match self.judge(index + 1, mv, position, control)? {
                Ok(click) => {
                    clicks.push(click);
                    views.push(before);
                }
                Err(limit) => {
                    ended = limit;
                    break;
                }
            }
        }
        self.estimate(&mut clicks, &views, control);
        let outcome = session.outcome(Role(0));
        let tally = JudgementTally::of(&clicks);
        let is_lost = outcome == Some(Outcome::Loss) && ended.is_done();
        let lost_at = clicks.len().checked_sub(1).filter(|_| is_lost);
        Ok(Answer {
            english: english(tally, lost_at.map(|last| &clicks[last]), outcome),
            lost_at: lost_at.map(|last| last + 1),
            clicks,
            outcome,
            tally,
            ended,
        })
    }

    /// Judges a click; a limit where the position before it cannot be counted.
    fn judge(
        &self,
        number: usize,
        mv: &str,
        position: String,
        control: &Control,
    ) -> Result<Result<Click, Ended>, Error> {
        let request = analyse::Request {
            position: Some(position),
            first_move: self.game.first_move.clone(),
            ..analyse::Request::default()
        };
        let analysis = request.run(control)?;
        let Some(best) = &analysis.best else {
            return Ok(Err(analysis.ended));
        };
        let opened = self.square(mv)?;
        let cells = analysis.cells.iter();
        let risk = cells.clone().find(|cell| cell.square == opened);
        let risk = risk.map_or(0.0, |cell| cell.mine_probability);
        let least = cells.map(|cell| cell.mine_probability).fold(1.0, f64::min);
        let judgement = if number == 1
            && self.game.first_move()?.unwrap_or_default() != FirstMove::Any
            || risk == 0.0
        {
            Judged::Sure
        } else if !analysis.safe.is_empty() {
            Judged::NeedlessGuess
        } else if risk > least + EQUAL && opened != best.square {
            Judged::Riskier
        } else {
            Judged::BestGuess
        };
        let mut click = Click {
            number,
            mv: mv.to_owned(),
            mine_probability: risk,
            least_probability: least,
            best: best.square,
            win_probability: best.win_probability,
            estimated_win_probability: None,
            judgement,
            english: String::new(),
        };
        click.english = click.described(analysis.safe.len());
        Ok(Ok(click))
    }

    /// Estimates the chance to win before clicks where it is not known: before guesses
    /// and some others, so that there is a curve. There is none before the first click,
    /// and where the position cannot be counted.
    fn estimate(&self, clicks: &mut [Click], views: &[AnyPosition], control: &Control) {
        let step = clicks.len().div_ceil(POINTS).max(1);
        for (click, view) in clicks.iter_mut().zip(views) {
            let is_point = click.number % step == 0 || click.judgement != Judged::Sure;
            if click.number == 1 || click.win_probability.is_some() || !is_point {
                continue;
            }
            if control.is_stopped() {
                return;
            }
            let seed = self.seed.derive(&format!("click {}", click.number));
            let chance = |view: &View| chance_to_win(view, GAMES, seed, control.stop()).ok()?;
            click.estimated_win_probability = view.downcast().and_then(chance);
        }
    }

    fn square(&self, mv: &str) -> Result<Square, Error> {
        let numbers = mv.split_once(',').and_then(|(row, column)| {
            let row = row.trim().parse().ok()?;
            Some(Square::new(row, column.trim().parse().ok()?))
        });
        numbers.ok_or_else(|| Error::input(format!("{mv} is no square; write row,column")))
    }
}

impl Click {
    fn described(&self, safe: usize) -> String {
        let risk = percent(self.mine_probability);
        match self.judgement {
            Judged::Sure => "certainly safe".to_owned(),
            Judged::NeedlessGuess => {
                let others = if safe == 1 {
                    "one square was".to_owned()
                } else {
                    format!("{safe} squares were")
                };
                format!(
                    "a needless guess: a mine with probability {risk}, while {others} certainly safe, as {} was",
                    self.best
                )
            }
            Judged::Riskier => format!(
                "riskier than necessary: a mine with probability {risk}; {} at {} was the better guess",
                self.best,
                percent(self.least_probability)
            ),
            Judged::BestGuess => format!(
                "a guess that was needed, and as good as any: a mine with probability {risk}"
            ),
        }
    }
}

impl JudgementTally {
    fn of(clicks: &[Click]) -> JudgementTally {
        let count = |judged| {
            clicks
                .iter()
                .filter(|click| click.judgement == judged)
                .count()
        };
        JudgementTally {
            sure: count(Judged::Sure),
            needless_guesses: count(Judged::NeedlessGuess),
            riskier: count(Judged::Riskier),
            best_guesses: count(Judged::BestGuess),
        }
    }
}

fn english(tally: JudgementTally, last: Option<&Click>, outcome: Option<Outcome>) -> String {
    let counts = format!(
        "{} sure, {}, {} riskier than necessary, {}.",
        tally.sure,
        guesses(tally.needless_guesses, "needless"),
        tally.riskier,
        guesses(tally.best_guesses, "best"),
    );
    let end = match (outcome, last) {
        (Some(Outcome::Win), _) => "The game was won. ".to_owned(),
        (_, Some(click)) => format!(
            "Click {} at {} lost the game: {}. ",
            click.number, click.mv, click.english
        ),
        _ => String::new(),
    };
    format!("{end}{counts}")
}

fn guesses(count: usize, kind: &str) -> String {
    let guesses = if count == 1 { "guess" } else { "guesses" };
    format!("{count} {kind} {guesses}")
}

fn percent(probability: f64) -> String {
    match 100.0 * probability {
        low if low > 0.0 && low < 1.0 => "less than 1%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reviewed(board: &str, first_move: &str, seed: u64, player: &str) -> Answer {
        let game = Choice {
            board: Some(board.to_owned()),
            first_move: Some(first_move.to_owned()),
            ..Choice::named("minesweeper")
        };
        let mut session = Session::new(&game, Seed(seed)).expect("a board");
        while session.to_move().is_some() {
            session
                .let_move(player, &Control::default())
                .expect("there is a move");
        }
        let moves = session.snapshot().moves;
        let request = Request {
            game,
            seed: Seed(seed),
            moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        };
        request.run(&Control::default()).expect("a legal game")
    }

    #[test]
    fn the_champion_makes_no_needless_guess() {
        for seed in 1..=3 {
            let answer = reviewed("6x6/7", "zero", seed, "champion");
            assert_eq!(answer.tally.needless_guesses, 0);
            assert_eq!(answer.tally.riskier, 0);
            assert_eq!(answer.clicks[0].judgement, Judged::Sure);
        }
    }

    #[test]
    fn the_chance_to_win_is_known_or_estimated_before_every_click_but_the_first() {
        let answer = reviewed("9x9/10", "zero", 4, "champion");
        assert!(answer.clicks.len() > 3, "{}", answer.clicks.len());
        for click in &answer.clicks[1..] {
            let chance = click.win_probability.or(click.estimated_win_probability);
            let chance = chance.expect("a chance");
            assert!((0.0..=1.0).contains(&chance), "{chance}");
        }
        assert_eq!(reviewed("9x9/10", "zero", 4, "champion"), answer);
    }

    #[test]
    fn a_random_player_is_told_where_it_lost() {
        let answers = (1..=5).map(|seed| reviewed("6x6/12", "safe", seed, "random"));
        let lost: Vec<Answer> = answers.filter(|answer| answer.lost_at.is_some()).collect();
        assert!(!lost.is_empty());
        for answer in lost {
            assert_eq!(answer.lost_at, Some(answer.clicks.len()));
            let last = answer.clicks.last().expect("a game has clicks");
            assert!(last.mine_probability > 0.0);
            assert_ne!(last.judgement, Judged::Sure);
        }
    }

    #[test]
    fn other_games_are_refused() {
        let request = Request {
            game: Choice::named("hexapawn"),
            seed: Seed(1),
            moves: Vec::new(),
        };
        assert!(request.run(&Control::default()).is_err());
    }
}
