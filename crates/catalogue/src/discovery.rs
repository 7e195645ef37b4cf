//! Feature discovery in a game: who teaches Zenith, who it is measured against,
//! and the settings that suit the game.

use stratalog_arena::contest::Contest;
use stratalog_arena::{ArenaError, contest::MatchReport};
use stratalog_game::{Game, GameError, Player, PlayerSource, PlayerSpec, Size};
use stratalog_games::Othello;
use stratalog_games::othello::experts::{Orfeo, Wystan};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame};
use stratalog_run::{Control, Interval, Seed, StateError};
use stratalog_zenith::concept::Until;
use stratalog_zenith::learner::MOST_GAMES;
use stratalog_zenith::rehearsal::random_positions;
use stratalog_zenith::{FeatureEvaluation, ZenithError, ZenithPlayer, ZenithSettings};
use thiserror::Error;

use serde::{Deserialize, Serialize};

use crate::advised::Advised;
use crate::planner::Planner;
use crate::racer::Racer;
use crate::roster::Roster;
use crate::twin::OthelloAtRulesheet;

/// Why features could not be discovered or measured.
#[derive(Debug, Error)]
pub enum DiscoveryError {
    /// The game or a player cannot be used.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Zenith cannot learn from the rules.
    #[error(transparent)]
    Zenith(#[from] ZenithError),
    /// A match has no result.
    #[error(transparent)]
    Match(#[from] ArenaError),
    /// The saved state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
}

/// A game to discover features of, with its teachers and opponents.
pub struct Domain {
    /// The rules.
    pub sheet: Rulesheet,
    /// The game made from them.
    pub game: RulesheetGame,
    native: Option<Othello>,
}

/// The result of a match of an evaluation, or of a player beside it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Won {
    /// The number of games; sides alternate.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// The mean goal, from 0 to 100: the result of a single-player game.
    pub mean_goal: f64,
    /// Half the width of its 95% interval.
    pub goal_margin: f64,
}

impl Won {
    fn new(report: &MatchReport) -> Won {
        let goals = report.records.iter().map(|record| f64::from(record.goal));
        let interval = Interval::of_mean(&goals.collect::<Vec<f64>>());
        Won {
            games: report.tally.games(),
            wins: report.tally.wins,
            draws: report.tally.draws,
            mean_goal: report.mean_goal(),
            goal_margin: (interval.high - interval.low) / 2.0,
        }
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.games - self.wins - self.draws
    }

    /// Whether the mean goal is higher by more than the 95% interval of the difference.
    pub fn is_clearly_better_than(&self, other: &Won) -> bool {
        self.mean_goal - other.mean_goal > self.goal_margin.hypot(other.goal_margin)
    }

    /// The share of games won, with its 95% interval.
    pub fn share(&self) -> (f64, Interval) {
        let share = self.wins as f64 / self.games.max(1) as f64;
        (share, Interval::wilson(self.wins, self.games))
    }
}

/// Players that can teach many games beside one that simulates games; matches decide
/// between them. Where no piece can be won, counting pieces has no preference, and
/// several moves may be equally good in a race: then they are advised by simulated games.
const COUNTING: &str = "material:2";
const RACING: &str = "racer";
/// Simulated games for a decision, at most and at least.
const MOST_SIMULATIONS: u64 = 1000;
const LEAST_SIMULATIONS: u64 = 50;
/// The work that a teacher may do in a cycle: some seconds. The unit is a gate of the
/// network in a move of a simulated game.
const TEACHING: f64 = 2e10;
/// The preferences of a decision, about: tells how many games a cycle has.
const PREFERENCES: f64 = 6.0;
/// The player that can teach puzzles; the work of its search from the start, in the
/// same unit, and the positions it looks at, at most and at least.
const PLANNING: &str = "planner";
const PLANNING_WORK: f64 = 4e9;
const MOST_PLANNED: usize = 200_000;
const LEAST_PLANNED: usize = 2_000;
/// What a move costs besides its gates, in gates.
const COST_OF_MOVE: usize = 1500;
/// The work of a gate in one look of the racer: it is computed for every step to the
/// goal, and not only where something changed.
const WORK_OF_RACING: f64 = 100.0;
/// Random games that tell how long a game is, and positions that tell how many moves
/// there are.
const SAMPLE: u64 = 50;
const SAMPLED_POSITIONS: usize = 500;
/// The number of games between them.
const TEACHERS_GAMES: u64 = 10;

type Source<'a> = Box<dyn PlayerSource<RulesheetGame> + 'a>;

impl Domain {
    /// The domain of a game by name or by the path of its rulesheet, on its usual
    /// board or another.
    pub fn new(name: &str, board: Option<&str>) -> Result<Domain, DiscoveryError> {
        let mut sheet = find_rulesheet(name)?;
        if let Some(board) = board {
            sheet = sheet.with_board(board)?;
        }
        let game = RulesheetGame::new(&sheet, EngineChoice::default())?;
        if game.is_hidden() {
            let name = sheet.name().to_owned();
            return Err(ZenithError::Hidden { name }.into());
        }
        if game.possible_facts().is_none() {
            let name = sheet.name().to_owned();
            return Err(ZenithError::TooLarge { name }.into());
        }
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

    /// Whether it is a single-player game.
    pub fn is_single_player(&self) -> bool {
        self.game.role_count() == 1
    }

    /// The default teacher: Wystan for Othello, a dispatcher for the network,
    /// elsewhere the winner of matches between players of any game.
    pub fn best_teacher(&self, seed: Seed, control: &Control) -> Result<String, DiscoveryError> {
        if self.native.is_some() {
            return Ok("wystan".to_owned());
        }
        if self.sheet.name() == "network" {
            return Ok("dispatcher:1".to_owned());
        }
        let pace = self.pace(seed)?;
        let simulations = self.affordable_simulations(pace);
        let simulating = format!("uct:{simulations}");
        control.stage("choosing a teacher");
        if self.is_single_player() {
            return self.puzzle_teacher(simulating, seed, control);
        }
        let advice = (simulations * 3 / 10).max(LEAST_SIMULATIONS);
        let games = Games {
            count: TEACHERS_GAMES,
            seed: seed.derive("teachers"),
        };
        let mut best = simulating;
        for (name, work) in [
            (COUNTING, self.counting_work(pace)),
            (RACING, self.racing_work(pace)),
        ] {
            if work * TEACHERS_GAMES as f64 > TEACHING {
                continue;
            }
            // Not every game has it: more than two roles, simultaneous moves.
            let Ok(other) = self.source(name) else {
                continue;
            };
            let won = self.contest(&*self.source(&best)?, &*other, games, control)?;
            if won.wins < won.losses() {
                best = format!("{name}+uct:{advice}");
            }
        }
        Ok(best)
    }

    /// The planner where it solves a puzzle, or finds a better end than a player that
    /// simulates games reaches.
    fn puzzle_teacher(
        &self,
        simulating: String,
        seed: Seed,
        control: &Control,
    ) -> Result<String, DiscoveryError> {
        let Some(mut planner) = self.planner() else {
            return Ok(simulating);
        };
        planner.heed(control.stop());
        let start = self.game.initial(&mut seed.stream(0));
        let Some(way) = planner.way(&self.game, &start) else {
            return Ok(simulating);
        };
        let games = Games {
            count: 1,
            seed: seed.derive("teachers"),
        };
        let is_better = planner.is_best(way.goal) || {
            let simulated = self.play_as(&simulating, games, control)?;
            f64::from(way.goal) > simulated.mean_goal
        };
        Ok(if is_better {
            PLANNING.to_owned()
        } else {
            simulating
        })
    }

    /// The planner; nothing where the game is not a puzzle.
    fn planner(&self) -> Option<Planner> {
        let position = (self.gates() + COST_OF_MOVE) as f64;
        let affordable = (PLANNING_WORK / position) as usize;
        Planner::new(&self.game, affordable.clamp(LEAST_PLANNED, MOST_PLANNED))
    }

    fn gates(&self) -> usize {
        self.game.network().map_or(0, |network| network.kinds.len())
    }

    /// The number of games that a teacher can simulate for each of its decisions. It
    /// is counted, not timed, so that it is the same on every machine.
    fn affordable_simulations(&self, pace: Pace) -> u64 {
        let deciding = if self.game.is_simultaneous() {
            self.game.role_count() as f64
        } else {
            1.0
        };
        let simulation = pace.length * self.move_work();
        let decisions = pace.length * deciding;
        let games = self.suited(&ZenithSettings::default()).fresh as f64;
        let games = (games / (decisions * PREFERENCES).max(1.0)).clamp(1.0, MOST_GAMES as f64);
        let affordable = (TEACHING / (games * simulation * decisions).max(1.0)) as u64;
        let affordable = affordable.clamp(LEAST_SIMULATIONS, MOST_SIMULATIONS);
        let digit = 10u64.pow(affordable.ilog10());
        affordable / digit * digit
    }

    /// The work of a move of a simulated game.
    fn move_work(&self) -> f64 {
        (self.gates() + COST_OF_MOVE) as f64
    }

    /// The work of counting pieces in a game: all moves and replies.
    fn counting_work(&self, pace: Pace) -> f64 {
        pace.length * pace.moves * pace.moves * self.move_work()
    }

    /// The work of racing in a game: all gates for each move, role and step to the goal.
    fn racing_work(&self, pace: Pace) -> f64 {
        let moves = pace.length * pace.moves * self.game.role_count() as f64;
        moves * self.gates() as f64 * WORK_OF_RACING
    }

    /// How long random games are.
    fn pace(&self, seed: Seed) -> Result<Pace, DiscoveryError> {
        let seed = seed.derive("lengths");
        let mut rng = seed.stream(0);
        let tally = self
            .game
            .playouts_one_by_one(&mut rng, |tally| tally.playouts < SAMPLE)?;
        let mut legal = Vec::new();
        let positions = random_positions(&self.game, SAMPLED_POSITIONS, seed);
        let moves = positions.iter().map(|position| {
            self.game.legal_moves(position, &mut legal);
            legal.len()
        });
        let moves = moves.sum::<usize>() as f64 / positions.len().max(1) as f64;
        Ok(Pace {
            length: tally.steps as f64 / tally.playouts.max(1) as f64,
            moves,
        })
    }

    /// Players of the rulesheet by name, Othello's experts included; `own+adviser`
    /// for a player with an adviser.
    pub(crate) fn source(&self, name: &str) -> Result<Source<'_>, DiscoveryError> {
        if let Some((own, adviser)) = name.split_once('+') {
            let (own, adviser) = (self.source(own)?, self.source(adviser)?);
            return Ok(Box::new(move || {
                boxed(Advised::new(own.player(), adviser.player()))
            }));
        }
        if name == PLANNING
            && let Some(planner) = self.planner()
        {
            return Ok(Box::new(move || boxed(planner.clone())));
        }
        if name == RACING
            && let Some(racer) = Racer::new(&self.game)
        {
            return Ok(Box::new(move || boxed(racer.clone())));
        }
        match (&self.native, name) {
            (Some(native), "wystan") => Ok(Box::new(move || {
                boxed(OthelloAtRulesheet::new(native.clone(), Wystan::new(native)))
            })),
            (Some(native), "orfeo") => Ok(Box::new(move || {
                boxed(OthelloAtRulesheet::new(native.clone(), Orfeo::new(native)))
            })),
            _ => {
                let Ok(spec) = name.parse::<PlayerSpec>();
                Ok(self.game.source(&spec)?)
            }
        }
    }

    /// The opponent of the matches after each cycle.
    pub fn measure(&self) -> &'static str {
        match self.native {
            Some(_) => "orfeo",
            None => "random",
        }
    }

    /// The number of random moves of each player at the start of a game: as in the
    /// paper for Othello, one elsewhere, since other games are shorter.
    fn opening(&self) -> usize {
        match self.native {
            Some(_) => 5,
            None => 1,
        }
    }

    /// The settings that suit the game.
    ///
    /// - As published: one game in a cycle.
    /// - Othello: more games in a cycle where both sides are taught, and many after
    ///   the last one; its teacher is fast.
    /// - A single-player game: a few games in a cycle. Positions differ little and
    ///   many features are cheap copies of each other, so that backward selection
    ///   removes useless features even where they are affordable.
    /// - Other games: a cycle has enough games for the preferences of some games of
    ///   Othello. Each choice is compared with a few of many moves, so that the
    ///   preferences do not all come from a game or two.
    pub(crate) fn suited(&self, settings: &ZenithSettings) -> ZenithSettings {
        let settings = ZenithSettings {
            opening: self.opening(),
            ..settings.clone()
        };
        let is_single = self.game.role_count() == 1;
        if settings.as_published {
            let games = if is_single { 5 } else { 1 };
            return ZenithSettings { games, ..settings };
        }
        match (&self.native, is_single) {
            (Some(_), _) => ZenithSettings {
                games: if settings.both_sides { 10 } else { 1 },
                last_games: if settings.both_sides { 200 } else { 0 },
                ..settings
            },
            (None, true) => ZenithSettings {
                games: 5,
                fresh: 600,
                facts: true,
                until: Until::Useful,
                ..settings
            },
            (None, false) => ZenithSettings {
                others: 8,
                fresh: 1_500,
                facts: true,
                ..settings
            },
        }
    }

    /// The opponents of the matches at the end; in a single-player game, the
    /// players that play the same games for comparison.
    pub fn rivals(&self) -> Vec<&'static str> {
        let mut rivals = match (&self.native, self.game.role_count()) {
            (Some(_), _) => vec!["orfeo", "material", "random"],
            (None, _) if self.sheet.name() == "network" => {
                vec!["dispatcher:0", "random", "dispatcher:1"]
            }
            (None, 1) => vec!["random"],
            (None, _) => vec!["material", "random"],
        };
        rivals.retain(|rival| self.source(rival).is_ok());
        rivals
    }

    /// The opponents of a player that searches.
    pub fn searchers(&self) -> &'static [&'static str] {
        match self.native {
            Some(_) => &["wystan", "orfeo"],
            None => &["random"],
        }
    }

    /// A match of an evaluation against a player, from random openings.
    pub fn play(
        &self,
        player: &ZenithPlayer,
        against: &str,
        games: Games,
        control: &Control,
    ) -> Result<Won, DiscoveryError> {
        let own = || boxed(player.clone());
        self.contest(&own, &*self.source(against)?, games, control)
    }

    /// The results of a player in the place of an evaluation: alone in a single-player
    /// game, else against random.
    pub fn play_as(
        &self,
        name: &str,
        games: Games,
        control: &Control,
    ) -> Result<Won, DiscoveryError> {
        let (player, other) = (self.source(name)?, self.source("random")?);
        self.contest(&*player, &*other, games, control)
    }

    fn contest(
        &self,
        own: &dyn PlayerSource<RulesheetGame>,
        other: &dyn PlayerSource<RulesheetGame>,
        games: Games,
        control: &Control,
    ) -> Result<Won, DiscoveryError> {
        let mut contest = Contest::new(&self.game, own)
            .games(games.count)
            .seed(games.seed)
            .record_games();
        if !self.is_single_player() {
            let opening = self.opening() * self.game.role_count();
            contest = contest.against(other).opening(opening as u32);
        }
        Ok(Won::new(&contest.run(control)?))
    }
}

/// How long random games are.
#[derive(Clone, Copy)]
struct Pace {
    /// The mean number of steps.
    length: f64,
    /// The mean number of legal moves.
    moves: f64,
}

/// The games of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Games {
    /// The number of games.
    pub count: u64,
    /// The seed of everything random.
    pub seed: Seed,
}

impl Domain {
    /// A player of an evaluation that looks one ply ahead, as in the paper.
    pub fn one_ply(evaluation: &FeatureEvaluation) -> ZenithPlayer {
        ZenithPlayer::new(evaluation.clone(), 1)
    }
}

fn boxed(player: impl Player<RulesheetGame> + 'static) -> Box<dyn Player<RulesheetGame>> {
    Box::new(player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_counts_if_it_is_beyond_its_interval() {
        let won = |mean_goal, goal_margin| Won {
            games: 30,
            wins: 0,
            draws: 0,
            mean_goal,
            goal_margin,
        };
        assert!(won(60.0, 3.0).is_clearly_better_than(&won(50.0, 4.0)));
        assert!(!won(54.0, 3.0).is_clearly_better_than(&won(50.0, 4.0)));
        assert!(!won(50.0, 0.0).is_clearly_better_than(&won(50.0, 0.0)));
    }
}
