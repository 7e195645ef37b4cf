//! `stratalog features GAME`: what matters in a game, found in its rules.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};
use stratalog_catalogue::discovery::{Course, Domain, Won};
use stratalog_game::Game;
use stratalog_logic::Term;
use stratalog_run::Seed;
use stratalog_zenith::concept::Learner;
use stratalog_zenith::english::Names;
use stratalog_zenith::evaluation::Weighing;
use stratalog_zenith::learner::{Run, name};
use stratalog_zenith::{Cost, Settings, strategy};

use crate::Common;
use crate::memory::peak_megabytes;
use crate::outcome::{Exit, Failure, print_json};
use crate::whole_file::write_whole;

/// Discover what matters in a game from its rules
///
/// What is known is saved after each cycle, in FILE.state or else in
/// GAME-features.state here: the same call goes on from there if it was killed.
#[derive(Args)]
pub struct Features {
    /// The game, by name or by the path of its rulesheet
    pub game: String,
    /// The board, where the game has several
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
    /// How often it plays, makes features, selects and trains
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub cycles: usize,
    /// How preferences are learned
    #[arg(long, value_name = "LEARNER", default_value = "linear", value_parser = ["linear", "tree"])]
    pub learner: String,
    /// What an evaluation may cost: solver steps, or microseconds with --cost time
    #[arg(long, value_name = "COST", default_value_t = 20_000.0)]
    pub limit: f64,
    /// What cost is measured in; only steps repeat exactly
    #[arg(long, value_name = "UNIT", default_value = "steps", value_parser = ["steps", "time"])]
    pub cost: String,
    /// Whom preferences are taken from, as A or as A+B: A, and between moves that are
    /// as good to it B [default: wystan at Othello, dispatcher:1 at the network, else
    /// uct:1000, or material:2+uct:300 where material:2 wins against it]
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// Games played after each cycle, against orfeo at Othello, else random; at
    /// the end as many against each rival
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub games: u64,
    /// Keep to the transformations and the selection of the paper
    #[arg(long)]
    pub as_published: bool,
    /// Show all features that were found, not only those in use
    #[arg(long)]
    pub all: bool,
    /// Save the evaluation here; it plays as a strategy file does
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The evaluation itself, among those that play a game for one.
const LEARNED: &str = "learned";

/// A run with what was measured.
pub struct Found {
    pub domain: Domain,
    pub run: Run,
    pub won: Vec<Won>,
    /// What the last evaluation won against each rival; in a game for one, what it
    /// and each of them came to in the same games.
    pub rivals: Vec<(&'static str, Won)>,
    pub seconds: f64,
    /// Whom preferences were taken from.
    teacher: String,
    state: PathBuf,
}

impl Features {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let found = self.discover(common)?;
        if let Some(path) = &self.out {
            save(&found, common.seed, path)?;
        }
        match common.json {
            true => print_json(&found.json()),
            false => found.print(self.all),
        }
        found.forget_state();
        Ok(Exit::Done)
    }

    /// The file that keeps what is known after each cycle.
    fn state(&self, domain: &Domain) -> PathBuf {
        match &self.out {
            Some(out) => {
                let mut name = out.as_os_str().to_owned();
                name.push(".state");
                name.into()
            }
            None => format!("{}-features.state", domain.game.name()).into(),
        }
    }

    /// Runs Zenith, telling of each cycle.
    pub fn discover(&self, common: &Common) -> Result<Found, Failure> {
        if self.limit.is_nan() || self.limit < 1.0 {
            return Err(Failure::new(
                "--limit must be at least 1: it is what an evaluation may cost",
            ));
        }
        let started = Instant::now();
        let domain = Domain::new(&self.game, self.board.as_deref())?;
        let settings = Settings {
            cycles: self.cycles,
            limit: self.limit,
            cost: match self.cost.as_str() {
                "time" => Cost::Time,
                _ => Cost::Steps,
            },
            learner: match self.learner.as_str() {
                "tree" => Learner::tree(),
                _ => Learner::linear(),
            },
            as_published: self.as_published,
            seed: Seed(common.seed),
            ..Settings::default()
        };
        let measure = domain.measure();
        let is_alone = domain.game.role_count() == 1;
        let state = self.state(&domain);
        let teacher = match &self.against {
            Some(name) => name.clone(),
            None => domain.best_teacher(Seed(common.seed))?.to_owned(),
        };
        eprintln!("preferences are taken from {teacher}");
        let course = Course {
            settings,
            teacher: Some(teacher.clone()),
            games: self.games,
            state: Some(state.clone()),
        };
        let (run, won) = domain.discover(&course, |cycle, won| {
            let won = won.map_or(String::new(), |won| match is_alone {
                true => format!(
                    ", a mean goal of {:.1} in {} games",
                    won.mean_goal, won.games
                ),
                false => format!(", won {} of {} against {measure}", won.wins, won.games),
            });
            eprintln!(
                "cycle {}: {} preferences, {} features found, {} in use, {:.1}% told rightly{won}",
                cycle.number + 1,
                cycle.pairs,
                cycle.generated,
                cycle.active.len(),
                100.0 * cycle.accuracy
            );
        })?;
        let mut rivals = Vec::new();
        if self.games > 0 {
            let seed = Seed(common.seed).derive("rivals");
            if is_alone {
                let won = domain.play(&run.evaluation, 1, "random", self.games, seed)?;
                rivals.push((LEARNED, won));
            }
            for rival in domain.rivals() {
                let won = match is_alone {
                    true => domain.play_alone(rival, self.games, seed)?,
                    false => domain.play(&run.evaluation, 1, rival, self.games, seed)?,
                };
                rivals.push((rival, won));
            }
        }
        Ok(Found {
            domain,
            run,
            won,
            rivals,
            seconds: started.elapsed().as_secs_f64(),
            teacher,
            state,
        })
    }
}

/// Writes the evaluation to a file.
pub fn save(found: &Found, seed: u64, path: &std::path::Path) -> Result<(), Failure> {
    let game = &found.domain.game;
    let accuracy = found.run.cycles.last().map_or(0.0, |cycle| cycle.accuracy);
    let facts = vec![
        ("game", Term::atom(game.name())),
        ("board", Term::atom(game.board().as_str())),
        ("seed", Term::integer(seed)),
        ("accuracy", Term::Float(accuracy)),
    ];
    let text = strategy::text(&found.run.theory, &found.run.evaluation, &facts);
    write_whole(path, text)
}

impl Found {
    /// The features in use with their weights: Prolog and English.
    pub fn in_use(&self) -> Vec<(String, String)> {
        let names = Names::new(&self.run.theory);
        let used = self.run.evaluation.used().iter();
        used.map(|used| {
            let variables = names.variables(&used.feature).join(",");
            let formula = names.formula(&used.feature);
            let prolog = format!("{} counts [{variables}]: {formula}", used.name);
            (prolog, names.english(&used.feature))
        })
        .collect()
    }

    /// Removes the saved state: the run is through and its results are told.
    pub fn forget_state(&self) {
        let _ = std::fs::remove_file(&self.state);
    }

    /// What was won against each rival at the end.
    fn against_rivals(&self) -> Vec<Value> {
        let of_rival = |(name, won): &(&str, Won)| {
            let (rate, interval) = won.share();
            json!({
                "name": name,
                "games": won.games,
                "wins": won.wins,
                "draws": won.draws,
                "win_rate": rate,
                "ci95": interval,
                "mean_goal": won.mean_goal,
                "mean_goal_margin": won.goal_margin,
            })
        };
        self.rivals.iter().map(of_rival).collect()
    }

    /// Values of features in positions for each second of processor time.
    fn evaluations_per_second(&self) -> f64 {
        let effort = self.run.effort;
        effort.evaluations as f64 / effort.seconds.max(f64::MIN_POSITIVE)
    }

    /// What was measured.
    pub fn results(&self) -> Value {
        json!({
            "rivals": self.against_rivals(),
            "accuracy": self.accuracies(),
            "won": self.won.iter().map(|won| won.wins).collect::<Vec<u64>>(),
            "mean_goal": self.won.iter().map(|won| won.mean_goal).collect::<Vec<f64>>(),
            "games": self.won.first().map_or(0, |won| won.games),
            "against": self.domain.measure(),
        })
    }

    fn accuracies(&self) -> Vec<f64> {
        self.run.cycles.iter().map(|cycle| cycle.accuracy).collect()
    }

    fn json(&self) -> Value {
        let names = Names::new(&self.run.theory);
        let features: Vec<Value> = self
            .run
            .features
            .iter()
            .enumerate()
            .map(|(number, found)| {
                json!({
                    "name": name(number),
                    "formula": names.formula(&found.feature),
                    "variables": names.variables(&found.feature),
                    "english": names.english(&found.feature),
                    "derived_from": found.origin.map(|(parent, _)| name(parent)),
                    "transformation": found.origin.map(|(_, how)| how.name()),
                    "cost": found.cost,
                    "active": found.is_active,
                    "cycle": found.cycle + 1,
                })
            })
            .collect();
        json!({
            "game": self.domain.game.name(),
            "board": self.domain.game.board(),
            "teacher": self.teacher,
            "features": features,
            "accuracy": self.accuracies(),
            "won": self.won.iter().map(|won| won.wins).collect::<Vec<u64>>(),
            "mean_goal": self.won.iter().map(|won| won.mean_goal).collect::<Vec<f64>>(),
            "games": self.won.first().map_or(0, |won| won.games),
            "against": self.domain.measure(),
            "rivals": self.against_rivals(),
            "evaluations": self.run.effort.evaluations,
            "evaluations_per_cpu_second": self.evaluations_per_second(),
            "peak_megabytes": peak_megabytes(),
            "seconds": self.seconds,
        })
    }

    fn print(&self, all: bool) {
        let names = Names::new(&self.run.theory);
        let evaluation = &self.run.evaluation;
        // One weight, or one for each role that may have moved.
        let movers: Vec<(String, Vec<f64>)> = match evaluation.weighing() {
            Weighing::Alike(_) => {
                let weights = evaluation.weights(0).into_iter();
                weights.map(|weights| (String::new(), weights)).collect()
            }
            Weighing::Apart(concepts) => {
                let roles = self.run.theory.roles().iter().enumerate();
                let of_role = |(role, name): (usize, &Term)| {
                    let weights = evaluation.weights(role)?;
                    Some((format!(" after {name}'s move"), weights))
                };
                roles.take(concepts.len()).filter_map(of_role).collect()
            }
        };
        let weight_of = |wanted: &str| -> Option<String> {
            let used = evaluation.used();
            let place = used.iter().position(|used| used.name == wanted)?;
            let of_mover = |(mover, weights): &(String, Vec<f64>)| {
                format!(", weight {:+.3}{mover}", weights[place])
            };
            Some(movers.iter().map(of_mover).collect())
        };
        for (number, found) in self.run.features.iter().enumerate() {
            if !all && !found.is_active {
                continue;
            }
            let own = name(number);
            let weight = weight_of(&own).unwrap_or_default();
            println!("{own}: cost {:.0}{weight}", found.cost);
            println!("  {}", names.english(&found.feature));
            let variables = names.variables(&found.feature).join(", ");
            println!("  [{variables}]: {}", names.formula(&found.feature));
            println!("  {}\n", self.chain(number));
        }
        let active = self.run.features.iter().filter(|f| f.is_active).count();
        let accuracy = self.run.cycles.last().map_or(0.0, |cycle| cycle.accuracy);
        println!(
            "{} features found, {active} in use; {:.1}% of the preferences told rightly; {:.1} s",
            self.run.features.len(),
            100.0 * accuracy,
            self.seconds
        );
        let is_alone = self.domain.game.role_count() == 1;
        for (rival, won) in &self.rivals {
            if is_alone {
                let (low, high) = (
                    won.mean_goal - won.goal_margin,
                    won.mean_goal + won.goal_margin,
                );
                println!(
                    "{rival}: a mean goal of {:.1} ({low:.1} to {high:.1}) in {} games",
                    won.mean_goal, won.games
                );
                continue;
            }
            let (rate, interval) = won.share();
            println!(
                "won {} of {} against {rival}: {:.1}% ({:.1} to {:.1}), {} drawn, mean goal {:.1}",
                won.wins,
                won.games,
                100.0 * rate,
                100.0 * interval.low,
                100.0 * interval.high,
                won.draws,
                won.mean_goal
            );
        }
        let memory =
            peak_megabytes().map_or(String::new(), |peak| format!("; {peak:.0} MB at most"));
        println!(
            "{} values of features in positions, {:.0} a second of processor time{memory}",
            self.run.effort.evaluations,
            self.evaluations_per_second()
        );
    }

    /// How a feature was derived, from the goal of the game on.
    fn chain(&self, number: usize) -> String {
        let steps = self.run.derivation(number);
        match steps.is_empty() {
            true => "the goal of the game".to_owned(),
            false => format!("by {}", steps.join(", by ")),
        }
    }
}
