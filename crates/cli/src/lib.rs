//! The `stratalog` command: one file a verb under `verbs/`, everything else in
//! the libraries. Results go to standard output, all else to standard error.
//!
//! It is a library so that `python -m stratalog` is the same command, and its long
//! calls can be made on a cluster ([`run_elsewhere`]).

mod face;
mod game;
mod outcome;
mod person;
mod progress;
mod table;
mod verbs;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Args, CommandFactory, Parser, Subcommand};
use stratalog::Seed;

pub use crate::face::Elsewhere;
use crate::face::Face;
use crate::outcome::{Exit, Failure, exit_code};

/// Learns how to play games from their rules, plays, and says why.
#[derive(Parser)]
#[command(name = "stratalog", version, about, arg_required_else_help = true)]
struct Command {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    verb: Verb,
}

/// Options every verb takes.
#[derive(Args)]
struct Common {
    /// Decides everything random: the same seed gives the same result
    #[arg(long, global = true, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Worker threads; the result does not depend on it [default: all cores]
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,
    /// Print one JSON object on standard output
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Verb {
    Analyse(verbs::analyse::Analyse),
    Check(verbs::check::Check),
    Explain(verbs::explain::Explain),
    Examples(verbs::examples::Examples),
    Features(verbs::features::Features),
    Games(verbs::games::Games),
    Ggp(verbs::ggp::Ggp),
    Induce(verbs::induce::Induce),
    Learn(verbs::learn::Learn),
    New(verbs::new::New),
    Play(verbs::play::Play),
    Predict(verbs::predict::Predict),
    Quiz(verbs::quiz::Quiz),
    Serve(verbs::serve::Serve),
    Solve(verbs::solve::Solve),
    Query(verbs::query::Query),
    Reproduce(verbs::reproduce::Reproduce),
    Rules(verbs::rules::Rules),
}

/// What the command understands, for manual pages and completions.
pub fn grammar() -> clap::Command {
    Command::command()
}

impl Verb {
    fn run(&self, face: &Face) -> Result<Exit, Failure> {
        match self {
            Verb::Analyse(analyse) => analyse.run(face),
            Verb::Check(check) => check.run(face),
            Verb::Explain(explain) => explain.run(face),
            Verb::Examples(examples) => examples.run(face),
            Verb::Features(features) => features.run(face),
            Verb::Games(games) => games.run(face),
            Verb::Ggp(ggp) => ggp.run(face),
            Verb::Induce(induce) => induce.run(face),
            Verb::Learn(learn) => learn.run(face),
            Verb::New(new) => new.run(face),
            Verb::Play(play) => play.run(face),
            Verb::Predict(predict) => predict.run(face),
            Verb::Quiz(quiz) => quiz.run(face),
            Verb::Serve(serve) => serve.run(face),
            Verb::Solve(solve) => solve.run(face),
            Verb::Query(query) => query.run(face),
            Verb::Reproduce(reproduce) => reproduce.run(face),
            Verb::Rules(rules) => rules.run(face),
        }
    }
}

/// Runs the command with these arguments, the program's name first, and gives its
/// exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    run_with(arguments, Face::new)
}

/// The same with the long calls of `play`, `learn`, `features`, `induce`, `solve` and
/// `reproduce` made elsewhere.
pub fn run_elsewhere(
    arguments: impl IntoIterator<Item = OsString>,
    elsewhere: Box<Elsewhere>,
) -> u8 {
    run_with(arguments, |seed, json| Face::calling(seed, json, elsewhere))
}

fn run_with(
    arguments: impl IntoIterator<Item = OsString>,
    face: impl FnOnce(Seed, bool) -> Face,
) -> u8 {
    let command = match Command::try_parse_from(arguments) {
        Ok(command) => command,
        Err(error) => {
            let printed = error.print().and_then(|()| io::stdout().flush());
            return match printed {
                // Help is the answer, which must arrive. Nobody may be reading a
                // message: the exit code remains.
                Err(cause) if !error.use_stderr() => Failure::output(cause).report(),
                _ => u8::try_from(error.exit_code()).unwrap_or(2),
            };
        }
    };
    if let Some(threads) = command.common.threads {
        if threads == 0 {
            return Failure::new("--threads must be at least 1").report();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        if let Err(error) = pool.build_global() {
            let message = format!("cannot start {threads} threads ({error}); ask for fewer");
            return Failure::new(message).report();
        }
    }
    let face = face(Seed(command.common.seed), command.common.json);
    match command.verb.run(&face) {
        Ok(exit) => exit_code(exit),
        Err(failure) => failure.report(),
    }
}
