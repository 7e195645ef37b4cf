//! What is found by playing: positions without a move, missing goals, clauses
//! that never apply, games without an end.

use std::time::Instant;

use rand::Rng;

use super::{Effort, Findings, Severity};
use crate::game::RulesheetGame;
use crate::lanes::MAX_STEPS;
use crate::position::{Move, Position};
use stratalog_game::game::Game;
use stratalog_run::Seed;

/// How many moves of a game a message shows.
const SHOWN_MOVES: usize = 12;

pub fn check(game: &RulesheetGame, effort: Effort, findings: &mut Findings<'_>) {
    findings.report.roles = game.all_roles().to_vec();
    never_legal(game, findings);
    let started = Instant::now();
    let mut steps = 0;
    let mut endless = 0;
    let mut ended = 0u64;
    for index in 0..effort.games {
        let mut rng = Seed(1).stream(index);
        let mut position = game.raw_initial();
        let mut history: Vec<Vec<Move>> = Vec::new();
        loop {
            if game.is_terminal(&position) {
                check_goals(game, &position, &history, findings);
                ended += 1;
                break;
            }
            if history.len() as u32 >= MAX_STEPS {
                endless += 1;
                break;
            }
            if steps >= effort.steps || started.elapsed() > effort.time {
                if ended == 0 {
                    endless += 1;
                }
                report_endless(endless, index, findings);
                return;
            }
            let Some(joint) = draw(game, &position, &mut rng) else {
                report_stuck(game, &position, &history, findings);
                return;
            };
            game.play_joint(&mut position, &joint);
            history.push(joint);
            steps += 1;
        }
        if !findings.report.is_ok() {
            return;
        }
    }
    report_endless(endless, effort.games, findings);
}

/// A random joint move; none where a role has no legal one.
fn draw(
    game: &RulesheetGame,
    position: &Position,
    rng: &mut stratalog_run::Stream,
) -> Option<Vec<Move>> {
    (0..game.all_roles().len())
        .map(|role| {
            let moves = game.legal_of(position, role);
            let rank = ((rng.next_u64() >> 32) * moves.len() as u64) >> 32;
            moves.get(rank as usize).copied()
        })
        .collect()
}

fn moves_so_far(game: &RulesheetGame, history: &[Vec<Move>]) -> String {
    if history.is_empty() {
        return "at the start".to_owned();
    }
    let joint = |moves: &Vec<Move>| {
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        match texts.len() {
            1 => texts.concat(),
            _ => format!("({})", texts.join(", ")),
        }
    };
    let skipped = history.len().saturating_sub(SHOWN_MOVES);
    let shown: Vec<String> = history[skipped..].iter().map(joint).collect();
    let before = match skipped {
        0 => "after".to_owned(),
        n => format!("after {n} moves and then"),
    };
    format!("{before} {}", shown.join(" "))
}

fn report_stuck(
    game: &RulesheetGame,
    position: &Position,
    history: &[Vec<Move>],
    findings: &mut Findings<'_>,
) {
    let idle = (0..game.all_roles().len()).find(|&role| game.legal_of(position, role).is_empty());
    let role = idle.map_or("somebody", |role| game.all_roles()[role].as_str());
    let clause = findings.places.first_clause("legal");
    let place = findings.places.clause(clause.unwrap_or(0));
    findings.add(
        Severity::Error,
        place,
        format!(
            "{role} has no legal move {}, and the game is not over; \
             add a legal move (such as noop) or a terminal clause",
            moves_so_far(game, history)
        ),
    );
}

fn check_goals(
    game: &RulesheetGame,
    position: &Position,
    history: &[Vec<Move>],
    findings: &mut Findings<'_>,
) {
    let clause = findings.places.first_clause("goal").unwrap_or(0);
    let place = findings.places.clause(clause);
    for role in 0..game.role_count() {
        let name = &game.all_roles()[role];
        let goals = game.goals(position, role);
        if let Some(value) = goals.iter().find(|value| !(0..=100).contains(*value)) {
            findings.add(
                Severity::Error,
                place,
                format!(
                    "{name} has the goal {value} {}; goals go from 0 to 100",
                    moves_so_far(game, history)
                ),
            );
        }
        let what = match goals.len() {
            0 => "no goal".to_owned(),
            1 => continue,
            _ => {
                let texts: Vec<String> = goals.iter().map(i64::to_string).collect();
                format!("the goals {} at once", texts.join(" and "))
            }
        };
        // One message a role says it; a hundred games would say it again.
        let is_known = findings
            .report
            .problems
            .iter()
            .any(|p| p.message.starts_with(&format!("{name} has ")));
        if is_known {
            continue;
        }
        findings.add(
            findings.strictness(),
            place,
            format!(
                "{name} has {what} when the game ends {}; give every role exactly one",
                moves_so_far(game, history)
            ),
        );
    }
}

/// Clauses of `legal` that no position can ever meet.
fn never_legal(game: &RulesheetGame, findings: &mut Findings<'_>) {
    let Some(idle) = game.idle_legal_clauses() else {
        return;
    };
    for &clause in idle {
        let place = findings.places.clause(clause);
        findings.add(
            findings.strictness(),
            place,
            "this legal can never hold: nothing that can be true meets its conditions",
        );
    }
}

fn report_endless(endless: u64, games: u64, findings: &mut Findings<'_>) {
    if endless == 0 {
        return;
    }
    let clause = findings.places.first_clause("terminal").unwrap_or(0);
    let place = findings.places.clause(clause);
    findings.add(
        Severity::Warning,
        place,
        format!(
            "{endless} of {} random games did not end; \
             a step counter in terminal would end every game",
            games.max(endless)
        ),
    );
}
