//! The complete boards that agree with a view, listed where they are few.

use crate::Site;

use crate::belief::posterior::Belief;

/// All complete boards that agree with a view, as sets of mines among the
/// squares that are not certain.
#[derive(Debug, Clone)]
pub struct Solutions {
    /// The uncertain squares; bit i of a mask is the i-th of them.
    pub squares: Vec<Site>,
    /// The mines of each solution.
    pub masks: Vec<u128>,
}

impl Belief {
    /// All solutions, if there are at most `limit` of them and they differ on
    /// at most 128 squares.
    pub fn enumerate(&self, limit: usize) -> Option<Solutions> {
        if self.ln_solutions() > (limit as f64).ln() + 1e-6 {
            return None;
        }
        let squares: Vec<Site> = self
            .uncertain_boxes()
            .flat_map(|squares| squares.iter().copied())
            .collect();
        if squares.len() > 128 {
            return None;
        }
        let mut first_bit = 0;
        // Partial solutions by mines used, component by component.
        let mut partial: Vec<(u128, usize)> = vec![(0, 0)];
        for component in 0..self.component_count() {
            let own = self.component_solutions(component, first_bit, 64 * limit)?;
            first_bit += self.component_squares(component);
            if partial.len() * own.len() > 64 * limit {
                return None;
            }
            partial = partial
                .iter()
                .flat_map(|&(mask, mines)| {
                    own.iter()
                        .map(move |&(more, count)| (mask | more, mines + count))
                })
                .collect();
        }
        let floating = self.floating().len();
        let mut masks = Vec::new();
        for (mask, mines) in partial {
            let Some(left) = self.mines_left().checked_sub(mines) else {
                continue;
            };
            if left <= floating {
                for_each_subset(floating, left, |subset| {
                    masks.push(
                        mask | if first_bit < 128 {
                            subset << first_bit
                        } else {
                            0
                        },
                    );
                });
            }
        }
        Some(Solutions { squares, masks })
    }
}

/// Calls `found` with every subset of `size` of the first `n` bits.
pub(crate) fn for_each_subset(n: usize, size: usize, mut found: impl FnMut(u128)) {
    if size > n {
        return;
    }
    if size == 0 {
        found(0);
        return;
    }
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        found(chosen.iter().fold(0, |mask, &bit| mask | 1 << bit));
        let movable = (0..size).rev().find(|&i| chosen[i] < n - size + i);
        let Some(place) = movable else {
            return;
        };
        chosen[place] += 1;
        for i in place + 1..size {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_complete_and_distinct() {
        let mut seen = std::collections::BTreeSet::new();
        for_each_subset(7, 3, |subset| {
            assert_eq!(subset.count_ones(), 3);
            assert!(subset < 128 && seen.insert(subset));
        });
        assert_eq!(seen.len(), 35);
        let mut count = 0;
        for_each_subset(4, 4, |_| count += 1);
        for_each_subset(4, 0, |_| count += 1);
        for_each_subset(4, 5, |_| count += 1);
        assert_eq!(count, 2);
    }
}
