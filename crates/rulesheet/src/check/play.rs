//! What is found by playing: positions without a move, missing goals, clauses
//! that never apply, games without an end.
//!
//! First the positions near the start are visited one by one, which finds what
//! random play meets rarely and covers small games completely; then random games
//! are played to their ends. Counts decide when to stop. The clock only keeps a
//! slow game from taking for ever, and nothing is concluded from it.

use std::collections::VecDeque;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::game::{Game, Turn};
use stratalog_logic::Functor;
use stratalog_run::Seed;

use super::{CheckEffort, Findings, Severity, UnusedClause};
use crate::game::RulesheetGame;
use crate::lanes::MAX_STEPS;
use crate::position::{Move, Position};
use crate::rule_use::{RuleUse, UnusedRule};

/// How many moves of a game a message shows.
const SHOWN_MOVES: usize = 12;
/// Joint moves of one position that are followed when positions are visited one
/// by one.
const MAX_JOINT_MOVES: usize = 2_000;

/// A sequence of joint moves.
type History = Vec<Vec<Move>>;

/// Plays a game to find what is wrong with it.
pub fn check(game: &RulesheetGame, effort: CheckEffort, findings: &mut Findings<'_>) {
    findings.report.roles = game.all_roles().to_vec();
    never_applied(game, findings);
    let rule_use = RuleUse::new(findings.sheet, game).ok();
    let mut check = PlayCheck {
        game,
        effort,
        findings,
        started: Instant::now(),
        repetition: None,
        rule_use,
    };
    check.visit_positions();
    check.play_games();
    check.report_endless();
    check.report_unused();
}

struct PlayCheck<'a, 'f> {
    game: &'a RulesheetGame,
    effort: CheckEffort,
    findings: &'a mut Findings<'f>,
    started: Instant,
    /// A game in which a position came up twice, and after how many moves it did
    /// for the first time.
    repetition: Option<(History, usize)>,
    /// Which rules applied; nothing where they cannot be watched.
    rule_use: Option<RuleUse>,
}

/// What is to be done after a position was looked at.
enum Next {
    Continue,
    Ended,
    Stop,
}

impl PlayCheck<'_, '_> {
    fn is_late(&self) -> bool {
        self.effort.stop.is_requested() || self.started.elapsed() > self.effort.time
    }

    /// Visits positions in the order of their distance from the start.
    fn visit_positions(&mut self) {
        let start = self.game.raw_initial();
        // How each position was reached: the position before, and the moves.
        let mut reached: Vec<Option<(usize, Vec<Move>)>> = vec![None];
        let mut known: FxHashSet<Vec<u64>> = FxHashSet::from_iter([start.facts.clone()]);
        let mut pending = VecDeque::from([(0, start)]);
        while let Some((number, position)) = pending.pop_front() {
            self.findings.report.positions += 1;
            let history = || history_of(&reached, number);
            match self.look(&position, history) {
                Next::Continue => {}
                Next::Ended => continue,
                Next::Stop => return,
            }
            for joint in self.joint_moves(&position) {
                if known.len() as u64 >= self.effort.positions || self.is_late() {
                    self.findings.report.is_complete = false;
                    return;
                }
                self.watch_move(&joint);
                let mut next = position.clone();
                self.game.play_joint(&mut next, &joint);
                if known.insert(next.facts.clone()) || next.turn == Turn::Failed {
                    reached.push(Some((number, joint)));
                    pending.push_back((reached.len() - 1, next));
                }
            }
        }
    }

    /// The joint moves of a position; where there are too many, the first ones.
    fn joint_moves(&mut self, position: &Position) -> Vec<Vec<Move>> {
        let mut joint: Vec<Vec<Move>> = vec![Vec::new()];
        for role in 0..self.game.all_roles().len() {
            let moves = self.game.legal_of(position, role);
            if joint.len() * moves.len() > MAX_JOINT_MOVES {
                self.findings.report.is_complete = false;
            }
            let extended = joint.iter().flat_map(|before| {
                let with = |&mv: &Move| before.iter().copied().chain([mv]).collect();
                moves.iter().map(with).collect::<Vec<Vec<Move>>>()
            });
            joint = extended.take(MAX_JOINT_MOVES).collect();
        }
        joint
    }

    fn play_games(&mut self) {
        let mut steps = 0;
        while self.findings.report.games < self.effort.games && self.findings.report.is_ok() {
            let mut rng = Seed(1).stream(self.findings.report.games);
            let mut position = self.game.raw_initial();
            let mut history: History = Vec::new();
            let mut met: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
            loop {
                match self.look(&position, || history.clone()) {
                    Next::Continue => {}
                    Next::Ended => break,
                    Next::Stop => return,
                }
                if history.len() as u32 >= MAX_STEPS {
                    self.findings.report.endless += 1;
                    break;
                }
                if steps >= self.effort.steps || self.is_late() {
                    return;
                }
                if self.repetition.is_none()
                    && let Some(first) = met.insert(position.facts.clone(), history.len())
                {
                    self.repetition = Some((history.clone(), first));
                }
                let Some(joint) = self.game.random_joint(&position, &mut rng) else {
                    return;
                };
                self.watch_move(&joint);
                self.game.play_joint(&mut position, &joint);
                history.push(joint.to_vec());
                steps += 1;
            }
            self.findings.report.games += 1;
        }
    }

    fn watch_move(&mut self, joint: &[Move]) {
        if let Some(rule_use) = &mut self.rule_use {
            rule_use.look_at_move(self.game, joint);
        }
    }

    /// Reports what is wrong in a position.
    fn look(&mut self, position: &Position, history: impl Fn() -> History) -> Next {
        if let Some(rule_use) = &mut self.rule_use {
            rule_use.look(self.game, position);
        }
        if position.turn == Turn::Failed {
            let cause = self.game.failure(position).unwrap_or_default();
            // Wrong goals are reported at the clause that gives them.
            if !position.goals.is_empty() {
                self.check_goals(position, &history());
            } else {
                let clause = self.findings.places.first_clause("next").unwrap_or(0);
                let place = self.findings.places.clause(clause);
                let moves = self.moves_so_far(&history());
                let message = format!("the rules cannot be evaluated {moves}: {cause}");
                self.findings.add(Severity::Error, place, message);
            }
            return Next::Stop;
        }
        if self.game.is_terminal(position) {
            self.check_goals(position, &history());
            return if self.findings.report.is_ok() {
                Next::Ended
            } else {
                Next::Stop
            };
        }
        let roles = self.game.all_roles();
        let stuck = (0..roles.len()).find(|&role| self.game.count(position, role) == 0);
        let Some(role) = stuck else {
            return Next::Continue;
        };
        let clause = self.findings.places.first_clause("legal").unwrap_or(0);
        let place = self.findings.places.clause(clause);
        let message = format!(
            "{} has no legal move {}, and the game is not over; \
             add a legal move (such as noop) or a terminal clause",
            roles[role],
            self.moves_so_far(&history())
        );
        self.findings.add(Severity::Error, place, message);
        Next::Stop
    }

    fn moves_so_far(&self, history: &[Vec<Move>]) -> String {
        if history.is_empty() {
            return "at the start".to_owned();
        }
        let joint = |moves: &Vec<Move>| {
            let texts: Vec<String> = moves.iter().map(|&mv| self.game.move_text(mv)).collect();
            if texts.len() == 1 {
                texts.concat()
            } else {
                format!("({})", texts.join(", "))
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

    fn check_goals(&mut self, position: &Position, history: &[Vec<Move>]) {
        let clause = self.findings.places.first_clause("goal").unwrap_or(0);
        let place = self.findings.places.clause(clause);
        for role in 0..self.game.role_count() {
            let name = &self.game.all_roles()[role];
            let goals = self.game.goals(position, role);
            if let Some(value) = goals.iter().find(|value| !(0..=100).contains(*value)) {
                let moves = self.moves_so_far(history);
                let message =
                    format!("{name} has the goal {value} {moves}; goals go from 0 to 100");
                self.findings.add(Severity::Error, place, message);
            }
            let what = match goals.len() {
                0 => "no goal".to_owned(),
                1 => continue,
                _ => {
                    let texts: Vec<String> = goals.iter().map(i64::to_string).collect();
                    format!("the goals {} at once", texts.join(" and "))
                }
            };
            // One message a role is enough; every game would repeat it.
            let start = format!("{name} has ");
            let mut problems = self.findings.report.problems.iter();
            if problems.any(|problem| problem.message.starts_with(&start)) {
                continue;
            }
            let message = format!(
                "{name} has {what} when the game ends {}; give every role exactly one",
                self.moves_so_far(history)
            );
            let severity = self.findings.strictness();
            self.findings.add(severity, place, message);
        }
    }

    /// Reports games that do not end, or need not.
    fn report_endless(&mut self) {
        let clause = self.findings.places.first_clause("terminal").unwrap_or(0);
        let place = self.findings.places.clause(clause);
        let report = &self.findings.report;
        if report.endless > 0 {
            let message = format!(
                "{} of {} random games had not ended after {MAX_STEPS} moves; \
                 a step counter in terminal would end every game",
                report.endless, report.games
            );
            self.findings.add(Severity::Warning, place, message);
        } else if let Some((history, first)) = self.repetition.take() {
            let message = format!(
                "a game can go on for ever: the position {} is the one after {first} moves; \
                 a step counter in terminal would end every game",
                self.moves_so_far(&history)
            );
            self.findings.add(Severity::Warning, place, message);
        }
    }

    /// Reports rules that never applied. Where all positions were visited, or nothing
    /// that changes matters, they never will.
    fn report_unused(&mut self) {
        // After an error, not all was looked at.
        let Some(rule_use) = self
            .rule_use
            .take()
            .filter(|_| self.findings.report.is_ok())
        else {
            return;
        };
        let idle = self.game.idle_clauses().unwrap_or_default();
        let idle: FxHashSet<usize> = idle.iter().map(|idle| idle.clause).collect();
        let mut unused = rule_use.unused();
        unused.retain(|rule| !idle.contains(&rule.clause));
        let is_certain = self.findings.report.is_complete && rule_use.is_whole();
        let (never, others): (Vec<UnusedRule>, Vec<UnusedRule>) =
            (unused.into_iter()).partition(|rule| is_certain || rule.is_static);
        for rule in never {
            add_idle(rule.clause, None, self.findings);
        }
        self.findings.report.unused = UnusedClause::of(self.findings.sheet, &others);
    }
}

/// The moves by which a position was reached.
fn history_of(reached: &[Option<(usize, Vec<Move>)>], mut number: usize) -> History {
    let mut history = Vec::new();
    while let Some((before, joint)) = &reached[number] {
        history.push(joint.clone());
        number = *before;
    }
    history.reverse();
    history
}

/// Clauses whose conditions can never hold.
fn never_applied(game: &RulesheetGame, findings: &mut Findings<'_>) {
    for idle in game.idle_clauses().into_iter().flatten() {
        add_idle(idle.clause, idle.unmet.as_deref(), findings);
    }
}

/// Adds a clause that can never apply. A move that can never be made is a mistake; other
/// rules may be left over.
fn add_idle(clause: usize, unmet: Option<&str>, findings: &mut Findings<'_>) {
    let place = findings.places.clause(clause);
    let legal = Functor::new("legal", 2);
    let (severity, what) = if findings.sheet.defines(clause, legal) {
        (findings.strictness(), "legal")
    } else {
        (Severity::Warning, "rule")
    };
    let why = match unmet {
        Some(condition) => format!("nothing ever meets its condition {condition}"),
        None => "nothing that can be true meets its conditions".to_owned(),
    };
    findings.add(
        severity,
        place,
        format!("this {what} can never hold: {why}"),
    );
}
