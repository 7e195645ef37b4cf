//! Features that matter in a game, discovered in its rules by Zenith.

mod chance;
mod news;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stratalog_catalogue::discovery::{Domain, Games, Won};
use stratalog_catalogue::discovery_run::{DiscoveryCourse, DiscoveryRun};
use stratalog_game::Game;
use stratalog_logic::Term;
use stratalog_run::{Clock, Control, Elapsed, Ended, Interval, SavedState, Seed};
use stratalog_zenith::concept::PreferenceLearner;
use stratalog_zenith::english::Names;
use stratalog_zenith::learner::{Cycle, name};
use stratalog_zenith::{Discovery, ZenithSettings, strategy};

pub use chance::AgainstChance;
pub use stratalog_zenith::Cost;

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::memory::peak_megabytes;
use crate::output;
use chance::SameGames;
use news::News;

/// The most games of an evaluation against itself.
const MOST_SELF_PLAY: u64 = 20_000;
/// The name of the evaluation itself among the players of a single-player game.
const LEARNED: &str = "learned";

/// Asks for the features of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The game, by name or by the path of its rulesheet.
    pub game: String,
    /// The board, where it is not the usual one.
    #[serde(default)]
    pub board: Option<String>,
    /// How to search.
    #[serde(flatten)]
    pub options: Options,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
    /// Where the evaluation is saved; it plays like any strategy file.
    #[serde(default)]
    pub out: Option<PathBuf>,
    /// The file that keeps the state after each cycle, until the run is done.
    #[serde(default)]
    pub state: Option<PathBuf>,
}

/// How features are discovered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The number of cycles of playing, deriving features, selecting and training.
    pub cycles: usize,
    /// How preferences are learned.
    pub learner: Learner,
    /// The most that an evaluation may cost, in the unit of `cost`.
    pub limit: f64,
    /// The unit of cost: steps of the solver, which repeat exactly, or
    /// microseconds.
    pub cost: Cost,
    /// The teacher as `A`, or as `A+B`: `A`, and between moves that are equally
    /// good for it `B`. Without a name, the best one for the game.
    pub against: Option<String>,
    /// The number of games after each cycle, and against each rival at the end.
    pub games: u64,
    /// The number of games that the evaluation plays against itself at the end, to
    /// learn values for a player that searches; 0 for none.
    pub self_play: u64,
    /// Whether to use only the transformations and the selection of the paper.
    pub as_published: bool,
}

/// How preferences are learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Learner {
    /// A weighted sum of features, by logistic regression; least squares with
    /// `as_published`.
    #[default]
    Logistic,
    /// A weighted sum of features, by recursive least squares as in the paper.
    Linear,
    /// A decision tree.
    Tree,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            cycles: 10,
            learner: Learner::Logistic,
            limit: 60_000.0,
            cost: Cost::Steps,
            against: None,
            games: 10,
            self_play: 0,
            as_published: false,
        }
    }
}

impl Request {
    /// Asks for the features of a game on its usual board.
    pub fn new(game: &str) -> Request {
        Request {
            game: game.to_owned(),
            board: None,
            options: Options::default(),
            seed: crate::default_seed(),
            out: None,
            state: None,
        }
    }
}

/// The features of a game, and how strong an evaluation of them is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The teacher.
    pub teacher: String,
    /// Every feature, in the order in which they were found.
    pub features: Vec<FeatureFound>,
    /// What tells the stage of the game, in English, where weights depend on it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clock: Option<String>,
    /// The accuracy of the evaluation, and the games it won.
    #[serde(flatten)]
    pub results: Results,
    /// Where the evaluation was saved.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub strategy: Option<PathBuf>,
    /// The number of values of features in positions that were computed.
    pub evaluations: u64,
    /// The number of them for each second of processor time.
    pub evaluations_per_cpu_second: f64,
    /// The peak memory of the process.
    pub peak_megabytes: Option<f64>,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
}

/// A feature.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FeatureFound {
    /// Its name, as in `f17`.
    pub name: String,
    /// Its formula in Prolog.
    pub formula: String,
    /// The variables whose values are counted.
    pub variables: Vec<String>,
    /// What it measures, in English.
    pub english: String,
    /// The feature it was derived from; none for the goal of the game and for plain facts.
    pub derived_from: Option<String>,
    /// How it was derived.
    pub transformation: Option<String>,
    /// The cost of evaluating it.
    pub cost: f64,
    /// Whether the evaluation uses it.
    pub active: bool,
    /// The cycle in which it was found, from 1.
    pub cycle: usize,
    /// Its weights in the evaluation, where it has any.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub weights: Vec<Weight>,
}

/// The weight of a feature.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Weight {
    /// The role after whose move it counts; none where it always counts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<String>,
    /// The value of the clock at which it counts; between two of them it is
    /// interpolated. None where it counts throughout.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stage: Option<f64>,
    /// The value of a count of one.
    pub weight: f64,
}

/// The accuracy of an evaluation, and the games it won.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The preference accuracy by the paper's protocol, by cycle.
    pub accuracy: Vec<f64>,
    /// The preference accuracy on games that were played after the cycle, by
    /// cycle; `None` where a run was stopped before them.
    pub held_out_accuracy: Vec<Option<f64>>,
    /// The same after the last cycle by the role that moved.
    pub held_out_by_role: Vec<RoleAccuracy>,
    /// The games won after each cycle.
    pub won: Vec<u64>,
    /// The mean goal after each cycle.
    pub mean_goal: Vec<f64>,
    /// The number of games after each cycle.
    pub games: u64,
    /// The opponent after each cycle.
    pub against: String,
    /// The matches at the end; in a single-player game, the results of the
    /// evaluation and of other players in the same games.
    pub matches: Vec<Match>,
    /// How the evaluation compares with random play; none without matches.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub against_chance: Option<AgainstChance>,
}

/// The accuracy after the moves of a role.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoleAccuracy {
    /// The role that moved.
    pub role: String,
    /// The number of preferences.
    pub pairs: u64,
    /// The share of them that the evaluation agrees with.
    pub accuracy: f64,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Match {
    /// The opponent; in a single-player game, who played.
    pub against: String,
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of games won.
    pub win_rate: f64,
    /// Its 95% interval.
    pub ci95: Interval,
    /// The mean goal, from 0 to 100.
    pub mean_goal: f64,
    /// Half the width of its 95% interval.
    pub mean_goal_margin: f64,
}

impl Match {
    fn new(against: &str, won: Won) -> Match {
        let (win_rate, ci95) = won.share();
        Match {
            against: against.to_owned(),
            games: won.games,
            wins: won.wins,
            draws: won.draws,
            losses: won.losses(),
            win_rate,
            ci95,
            mean_goal: won.mean_goal,
            mean_goal_margin: won.goal_margin,
        }
    }
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Discovers features, measures the evaluation and saves it. After each cycle,
    /// each feature that is new in the evaluation is an
    /// [`Event::Feature`](crate::Event::Feature). A run that is stopped keeps its
    /// state: the same request resumes it.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        self.check()?;
        let clock = Clock::start();
        let domain = Domain::new(&self.game, self.board.as_deref())?;
        let teacher = match &self.options.against {
            Some(name) => name.clone(),
            None => domain.best_teacher(self.seed, control)?,
        };
        control.note(format!("the teacher is {teacher}"));
        let state = self.state_path(&domain);
        let course = DiscoveryCourse {
            settings: self.settings(),
            teacher: Some(teacher.clone()),
            games: self.options.games,
            state: Some(state.clone()),
        };
        let mut news = News {
            domain: &domain,
            control,
            seed: self.seed,
            known: BTreeSet::new(),
        };
        let DiscoveryRun {
            discovery,
            won,
            mut ended,
        } = domain.discover(&course, control, |zenith, cycle, won| {
            news.cycle(cycle, won);
            if let Some(evaluation) = zenith.evaluation()
                && cycle.number + 1 == zenith.cycles().len()
            {
                news.features(zenith.theory(), evaluation);
            }
        })?;
        news.features(&discovery.theory, &discovery.evaluation);
        if let Some(path) = &self.out {
            self.save(&domain, &discovery, path)?;
        }
        let mut measured = Measured::default();
        if ended.is_done() {
            (measured, ended) = self.matches(&domain, &discovery, &teacher, control)?;
        }
        if ended.is_done() {
            // The run is done; there is nothing to resume.
            let _ = std::fs::remove_file(&state);
        } else {
            let state = state.display();
            control.note(format!(
                "stopped; the state is in {state}: the same call resumes from there"
            ));
        }
        let effort = discovery.effort;
        Ok(Answer {
            game: domain.game.name().to_owned(),
            board: domain.game.board(),
            teacher,
            features: features(&discovery),
            clock: stage_clock(&discovery),
            results: Results {
                accuracy: discovery.cycles.iter().map(|c| c.accuracy).collect(),
                held_out_accuracy: discovery.cycles.iter().map(held_out).collect(),
                held_out_by_role: held_out_by_role(&discovery),
                won: won.iter().map(|won| won.wins).collect(),
                mean_goal: won.iter().map(|won| won.mean_goal).collect(),
                games: won.first().map_or(0, |won| won.games),
                against: domain.measure().to_owned(),
                matches: measured.matches,
                against_chance: measured.against_chance,
            },
            strategy: self.out.clone(),
            evaluations: effort.evaluations,
            evaluations_per_cpu_second: effort.evaluations as f64 / effort.seconds.max(1e-9),
            peak_megabytes: peak_megabytes(),
            elapsed: clock.elapsed(),
            ended,
        })
    }

    fn check(&self) -> Result<(), Error> {
        if !self.options.limit.is_finite() || self.options.limit < 1.0 {
            return Err(Error::input(
                "--limit must be at least 1: it is the most that an evaluation may cost",
            ));
        }
        if self.options.self_play > MOST_SELF_PLAY {
            return Err(Error::input(format!(
                "--self-play must be at most {MOST_SELF_PLAY}: all games are kept in memory"
            )));
        }
        self.out.as_deref().map_or(Ok(()), output::check)
    }

    fn settings(&self) -> ZenithSettings {
        let options = &self.options;
        let usual = if options.as_published {
            ZenithSettings::as_published()
        } else {
            ZenithSettings::default()
        };
        ZenithSettings {
            cycles: options.cycles,
            limit: options.limit,
            cost: options.cost,
            learner: match options.learner {
                Learner::Logistic => usual.learner.clone(),
                Learner::Linear => PreferenceLearner::linear(),
                Learner::Tree => PreferenceLearner::tree(),
            },
            self_play: options.self_play,
            seed: self.seed,
            ..usual
        }
    }

    /// The file that keeps the state: as asked for, beside the evaluation, or in
    /// the current folder.
    fn state_path(&self, domain: &Domain) -> PathBuf {
        match (&self.state, &self.out) {
            (Some(state), _) => state.clone(),
            (None, Some(out)) => SavedState::path_beside(out),
            (None, None) => format!("{}-features.state", domain.game.name()).into(),
        }
    }

    /// Writes the evaluation with facts that say which game it is for.
    fn save(&self, domain: &Domain, discovery: &Discovery, path: &Path) -> Result<(), Error> {
        let game = &domain.game;
        let accuracy = discovery.cycles.last().map_or(0.0, |cycle| cycle.accuracy);
        let mut facts = vec![
            ("game", Term::atom(game.name())),
            ("board", Term::atom(game.board().as_str())),
            ("seed", Term::integer(self.seed.0)),
            ("accuracy", Term::Float(accuracy)),
        ];
        if let Some(rules) = rulesheet_path(&self.game) {
            facts.push(("rules", Term::atom(rules.as_str())));
        }
        let text = strategy::text(&discovery.theory, &discovery.evaluation, &facts);
        output::write(path, text)
    }

    fn matches(
        &self,
        domain: &Domain,
        discovery: &Discovery,
        teacher: &str,
        control: &Control,
    ) -> Result<(Measured, Ended), Error> {
        let games = Games {
            count: self.options.games,
            seed: self.seed.derive("rivals"),
        };
        let mut measured = Measured::default();
        if games.count == 0 {
            return Ok((measured, Ended::Done));
        }
        let player = Domain::one_ply(&discovery.evaluation);
        let mut own = None;
        if domain.is_single_player() {
            control.stage("playing");
            let won = domain.play(&player, "random", games, control)?;
            measured.matches.push(Match::new(LEARNED, won));
            own = Some(won);
        }
        for rival in domain.rivals() {
            if control.is_stopped() {
                return Ok((measured, Ended::Stopped));
            }
            control.stage(&format!("playing against {rival}"));
            let won = if domain.is_single_player() {
                domain.play_as(rival, games, control)?
            } else {
                domain.play(&player, rival, games, control)?
            };
            measured.matches.push(Match::new(rival, won));
            if rival == "random" {
                own.get_or_insert(won);
            }
        }
        if let Some(won) = own.filter(|_| !control.is_stopped()) {
            control.stage("comparing with random play");
            let same = SameGames {
                domain,
                teacher,
                games,
            };
            measured.against_chance = Some(same.compare(won, control)?);
        }
        let ended = if control.is_stopped() {
            Ended::Stopped
        } else {
            Ended::Done
        };
        Ok((measured, ended))
    }
}

/// The matches at the end, and what they say.
#[derive(Default)]
struct Measured {
    matches: Vec<Match>,
    against_chance: Option<AgainstChance>,
}

/// The absolute path of the rulesheet that a game was read from; nothing where it
/// is one of the catalogue's.
pub(crate) fn rulesheet_path(game: &str) -> Option<String> {
    let path = Path::new(game);
    let is_listed = stratalog_catalogue::LISTINGS
        .iter()
        .any(|listing| listing.name == game);
    if is_listed || !path.is_file() {
        return None;
    }
    let path = std::fs::canonicalize(path).ok()?;
    Some(path.display().to_string())
}

fn held_out(cycle: &Cycle) -> Option<f64> {
    let held_out = cycle.held_out.as_ref()?;
    Some(held_out.accuracy())
}

/// The accuracy of the last evaluation in new games, by the role that moved.
fn held_out_by_role(discovery: &Discovery) -> Vec<RoleAccuracy> {
    let last = discovery.cycles.last();
    let last = last.and_then(|cycle| cycle.held_out.as_ref());
    let counts = last.map_or(&[][..], |held_out| &held_out.by_mover);
    let roles = discovery.theory.roles().iter().zip(counts);
    let roles = roles.filter(|(_, (_, pairs))| *pairs > 0);
    roles
        .map(|(role, &(agreed, pairs))| RoleAccuracy {
            role: role.to_string(),
            pairs,
            accuracy: agreed as f64 / pairs as f64,
        })
        .collect()
}

/// What tells the stage of the game, in English.
fn stage_clock(discovery: &Discovery) -> Option<String> {
    let stages = discovery.evaluation.weighing().stages.as_ref()?;
    Some(Names::new(&discovery.theory).english(&stages.clock))
}

/// The features of a run as the answer has them.
fn features(discovery: &Discovery) -> Vec<FeatureFound> {
    let names = Names::new(&discovery.theory);
    let found = discovery.features.iter().enumerate();
    found
        .map(|(number, found)| FeatureFound {
            name: name(number),
            formula: names.formula(&found.feature),
            variables: names.variables(&found.feature),
            english: names.english(&found.feature),
            derived_from: found.origin.map(|(parent, _)| name(parent)),
            transformation: found.origin.map(|(_, how)| how.name().to_owned()),
            cost: found.cost,
            active: found.is_active,
            cycle: found.cycle + 1,
            weights: weights(discovery, &name(number)),
        })
        .collect()
}

/// The weights of a feature: one, or one for each role that may have moved and each
/// stage of the game.
fn weights(discovery: &Discovery, feature: &str) -> Vec<Weight> {
    let evaluation = &discovery.evaluation;
    let mut used = evaluation.used().iter();
    let Some(place) = used.position(|used| used.name == feature) else {
        return Vec::new();
    };
    let weighing = evaluation.weighing();
    let mut found = Vec::new();
    for (role, name) in discovery.theory.roles().iter().enumerate() {
        if role >= weighing.concepts.len() {
            break;
        }
        let Some(weights) = evaluation.weights(role) else {
            continue;
        };
        for (stage, &weight) in weights[place].iter().enumerate() {
            let stages = weighing.stages.as_ref();
            found.push(Weight {
                after: weighing.is_by_mover().then(|| name.to_string()),
                stage: stages.map(|stages| stages.knots[stage]),
                weight,
            });
        }
    }
    found
}
