//! `stratalog learn GAME --with migo`: rules learned from play.

use std::io::{self, Write};

use stratalog::learn_migo::{Answer, LearningOrder, MigoOptions, Request, Starts, Study};

use super::certified;
use super::learn::Learn;
use crate::face::Face;
use crate::outcome::{Exit, Failure};

pub fn run(call: &Learn, face: &Face) -> Result<Exit, Failure> {
    let usual = MigoOptions::default();
    let request = Request {
        board: call.board.clone(),
        options: MigoOptions {
            games: call.games.unwrap_or(usual.games),
            variant: match call.variant.as_deref() {
                Some("separated") => LearningOrder::Separated,
                _ => LearningOrder::Mixed,
            },
            against: call.against.clone().unwrap_or(usual.against),
            starts: match call.starts.as_deref() {
                Some("active") => Starts::Active,
                _ => Starts::Random,
            },
            as_published: call.as_published,
            from: call.from.clone(),
            study: !call.no_study,
            limit_positions: call.limit_positions,
        },
        seed: face.seed,
        out: call.out.clone(),
        ..Request::new(&call.game)
    };
    let answer = face.ask("learn_migo", &request, Request::run)?;
    if let Some(why) = &answer.nothing {
        face.tell(&format!("nothing was learned: {why}"));
    } else if answer.is_refuted() {
        face.tell("the strategy is not optimal");
    }
    face.show(&answer, print)
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let results = &answer.results;
    let (game, board) = (&answer.game, &answer.board);
    let (games, teacher) = (results.games, &results.teacher);
    writeln!(
        out,
        "{game} {board}: learned from {games} games (teacher: {teacher})\n"
    )?;
    for clause in &answer.clauses {
        writeln!(out, "  {clause}")?;
    }
    writeln!(out)?;
    for sentence in &answer.english {
        writeln!(out, "{sentence}")?;
    }
    writeln!(out, "\nwhich rules call which:")?;
    for (caller, called) in &answer.calls {
        writeln!(out, "  {caller} -> {}", called.join(", "))?;
    }
    writeln!(out)?;
    if let Some(regret) = results.regret {
        writeln!(out, "regret while learning: {regret}")?;
    }
    writeln!(out, "time: {:.6} seconds a game", results.seconds_per_game)?;
    if let Some(study) = &results.study {
        writeln!(out, "{}", studied(study))?;
    }
    match &results.certificate {
        Some(certificate) => certified::print(certificate, out)?,
        None => writeln!(out, "the strategy is not certified")?,
    }
    match &answer.strategy {
        Some(path) => writeln!(out, "saved as {}", path.display()),
        None => writeln!(out, "nothing was saved"),
    }
}

fn studied(study: &Study) -> String {
    let (positions, examples) = (study.positions, study.examples);
    let visited =
        format!("studied {positions} positions up to symmetry: {examples} moves became examples, ");
    match study.ended.as_str() {
        "consistent" => visited + "then every rule agreed with those before it",
        "unexplained" => visited + "some of which no rule explains",
        "stopped" => visited + "then it was stopped",
        _ => "not studied: more positions can be reached than --limit-positions allows".to_owned(),
    }
}
