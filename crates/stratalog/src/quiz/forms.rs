//! Forms for an experiment: do people play better once they were shown the rules?
//!
//! A form has positions to be answered before and after the rules. There are two,
//! `form-a.html` and `form-b.html`, with the same positions in opposite parts, so that
//! harder positions in one part do not look like learning: half of the people answer
//! each. For each position of one part, the same rule decides in one of the other. The
//! examples beside the rules are of positions that neither part asks about. A form is
//! a page without any other file; it saves the answers as a table, which
//! [`score`](super::score) reads.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_game::{AnyPosition, Game};
use stratalog_run::{Control, Seed};

use super::ask::{Found, Search, question};
use super::teacher::{Lecture, Teacher};
use super::{Lesson, Progress, TaughtRule, ask, example, page};
use crate::answer::Answer as IsAnswer;
use crate::error::Error;
use crate::output;

/// Searches for a position before a rule is taken to have no further one.
const TRIES: u64 = 8;
/// The most questions of a part.
const MOST_QUESTIONS: u32 = 100;

/// Asks for forms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The strategy's file.
    pub strategy: PathBuf,
    /// The game or the path of its rulesheet, where it is not the one that the
    /// strategy names.
    #[serde(default)]
    pub game: Option<String>,
    /// The number of questions before the rules, and after them.
    #[serde(default = "default_questions")]
    pub questions: u32,
    /// The folder that the forms are written to; it is made where there is none.
    pub out: PathBuf,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
}

fn default_questions() -> u32 {
    8
}

impl Request {
    /// Asks for forms about the strategy in a file.
    pub fn new(strategy: impl Into<PathBuf>, out: impl Into<PathBuf>) -> Request {
        Request {
            strategy: strategy.into(),
            game: None,
            questions: default_questions(),
            out: out.into(),
            seed: crate::default_seed(),
        }
    }
}

/// The forms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The pages to answer, one for each half of the people.
    pub forms: Vec<PathBuf>,
    /// The number of questions before the rules, and after them.
    pub questions: u64,
    /// The rules that are shown.
    pub rules: Vec<TaughtRule>,
    /// Rules that decide in too few positions to be asked about.
    pub unasked: Vec<String>,
}

impl IsAnswer for Answer {}

/// The part of a form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Before the rules are shown.
    Before,
    /// After the rules were shown.
    After,
}

impl Part {
    /// `before` or `after`.
    pub fn as_str(self) -> &'static str {
        match self {
            Part::Before => "before",
            Part::After => "after",
        }
    }
}

impl Request {
    /// Finds the positions and writes the forms.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        if !(1..=MOST_QUESTIONS).contains(&self.questions) {
            return Err(Error::input(format!(
                "a part of a form has 1 to {MOST_QUESTIONS} questions, not {}",
                self.questions
            )));
        }
        let paths = ["form-a.html", "form-b.html"].map(|name| self.out.join(name));
        make_folder(&self.out)?;
        for path in &paths {
            output::check(path)?;
        }
        let lesson = Lesson::of_file(&self.strategy, self.game.as_deref())?;
        let mut teacher = Teacher::new(&lesson)?;
        let mut finder = Finder::new(&mut teacher, self.seed.derive("forms"), control);
        let pairs = self.pairs(&mut finder)?;
        let examples = finder.examples();
        let is_asked = |rule: &TaughtRule| pairs.iter().any(|pair| pair.rule == rule.name);
        let unasked = teacher.rules.iter().filter(|rule| !is_asked(rule));
        let unasked = unasked.map(|rule| rule.name.clone()).collect();
        let (ones, others): (Vec<_>, Vec<_>) =
            pairs.into_iter().map(|pair| (pair.one, pair.other)).unzip();
        let game = &teacher.playable.game;
        let title = format!("{} {}", game.name(), game.board());
        let orders = [("A", &ones, &others), ("B", &others, &ones)];
        for (path, (form, before, after)) in paths.iter().zip(orders) {
            let form = page::Form {
                title: title.trim(),
                name: form,
                before,
                rules: &examples,
                after,
            };
            output::write(path, form.to_html())?;
        }
        Ok(Answer {
            game: game.name().to_owned(),
            board: game.board(),
            forms: paths.to_vec(),
            questions: ones.len() as u64,
            rules: teacher.rules.clone(),
            unasked,
        })
    }

    /// Pairs of questions, one rule after the other.
    fn pairs(&self, finder: &mut Finder) -> Result<Vec<Pair>, Error> {
        let wanted = self.questions as usize;
        let rules = &finder.teacher.rules;
        let mut open: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        let mut pairs = Vec::new();
        while pairs.len() < wanted && !open.is_empty() {
            open.retain(|rule| {
                if pairs.len() == wanted {
                    return true;
                }
                let pair = finder.pair(rule);
                let is_found = pair.is_some();
                pairs.extend(pair);
                is_found
            });
        }
        if finder.control.is_stopped() {
            return Err(Error::input("stopped before the forms were written"));
        }
        if pairs.is_empty() {
            return Err(Error::input(
                "no two positions were found in which the same rule of this strategy decides",
            ));
        }
        Ok(pairs)
    }
}

/// Two questions in which the same rule decides.
struct Pair {
    rule: String,
    one: ask::Answer,
    other: ask::Answer,
}

/// The search for positions that are all different, symmetric ones included.
struct Finder<'a> {
    teacher: &'a mut Teacher,
    met: HashSet<AnyPosition>,
    searches: u64,
    seed: Seed,
    control: &'a Control,
}

impl<'a> Finder<'a> {
    fn new(teacher: &'a mut Teacher, seed: Seed, control: &'a Control) -> Finder<'a> {
        Finder {
            teacher,
            met: HashSet::new(),
            searches: 0,
            seed,
            control,
        }
    }

    fn pair(&mut self, rule: &str) -> Option<Pair> {
        let one = self.question(rule)?;
        let other = self.question(rule)?;
        let rule = rule.to_owned();
        Some(Pair { rule, one, other })
    }

    fn question(&mut self, rule: &str) -> Option<ask::Answer> {
        let (found, _) = self.position(rule)?;
        Some(question(self.teacher, &found.view, found.role, false))
    }

    /// Each rule, with an example where one is found that answers no question.
    fn examples(&mut self) -> Vec<(TaughtRule, Option<example::Answer>)> {
        let rules = self.teacher.rules.clone();
        let with_example = |rule: TaughtRule| {
            let example = self.position(&rule.name);
            let example =
                example.map(|(found, lecture)| example::of_position(self.teacher, found, lecture));
            (rule, example)
        };
        rules.into_iter().map(with_example).collect()
    }

    /// A position that was not found before, in which a rule decides.
    fn position(&mut self, rule: &str) -> Option<(Found, Lecture)> {
        let game = self.teacher.playable.game.clone();
        for _ in 0..TRIES {
            let progress = Progress::default();
            let mut search = Search::new(&progress, Some(rule));
            let rng = self.seed.stream(self.searches);
            self.searches += 1;
            search.run(self.teacher, rng, self.control);
            let found = search.best?;
            let lecture = self.teacher.lecture(&found.view, found.role)?;
            if lecture.rule.name != rule {
                return None;
            }
            let canonical = if game.is_open() {
                game.canonical(&found.view)
            } else {
                found.view.clone()
            };
            if self.met.insert(canonical) {
                return Some((found, lecture));
            }
        }
        None
    }
}

/// Makes the folder of the forms, where there is none.
fn make_folder(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Error::input(format!(
            "cannot make the folder {}: {error}",
            folder.display()
        ))
    })
}
