//! Move counts of a rulesheet: how many sequences of joint moves there are.

use super::game::RulesheetGame;
use super::position::{Move, Position};

/// Sequences of joint moves from the start, by length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveCounts {
    /// How many there are of length 1, 2, ...
    pub counts: Vec<u64>,
    /// How many games ended with fewer joint moves than that.
    pub ended: Vec<u64>,
}

impl RulesheetGame {
    /// Counts the sequences of up to `depth` joint moves, chance's included.
    pub fn move_counts(&self, depth: u32) -> MoveCounts {
        let depth = depth as usize;
        // One position of the way for each length; no recursion, as a user
        // chooses the depth.
        let mut positions = vec![self.raw_initial()];
        let mut choices: Vec<Choices> = Vec::new();
        let mut lengths = vec![0u64; depth + 1];
        let mut over_at = vec![0u64; depth + 1];
        self.enter(&positions[0], 0, &mut lengths, &mut over_at, &mut choices);
        while let Some(open) = choices.last_mut() {
            let Some(joint) = open.next() else {
                choices.pop();
                positions.pop();
                continue;
            };
            let mut next = positions[positions.len() - 1].clone();
            self.play_joint(&mut next, &joint);
            let length = positions.len();
            self.enter(&next, length, &mut lengths, &mut over_at, &mut choices);
            if choices.len() > length {
                positions.push(next);
            }
        }
        let mut ended = Vec::with_capacity(depth);
        let mut sum = 0u64;
        for over in &over_at[..depth] {
            sum = sum.saturating_add(*over);
            ended.push(sum);
        }
        MoveCounts {
            counts: lengths.split_off(1),
            ended,
        }
    }

    /// Counts a position reached by a sequence, and opens its choices where
    /// longer sequences are asked for.
    fn enter(
        &self,
        position: &Position,
        length: usize,
        lengths: &mut [u64],
        over_at: &mut [u64],
        choices: &mut Vec<Choices>,
    ) {
        if length > 0 {
            lengths[length] = lengths[length].saturating_add(1);
        }
        if self.is_terminal(position) {
            over_at[length] = over_at[length].saturating_add(1);
            return;
        }
        if length + 1 == lengths.len() {
            return;
        }
        let moves: Vec<Vec<Move>> = (0..self.all_roles().len())
            .map(|role| self.legal_of(position, role))
            .collect();
        if length + 2 == lengths.len() {
            // The last moves need not be made to be counted.
            let joint = moves
                .iter()
                .fold(1u64, |n, m| n.saturating_mul(m.len() as u64));
            lengths[length + 1] = lengths[length + 1].saturating_add(joint);
            return;
        }
        choices.push(Choices::new(moves));
    }
}

/// The joint moves of a position, one after the other.
struct Choices {
    moves: Vec<Vec<Move>>,
    /// The next one, as a rank for each role; none when all were given.
    ranks: Option<Vec<usize>>,
}

impl Choices {
    fn new(moves: Vec<Vec<Move>>) -> Choices {
        let ranks = (!moves.iter().any(Vec::is_empty)).then(|| vec![0; moves.len()]);
        Choices { moves, ranks }
    }

    fn next(&mut self) -> Option<Vec<Move>> {
        let ranks = self.ranks.as_mut()?;
        let joint = self
            .moves
            .iter()
            .zip(&*ranks)
            .map(|(m, &rank)| m[rank])
            .collect();
        let mut role = ranks.len();
        loop {
            let Some(previous) = role.checked_sub(1) else {
                self.ranks = None;
                break;
            };
            role = previous;
            ranks[role] += 1;
            if ranks[role] < self.moves[role].len() {
                break;
            }
            ranks[role] = 0;
        }
        Some(joint)
    }
}
