//! Learning a strategy: which learner learns which game, and one call for all.

use std::fmt;

use serde::{Deserialize, Serialize};
use stratalog_logic::Functor;
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_run::Control;
use stratalog_run::suggest::closest;

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::game::Choice;
use crate::{learn_migo, learn_minesweeper, learn_rules, learn_zenith};

/// A learner of strategies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Learner {
    /// Learns Minesweeper's rules from examples.
    Mio,
    /// Learns rules that win or draw from play.
    Migo,
    /// Learns an evaluation of features it discovers in the rules.
    Zenith,
    /// Finds a short list of rules in the words of the rulesheet.
    Rules,
}

impl Learner {
    /// All learners.
    pub const ALL: [Learner; 4] = [Learner::Mio, Learner::Migo, Learner::Zenith, Learner::Rules];

    /// The learner's name.
    pub fn name(self) -> &'static str {
        match self {
            Learner::Mio => "mio",
            Learner::Migo => "migo",
            Learner::Zenith => "zenith",
            Learner::Rules => "rules",
        }
    }

    /// The learner that was asked for, or the usual one of a game.
    pub fn choose(game: &str, asked: Option<&str>) -> Result<Learner, Error> {
        let game = Choice::named(game);
        let Some(name) = asked else {
            return Ok(match game.game.as_str() {
                _ if game.is_minesweeper() => Learner::Mio,
                "othello" => Learner::Zenith,
                _ if is_puzzle(&game.game) => Learner::Rules,
                _ => Learner::Migo,
            });
        };
        let names = Learner::ALL.map(Learner::name);
        let Some(learner) = Learner::ALL.into_iter().find(|one| one.name() == name) else {
            let suggestion = match closest(name, names) {
                Some(close) => format!("did you mean {close}? "),
                None => String::new(),
            };
            return Err(Error::input(format!(
                "there is no learner called '{name}'; {suggestion}the learners are {}",
                names.join(", ")
            )));
        };
        if game.is_minesweeper() == (learner == Learner::Mio) {
            return Ok(learner);
        }
        let others = if game.is_minesweeper() {
            "mio"
        } else {
            "migo, --with rules or --with zenith"
        };
        Err(Error::input(format!(
            "{learner} does not learn {}; write --with {others}",
            game.game
        )))
    }
}

/// Whether a game is for one player: MIGO's rules speak of an opponent.
fn is_puzzle(game: &str) -> bool {
    let Ok(sheet) = find_rulesheet(game) else {
        return false;
    };
    let role = Functor::new("role", 1);
    let heads = sheet.clauses.iter().map(|clause| clause.head.functor());
    heads.filter(|functor| *functor == Some(role)).count() == 1
}

impl fmt::Display for Learner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Asks for a learned strategy. `with` names the learner; each has settings of
/// its own.
///
/// ```
/// use stratalog::learn::{Answer, Request};
/// use stratalog::{Control, Event, Stop, learn_migo};
/// use std::sync::{Arc, Mutex};
///
/// let folder = std::env::temp_dir().join("stratalog-learn-example");
/// std::fs::create_dir_all(&folder)?;
/// let seen = Arc::new(Mutex::new((0, 0)));
/// let counts = Arc::clone(&seen);
/// let control = Control::new(Stop::default(), move |event| {
///     let mut counts = counts.lock().expect("no listener panics");
///     match event {
///         Event::Game { .. } => counts.0 += 1,
///         Event::Rule { .. } => counts.1 += 1,
///         _ => {}
///     }
/// });
/// let request = Request::Migo(learn_migo::Request {
///     out: Some(folder.join("noughts-and-crosses.pl")),
///     ..learn_migo::Request::new("noughts-and-crosses")
/// });
/// let Answer::Migo(answer) = request.run(&control)? else {
///     unreachable!("MIGO was asked");
/// };
/// assert!(!answer.clauses.is_empty());
/// let (games, rules) = *seen.lock().expect("no listener panics");
/// assert!(games >= 1 && rules >= 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "with", rename_all = "lowercase")]
pub enum Request {
    /// Of Mio.
    Mio(learn_minesweeper::Request),
    /// Of MIGO.
    Migo(learn_migo::Request),
    /// Of Zenith.
    Zenith(learn_zenith::Request),
    /// Of a list of rules.
    Rules(learn_rules::Request),
}

/// A learned strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// By Mio.
    Mio(Box<learn_minesweeper::Answer>),
    /// By MIGO.
    Migo(Box<learn_migo::Answer>),
    /// By Zenith.
    Zenith(Box<learn_zenith::Answer>),
    /// A list of rules.
    Rules(Box<learn_rules::Answer>),
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        match self {
            Answer::Mio(answer) => answer.verdict(),
            Answer::Migo(answer) => answer.verdict(),
            Answer::Zenith(answer) => answer.verdict(),
            Answer::Rules(answer) => answer.verdict(),
        }
    }
}

impl Request {
    /// Learns.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        Ok(match self {
            Request::Mio(request) => Answer::Mio(Box::new(request.run(control)?)),
            Request::Migo(request) => Answer::Migo(Box::new(request.run(control)?)),
            Request::Zenith(request) => Answer::Zenith(Box::new(request.run(control)?)),
            Request::Rules(request) => Answer::Rules(Box::new(request.run(control)?)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_a_usual_learner_and_the_wrong_one_is_refused() {
        let choose = |game: &str, asked| Learner::choose(game, asked);
        assert!(matches!(choose("minesweeper", None), Ok(Learner::Mio)));
        assert!(matches!(choose("othello", None), Ok(Learner::Zenith)));
        assert!(matches!(choose("hexapawn", None), Ok(Learner::Migo)));
        assert!(matches!(choose("othello", Some("migo")), Ok(Learner::Migo)));
        let refused = |game: &str, asked| choose(game, asked).expect_err(game).to_string();
        assert!(refused("minesweeper", Some("migo")).contains("write --with mio"));
        assert!(refused("hexapawn", Some("mio")).contains("--with zenith"));
        assert!(refused("hexapawn", Some("migoo")).contains("did you mean migo?"));
    }
}
