//! `stratalog learn GAME --with migo`: rules learned from play, in Prolog and in
//! English, certified where the game can be solved.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;
use stratalog_arena::ArenaError;
use stratalog_arena::certify::Certificate;
use stratalog_arena::practice::practise;
use stratalog_arena::regret::RegretCourse;
use stratalog_catalogue::{Options, Playable, find, strategy_file};
use stratalog_game::{Game, GameObject, PerfectInformation, PlayerSpec};
use stratalog_logic::Term;
use stratalog_migo::study::{Studied, StudyEnd};
use stratalog_migo::{Migo, MigoSettings, Opponent, Strategy, StrategyPlayer, Variant};
use stratalog_players::PlayersError;
use stratalog_run::Seed;

use super::learn::Learn;
use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::waiting::with_spinner;
use crate::whole_file::write_whole;

/// Games with more positions are not solved for teaching.
const SOLVED_POSITIONS: u64 = 2_000_000;
/// Games with more positions, up to symmetry, are not studied where nobody knows
/// whether they can be solved.
const STUDIED_POSITIONS: u64 = 500_000;
/// Positions kept of a game that is not solved.
const MEMORY: usize = 200_000;
/// A game that could be studied has at most so many times as many positions:
/// symmetric ones were counted once.
const MOST_IMAGES: u64 = 8;
/// How far labels are checked against a fallible opponent.
const CHECKED_PLIES: u32 = 4;
/// After how many games without a change separated learning goes on to drawing.
const PATIENCE: u32 = 10;

pub fn run(call: &Learn, common: &Common) -> Result<Exit, Failure> {
    let board = call.board.as_deref();
    let options = Options {
        board,
        first_move: None,
    };
    learn(call, &find(&call.game, options)?, common)
}

/// What was measured.
struct Results<G: PerfectInformation> {
    games: u64,
    teacher: String,
    /// The regret of all games, where the opponent was perfect.
    regret: Option<i32>,
    /// What came of studying.
    studied: Option<Studied>,
    certificate: Option<Certificate<G>>,
    learning_seconds: f64,
}

fn learn(call: &Learn, playable: &Playable, common: &Common) -> Result<Exit, Failure> {
    let game = &playable.game;
    let started = Instant::now();
    let path = call
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}-strategy.pl", game.name())));
    let (strategy, results) = with_spinner("learning", || teach(call, playable, common))?;
    save(&strategy, &path)?;
    let seconds = started.elapsed().as_secs_f64();
    if common.json {
        print_json(&json!({
            "game": game.name(),
            "board": game.board(),
            "strategy": path.display().to_string(),
            "clauses": strategy.lines(),
            "english": strategy.english(),
            "calls": calls(&strategy),
            "results": results.json(game),
            "seconds": seconds,
        }));
    } else {
        print(game, &strategy, &results, &path);
    }
    Ok(Exit::Done)
}

fn teach(
    call: &Learn,
    playable: &Playable,
    common: &Common,
) -> Result<(Strategy, Results<GameObject>), Failure> {
    let game = &playable.game;
    let (games, seed) = (call.games.unwrap_or(200), Seed(common.seed));
    let variant = match call.variant.as_str() {
        "separated" => Variant::Separated { patience: PATIENCE },
        _ => Variant::Mixed,
    };
    let mut settings = match call.as_published {
        true => MigoSettings::as_published(variant),
        false => MigoSettings {
            variant,
            ..MigoSettings::default()
        },
    };
    let course = match call.against.as_str() {
        "perfect" => {
            match RegretCourse::new(game, call.limit_positions.unwrap_or(SOLVED_POSITIONS)) {
                Ok(course) => Some(course),
                Err(ArenaError::Rival(PlayersError::TooManyPositions { .. })) => {
                    eprintln!(
                        "stratalog: {} {} is too large to be solved: learning from self-play",
                        game.name(),
                        game.board()
                    );
                    None
                }
                Err(error) => return Err(error.into()),
            }
        }
        _ => None,
    };
    if course.is_none() {
        settings.opponent = Opponent::Fallible {
            plies: CHECKED_PLIES,
        };
        settings.memory = MEMORY;
    }
    let mut learner = Migo::new(game, settings)?;
    if let Some(path) = &call.from {
        learner = learner.with_strategy(&strategy_file::read(path)?);
    }
    let started = Instant::now();
    let (teacher, regret) = match &course {
        Some(course) => {
            let games = course.teach(&mut learner, games, seed, |_, _| true)?;
            let regret = games.iter().map(|game| game.regret).sum();
            ("perfect".to_owned(), Some(regret))
        }
        None => {
            let is_alone = matches!(call.against.as_str(), "self" | "perfect");
            let opponent = match is_alone {
                true => None,
                false => {
                    let Ok(spec) = call.against.parse::<PlayerSpec>();
                    Some(playable.source(&spec)?.player())
                }
            };
            practise(game, &mut learner, opponent, games, seed, |_, _| true)?;
            let teacher = if is_alone { "self" } else { &call.against };
            (teacher.to_owned(), None)
        }
    };
    let learning_seconds = started.elapsed().as_secs_f64();
    let limit = call.limit_positions.unwrap_or(match course {
        Some(_) => SOLVED_POSITIONS,
        None => STUDIED_POSITIONS,
    });
    let studied = match call.no_study || call.as_published {
        true => None,
        false => Some(learner.study(
            usize::try_from(limit).unwrap_or(usize::MAX),
            &stratalog_run::Control::default(),
        )),
    };
    let mut strategy = learner
        .strategy()
        .with_fact("seed", Term::integer(common.seed))
        .with_fact("games", Term::integer(games))
        .with_fact("teacher", Term::atom(teacher.as_str()));
    let certificate = certificate(game, &strategy, studied, limit)?;
    if let Some(studied) = studied {
        strategy = strategy.with_fact("studied", Term::integer(studied.positions));
    }
    if let Some(regret) = regret {
        strategy = strategy.with_fact("regret", Term::integer(regret));
    }
    if let Some(certificate) = &certificate {
        strategy = strategy
            .with_fact("positions", Term::integer(certificate.positions))
            .with_fact("mistakes", Term::integer(certificate.mistakes));
    }
    let results = Results {
        games,
        teacher,
        regret,
        studied,
        certificate,
        learning_seconds,
    };
    Ok((strategy, results))
}

/// What the strategy is worth, where the game can be solved.
fn certificate<G: PerfectInformation + Clone>(
    game: &G,
    strategy: &Strategy,
    studied: Option<Studied>,
    limit: u64,
) -> Result<Option<Certificate<G>>, Failure> {
    let limit = match studied.map(|studied| studied.ended) {
        Some(StudyEnd::TooLarge | StudyEnd::Stopped) => return Ok(None),
        Some(StudyEnd::Consistent | StudyEnd::Unexplained) => limit.saturating_mul(MOST_IMAGES),
        None => limit,
    };
    let mut player = StrategyPlayer::new(game, strategy)?.unbounded();
    match Certificate::of(game, &mut player, limit) {
        Ok(certificate) => Ok(Some(certificate)),
        Err(ArenaError::Rival(PlayersError::TooManyPositions { .. })) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn save(strategy: &Strategy, path: &Path) -> Result<(), Failure> {
    write_whole(path, strategy.to_text())
}

/// The calling diagram as pairs of names.
fn calls(strategy: &Strategy) -> Vec<(String, Vec<String>)> {
    let name = |functor: &stratalog_logic::Functor| functor.name.as_str().to_owned();
    let calls = strategy.calls();
    let calls = calls.iter();
    calls
        .map(|(caller, called)| (name(caller), called.iter().map(name).collect()))
        .collect()
}

impl<G: PerfectInformation + Clone> Results<G> {
    fn json(&self, game: &G) -> serde_json::Value {
        let certificate = self.certificate.as_ref().map(|certificate| {
            let rules: Vec<_> = certificate
                .rules
                .iter()
                .map(|rule| json!({"rule": rule.rule, "fires": rule.fires, "wrong": rule.wrong}))
                .collect();
            json!({
                "optimal": certificate.is_optimal(),
                "positions": certificate.positions,
                "mistakes": certificate.mistakes,
                "rules": rules,
                "counterexample": super::check::counterexample_json(game, certificate),
            })
        });
        json!({
            "games": self.games,
            "teacher": self.teacher,
            "regret": self.regret,
            "study": self.studied.map(|studied| json!({
                "positions": studied.positions,
                "examples": studied.examples,
                "ended": studied.ended.as_str(),
            })),
            "certificate": certificate,
            "seconds_per_game": self.learning_seconds / self.games.max(1) as f64,
        })
    }
}

fn print_study(studied: Studied) {
    let Studied {
        positions,
        examples,
        ended,
    } = studied;
    match ended {
        StudyEnd::TooLarge | StudyEnd::Stopped => {
            println!("not studied: more positions can be reached than --limit-positions allows")
        }
        StudyEnd::Consistent => println!(
            "studied {positions} positions up to symmetry: {examples} moves became examples, \
             then every rule agreed with those before it"
        ),
        StudyEnd::Unexplained => println!(
            "studied {positions} positions up to symmetry: {examples} moves became examples, \
             some of which no rule explains"
        ),
    }
}

fn print<G: PerfectInformation + Clone>(
    game: &G,
    strategy: &Strategy,
    results: &Results<G>,
    path: &Path,
) {
    println!(
        "{} {}: learned from {} games (teacher: {})\n",
        game.name(),
        game.board(),
        results.games,
        results.teacher
    );
    if strategy.order.is_empty() {
        println!("no rule was learned: no game was won; play more games (--games)");
    }
    for line in strategy.lines() {
        println!("  {line}");
    }
    println!();
    for sentence in strategy.english() {
        println!("{sentence}");
    }
    println!("\nwhat calls what:");
    for (caller, called) in calls(strategy) {
        println!("  {caller} -> {}", called.join(", "));
    }
    println!();
    if let Some(regret) = results.regret {
        println!("regret while learning: {regret}");
    }
    println!(
        "time: {:.6} seconds a game",
        results.learning_seconds / results.games.max(1) as f64
    );
    if let Some(studied) = results.studied {
        print_study(studied);
    }
    match &results.certificate {
        Some(certificate) => super::check::print(game, certificate),
        None => println!("the game is too large to certify the strategy"),
    }
    println!("saved as {}", path.display());
}
