//! Long calls as clients ask for them, and as the library is asked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stratalog::learn::Learner;
use stratalog::learn_zenith::ZenithOptions;
use stratalog::{
    Control, Error, Seed, coverage, induce, learn, learn_migo, learn_minesweeper, learn_rules,
    learn_zenith, play, reproduce, rules, solve,
};

use super::Shared;
use super::names::STRATEGY;
use crate::desk;
use crate::limits;
use crate::refusal::Refusal;
use crate::runs::{Run, RunResult, Task};

/// A long call.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "verb", rename_all = "snake_case")]
#[schemars(extend("examples" = [
    {"verb": "play", "game": "nim", "player": "random", "games": 3},
    {"verb": "solve", "game": "hexapawn"},
    {"verb": "induce", "background": "p(a).", "bias": "head_pred(f, 1). body_pred(p, 1).",
     "examples": "pos(f(a)).", "timeout": 2.0},
    {"verb": "reproduce", "name": "none"}
]))]
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
    /// A report about rules.
    Report(Report),
}

/// Players against each other.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    game: String,
    #[serde(default)]
    board: Option<String>,
}

/// A strategy.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
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

/// Clauses from examples: three texts, or the files of a problem in any format.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Induce {
    /// What is known; alone, the whole problem.
    #[serde(default)]
    background: String,
    #[serde(default)]
    bias: String,
    #[serde(default)]
    examples: String,
    /// The files of a folder, instead of the texts.
    #[serde(default)]
    files: Vec<ProblemFile>,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    timeout: Option<f64>,
}

/// A file of a learning problem.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProblemFile {
    /// Its name, without a folder.
    name: String,
    text: String,
}

/// A report about rules.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// A game of the catalogue or the name of rules that were sent.
    game: String,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
}

/// A table or figure of a paper.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reproduce {
    name: String,
    #[serde(default)]
    quick: bool,
    #[serde(default)]
    seed: Option<u64>,
}

/// The file of a report, in the folder of its run.
pub const REPORT: &str = "report.html";

type Call = Box<dyn FnOnce(&Control, &Run) -> RunResult + Send>;

/// A call that is ready to be made.
pub struct Ready {
    /// What it does.
    pub task: Task,
    /// The call.
    pub call: Call,
}

/// A title, and the call of the library. It may write into the folder of its run.
struct Made(String, Call);

impl Made {
    fn new<A: Serialize>(
        title: String,
        shared: &Arc<Shared>,
        call: impl FnOnce(&Control, &Run) -> Result<A, Error> + Send + 'static,
    ) -> Made {
        let shared = Arc::clone(shared);
        let call = move |control: &Control, run: &Run| match call(control, run) {
            Ok(answer) => match serde_json::to_value(answer) {
                Ok(value) => RunResult::Answer(value),
                Err(error) => RunResult::Error(error.to_string()),
            },
            Err(error) => RunResult::Error(shared.refuse(error).message),
        };
        Made(title, Box::new(call))
    }
}

impl Start {
    /// Makes the request of the library.
    pub fn ready(self, shared: &Arc<Shared>) -> Result<Ready, Refusal> {
        let asked = serde_json::to_value(&self).unwrap_or_default();
        let verb = asked["verb"].as_str().unwrap_or_default().to_owned();
        let Made(title, call) = match self {
            Start::Play(play) => play.ready(shared),
            Start::Solve(solve) => solve.ready(shared),
            Start::Learn(learn) => learn.ready(shared),
            Start::Induce(induce) => induce.ready(shared),
            Start::Reproduce(reproduce) => reproduce.ready(shared),
            Start::Report(report) => report.ready(shared),
        }?;
        Ok(Ready {
            task: Task { verb, title, asked },
            call,
        })
    }
}

impl Play {
    fn ready(self, shared: &Arc<Shared>) -> Result<Made, Refusal> {
        let title = format!("{} plays {}", self.player, self.game);
        let mut request = play::Request::new("", &shared.player(&self.player)?);
        request.game = shared.choice(&self.game, self.board, self.first_move)?;
        let against = self.against.as_deref();
        request.against = against.map(|name| shared.player(name)).transpose()?;
        request.games = self.games.unwrap_or(100).clamp(1, limits::GAMES);
        request.seed = Seed(self.seed.unwrap_or(1));
        request.watched = self.watched;
        let call = move |control: &Control, _: &Run| request.run(control);
        Ok(Made::new(title, shared, call))
    }
}

impl Solve {
    fn ready(self, shared: &Arc<Shared>) -> Result<Made, Refusal> {
        let title = format!("solve {}", self.game);
        let mut request = solve::Request::new("");
        request.game = shared.choice(&self.game, self.board, None)?;
        request.limit_positions = limits::POSITIONS;
        let call = move |control: &Control, _: &Run| request.run(control);
        Ok(Made::new(title, shared, call))
    }
}

impl Learn {
    fn ready(self, shared: &Arc<Shared>) -> Result<Made, Refusal> {
        let learner = Learner::choose(&self.game, self.with.as_deref())
            .map_err(|error| shared.refuse(error))?;
        let choice = shared.choice(&self.game, self.board, None)?;
        let seed = Seed(self.seed.unwrap_or(1));
        let size = self.size.map(|size| size.clamp(1, limits::GAMES));
        let title = format!("learn {} with {learner}", self.game);
        let call = move |control: &Control, run: &Run| {
            let out = run.folder().join(STRATEGY);
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
                    request.options.games = size.unwrap_or(request.options.games);
                    // A run that is resumed goes on from the rules it had.
                    request.options.from = Some(out.clone()).filter(|out| out.is_file());
                    request.out = Some(out);
                    learn::Request::Migo(request)
                }
                Learner::Rules => {
                    let mut request = learn_rules::Request::new(&choice.game);
                    request.board = choice.board;
                    request.seed = seed;
                    request.options.games = size.unwrap_or(request.options.games);
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
            let answer = request.run(control)?;
            let mut value = serde_json::to_value(answer).unwrap_or_default();
            name_strategy(&mut value, &desk::of_run(&run.id));
            Ok(value)
        };
        Ok(Made::new(title, shared, call))
    }
}

/// Replaces the path of a strategy by its name on the desk.
fn name_strategy(answer: &mut Value, name: &str) {
    if let Some(strategy) = answer.get_mut("strategy")
        && strategy.is_string()
    {
        *strategy = Value::from(name);
    }
}

/// The library's answer, and which clause covers which example.
#[derive(Serialize)]
struct Induced {
    #[serde(flatten)]
    learned: induce::Answer,
    /// For each problem; nothing where the theory cannot be read back.
    coverage: Vec<Option<coverage::Answer>>,
}

impl Induce {
    fn ready(self, shared: &Arc<Shared>) -> Result<Made, Refusal> {
        self.check()?;
        let method = match &self.method {
            Some(name) => {
                let parsed = serde_json::from_value(Value::from(name.as_str()));
                let unknown = |_| Refusal::input("the methods are failures, modes and metarules");
                Some(parsed.map_err(unknown)?)
            }
            None => None,
        };
        let most = limits::RUN_TIME.as_secs_f64();
        let timeout = Some(self.timeout.unwrap_or(60.0).min(most));
        let call = move |control: &Control, run: &Run| {
            let path = self.write(run.folder()).map_err(Error::input)?;
            let request = induce::Request {
                path: path.clone(),
                method,
                timeout,
                seed: 1,
                ..induce::Request::default()
            };
            let learned = request.run(control)?;
            let mut coverage = Vec::new();
            for (problem, theory) in learned.theories().iter().enumerate() {
                let request = coverage::Request {
                    path: path.clone(),
                    problem,
                    clauses: theory.clauses.clone(),
                };
                coverage.push(request.run(control).ok());
            }
            Ok(Induced { learned, coverage })
        };
        Ok(Made::new("learn clauses".to_owned(), shared, call))
    }

    /// Refuses files that would not lie in the folder of the problem.
    fn check(&self) -> Result<(), Refusal> {
        if self.files.len() > limits::PROBLEM_FILES {
            return Err(Refusal::input("these are too many files"));
        }
        let is_plain = |name: &str| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
            !name.starts_with('.') && name.len() <= 100 && name.bytes().all(is_letter)
        };
        match self.files.iter().find(|file| !is_plain(&file.name)) {
            Some(file) => Err(Refusal::input(format!(
                "the file name {:?} has other signs than letters, digits, '.', '_' and '-'; \
                 rename the file",
                file.name.chars().take(40).collect::<String>()
            ))),
            None => Ok(()),
        }
    }

    /// Writes the problem's files into a folder below this one; gives what the
    /// library reads.
    fn write(&self, folder: &Path) -> std::io::Result<PathBuf> {
        let folder = folder.join("problem");
        std::fs::create_dir_all(&folder)?;
        let one = self.bias.trim().is_empty() && self.examples.trim().is_empty();
        let mut files: Vec<(&str, &str)> = Vec::new();
        if !self.files.is_empty() {
            let brought = self.files.iter();
            files.extend(brought.map(|file| (file.name.as_str(), file.text.as_str())));
        } else if one {
            files.push(("problem.pl", &self.background));
        } else {
            files.extend([
                ("bk.pl", self.background.as_str()),
                ("bias.pl", self.bias.as_str()),
                ("exs.pl", self.examples.as_str()),
            ]);
        }
        for (name, text) in &files {
            std::fs::write(folder.join(name), text)?;
        }
        Ok(match files[..] {
            [(name, _)] => folder.join(name),
            _ => folder,
        })
    }
}

impl Report {
    fn ready(self, shared: &Arc<Shared>) -> Result<Made, Refusal> {
        let choice = shared.choice(&self.game, self.board, None)?;
        let seed = Seed(self.seed.unwrap_or(1));
        let call = move |control: &Control, run: &Run| {
            let request = rules::report::Request {
                sheet: rules::Sheet {
                    board: choice.board,
                    ..rules::Sheet::new(choice.game)
                },
                out: run.folder().join(REPORT),
                seed,
            };
            let mut answer = request.run(control)?;
            // The page asks for the report by the number of its run.
            answer.report = PathBuf::from(REPORT);
            Ok(answer)
        };
        Ok(Made::new("report about rules".to_owned(), shared, call))
    }
}

impl Reproduce {
    fn ready(self, shared: &Arc<Shared>) -> Result<Made, Refusal> {
        let title = format!("reproduce {}", self.name);
        let known = reproduce::list().experiments;
        if !known.contains(&self.name) {
            return Err(Refusal::input(format!(
                "there is no such experiment; there are {}",
                known.join(", ")
            )));
        }
        let call = move |control: &Control, run: &Run| {
            let request = reproduce::Request {
                name: Some(self.name),
                out: Some(run.folder().join(MEASURED)),
                quick: self.quick,
                seed: Seed(self.seed.unwrap_or(1)),
                ..reproduce::Request::default()
            };
            let mut answer = request.run(control)?;
            if let reproduce::Answer::Measured(measured) = &mut answer {
                // The page asks for the plot by the number of its run.
                let names = measured.files.iter().filter_map(|path| path.file_name());
                measured.files = names.map(PathBuf::from).collect();
            }
            Ok(answer)
        };
        Ok(Made::new(title, shared, call))
    }
}

/// The folder of an experiment's files, in the folder of its run.
pub const MEASURED: &str = "measured";
