//! Feature discovery measured: Zenith with its opponents, and games against them
//! after each cycle.

use std::path::PathBuf;

use rand::RngExt;
use rayon::prelude::*;
use stratalog_game::{Game, Outcome, Player, PlayerSpec, Role, Size, Turn};
use stratalog_games::Othello;
use stratalog_games::othello::experts::{Orfeo, Wystan};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Position, Rulesheet, RulesheetGame};
use stratalog_run::Seed;
use stratalog_zenith::concept::Until;
use stratalog_zenith::learner::{Cycle, Run};
use stratalog_zenith::{Evaluation, Settings, Zenith, ZenithPlayer};

use crate::advised::Advised;
use crate::discovery_state::SavedDiscovery;
use crate::roster::Roster;
use crate::twin::OthelloAtRulesheet;
use stratalog_arena::ArenaError;
use stratalog_run::Interval;

/// A game to discover features of, with those it is learned from and measured
/// against.
pub struct Domain {
    /// The rules.
    pub sheet: Rulesheet,
    /// The game made of them.
    pub game: RulesheetGame,
    native: Option<Othello>,
}

/// What was won against the measure after a cycle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Won {
    /// Games, both sides in turn.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// The mean goal, from 0 to 100: what counts in a game for one.
    pub mean_goal: f64,
    /// Half the width of its 95% interval.
    pub goal_margin: f64,
}

impl Won {
    /// The share of the games won, with its 95% interval.
    pub fn share(&self) -> (f64, Interval) {
        let share = self.wins as f64 / self.games.max(1) as f64;
        (share, Interval::wilson(self.wins, self.games))
    }
}

/// What is asked of a discovery.
#[derive(Clone, Debug)]
pub struct Course {
    /// How Zenith goes about it.
    pub settings: Settings,
    /// Whom preferences are taken from, if not the domain's own teacher.
    pub teacher: Option<String>,
    /// Games played after each cycle.
    pub games: u64,
    /// The file that keeps what is known after each cycle, so that a run that was
    /// killed goes on from there.
    pub state: Option<PathBuf>,
}

impl Course {
    /// A course without games, not saved.
    pub fn new(settings: Settings) -> Course {
        Course {
            settings,
            teacher: None,
            games: 0,
            state: None,
        }
    }
}

/// Players of any game that can teach: which one plays it better is tried.
const TEACHERS: [&str; 2] = ["uct:1000", "material:2"];
/// The second of them as a teacher: where nothing is to be gained, counting pieces
/// has nothing to say, and simulated games do.
const ADVISED: &str = "material:2+uct:300";
/// Games between them.
const CONTEST: u64 = 10;

/// A player that is made anew for every game.
type Maker<'a> = dyn Fn() -> Result<Box<dyn Player<RulesheetGame>>, ArenaError> + Sync + 'a;

impl Domain {
    /// The domain of a game by name or of a rulesheet's file, on its usual board
    /// or another.
    pub fn new(name: &str, board: Option<&str>) -> Result<Domain, ArenaError> {
        let mut sheet = find_rulesheet(name).map_err(failed)?;
        if let Some(board) = board {
            sheet = sheet.with_board(board).map_err(failed)?;
        }
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).map_err(failed)?;
        let native = match sheet.name() {
            "othello" => sheet
                .board()
                .and_then(|board| Size::parse(&board))
                .and_then(|size| Othello::new(size).ok()),
            _ => None,
        };
        Ok(Domain {
            sheet,
            game,
            native,
        })
    }

    /// The name of who preferences are best taken from: Wystan at Othello, a
    /// dispatcher at the network, elsewhere who wins the most games of two that
    /// search any game.
    pub fn best_teacher(&self, seed: Seed) -> Result<&'static str, ArenaError> {
        let [first, second] = TEACHERS;
        match (&self.native, self.game.role_count()) {
            (Some(_), _) => return Ok("wystan"),
            (None, _) if self.sheet.name() == "network" => return Ok("dispatcher:1"),
            (None, 1) => return Ok(first),
            (None, _) => {}
        }
        let seed = seed.derive("teachers");
        let (own, other) = (|| self.player(first), || self.player(second));
        let won = self.contest(&own, &other, CONTEST, seed)?;
        let lost = won.games - won.wins - won.draws;
        Ok(if won.wins < lost { ADVISED } else { first })
    }

    /// A player of the rulesheet, or Othello's own; `own+adviser` for one that has an
    /// adviser.
    fn player(&self, name: &str) -> Result<Box<dyn Player<RulesheetGame>>, ArenaError> {
        if let Some((own, adviser)) = name.split_once('+') {
            let advised = Advised::new(self.player(own)?, self.player(adviser)?);
            return Ok(Box::new(advised));
        }
        match (&self.native, name) {
            (Some(native), "wystan") => {
                let player = Wystan::new(native);
                return Ok(Box::new(OthelloAtRulesheet::new(native.clone(), player)));
            }
            (Some(native), "orfeo") => {
                let player = Orfeo::new(native);
                return Ok(Box::new(OthelloAtRulesheet::new(native.clone(), player)));
            }
            _ => {}
        }
        let Ok(spec) = name.parse::<PlayerSpec>();
        Ok(self.game.source(&spec).map_err(failed)?.player())
    }

    /// The name of who is played against after each cycle.
    pub fn measure(&self) -> &'static str {
        match self.native {
            Some(_) => "orfeo",
            None => "random",
        }
    }

    /// How many moves of each player are drawn by lot at the start of a game: as
    /// in the paper at Othello, one elsewhere, as other games are shorter.
    fn opening(&self) -> usize {
        match self.native {
            Some(_) => 5,
            None => 1,
        }
    }

    /// The settings as the domain needs them. At Othello a cycle has one game, as in
    /// the paper, and in a game for one a few; there, positions differ by little, many
    /// features are cheap copies of each other, and what is of no use is cast out even
    /// where it could be afforded. Elsewhere the teacher speaks for both
    /// sides: a cycle has games enough for what four games of Othello tell, and twice
    /// as much is kept. Of many moves each choice is held against a few, so that it is
    /// not all told by a game or two.
    fn suited(&self, settings: &Settings) -> Settings {
        let settings = Settings {
            opening: self.opening(),
            ..settings.clone()
        };
        match (&self.native, self.game.role_count()) {
            (Some(_), _) => settings,
            (None, 1) => Settings {
                games: 5,
                until: match settings.as_published {
                    true => Until::Affordable,
                    false => Until::Useful,
                },
                ..settings
            },
            (None, _) => Settings {
                instances: 6_000,
                others: 8,
                fresh: 1_000,
                both_sides: true,
                ..settings
            },
        }
    }

    /// Who the evaluation is played against at the end; in a game for one, who plays
    /// the same games for comparison.
    pub fn rivals(&self) -> Vec<&'static str> {
        match (&self.native, self.game.role_count()) {
            (Some(_), _) => vec!["orfeo", "material", "random"],
            (None, _) if self.sheet.name() == "network" => {
                vec!["dispatcher:0", "random", "dispatcher:1"]
            }
            (None, 1) => vec!["random"],
            (None, _) => vec!["material", "random"],
        }
    }

    /// Runs Zenith, and plays so many games after each cycle. `report` is told of
    /// each cycle, those of a run that is gone on with first.
    pub fn discover(
        &self,
        course: &Course,
        mut report: impl FnMut(&Cycle, Option<Won>),
    ) -> Result<(Run, Vec<Won>), ArenaError> {
        let seed = course.settings.seed.derive("measure");
        let settings = self.suited(&course.settings);
        let new = || Zenith::new(&self.sheet, &self.game, settings.clone()).map_err(failed);
        let state = course.state.as_ref();
        let state = state.map(|path| SavedDiscovery::new(path, &self.sheet, &settings, course));
        let saved = state.as_ref().and_then(SavedDiscovery::load);
        let resumed = match saved {
            Some((won, checkpoint)) => new()?.going_on(&checkpoint).ok().map(|z| (z, won)),
            None => None,
        };
        let (mut zenith, mut won) = match resumed {
            Some(resumed) => resumed,
            None => (new()?, Vec::new()),
        };
        for (number, cycle) in zenith.cycles().iter().enumerate() {
            report(cycle, won.get(number).copied());
        }
        let mut teacher = match &course.teacher {
            Some(name) => self.player(name)?,
            None => self.player(self.best_teacher(course.settings.seed)?)?,
        };
        while zenith.cycles().len() < settings.cycles {
            let (cycle, evaluation) = zenith.cycle(teacher.as_mut()).map_err(failed)?;
            if course.games > 0 {
                won.push(self.play(evaluation, 1, self.measure(), course.games, seed)?);
            }
            report(cycle, won.last().copied());
            if let Some(state) = &state {
                state.store(&won, &zenith.checkpoint());
            }
        }
        let run = zenith.finish().map_err(failed)?;
        Ok((run, won))
    }

    /// Plays an evaluation against a player, both sides in turn, the opening
    /// drawn by lot.
    pub fn play(
        &self,
        evaluation: &Evaluation,
        plies: u32,
        against: &str,
        games: u64,
        seed: Seed,
    ) -> Result<Won, ArenaError> {
        let own = || {
            let player = ZenithPlayer::new(evaluation.clone(), plies);
            Ok(Box::new(player) as Box<dyn Player<RulesheetGame>>)
        };
        self.contest(&own, &|| self.player(against), games, seed)
    }

    /// What a player comes to by itself, in a game for one.
    pub fn play_alone(&self, name: &str, games: u64, seed: Seed) -> Result<Won, ArenaError> {
        let player = || self.player(name);
        self.contest(&player, &player, games, seed)
    }

    /// Plays two against each other, both sides in turn, the opening drawn by lot;
    /// gives what the first won.
    fn contest(
        &self,
        own: &Maker,
        other: &Maker,
        games: u64,
        seed: Seed,
    ) -> Result<Won, ArenaError> {
        let ends: Result<Vec<(Outcome, u8)>, ArenaError> = (0..games)
            .into_par_iter()
            .map(|number| self.one_game(own, other, number, seed))
            .collect();
        let ends = ends?;
        let count = |outcome: Outcome| ends.iter().filter(|end| end.0 == outcome).count() as u64;
        let goals: Vec<f64> = ends.iter().map(|end| f64::from(end.1)).collect();
        let interval = Interval::of_mean(&goals);
        Ok(Won {
            games,
            wins: count(Outcome::Win),
            draws: count(Outcome::Draw),
            mean_goal: goals.iter().sum::<f64>() / games.max(1) as f64,
            goal_margin: (interval.high - interval.low) / 2.0,
        })
    }

    fn one_game(
        &self,
        own: &Maker,
        other: &Maker,
        number: u64,
        seed: Seed,
    ) -> Result<(Outcome, u8), ArenaError> {
        let game = &self.game;
        let rng = &mut seed.stream(number);
        let roles = game.role_count();
        let side = Role((number % roles as u64) as u8);
        let (mut own, mut other) = (own()?, other()?);
        own.begin(game, side);
        other.begin(game, side.other());
        let mut position: Position = game.initial(rng);
        let mut made = 0;
        let mut moves = Vec::new();
        while let Turn::Role(role) = game.turn(&position) {
            game.legal_moves(&position, &mut moves);
            let mv = if roles > 1 && made < self.opening() * roles {
                moves[rng.random_range(0..moves.len())]
            } else {
                let player = if role == side { &mut own } else { &mut other };
                let decision = player.decide(game, &position, role, rng);
                let decision = decision.map_err(|cause| ArenaError::Player {
                    number: number + 1,
                    role: game.role_name(role).to_owned(),
                    cause,
                })?;
                decision.mv
            };
            game.play_unchecked(&mut position, mv);
            made += 1;
        }
        Ok((game.outcome(&position, side), game.goal(&position, side)))
    }
}

fn failed(error: impl std::fmt::Display) -> ArenaError {
    ArenaError::Zenith(error.to_string())
}
