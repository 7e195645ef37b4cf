//! Learning a short list of rules in the words of a rulesheet: certified in every
//! position of a game that can be solved, or learned from a strong player's choices
//! and compared with its choices in other games.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_arena::ArenaError;
use stratalog_arena::best_moves::BestMoves;
use stratalog_arena::certify::Certificate;
use stratalog_catalogue::Playable;
use stratalog_game::drawing::Mark;
use stratalog_game::{Described, Drawing, Game, Outcome, PlayerSpec, Role};
use stratalog_logic::Term;
use stratalog_players::PlayersError;
use stratalog_rulelist::strategy::rule_name;
use stratalog_rulelist::{
    Decided, Example, Learned, LearnerSettings, Lesson, OrderedRules, RuleListPlayer, RuleStrategy,
    decide, learn,
};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame};
use stratalog_run::{Clock, Control, Elapsed, Ended, Event, Interval, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::certified::Certified;
use crate::error::Error;
use crate::features::rulesheet_path;
use crate::game::Choice;
use crate::output;
use crate::teacher_choices::{Choices, TeacherChoices};

/// The share of a rule's decisions that may differ from a teacher's.
const TOLERANCE: f64 = 0.25;

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
    /// Where the strategy is saved; `GAME-strategy.pl` where no file is named.
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
    /// Whether the strategy is optimal in every position.
    pub certificate: Option<Certified>,
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
    /// rule is an [`Event::Rule`], and each point of the curve an [`Event::Row`].
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let choice = Choice {
            board: self.board.clone(),
            ..Choice::named(&self.game)
        };
        let playable = choice.find()?;
        let out = match &self.out {
            Some(out) => out.clone(),
            None => PathBuf::from(format!("{}-strategy.pl", playable.game.name())),
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

/// A game to find rules for.
struct Job<'a> {
    request: &'a Request,
    playable: &'a Playable,
    sheet: &'a Rulesheet,
    game: &'a RulesheetGame,
    control: &'a Control,
}

impl Job<'_> {
    /// Learns what can be learned of the game; gives the strategy, where there is
    /// one to save.
    fn learn(&self, answer: &mut Answer) -> Result<Option<RuleStrategy>, Error> {
        if self.game.is_simultaneous() {
            return Err(PlayersError::Simultaneous.into());
        }
        self.control.stage("solving the game");
        let limit = self.request.options.limit_positions;
        match BestMoves::of(self.game, limit, self.control.stop()) {
            Ok(solved) => self.learn_solved(&solved, answer),
            Err(ArenaError::Rival(PlayersError::Stopped)) => {
                answer.ended = Ended::Stopped;
                Ok(None)
            }
            Err(ArenaError::Rival(PlayersError::TooManyPositions { .. })) => {
                self.control.note(format!(
                    "{} {} has more than {limit} positions and is not solved; learning from \
                     the choices of {}",
                    answer.game, answer.board, self.request.options.against
                ));
                self.learn_choices(answer)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Learns from the best moves of every position.
    fn learn_solved(
        &self,
        solved: &BestMoves<RulesheetGame>,
        answer: &mut Answer,
    ) -> Result<Option<RuleStrategy>, Error> {
        let examples = examples(solved);
        let learned = learn(self.lesson(&examples), &self.settings(None), self.control)?;
        self.describe(&learned, &examples, answer);
        answer.results.value = Some(solved.value);
        answer.results.curve = self.curve(solved, &learned.list, &learned.decided);
        for point in &answer.results.curve {
            let row = serde_json::to_value(point).unwrap_or_default();
            self.control.emit(Event::Row { row });
        }
        if !answer.has_learned() {
            return Ok(None);
        }
        if self.control.is_stopped() {
            return Ok(Some(self.strategy(&learned.list)));
        }
        self.control.stage("certifying");
        let object = &self.playable.game;
        let mut player = RuleListPlayer::new(object, self.sheet, learned.list.clone())?;
        let limit = self.request.options.limit_positions;
        let certificate = Certificate::of(object, &mut player, limit)?;
        answer.results.certificate = Some(Certified::new(object, &certificate));
        let strategy = self
            .strategy(&learned.list)
            .with_fact("positions", Term::integer(certificate.positions))
            .with_fact("mistakes", Term::integer(certificate.mistakes));
        Ok(Some(strategy))
    }

    /// Learns from what a strong player does, and compares the rules with what it
    /// does in other games.
    fn learn_choices(&self, answer: &mut Answer) -> Result<Option<RuleStrategy>, Error> {
        let RulesOptions {
            against, choices, ..
        } = &self.request.options;
        self.control.stage("asking a strong player");
        let Ok(spec) = against.parse::<PlayerSpec>();
        let teacher = self.playable.source(&spec)?;
        let asked = TeacherChoices {
            playable: self.playable,
            game: self.game,
            teacher: &*teacher,
            count: *choices,
            seed: self.request.seed,
        };
        let Choices { learned, held_out } = asked.collect(self.control)?;
        let examples = learned;
        let settings = self.settings(Some(TOLERANCE));
        let learned = learn(self.lesson(&examples), &settings, self.control)?;
        self.describe(&learned, &examples, answer);
        let decided = decide(self.lesson(&held_out), &learned.list)?;
        let named = decided.iter().filter(|own| own.rule.is_some());
        let agreed = named.clone().filter(|own| own.is_right).count() as u64;
        let decided = named.count() as u64;
        let interval = Interval::wilson(agreed, decided);
        let chance = held_out.iter().map(|own| 1.0 / own.moves.len() as f64);
        answer.results.agreement = Some(Agreement {
            teacher: against.clone(),
            positions: held_out.len() as u64,
            decided,
            agreed,
            ci95: [interval.low, interval.high],
            chance: chance.sum::<f64>() / held_out.len().max(1) as f64,
        });
        if !answer.has_learned() {
            return Ok(None);
        }
        let strategy = self
            .strategy(&learned.list)
            .with_fact("teacher", Term::atom(against.as_str()))
            .with_fact("agreed", Term::integer(agreed))
            .with_fact("decided", Term::integer(decided));
        Ok(Some(strategy))
    }

    fn lesson<'b>(&'b self, examples: &'b [Example]) -> Lesson<'b> {
        Lesson {
            sheet: self.sheet,
            game: self.game,
            examples,
        }
    }

    fn settings(&self, tolerance: Option<f64>) -> LearnerSettings {
        LearnerSettings {
            rule_size: self.request.options.rule_size,
            seed: self.request.seed,
            tolerance,
            ..LearnerSettings::default()
        }
    }

    /// Says what was learned.
    fn describe(&self, learned: &Learned, examples: &[Example], answer: &mut Answer) {
        let strategy = self.strategy(&learned.list);
        answer.clauses = strategy.lines();
        answer.english = strategy.english();
        answer.rules = found(self.game, &learned.list, examples, &learned.decided);
        answer.results = Results {
            positions: examples.len() as u64,
            contested: examples.iter().filter(|own| !own.is_free()).count() as u64,
            considered: learned.conditions,
            size: learned.list.size(),
            bound: learned.bound,
            ..Results::default()
        };
        answer.ended = learned.ended.clone();
    }

    fn strategy(&self, list: &OrderedRules) -> RuleStrategy {
        let mut strategy = RuleStrategy::new(self.game, list.clone());
        if let Some(rules) = rulesheet_path(&self.request.game) {
            strategy = strategy.with_fact("rules", Term::atom(rules.as_str()));
        }
        strategy.with_fact("seed", Term::integer(self.request.seed.0))
    }

    /// What the first rules alone are worth, for each number of rules.
    fn curve(
        &self,
        solved: &BestMoves<RulesheetGame>,
        list: &OrderedRules,
        decided: &[Decided],
    ) -> Vec<CurvePoint> {
        let games = self.request.options.games;
        let seed = self.request.seed;
        let roles: &[Role] = match list.sides.roles.len() {
            1 => &[Role(0)],
            _ => &[Role(0), Role(1)],
        };
        let point = |rules: usize| {
            let is_kept = |own: &Decided| own.rule.is_some_and(|rule| (rule as usize) < rules);
            let optimal = decided.iter().filter(|own| {
                if is_kept(own) {
                    own.is_right
                } else {
                    own.is_free
                }
            });
            let optimal = optimal.count() as f64 / decided.len().max(1) as f64;
            let named = |at: usize| match &decided[at] {
                own if is_kept(own) => own.named.clone(),
                _ => (0..solved.decisions[at].moves.len() as u32).collect(),
            };
            let mut lost = 0;
            let mut played = 0;
            for &role in roles {
                let value = match role {
                    Role(0) => solved.value,
                    _ => solved.value.reversed(),
                };
                let outcomes = solved.games(role, games, seed, &named);
                played += outcomes.len() as u64;
                lost += outcomes.iter().filter(|own| **own < value).count() as u64;
            }
            let interval = Interval::wilson(lost, played);
            CurvePoint {
                rules,
                conditions: list.rules[..rules].iter().map(|rule| rule.size()).sum(),
                optimal,
                games: played,
                lost,
                ci95: [interval.low, interval.high],
            }
        };
        (0..=list.rules.len()).map(point).collect()
    }
}

fn examples(solved: &BestMoves<RulesheetGame>) -> Vec<Example> {
    let example = |decision: &stratalog_arena::best_moves::SolvedDecision<RulesheetGame>| Example {
        position: decision.position.clone(),
        moves: decision
            .moves
            .iter()
            .map(|solved| (solved.mv, solved.is_best))
            .collect(),
    };
    solved.decisions.iter().map(example).collect()
}

/// Each rule with the number of positions that it decides and the first of them.
fn found(
    game: &RulesheetGame,
    list: &OrderedRules,
    examples: &[Example],
    decided: &[Decided],
) -> Vec<RuleFound> {
    let found = list.rules.iter().enumerate().map(|(at, rule)| {
        let own = |decided: &Decided| decided.rule == Some(at as u32);
        let first = decided
            .iter()
            .position(|decided| own(decided) && !decided.is_free)
            .or_else(|| decided.iter().position(own));
        RuleFound {
            name: rule_name(at),
            conditions: rule.size(),
            decides: decided.iter().filter(|decided| own(decided)).count() as u64,
            example: first.map(|first| shown(game, &examples[first], &decided[first])),
        }
    });
    found.collect()
}

fn shown(game: &RulesheetGame, example: &Example, decided: &Decided) -> RuleExample {
    let named = decided.named.iter();
    let moves: Vec<_> = named.map(|&at| example.moves[at as usize].0).collect();
    let mut drawing = game.drawing(&example.position);
    if let Some(&mv) = moves.first() {
        let mut next = example.position.clone();
        game.play_unchecked(&mut next, mv);
        for square in drawing.changes(&game.drawing(&next)) {
            drawing.mark(square, Mark::Move);
        }
    }
    RuleExample {
        position: game.position_text(&example.position),
        moves: moves
            .iter()
            .map(|&mv| game.move_term(mv).to_string())
            .collect(),
        svg: drawing.to_svg(),
        drawing,
    }
}
