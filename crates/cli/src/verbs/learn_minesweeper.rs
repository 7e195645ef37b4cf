//! `stratalog learn minesweeper`: rules learned from examples, in words and at
//! work.

use std::io::{self, Write};

use stratalog::learn_minesweeper::{Answer, DeducibleShare, PlayerResult, Request};
use stratalog::{Ended, Interval};

use super::learn::Learn;
use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Learns, and prints the rules and what they are worth.
pub fn run(call: &Learn, face: &Face) -> Result<Exit, Failure> {
    let default = Request::default();
    let request = Request {
        board: call.board.clone().unwrap_or(default.board),
        games: call.games.unwrap_or(default.games),
        as_published: call.as_published,
        examples_from: call.examples_from.clone(),
        out: call.out.clone().unwrap_or(default.out),
        seed: face.seed,
    };
    let answer = face.ask("learn_minesweeper", &request, Request::run)?;
    if let Some(resume) = &answer.resume {
        face.tell(&format!("stopped; {resume}"));
    } else if answer.ended == Ended::Stopped {
        face.tell("stopped while measuring; the strategy is saved");
    }
    face.show(&answer, print)
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    if answer.clauses.is_empty() {
        return writeln!(out, "no rule was learned");
    }
    let rules = answer
        .names
        .iter()
        .zip(&answer.english)
        .zip(&answer.clauses);
    for (at, ((name, english), clause)) in rules.enumerate() {
        writeln!(out, "{name}: {english}\n")?;
        for line in clause.trim_end().lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)?;
        if let Some(Some(picture)) = answer.pictures.get(at) {
            for line in picture.drawing.lines() {
                writeln!(out, "    {line}")?;
            }
            writeln!(out)?;
        }
    }
    writeln!(
        out,
        "In the pictures s is safe and m a mine by the rule; it uses the numbers in brackets.\n"
    )?;
    print_guessing(answer, out)?;
    let explored = answer.explored / answer.searches.max(1);
    writeln!(
        out,
        "Learned from {} examples in {:.1} seconds: {} searches, {explored} clauses explored a \
         search, {} coverage tests.",
        answer.examples, answer.learning_seconds, answer.searches, answer.tests
    )?;
    let labels = match answer.labels.as_str() {
        "contents" => "what lies under it, as published; the background is the paper's",
        _ => "what the exact belief state deduces",
    };
    writeln!(out, "A square is labelled by {labels}.\n")?;
    print_players(answer, out)?;
    print_deducible(answer, out)?;
    let path = answer.strategy.clone().unwrap_or_default();
    let seconds = answer.elapsed.seconds;
    writeln!(out, "\nSaved to {} ({seconds:.1} seconds).", path.display())
}

fn print_guessing(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let Some(guessing) = &answer.guessing else {
        return Ok(());
    };
    writeln!(
        out,
        "Where no rule applies, the first of these that names a square says which to guess:\n"
    )?;
    for (name, english) in guessing.names.iter().zip(&guessing.english) {
        writeln!(out, "{name}: {english}")?;
    }
    writeln!(
        out,
        "\nOn {} positions of other games such a guess gives away {:.2}% of the chance to win, \
         compared with the champion's; a random guess {:.2}%.\n",
        guessing.tested_on,
        100.0 * guessing.loss,
        100.0 * guessing.random_loss
    )
}

fn print_players(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let players = &answer.results.players;
    let Some(first) = players.first() else {
        return Ok(());
    };
    writeln!(
        out,
        "{} games on {}, the first move may be a mine:\n",
        first.games, answer.board
    )?;
    writeln!(
        out,
        "  {:<34} {:>7}   {:<15} {:>5}",
        "player", "won", "95% interval", "paper"
    )?;
    for one in players {
        let published = one.published;
        let published = published.map_or(String::new(), |rate| format!("{:.0}%", 100.0 * rate));
        writeln!(
            out,
            "  {:<34} {:>6.2}%   {:>5.2} to {:>5.2}%  {published:>5}",
            one.player,
            100.0 * one.win_rate,
            100.0 * one.ci95.low,
            100.0 * one.ci95.high,
        )?;
    }
    for (name, rate) in [("a person", "35%"), ("PGMS", "60%")] {
        writeln!(out, "  {name:<34} {:>7}   {:<15} {rate:>5}", "", "")?;
    }
    let random = players
        .iter()
        .find(|one| one.player == "rules, random guesses");
    if let Some(random) = random {
        let by_rule: Vec<String> = answer
            .names
            .iter()
            .zip(&random.moves_by_rule)
            .filter(|(_, count)| **count > 0)
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        writeln!(
            out,
            "\nMoves of all rules with random guesses: {}, guesses {}.",
            by_rule.join(", "),
            random.guesses
        )?;
    }
    Ok(())
}

fn print_deducible(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "\nBeyond the paper: what its rules do not find.\n\n  {:<52} {:>13} {:>13}",
        "", "first rules", "all rules"
    )?;
    let exact: Vec<(u64, u64)> = answer
        .results
        .players
        .iter()
        .filter_map(|one: &PlayerResult| Some((one.needless_guesses?, one.guesses)))
        .collect();
    let (before, after) = (&answer.deducible.before, &answer.deducible.after);
    let both = |part: fn(&DeducibleShare) -> (u64, u64)| [part(before), part(after)];
    let mut rows = vec![
        (
            "safe squares found of those that can be deduced",
            both(|one| (one.safe_found, one.safe)),
        ),
        (
            "mines found of those that can be deduced",
            both(|one| (one.mines_found, one.mines)),
        ),
    ];
    if let [first, all] = exact[..] {
        rows.insert(
            0,
            ("guesses where a safe square could be deduced", [first, all]),
        );
    }
    for (name, values) in rows {
        let [first, all] = values.map(|(part, whole)| format!("{part}/{whole}"));
        writeln!(out, "  {name:<52} {first:>13} {all:>13}")?;
        let [first, all] = values.map(|(part, whole)| {
            let interval = Interval::wilson(part, whole);
            format!(
                "{:.2}% ({:.2} to {:.2})",
                100.0 * part as f64 / whole.max(1) as f64,
                100.0 * interval.low,
                100.0 * interval.high
            )
        });
        writeln!(out, "  {:<26} {first:>26} {all:>26}", "")?;
    }
    writeln!(
        out,
        "  squares the rules are wrong about in {} positions: {} and {}",
        after.positions, before.wrong, after.wrong
    )
}
