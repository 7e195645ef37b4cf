//! `stratalog learn minesweeper`: rules learned from examples, at work and in words.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use stratalog_logic::Term;
use stratalog_minesweeper::mio::deducible::Deducible;
use stratalog_minesweeper::mio::english::english;
use stratalog_minesweeper::mio::learn::{Learned, LessonReport, StrategyLearner};
use stratalog_minesweeper::mio::player::Guess;
use stratalog_minesweeper::mio::rule::{Rule, Target};
use stratalog_minesweeper::mio::strategy::rule_text;
use stratalog_minesweeper::mio::trial::{Trial, TrialReport};
use stratalog_minesweeper::{Board, FirstMove, Minesweeper};
use stratalog_run::Interval;
use stratalog_run::Seed;

use super::learn::Learn;
use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::waiting::{with_bar, with_spinner};
use crate::whole_file::write_whole;

/// Which rules a player has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lessons {
    /// Those of the first lesson, from the paper's background.
    First,
    /// All.
    All,
}

/// Rules, a way to guess, a name, and what the paper measured.
const PLAYERS: [(Lessons, Guess, &str, Option<f64>); 6] = [
    (
        Lessons::First,
        Guess::Random,
        "first rules, random guesses",
        Some(0.52),
    ),
    (
        Lessons::First,
        Guess::LocalMaxima,
        "first rules, least local maximum",
        Some(0.60),
    ),
    (
        Lessons::First,
        Guess::Exact,
        "first rules, exact probabilities",
        None,
    ),
    (Lessons::All, Guess::Random, "rules, random guesses", None),
    (
        Lessons::All,
        Guess::LocalMaxima,
        "rules, least local maximum",
        None,
    ),
    (
        Lessons::All,
        Guess::Exact,
        "rules, exact probabilities",
        None,
    ),
];

/// Random positions in which the deducible squares are counted.
const POSITIONS: u64 = 5_000;

struct Measured {
    lessons: Lessons,
    guess: Guess,
    name: &'static str,
    published: Option<f64>,
    report: TrialReport,
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
    let first = learned
        .lessons
        .first()
        .map(|lesson| Arc::clone(&lesson.rules));
    let before = first.unwrap_or_default();
    if !common.json {
        print_rules(&learned, learning_seconds);
    }
    let game = Minesweeper::new(board, FirstMove::Any);
    let measured: Vec<Measured> = PLAYERS
        .into_iter()
        .map(|(lessons, guess, name, published)| {
            let rules = match lessons {
                Lessons::First => &before,
                Lessons::All => &rules,
            };
            let trial = Trial::new(&game, Arc::clone(rules))
                .guess(guess)
                .games(games)
                .seed(Seed(common.seed).derive("games"));
            let report = with_bar(games, name, |counter| trial.progress(counter).run());
            Measured {
                lessons,
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
    write_whole(&path, learned.strategy.text())?;
    let seed = Seed(common.seed);
    let deducible = Deduced {
        before: Deducible::measure(board, &before, POSITIONS, seed),
        after: Deducible::measure(board, &rules, POSITIONS, seed),
    };
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
            "results": measured.iter().map(Measured::json).collect::<Vec<_>>(),
            "deducible": {
                "before": deducible_json(&deducible.before),
                "after": deducible_json(&deducible.after),
            },
            "explored": explored(&learned),
            "searches": searches(&learned),
            "examples": examples(&learned),
            "tests": tests(&learned),
            "learning_seconds": learning_seconds,
            "seconds": seconds,
        }));
    } else {
        print_results(board, &rules, &measured);
        print_deducible(&deducible, &measured);
        println!(
            "\nSaved to {} ({seconds:.1} seconds in all).",
            path.display()
        );
    }
    Ok(Exit::Done)
}

/// What can be deduced and what the rules deduce, with the rules of the first
/// lesson and with all.
struct Deduced {
    before: Deducible,
    after: Deducible,
}

impl Measured {
    fn interval(&self) -> Interval {
        Interval::wilson(self.report.wins, self.report.games)
    }

    /// Guesses where a sure move existed, which only a player that asks the
    /// belief state can tell.
    fn needless(&self) -> Option<u64> {
        (self.guess == Guess::Exact).then_some(self.report.moves.needless)
    }

    fn json(&self) -> Value {
        let guesses = self.report.moves.guesses;
        json!({
            "player": self.name,
            "games": self.report.games,
            "wins": self.report.wins,
            "win_rate": self.report.win_rate(),
            "ci95": self.interval(),
            "published": self.published,
            "moves_by_rule": self.report.moves.by_rule,
            "guesses": guesses,
            "needless_guesses": self.needless(),
            "needless_share": self.needless().map(|count| share(count, guesses)),
            "needless_ci95": self.needless().map(|count| Interval::wilson(count, guesses)),
        })
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn deducible_json(counts: &Deducible) -> Value {
    json!({
        "positions": counts.positions,
        "safe": counts.safe,
        "safe_found": counts.safe_found,
        "mines": counts.mines,
        "mines_found": counts.mines_found,
        "wrong": counts.wrong,
        "share": share(counts.found(), counts.squares()),
        "ci95": Interval::wilson(counts.found(), counts.squares()),
    })
}

fn explored(learned: &Learned) -> usize {
    let searches = learned.lessons.iter().flat_map(LessonReport::searches);
    searches.map(|search| search.explored).sum()
}

fn searches(learned: &Learned) -> usize {
    let searches = learned.lessons.iter().flat_map(LessonReport::searches);
    searches.count()
}

fn examples(learned: &Learned) -> usize {
    learned.lessons.iter().map(LessonReport::examples).sum()
}

fn tests(learned: &Learned) -> u64 {
    learned.lessons.iter().map(LessonReport::tests).sum()
}

fn print_rules(learned: &Learned, seconds: f64) {
    for rule in &learned.strategy.rules {
        println!("{}: {}\n", rule.name, english(rule));
        for line in rule_text(rule).trim_end().lines() {
            println!("    {line}");
        }
        println!();
    }
    let (examples, searches) = (examples(learned), searches(learned));
    println!(
        "Learned from {examples} examples in {seconds:.1} seconds: {searches} searches, \
         {} clauses explored a search, {} coverage tests.\n",
        explored(learned) / searches.max(1),
        tests(learned)
    );
}

fn print_results(board: Board, rules: &[Rule], measured: &[Measured]) {
    let games = measured.first().map_or(0, |one| one.report.games);
    println!("{games} games on {board}, the first move may be a mine:\n");
    println!(
        "  {:<34} {:>7}   {:<15} {:>5}",
        "player", "won", "95% interval", "paper"
    );
    for one in measured {
        let interval = one.interval();
        let published = one
            .published
            .map_or(String::new(), |rate| format!("{:.0}%", 100.0 * rate));
        println!(
            "  {:<34} {:>6.2}%   {:>5.2} to {:>5.2}%  {:>5}",
            one.name,
            100.0 * one.report.win_rate(),
            100.0 * interval.low,
            100.0 * interval.high,
            published
        );
    }
    println!("  {:<34} {:>7}   {:<15} {:>5}", "a person", "", "", "35%");
    println!("  {:<34} {:>7}   {:<15} {:>5}", "PGMS", "", "", "60%");
    if let Some(random) = measured
        .iter()
        .find(|one| one.name == "rules, random guesses")
    {
        let moves = &random.report.moves;
        let by_rule: Vec<String> = rules
            .iter()
            .zip(&moves.by_rule)
            .filter(|(rule, _)| rule.target != Target::Absurd)
            .map(|(rule, count)| format!("{} {count}", rule.name))
            .collect();
        println!(
            "\nMoves of all rules with random guesses: {}, guesses {}.",
            by_rule.join(", "),
            moves.guesses
        );
    }
}

fn print_deducible(deducible: &Deduced, measured: &[Measured]) {
    println!(
        "\nPast the paper: what its rules leave unseen.\n\n  {:<52} {:>13} {:>13}",
        "", "first rules", "all rules"
    );
    let needless = |lessons: Lessons| {
        let mut exact = measured.iter();
        let found = exact.find(|one| one.lessons == lessons && one.guess == Guess::Exact);
        found.map_or((0, 0), |one| {
            (one.report.moves.needless, one.report.moves.guesses)
        })
    };
    let (before, after) = (&deducible.before, &deducible.after);
    let rows = [
        (
            "guesses where a sure move existed",
            needless(Lessons::First),
            needless(Lessons::All),
        ),
        (
            "safe squares found of those that can be deduced",
            (before.safe_found, before.safe),
            (after.safe_found, after.safe),
        ),
        (
            "mines found of those that can be deduced",
            (before.mines_found, before.mines),
            (after.mines_found, after.mines),
        ),
    ];
    for (name, first, all) in rows {
        let text = |(part, whole): (u64, u64)| format!("{part}/{whole}");
        println!("  {name:<52} {:>13} {:>13}", text(first), text(all));
        let text = |(part, whole): (u64, u64)| {
            let interval = Interval::wilson(part, whole);
            format!(
                "{:.2}% ({:.2} to {:.2})",
                100.0 * share(part, whole),
                100.0 * interval.low,
                100.0 * interval.high
            )
        };
        println!("  {:<26} {:>26} {:>26}", "", text(first), text(all));
    }
    println!(
        "  squares the rules are wrong about in {} positions: {} and {}",
        after.positions, before.wrong, after.wrong
    );
}
