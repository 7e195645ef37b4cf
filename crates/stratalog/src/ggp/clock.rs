//! The time a game manager gives, less a margin for the way of the messages.

use std::time::{Duration, Instant};

/// The share of a clock that is kept as a margin.
const SHARE: f64 = 0.1;
/// The least margin, where the clock allows it.
const LEAST: Duration = Duration::from_millis(500);
/// The largest margin.
const MOST: Duration = Duration::from_secs(2);
/// Clocks are not longer than a day.
const LONGEST: f64 = 86_400.0;

/// A clock of a match, as the game manager announced it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchClock(Duration);

impl MatchClock {
    /// A clock of some seconds; nothing where that is no time.
    pub fn of_seconds(seconds: f64) -> Option<MatchClock> {
        let is_time = seconds.is_finite() && seconds >= 0.0;
        is_time.then(|| MatchClock(Duration::from_secs_f64(seconds.min(LONGEST))))
    }

    /// The whole time.
    pub fn time(self) -> Duration {
        self.0
    }

    /// What is kept for the way of the messages: a tenth, from half a second to two
    /// seconds, and never more than half of a short clock.
    fn margin(self) -> Duration {
        let margin = self.0.mul_f64(SHARE).clamp(LEAST, MOST);
        margin.min(self.0 / 2)
    }

    /// The deadline of an answer to a message that arrived at this time.
    pub fn deadline(self, arrived: Instant) -> Deadline {
        let margin = self.margin();
        Deadline {
            thinking: arrived + (self.0 - margin),
            answer: arrived + (self.0 - margin / 2),
        }
    }
}

/// When an answer is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When thinking ends.
    pub thinking: Instant,
    /// When an answer must be given, whatever is known.
    pub answer: Instant,
}

/// The time that is left until a deadline.
pub fn left_until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_the_clock_and_leaves_time_to_think() {
        let arrived = Instant::now();
        for (seconds, thinking, answer) in [
            (0.0, 0, 0),
            (0.2, 100, 150),
            (1.0, 500, 750),
            (5.0, 4500, 4750),
            (10.0, 9000, 9500),
            (60.0, 58_000, 59_000),
        ] {
            let clock = MatchClock::of_seconds(seconds).expect("a time");
            let deadline = clock.deadline(arrived);
            assert_eq!((deadline.thinking - arrived).as_millis(), thinking);
            assert_eq!((deadline.answer - arrived).as_millis(), answer);
        }
        for no_time in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(MatchClock::of_seconds(no_time), None);
        }
        assert!(MatchClock::of_seconds(1e300).is_some());
    }
}
