//! `stratalog learn GAME --with rules`: a short list of rules in the board's words.

use std::io::{self, Write};

use stratalog::learn_rules::{Agreement, Answer, Request, Results, RulesOptions};

use super::certified;
use super::learn::Learn;
use crate::face::Face;
use crate::outcome::{Exit, Failure};

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
    let answer = face.run(|control| request.run(control))?;
    if !answer.has_learned() {
        face.tell(&nothing(&answer));
    } else if !answer.is_optimal() && answer.results.agreement.is_none() {
        face.tell("the rules do not decide every position");
    }
    face.show(&answer, print)
}

fn nothing(answer: &Answer) -> String {
    let results = &answer.results;
    if !answer.ended.is_done() {
        return "nothing was learned".to_owned();
    }
    if results.contested == 0 {
        return format!(
            "nothing was learned: in all {} positions every move is as good as any other",
            results.positions
        );
    }
    format!(
        "nothing was learned: none of the {} conditions considered names only best moves",
        results.considered
    )
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
    for ((sentence, clause), rule) in answer
        .english
        .iter()
        .zip(&answer.clauses)
        .zip(&answer.rules)
    {
        writeln!(
            out,
            "{sentence}\n  {clause}\n  decides {} positions",
            rule.decides
        )?;
    }
    writeln!(
        out,
        "\n{} with {}",
        counted(answer.rules.len(), "rule"),
        counted(results.size, "condition")
    )?;
    match &results.agreement {
        Some(agreement) => print_agreement(agreement, out)?,
        None => print_solved(results, out)?,
    }
    match &answer.strategy {
        Some(path) => writeln!(out, "saved as {}", path.display()),
        None => writeln!(out, "nothing was saved"),
    }
}

fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

fn print_solved(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "no right list of rules with one or two conditions each has fewer than {}",
        counted(results.bound, "condition")
    )?;
    writeln!(
        out,
        "\nrules  conditions  optimal positions  games lost to a perfect opponent"
    )?;
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
