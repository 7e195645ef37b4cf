//! Stages of a game, beyond the paper: what matters at the start may not matter at
//! the end. A clock is a number of facts that changes steadily as games go on, such
//! as the blank squares of Othello. Weights are learned for a few of its values and
//! interpolated between them.

use stratalog_rulesheet::{Position, RulesheetGame};

use crate::evidence::values;
use crate::facts;
use crate::feature::Feature;
use crate::rehearsal::Moment;
use crate::theory::Theory;

/// The least correlation of a clock with the number of moves made.
const STEADY: f64 = 0.9;
/// The most candidates.
const MOST_CANDIDATES: usize = 64;

/// A clock, and the values of it for which there are weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Stages {
    /// What is counted.
    pub clock: Feature,
    /// Values of the clock in ascending order, at least one.
    pub knots: Vec<f64>,
}

impl Stages {
    /// The stages of a clock that divide its values into parts with as many in
    /// each; nothing where they would be one.
    pub fn new(clock: &Feature, mut values: Vec<u32>, count: usize) -> Option<Stages> {
        values.sort_unstable();
        let last = values.len().checked_sub(1)?;
        let at = |number: usize| {
            let share = (2 * number + 1) as f64 / (2 * count) as f64;
            f64::from(values[(share * last as f64).round() as usize])
        };
        let mut knots: Vec<f64> = (0..count).map(at).collect();
        knots.dedup();
        (knots.len() > 1).then(|| Stages {
            clock: clock.clone(),
            knots,
        })
    }

    /// The share of each stage at a value of the clock: 1 in all.
    pub fn shares(&self, clock: u32) -> Vec<f64> {
        let clock = f64::from(clock);
        let mut shares = vec![0.0; self.knots.len()];
        let after = self.knots.partition_point(|&knot| knot <= clock);
        if after == 0 {
            shares[0] = 1.0;
        } else if after == self.knots.len() {
            shares[after - 1] = 1.0;
        } else {
            let (low, high) = (self.knots[after - 1], self.knots[after]);
            let share = (clock - low) / (high - low);
            shares[after - 1] = 1.0 - share;
            shares[after] = share;
        }
        shares
    }
}

/// The number of facts that follows the number of moves made most closely, in
/// random games; nothing where none follows it.
pub fn find_clock(theory: &Theory, game: &RulesheetGame, moments: &[Moment]) -> Option<Feature> {
    let mut candidates = facts::counts(theory, &game.possible_facts()?);
    candidates.truncate(MOST_CANDIDATES);
    let positions: Vec<&Position> = moments.iter().map(|moment| &moment.position).collect();
    let plies: Vec<f64> = moments.iter().map(|moment| moment.ply as f64).collect();
    let mut best: Option<(f64, usize)> = None;
    let counts = values(theory, game, &candidates, &positions);
    for (place, counts) in counts.iter().enumerate() {
        let Some(counts) = counts else { continue };
        let counts: Vec<f64> = counts.iter().map(|&count| f64::from(count)).collect();
        let steady = correlation(&counts, &plies).abs();
        if steady >= STEADY && best.is_none_or(|(most, _)| steady > most) {
            best = Some((steady, place));
        }
    }
    best.map(|(_, place)| candidates[place].clone())
}

/// Pearson's correlation; 0 where one of them does not vary.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let count = a.len().max(1) as f64;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut both, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a - mean_a, b - mean_b);
        both += a * b;
        of_a += a * a;
        of_b += b * b;
    }
    if of_a == 0.0 || of_b == 0.0 {
        return 0.0;
    }
    both / (of_a * of_b).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rehearsal::random_moments;
    use stratalog_rulesheet::EngineChoice;
    use stratalog_rulesheet::bundled::find_rulesheet;
    use stratalog_run::Seed;

    #[test]
    fn the_clock_of_othello_is_the_number_of_blank_squares() {
        let sheet = find_rulesheet("othello").expect("othello");
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
        let theory = Theory::new(&sheet).expect("a theory");
        let moments = random_moments(&game, 300, Seed(2));
        let clock = find_clock(&theory, &game, &moments).expect("it has one");
        assert!(clock.goals[0].to_string().contains("blank"), "{clock:?}");
        let stages = Stages::new(&clock, (0..=60).collect(), 3).expect("three stages");
        assert_eq!(stages.knots, [10.0, 30.0, 50.0]);
        assert_eq!(stages.shares(5), [1.0, 0.0, 0.0]);
        assert_eq!(stages.shares(15), [0.75, 0.25, 0.0]);
        assert_eq!(stages.shares(60), [0.0, 0.0, 1.0]);
    }
}
