//! Long calls as clients ask for them, and as the library is asked.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stratalog::learn::Learner;
use stratalog::learn_zenith::ZenithOptions;
use stratalog::{
    Control, Error, Seed, induce, learn, learn_migo, learn_minesweeper, learn_rules, learn_zenith,
    play, reproduce, solve,
};

use super::Shared;
use super::names::STRATEGY;
use crate::desk::TextId;
use crate::limits;
use crate::refusal::Refusal;
use crate::runs::RunResult;

/// A long call.
#[derive(Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
pub enum Start {
    /// Players against each other.
    Play(Play),
    /// The value of a game.
    Solve(Solve),
    /// A strategy.
    Learn(Learn),
    /// Clauses from examples.
    Induce(Induce),
    /// A table or figure of a paper.
    Reproduce(Reproduce),
}

/// Players against each other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    game: String,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    first_move: Option<String>,
    player: String,
    #[serde(default)]
    against: Option<String>,
    #[serde(default)]
    games: Option<u64>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    watched: bool,
}

/// The value of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    game: String,
    #[serde(default)]
    board: Option<String>,
}

/// A strategy.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learn {
    game: String,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    /// Games of MIGO, cycles of Zenith, games that measure what Mio learned.
    #[serde(default)]
    size: Option<u64>,
}

/// Clauses from examples. With `background` alone, that is the whole problem.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Induce {
    background: String,
    #[serde(default)]
    bias: String,
    #[serde(default)]
    examples: String,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    timeout: Option<f64>,
}

/// A table or figure of a paper.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reproduce {
    name: String,
    #[serde(default)]
    quick: bool,
    #[serde(default)]
    seed: Option<u64>,
}

/// A call that is ready to be made.
pub struct Ready {
    /// The kind of call.
    pub verb: &'static str,
    /// What it does, in a few words.
    pub title: String,
    /// The call.
    pub call: Box<dyn FnOnce(&Control) -> RunResult + Send>,
}

impl Ready {
    fn new<A: Serialize>(
        verb: &'static str,
        title: String,
        shared: &Arc<Shared>,
        call: impl FnOnce(&Control) -> Result<A, Error> + Send + 'static,
    ) -> Ready {
        let shared = Arc::clone(shared);
        let call = move |control: &Control| match call(control) {
            Ok(answer) => match serde_json::to_value(answer) {
                Ok(value) => RunResult::Answer(value),
                Err(error) => RunResult::Error(error.to_string()),
            },
            Err(error) => RunResult::Error(shared.refuse(error).message),
        };
        Ready {
            verb,
            title,
            call: Box::new(call),
        }
    }
}

impl Start {
    /// Makes the request of the library.
    pub fn ready(self, shared: &Arc<Shared>) -> Result<Ready, Refusal> {
        match self {
            Start::Play(play) => play.ready(shared),
            Start::Solve(solve) => solve.ready(shared),
            Start::Learn(learn) => learn.ready(shared),
            Start::Induce(induce) => induce.ready(shared),
            Start::Reproduce(reproduce) => reproduce.ready(shared),
        }
    }
}

impl Play {
    fn ready(self, shared: &Arc<Shared>) -> Result<Ready, Refusal> {
        let title = format!("{} plays {}", self.player, self.game);
        let mut request = play::Request::new("", &shared.player(&self.player)?);
        request.game = shared.choice(&self.game, self.board, self.first_move)?;
        let against = self.against.as_deref();
        request.against = against.map(|name| shared.player(name)).transpose()?;
        request.games = self.games.unwrap_or(100).clamp(1, limits::GAMES);
        request.seed = Seed(self.seed.unwrap_or(1));
        request.watched = self.watched;
        let call = move |control: &Control| request.run(control);
        Ok(Ready::new("play", title, shared, call))
    }
}

impl Solve {
    fn ready(self, shared: &Arc<Shared>) -> Result<Ready, Refusal> {
        let title = format!("solve {}", self.game);
        let mut request = solve::Request::new("");
        request.game = shared.choice(&self.game, self.board, None)?;
        request.limit_positions = limits::POSITIONS;
        let call = move |control: &Control| request.run(control);
        Ok(Ready::new("solve", title, shared, call))
    }
}

impl Learn {
    fn ready(self, shared: &Arc<Shared>) -> Result<Ready, Refusal> {
        let learner = Learner::choose(&self.game, self.with.as_deref())
            .map_err(|error| shared.refuse(error))?;
        let choice = shared.choice(&self.game, self.board, None)?;
        let (TextId(id), room) = shared.desk.room()?;
        let out = room.join(STRATEGY);
        let seed = Seed(self.seed.unwrap_or(1));
        let size = self.size.map(|size| size.clamp(1, limits::GAMES));
        let title = format!("{learner} learns {}", self.game);
        let request = match learner {
            Learner::Mio => {
                let usual = learn_minesweeper::Request::default();
                learn::Request::Mio(learn_minesweeper::Request {
                    board: choice.board.unwrap_or_else(|| usual.board.clone()),
                    games: size.unwrap_or(1_000),
                    out,
                    seed,
                    ..usual
                })
            }
            Learner::Migo => {
                let mut request = learn_migo::Request::new(&choice.game);
                request.board = choice.board;
                request.seed = seed;
                request.out = Some(out);
                request.options.games = size.unwrap_or(request.options.games);
                learn::Request::Migo(request)
            }
            Learner::Rules => {
                let mut request = learn_rules::Request::new(&choice.game);
                request.board = choice.board;
                request.seed = seed;
                request.out = Some(out);
                learn::Request::Rules(request)
            }
            Learner::Zenith => learn::Request::Zenith(learn_zenith::Request {
                game: choice.game,
                board: choice.board,
                options: ZenithOptions {
                    cycles: size.map_or(3, |size| size.min(50) as usize),
                    ..ZenithOptions::default()
                },
                seed,
                out: Some(out),
            }),
        };
        let call = move |control: &Control| {
            let answer = request.run(control)?;
            let mut value = serde_json::to_value(answer).unwrap_or_default();
            name_strategy(&mut value, &id);
            Ok(value)
        };
        Ok(Ready::new("learn", title, shared, call))
    }
}

/// Replaces the path of a strategy by its name on the desk.
fn name_strategy(answer: &mut Value, id: &str) {
    if let Some(strategy) = answer.get_mut("strategy")
        && strategy.is_string()
    {
        *strategy = Value::from(id);
    }
}

impl Induce {
    fn ready(self, shared: &Arc<Shared>) -> Result<Ready, Refusal> {
        let path = self.write(shared)?;
        let method = match &self.method {
            Some(name) => {
                let parsed = serde_json::from_value(Value::from(name.as_str()));
                let unknown = |_| Refusal::input("the methods are failures, modes and metarules");
                Some(parsed.map_err(unknown)?)
            }
            None => None,
        };
        let most = limits::RUN_TIME.as_secs_f64();
        let request = induce::Request {
            path,
            method,
            timeout: Some(self.timeout.unwrap_or(60.0).min(most)),
            seed: 1,
            ..induce::Request::default()
        };
        let call = move |control: &Control| request.run(control);
        Ok(Ready::new(
            "induce",
            "learn clauses".to_owned(),
            shared,
            call,
        ))
    }

    /// Writes the problem's files onto the desk, in Popper's layout or as one.
    fn write(&self, shared: &Shared) -> Result<PathBuf, Refusal> {
        let (_, room) = shared.desk.room()?;
        let one = self.bias.trim().is_empty() && self.examples.trim().is_empty();
        let files: &[(&str, &str)] = if one {
            &[("problem.pl", &self.background)]
        } else {
            &[
                ("bk.pl", &self.background),
                ("bias.pl", &self.bias),
                ("exs.pl", &self.examples),
            ]
        };
        for (name, text) in files {
            let written = std::fs::write(room.join(name), text);
            written.map_err(|error| Refusal::input(error.to_string()))?;
        }
        Ok(if one { room.join("problem.pl") } else { room })
    }
}

impl Reproduce {
    fn ready(self, shared: &Arc<Shared>) -> Result<Ready, Refusal> {
        let title = format!("reproduce {}", self.name);
        let request = reproduce::Request {
            name: Some(self.name),
            quick: self.quick,
            seed: Seed(self.seed.unwrap_or(1)),
            ..reproduce::Request::default()
        };
        let call = move |control: &Control| request.run(control);
        Ok(Ready::new("reproduce", title, shared, call))
    }
}
