//! Grows the list of rules that loses least.
//!
//! A list starts empty, which guesses at random. In each step the rule that saves
//! most, at the place of the list where it saves most, is added; rules are made
//! longer condition by condition from the best of the shorter ones. Rules that the
//! new one makes needless are dropped. A step is kept only if it also saves on
//! positions that were not learned from, with 95% confidence.

use stratalog_run::{Control, Interval};

use super::lesson::GuessExample;
use super::measure::{Measure, Values};
use super::rule::{Condition, Share};

/// The most conditions of a rule.
const LONGEST: usize = 3;
/// The most rules of a list.
const MOST_RULES: usize = 12;
/// The rules of each length that are made longer.
const WIDTH: usize = 12;
/// The loss in the average position that a condition must save to be worth
/// reading.
const PRICE: f64 = 0.000_2;

/// The shares of mines that rules may compare with.
const SHARES: [(u8, u8); 10] = [
    (1, 8),
    (1, 7),
    (1, 6),
    (1, 5),
    (1, 4),
    (1, 3),
    (2, 5),
    (1, 2),
    (3, 5),
    (2, 3),
];

/// Positions with what is counted around their squares and what guesses lose,
/// one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions {
    /// Where the squares of each position end.
    ends: Vec<u32>,
    values: Vec<Values>,
    losses: Vec<f64>,
}

impl Positions {
    pub fn add(&mut self, example: &GuessExample) {
        self.values.extend_from_slice(&example.readings.values);
        self.losses.extend_from_slice(&example.losses);
        self.ends.push(self.values.len() as u32);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The squares of all positions.
    fn all(&self) -> Selection {
        Selection {
            ends: self.ends.clone(),
            squares: (0..self.values.len() as u32).collect(),
        }
    }

    /// The squares that conditions leave of all.
    fn narrowed(&self, conditions: &[Condition]) -> Selection {
        let mut left = self.all();
        for &condition in conditions {
            left = left.narrowed(condition, self);
        }
        left
    }

    /// The mean loss of the squares left in each position, after one more
    /// condition if there is one; nothing where none is left.
    fn losses(&self, left: &Selection, condition: Option<Condition>) -> Vec<Option<f64>> {
        let loss = |squares: &[u32]| {
            let bounds = condition.map(|condition| condition.bounds(&self.values, squares));
            let mut sum = 0.0;
            let mut count = 0_u32;
            for &square in squares {
                if bounds.is_none_or(|bounds| bounds.allow(&self.values[square as usize])) {
                    sum += self.losses[square as usize];
                    count += 1;
                }
            }
            (count > 0).then(|| sum / f64::from(count))
        };
        left.positions().map(loss).collect()
    }
}

/// Some of the squares of each position.
#[derive(Clone, Debug)]
struct Selection {
    ends: Vec<u32>,
    squares: Vec<u32>,
}

impl Selection {
    fn positions(&self) -> impl Iterator<Item = &[u32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let ranges = starts.zip(&self.ends);
        ranges.map(|(from, &to)| &self.squares[from as usize..to as usize])
    }

    fn narrowed(&self, condition: Condition, of: &Positions) -> Selection {
        let mut left = Selection {
            ends: Vec::with_capacity(self.ends.len()),
            squares: Vec::new(),
        };
        for squares in self.positions() {
            let bounds = condition.bounds(&of.values, squares);
            let kept = squares.iter().copied();
            left.squares
                .extend(kept.filter(|&square| bounds.allow(&of.values[square as usize])));
            left.ends.push(left.squares.len() as u32);
        }
        left
    }
}

/// A list of rules with what it does in some positions.
#[derive(Clone, Debug)]
struct List<'a> {
    positions: &'a Positions,
    /// The loss of each rule in each position, where it names a square.
    rules: Vec<(Vec<Condition>, Vec<Option<f64>>)>,
    /// The loss of a random guess in each position.
    random: Vec<Option<f64>>,
}

impl<'a> List<'a> {
    fn empty(positions: &'a Positions) -> List<'a> {
        List {
            random: positions.losses(&positions.all(), None),
            rules: Vec::new(),
            positions,
        }
    }

    fn insert(&mut self, place: usize, conditions: Vec<Condition>) {
        let left = self.positions.narrowed(&conditions);
        let losses = self.positions.losses(&left, None);
        self.rules.insert(place, (conditions, losses));
    }

    /// In each position the place of the rule that decides, and what it loses.
    fn decisions(&self) -> impl Iterator<Item = (usize, f64)> {
        (0..self.positions.len()).map(|position| {
            let mut rules = self.rules.iter().enumerate();
            let decided = rules.find_map(|(place, (_, losses))| Some((place, losses[position]?)));
            decided.unwrap_or((self.rules.len(), self.random[position].unwrap_or(0.0)))
        })
    }

    fn mean_loss(&self) -> f64 {
        mean(self.decisions().map(|(_, loss)| loss), self.positions.len())
    }

    /// The loss, and what the conditions cost.
    fn cost(&self) -> f64 {
        let conditions: usize = self.rules.iter().map(|(rule, _)| rule.len()).sum();
        self.mean_loss() + PRICE * conditions as f64
    }

    /// Drops rules and conditions while the list becomes no worse by it.
    fn prune(&mut self) {
        let mut place = self.rules.len();
        while place > 0 {
            place -= 1;
            let mut without = self.clone();
            without.rules.remove(place);
            if without.cost() <= self.cost() {
                *self = without;
            }
        }
    }
}

fn mean(values: impl Iterator<Item = f64>, count: usize) -> f64 {
    values.sum::<f64>() / count.max(1) as f64
}

/// A grown list.
pub(super) struct Grown {
    /// The conditions of each rule.
    pub rules: Vec<Vec<Condition>>,
    /// The mean loss on the test.
    pub test_loss: f64,
    /// The mean loss of random guesses on the test.
    pub random_loss: f64,
}

/// Grows a list that loses little in the lesson, and in the test.
pub(super) fn grow(lesson: &Positions, test: &Positions, control: &Control) -> Grown {
    let conditions = conditions();
    let mut list = List::empty(lesson);
    let mut tested = List::empty(test);
    let random_loss = tested.mean_loss();
    while list.rules.len() < MOST_RULES && !control.is_stopped() {
        let Some((place, rule)) = best_addition(&list, &conditions) else {
            break;
        };
        let mut next = list.clone();
        next.insert(place, rule);
        next.prune();
        let mut on_test = List::empty(test);
        for (rule, _) in &next.rules {
            on_test.insert(on_test.rules.len(), rule.clone());
        }
        let pairs = tested.decisions().zip(on_test.decisions());
        let gains: Vec<f64> = pairs.map(|(old, new)| old.1 - new.1).collect();
        if Interval::of_mean(&gains).low <= 0.0 {
            break;
        }
        list = next;
        tested = on_test;
    }
    Grown {
        test_loss: tested.mean_loss(),
        random_loss,
        rules: list.rules.into_iter().map(|(rule, _)| rule).collect(),
    }
}

/// Everything that a rule may ask of squares.
fn conditions() -> Vec<Condition> {
    let mut all = Vec::new();
    for measure in Measure::ALL {
        all.extend([Condition::Least(measure), Condition::Greatest(measure)]);
        let shares: Vec<Share> = match measure {
            Measure::GreatestShare | Measure::AverageShare => SHARES
                .into_iter()
                .map(|(numerator, denominator)| Share {
                    numerator,
                    denominator,
                })
                .collect(),
            Measure::Neighbours => [3, 5, 8].map(Share::whole).to_vec(),
            _ => (0..=8).map(Share::whole).collect(),
        };
        for share in shares {
            all.push(Condition::AtMost(measure, share));
            // Every count is at least 0.
            if share.numerator > 0 {
                all.push(Condition::AtLeast(measure, share));
            }
        }
    }
    all
}

/// A rule that may be made longer.
struct Growing {
    rule: Vec<Condition>,
    left: Selection,
}

/// The rule that saves most, conditions paid for, and where it does.
fn best_addition(list: &List<'_>, conditions: &[Condition]) -> Option<(usize, Vec<Condition>)> {
    let positions = list.positions;
    let decisions: Vec<(usize, f64)> = list.decisions().collect();
    let mut best: Option<(f64, usize, Vec<Condition>)> = None;
    let mut growing = vec![Growing {
        rule: Vec::new(),
        left: positions.all(),
    }];
    for _ in 0..LONGEST {
        let mut found: Vec<(f64, usize, Condition)> = Vec::new();
        for (parent, Growing { rule, left }) in growing.iter().enumerate() {
            let price = PRICE * (rule.len() + 1) as f64;
            for &condition in conditions {
                if rule.contains(&condition) {
                    continue;
                }
                let losses = positions.losses(left, Some(condition));
                let (place, saved) = best_place(&decisions, &losses, list.rules.len());
                let gain = saved / positions.len().max(1) as f64 - price;
                if gain > best.as_ref().map_or(0.0, |best| best.0) {
                    let rule = [&rule[..], &[condition]].concat();
                    best = Some((gain, place, rule));
                }
                found.push((gain, parent, condition));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Of rules that save the same amount, one is made longer.
        found.dedup_by(|a, b| a.0 == b.0);
        found.truncate(WIDTH);
        let longer = found.iter().map(|&(_, parent, condition)| Growing {
            rule: [&growing[parent].rule[..], &[condition]].concat(),
            left: growing[parent].left.narrowed(condition, positions),
        });
        growing = longer.collect();
    }
    best.map(|(_, place, rule)| (place, rule))
}

/// Where a rule with these losses saves most in a list that decides so, and what it
/// saves there.
fn best_place(decisions: &[(usize, f64)], losses: &[Option<f64>], rules: usize) -> (usize, f64) {
    // What it saves where the rule at each place decides.
    let mut saved = vec![0.0; rules + 1];
    for (&(place, before), loss) in decisions.iter().zip(losses) {
        if let Some(loss) = loss {
            saved[place] += before - loss;
        }
    }
    let mut best = (rules, saved[rules]);
    let mut sum = saved[rules];
    for place in (0..rules).rev() {
        sum += saved[place];
        if sum > best.1 {
            best = (place, sum);
        }
    }
    best
}
