//! Regret matching for one role's choice in a step in which others choose as well.
//!
//! The role sees the result of its own move only, so the result of each other move
//! is estimated: by the mean of the games that began with it, and for the move that
//! was made corrected by what was seen, weighted by how likely the move was. The
//! estimate is unbiased against what the others currently do.

use rand::RngExt;
use stratalog_run::Stream;

/// Moves that the average strategy plays less often than this share of an even
/// distribution are left out: they are there because everything is tried at first.
const NEGLIGIBLE: f64 = 0.2;

/// What regret matching remembers of a move.
#[derive(Clone, Copy, Default, Debug)]
pub struct MoveWeights {
    /// How much better the move would have been so far, at least 0.
    regret: f64,
    /// The sum of its probabilities, later ones counting more.
    average: f64,
}

/// A move that was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// Its place among the moves.
    pub place: usize,
    /// How likely it was.
    pub probability: f64,
}

/// The probability of each move by its regret.
fn strategy(weights: &[MoveWeights]) -> impl Fn(&MoveWeights) -> f64 + use<> {
    let total: f64 = weights.iter().map(|move_| move_.regret).sum();
    let even = 1.0 / weights.len() as f64;
    move |weights| {
        if total > 0.0 {
            weights.regret / total
        } else {
            even
        }
    }
}

/// Draws a move by its regret, and with falling probability any move.
pub fn draw(weights: &[MoveWeights], visits: u32, rng: &mut Stream) -> Draw {
    let count = weights.len() as f64;
    let exploration = (count / f64::from(visits.max(1))).sqrt().min(0.5);
    let strategy = strategy(weights);
    let probability =
        |move_: &MoveWeights| (1.0 - exploration) * strategy(move_) + exploration / count;
    let place = place_of(rng.random::<f64>(), weights.iter().map(probability));
    Draw {
        place,
        probability: probability(&weights[place]),
    }
}

/// The place at which the sum of the shares passes this part of 1; the last place
/// where rounding leaves a rest.
fn place_of(part: f64, shares: impl Iterator<Item = f64>) -> usize {
    let mut sum = 0.0;
    let mut last = 0;
    for (place, share) in shares.enumerate() {
        sum += share;
        if share > 0.0 {
            last = place;
        }
        if part < sum {
            return last;
        }
    }
    last
}

/// Records the result of a move that was drawn. `means` are the mean results of
/// the moves so far, and `visits` is the number of draws so far.
pub fn update(
    weights: &mut [MoveWeights],
    draw: Draw,
    result: f64,
    means: impl Fn(usize) -> f64,
    visits: u32,
) {
    let strategy = strategy(weights);
    let estimate = |place: usize| {
        let mean = means(place);
        if place == draw.place {
            mean + (result - mean) / draw.probability
        } else {
            mean
        }
    };
    let value: f64 = (0..weights.len())
        .map(|place| strategy(&weights[place]) * estimate(place))
        .sum();
    for (place, move_) in weights.iter_mut().enumerate() {
        move_.average += f64::from(visits) * strategy(move_);
        move_.regret = (move_.regret + estimate(place) - value).max(0.0);
    }
}

/// Draws a move from the average strategy, without negligible moves.
pub fn draw_from_average(weights: &[MoveWeights], rng: &mut Stream) -> usize {
    let total: f64 = weights.iter().map(|move_| move_.average).sum();
    if total <= 0.0 {
        return rng.random_range(0..weights.len());
    }
    let least = NEGLIGIBLE * total / weights.len() as f64;
    let kept = |move_: &MoveWeights| {
        if move_.average >= least {
            move_.average
        } else {
            0.0
        }
    };
    let kept_total: f64 = weights.iter().map(kept).sum();
    place_of(
        rng.random::<f64>(),
        weights.iter().map(|move_| kept(move_) / kept_total),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_run::Seed;

    /// The average strategies of two roles that play a matrix game against each
    /// other by regret matching; results are those of the first role.
    fn averages(results: &[&[f64]], games: u32, seed: u64) -> [Vec<f64>; 2] {
        let mut rng = Seed(seed).stream(0);
        let (rows, columns) = (results.len(), results[0].len());
        let mut weights = [
            vec![MoveWeights::default(); rows],
            vec![MoveWeights::default(); columns],
        ];
        let mut seen = [vec![(0.0, 0.0); rows], vec![(0.0, 0.0); columns]];
        for game in 0..games {
            let draws = [0, 1].map(|role: usize| draw(&weights[role], game, &mut rng));
            let first = results[draws[0].place][draws[1].place];
            for (role, result) in [first, 1.0 - first].into_iter().enumerate() {
                let mean = |place: usize| match seen[role][place] {
                    (0.0, _) => 0.5,
                    (count, total) => total / count,
                };
                update(&mut weights[role], draws[role], result, mean, game);
                let (count, total) = &mut seen[role][draws[role].place];
                *count += 1.0;
                *total += result;
            }
        }
        weights.map(|weights| {
            let total: f64 = weights.iter().map(|move_| move_.average).sum();
            weights.iter().map(|move_| move_.average / total).collect()
        })
    }

    #[test]
    fn matching_pennies_is_played_evenly() {
        for seed in 0..10 {
            let [first, second] = averages(&[&[1.0, 0.0], &[0.0, 1.0]], 2000, seed);
            for probability in first.into_iter().chain(second) {
                assert!((probability - 0.5).abs() < 0.1, "{probability}");
            }
        }
    }

    #[test]
    fn an_uneven_game_is_played_as_the_theory_says() {
        // The rows' equilibrium is (2/5, 3/5) and the columns' (3/5, 2/5).
        for seed in 0..10 {
            let [first, second] = averages(&[&[0.2, 0.8], &[0.6, 0.2]], 5000, seed);
            assert!((first[0] - 0.4).abs() < 0.1, "{first:?}");
            assert!((second[0] - 0.6).abs() < 0.1, "{second:?}");
        }
    }

    #[test]
    fn a_dominated_move_is_given_up() {
        for seed in 0..10 {
            let [first, _] = averages(&[&[0.9, 0.8], &[0.1, 0.3]], 1000, seed);
            assert!(first[0] > 0.95, "{first:?}");
        }
    }

    #[test]
    fn the_whole_probability_is_used() {
        assert_eq!(place_of(0.0, [0.5, 0.5].into_iter()), 0);
        assert_eq!(place_of(0.5, [0.5, 0.5].into_iter()), 1);
        assert_eq!(place_of(0.999, [0.3, 0.3, 0.0].into_iter()), 1);
    }
}
