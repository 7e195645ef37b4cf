//! An answer, judged: whether it is right, what the strategy does, and the rule
//! that decides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::drawing::Mark;
use stratalog_game::{AnyMove, Drawing, Game, GameObject, Outcome, Reason, Square};
use stratalog_run::Control;

use super::teacher::Teacher;
use super::{Lesson, Progress, TaughtRule, ask};
use crate::analyse;
use crate::answer::{Answer as IsAnswer, Verdict as AnswerVerdict};
use crate::error::Error;
use crate::game::{Seen, read_position};
use crate::values::{Valuer, Worth};

/// Asks for the judgement of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What is taught.
    #[serde(flatten)]
    pub lesson: Lesson,
    /// The position of the question.
    pub position: String,
    /// The move that the person chose.
    pub answer: String,
    /// What the person was asked before.
    #[serde(default)]
    pub progress: Progress,
}

impl Request {
    /// Asks for the judgement of the first answer of a lesson.
    pub fn new(lesson: Lesson, question: &ask::Answer, answer: &str) -> Request {
        Request {
            lesson,
            position: question.position.clone(),
            answer: answer.to_owned(),
            progress: Progress::default(),
        }
    }
}

/// How good an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The strategy's move, or one that its rule names too.
    Right,
    /// Another move with the same exact value.
    AsGood,
    /// A move that is proven to be worse.
    Worse,
    /// A move that the rule does not name; its value is not known.
    Different,
}

/// An answer, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// How good the answer is.
    pub verdict: Verdict,
    /// Whether it counts as right.
    pub is_right: bool,
    /// The strategy's move.
    pub best: String,
    /// Other moves that count as right.
    pub as_good: Vec<String>,
    /// The rule that decides.
    pub rule: TaughtRule,
    /// The judgement in a few sentences, with the reason of the strategy's move.
    pub english: String,
    /// The board with the strategy's move and the squares of its reason marked.
    pub drawing: Drawing,
    /// What the person was asked, with this answer.
    pub progress: Progress,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> AnswerVerdict {
        AnswerVerdict::of(self.is_right)
    }
}

impl Request {
    /// Judges the answer.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        self.judged_by(&mut Teacher::new(&self.lesson)?, control)
    }

    /// Has the answer judged by a teacher of the same lesson.
    pub(super) fn judged_by(
        &self,
        teacher: &mut Teacher,
        control: &Control,
    ) -> Result<Answer, Error> {
        let game = teacher.playable.game.clone();
        let seen = read_position(&game, &self.position, None)?;
        let answer = game.parse_move(self.answer.trim())?;
        let mut moves = Vec::new();
        game.choices(&seen.view, seen.role, &mut moves);
        if !moves.contains(&answer) {
            return Err(Error::input(format!(
                "{} is not legal in this position",
                self.answer
            )));
        }
        let Some(lecture) = teacher.lecture(&seen.view, seen.role) else {
            return Err(Error::input(
                "no rule of the strategy decides in this position",
            ));
        };
        let reason = teacher.reason(&seen.view, seen.role);
        let reason = reason.unwrap_or_else(|| lecture.judgement.decision.reason.clone());
        let judgement = &lecture.judgement;
        let risks = self.risks(&game, &seen, control)?;
        let risk = risks.iter().find(|(mv, _)| *mv == answer);
        let risk = risk.map(|&(_, risk)| risk);
        let mut right = vec![judgement.decision.mv];
        right.extend(&judgement.as_good);
        let safe = risks.iter().filter(|&&(_, risk)| risk == 0.0);
        right.extend(safe.map(|&(mv, _)| mv));
        right.sort_unstable();
        right.dedup();
        let verdict = match risk {
            _ if right.contains(&answer) => Verdict::Right,
            Some(_) => Verdict::Worse,
            None => compare(teacher, &seen, lecture.judgement.decision.mv, answer),
        };
        let is_right = matches!(verdict, Verdict::Right | Verdict::AsGood);
        let mut progress = self.progress.clone();
        progress.note(&lecture.rule.name, &self.position, is_right);
        let best = lecture.judgement.decision.mv;
        let others = right.iter().filter(|&&mv| mv != best);
        Ok(Answer {
            verdict,
            is_right,
            best: game.move_text(best),
            as_good: others.map(|&mv| game.move_text(mv)).collect(),
            english: english(verdict, risk, &game.move_text(best), &reason),
            drawing: marked(teacher, &seen, best, &reason),
            rule: lecture.rule,
            progress,
        })
    }

    /// The risk of each square in Minesweeper: every square that is certainly safe
    /// is right. Other games have none.
    fn risks(
        &self,
        game: &GameObject,
        seen: &Seen,
        control: &Control,
    ) -> Result<Vec<(AnyMove, f64)>, Error> {
        if !self.lesson.game.is_minesweeper() {
            return Ok(Vec::new());
        }
        let analysis = analyse::Request {
            position: Some(game.view_text(&seen.view)),
            ..analyse::Request::default()
        };
        let mut risks = Vec::new();
        for cell in analysis.run(control)?.cells {
            let Square { row, column } = cell.square;
            let mv = game.parse_move(&format!("{row},{column}"))?;
            risks.push((mv, cell.mine_probability));
        }
        Ok(risks)
    }
}

/// Compares the values of two moves, where both are known exactly.
fn compare(teacher: &Teacher, seen: &Seen, best: AnyMove, answer: AnyMove) -> Verdict {
    let Ok(mut valuer) = Valuer::new(&teacher.playable, &seen.view) else {
        return Verdict::Different;
    };
    if !valuer.can_prove(&seen.view) {
        return Verdict::Different;
    }
    let mut outcome = |mv: AnyMove| -> Option<Outcome> {
        match valuer.proven(&seen.view, mv, seen.role)? {
            Worth::Exact { outcome, .. } => Some(outcome),
            _ => None,
        }
    };
    match (outcome(best), outcome(answer)) {
        (Some(best), Some(answer)) if answer >= best => Verdict::AsGood,
        (Some(_), Some(_)) => Verdict::Worse,
        _ => Verdict::Different,
    }
}

fn english(verdict: Verdict, risk: Option<f64>, best: &str, reason: &Reason) -> String {
    let reason = reason.to_string();
    let reason = reason.trim_end_matches('.');
    let plays = format!("the strategy plays {best}: {reason}.");
    match (verdict, risk) {
        (Verdict::Right, _) => format!("Right: {plays}"),
        (Verdict::AsGood, _) => format!("As good, the game ends the same way; {plays}"),
        (Verdict::Worse, Some(risk)) if risk >= 1.0 => {
            format!("No, that square is certainly a mine; {plays}")
        }
        (Verdict::Worse, Some(risk)) => format!(
            "No, that square is a mine with a probability of {:.0}%; {plays}",
            (100.0 * risk).clamp(1.0, 99.0)
        ),
        (Verdict::Worse, None) => format!("No, that is worse; {plays}"),
        (Verdict::Different, _) => format!("Another move; {plays}"),
    }
}

/// The board with the strategy's move and the squares of its reason marked.
pub(super) fn marked(teacher: &Teacher, seen: &Seen, best: AnyMove, reason: &Reason) -> Drawing {
    let game = &teacher.playable.game;
    let mut drawing = game.drawing(&seen.view);
    let squares: Vec<Square> = match reason {
        Reason::Rule(fired) => fired.squares.clone(),
        Reason::StrategyRule(rule) => {
            let changes = rule.changes.iter();
            changes.map(|change| change.square).collect()
        }
        _ => Vec::new(),
    };
    let text = game.move_text(best);
    let is_target = |square: &Square| format!("{},{}", square.row, square.column) == text;
    for (at, square) in squares.iter().enumerate() {
        let is_move = match reason {
            Reason::StrategyRule(_) => true,
            _ => at == 0 || is_target(square),
        };
        let mark = if is_move { Mark::Move } else { Mark::Reason };
        drawing.mark(*square, mark);
    }
    drawing
}
