//! `stratalog learn minesweeper`: rules learned from examples, at work and in words.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use stratalog_arena::interval::Interval;
use stratalog_game::Seed;
use stratalog_game::minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_logic::Term;
use stratalog_mio::minesweeper::english::english;
use stratalog_mio::minesweeper::learn::{Learned, StrategyLearner};
use stratalog_mio::minesweeper::player::Guess;
use stratalog_mio::minesweeper::rule::Rule;
use stratalog_mio::minesweeper::strategy::rule_text;
use stratalog_mio::minesweeper::trial::{Trial, TrialReport};

use super::learn::Learn;
use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::progress::{with_bar, with_spinner};

/// A way to guess, its name and what the paper measured for it.
const GUESSES: [(Guess, &str, Option<f64>); 3] = [
    (Guess::Random, "rules, random guesses", Some(0.52)),
    (Guess::LocalMaxima, "rules, least local maximum", Some(0.60)),
    (Guess::Exact, "rules, exact probabilities", None),
];

struct Measured {
    guess: Guess,
    name: &'static str,
    published: Option<f64>,
    report: TrialReport,
}

impl Measured {
    fn interval(&self) -> Interval {
        Interval::wilson(self.report.wins, self.report.games)
    }
}

pub fn run(call: &Learn, common: &Common) -> Result<Exit, Failure> {
    let started = Instant::now();
    let games = call.games.unwrap_or(10_000);
    let board: Board = call.board.as_deref().unwrap_or("8x8/10").parse()?;
    let path = call
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("minesweeper-strategy.pl"));
    let learner = StrategyLearner::new(board)
        .seed(Seed(common.seed))
        .examples_from(call.examples_from.clone())
        .state_beside(path.clone());
    let mut learned = with_spinner("learning rules", || learner.run())?;
    let learning_seconds = started.elapsed().as_secs_f64();
    let rules = Arc::new(learned.strategy.rules.clone());
    if !common.json {
        print_rules(&learned, learning_seconds);
    }
    let game = Minesweeper::new(board, FirstMove::Any);
    let measured: Vec<Measured> = GUESSES
        .into_iter()
        .map(|(guess, name, published)| {
            let trial = Trial::new(&game, Arc::clone(&rules))
                .guess(guess)
                .games(games)
                .seed(Seed(common.seed).derive("games"));
            let report = with_bar(games, name, |counter| trial.progress(counter).run());
            Measured {
                guess,
                name,
                published,
                report,
            }
        })
        .collect();
    for one in &measured {
        let fact = Term::compound(
            "won",
            [
                Term::integer(one.report.wins),
                Term::integer(one.report.games),
            ],
        );
        let key = one.name.replace(", ", "_").replace(' ', "_");
        learned.strategy.about.push((key, fact));
    }
    std::fs::write(&path, learned.strategy.text())
        .map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))?;
    let seconds = started.elapsed().as_secs_f64();
    if common.json {
        print_json(&json!({
            "game": "minesweeper",
            "learner": "mio",
            "board": board.to_string(),
            "first_move": "any",
            "seed": common.seed,
            "strategy": path.display().to_string(),
            "clauses": rules.iter().map(rule_text).collect::<Vec<_>>(),
            "english": rules.iter().map(english).collect::<Vec<_>>(),
            "names": rules.iter().map(|rule| rule.name.clone()).collect::<Vec<_>>(),
            "results": measured.iter().map(|one| json!({
                "player": one.name,
                "games": one.report.games,
                "wins": one.report.wins,
                "win_rate": one.report.win_rate(),
                "ci95": one.interval(),
                "published": one.published,
                "moves_by_rule": one.report.moves.by_rule,
                "guesses": one.report.moves.guesses,
                "needless_guesses": match one.guess {
                    Guess::Exact => Some(one.report.moves.needless),
                    Guess::Random | Guess::LocalMaxima => None,
                },
            })).collect::<Vec<_>>(),
            "explored": explored(&learned),
            "searches": searches(&learned),
            "examples": learned.safe.examples.len() + learned.mine.examples.len(),
            "learning_seconds": learning_seconds,
            "seconds": seconds,
        }));
    } else {
        print_results(board, &rules, &measured);
        println!(
            "\nSaved to {} ({seconds:.1} seconds in all).",
            path.display()
        );
    }
    Ok(Exit::Done)
}

fn explored(learned: &Learned) -> usize {
    let searches = learned.safe.searches.iter().chain(&learned.mine.searches);
    searches.map(|search| search.explored).sum()
}

fn searches(learned: &Learned) -> usize {
    learned.safe.searches.len() + learned.mine.searches.len()
}

fn print_rules(learned: &Learned, seconds: f64) {
    for rule in &learned.strategy.rules {
        println!("{}: {}\n", rule.name, english(rule));
        for line in rule_text(rule).trim_end().lines() {
            println!("    {line}");
        }
        println!();
    }
    let examples = learned.safe.examples.len() + learned.mine.examples.len();
    let searches = searches(learned);
    println!(
        "Learned from {examples} examples in {seconds:.1} seconds: {searches} searches, \
         {} clauses explored a search.\n",
        explored(learned) / searches.max(1)
    );
}

fn print_results(board: Board, rules: &[Rule], measured: &[Measured]) {
    let games = measured.first().map_or(0, |one| one.report.games);
    println!("{games} games on {board}, the first move may be a mine:\n");
    println!(
        "  {:<30} {:>7}   {:<15} {:>5}",
        "player", "won", "95% interval", "paper"
    );
    for one in measured {
        let interval = one.interval();
        let published = one
            .published
            .map_or(String::new(), |rate| format!("{:.0}%", 100.0 * rate));
        println!(
            "  {:<30} {:>6.2}%   {:>5.2} to {:>5.2}%  {:>5}",
            one.name,
            100.0 * one.report.win_rate(),
            100.0 * interval.low,
            100.0 * interval.high,
            published
        );
    }
    println!("  {:<30} {:>7}   {:<15} {:>5}", "a person", "", "", "35%");
    println!("  {:<30} {:>7}   {:<15} {:>5}", "PGMS", "", "", "60%");
    if let Some(exact) = measured.iter().find(|one| one.guess == Guess::Exact) {
        let moves = &exact.report.moves;
        println!(
            "\nA sure move existed in {} of {} positions without a rule ({:.1}%).",
            moves.needless,
            moves.guesses,
            100.0 * moves.needless as f64 / moves.guesses.max(1) as f64
        );
    }
    if let Some(first) = measured.first() {
        let moves = &first.report.moves;
        let by_rule: Vec<String> = rules
            .iter()
            .zip(&moves.by_rule)
            .map(|(rule, count)| format!("{} {count}", rule.name))
            .collect();
        println!(
            "Moves with random guesses: {}, guesses {}.",
            by_rule.join(", "),
            moves.guesses
        );
    }
}
