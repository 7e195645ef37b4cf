//! What the answers to [`forms`](super::forms) show: how many were right before and
//! after the rules, and how certain the difference is.
//!
//! People are compared with themselves: the difference of a person is the share of
//! right answers after the rules less the share before. Its mean has a 95% interval
//! (Student's *t*), and a *p*-value by the exact test that each difference could as
//! well have had the other sign. A question without an answer, and one with an illegal
//! answer, counts as wrong.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_game::Game;
use stratalog_run::{Control, Interval};

use super::forms::Part;
use super::teacher::Teacher;
use super::{Lesson, Progress, judge, paired};
use crate::answer::Answer as IsAnswer;
use crate::error::Error;
use crate::input::read_bytes;

/// The most people of an experiment.
const MOST_PEOPLE: usize = 1_000;
/// The most questions of a part.
const MOST_QUESTIONS: u64 = 100;

/// Asks what answers show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The strategy's file.
    pub strategy: PathBuf,
    /// The game or the path of its rulesheet, where it is not the one that the
    /// strategy names.
    #[serde(default)]
    pub game: Option<String>,
    /// Tables of answers, as forms save them.
    pub answers: Vec<PathBuf>,
}

/// What answers show.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The people, in the order of the tables.
    pub people: Vec<PersonScore>,
    /// All answers before the rules.
    pub before: Score,
    /// All answers after the rules.
    pub after: Score,
    /// The mean difference of a person: the share of right answers after the rules
    /// less the share before.
    pub difference: f64,
    /// Its 95% interval; none for a single person.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ci95: Option<Interval>,
    /// How likely a mean difference at least this far from 0 is where the rules
    /// change nothing.
    pub p_value: f64,
    /// The answers rule by rule, by the rule that decides.
    pub rules: Vec<RuleScore>,
    /// Questions without an answer.
    pub unanswered: u64,
    /// Answers that are not legal moves.
    pub illegal: u64,
}

impl IsAnswer for Answer {}

/// Right answers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Score {
    /// Questions.
    pub asked: u64,
    /// Right answers.
    pub right: u64,
    /// The 95% interval of the share of right answers, if answers were independent.
    pub ci95: Interval,
}

/// The answers of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PersonScore {
    /// The person, as named in the table.
    pub person: String,
    /// The answers before the rules.
    pub before: Score,
    /// The answers after the rules.
    pub after: Score,
}

/// The answers where one rule decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleScore {
    /// The rule.
    pub rule: String,
    /// The answers before the rules.
    pub before: Score,
    /// The answers after the rules.
    pub after: Score,
}

/// A row of a table of answers.
#[derive(Deserialize)]
struct Row {
    person: String,
    part: Part,
    question: String,
    position: String,
    answer: String,
}

/// Questions and right answers of the two parts.
#[derive(Clone, Copy, Default)]
struct Tally {
    asked: [u64; 2],
    right: [u64; 2],
}

impl Tally {
    fn note(&mut self, part: Part, is_right: bool) {
        self.asked[part as usize] += 1;
        self.right[part as usize] += u64::from(is_right);
    }

    fn score(&self, part: Part) -> Score {
        let (asked, right) = (self.asked[part as usize], self.right[part as usize]);
        Score {
            asked,
            right,
            ci95: Interval::wilson(right, asked),
        }
    }

    /// The share of right answers after the rules less the share before, in units of
    /// one over the product of the questions.
    fn difference(&self) -> i64 {
        let [before, after] = self.right.map(|right| right as i64);
        let [asked_before, asked_after] = self.asked.map(|asked| asked as i64);
        after * asked_before - before * asked_after
    }
}

/// How an answer was judged.
#[derive(Clone)]
struct Judged {
    rule: String,
    is_right: bool,
    is_legal: bool,
}

impl Request {
    /// Judges the answers and compares the parts.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let lesson = Lesson::of_file(&self.strategy, self.game.as_deref())?;
        let mut teacher = Teacher::new(&lesson)?;
        let mut judge = Judge {
            lesson,
            teacher: &mut teacher,
            known: HashMap::new(),
            control,
        };
        let mut people: Vec<(String, Tally)> = Vec::new();
        let mut rules: BTreeMap<String, Tally> = BTreeMap::new();
        let mut all = Tally::default();
        let (mut unanswered, mut illegal) = (0, 0);
        for row in self.rows()? {
            let judged = judge.judged(&row).map_err(|error| {
                let (person, part, question) = (&row.person, row.part.as_str(), &row.question);
                Error::input(format!("{person}, question {question} {part}: {error}"))
            })?;
            unanswered += u64::from(row.answer.trim().is_empty());
            illegal += u64::from(!judged.is_legal);
            let known = people.iter().position(|(person, _)| *person == row.person);
            let at = known.unwrap_or_else(|| {
                people.push((row.person.clone(), Tally::default()));
                people.len() - 1
            });
            let own = rules.entry(judged.rule).or_default();
            for tally in [&mut people[at].1, own, &mut all] {
                tally.note(row.part, judged.is_right);
            }
        }
        let tallies: Vec<Tally> = people.iter().map(|(_, tally)| *tally).collect();
        check(&people)?;
        let unit = all.asked.map(|asked| asked as f64 / people.len() as f64);
        let unit = unit[0] * unit[1];
        let differences = tallies.iter().map(Tally::difference);
        let shares: Vec<f64> = differences.clone().map(|own| own as f64 / unit).collect();
        let game = &teacher.playable.game;
        let order = teacher.rules.iter().filter_map(|rule| {
            let tally = rules.get(&rule.name)?;
            Some(RuleScore {
                rule: rule.name.clone(),
                before: tally.score(Part::Before),
                after: tally.score(Part::After),
            })
        });
        Ok(Answer {
            game: game.name().to_owned(),
            board: game.board(),
            rules: order.collect(),
            before: all.score(Part::Before),
            after: all.score(Part::After),
            difference: shares.iter().sum::<f64>() / shares.len() as f64,
            ci95: (shares.len() > 1).then(|| paired::interval(&shares)),
            p_value: paired::sign_flips(&differences.collect::<Vec<i64>>()),
            people: people
                .into_iter()
                .map(|(person, tally)| PersonScore {
                    person,
                    before: tally.score(Part::Before),
                    after: tally.score(Part::After),
                })
                .collect(),
            unanswered,
            illegal,
        })
    }

    /// The rows of all tables.
    fn rows(&self) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::new();
        for path in &self.answers {
            let (name, bytes) = read_bytes(path)?;
            let mut table = csv::ReaderBuilder::new()
                .delimiter(separator(&bytes))
                .from_reader(&bytes[..]);
            for row in table.deserialize() {
                let row: Row = row.map_err(|error| not_a_row(&name, &error))?;
                rows.push(row);
            }
        }
        if rows.is_empty() {
            return Err(Error::input("the tables of answers have no rows"));
        }
        Ok(rows)
    }
}

/// What stands between the values of a table: spreadsheets write semicolons where
/// numbers have commas.
fn separator(table: &[u8]) -> u8 {
    let heading = table
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    if heading.contains(&b';') && !heading.contains(&b',') {
        b';'
    } else {
        b','
    }
}

fn not_a_row(name: &str, error: &csv::Error) -> Error {
    let (line, problem) = match error.kind() {
        csv::ErrorKind::Deserialize { pos, err } => (
            pos.as_ref().map(csv::Position::line),
            err.kind().to_string(),
        ),
        _ => (error.position().map(csv::Position::line), error.to_string()),
    };
    let place = line.map_or(String::new(), |line| format!(", line {line}"));
    Error::input(format!(
        "{name}{place} is no row of a table of answers: {problem}; keep the heading and the \
         columns of the form, with commas between them"
    ))
}

/// People can be compared where all were asked as much, before and after.
fn check(people: &[(String, Tally)]) -> Result<(), Error> {
    if people.len() > MOST_PEOPLE {
        return Err(Error::input(format!(
            "the tables have answers of {} people; {MOST_PEOPLE} at most can be compared",
            people.len()
        )));
    }
    let first = people[0].1.asked;
    for (person, tally) in people {
        let [before, after] = tally.asked;
        if tally.asked != first {
            return Err(Error::input(format!(
                "{person} has {before} rows before the rules and {after} after them, {} has {} \
                 and {}; each person needs the rows of one form",
                people[0].0, first[0], first[1]
            )));
        }
        if before == 0 || after == 0 || before.max(after) > MOST_QUESTIONS {
            return Err(Error::input(format!(
                "{person} has {before} rows before the rules and {after} after them; each part \
                 has 1 to {MOST_QUESTIONS}"
            )));
        }
    }
    Ok(())
}

/// Judges answers, each position and move once.
struct Judge<'a> {
    lesson: Lesson,
    teacher: &'a mut Teacher,
    known: HashMap<(String, String), Judged>,
    control: &'a Control,
}

impl Judge<'_> {
    fn judged(&mut self, row: &Row) -> Result<Judged, Error> {
        let key = (row.position.clone(), row.answer.trim().to_owned());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let request = judge::Request {
            lesson: self.lesson.clone(),
            position: row.position.clone(),
            answer: row.answer.clone(),
            progress: Progress::default(),
        };
        let judged = match request.judged_by(self.teacher, self.control) {
            Ok(judged) => Judged {
                rule: judged.rule.name,
                is_right: judged.is_right,
                is_legal: true,
            },
            // The position must be one of the game, whatever was answered.
            Err(_) => Judged {
                rule: self.rule_at(&row.position)?,
                is_right: false,
                is_legal: row.answer.trim().is_empty(),
            },
        };
        self.known.insert(key, judged.clone());
        Ok(judged)
    }

    /// The rule that decides in a position.
    fn rule_at(&mut self, position: &str) -> Result<String, Error> {
        let game = self.teacher.playable.game.clone();
        let seen = crate::game::read_position(&game, position, None)?;
        let lecture = self.teacher.lecture(&seen.view, seen.role);
        let lecture = lecture.ok_or_else(|| {
            Error::input(format!(
                "no rule of the strategy decides in the position {position}"
            ))
        })?;
        Ok(lecture.rule.name)
    }
}
