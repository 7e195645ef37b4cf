//! The strategy as a teacher: which rule decides in a position, and what the rule
//! says.

use std::path::Path;
use std::sync::Arc;

use stratalog_catalogue::strategy_file::{self, Header};
use stratalog_catalogue::{Playable, find};
use stratalog_game::object::erased_players;
use stratalog_game::{
    AnyMove, AnyPosition, Game, GameObject, Judgement, Player, PlayerSource, PlayerSpec, Reason,
    Role, Situation,
};
use stratalog_logic::{Reader, Source, Symbol};
use stratalog_migo::{Strategy, StrategyPlayer};
use stratalog_minesweeper::mio::english::english;
use stratalog_minesweeper::mio::player::{Guess, RulePlayers};
use stratalog_minesweeper::mio::rule::Target;
use stratalog_minesweeper::mio::strategy::{Strategy as MioStrategy, rule_text};
use stratalog_minesweeper::{FirstMove, Minesweeper};
use stratalog_rulelist::{RuleStrategy, strategy as rule_list};
use stratalog_run::{Seed, Stream};

use super::{Lesson, TaughtRule};
use crate::error::Error;
use crate::game::Choice;
use crate::input::read_source;

/// A strategy that sets questions and judges answers.
pub(crate) struct Teacher {
    pub(super) playable: Playable,
    /// The rules, in the order in which they are tried.
    pub(crate) rules: Vec<TaughtRule>,
    player: Box<dyn Player<GameObject>>,
    rng: Stream,
}

/// What the strategy does in a position.
pub(super) struct Lecture {
    pub(super) judgement: Judgement<AnyMove>,
    /// The rule that decides, or the feature that counts most.
    pub(super) rule: TaughtRule,
}

impl Teacher {
    pub(super) fn new(lesson: &Lesson) -> Result<Teacher, Error> {
        let source = lesson.strategy.as_deref().map(Path::new);
        let source = source.map(read_source).transpose()?;
        let header = source.as_ref().map(Header::of).unwrap_or_default();
        let own_board = header.fact("board").filter(|board| !board.is_empty());
        let mut choice = lesson.game.clone();
        let mut playable = choice.find()?;
        // A game without a choice of boards has one all the same, with a name.
        if let Some(board) = own_board
            && choice.board.is_none()
            && board != playable.game.board()
        {
            choice.board = Some(board.to_owned());
            playable = choice.find()?;
        }
        let players = match &lesson.strategy {
            Some(path) => {
                let Ok(spec) = path.parse::<PlayerSpec>();
                playable.source(&spec)?
            }
            None if choice.is_minesweeper() => bundled_players(&choice)?,
            None => {
                return Err(Error::input(format!(
                    "there is no strategy to teach for {}; learn one first, or bring its file",
                    choice.game
                )));
            }
        };
        Ok(Teacher {
            rules: taught_rules(&playable.game, source.as_ref(), &header)?,
            playable,
            player: players.player(),
            rng: Seed(1).stream(0),
        })
    }

    /// The rules of MIGO for a game.
    pub(crate) fn of_rules(playable: Playable, strategy: &Strategy) -> Result<Teacher, Error> {
        let player = StrategyPlayer::new(&playable.game, strategy)?;
        Ok(Teacher {
            rules: of_migo(strategy),
            playable,
            player: Box::new(player),
            rng: Seed(1).stream(0),
        })
    }

    /// What the strategy does in a position; nothing where no rule decides.
    pub(super) fn lecture(&mut self, view: &AnyPosition, role: Role) -> Option<Lecture> {
        let game = &self.playable.game;
        self.player.begin(game, role);
        let judgement = self
            .player
            .judge(Situation::new(game, view, role, &mut self.rng))
            .ok()?;
        let (name, english) = deciding(&judgement.decision.reason)?;
        let known = self.rules.iter().find(|rule| rule.name == name);
        let rule = known.cloned().unwrap_or_else(|| TaughtRule {
            name,
            english,
            clauses: Vec::new(),
        });
        Some(Lecture { judgement, rule })
    }

    /// The fullest reason for the strategy's move.
    pub(super) fn reason(&mut self, view: &AnyPosition, role: Role) -> Option<Reason> {
        let game = &self.playable.game;
        self.player.begin(game, role);
        let decision = self
            .player
            .explain(Situation::new(game, view, role, &mut self.rng));
        decision.ok().map(|decision| decision.reason)
    }
}

/// The rule or the feature that decides by a reason, and what is known of it.
fn deciding(reason: &Reason) -> Option<(String, String)> {
    match reason {
        Reason::Rule(fired) => Some((fired.rule.clone(), fired.because.clone())),
        Reason::StrategyRule(rule) => Some((rule.rule.clone(), String::new())),
        Reason::Features(evaluation) => {
            let first = evaluation.features.first()?;
            let english = first.english.clone().unwrap_or_else(|| first.name.clone());
            Some((first.name.clone(), english))
        }
        _ => None,
    }
}

/// Players of the rules that come with the program.
fn bundled_players(choice: &Choice) -> Result<Box<dyn PlayerSource<GameObject>>, Error> {
    let options = stratalog_catalogue::Options {
        board: choice.board.as_deref(),
        first_move: choice.first_move()?,
    };
    let board = find(&choice.game, options)?.game.board();
    let first_move = choice.first_move()?.unwrap_or(FirstMove::Any);
    let game = Minesweeper::new(board.parse()?, first_move);
    let players = RulePlayers {
        rules: Arc::new(MioStrategy::bundled().rules.clone()),
        guess: Guess::Exact,
    };
    Ok(erased_players(Arc::new(game), Box::new(players)))
}

/// The rules of a strategy file; those that come with the program where there is
/// none.
fn taught_rules(
    game: &GameObject,
    source: Option<&Source>,
    header: &Header,
) -> Result<Vec<TaughtRule>, Error> {
    let Some(source) = source else {
        return Ok(of_mio(MioStrategy::bundled()));
    };
    if game.name() == "minesweeper" {
        let strategy = MioStrategy::parse(&source.name, &source.text)?;
        return Ok(of_mio(&strategy));
    }
    if header.fact("learner") == Some("zenith") {
        return Ok(features(source));
    }
    if header.fact("learner") == Some(rule_list::LEARNER) {
        let strategy = RuleStrategy::from_source(source, game).map_err(Error::input)?;
        let texts = strategy.lines().into_iter().zip(strategy.english());
        let rules = texts.enumerate().map(|(at, (line, english))| TaughtRule {
            name: rule_list::rule_name(at),
            english,
            clauses: vec![line],
        });
        return Ok(rules.collect());
    }
    Ok(of_migo(&strategy_file::read(Path::new(&source.name))?))
}

fn of_migo(strategy: &Strategy) -> Vec<TaughtRule> {
    let rules = strategy.order.iter().map(|&rule| TaughtRule {
        name: rule.functor.name.as_str().to_owned(),
        english: strategy.sentence(rule),
        clauses: strategy.lines_of(rule),
    });
    rules.collect()
}

/// The rules that say which squares are safe: only those decide what is opened.
fn of_mio(strategy: &MioStrategy) -> Vec<TaughtRule> {
    let rules = strategy.rules.iter();
    let rules = rules.filter(|rule| rule.target == Target::Safe);
    let rules = rules.map(|rule| TaughtRule {
        name: rule.name.clone(),
        english: english(rule),
        clauses: vec![rule_text(rule)],
    });
    rules.collect()
}

/// The features of an evaluation. What each means is in its reasons.
fn features(source: &Source) -> Vec<TaughtRule> {
    let read = Reader::new(source).filter_map(|item| {
        let term = item.ok()?.term;
        let [name, _, formula] = term.as_compound(Symbol::new("feature"), 3)? else {
            return None;
        };
        Some(TaughtRule {
            name: name.to_string(),
            english: String::new(),
            clauses: vec![formula.to_string()],
        })
    });
    read.collect()
}
