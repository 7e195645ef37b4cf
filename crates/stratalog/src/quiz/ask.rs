//! A question: a position in which a rule of the strategy decides.

use std::time::Instant;

use rand::RngExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_game::{AnyPosition, Drawing, Game, GameObject, Role, Turn};
use stratalog_minesweeper::View;
use stratalog_run::{Control, Seed, Stream};

use super::teacher::Teacher;
use super::{Lesson, Progress, TaughtRule};
use crate::answer::Answer as IsAnswer;
use crate::error::Error;
use crate::game::read_position;
use crate::seat::MoveChoice;
use crate::session::Session;

/// Games that are played in search of a position.
const GAMES: u64 = 60;
/// Moves of such a game.
const MOVES: u32 = 200;

/// Asks for a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What is taught.
    #[serde(flatten)]
    pub lesson: Lesson,
    /// What the person was asked before.
    #[serde(default)]
    pub progress: Progress,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
}

impl Request {
    /// Asks for the first question of a lesson.
    pub fn new(lesson: Lesson, seed: Seed) -> Request {
        Request {
            lesson,
            progress: Progress::default(),
            seed,
        }
    }
}

/// A question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The position, as the judge reads it.
    pub position: String,
    /// The role to move.
    pub role: String,
    /// The board as the role sees it.
    pub drawing: Drawing,
    /// The moves to choose from.
    pub choices: Vec<MoveChoice>,
    /// Whether the position comes back because it was answered wrongly.
    pub is_repeated: bool,
    /// The rules that are taught, in the order in which they are tried.
    pub rules: Vec<TaughtRule>,
}

impl IsAnswer for Answer {}

impl Request {
    /// Sets the question: a missed position whose turn it is, or a new position
    /// for the rule that the person knows least.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let mut teacher = Teacher::new(&self.lesson)?;
        if let Some(card) = self.progress.due()
            && let Ok(seen) = read_position(&teacher.playable.game, &card.position, None)
        {
            return Ok(question(&teacher, &seen.view, seen.role, true));
        }
        let weakest = |a: &&TaughtRule, b: &&TaughtRule| {
            let skill = |rule: &TaughtRule| self.progress.skill(&rule.name);
            skill(a).total_cmp(&skill(b))
        };
        let rules = teacher.rules.clone();
        let wanted = rules.iter().min_by(weakest).map(|rule| rule.name.clone());
        let seed = self.seed.derive("quiz").stream(self.progress.asked);
        let mut search = Search::new(&self.progress, wanted.as_deref());
        search.run(&mut teacher, seed, control);
        let Some(found) = search.best else {
            return Err(Error::input(
                "no position was found in which a rule of this strategy decides",
            ));
        };
        Ok(question(&teacher, &found.view, found.role, false))
    }
}

/// A position in which a rule decides.
pub(super) struct Found {
    pub(super) view: AnyPosition,
    pub(super) role: Role,
    skill: f64,
}

/// The search for a position.
pub(super) struct Search<'a> {
    progress: &'a Progress,
    /// The rule that the person knows least.
    wanted: Option<&'a str>,
    /// When the search ends at the latest.
    pub(super) until: Option<Instant>,
    /// A position for the rule that they know least of those that were met.
    pub(super) best: Option<Found>,
}

impl<'a> Search<'a> {
    /// A search for a position in which a rule decides.
    pub(super) fn new(progress: &'a Progress, wanted: Option<&'a str>) -> Search<'a> {
        Search {
            progress,
            wanted,
            until: None,
            best: None,
        }
    }

    /// Plays games until the wanted rule decides. The strategy and chance take
    /// turns, so that both good and odd positions are met.
    pub(super) fn run(&mut self, teacher: &mut Teacher, mut rng: Stream, control: &Control) {
        let game = teacher.playable.game.clone();
        for _ in 0..GAMES {
            let mut position = game.initial(&mut rng);
            for _ in 0..MOVES {
                let is_late = self.until.is_some_and(|until| Instant::now() >= until);
                if is_late || control.is_stopped() {
                    return;
                }
                let Turn::Role(role) = game.turn(&position) else {
                    break;
                };
                let view = game.view(&position, role).into_owned();
                let mut moves = Vec::new();
                game.choices(&view, role, &mut moves);
                let lecture = teacher.lecture(&view, role);
                let good = lecture
                    .as_ref()
                    .map_or(0, |l| 1 + l.judgement.as_good.len());
                if let Some(lecture) = &lecture
                    && good < moves.len()
                    && self.consider(&game, view, role, &lecture.rule.name)
                {
                    return;
                }
                // A random move would soon lose a game that hides something.
                let by_strategy = !game.is_open() || rng.random_bool(0.5);
                let mv = match lecture {
                    Some(lecture) if by_strategy => lecture.judgement.decision.mv,
                    _ if moves.is_empty() => break,
                    _ => moves[rng.random_range(0..moves.len())],
                };
                game.play_unchecked(&mut position, mv);
            }
        }
    }

    /// Keeps a position if it is the best so far; whether it is what was wanted.
    fn consider(&mut self, game: &GameObject, view: AnyPosition, role: Role, rule: &str) -> bool {
        if self.progress.has_card(&position_text(game, &view)) {
            return false;
        }
        let skill = self.progress.skill(rule);
        let is_wanted = self.wanted.is_none_or(|wanted| wanted == rule);
        if is_wanted || self.best.as_ref().is_none_or(|best| skill < best.skill) {
            self.best = Some(Found { view, role, skill });
        }
        is_wanted
    }
}

/// A position as the judge reads it.
fn position_text(game: &GameObject, view: &AnyPosition) -> String {
    if game.is_open() {
        game.position_text(view)
    } else {
        game.view_text(view)
    }
}

/// A position as a question.
pub(super) fn question(
    teacher: &Teacher,
    view: &AnyPosition,
    role: Role,
    is_repeated: bool,
) -> Answer {
    let game = teacher.playable.game.clone();
    Answer {
        game: game.name().to_owned(),
        board: game.board(),
        position: position_text(&game, view),
        role: game.role_name(role).to_owned(),
        drawing: game.drawing(view),
        choices: choices(teacher, view, role),
        is_repeated,
        rules: teacher.rules.clone(),
    }
}

/// The legal moves with the squares to click.
fn choices(teacher: &Teacher, view: &AnyPosition, role: Role) -> Vec<MoveChoice> {
    let game = &teacher.playable.game;
    if game.is_open() {
        return Session::at(teacher.playable.clone(), view.clone())
            .seat()
            .choices;
    }
    let mut moves = Vec::new();
    game.choices(view, role, &mut moves);
    let covered = view.downcast::<View>();
    let squares: Vec<_> = covered
        .map(|view| {
            let squares = view.covered_sites().map(|site| view.grid().square(site));
            squares.collect()
        })
        .unwrap_or_default();
    let choice = |mv: String| MoveChoice {
        to: squares
            .iter()
            .find(|square| format!("{},{}", square.row, square.column) == mv)
            .copied(),
        from: None,
        mv,
    };
    moves
        .into_iter()
        .map(|mv| choice(game.move_text(mv)))
        .collect()
}
