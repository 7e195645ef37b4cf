//! Being taught a strategy: positions are set, a person answers, the strategy
//! judges the answer and names the rule that decides.
//!
//! [`ask`] sets a question, [`judge`] judges the answer, [`example`] shows what a
//! rule means. None of them remembers anything: what a person has been asked is a
//! [`Progress`] that the caller keeps and hands in with each call.
//!
//! Whether people learn from the rules is an experiment: [`forms`] writes positions to
//! be answered before and after the rules are shown, [`score`] says what the answers
//! show.
//!
//! ```
//! use stratalog::quiz::{Lesson, ask, judge};
//! use stratalog::{Control, Seed};
//!
//! // The rules for Minesweeper come with the program.
//! let lesson = Lesson::new("minesweeper", None);
//! let question = ask::Request::new(lesson.clone(), Seed(1)).run(&Control::default())?;
//! let answer = &question.choices[0].mv;
//! let judged = judge::Request::new(lesson, &question, answer).run(&Control::default())?;
//! assert_eq!(judged.progress.asked, 1);
//! # Ok::<(), stratalog::Error>(())
//! ```

pub mod ask;
pub mod example;
pub mod forms;
pub mod judge;
mod page;
mod paired;
mod progress;
pub mod score;
pub(crate) mod teacher;

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use progress::{Card, Progress, RuleProgress};

use crate::error::Error;
use crate::game::{Choice, game_of_strategy};
use crate::input::read_source;
use stratalog_catalogue::strategy_file::Header;

/// What is taught: a game and a strategy for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    /// The game.
    #[serde(flatten)]
    pub game: Choice,
    /// The strategy's file. Minesweeper needs none: learned rules come with the
    /// program.
    #[serde(default)]
    pub strategy: Option<String>,
}

impl Lesson {
    /// A lesson in a strategy for a game on its usual board.
    pub fn new(game: &str, strategy: Option<&str>) -> Lesson {
        Lesson {
            game: Choice::named(game),
            strategy: strategy.map(str::to_owned),
        }
    }

    /// A lesson in a strategy for the game that its file names, or for another.
    pub fn of_file(strategy: &Path, game: Option<&str>) -> Result<Lesson, Error> {
        let header = Header::of(&read_source(strategy)?);
        let game = game_of_strategy(strategy, &header, game)?;
        Ok(Lesson::new(&game, Some(&strategy.display().to_string())))
    }
}

/// A rule that is taught.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TaughtRule {
    /// Its name, as in the strategy file.
    pub name: String,
    /// Its meaning in English.
    pub english: String,
    /// Its clauses in Prolog.
    pub clauses: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn_migo;
    use stratalog_run::{Control, Seed};

    fn learned(folder: &std::path::Path) -> Lesson {
        let out = folder.join("noughts.pl");
        let request = learn_migo::Request {
            out: Some(out.clone()),
            ..learn_migo::Request::new("noughts-and-crosses")
        };
        request.run(&Control::default()).expect("it is learned");
        Lesson::new("noughts-and-crosses", Some(&out.display().to_string()))
    }

    #[test]
    fn a_learned_strategy_is_taught_and_a_missed_position_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let lesson = learned(folder.path());
        let control = Control::default();
        let mut progress = Progress::default();
        let mut missed = None;
        let mut came_back = false;
        for number in 0..12 {
            let mut request = ask::Request::new(lesson.clone(), Seed(7));
            request.progress = progress.clone();
            let question = request.run(&control).expect("there are positions");
            assert!(!question.rules.is_empty());
            assert!(question.choices.len() > 1, "a question has a choice");
            came_back |= missed.as_ref() == Some(&question.position);
            assert_eq!(
                question.is_repeated,
                missed.as_ref() == Some(&question.position)
            );
            // The first question is answered wrongly, the others as the strategy does.
            let judged = |answer: &str| {
                let mut request = judge::Request::new(lesson.clone(), &question, answer);
                request.progress = progress.clone();
                request.run(&control).expect("a legal answer")
            };
            let verdicts: Vec<_> = question
                .choices
                .iter()
                .map(|choice| judged(&choice.mv))
                .collect();
            let right = verdicts
                .iter()
                .find(|one| one.is_right)
                .expect("one is right");
            assert_eq!(right.rule.name, verdicts[0].rule.name);
            assert!(!right.rule.english.is_empty() && !right.rule.clauses.is_empty());
            let wrong = verdicts.iter().find(|one| !one.is_right);
            progress = match wrong {
                Some(wrong) if number == 0 => {
                    missed = Some(question.position.clone());
                    wrong.progress.clone()
                }
                _ => right.progress.clone(),
            };
            assert_eq!(progress.asked, number + 1);
        }
        assert!(came_back, "a missed position comes back");
        let right: u64 = progress.rules.iter().map(|rule| rule.right).sum();
        assert_eq!(right, 11);
        assert!(progress.rules.len() > 1, "several rules are taught");
    }

    #[test]
    fn a_rule_has_an_example_in_which_it_decides() {
        let request = example::Request {
            lesson: Lesson::new("minesweeper", None),
            rule: "S-2".to_owned(),
            seed: Seed(1),
        };
        let answer = request.run(&Control::default()).expect("it occurs");
        assert_eq!(answer.rule.name, "S-2");
        let cells = answer.drawing.rows.iter().flatten();
        assert!(cells.filter(|cell| cell.mark.is_some()).count() > 1);
        let unknown = example::Request {
            rule: "S-99".to_owned(),
            ..request
        };
        assert!(unknown.run(&Control::default()).is_err());
    }

    #[test]
    fn any_certainly_safe_square_is_right_in_minesweeper() {
        let lesson = Lesson::new("minesweeper", None);
        let control = Control::default();
        let request = ask::Request::new(lesson.clone(), Seed(3));
        let question = request.run(&control).expect("there are positions");
        let analysis = crate::analyse::Request {
            position: Some(question.position.clone()),
            ..crate::analyse::Request::default()
        };
        let analysis = analysis.run(&control).expect("a position");
        for choice in &question.choices {
            let request = judge::Request::new(lesson.clone(), &question, &choice.mv);
            let judged = request.run(&control).expect("a legal answer");
            let square = choice.to.expect("each move is a square");
            assert_eq!(judged.is_right, analysis.safe.contains(&square), "{square}");
            assert!(judged.rule.name.starts_with("S-"), "{}", judged.rule.name);
        }
    }

    #[test]
    fn a_lesson_without_a_strategy_says_what_to_do() {
        let request = ask::Request::new(Lesson::new("hexapawn", None), Seed(1));
        let error = request.run(&Control::default()).expect_err("no strategy");
        assert!(error.to_string().contains("learn"), "{error}");
    }
}
