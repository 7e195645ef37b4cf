//! Decision trees like those of C4.5 (Quinlan 1993): each node tests one feature
//! against a threshold, chosen by gain ratio among the tests of at least average
//! gain; a subtree is replaced by a leaf where the pessimistic estimate does not
//! rise.
//!
//! As in the paper (section 5.2) a pair gives two cases, its difference with the
//! class "preferred" and the negation with the class "not preferred"; a position is
//! preferred only if both are classified so.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::pairs::Pairs;
use super::pessimism::Confidence;
use super::split::{Cases, Counts, Range, Split};

/// The number of errors by which a subtree must be better than a leaf to be kept.
const MARGIN: f64 = 0.1;
/// Differences this close to a threshold are equal to it: scaling may round the
/// same difference of counts in different ways.
const ROUNDING: f64 = 1e-9;
/// At most this number of cases is required on each side of a test.
const ENOUGH: usize = 25;

/// How a tree is grown and pruned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeSettings {
    /// The least number of cases on each side of a test.
    pub least_cases: usize,
    /// The confidence of pruning; 0.25 is C4.5's.
    pub confidence: f64,
    /// Whether subtrees are pruned.
    pub pruning: Pruning,
}

/// Whether subtrees are replaced by leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pruning {
    /// Where the pessimistic estimate does not rise.
    Pessimistic,
    /// Never.
    None,
}

impl Default for TreeSettings {
    fn default() -> TreeSettings {
        TreeSettings {
            least_cases: 2,
            confidence: 0.25,
            pruning: Pruning::Pessimistic,
        }
    }
}

/// A tree. The first node is the root, and children come after their parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A node and the cases that reached it in training.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    counts: Counts,
    test: Option<Test>,
}

/// A test and the nodes it leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Test {
    feature: usize,
    threshold: f64,
    /// The nodes for values up to the threshold and for greater ones.
    children: [usize; 2],
}

/// A node of a tree as data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Branch {
    /// A feature's difference is compared with a threshold.
    Test {
        /// The feature.
        feature: usize,
        /// The threshold.
        threshold: f64,
        /// The nodes for differences up to the threshold and for greater ones.
        children: [usize; 2],
    },
    /// A leaf.
    Leaf(Class),
}

/// The class of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The first position is preferred.
    Preferred,
    /// It is not.
    NotPreferred,
    /// Both classes are equally frequent.
    Undecided,
}

impl Class {
    fn of(counts: Counts) -> Class {
        match counts.preferred.cmp(&counts.other) {
            Ordering::Greater => Class::Preferred,
            Ordering::Less => Class::NotPreferred,
            Ordering::Equal => Class::Undecided,
        }
    }

    /// The number of cases of the rarer class.
    fn counts(self) -> Counts {
        Counts {
            preferred: u32::from(self == Class::Preferred),
            other: u32::from(self == Class::NotPreferred),
        }
    }
}

impl Tree {
    /// A tree of these nodes, the root first; nothing where a test leads to a node
    /// that is not after it, or where there is no node.
    pub fn with_branches(branches: &[Branch]) -> Option<Tree> {
        let node = |(place, branch): (usize, &Branch)| match *branch {
            Branch::Test {
                feature,
                threshold,
                children,
            } => {
                let is_after = |child: &usize| (place + 1..branches.len()).contains(child);
                children.iter().all(is_after).then_some(Node {
                    counts: Class::Undecided.counts(),
                    test: Some(Test {
                        feature,
                        threshold,
                        children,
                    }),
                })
            }
            Branch::Leaf(class) => Some(Node {
                counts: class.counts(),
                test: None,
            }),
        };
        let nodes: Vec<Node> = branches
            .iter()
            .enumerate()
            .map(node)
            .collect::<Option<_>>()?;
        (!nodes.is_empty()).then_some(Tree { nodes })
    }

    /// The nodes, the root first, children after their parent.
    pub fn branches(&self) -> impl Iterator<Item = Branch> {
        self.nodes.iter().map(|node| match node.test {
            Some(test) => Branch::Test {
                feature: test.feature,
                threshold: test.threshold,
                children: test.children,
            },
            None => Branch::Leaf(Class::of(node.counts)),
        })
    }

    /// Grows a tree from these pairs with only these features, and prunes it.
    pub fn train(
        pairs: &Pairs,
        instances: &[usize],
        features: &[usize],
        settings: &TreeSettings,
    ) -> Tree {
        let mut cases = Cases::new(pairs, instances, features);
        let root = Node {
            counts: cases.counts(),
            test: None,
        };
        let mut tree = Tree { nodes: vec![root] };
        let mut growing = vec![(0, cases.all())];
        while let Some((node, range)) = growing.pop() {
            let Some(split) = tree.split(node, range, &cases, settings) else {
                continue;
            };
            let all = tree.nodes[node].counts;
            let counts = [split.low, all.minus(split.low)];
            let first = tree.nodes.len();
            for (range, counts) in cases.part(range, &split).into_iter().zip(counts) {
                growing.push((tree.nodes.len(), range));
                tree.nodes.push(Node { counts, test: None });
            }
            tree.nodes[node].test = Some(Test {
                feature: features[split.place],
                threshold: split.threshold,
                children: [first, first + 1],
            });
        }
        tree.collapse();
        if settings.pruning == Pruning::Pessimistic {
            tree.prune(Confidence::new(settings.confidence));
        }
        tree.compact()
    }

    /// The test of a node that should have one.
    fn split(
        &self,
        node: usize,
        range: Range,
        cases: &Cases,
        settings: &TreeSettings,
    ) -> Option<Split> {
        let counts = self.nodes[node].counts;
        let least = settings.least_cases.max(1);
        if counts.errors() == 0 || range.count() < 2 * least {
            return None;
        }
        // C4.5 requires a tenth of the cases of a class on each side of a
        // threshold, within bounds: of many thresholds some split small sets by
        // chance.
        let tenth = range.count() / 20;
        cases.best_split(range, counts, tenth.clamp(least, ENOUGH.max(least)))
    }

    /// Replaces subtrees by leaves that make no more errors on the seen cases.
    fn collapse(&mut self) {
        let mut errors: Vec<u32> = vec![0; self.nodes.len()];
        for node in (0..self.nodes.len()).rev() {
            let as_leaf = self.nodes[node].counts.errors();
            errors[node] = match self.nodes[node].test {
                Some(test) => test.children.iter().map(|&child| errors[child]).sum(),
                None => as_leaf,
            };
            if errors[node] >= as_leaf {
                self.nodes[node].test = None;
                errors[node] = as_leaf;
            }
        }
    }

    /// Replaces subtrees by leaves that are expected to make no more errors on
    /// unseen cases.
    fn prune(&mut self, confidence: Confidence) {
        let mut expected: Vec<f64> = vec![0.0; self.nodes.len()];
        for node in (0..self.nodes.len()).rev() {
            let counts = self.nodes[node].counts;
            let (all, wrong) = (f64::from(counts.all()), f64::from(counts.errors()));
            let as_leaf = wrong + confidence.further_errors(all, wrong);
            expected[node] = match self.nodes[node].test {
                Some(test) => test.children.iter().map(|&child| expected[child]).sum(),
                None => as_leaf,
            };
            if as_leaf <= expected[node] + MARGIN {
                self.nodes[node].test = None;
                expected[node] = as_leaf;
            }
        }
    }

    /// The tree without unreachable nodes.
    fn compact(&self) -> Tree {
        let mut nodes = vec![self.nodes[0]];
        let mut next = 0;
        while next < nodes.len() {
            if let Some(test) = nodes[next].test {
                let children = test.children.map(|child| {
                    nodes.push(self.nodes[child]);
                    nodes.len() - 1
                });
                nodes[next].test = Some(Test { children, ..test });
            }
            next += 1;
        }
        Tree { nodes }
    }

    /// The class of a difference.
    fn class(&self, value: impl Fn(usize) -> f64) -> Class {
        let mut node = &self.nodes[0];
        while let Some(test) = &node.test {
            let side = usize::from(value(test.feature) > test.threshold + ROUNDING);
            node = &self.nodes[test.children[side]];
        }
        Class::of(node.counts)
    }

    /// Whether the first position is preferred: its difference to the second is
    /// classified so, and the negation is not.
    pub fn prefers(&self, difference: &[f64]) -> bool {
        let value = |feature: usize| difference.get(feature).copied().unwrap_or(0.0);
        self.class(value) == Class::Preferred
            && self.class(|feature| -value(feature)) == Class::NotPreferred
    }

    /// For each feature, the number of training cases that were tested on it.
    pub fn use_counts(&self, features: usize) -> Vec<u64> {
        let mut counts = vec![0; features];
        for node in &self.nodes {
            if let Some(test) = &node.test
                && let Some(count) = counts.get_mut(test.feature)
            {
                *count += u64::from(node.counts.all());
            }
        }
        counts
    }

    /// The number of leaves.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.test.is_none()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use stratalog_run::Seed;

    fn grown(settings: TreeSettings, rows: &[Vec<f64>]) -> (Pairs, Tree) {
        let mut pairs = Pairs::new(rows[0].len());
        for row in rows {
            pairs.push(row).expect("rows of one length");
        }
        let all: Vec<usize> = (0..rows.len()).collect();
        let features: Vec<usize> = (0..rows[0].len()).collect();
        let tree = Tree::train(&pairs, &all, &features, &settings);
        (pairs, tree)
    }

    const UNPRUNED: TreeSettings = TreeSettings {
        least_cases: 2,
        confidence: 0.25,
        pruning: Pruning::None,
    };

    fn random_rows(features: usize, count: usize, noise: f64) -> Vec<Vec<f64>> {
        let mut rng = Seed(21).stream(features as u64);
        let row = |rng: &mut stratalog_run::Stream| {
            let mut row: Vec<f64> = (0..features)
                .map(|_| f64::from(rng.random_range(-3..=3)))
                .collect();
            let is_right = rng.random_range(0.0..1.0) >= noise;
            row[0] = row[0].abs() * if is_right { 1.0 } else { -1.0 };
            row
        };
        (0..count).map(|_| row(&mut rng)).collect()
    }

    /// The best split by definition: every feature, every threshold, entropies
    /// recomputed.
    fn plain_split(rows: &[(Vec<f64>, bool)], least: usize) -> Option<(usize, f64)> {
        let entropy = |rows: &[&(Vec<f64>, bool)]| {
            let share = rows.iter().filter(|row| row.1).count() as f64 / rows.len() as f64;
            [share, 1.0 - share]
                .iter()
                .filter(|p| **p > 0.0)
                .map(|p| -p * p.log2())
                .sum::<f64>()
        };
        let all: Vec<&(Vec<f64>, bool)> = rows.iter().collect();
        let mut tests = Vec::new();
        for feature in 0..rows[0].0.len() {
            let mut values: Vec<f64> = rows.iter().map(|row| row.0[feature]).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            let mut best: Option<(f64, f64, f64)> = None;
            for pair in values.windows(2) {
                let threshold = (pair[0] + pair[1]) / 2.0;
                let (low, high): (Vec<_>, Vec<_>) =
                    rows.iter().partition(|row| row.0[feature] <= threshold);
                if low.len() < least || high.len() < least {
                    continue;
                }
                let share = low.len() as f64 / rows.len() as f64;
                let gain = entropy(&all) - share * entropy(&low) - (1.0 - share) * entropy(&high);
                let size = -share * share.log2() - (1.0 - share) * (1.0 - share).log2();
                if best.is_none_or(|(most, _, _)| gain > most + 1e-11) {
                    best = Some((gain, size, threshold));
                }
            }
            if let Some((gain, size, threshold)) = best.filter(|best| best.0 > 1e-9) {
                tests.push((gain, gain / size, feature, threshold));
            }
        }
        let average = tests.iter().map(|test| test.0).sum::<f64>() / tests.len() as f64;
        let mut best: Option<(f64, usize, f64)> = None;
        for (gain, ratio, feature, threshold) in tests {
            if gain >= average - 1e-9 && best.is_none_or(|(most, _, _)| ratio > most + 1e-9) {
                best = Some((ratio, feature, threshold));
            }
        }
        best.map(|(_, feature, threshold)| (feature, threshold))
    }

    /// Compares each test of a tree with the definition, on the cases that
    /// reach it.
    fn check_node(tree: &Tree, node: usize, cases: Vec<(Vec<f64>, bool)>) -> usize {
        let least = (cases.len() / 20).clamp(2, 25);
        let Some(test) = tree.nodes[node].test else {
            return 0;
        };
        assert_eq!(tree.nodes[node].counts.all() as usize, cases.len());
        let expected = plain_split(&cases, least);
        assert_eq!(expected, Some((test.feature, test.threshold)));
        let (low, high): (Vec<_>, Vec<_>) = cases
            .into_iter()
            .partition(|case| case.0[test.feature] <= test.threshold);
        1 + check_node(tree, test.children[0], low) + check_node(tree, test.children[1], high)
    }

    #[test]
    fn every_test_is_the_one_the_definition_chooses() {
        for features in [1, 4, 9] {
            let rows = random_rows(features, 120, 0.2);
            let (_, tree) = grown(UNPRUNED, &rows);
            let cases = rows
                .iter()
                .map(|row| (row.clone(), true))
                .chain(
                    rows.iter()
                        .map(|row| (row.iter().map(|v| -v).collect(), false)),
                )
                .collect();
            let tests = check_node(&tree, 0, cases);
            assert!(tests >= 1, "{tests} tests of {features} features");
            assert_eq!(tests + 1, tree.leaves());
        }
    }

    #[test]
    fn one_threshold_is_enough_for_a_plain_concept() {
        let rows = random_rows(5, 100, 0.0);
        let rows: Vec<_> = rows.into_iter().filter(|row| row[0] > 0.0).collect();
        let (pairs, tree) = grown(TreeSettings::default(), &rows);
        assert_eq!(tree.leaves(), 2);
        assert!((0..pairs.len()).all(|pair| tree.prefers(pairs.row(pair))));
        let reached = tree.use_counts(5);
        assert_eq!(reached, [2 * pairs.len() as u64, 0, 0, 0, 0]);
        assert!(!tree.prefers(&[0.0; 5]), "nothing is preferred to itself");
    }

    /// Errors expected of a node as a leaf and as the subtree it is.
    fn expected(tree: &Tree, node: usize) -> (f64, f64) {
        let Node { counts, test } = tree.nodes[node];
        let (all, wrong) = (f64::from(counts.all()), f64::from(counts.errors()));
        let leaf = wrong + Confidence::new(0.25).further_errors(all, wrong);
        match test {
            None => (leaf, leaf),
            Some(test) => {
                let subtree = test.children.map(|child| expected(tree, child).1);
                (leaf, subtree.iter().sum())
            }
        }
    }

    #[test]
    fn a_pruned_tree_has_no_subtree_that_a_leaf_could_replace() {
        let rows = random_rows(6, 300, 0.25);
        let (_, full) = grown(UNPRUNED, &rows);
        let (_, pruned) = grown(TreeSettings::default(), &rows);
        let replaceable = |tree: &Tree| {
            let tests = (0..tree.nodes.len()).filter(|&node| tree.nodes[node].test.is_some());
            let weak = |&node: &usize| {
                let (leaf, subtree) = expected(tree, node);
                leaf <= subtree + MARGIN
            };
            tests.filter(weak).count()
        };
        assert!(replaceable(&full) > 10);
        assert_eq!(replaceable(&pruned), 0);
        assert!(2 <= pruned.leaves() && pruned.leaves() + 20 < full.leaves());
    }

    #[test]
    fn without_features_or_pairs_nothing_is_preferred() {
        let pairs = Pairs::new(2);
        let tree = Tree::train(&pairs, &[], &[0, 1], &TreeSettings::default());
        assert!(!tree.prefers(&[1.0, 1.0]));
        let mut pairs = Pairs::new(1);
        pairs.push(&[1.0]).expect("one number");
        let tree = Tree::train(&pairs, &[0], &[], &TreeSettings::default());
        assert!(!tree.prefers(&[1.0]));
    }
}
