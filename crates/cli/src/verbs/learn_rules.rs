//! `stratalog learn GAME --with rules`: a short list of rules in the board's words.

use std::io::{self, Write};

use stratalog::learn_rules::{Agreement, Answer, Request, Results, RuleExample, RulesOptions};

use super::certified::{self, counted};
use super::learn::Learn;
use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// More moves of an example than this are counted.
const MOST_MOVES: usize = 4;

pub fn run(call: &Learn, face: &Face) -> Result<Exit, Failure> {
    let usual = RulesOptions::default();
    let request = Request {
        board: call.board.clone(),
        options: RulesOptions {
            limit_positions: call.limit_positions.unwrap_or(usual.limit_positions),
            games: call.games.unwrap_or(usual.games),
            against: call
                .against
                .clone()
                .unwrap_or_else(|| usual.against.clone()),
            ..usual
        },
        seed: face.seed,
        out: call.out.clone(),
        ..Request::new(&call.game)
    };
    let answer = face.ask("learn_rules", &request, Request::run)?;
    if let Some(why) = &answer.nothing {
        face.tell(&format!("nothing was learned: {why}"));
    } else if !answer.is_optimal() && answer.results.agreement.is_none() {
        face.tell("the rules do not decide every position");
    }
    face.show(&answer, print)
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let results = &answer.results;
    let (game, board) = (&answer.game, &answer.board);
    match &results.agreement {
        Some(agreement) => writeln!(
            out,
            "{game} {board}: learned from {} choices of {}\n",
            results.positions, agreement.teacher
        )?,
        None => writeln!(
            out,
            "{game} {board}: {} of {} positions have moves that are not best\n",
            results.contested, results.positions
        )?,
    }
    if answer.nothing.is_some() {
        return writeln!(out, "nothing was saved");
    }
    let lines = answer.english.iter().zip(&answer.clauses);
    for ((sentence, clause), rule) in lines.zip(&answer.rules) {
        writeln!(
            out,
            "{sentence}\n  {clause}\n  decides {}{}",
            counted(rule.decides, "position"),
            if rule.example.is_some() {
                ", such as"
            } else {
                ""
            }
        )?;
        if let Some(example) = &rule.example {
            print_example(example, out)?;
        }
    }
    writeln!(
        out,
        "\n{} with {}",
        counted(answer.rules.len() as u64, "rule"),
        counted(results.size as u64, "condition")
    )?;
    match &results.agreement {
        Some(agreement) => print_agreement(agreement, out)?,
        None => print_solved(results, answer.players, out)?,
    }
    if let Some(solution) = &results.solution {
        let (moves, count) = (solution.join(" "), solution.len());
        writeln!(out, "solved from the start in {count} moves: {moves}")?;
    }
    match &answer.strategy {
        Some(path) => writeln!(out, "saved as {}", path.display()),
        None => writeln!(out, "nothing was saved"),
    }
}

/// The smallest position that a rule decides, and the moves that it names there.
fn print_example(example: &RuleExample, out: &mut dyn Write) -> io::Result<()> {
    let drawing = example.drawing.to_string();
    for line in drawing.trim_end().lines() {
        writeln!(out, "    {line}")?;
    }
    let shown: Vec<&str> = example
        .moves
        .iter()
        .take(MOST_MOVES)
        .map(String::as_str)
        .collect();
    let more = match example.moves.len().saturating_sub(MOST_MOVES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    writeln!(out, "    here: {}{more}", shown.join(", "))
}

fn print_solved(results: &Results, players: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "no right list of rules with one or two conditions each has fewer than {}",
        counted(results.bound as u64, "condition")
    )?;
    let lost = match players {
        1 => "games that do not solve it",
        _ => "games lost to a perfect opponent",
    };
    writeln!(out, "\nrules  conditions  optimal positions  {lost}")?;
    for point in &results.curve {
        writeln!(
            out,
            "{:>5}  {:>10}  {:>16.1}%  {} of {} ({:.1}% to {:.1}%)",
            point.rules,
            point.conditions,
            100.0 * point.optimal,
            point.lost,
            point.games,
            100.0 * point.ci95[0],
            100.0 * point.ci95[1]
        )?;
    }
    writeln!(out)?;
    match &results.certificate {
        Some(certificate) => certified::print(certificate, out),
        None => writeln!(out, "the strategy is not certified"),
    }
}

fn print_agreement(agreement: &Agreement, out: &mut dyn Write) -> io::Result<()> {
    let Agreement {
        teacher,
        positions,
        decided,
        agreed,
        ..
    } = agreement;
    writeln!(
        out,
        "in other games of {teacher}, the rules name a move in {decided} of {positions} positions \
         and only its move in {agreed} of those ({:.1}% to {:.1}%; a random move: {:.1}%)",
        100.0 * agreement.ci95[0],
        100.0 * agreement.ci95[1],
        100.0 * agreement.chance
    )
}
