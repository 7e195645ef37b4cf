//! An example of a rule: a position in which it decides, with the move that it
//! names and the squares of its reason marked.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::{Drawing, Game};
use stratalog_run::{Control, Seed, Stream};

use super::ask::{Found, Search};
use super::judge::marked;
use super::teacher::{Lecture, Teacher};
use super::{Lesson, Progress, TaughtRule};
use crate::answer::Answer as IsAnswer;
use crate::error::Error;
use crate::game::Seen;

/// Asks for an example of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What is taught.
    #[serde(flatten)]
    pub lesson: Lesson,
    /// The name of the rule.
    pub rule: String,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
}

/// An example of a rule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The rule.
    pub rule: TaughtRule,
    /// The role to move.
    pub role: String,
    /// The move that the rule names.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why, in English.
    pub english: String,
    /// The board with the move and the squares of the reason marked.
    pub drawing: Drawing,
}

impl IsAnswer for Answer {}

impl Request {
    /// Looks for a position in which the rule decides.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let mut teacher = Teacher::new(&self.lesson)?;
        let rng = self.seed.derive("example").stream(0);
        shown(&mut teacher, &self.rule, rng, control, None).ok_or_else(|| {
            Error::input(format!(
                "no position was found in which {} decides",
                self.rule
            ))
        })
    }
}

/// Looks for a position in which a rule decides, at most until then.
pub(crate) fn shown(
    teacher: &mut Teacher,
    rule: &str,
    rng: Stream,
    control: &Control,
    until: Option<Instant>,
) -> Option<Answer> {
    let progress = Progress::default();
    let mut search = Search::new(&progress, Some(rule));
    search.until = until;
    search.run(teacher, rng, control);
    let found = search.best?;
    let lecture = teacher.lecture(&found.view, found.role)?;
    if lecture.rule.name != rule {
        return None;
    }
    Some(of_position(teacher, found, lecture))
}

/// The example that a position is for the rule that decides there.
pub(super) fn of_position(teacher: &mut Teacher, found: Found, lecture: Lecture) -> Answer {
    let reason = teacher.reason(&found.view, found.role);
    let reason = reason.unwrap_or_else(|| lecture.judgement.decision.reason.clone());
    let game = teacher.playable.game.clone();
    let mv = lecture.judgement.decision.mv;
    let seen = Seen {
        view: found.view,
        role: found.role,
    };
    Answer {
        role: game.role_name(seen.role).to_owned(),
        mv: game.move_text(mv),
        english: reason.to_string(),
        drawing: marked(teacher, &seen, mv, &reason),
        rule: lecture.rule,
    }
}
