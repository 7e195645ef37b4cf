//! `stratalog features GAME`: what matters in a game, discovered in its rules.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use stratalog::features::{Answer, Cost, FeatureFound, Learner, Options, Request, Results};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Discover what matters in a game from its rules
///
/// The state is saved after each cycle, in FILE.state, or in GAME-features.state in
/// the current folder. The same call resumes a run that was stopped or killed.
#[derive(Args)]
pub struct Features {
    /// The game, by name or by the path of its rulesheet
    game: String,
    /// The board, where the game has several
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The number of cycles of playing, deriving features, selecting and training
    #[arg(long, value_name = "N", default_value_t = 10)]
    cycles: usize,
    /// How preferences are learned
    #[arg(long, value_name = "LEARNER", default_value = "logistic")]
    learner: LearnerName,
    /// The most that an evaluation may cost: solver steps, or microseconds with
    /// --cost time
    #[arg(long, value_name = "COST", default_value_t = 60_000.0)]
    limit: f64,
    /// The unit of cost; only steps repeat exactly
    #[arg(long, value_name = "UNIT", default_value = "steps")]
    cost: CostName,
    /// The teacher, as A or as A+B: A, and between moves that are equally good for
    /// it B [default: wystan for Othello, dispatcher:1 for the network, planner for
    /// puzzles it solves, else uct:1000, with fewer simulations where games are long
    /// or have many rules, or material:2+uct:300 or
    /// racer+uct:300 where material:2 or racer wins against it]
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// The number of games after each cycle, against orfeo in Othello and random
    /// elsewhere; as many against each rival at the end
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: u64,
    /// The number of games that the evaluation plays against itself at the end, to
    /// learn values for a player that searches (FILE:4)
    #[arg(long, value_name = "N", default_value_t = 0)]
    self_play: u64,
    /// Use only the transformations and the selection of the paper
    #[arg(long)]
    as_published: bool,
    /// Show all features that were found, not only those in use
    #[arg(long)]
    all: bool,
    /// Save the evaluation here; it plays like any strategy file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LearnerName {
    /// A weighted sum, by logistic regression (least squares with --as-published)
    Logistic,
    /// A weighted sum, by recursive least squares as in the paper
    Linear,
    /// A decision tree
    Tree,
}

#[derive(Clone, Copy, ValueEnum)]
enum CostName {
    Steps,
    Time,
}

impl Features {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = Request {
            board: self.board.clone(),
            options: Options {
                cycles: self.cycles,
                learner: match self.learner {
                    LearnerName::Logistic => Learner::Logistic,
                    LearnerName::Linear => Learner::Linear,
                    LearnerName::Tree => Learner::Tree,
                },
                limit: self.limit,
                cost: match self.cost {
                    CostName::Steps => Cost::Steps,
                    CostName::Time => Cost::Time,
                },
                against: self.against.clone(),
                games: self.games,
                self_play: self.self_play,
                as_published: self.as_published,
            },
            seed: face.seed,
            out: self.out.clone(),
            ..Request::new(&self.game)
        };
        let answer = face.ask("features", &request, Request::run)?;
        face.show(&answer, |answer, out| print(answer, self.all, out))
    }
}

fn print(answer: &Answer, all: bool, out: &mut dyn Write) -> io::Result<()> {
    for feature in answer.features.iter().filter(|found| all || found.active) {
        print_feature(answer, feature, out)?;
    }
    if let Some(clock) = &answer.clock {
        writeln!(out, "weights depend on the stage of the game: {clock}")?;
    }
    let found = answer.features.len();
    let active = answer.features.iter().filter(|f| f.active).count();
    writeln!(out, "{found} features found, {active} in use")?;
    print_matches(&answer.results, out)?;
    let memory = answer.peak_megabytes;
    let memory = memory.map_or(String::new(), |peak| format!("; peak memory {peak:.0} MB"));
    writeln!(
        out,
        "{} feature values computed, {:.0} for each second of processor time; {:.1} s{memory}",
        answer.evaluations, answer.evaluations_per_cpu_second, answer.elapsed.seconds
    )
}

fn print_feature(answer: &Answer, feature: &FeatureFound, out: &mut dyn Write) -> io::Result<()> {
    let FeatureFound { name, cost, .. } = feature;
    writeln!(out, "{name}: cost {cost:.0}")?;
    let rows = feature.weights.chunk_by(|a, b| a.after == b.after);
    for row in rows {
        let after = row[0].after.as_ref();
        let after = after.map_or(String::new(), |role| format!(" after {role}'s move"));
        let weights = row.iter().map(|weight| match weight.stage {
            Some(stage) => format!("{:+.3} at {stage}", weight.weight),
            None => format!("{:+.3}", weight.weight),
        });
        let weights: Vec<String> = weights.collect();
        writeln!(out, "  weight{after}: {}", weights.join(", "))?;
    }
    writeln!(out, "  {}", feature.english)?;
    let variables = feature.variables.join(", ");
    writeln!(out, "  [{variables}]: {}", feature.formula)?;
    writeln!(out, "  {}\n", derivation(answer, feature))
}

/// How a feature was derived, back to the goal of the game.
fn derivation(answer: &Answer, feature: &FeatureFound) -> String {
    let mut steps = Vec::new();
    let mut at = feature;
    while let (Some(parent), Some(how)) = (&at.derived_from, &at.transformation) {
        steps.push(format!("{how} of {parent}"));
        let Some(found) = answer.features.iter().find(|found| found.name == *parent) else {
            break;
        };
        at = found;
    }
    if steps.is_empty() {
        return "the goal of the game".to_owned();
    }
    format!("by {}", steps.join(", by "))
}

/// Prints accuracy and matches.
pub fn print_matches(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    if let Some(accuracy) = results.accuracy.last() {
        write!(out, "preference accuracy {:.1}%", 100.0 * accuracy)?;
        match results.held_out_accuracy.last() {
            Some(Some(held_out)) => {
                writeln!(out, ", {:.1}% on games not learned from", 100.0 * held_out)?;
            }
            _ => writeln!(out)?,
        }
    }
    for role in &results.held_out_by_role {
        let (name, pairs) = (&role.role, role.pairs);
        let accuracy = 100.0 * role.accuracy;
        writeln!(out, "  after {name}'s moves {accuracy:.1}% of {pairs}")?;
    }
    for rival in &results.matches {
        let (name, games) = (&rival.against, rival.games);
        if rival.mean_goal_margin > 0.0 && rival.wins + rival.losses == 0 {
            let (goal, margin) = (rival.mean_goal, rival.mean_goal_margin);
            writeln!(
                out,
                "{name}: a mean goal of {goal:.1} ({:.1} to {:.1}) in {games} games",
                goal - margin,
                goal + margin
            )?;
            continue;
        }
        writeln!(
            out,
            "won {} of {games} games against {name}: {:.1}% ({:.1} to {:.1}), {} drawn, mean goal {:.1}",
            rival.wins,
            100.0 * rival.win_rate,
            100.0 * rival.ci95.low,
            100.0 * rival.ci95.high,
            rival.draws,
            rival.mean_goal
        )?;
    }
    if let Some(compared) = results.against_chance {
        writeln!(out, "the evaluation is {}", compared.english())?;
    }
    Ok(())
}
