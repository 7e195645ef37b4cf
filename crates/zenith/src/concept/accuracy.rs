//! The accuracy of a concept on preferences it has not seen (section 5.1): it is
//! trained on two thirds of the pairs, chosen at random, and tested on the others,
//! repeatedly, until the 99% interval of the mean is at most 2% wide.

use rand::seq::SliceRandom;
use stratalog_run::{Seed, threads};

use super::PreferenceLearner;
use super::pairs::Pairs;

/// The number of trials that run in parallel before the interval is checked.
const BATCH: u64 = 16;
/// The 99.5% point of the standard normal distribution.
const POINT: f64 = 2.575_829_303_548_901;

/// How accuracy is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Protocol {
    /// The seed of everything random.
    pub seed: Seed,
    /// The width of the interval of the mean at which to stop.
    pub width: f64,
    /// The least number of trials.
    pub least: u64,
    /// The most trials, even if the interval is wider.
    pub most: u64,
}

/// A measured accuracy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// The mean share of pairs that the concept agrees with.
    pub mean: f64,
    /// Half the width of the 99% interval of the mean.
    pub margin: f64,
    /// The number of trials.
    pub trials: u64,
}

/// Pairs to train on and pairs to test on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Two thirds of the pairs.
    pub training: Vec<usize>,
    /// The other third.
    pub test: Vec<usize>,
}

impl Trial {
    /// The trial with this number, for this number of pairs.
    pub fn new(seed: Seed, number: u64, pairs: usize) -> Trial {
        let mut order: Vec<usize> = (0..pairs).collect();
        order.shuffle(&mut seed.stream(number));
        let test = order.split_off(pairs - pairs / 3);
        Trial {
            training: order,
            test,
        }
    }

    /// The share of test pairs that the concept agrees with after training.
    pub fn score(&self, learner: &PreferenceLearner, pairs: &Pairs, features: &[usize]) -> f64 {
        let concept = learner.train(pairs, &self.training, features);
        let right = self
            .test
            .iter()
            .filter(|&&pair| concept.prefers(pairs.row(pair)))
            .count();
        right as f64 / self.test.len().max(1) as f64
    }
}

impl Protocol {
    /// The paper's protocol: an interval of 2%.
    pub fn new(seed: Seed) -> Protocol {
        Protocol {
            seed,
            width: 0.02,
            least: 10,
            most: 2000,
        }
    }

    /// The accuracy of concepts that use only these features. With fewer than three
    /// pairs there is nothing to test on, and no trial is made.
    pub fn accuracy(
        &self,
        learner: &PreferenceLearner,
        pairs: &Pairs,
        features: &[usize],
    ) -> Accuracy {
        let mut sums = Sums::default();
        if pairs.len() < 3 {
            return sums.accuracy();
        }
        let mut next = 0;
        while next < self.most {
            let batch: Vec<f64> = threads::map(next..self.most.min(next + BATCH), |number| {
                Trial::new(self.seed, number, pairs.len()).score(learner, pairs, features)
            });
            for score in batch {
                sums.add(score);
                if sums.count >= self.least.max(2) && 2.0 * sums.margin() <= self.width {
                    return sums.accuracy();
                }
            }
            next += BATCH;
        }
        sums.accuracy()
    }
}

/// A running mean and variance (Welford's recurrence).
#[derive(Clone, Copy, Default)]
struct Sums {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, number: f64) {
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
    }

    fn margin(&self) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        let degrees = (self.count - 1) as f64;
        student(degrees) * (self.squares / degrees / self.count as f64).sqrt()
    }

    fn accuracy(&self) -> Accuracy {
        Accuracy {
            mean: self.mean,
            margin: self.margin(),
            trials: self.count,
        }
    }
}

/// The 99.5% point of Student's distribution, by the expansion of Cornish and
/// Fisher around the normal one.
fn student(degrees: f64) -> f64 {
    let z = POINT;
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * degrees)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * degrees.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * degrees.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn students_points_are_those_of_the_tables() {
        for (degrees, point) in [(9.0, 3.250), (19.0, 2.861), (60.0, 2.660), (1e9, 2.576)] {
            assert!((student(degrees) - point).abs() < 0.003, "{degrees}");
        }
    }

    #[test]
    fn a_trial_parts_the_pairs_two_to_one() {
        let trial = Trial::new(Seed(1), 0, 100);
        assert_eq!((trial.training.len(), trial.test.len()), (67, 33));
        let mut all = [trial.training.clone(), trial.test.clone()].concat();
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<_>>());
        assert_ne!(trial, Trial::new(Seed(1), 1, 100));
    }

    fn noisy(count: usize, wrong: f64) -> Pairs {
        let mut rng = Seed(3).stream(0);
        let mut pairs = Pairs::new(2);
        for _ in 0..count {
            let size = rng.random_range(0.1..1.0);
            let sign = if rng.random_bool(wrong) { -1.0 } else { 1.0 };
            pairs
                .push(&[sign * size, rng.random_range(-1.0..1.0)])
                .expect("two");
        }
        pairs
    }

    #[test]
    fn trials_go_on_until_the_mean_is_known() {
        let pairs = noisy(300, 0.2);
        let protocol = Protocol::new(Seed(7));
        for learner in [PreferenceLearner::linear(), PreferenceLearner::tree()] {
            let accuracy = protocol.accuracy(&learner, &pairs, &[0]);
            assert!((accuracy.mean - 0.8).abs() < 0.06, "{accuracy:?}");
            assert!(accuracy.margin <= 0.01 && accuracy.trials > 10);
            assert_eq!(accuracy, protocol.accuracy(&learner, &pairs, &[0]));
        }
        let noise = protocol.accuracy(&PreferenceLearner::linear(), &pairs, &[1]);
        assert!(noise.mean < 0.65, "{noise:?}");
        let nothing = protocol.accuracy(&PreferenceLearner::linear(), &pairs, &[]);
        assert_eq!((nothing.mean, nothing.trials), (0.0, 10));
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let pairs = noisy(200, 0.3);
        let measure = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a pool");
            pool.install(|| {
                Protocol::new(Seed(2)).accuracy(&PreferenceLearner::tree(), &pairs, &[0, 1])
            })
        };
        assert_eq!(measure(1), measure(3));
    }

    #[test]
    fn too_few_pairs_are_not_tried() {
        let accuracy =
            Protocol::new(Seed(1)).accuracy(&PreferenceLearner::linear(), &noisy(2, 0.0), &[0]);
        assert_eq!((accuracy.mean, accuracy.trials), (0.0, 0));
    }
}
