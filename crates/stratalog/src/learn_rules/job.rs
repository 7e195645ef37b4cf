//! Finding rules for a game: from the best moves of every position, or from what a
//! strong player does.

use stratalog_arena::best_moves::{BestMoves, SolvedDecision};
use stratalog_arena::certify::Certificate;
use stratalog_arena::{ArenaError, puzzle};
use stratalog_catalogue::Playable;
use stratalog_game::{Game, PlayerSpec};
use stratalog_logic::Term;
use stratalog_players::PlayersError;
use stratalog_rulelist::{
    Example, Learned, LearnerSettings, Lesson, OrderedRules, RuleListPlayer, RuleStrategy, decide,
    learn,
};
use stratalog_rulesheet::{Rulesheet, RulesheetGame};
use stratalog_run::{Control, Ended, Event, Interval};

use super::pictures::found;
use super::plan::unsolvable;
use super::{Agreement, Answer, Request, Results, RulesOptions};
use crate::certified::Certified;
use crate::error::Error;
use crate::features::rulesheet_path;
use crate::teacher_choices::{Choices, TeacherChoices};

/// The most positions in which a way to solve a puzzle is looked for.
const MOST_TRIED: u64 = 2_000_000;
/// The share of a rule's decisions that may differ from a teacher's.
const TOLERANCE: f64 = 0.25;

/// A game to find rules for.
pub(super) struct Job<'a> {
    pub request: &'a Request,
    pub playable: &'a Playable,
    pub sheet: &'a Rulesheet,
    pub game: &'a RulesheetGame,
    pub control: &'a Control,
}

impl Job<'_> {
    /// Learns what can be learned of the game; gives the strategy, where there is
    /// one to save.
    pub fn learn(&self, answer: &mut Answer) -> Result<Option<RuleStrategy>, Error> {
        if self.game.is_simultaneous() {
            return Err(PlayersError::Simultaneous.into());
        }
        if self.is_puzzle() {
            let game = self.game.name();
            self.control.note(format!(
                "{game} has one player; looking for rules that solve it"
            ));
        }
        self.control.stage("solving the game");
        let limit = self.request.options.limit_positions;
        match BestMoves::of(self.game, limit, self.control.stop()) {
            Ok(solved) if self.is_puzzle() => self.learn_puzzle(&solved, answer),
            Ok(solved) => self.learn_solved(&solved, answer),
            Err(ArenaError::Rival(PlayersError::Stopped)) => {
                answer.ended = Ended::Stopped;
                Ok(None)
            }
            Err(ArenaError::Rival(PlayersError::TooManyPositions { .. })) => {
                self.learn_unsolved(answer)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether there is nobody to play against.
    pub fn is_puzzle(&self) -> bool {
        self.game.role_count() == 1
    }

    /// Learns where there are too many positions: of a puzzle, a way to solve it;
    /// else what a strong player does.
    fn learn_unsolved(&self, answer: &mut Answer) -> Result<Option<RuleStrategy>, Error> {
        let (game, board) = (self.game.name(), self.game.board());
        if self.is_puzzle() {
            match puzzle::way(self.game, MOST_TRIED, self.control.stop()) {
                Ok(Some(way)) => return self.learn_way(&way, answer),
                Ok(None) => {
                    answer.nothing = Some(unsolvable(game));
                    return Ok(None);
                }
                Err(ArenaError::Rival(PlayersError::TooManyPositions { .. })) => {}
                Err(ArenaError::Rival(PlayersError::Stopped)) => {
                    answer.ended = Ended::Stopped;
                    return Ok(None);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let RulesOptions {
            limit_positions,
            against,
            ..
        } = &self.request.options;
        self.control.note(format!(
            "{game} {board} has more than {limit_positions} positions and is not solved; \
             learning from the choices of {against}"
        ));
        self.learn_choices(answer)
    }

    /// Why no rule was found, in terms of the game.
    pub fn why_nothing(&self, answer: &Answer) -> String {
        let results = &answer.results;
        if !answer.ended.is_done() {
            return "it was stopped before a rule was found".to_owned();
        }
        if results.contested == 0 {
            let positions = match results.positions {
                1 => "the only position".to_owned(),
                count => format!("all {count} positions"),
            };
            return format!("in {positions} every move is as good as any other");
        }
        format!(
            "none of the {} conditions considered names only best moves",
            results.considered
        )
    }

    /// Learns from the best moves of every position.
    pub(super) fn learn_solved(
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
        let certificate = Certificate::of_until(object, &mut player, limit, self.control.stop());
        let certificate = match certificate {
            Ok(certificate) => certificate,
            Err(ArenaError::Rival(PlayersError::Stopped)) => {
                answer.ended = Ended::Stopped;
                return Ok(Some(self.strategy(&learned.list)));
            }
            Err(error) => return Err(error.into()),
        };
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

    pub(super) fn lesson<'b>(&'b self, examples: &'b [Example]) -> Lesson<'b> {
        Lesson {
            sheet: self.sheet,
            game: self.game,
            examples,
        }
    }

    pub(super) fn settings(&self, tolerance: Option<f64>) -> LearnerSettings {
        LearnerSettings {
            rule_size: self.request.options.rule_size,
            seed: self.request.seed,
            tolerance,
            ..LearnerSettings::default()
        }
    }

    /// Says what was learned.
    pub(super) fn describe(&self, learned: &Learned, examples: &[Example], answer: &mut Answer) {
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

    pub(super) fn strategy(&self, list: &OrderedRules) -> RuleStrategy {
        let mut strategy = RuleStrategy::new(self.game, list.clone());
        if let Some(rules) = rulesheet_path(&self.request.game) {
            strategy = strategy.with_fact("rules", Term::atom(rules.as_str()));
        }
        strategy.with_fact("seed", Term::integer(self.request.seed.0))
    }
}

fn examples(solved: &BestMoves<RulesheetGame>) -> Vec<Example> {
    let example = |decision: &SolvedDecision<RulesheetGame>| Example {
        position: decision.position.clone(),
        moves: decision
            .moves
            .iter()
            .map(|solved| (solved.mv, solved.is_best))
            .collect(),
    };
    solved.decisions.iter().map(example).collect()
}
