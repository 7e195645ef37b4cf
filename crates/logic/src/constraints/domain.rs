//! Sets of integers as spans in ascending order.

use smallvec::{SmallVec, smallvec};

use crate::cell::Cell;

/// The bounds of a set that has none.
pub(crate) const INF: i64 = i64::MIN;
pub(crate) const SUP: i64 = i64::MAX;

/// Spans that neither overlap nor touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Domain(SmallVec<[(i64, i64); 2]>);

/// Whether a bound is a value that a variable can take.
pub(crate) fn is_finite(bound: i64) -> bool {
    (Cell::MIN_INT..=Cell::MAX_INT).contains(&bound)
}

impl Domain {
    pub(crate) fn all() -> Domain {
        Domain::between(INF, SUP)
    }

    pub(crate) fn single(value: i64) -> Domain {
        Domain::between(value, value)
    }

    pub(crate) fn between(low: i64, high: i64) -> Domain {
        if low > high {
            return Domain(SmallVec::new());
        }
        Domain(smallvec![(low, high)])
    }

    pub(crate) fn spans(&self) -> &[(i64, i64)] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest value; of the empty set, as if all were above.
    pub(crate) fn low(&self) -> i64 {
        self.0.first().map_or(SUP, |span| span.0)
    }

    /// The largest value; of the empty set, as if all were below.
    pub(crate) fn high(&self) -> i64 {
        self.0.last().map_or(INF, |span| span.1)
    }

    pub(crate) fn is_bounded(&self) -> bool {
        self.low() != INF && self.high() != SUP
    }

    /// The only value.
    pub(crate) fn value(&self) -> Option<i64> {
        match *self.0 {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    pub(crate) fn contains(&self, value: i64) -> bool {
        self.0.iter().any(|&(a, b)| a <= value && value <= b)
    }

    /// The number of values, if it is finite.
    pub(crate) fn size(&self) -> Option<u64> {
        let sizes = self.0.iter().map(|&(a, b)| b.abs_diff(a).saturating_add(1));
        self.is_bounded()
            .then(|| sizes.fold(0, u64::saturating_add))
    }

    pub(crate) fn intersection(&self, other: &Domain) -> Domain {
        let (mut i, mut j) = (0, 0);
        let mut spans = SmallVec::new();
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                spans.push((low, high));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        Domain(spans)
    }

    pub(crate) fn union(&self, other: &Domain) -> Domain {
        let mut all: Vec<(i64, i64)> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        let mut spans: SmallVec<[(i64, i64); 2]> = SmallVec::new();
        for (low, high) in all {
            match spans.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => spans.push((low, high)),
            }
        }
        Domain(spans)
    }

    /// What is not in the set.
    pub(crate) fn complement(&self) -> Domain {
        let mut spans = SmallVec::new();
        let mut next = Some(INF);
        for &(low, high) in &self.0 {
            if let Some(start) = next
                && start < low
            {
                spans.push((start, low - 1));
            }
            next = high.checked_add(1);
        }
        spans.extend(next.map(|start| (start, SUP)));
        Domain(spans)
    }

    /// The values `sign * value + by`; bounds out of range become none.
    pub(crate) fn image(&self, is_negated: bool, by: i64) -> Domain {
        let moved = |bound: i64| {
            let value = match (bound, is_negated) {
                (INF, false) | (SUP, true) => return INF,
                (SUP, false) | (INF, true) => return SUP,
                (bound, false) => bound.saturating_add(by),
                (bound, true) => by.saturating_sub(bound),
            };
            match value {
                value if value < Cell::MIN_INT => INF,
                value if value > Cell::MAX_INT => SUP,
                value => value,
            }
        };
        let mut spans: SmallVec<[(i64, i64); 2]> = self
            .0
            .iter()
            .map(|&(low, high)| (moved(low), moved(high)))
            .collect();
        if is_negated {
            spans.iter_mut().for_each(|span| *span = (span.1, span.0));
            spans.reverse();
        }
        Domain(spans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(spans: &[(i64, i64)]) -> Domain {
        let spans = spans.iter().map(|&(a, b)| Domain::between(a, b));
        spans.fold(Domain::between(1, 0), |all, span| all.union(&span))
    }

    #[test]
    fn spans_that_touch_are_joined() {
        assert_eq!(set(&[(1, 3), (4, 5), (9, 9)]).spans(), [(1, 5), (9, 9)]);
    }

    #[test]
    fn sets_agree_with_sets_of_single_values() {
        let sets = [
            set(&[(-5, -2), (0, 0), (3, 7)]),
            set(&[(-9, 1), (5, 5)]),
            set(&[(-3, 8)]),
            set(&[]),
        ];
        for a in &sets {
            for value in -12..12 {
                assert_eq!(a.complement().contains(value), !a.contains(value));
                assert_eq!(a.image(true, 2).contains(2 - value), a.contains(value));
                assert_eq!(a.image(false, 2).contains(value + 2), a.contains(value));
                for b in &sets {
                    let (inside, outside) = (a.contains(value), b.contains(value));
                    assert_eq!(a.intersection(b).contains(value), inside && outside);
                    assert_eq!(a.union(b).contains(value), inside || outside);
                }
            }
        }
    }
}
