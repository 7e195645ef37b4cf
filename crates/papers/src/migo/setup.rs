//! The games and the learners of the experiments, and how they are run.

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use stratalog_arena::certify::Certificate;
use stratalog_arena::regret::{RegretCourse, cumulative};
use stratalog_game::{AnyPosition, Game, GameObject, Learner, Size};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{Hexapawn, NoughtsAndCrosses};
use stratalog_logic::Source;
use stratalog_migo::{Migo, MigoSettings, Strategy, StrategyPlayer, Variant};
#[cfg(feature = "deep-q")]
use stratalog_players::deep_q::{self, DeepQ};
use stratalog_players::menace::{Beads, Boxes};
use stratalog_players::q_learning::{QLearning, QLearningParameters};
use stratalog_players::solution::Solution;
use stratalog_run::Seed;

use crate::error::PapersError;
use crate::experiment::Length;
use crate::measurement::{Halt, Measurement, Part};
use crate::plot::mean_curve;
use crate::row::Row;

/// The largest number of positions of a game of these experiments.
const MOST_POSITIONS: u64 = 1_000_000;

/// A learner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum System {
    MixedMigo,
    SeparatedMigo,
    /// With the settings of the paper.
    PublishedMixed,
    /// With the settings of the paper.
    PublishedSeparated,
    Boxes,
    QLearning,
    DeepQ,
}

/// All learners, in the order of the paper.
pub const SYSTEMS: [System; 5] = [
    System::MixedMigo,
    System::SeparatedMigo,
    System::Boxes,
    System::QLearning,
    System::DeepQ,
];

/// MIGO with the settings of the paper.
pub const AS_PUBLISHED: [System; 2] = [System::PublishedMixed, System::PublishedSeparated];

/// A game of the experiments with its settings.
pub struct Setup {
    pub game: GameObject,
    pub name: &'static str,
    /// The games of a run.
    pub games: u64,
    pub runs: u64,
    /// The runs of the paper.
    pub published_runs: u64,
    /// The games without a change after which separated learning starts with
    /// draws.
    patience: u32,
    pub beads: Beads,
    /// The boards that games start from, where they are not the first of each set of
    /// symmetric ones.
    boards: &'static [&'static str],
}

/// The boards of the authors' experiment (`accessible_boards_1move.pl` in their
/// repository, where the learner has the noughts). Which of symmetric boards it is
/// matters: the first move that `draw_1` names loses on one of these, and on three of
/// those that are found first.
const NOUGHTS_BOARDS: [&str; 12] = [
    ".../.../.ox",
    ".../.../x.o",
    ".../.o./..x",
    ".../..o/x..",
    "..o/.../x..",
    ".../.../.xo",
    ".../..x/.o.",
    ".../.o./.x.",
    ".../..x/o..",
    ".../x.o/...",
    ".../.x./..o",
    ".../.x./.o.",
];

pub fn noughts_and_crosses(length: Length) -> Setup {
    Setup {
        game: GameObject::new(NoughtsAndCrosses),
        name: "noughts-and-crosses",
        games: 200,
        runs: length.choose(20, 10),
        published_runs: 20,
        patience: 10,
        beads: Beads::Menace,
        boards: &NOUGHTS_BOARDS,
    }
}

pub fn hexapawn(side: u8, length: Length) -> Result<Setup, PapersError> {
    let size = Size::new(side, side);
    let game = Hexapawn::new(size, Stalemate::Draws).map_err(PapersError::failed)?;
    let published_runs = if side == 3 { 40 } else { 20 };
    Ok(Setup {
        game: GameObject::new(game),
        name: if side == 3 { "hexapawn3" } else { "hexapawn4" },
        games: 100,
        runs: length.choose(published_runs, if side == 3 { 10 } else { 5 }),
        published_runs,
        patience: 5,
        beads: Beads::Her,
        boards: &[],
    })
}

impl System {
    pub fn name(self, beads: Beads) -> &'static str {
        match (self, beads) {
            (System::MixedMigo, _) => "MIGO mixed",
            (System::SeparatedMigo, _) => "MIGO separated",
            (System::PublishedMixed, _) => "MIGO mixed as published",
            (System::PublishedSeparated, _) => "MIGO separated as published",
            (System::Boxes, Beads::Menace) => "MENACE",
            (System::Boxes, Beads::Her) => "HER",
            (System::QLearning, _) => "Q-learning",
            (System::DeepQ, _) => "deep Q-learning",
        }
    }

    /// Whether the program was built with this learner.
    pub fn is_built(self) -> bool {
        self != System::DeepQ || cfg!(feature = "deep-q")
    }

    /// How MIGO learns. `depth` is the most moves of a rule for winning by the paper.
    fn settings(self, patience: u32, depth: u32) -> MigoSettings {
        let variant = match self {
            System::SeparatedMigo | System::PublishedSeparated => Variant::Separated { patience },
            _ => Variant::Mixed,
        };
        match self {
            System::PublishedMixed | System::PublishedSeparated => {
                MigoSettings::as_published(variant, depth)
            }
            _ => MigoSettings {
                variant,
                ..MigoSettings::default()
            },
        }
    }

    /// Whether it is one of the variants of MIGO.
    pub fn is_migo(self) -> bool {
        matches!(
            self,
            System::MixedMigo
                | System::SeparatedMigo
                | System::PublishedMixed
                | System::PublishedSeparated
        )
    }
}

/// Why a row of deep Q-learning has no value, and how to get it.
pub fn how_to_build(experiment: &str) -> String {
    format!(
        "not measured: this program was built without deep Q-learning; \
         cargo run --release --features deep-q -- reproduce {experiment}"
    )
}

/// The result of one run of a learner.
#[derive(Serialize, Deserialize)]
pub struct Run {
    /// The cumulative regret after each game.
    pub regret: Vec<f64>,
    /// Processor time of the whole run.
    pub seconds: f64,
    /// MIGO's strategy, as the text of its file.
    strategy: Option<String>,
}

impl Run {
    /// MIGO's strategy.
    pub fn strategy(&self) -> Result<Option<Strategy>, PapersError> {
        let Some(text) = &self.strategy else {
            return Ok(None);
        };
        let source = Source::new("learned strategy", text);
        let strategy = Strategy::from_source(&source).map_err(PapersError::failed)?;
        Ok(Some(strategy))
    }
}

impl Setup {
    pub fn course(&self) -> Result<RegretCourse<'_, GameObject>, PapersError> {
        if self.boards.is_empty() {
            return Ok(RegretCourse::new(&self.game, MOST_POSITIONS)?);
        }
        let boards = self
            .boards
            .iter()
            .map(|text| self.game.parse_position(text));
        let boards: Result<Vec<AnyPosition>, _> = boards.collect();
        let solution =
            Solution::of_game(&self.game, MOST_POSITIONS).map_err(PapersError::failed)?;
        let boards = boards.map_err(PapersError::failed)?;
        Ok(RegretCourse::from_boards(&self.game, boards, solution)?)
    }

    /// The runs of a learner. All learners start from the same boards.
    pub fn runs(
        &self,
        measurement: &Measurement<'_>,
        system: System,
        from: Option<&Teaching>,
    ) -> Result<Vec<Run>, Halt> {
        let name = format!("migo {} {}", self.name, system.name(self.beads));
        let name = match from {
            Some(teaching) => format!("{name} from {}", teaching.game),
            None => name,
        };
        let part = Part {
            name: &name,
            what: "runs",
            count: self.runs,
        };
        let course = self.course()?;
        measurement.pieces(&part, |run| {
            let seed = measurement.seed().derive(&format!("run {run}"));
            self.run(&course, system, from, seed)
        })
    }

    /// One run of MIGO, for the rules it learns.
    pub fn teaching(&self, measurement: &Measurement<'_>) -> Result<Teaching, Halt> {
        let name = format!("migo {} MIGO mixed as teacher", self.name);
        let run: Run = measurement.piece(&name, || {
            let course = self.course()?;
            self.run(&course, System::MixedMigo, None, measurement.seed())
        })?;
        Ok(Teaching {
            game: self.name,
            strategy: run.strategy()?,
        })
    }

    fn run(
        &self,
        course: &RegretCourse<'_, GameObject>,
        system: System,
        from: Option<&Teaching>,
        seed: Seed,
    ) -> Result<Run, PapersError> {
        let teach = |learner: &mut dyn Learner<GameObject>| -> Result<Run, PapersError> {
            let started = ThreadTime::now();
            let games = course.teach(learner, self.games, seed, |_, _, _| true)?;
            let seconds = started.elapsed().as_secs_f64();
            let regret = cumulative(games.iter().map(|game| game.regret));
            Ok(Run {
                regret: regret.into_iter().map(|sum| sum as f64).collect(),
                seconds,
                strategy: None,
            })
        };
        match system {
            System::MixedMigo
            | System::SeparatedMigo
            | System::PublishedMixed
            | System::PublishedSeparated => {
                let settings = system.settings(self.patience, course.depth());
                let learner = Migo::new(&self.game, settings);
                let mut learner = learner.map_err(PapersError::failed)?;
                if let Some(strategy) = from.and_then(|teaching| teaching.strategy.as_ref()) {
                    learner = learner.with_strategy(strategy);
                }
                let run = teach(&mut learner)?;
                Ok(Run {
                    strategy: Some(learner.strategy().to_text()),
                    ..run
                })
            }
            System::Boxes => teach(&mut Boxes::new(self.beads)),
            System::QLearning => teach(&mut QLearning::new(QLearningParameters::default())),
            #[cfg(feature = "deep-q")]
            System::DeepQ => {
                let learner = DeepQ::new(&self.game, deep_q::Parameters::default(), seed);
                teach(&mut learner.map_err(PapersError::failed)?)
            }
            #[cfg(not(feature = "deep-q"))]
            System::DeepQ => Err(PapersError::failed(
                "this program was built without deep Q-learning",
            )),
        }
    }

    /// The mean regret of runs as rows, ten for a curve.
    pub fn curve(&self, name: &str, runs: &[Run]) -> Vec<Row> {
        let regrets: Vec<Vec<f64>> = runs.iter().map(|run| run.regret.clone()).collect();
        let step = (self.games / 10).max(1);
        let points = mean_curve(name, &regrets).points.into_iter().zip(1u64..);
        let points = points.filter(|(_, games)| games.is_multiple_of(step));
        points
            .map(|(point, games)| {
                Row::number(self.after(name, games), point.y)
                    .ci95(point.band)
                    .samples(runs.len() as u64)
            })
            .collect()
    }

    /// The setting of a row of a curve.
    pub fn after(&self, name: &str, games: u64) -> String {
        format!("{}: {name}, after {games} games", self.name)
    }

    /// For each run, whether its strategy is optimal in every position.
    pub fn certified(
        &self,
        measurement: &Measurement<'_>,
        system: System,
        runs: &[Run],
    ) -> Result<Vec<bool>, Halt> {
        let part = Part {
            name: &format!("migo {} {} certified", self.name, system.name(self.beads)),
            what: "strategies",
            count: runs.len() as u64,
        };
        measurement.pieces(&part, |run| {
            let Some(strategy) = runs[run as usize].strategy()? else {
                return Ok(false);
            };
            let player = StrategyPlayer::new(&self.game, &strategy).map_err(PapersError::failed)?;
            let certificate = Certificate::of(&self.game, &mut player.unbounded(), MOST_POSITIONS)?;
            Ok(certificate.is_optimal())
        })
    }
}

/// Rules of a game that another game is learned with.
pub struct Teaching {
    pub game: &'static str,
    strategy: Option<Strategy>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_arena::regret::starting_positions;

    #[test]
    fn the_boards_of_the_authors_are_those_after_one_move_each() {
        let setup = noughts_and_crosses(Length::Full);
        let course = setup.course().expect("the game is small");
        let canonical = |position: &AnyPosition| setup.game.canonical(position);
        let mut boards: Vec<String> = course
            .boards()
            .iter()
            .map(|board| setup.game.position_text(&canonical(&board.position)))
            .collect();
        let found = starting_positions(&setup.game);
        let mut found: Vec<String> = found
            .iter()
            .map(|position| setup.game.position_text(&canonical(position)))
            .collect();
        boards.sort();
        found.sort();
        assert_eq!(boards, found);
        assert_eq!(course.depth(), 3);
    }
}
