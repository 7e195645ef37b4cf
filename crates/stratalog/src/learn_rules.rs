//! Learning a short list of rules in the words of a rulesheet: certified in every
//! position of a game that can be solved, or learned from a strong player's choices
//! and compared with its choices in other games. A puzzle of one player whose
//! positions are too many or too different is solved from its start.

mod curve;
mod job;
mod pictures;
mod plan;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_game::{Drawing, Game, Outcome};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame};
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::certified::Certified;
use crate::error::Error;
use crate::game::Choice;
use crate::output;
use job::Job;

/// Asks for a list of rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game, by name or by the path of its rulesheet.
    pub game: String,
    /// The board, where it is not the usual one.
    #[serde(default)]
    pub board: Option<String>,
    /// How to learn.
    #[serde(flatten)]
    pub options: RulesOptions,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
    /// Where the strategy is saved; `GAME-rule-list.pl` where no file is named, beside what
    /// MIGO learns of the same game.
    #[serde(default)]
    pub out: Option<PathBuf>,
}

/// How a list of rules is learned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct RulesOptions {
    /// Games with more positions are not solved.
    pub limit_positions: u64,
    /// The most conditions of one rule.
    pub rule_size: usize,
    /// The number of games as each role against a perfect opponent, for each number
    /// of rules.
    pub games: u64,
    /// Whose choices are learned from where the game is not solved.
    pub against: String,
    /// The number of those choices.
    pub choices: usize,
}

impl Default for RulesOptions {
    fn default() -> RulesOptions {
        RulesOptions {
            limit_positions: 500_000,
            rule_size: 4,
            games: 200,
            against: "uct:500".to_owned(),
            choices: 1_500,
        }
    }
}

impl Request {
    /// Asks for rules of a game on its usual board.
    pub fn new(game: &str) -> Request {
        Request {
            game: game.to_owned(),
            board: None,
            options: RulesOptions::default(),
            seed: crate::default_seed(),
            out: None,
        }
    }
}

/// A list of rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The number of its players.
    pub players: usize,
    /// Why nothing was learned, where that is so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nothing: Option<String>,
    /// Where the strategy was saved; nowhere if nothing was learned.
    pub strategy: Option<PathBuf>,
    /// The rules in Prolog.
    pub clauses: Vec<String>,
    /// The rules in English, in the order in which they are tried.
    pub english: Vec<String>,
    /// The rules with what each does.
    pub rules: Vec<RuleFound>,
    /// What was measured.
    pub results: Results,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
}

/// A rule and what it does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleFound {
    /// Its name.
    pub name: String,
    /// The number of its conditions.
    pub conditions: usize,
    /// The number of positions that it decides.
    pub decides: u64,
    /// The first position that it decides: no other is reached in fewer moves.
    pub example: Option<RuleExample>,
}

/// A position that a rule decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleExample {
    /// The position.
    pub position: String,
    /// The moves that the rule names in it.
    pub moves: Vec<String>,
    /// The position, drawn, with the squares that the first of these moves changes
    /// marked.
    pub drawing: Drawing,
    /// The same as SVG.
    pub svg: String,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// The value of the game for the first role.
    pub value: Option<Outcome>,
    /// The number of positions in which a role decides.
    pub positions: u64,
    /// The number of those in which some move is not best.
    pub contested: u64,
    /// The number of different conditions that were considered.
    pub considered: usize,
    /// The number of conditions of all rules.
    pub size: usize,
    /// No list with fewer conditions is right, among those whose rules have one or
    /// two of the conditions considered.
    pub bound: usize,
    /// What the first rules alone are worth.
    pub curve: Vec<CurvePoint>,
    /// Whether the strategy is optimal in every position; of a puzzle that is solved
    /// from its start, in every position that the strategy reaches.
    pub certificate: Option<Certified>,
    /// The moves that solve a puzzle from its start, where rules were looked for on
    /// this way alone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub solution: Option<Vec<String>>,
    /// Where the game was not solved, how far the rules agree with the player whose
    /// choices they were learned from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agreement: Option<Agreement>,
}

/// How far rules agree with a player, in games that they were not learned from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Agreement {
    /// The player.
    pub teacher: String,
    /// The number of its choices.
    pub positions: u64,
    /// Those in which some rule names a move.
    pub decided: u64,
    /// Those in which every move that the rule names is the one the player made.
    pub agreed: u64,
    /// The 95% interval of the share of `agreed` in `decided`.
    pub ci95: [f64; 2],
    /// The share of the player's choices that a move chosen at random would meet.
    pub chance: f64,
}

/// What the first rules of a list are worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The number of rules; where none of them names a move, any is made.
    pub rules: usize,
    /// The number of their conditions.
    pub conditions: usize,
    /// The share of positions in which every move that may be made is best.
    pub optimal: f64,
    /// Games against a perfect opponent.
    pub games: u64,
    /// Those that ended worse than the game's value.
    pub lost: u64,
    /// The 95% interval of the share of such games.
    pub ci95: [f64; 2],
}

impl Answer {
    /// Whether a rule was learned.
    pub fn has_learned(&self) -> bool {
        !self.english.is_empty()
    }

    /// Whether the strategy is certified as optimal.
    pub fn is_optimal(&self) -> bool {
        let certificate = self.results.certificate.as_ref();
        certificate.is_some_and(|certificate| certificate.optimal)
    }
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        let is_good = self.is_optimal() || self.results.agreement.is_some();
        Verdict::of_run(&self.ended, self.has_learned() && is_good)
    }
}

impl Request {
    /// Finds rules, certifies them where the game can be solved, and saves them. Each
    /// rule is an [`Event::Rule`](crate::Event::Rule), and each point of the curve an
    /// [`Event::Row`](crate::Event::Row).
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let choice = Choice {
            board: self.board.clone(),
            ..Choice::named(&self.game)
        };
        let playable = choice.find()?;
        let out = match &self.out {
            Some(out) => out.clone(),
            None => PathBuf::from(format!("{}-rule-list.pl", playable.game.name())),
        };
        output::check(&out)?;
        let sheet = self.rulesheet()?;
        let game = RulesheetGame::new(&sheet, EngineChoice::default())?;
        let job = Job {
            request: self,
            playable: &playable,
            sheet: &sheet,
            game: &game,
            control,
        };
        let mut answer = Answer {
            game: playable.game.name().to_owned(),
            board: playable.game.board(),
            players: playable.game.role_count(),
            nothing: None,
            strategy: None,
            clauses: Vec::new(),
            english: Vec::new(),
            rules: Vec::new(),
            results: Results::default(),
            elapsed: clock.elapsed(),
            ended: Ended::Done,
        };
        if let Some(strategy) = job.learn(&mut answer)? {
            output::write(&out, strategy.to_text())?;
            answer.strategy = Some(out);
        } else if answer.nothing.is_none() {
            answer.nothing = Some(job.why_nothing(&answer));
        }
        answer.elapsed = clock.elapsed();
        Ok(answer)
    }

    /// The rulesheet of the game on the board that was asked for.
    fn rulesheet(&self) -> Result<Rulesheet, Error> {
        let sheet = find_rulesheet(&self.game)?;
        Ok(match &self.board {
            Some(board) => sheet.with_board(board)?,
            None => sheet,
        })
    }
}
