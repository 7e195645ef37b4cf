//! Examples of Minesweeper as a learning problem in the files of Aleph or Popper.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_minesweeper::Board;
use stratalog_minesweeper::mio::export::{Task, TaskFormat};
use stratalog_minesweeper::mio::rule::Target;
use stratalog_run::{Control, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::output;

/// The most examples of each label: each comes with hundreds of facts.
const MOST_EXAMPLES: usize = 2_000;

/// Asks for the files of a learning problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The folder they are written to; it is created.
    pub folder: PathBuf,
    /// Whose files: `aleph` or `popper`.
    pub format: String,
    /// The board examples are drawn from.
    pub board: String,
    /// What is to be learned: `safe` or `mine`.
    pub target: String,
    /// How many positive examples, and how many negative ones.
    pub examples: usize,
    /// Decides which examples are drawn.
    pub seed: Seed,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            folder: PathBuf::from("minesweeper-task"),
            format: "aleph".to_owned(),
            board: "8x8/10".to_owned(),
            target: "safe".to_owned(),
            examples: 30,
            seed: Seed(1),
        }
    }
}

/// The files written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The board examples were drawn from.
    pub board: String,
    /// What is to be learned.
    pub target: String,
    /// Positive examples.
    pub positives: usize,
    /// Negative examples.
    pub negatives: usize,
    /// The files.
    pub files: Vec<PathBuf>,
    /// Why it ended.
    #[serde(flatten)]
    pub ended: Ended,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }
}

impl Request {
    /// Draws the examples and writes the files.
    pub fn run(&self, _control: &Control) -> Result<Answer, Error> {
        let board: Board = self.board.parse()?;
        let format = self.format()?;
        let target = self.target()?;
        if !(1..=MOST_EXAMPLES).contains(&self.examples) {
            return Err(Error::input(format!(
                "ask for 1 to {MOST_EXAMPLES} examples of each kind, not {}",
                self.examples
            )));
        }
        let task = Task::sample(board, target, self.examples, self.seed);
        let positives = task.examples.iter().filter(|one| one.is_positive).count();
        if positives == 0 {
            return Err(Error::input(format!(
                "no square of {board} could be shown to be {}; choose another board",
                match target {
                    Target::Mine => "a mine",
                    Target::Safe | Target::Absurd => "safe",
                }
            )));
        }
        let folder = &self.folder;
        std::fs::create_dir_all(folder).map_err(|error| {
            Error::input(format!("cannot create {}: {error}", folder.display()))
        })?;
        let mut files = Vec::new();
        for file in task.files(format) {
            let path = folder.join(file.name);
            output::write(&path, file.text)?;
            files.push(path);
        }
        Ok(Answer {
            board: board.to_string(),
            target: target.name().to_owned(),
            positives,
            negatives: task.examples.len() - positives,
            files,
            ended: Ended::Done,
        })
    }

    fn format(&self) -> Result<TaskFormat, Error> {
        match self.format.as_str() {
            "aleph" => Ok(TaskFormat::Aleph),
            "popper" => Ok(TaskFormat::Popper),
            other => Err(Error::input(format!(
                "the format is aleph or popper, not {other}"
            ))),
        }
    }

    fn target(&self) -> Result<Target, Error> {
        let known = Target::named(&self.target).filter(|&target| target != Target::Absurd);
        known.ok_or_else(|| {
            let problem = format!("the target is safe or mine, not {}", self.target);
            Error::input(problem)
        })
    }
}
