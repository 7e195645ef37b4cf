//! Learning rules from play with MIGO: in Prolog and in English, certified where
//! the game can be solved.

mod news;
mod pictures;

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_arena::ArenaError;
use stratalog_arena::certify::Certificate;
use stratalog_arena::practice::practise;
use stratalog_arena::regret::{Board, CourseGame, RegretCourse};
use stratalog_catalogue::{Playable, strategy_file};
use stratalog_game::{AnyPosition, Game, GameObject, Outcome, Played, PlayerSpec, Turn};
use stratalog_logic::{Functor, Term};
use stratalog_migo::{
    Migo, MigoSettings, Opponent, Strategy, StrategyPlayer, Studied, StudyEnd, Variant,
};
use stratalog_players::PlayersError;
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed, Stream};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::certified::Certified;
use crate::error::Error;
use crate::features::rulesheet_path;
use crate::game::Choice;
use crate::output;

use news::News;

/// Games with more positions are not solved for a perfect teacher.
const SOLVED_POSITIONS: u64 = 4_000_000;
/// Games with more positions, up to symmetry, are not studied where it is not known
/// whether they can be solved.
const STUDIED_POSITIONS: u64 = 500_000;
/// The positions in which endings are looked for where nothing was learned.
const MOST_ENDINGS: usize = 20_000;
/// The random games in which endings are looked for where none is near the start,
/// and the most moves of each.
const RANDOM_GAMES: u64 = 50;
const MOST_MOVES: u32 = 500;
/// The number of positions that are kept of a game that is not solved.
const MEMORY: usize = 200_000;
/// A studied game has at most this many times as many positions without symmetry.
const MOST_IMAGES: u64 = 8;
/// The depth of the search that checks labels against a fallible opponent.
const CHECKED_PLIES: u32 = 4;
/// The number of games without a change after which separated learning turns to
/// drawing.
const PATIENCE: u32 = 10;

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
            .then(|| why_nothing(game, taught.games, control));
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

/// Why no rule was learned, in terms of the game: how its moves end it.
fn why_nothing(game: &GameObject, games: u64, control: &Control) -> String {
    if control.is_stopped() {
        return "it was stopped before a rule was found".to_owned();
    }
    let endings = Endings::of(game);
    let looked = match endings.games {
        0 => format!("in the first {} positions", endings.positions),
        games => format!(
            "in the first {} positions and in {games} random games",
            endings.positions
        ),
    };
    match endings {
        Endings {
            won: 0, lost: 0, ..
        } if endings.drawn > 0 => {
            format!("{looked}, every move that ends the game draws it: nothing can be won")
        }
        Endings {
            won: 0, lost: 0, ..
        } => {
            format!("{looked}, no move ends the game: MIGO learns from games that end")
        }
        _ => format!(
            "in {games} games no rule explained the moves that won; play more games (--games) \
             or use --with rules"
        ),
    }
}

/// How moves end a game, in the positions nearest to the start.
#[derive(Default)]
struct Endings {
    positions: usize,
    /// Random games that were played because no move near the start ends the game.
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
}

impl Endings {
    fn of(game: &GameObject) -> Endings {
        let start = game.initial(&mut Seed(1).stream(0));
        let mut met: HashSet<AnyPosition> = HashSet::from([start.clone()]);
        let mut frontier = VecDeque::from([start]);
        let mut endings = Endings::default();
        let mut moves = Vec::new();
        while let Some(position) = frontier.pop_front() {
            let Turn::Role(role) = game.turn(&position) else {
                continue;
            };
            endings.positions += 1;
            game.legal_moves(&position, &mut moves);
            for &mv in &moves {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                if game.turn(&next) == Turn::Over {
                    endings.add(game.outcome(&next, role));
                } else if met.len() < MOST_ENDINGS && met.insert(next.clone()) {
                    frontier.push_back(next);
                }
            }
        }
        if endings.won + endings.drawn + endings.lost == 0 {
            endings.play(game);
        }
        endings
    }

    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.won += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::Loss => self.lost += 1,
        }
    }

    /// Plays random games to their ends.
    fn play(&mut self, game: &GameObject) {
        let mut scratch = Vec::new();
        for number in 0..RANDOM_GAMES {
            self.games += 1;
            let mut rng = Seed(1).stream(number);
            let mut position = game.initial(&mut rng);
            for _ in 0..MOST_MOVES {
                let Turn::Role(role) = game.turn(&position) else {
                    break;
                };
                let choice = game.random_choice(&position, role, &mut rng, &mut scratch);
                let Some((mv, _)) = choice else {
                    break;
                };
                game.play_unchecked(&mut position, mv);
                if game.turn(&position) == Turn::Over {
                    self.add(game.outcome(&position, role));
                }
            }
        }
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

/// The games that were learned from.
struct Taught {
    games: u64,
    teacher: String,
    regret: Option<i64>,
    elapsed: Elapsed,
}

/// A learner with its teacher.
struct Lesson<'a> {
    request: &'a Request,
    playable: &'a Playable,
    course: Option<RegretCourse<'a, GameObject>>,
    migo: Migo,
}

impl<'a> Lesson<'a> {
    fn new(
        request: &'a Request,
        playable: &'a Playable,
        control: &Control,
    ) -> Result<Lesson<'a>, Error> {
        let options = &request.options;
        let game = &playable.game;
        let variant = match options.variant {
            LearningOrder::Mixed => Variant::Mixed,
            LearningOrder::Separated => Variant::Separated { patience: PATIENCE },
        };
        let mut settings = MigoSettings {
            variant,
            ..MigoSettings::default()
        };
        // What MIGO cannot learn is refused before the game is solved.
        Migo::new(game, settings.clone())?;
        let course = perfect_teacher(request, game, control)?;
        if options.starts == Starts::Active && course.is_none() {
            return Err(Error::input(
                "the learner chooses boards of games that can be solved, against a perfect \
                 teacher: leave out --starts active",
            ));
        }
        if options.as_published {
            let depth = course.as_ref().map(RegretCourse::depth);
            let depth = depth.ok_or_else(|| {
                Error::input(
                    "the paper's MIGO learns from a perfect opponent alone, of games that can be \
                     solved: leave out --as-published",
                )
            })?;
            settings = MigoSettings::as_published(variant, depth);
        } else if course.is_none() {
            settings.opponent = Opponent::Fallible {
                plies: CHECKED_PLIES,
            };
            settings.memory = MEMORY;
        }
        let mut migo = Migo::new(game, settings)?;
        if let Some(path) = &options.from {
            migo = migo.with_strategy(&strategy_file::read(path)?);
        }
        Ok(Lesson {
            request,
            playable,
            course,
            migo,
        })
    }

    /// Plays the games and learns from each.
    fn teach(&mut self, news: &mut News<'_>) -> Result<Taught, Error> {
        let Request { options, seed, .. } = self.request;
        let clock = Clock::start();
        news.control.stage("learning");
        let migo = &mut self.migo;
        let (teacher, regret) = match &self.course {
            Some(course) => {
                let mut regret = 0;
                let watch = |game: &CourseGame, played: &Played<GameObject>, migo: &Migo| {
                    regret += i64::from(game.regret);
                    news.game(played, Some(regret), migo)
                };
                match options.starts {
                    Starts::Random => course.teach(migo, options.games, *seed, watch)?,
                    Starts::Active => {
                        let choose = |migo: &mut Migo, boards: &[Board<_>], rng: &mut Stream| {
                            migo.choose_start(boards.iter().map(|board| &board.position), rng)
                        };
                        course.teach_from(migo, options.games, *seed, choose, watch)?
                    }
                };
                ("perfect".to_owned(), Some(regret))
            }
            None => {
                let is_alone = matches!(options.against.as_str(), "self" | "perfect");
                let opponent = if is_alone {
                    None
                } else {
                    let Ok(spec) = options.against.parse::<PlayerSpec>();
                    Some(self.playable.source(&spec)?.player())
                };
                let game = &self.playable.game;
                practise(
                    game,
                    migo,
                    opponent,
                    options.games,
                    *seed,
                    |played, migo| news.game(played, None, migo),
                )?;
                let teacher = if is_alone { "self" } else { &options.against };
                (teacher.to_owned(), None)
            }
        };
        Ok(Taught {
            games: news.games,
            teacher,
            regret,
            elapsed: clock.elapsed(),
        })
    }

    fn limit(&self) -> u64 {
        let asked = self.request.options.limit_positions;
        match self.course {
            Some(_) => self.request.solved_positions(),
            None => asked.unwrap_or(STUDIED_POSITIONS),
        }
    }

    /// Studies positions that games did not show, where that is asked for.
    fn study(&mut self, news: &mut News<'_>) -> Option<Studied> {
        let control = news.control;
        let options = &self.request.options;
        if !options.study || options.as_published || control.is_stopped() {
            return None;
        }
        control.stage("studying positions");
        let solution = self.course.as_ref().and_then(RegretCourse::solution);
        let studied = match solution {
            Some(solution) => self.migo.study_graph(solution, control),
            None => {
                let limit = usize::try_from(self.limit()).unwrap_or(usize::MAX);
                self.migo.study(limit, control)
            }
        };
        news.rules(&self.migo);
        Some(studied)
    }

    /// Whether a strategy is optimal, where the game can be solved.
    fn certificate(
        self,
        strategy: &Strategy,
        studied: Option<Studied>,
        control: &Control,
    ) -> Result<Option<Certificate<GameObject>>, Error> {
        if control.is_stopped() || strategy.is_empty() {
            return Ok(None);
        }
        let limit = match studied.map(|studied| studied.ended) {
            Some(StudyEnd::TooLarge | StudyEnd::Stopped) => return Ok(None),
            Some(StudyEnd::Consistent | StudyEnd::Unexplained) => {
                self.limit().saturating_mul(MOST_IMAGES)
            }
            None => self.limit(),
        };
        control.stage("certifying");
        let game = &self.playable.game;
        let solution = self.course.as_ref().and_then(RegretCourse::solution);
        let rulings = self.migo.into_rulings(strategy);
        let certificate = if let (Some(solution), Some(mut rulings)) = (solution, rulings) {
            Certificate::of_solution(game, solution, &mut rulings, control.stop())
        } else {
            let mut player = StrategyPlayer::new(game, strategy)?.unbounded();
            Certificate::of_until(game, &mut player, limit, control.stop())
        };
        match certificate {
            Ok(certificate) => Ok(Some(certificate)),
            Err(ArenaError::Rival(
                PlayersError::TooManyPositions { .. } | PlayersError::Stopped,
            )) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// A perfect teacher, where it is asked for and the game can be solved.
fn perfect_teacher<'a>(
    request: &Request,
    game: &'a GameObject,
    control: &Control,
) -> Result<Option<RegretCourse<'a, GameObject>>, Error> {
    if request.options.against != "perfect" {
        return Ok(None);
    }
    control.stage("solving the game for a perfect teacher");
    match RegretCourse::new_until(game, request.solved_positions(), control.stop()) {
        Ok(course) => Ok(Some(course)),
        Err(ArenaError::Rival(PlayersError::Stopped)) => Ok(None),
        Err(ArenaError::Rival(PlayersError::TooManyPositions { .. })) => {
            control.note(format!(
                "{} {} has more than {} positions and is not solved; learning from self-play, \
                 without a certificate",
                game.name(),
                game.board(),
                request.solved_positions()
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}
