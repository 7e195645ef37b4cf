//! Learning rules from play with MIGO: in Prolog and in English, certified where
//! the game can be solved.

mod endings;
mod lesson;
mod news;
mod pictures;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_game::Game;
use stratalog_logic::{Functor, Term};
use stratalog_migo::Strategy;
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::certified::Certified;
use crate::error::Error;
use crate::features::rulesheet_path;
use crate::game::Choice;
use crate::output;

use lesson::{Lesson, Taught};
use news::News;

/// Games with more positions are not solved for a perfect teacher.
const SOLVED_POSITIONS: u64 = 4_000_000;

/// Asks for a strategy learned by MIGO.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game, by name or by the path of its rulesheet.
    pub game: String,
    /// The board, where it is not the usual one.
    #[serde(default)]
    pub board: Option<String>,
    /// How to learn.
    #[serde(flatten)]
    pub options: MigoOptions,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
    /// Where the strategy is saved; `GAME-strategy.pl` where no file is named.
    #[serde(default)]
    pub out: Option<PathBuf>,
}

/// How MIGO learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct MigoOptions {
    /// The number of games to learn from.
    pub games: u64,
    /// Whether drawing is learned along with winning or after it.
    pub variant: LearningOrder,
    /// The teacher: `perfect`, `self` or any player of the game.
    pub against: String,
    /// Who chooses the boards that games against a perfect teacher start from.
    pub starts: Starts,
    /// Whether to use only the metarules and examples of the paper.
    pub as_published: bool,
    /// A strategy to start from.
    pub from: Option<PathBuf>,
    /// Whether to study the positions that games did not show.
    pub study: bool,
    /// Games with more positions are neither solved nor studied. Without a number,
    /// 4,000,000 with a perfect teacher, and 500,000 otherwise.
    pub limit_positions: Option<u64>,
}

/// When drawing is learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LearningOrder {
    /// Along with winning.
    #[default]
    Mixed,
    /// After winning.
    Separated,
}

/// Who chooses the boards that games start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starts {
    /// Chance.
    #[default]
    Random,
    /// The learner: boards that its rules cannot win, the least used first.
    Active,
}

impl Default for MigoOptions {
    fn default() -> MigoOptions {
        MigoOptions {
            games: 200,
            variant: LearningOrder::Mixed,
            against: "perfect".to_owned(),
            starts: Starts::Random,
            as_published: false,
            from: None,
            study: true,
            limit_positions: None,
        }
    }
}

impl Request {
    /// Asks for a strategy for a game on its usual board.
    pub fn new(game: &str) -> Request {
        Request {
            game: game.to_owned(),
            board: None,
            options: MigoOptions::default(),
            seed: crate::default_seed(),
            out: None,
        }
    }
}

/// A strategy learned by MIGO.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// Why nothing was learned, where that is so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nothing: Option<String>,
    /// Where the strategy was saved; nowhere if nothing was learned.
    pub strategy: Option<PathBuf>,
    /// The clauses in Prolog.
    pub clauses: Vec<String>,
    /// The rules in English, in the order in which they are tried.
    pub english: Vec<String>,
    /// Which predicates each rule and helper calls.
    pub calls: Vec<(String, Vec<String>)>,
    /// What was measured.
    pub results: Results,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The number of games that were learned from.
    pub games: u64,
    /// The teacher.
    pub teacher: String,
    /// The regret of all games, where the teacher was perfect.
    pub regret: Option<i64>,
    /// The result of studying.
    pub study: Option<Study>,
    /// Whether the strategy is optimal, where the game could be solved.
    pub certificate: Option<Certified>,
    /// The mean wall time of a game with its learning.
    pub seconds_per_game: f64,
}

/// The result of studying.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Study {
    /// The number of positions visited.
    pub positions: u64,
    /// The number of moves that became examples.
    pub examples: u64,
    /// Why it ended: `consistent`, `unexplained`, `too-large` or `stopped`.
    pub ended: String,
}

impl Answer {
    /// Whether a rule was learned.
    pub fn has_learned(&self) -> bool {
        !self.english.is_empty()
    }

    /// Whether the strategy was checked and found not to be optimal.
    pub fn is_refuted(&self) -> bool {
        let certificate = self.results.certificate.as_ref();
        certificate.is_some_and(|certificate| !certificate.optimal)
    }
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, self.has_learned() && !self.is_refuted())
    }
}

impl Request {
    /// Learns a strategy, saves it, studies and certifies it. Each game is an
    /// [`Event::Game`](crate::Event::Game), and each new or changed rule an
    /// [`Event::Rule`](crate::Event::Rule).
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let choice = Choice {
            board: self.board.clone(),
            ..Choice::named(&self.game)
        };
        let playable = choice.find()?;
        let game = &playable.game;
        let out = match &self.out {
            Some(out) => out.clone(),
            None => PathBuf::from(format!("{}-strategy.pl", game.name())),
        };
        output::check(&out)?;
        let mut lesson = Lesson::new(self, &playable, control)?;
        let mut news = News::new(control, &playable, self);
        let taught = lesson.teach(&mut news)?;
        let mut strategy = self.with_facts(lesson.migo.strategy(), &taught);
        save(&strategy, &out)?;
        let study = lesson.study(&mut news);
        if let Some(study) = study {
            strategy = self
                .with_facts(lesson.migo.strategy(), &taught)
                .with_fact("studied", Term::integer(study.positions));
            save(&strategy, &out)?;
        }
        let certificate = lesson.certificate(&strategy, study, control)?;
        if let Some(certificate) = &certificate {
            if certificate.is_optimal() {
                // A rule that never decides is weaker than those before it.
                strategy = strategy.keeping(|rule| {
                    let name = rule.functor.name.as_str();
                    let mut records = certificate.rules.iter();
                    records.any(|record| record.rule == name && record.decides > 0)
                });
                news.in_use(&strategy);
            }
            strategy = strategy
                .with_fact("positions", Term::integer(certificate.positions))
                .with_fact("mistakes", Term::integer(certificate.mistakes));
            save(&strategy, &out)?;
        }
        let ended = if control.is_stopped() {
            Ended::Stopped
        } else {
            Ended::Done
        };
        if !ended.is_done() && !strategy.is_empty() {
            control.note(format!(
                "stopped; the rules so far are in {0}: continue with --from {0}",
                out.display()
            ));
        }
        let nothing = strategy
            .is_empty()
            .then(|| endings::why_nothing(game, taught.games, control));
        Ok(Answer {
            game: game.name().to_owned(),
            board: game.board(),
            nothing,
            strategy: (!strategy.is_empty()).then_some(out),
            clauses: strategy.lines(),
            english: strategy.english(),
            calls: calls(&strategy),
            results: Results {
                games: taught.games,
                teacher: taught.teacher,
                regret: taught.regret,
                study: study.map(|study| Study {
                    positions: study.positions,
                    examples: study.examples,
                    ended: study.ended.as_str().to_owned(),
                }),
                certificate: certificate
                    .as_ref()
                    .map(|certificate| Certified::new(game, certificate)),
                seconds_per_game: taught.elapsed.seconds / taught.games.max(1) as f64,
            },
            elapsed: clock.elapsed(),
            ended,
        })
    }

    /// Games with more positions are not solved.
    fn solved_positions(&self) -> u64 {
        self.options.limit_positions.unwrap_or(SOLVED_POSITIONS)
    }

    /// The strategy with facts that say where it comes from.
    fn with_facts(&self, strategy: Strategy, taught: &Taught) -> Strategy {
        let mut strategy = strategy
            .with_fact("seed", Term::integer(self.seed.0))
            .with_fact("games", Term::integer(taught.games))
            .with_fact("teacher", Term::atom(taught.teacher.as_str()));
        if let Some(rules) = rulesheet_path(&self.game) {
            strategy = strategy.with_fact("rules", Term::atom(rules.as_str()));
        }
        if let Some(regret) = taught.regret {
            strategy = strategy.with_fact("regret", Term::integer(regret));
        }
        strategy
    }
}

/// Writes a strategy that has rules.
fn save(strategy: &Strategy, path: &Path) -> Result<(), Error> {
    if strategy.is_empty() {
        return Ok(());
    }
    output::write(path, strategy.to_text())
}

/// The calling diagram by names.
fn calls(strategy: &Strategy) -> Vec<(String, Vec<String>)> {
    let name = |functor: &Functor| functor.name.as_str().to_owned();
    let calls = strategy.calls();
    let calls = calls.iter();
    calls
        .map(|(caller, called)| (name(caller), called.iter().map(name).collect()))
        .collect()
}
