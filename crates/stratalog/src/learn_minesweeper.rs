//! Mio learns Minesweeper: rules from examples, saved as soon as they are
//! learned, then measured.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use stratalog_logic::Term;
use stratalog_minesweeper::mio::deducible::Deducible;
use stratalog_minesweeper::mio::english::english;
use stratalog_minesweeper::mio::examples::PositionSample;
use stratalog_minesweeper::mio::guessing::{self, GuessList, GuessRule, LearnedGuesses};
use stratalog_minesweeper::mio::learn::{
    LearnError, Learned, LessonReport, StrategyLearner, Teaching,
};
use stratalog_minesweeper::mio::picture::{self, pictures};
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::rule::Rule;
use stratalog_minesweeper::mio::strategy::rule_text;
use stratalog_minesweeper::mio::trial::{Trial, TrialReport};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper, Site};
use stratalog_run::{Clock, Control, Elapsed, Ended, Event, Interval, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::output;

/// Asks Mio to learn Minesweeper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The board examples are drawn from and games are played on.
    pub board: String,
    /// Games played to measure each player; 0 measures nothing.
    pub games: u64,
    /// Whether squares are labelled by what lies under them and only the
    /// background of the paper is used, as published. By default the exact
    /// belief state labels what can be deduced, and later lessons go beyond the
    /// paper.
    pub as_published: bool,
    /// The address of a server of examples, where they do not come from this
    /// process.
    pub examples_from: Option<String>,
    /// Where the strategy is saved.
    pub out: PathBuf,
    /// Decides everything random.
    pub seed: Seed,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            board: "8x8/10".to_owned(),
            games: 10_000,
            as_published: false,
            examples_from: None,
            out: PathBuf::from("minesweeper-strategy.pl"),
            seed: Seed(1),
        }
    }
}

/// A learned strategy and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game: `minesweeper`.
    pub game: String,
    /// The learner: `mio`.
    pub learner: String,
    /// The board.
    pub board: String,
    /// What the first move of the measured games is promised: `any`.
    pub first_move: String,
    /// The seed.
    pub seed: Seed,
    /// How examples were labelled: `deduced` or `contents`.
    pub labels: String,
    /// The strategy's file; none where nothing was learned.
    pub strategy: Option<PathBuf>,
    /// The rules in Prolog, simplest first.
    pub clauses: Vec<String>,
    /// The rules in English.
    pub english: Vec<String>,
    /// The names of the rules.
    pub names: Vec<String>,
    /// For each rule a small position in which it applies and no simpler rule
    /// does; none where none was found.
    #[serde(default)]
    pub pictures: Vec<Option<Picture>>,
    /// Rules for guesses; none with `as_published`, or where the run was stopped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guessing: Option<Guessing>,
    /// What was measured.
    pub results: Results,
    /// What can be deduced and what the rules deduce.
    pub deducible: DeducibleShares,
    /// Clauses tested in all searches.
    pub explored: usize,
    /// Searches made.
    pub searches: usize,
    /// Examples learned from.
    pub examples: usize,
    /// Coverage tests made.
    pub tests: u64,
    /// Seconds of wall time that learning took, without measuring.
    pub learning_seconds: f64,
    /// How to resume, where the run was stopped while it learned.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resume: Option<String>,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

/// An ordered list of rules that say which square to guess where none is certainly
/// safe: the first that names a square decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Guessing {
    /// The names of the rules, in the order in which they are asked.
    pub names: Vec<String>,
    /// The rules in English.
    pub english: Vec<String>,
    /// The rules in Prolog.
    pub clauses: Vec<String>,
    /// Positions learned from, in which the champion says what each guess is worth.
    pub learned_from: usize,
    /// Positions of other games that the rules were tested on.
    pub tested_on: usize,
    /// The share of the chance to win that a guess by these rules gives away there
    /// on average, compared with the champion's.
    pub loss: f64,
    /// The share that a random guess gives away.
    pub random_loss: f64,
}

impl From<&LearnedGuesses> for Guessing {
    fn from(learned: &LearnedGuesses) -> Guessing {
        let rules = &learned.list.rules;
        Guessing {
            names: rules.iter().map(|rule| rule.name.clone()).collect(),
            english: rules.iter().map(guessing::english).collect(),
            clauses: rules.iter().map(GuessRule::text).collect(),
            learned_from: learned.learned_from,
            tested_on: learned.tested_on,
            loss: learned.loss,
            random_loss: learned.random_loss,
        }
    }
}

/// A small position in which a rule applies and no simpler one does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Picture {
    /// The position, as `analyse` reads it.
    pub position: String,
    /// The squares the rule applies to.
    pub squares: Vec<String>,
    /// The numbers it uses for the first of them; none if it supposes
    /// something.
    pub numbers: Vec<String>,
    /// A line for each row: `.` covered, `s` safe and `m` a mine by the rule,
    /// numbers that the rule uses in brackets.
    pub drawing: String,
}

impl From<picture::Picture> for Picture {
    fn from(picture: picture::Picture) -> Picture {
        let grid = picture.view.grid();
        let named = |sites: &[Site]| -> Vec<String> {
            let squares = sites.iter().map(|&site| grid.square(site).to_string());
            squares.collect()
        };
        Picture {
            position: picture.view.to_string(),
            squares: named(&picture.squares),
            numbers: named(&picture.numbers),
            drawing: picture.to_string(),
        }
    }
}

/// What was measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// Games of players that follow the rules and guess in different ways.
    pub players: Vec<PlayerResult>,
    /// Guesses of all rules where a safe square could have been deduced.
    pub needless_guesses: NeedlessGuesses,
}

/// Guesses, and those among them where a safe square could have been deduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NeedlessGuesses {
    /// Guesses where a safe square could have been deduced.
    pub needless: u64,
    /// All guesses.
    pub guesses: u64,
}

/// The games of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerResult {
    /// Which rules it has and how it guesses.
    pub player: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// The share of games won.
    pub win_rate: f64,
    /// Its 95% interval.
    pub ci95: Interval,
    /// The share that the paper reports.
    pub published: Option<f64>,
    /// For each of its rules, the squares opened or marked by it.
    pub moves_by_rule: Vec<u64>,
    /// Guesses made.
    pub guesses: u64,
    /// Guesses where a safe square could have been deduced; only a player that
    /// uses exact probabilities counts them.
    pub needless_guesses: Option<u64>,
    /// Their share of all guesses.
    pub needless_share: Option<f64>,
    /// The 95% interval of that share.
    pub needless_ci95: Option<Interval>,
}

/// What rules deduce in random positions, with the rules of the first lesson
/// and with all.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeducibleShares {
    /// With the rules of the first lesson.
    pub before: DeducibleShare,
    /// With all rules.
    pub after: DeducibleShare,
}

/// What can be deduced in random positions, and what rules deduce of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeducibleShare {
    /// Positions examined.
    pub positions: u64,
    /// Squares that are certainly safe.
    pub safe: u64,
    /// Those among them that the rules find.
    pub safe_found: u64,
    /// Squares that are certainly mines.
    pub mines: u64,
    /// Those among them that the rules find.
    pub mines_found: u64,
    /// Squares the rules are wrong about.
    pub wrong: u64,
    /// The share of certain squares that the rules find.
    pub share: f64,
    /// Its 95% interval.
    pub ci95: Interval,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, !self.clauses.is_empty())
    }
}

/// Which rules a measured player has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lessons {
    /// Those of the first lesson, from the paper's background.
    First,
    /// All.
    All,
}

/// Rules, a way to guess, a name, and the share of games won in the paper.
const PLAYERS: [(Lessons, Guess, &str, Option<f64>); 6] = [
    (
        Lessons::First,
        Guess::Random,
        "first rules, random guesses",
        Some(0.52),
    ),
    (
        Lessons::First,
        Guess::LocalMaxima,
        "first rules, least local maximum",
        Some(0.60),
    ),
    (
        Lessons::First,
        Guess::Exact,
        "first rules, exact probabilities",
        None,
    ),
    (Lessons::All, Guess::Random, "rules, random guesses", None),
    (
        Lessons::All,
        Guess::LocalMaxima,
        "rules, least local maximum",
        None,
    ),
    (
        Lessons::All,
        Guess::Exact,
        "rules, exact probabilities",
        None,
    ),
];

/// Random positions in which the deducible squares are counted.
const POSITIONS: u64 = 5_000;

impl Request {
    /// Learns, saves the strategy, then measures it.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let board: Board = self.board.parse()?;
        if self.as_published && self.examples_from.is_some() {
            return Err(Error::input(
                "--as-published makes its own examples; leave out --examples-from",
            ));
        }
        output::check(&self.out)?;
        let mut learned = self.learn(board, control)?;
        let guesses = self.learn_guesses(board, &learned, control);
        if let Some(guesses) = &guesses {
            learned.strategy.guesses = guesses.list.clone();
        }
        let learning_seconds = clock.elapsed().seconds;
        let rules = Arc::new(learned.strategy.rules.clone());
        if !rules.is_empty() {
            output::write(&self.out, learned.strategy.text())?;
        }
        let first = learned.lessons.first();
        let before = first.map(|lesson| Arc::clone(&lesson.rules));
        let measuring = Measuring {
            board,
            games: if learned.ended.is_done() {
                self.games
            } else {
                0
            },
            seed: self.seed,
            before: before.unwrap_or_default(),
            after: Arc::clone(&rules),
            guesses: guesses.as_ref().map(|one| Arc::new(one.list.clone())),
            control,
        };
        let players = measuring.players();
        let deducible = measuring.deducible();
        if !players.is_empty() && !rules.is_empty() {
            for one in &players {
                let fact = Term::compound("won", [one.wins, one.games].map(Term::integer));
                let key = one.player.replace(", ", "_").replace(' ', "_");
                learned.strategy.about.push((key, fact));
            }
            output::write(&self.out, learned.strategy.text())?;
        }
        let ended = match learned.ended {
            Ended::Done if control.is_stopped() => Ended::Stopped,
            ref ended => ended.clone(),
        };
        Ok(Answer {
            game: "minesweeper".to_owned(),
            learner: "mio".to_owned(),
            board: board.to_string(),
            first_move: FirstMove::Any.to_string(),
            seed: self.seed,
            labels: if self.as_published {
                "contents".to_owned()
            } else {
                "deduced".to_owned()
            },
            strategy: (!rules.is_empty()).then(|| self.out.clone()),
            clauses: rules.iter().map(rule_text).collect(),
            english: rules.iter().map(english).collect(),
            names: rules.iter().map(|rule| rule.name.clone()).collect(),
            pictures: pictures(&rules)
                .into_iter()
                .map(|one| one.map(Picture::from))
                .collect(),
            guessing: guesses.as_ref().map(Guessing::from),
            results: Results {
                needless_guesses: needless_guesses(&players),
                players,
            },
            deducible,
            explored: searches(&learned).map(|search| search.explored).sum(),
            searches: searches(&learned).count(),
            examples: learned.lessons.iter().map(LessonReport::examples).sum(),
            tests: learned.lessons.iter().map(LessonReport::tests).sum(),
            learning_seconds,
            resume: (!learned.ended.is_done()).then(|| self.how_to_resume()),
            ended,
            elapsed: clock.elapsed(),
        })
    }

    fn learn(&self, board: Board, control: &Control) -> Result<Learned, Error> {
        let learner = StrategyLearner::new(board)
            .seed(self.seed)
            .teaching(if self.as_published {
                Teaching::AsPublished
            } else {
                Teaching::Exact
            })
            .examples_from(self.examples_from.clone())
            .state_beside(self.out.clone());
        learner.run_watched(control).map_err(|error| match error {
            LearnError::Learner(error) => error.into(),
            LearnError::State(error) => error.into(),
        })
    }

    /// Rules for guesses, where all other rules are learned; the paper has none.
    fn learn_guesses(
        &self,
        board: Board,
        learned: &Learned,
        control: &Control,
    ) -> Option<LearnedGuesses> {
        if self.as_published || !learned.ended.is_done() {
            return None;
        }
        control.stage("learning rules for guesses");
        let guesses = guessing::learn(board, self.seed, control)?;
        for rule in &guesses.list.rules {
            control.emit(Event::Rule {
                name: rule.name.clone(),
                clauses: vec![rule.text()],
                english: guessing::english(rule),
            });
        }
        Some(guesses)
    }

    fn how_to_resume(&self) -> String {
        let file = self.out.display();
        format!(
            "what was learned so far is kept beside {file}; the same call with the same seed \
             and --out {file} resumes"
        )
    }
}

fn searches(learned: &Learned) -> impl Iterator<Item = &stratalog_ilp::modes::SearchRecord> {
    learned.lessons.iter().flat_map(LessonReport::searches)
}

fn needless_guesses(players: &[PlayerResult]) -> NeedlessGuesses {
    let mut exact = players.iter().rev();
    let exact = exact.find(|one| one.needless_guesses.is_some());
    exact.map_or_else(NeedlessGuesses::default, |one| NeedlessGuesses {
        needless: one.needless_guesses.unwrap_or(0),
        guesses: one.guesses,
    })
}

/// What is measured of a strategy.
struct Measuring<'a> {
    board: Board,
    games: u64,
    seed: Seed,
    /// The rules of the first lesson.
    before: Arc<Vec<Rule>>,
    /// All rules.
    after: Arc<Vec<Rule>>,
    /// Rules for guesses.
    guesses: Option<Arc<GuessList>>,
    control: &'a Control,
}

impl Measuring<'_> {
    fn players(&self) -> Vec<PlayerResult> {
        if self.games == 0 {
            return Vec::new();
        }
        let game = Minesweeper::new(self.board, FirstMove::Any);
        let mut results = Vec::new();
        let learned = self.guesses.iter().map(|list| {
            let guess = Guess::Learned(Arc::clone(list));
            (Lessons::All, guess, "rules, learned guesses", None)
        });
        // The player with exact probabilities comes last: it counts needless guesses.
        let mut players: Vec<(Lessons, Guess, &str, Option<f64>)> = PLAYERS.to_vec();
        players.splice(PLAYERS.len() - 1..PLAYERS.len() - 1, learned);
        for (lessons, guess, name, published) in players {
            let rules = match lessons {
                Lessons::First => &self.before,
                Lessons::All => &self.after,
            };
            self.control.stage(name);
            let (report, ended) = Trial::new(&game, Arc::clone(rules))
                .guess(guess.clone())
                .games(self.games)
                .seed(self.seed.derive("games"))
                .run_watched(self.control, name);
            results.push(player_result(name, &guess, published, report));
            if !ended.is_done() {
                break;
            }
        }
        results
    }

    fn deducible(&self) -> DeducibleShares {
        self.control.stage("counting what can be deduced");
        let sample = PositionSample {
            board: self.board,
            positions: POSITIONS,
            seed: self.seed,
        };
        let share =
            |rules: &[Rule]| deducible_share(&Deducible::measure(sample, rules, self.control));
        DeducibleShares {
            before: share(&self.before),
            after: share(&self.after),
        }
    }
}

fn player_result(
    name: &str,
    guess: &Guess,
    published: Option<f64>,
    report: TrialReport,
) -> PlayerResult {
    let guesses = report.moves.guesses;
    let needless = (*guess == Guess::Exact).then_some(report.moves.needless);
    PlayerResult {
        player: name.to_owned(),
        games: report.games,
        wins: report.wins,
        win_rate: report.win_rate(),
        ci95: Interval::wilson(report.wins, report.games),
        published,
        moves_by_rule: report.moves.by_rule,
        guesses,
        needless_guesses: needless,
        needless_share: needless.map(|count| share(count, guesses)),
        needless_ci95: needless.map(|count| Interval::wilson(count, guesses)),
    }
}

/// A part of a whole; 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn deducible_share(counts: &Deducible) -> DeducibleShare {
    DeducibleShare {
        positions: counts.positions,
        safe: counts.safe,
        safe_found: counts.safe_found,
        mines: counts.mines,
        mines_found: counts.mines_found,
        wrong: counts.wrong,
        share: share(counts.found(), counts.squares()),
        ci95: Interval::wilson(counts.found(), counts.squares()),
    }
}
