//! A commented rulesheet to start from.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_run::Control;

use crate::answer::Answer as IsAnswer;
use crate::error::Error;
use crate::output;

/// Asks for a new rulesheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The name of the game; the file is called `NAME.pl`.
    pub name: String,
    /// The folder to write it to.
    #[serde(default)]
    pub folder: PathBuf,
}

/// A new rulesheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The file that was written.
    pub file: PathBuf,
}

impl IsAnswer for Answer {}

impl Request {
    /// Writes the rulesheet. A file that exists is left alone.
    pub fn run(&self, _control: &Control) -> Result<Answer, Error> {
        let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if self.name.is_empty() || !self.name.chars().all(is_plain) {
            let name = &self.name;
            return Err(Error::input(format!(
                "'{name}' cannot name a game; use letters, digits, - and _"
            )));
        }
        let path = self.folder.join(format!("{}.pl", self.name));
        write_new(&path, &TEMPLATE.replace("NAME", &self.name))?;
        Ok(Answer { file: path })
    }
}

fn write_new(path: &Path, text: &str) -> Result<(), Error> {
    if path.exists() {
        let path = path.display();
        return Err(Error::input(format!(
            "{path} exists; choose another name, or move it away"
        )));
    }
    output::write(path, text)
}

/// A small game in which every word of the vocabulary is used.
const TEMPLATE: &str = "\
% NAME: two players take turns to put a stone on an empty square of a row;
% whoever has two neighbouring squares wins.
%
%   stratalog rules check NAME.pl                  what is wrong with the rules
%   stratalog rules playouts NAME.pl               random games
%   stratalog play NAME.pl --player uct --against random

% Who plays, in the order of moving.
role(first).
role(second).

% The board. Constants of the game are facts like these.
square(1). square(2). square(3). square(4). square(5). square(6).
neighbours(A, B) :- square(A), square(B), B is A + 1.
other(first, second).
other(second, first).

% What is true at the start.
init(cell(1, S, blank)) :- square(S).
init(control(first)).

% What a role may do. Every role must have a legal move until the game is over,
% so whoever is not to move does nothing.
legal(P, place(S)) :- true(control(P)), true(cell(1, S, blank)).
legal(P, noop) :- true(control(Q)), other(P, Q).

% What is true after the moves. What no `next` keeps is gone.
next(cell(1, S, P)) :- does(P, place(S)).
next(cell(1, S, X)) :- true(cell(1, S, X)), \\+ taken(S).
next(control(P)) :- true(control(Q)), other(P, Q).

taken(S) :- does(_, place(S)).

% When the game is over, and what the end is worth to each role, from 0 to 100.
terminal :- pair(_).
terminal :- \\+ open.

pair(P) :- role(P), neighbours(A, B), true(cell(1, A, P)), true(cell(1, B, P)).
open :- true(cell(1, _, blank)).

goal(P, 100) :- pair(P).
goal(P, 0) :- other(P, Q), pair(Q).
goal(P, 50) :- role(P), \\+ pair(first), \\+ pair(second).
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn a_new_rulesheet_passes_the_check() {
        let folder = tempfile::tempdir().expect("a folder");
        let request = Request {
            name: "my-game".to_owned(),
            folder: folder.path().to_owned(),
        };
        let control = Control::default();
        let made = request.run(&control).expect("it is written");
        let sheet = rules::Sheet::new(made.file.display().to_string());
        let checked = rules::check::Request { sheet }.run(&control);
        let checked = checked.expect("it can be read");
        assert_eq!(checked.problems, []);
        assert!(checked.all_positions);
        let again = request.run(&control).expect_err("the file exists");
        assert!(again.to_string().contains("exists"), "{again}");
        let wrong = Request {
            name: "../x".to_owned(),
            ..request
        };
        assert!(wrong.run(&control).is_err());
    }
}
