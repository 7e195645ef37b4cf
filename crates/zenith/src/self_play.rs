//! Games that an evaluation plays against itself one ply ahead, for the values of
//! positions. Openings and some of the later moves are random, so that mistakes occur
//! whose price can be learned. Many games are played side by side: the network that
//! evaluates positions takes hundreds at once.

use std::ops::Range;

use rand::RngExt;
use stratalog_game::{Game, Outcome, Role, Turn};
use stratalog_rulesheet::{Position, RulesheetGame};
use stratalog_run::{Control, Seed, Stream, threads};

use crate::evaluation::FeatureEvaluation;
use crate::player::ending::{Ending, affordable};
use crate::player::{decided, outcome_of, successors};

/// Games that are played side by side.
const TOGETHER: u64 = 64;
/// The share of random moves after the opening.
const EXPLORATION: f64 = 0.1;
/// The longest game.
const MOST_MOVES: usize = 500;
/// The work of a search to the end: a game that can be decided by it is not played on.
/// One random game tells whether it is worth trying.
const ENDING: u64 = 10_000_000;
const ENDING_SAMPLE: usize = 1;

/// How games are played.
pub struct SelfPlay<'a> {
    /// The game.
    pub game: &'a RulesheetGame,
    /// Both players: by its values where it has any, else by its weights.
    pub evaluation: &'a FeatureEvaluation,
    /// The most random moves at the start; their number is drawn for each game.
    pub opening: usize,
    /// The seed of everything random.
    pub seed: Seed,
}

/// A position of a game.
#[derive(Clone)]
pub struct Seen {
    /// The position.
    pub position: Position,
    /// The role that moved to it.
    pub mover: usize,
    /// Whether the move that was made in it was random: what came later says nothing
    /// about it.
    pub is_left_at_random: bool,
}

/// A game without its opening.
#[derive(Clone)]
pub struct Played {
    /// The positions after its moves, in order, without the end.
    pub seen: Vec<Seen>,
    /// The share of a win that the role of the evaluation got.
    pub result: f64,
}

/// A game in progress.
struct Table {
    position: Position,
    /// Random moves that are still to be made.
    opening: usize,
    rng: Stream,
    seen: Vec<Seen>,
}

/// A choice in a game: its mover and the places of the positions to choose from.
struct Choice {
    table: Table,
    mover: Role,
    places: Range<usize>,
}

impl SelfPlay<'_> {
    /// Plays this number of games; games that do not end are left out.
    pub fn games(&self, count: u64, control: &Control) -> Vec<Played> {
        let batches = count.div_ceil(TOGETHER);
        let play = |batch: u64| {
            if control.is_stopped() {
                return Vec::new();
            }
            self.play_together(batch * TOGETHER..count.min((batch + 1) * TOGETHER))
        };
        let played: Vec<Vec<Played>> = threads::map(0..batches, play);
        played.into_iter().flatten().collect()
    }

    fn play_together(&self, numbers: Range<u64>) -> Vec<Played> {
        let mut tables: Vec<Table> = numbers.map(|number| self.start(number)).collect();
        let mut ended = Vec::new();
        for _ in 0..MOST_MOVES {
            let mut open = Vec::new();
            for mut table in tables {
                match self.result(&mut table) {
                    Some(result) => ended.push(Played {
                        seen: table.seen,
                        result,
                    }),
                    None => open.push(table),
                }
            }
            tables = self.moved(open);
        }
        ended
    }

    fn start(&self, number: u64) -> Table {
        let mut rng = self.seed.stream(number);
        Table {
            position: self.game.initial(&mut rng),
            opening: rng.random_range(0..=self.opening),
            rng,
            seen: Vec::new(),
        }
    }

    /// The result of a game that is over or can be searched to its end.
    fn result(&self, table: &mut Table) -> Option<f64> {
        let role = Role(self.evaluation.role() as u8);
        let Turn::Role(mover) = self.game.turn(&table.position) else {
            return Some(f64::from(self.game.goal(&table.position, role)) / 100.0);
        };
        let mut ending = Ending::new(self.game, mover, affordable(self.game, ENDING));
        let is_near = ending.is_near(&table.position, ENDING_SAMPLE, &mut table.rng);
        if !is_near || self.game.has_chance() {
            return None;
        }
        let after = self.after(&table.position);
        let values = ending.values(&after)?.into_iter();
        let share = match outcome_of(values.fold(f64::NEG_INFINITY, f64::max)) {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => 0.0,
        };
        Some(if mover == role { share } else { 1.0 - share })
    }

    fn after(&self, position: &Position) -> Vec<Position> {
        let after = successors(self.game, position).into_iter();
        after.map(|(_, position)| position).collect()
    }

    /// The games after a move in each of them.
    fn moved(&self, tables: Vec<Table>) -> Vec<Table> {
        let mut choices = Vec::new();
        let (mut after, mut movers) = (Vec::new(), Vec::new());
        for mut table in tables {
            let Turn::Role(mover) = self.game.turn(&table.position) else {
                continue;
            };
            let mut next = self.after(&table.position);
            let is_opening = table.opening > 0;
            table.opening = table.opening.saturating_sub(1);
            if next.len() > 1 && (is_opening || table.rng.random_bool(EXPLORATION)) {
                next = vec![next.swap_remove(table.rng.random_range(0..next.len()))];
                if let Some(last) = table.seen.last_mut() {
                    last.is_left_at_random = true;
                }
            }
            let first = after.len();
            after.extend(next);
            movers.resize(after.len(), mover.index());
            choices.push(Choice {
                table,
                mover,
                places: first..after.len(),
            });
        }
        let positions: Vec<&Position> = after.iter().collect();
        let values = self.evaluation.values(&positions, &movers);
        let moved = choices.into_iter().map(|choice| {
            let chosen = self.best(&choice, &after, &values);
            self.follow(choice, &after[chosen])
        });
        moved.collect()
    }

    /// The best of the positions to choose from.
    fn best(&self, choice: &Choice, after: &[Position], values: &[f64]) -> usize {
        let mover = choice.mover;
        let sign = if mover.index() == self.evaluation.role() {
            1.0
        } else {
            -1.0
        };
        let value = |place: usize| match self.game.turn(&after[place]) {
            Turn::Over => decided(self.game, &after[place], mover),
            _ => sign * values[place],
        };
        let places = choice.places.clone();
        let best = places.max_by(|&a, &b| value(a).total_cmp(&value(b)));
        best.unwrap_or(choice.places.start)
    }

    /// The game after the move to a position.
    fn follow(&self, choice: Choice, position: &Position) -> Table {
        let Choice {
            mut table, mover, ..
        } = choice;
        table.position = position.clone();
        if matches!(self.game.turn(position), Turn::Role(_)) && table.opening == 0 {
            table.seen.push(Seen {
                position: position.clone(),
                mover: mover.index(),
                is_left_at_random: false,
            });
        }
        table
    }
}
