//! Puzzles: games of one player. A way to solve one, and whether a strategy does so
//! from the start, whatever may be said of positions that it never reaches.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::{Outcome, PerfectInformation, Role, RuleList, Turn};
use stratalog_players::PlayersError;
use stratalog_run::{Seed, Stop};

use crate::certify::{Certificate, Counterexample, RuleRecord};
use crate::error::ArenaError;

/// Positions and the moves made in them, from the start to the solution.
pub type Way<G> = Vec<(
    <G as stratalog_game::Game>::Position,
    <G as stratalog_game::Game>::Move,
)>;

/// A position of a search in depth, and its moves that were not tried yet.
struct Node<G: PerfectInformation> {
    position: G::Position,
    made: Option<G::Move>,
    untried: Vec<G::Move>,
}

/// A way to solve a puzzle, by a search in depth; `None` where there is none. Gives
/// up after `limit` positions. Where no way is found but the rules could not be
/// evaluated in some position, there may be one beyond it: an error.
pub fn way<G: PerfectInformation>(
    game: &G,
    limit: u64,
    stop: &Stop,
) -> Result<Option<Way<G>>, ArenaError> {
    let node = |position: G::Position| {
        let mut untried = Vec::new();
        if let Turn::Role(_) = game.turn(&position) {
            game.legal_moves(&position, &mut untried);
        }
        untried.reverse();
        Node::<G> {
            position,
            made: None,
            untried,
        }
    };
    let start = game.initial(&mut Seed(1).stream(0));
    let mut met: FxHashSet<G::Position> = FxHashSet::from_iter([start.clone()]);
    let mut line = vec![node(start)];
    let mut failed = None;
    while let Some(last) = line.last_mut() {
        if stop.is_requested() {
            return Err(PlayersError::Stopped.into());
        }
        let Some(mv) = last.untried.pop() else {
            line.pop();
            continue;
        };
        last.made = Some(mv);
        let mut next = last.position.clone();
        game.play_unchecked(&mut next, mv);
        if game.turn(&next) == Turn::Over && game.outcome(&next, Role(0)) == Outcome::Win {
            let made = line.into_iter();
            let way = made.filter_map(|node| Some((node.position, node.made?)));
            return Ok(Some(way.collect()));
        }
        if game.turn(&next) == Turn::Failed {
            failed.get_or_insert(next);
            continue;
        }
        if met.insert(next.clone()) {
            line.push(node(next));
        }
        if met.len() as u64 > limit {
            return Err(PlayersError::TooManyPositions { limit }.into());
        }
    }
    match failed {
        Some(position) => Err(PlayersError::rules_failed(game, &position).into()),
        None => Ok(None),
    }
}

/// A position that a strategy may reach.
struct Reached<G: PerfectInformation> {
    position: G::Position,
    from: Option<(u32, G::Move)>,
    /// A move that does not solve the puzzle, and its rule.
    failure: Option<(G::Move, Option<usize>)>,
    /// The moves that may be made, and where they lead.
    next: Vec<(G::Move, u32)>,
    rule: Option<usize>,
}

/// Whether a strategy solves a puzzle from the start, whichever of the moves that it
/// names are made.
pub fn certificate_from_start<G: PerfectInformation>(
    game: &G,
    strategy: &mut dyn RuleList<G>,
    limit: u64,
    stop: &Stop,
) -> Result<Certificate<G>, ArenaError> {
    let records = strategy.rules().into_iter().map(|rule| RuleRecord {
        rule: rule.name,
        promise: rule.promise,
        decides: 0,
        fires: 0,
        wrong: 0,
    });
    let mut records: Vec<RuleRecord> = records.collect();
    let start = game.initial(&mut Seed(1).stream(0));
    let mut numbers: FxHashMap<G::Position, u32> = FxHashMap::from_iter([(start.clone(), 0)]);
    let reached = |position, from| Reached::<G> {
        position,
        from,
        failure: None,
        next: Vec::new(),
        rule: None,
    };
    let mut all = vec![reached(start, None)];
    let mut at = 0;
    while at < all.len() {
        if stop.is_requested() {
            return Err(PlayersError::Stopped.into());
        }
        if all.len() as u64 > limit {
            return Err(PlayersError::TooManyPositions { limit }.into());
        }
        let position = all[at].position.clone();
        let (moves, rule) = match strategy.all_named(&position) {
            Some((moves, rule)) => (moves, Some(rule)),
            None => {
                let mut moves = Vec::new();
                game.legal_moves(&position, &mut moves);
                (moves, None)
            }
        };
        all[at].rule = rule;
        for mv in moves {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            match game.turn(&next) {
                Turn::Role(_) => {}
                Turn::Over => {
                    if game.outcome(&next, Role(0)) != Outcome::Win {
                        all[at].failure = Some((mv, rule));
                    }
                    continue;
                }
                Turn::Failed => return Err(PlayersError::rules_failed(game, &next).into()),
            }
            let count = all.len() as u32;
            let number = *numbers.entry(next.clone()).or_insert(count);
            if number == count {
                all.push(reached(next, Some((at as u32, mv))));
            }
            all[at].next.push((mv, number));
        }
        at += 1;
    }
    fail_endless(&mut all);
    for node in &all {
        if let Some(rule) = node.rule {
            records[rule].decides += 1;
            records[rule].fires += 1;
            records[rule].wrong += u64::from(node.failure.is_some());
        }
    }
    let failures = || all.iter().filter(|node| node.failure.is_some());
    let counterexample = failures().next().and_then(|node| {
        let (mv, rule) = node.failure?;
        Some(Counterexample {
            line: line(&all, node),
            position: node.position.clone(),
            mv,
            rule: rule.map(|rule| records[rule].rule.clone()),
            value: Outcome::Win,
            left: Outcome::Loss,
        })
    });
    Ok(Certificate {
        positions: all.len() as u64,
        mistakes: failures().count() as u64,
        counterexample,
        rules: records,
    })
}

/// Marks the positions from which play may go round for ever: those that are left
/// when positions that lead nowhere else are removed again and again.
fn fail_endless<G: PerfectInformation>(all: &mut [Reached<G>]) {
    let mut leads_on: Vec<u32> = all.iter().map(|node| node.next.len() as u32).collect();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); all.len()];
    for (number, node) in (0..).zip(all.iter()) {
        for (_, next) in &node.next {
            before[*next as usize].push(number);
        }
    }
    let mut ended: Vec<u32> = (0..all.len() as u32)
        .filter(|&number| leads_on[number as usize] == 0)
        .collect();
    while let Some(number) = ended.pop() {
        for &earlier in &before[number as usize] {
            leads_on[earlier as usize] -= 1;
            if leads_on[earlier as usize] == 0 {
                ended.push(earlier);
            }
        }
    }
    for (node, leads_on) in all.iter_mut().zip(leads_on) {
        if leads_on > 0 && node.failure.is_none() {
            let rule = node.rule;
            node.failure = node.next.first().map(|(mv, _)| (*mv, rule));
        }
    }
}

/// The moves that lead to a position.
fn line<G: PerfectInformation>(all: &[Reached<G>], node: &Reached<G>) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut at = node;
    while let Some((from, mv)) = at.from {
        line.push(mv);
        at = &all[from as usize];
    }
    line.reverse();
    line
}
