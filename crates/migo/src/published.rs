//! Credit assignment as in the paper and in the program of its authors
//! (`assign_labels.pl`), where the program says more than the paper:
//!
//! - a game is learned from only where no rule of its depth names a move on the board
//!   it started from;
//! - the latest examples come first;
//! - when the rules for winning change, examples of drawing from positions that the
//!   rule of their depth calls won are dropped.

use stratalog_game::{GameObject, Played, Promise};

use crate::examples::{Step, replay};
use crate::lesson::Learned;
use crate::positions::{Standing, State};
use crate::rules::Rules;

/// The examples of each depth, the latest first.
#[derive(Default)]
pub(crate) struct PublishedExamples {
    pub wins: Vec<Vec<Step>>,
    pub draws: Vec<Vec<Step>>,
}

/// What a game may be an example of. Separated learning learns one at a time.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub wins: bool,
    pub draws: bool,
}

impl PublishedExamples {
    /// Adds a game and returns whether it shows anything new.
    pub fn add(
        &mut self,
        rules: &mut Rules,
        played: &Played<GameObject>,
        wanted: Wanted,
        (win, draw): (&Learned, &Learned),
    ) -> bool {
        let made = replay(rules, played);
        let (Some(first), Some(last)) = (made.first(), made.last()) else {
            return false;
        };
        let depth = made.len().div_ceil(2);
        let start = first.step.from;
        let is_won = names(rules, win, Promise::Win, depth, start);
        match rules.positions.standing(last.step.to) {
            // Theorem 1.
            Standing::Won if wanted.wins && last.by == played.role && !is_won => {
                let own = made.iter().filter(|made| made.by == played.role);
                let steps: Vec<Step> = own.map(|made| made.step).collect();
                let count = steps.len();
                let steps = steps.into_iter().enumerate();
                add_all(
                    &mut self.wins,
                    steps.map(|(at, step)| (count - 1 - at, step)),
                )
            }
            // Theorem 2.
            Standing::Drawn
                if wanted.draws && !is_won && !names(rules, draw, Promise::Draw, depth, start) =>
            {
                let count = made.len();
                let steps = made.iter().enumerate();
                let steps = steps.map(|(at, made)| ((count - at).div_ceil(2) - 1, made.step));
                add_all(&mut self.draws, steps)
            }
            _ => false,
        }
    }

    /// Drops examples of drawing from positions that are won after all, and returns
    /// whether there were any.
    pub fn reclassify(&mut self, rules: &mut Rules, win: &Learned) -> bool {
        let mut has_dropped = false;
        for (at, draws) in self.draws.iter_mut().enumerate() {
            let count = draws.len();
            draws.retain(|step| !names(rules, win, Promise::Win, at + 1, step.from));
            has_dropped |= draws.len() < count;
        }
        has_dropped
    }

    /// The number of depths, from the first on, that have examples.
    pub fn depths(examples: &[Vec<Step>]) -> usize {
        examples
            .iter()
            .take_while(|depth| !depth.is_empty())
            .count()
    }
}

/// Adds steps, each to the examples of its depth, and returns whether one is new.
fn add_all(examples: &mut Vec<Vec<Step>>, steps: impl Iterator<Item = (usize, Step)>) -> bool {
    let mut is_new = false;
    for (depth, step) in steps {
        if examples.len() <= depth {
            examples.resize(depth + 1, Vec::new());
        }
        if !examples[depth].contains(&step) {
            examples[depth].insert(0, step);
            is_new = true;
        }
    }
    is_new
}

/// Whether the rule of a depth names a move.
fn names(
    rules: &mut Rules,
    learned: &Learned,
    promise: fn(u32) -> Promise,
    depth: usize,
    state: State,
) -> bool {
    let mut known = learned.rules.iter();
    let rule = known.find(|rule| rule.promise == promise(depth as u32));
    rule.is_some_and(|rule| {
        rules.ask(|rules| rules.has_answer(rule.predicate, state)) == Some(true)
    })
}
