//! A learner with its teacher: the games, the study of positions that games did not
//! show, and the certificate.

use stratalog_arena::ArenaError;
use stratalog_arena::certify::Certificate;
use stratalog_arena::practice::practise;
use stratalog_arena::regret::{Board, CourseGame, RegretCourse};
use stratalog_catalogue::{Playable, strategy_file};
use stratalog_game::{Game, GameObject, Played, PlayerSpec};
use stratalog_migo::{
    Migo, MigoSettings, Opponent, Strategy, StrategyPlayer, Studied, StudyEnd, Variant,
};
use stratalog_players::PlayersError;
use stratalog_run::{Clock, Control, Elapsed, Stream};

use crate::error::Error;

use super::news::News;
use super::{LearningOrder, Request, Starts};

/// Games with more positions, up to symmetry, are not studied where it is not known
/// whether they can be solved.
const STUDIED_POSITIONS: u64 = 500_000;
/// The number of positions that are kept of a game that is not solved.
const MEMORY: usize = 200_000;
/// A studied game has at most this many times as many positions without symmetry.
const MOST_IMAGES: u64 = 8;
/// The depth of the search that checks labels against a fallible opponent.
const CHECKED_PLIES: u32 = 4;
/// The number of games without a change after which separated learning turns to
/// drawing.
const PATIENCE: u32 = 10;

/// The games that were learned from.
pub(super) struct Taught {
    pub games: u64,
    pub teacher: String,
    pub regret: Option<i64>,
    pub elapsed: Elapsed,
}

/// A learner with its teacher.
pub(super) struct Lesson<'a> {
    request: &'a Request,
    playable: &'a Playable,
    course: Option<RegretCourse<'a, GameObject>>,
    pub migo: Migo,
}

impl<'a> Lesson<'a> {
    pub fn new(
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
    pub fn teach(&mut self, news: &mut News<'_>) -> Result<Taught, Error> {
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
    pub fn study(&mut self, news: &mut News<'_>) -> Option<Studied> {
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
    pub fn certificate(
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
