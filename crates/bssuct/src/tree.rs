//! The memory of one game's planning: a node for each view in which a guess is
//! needed. A view reached by several ways is one node.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bandit::{Results, Widening};
use crate::outlook::{Choice, Outlook};
use crate::view_key::ViewKey;

/// Nodes, and how to find them.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    places: FxHashMap<ViewKey, usize>,
}

/// A view in which a guess is needed.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub outlook: Arc<Outlook>,
    /// The natural logarithm of the number of boards that are left.
    pub ln_boards: f64,
    pub visits: u64,
    /// What it is worth: its best move's value, or the result of the first
    /// episode.
    pub value: f64,
    /// Moves in the order in which they are widened.
    choices: Vec<Choice>,
    pub moves: Vec<Move>,
}

/// A move tried in a node.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    pub choice: Choice,
    pub results: Results,
    /// What it is worth: the mean over its outcomes where their probabilities
    /// are known, else of its results.
    pub value: f64,
    pub outcomes: Vec<Outcome>,
}

/// Where a move may lead.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub end: End,
    /// Its probability where that is known, else how often it was met.
    pub weight: f64,
}

/// What follows a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Won(ViewKey),
    Lost,
    Goes(usize),
}

impl Tree {
    /// The node of a view.
    pub fn node(&self, key: ViewKey) -> Option<usize> {
        self.places.get(&key).copied()
    }

    /// Adds the node of a view.
    pub fn add(&mut self, outlook: Arc<Outlook>, choices: Vec<Choice>) -> usize {
        let node = self.nodes.len();
        self.places.insert(outlook.key, node);
        self.nodes.push(Node {
            ln_boards: outlook.ln_boards(),
            outlook,
            visits: 0,
            value: 0.0,
            choices,
            moves: Vec::new(),
        });
        node
    }

    /// Counts an episode in which this move was made.
    pub fn count(&mut self, node: usize, choice: usize, reward: f64) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        let mv = &mut node.moves[choice];
        mv.results.add(reward);
        mv.value = mv.results.mean();
    }

    /// Values a move by what is known of its outcomes, and the node by its
    /// best move.
    pub fn value_by_outcomes(&mut self, node: usize, choice: usize) {
        let (mut worth, mut total) = (0.0, 0.0);
        for outcome in &self.nodes[node].moves[choice].outcomes {
            total += outcome.weight;
            worth += match outcome.end {
                End::Won(_) => outcome.weight,
                End::Lost => 0.0,
                End::Goes(next) => outcome.weight * self.nodes[next].value,
            };
        }
        let node = &mut self.nodes[node];
        let mv = &mut node.moves[choice];
        mv.value = mv.choice.survival * worth / total;
        let values = node.moves.iter().map(|mv| mv.value);
        node.value = values.fold(0.0, f64::max);
    }

    /// The part that can be reached from this node, which comes first in it.
    pub fn part(&self, root: usize) -> Tree {
        let mut moved: FxHashMap<usize, usize> = FxHashMap::from_iter([(root, 0)]);
        let mut reached = vec![root];
        let mut part = Tree::default();
        while let Some(&node) = reached.get(part.nodes.len()) {
            let mut node = self.nodes[node].clone();
            for outcome in node.moves.iter_mut().flat_map(|mv| &mut mv.outcomes) {
                if let End::Goes(target) = outcome.end {
                    let place = *moved.entry(target).or_insert_with(|| {
                        reached.push(target);
                        reached.len() - 1
                    });
                    outcome.end = End::Goes(place);
                }
            }
            part.places.insert(node.outlook.key, part.nodes.len());
            part.nodes.push(node);
        }
        part
    }
}

impl Node {
    /// The move to try: a new one while the node may widen, else the best by
    /// the upper confidence bound.
    pub fn select(&mut self, widening: Widening) -> usize {
        let room = widening.moves(self.visits + 1).min(self.choices.len());
        if self.moves.len() < room {
            self.moves.push(Move {
                choice: self.choices[self.moves.len()],
                results: Results::default(),
                value: 0.0,
                outcomes: Vec::new(),
            });
            return self.moves.len() - 1;
        }
        let ln = (self.visits.max(1) as f64).ln();
        let bounds = self
            .moves
            .iter()
            .map(|mv| mv.results.bound(mv.value, mv.choice.survival, ln));
        let best = bounds.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(0, |(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use stratalog_game::minesweeper::{FirstMove, Minesweeper, Site};

    use super::*;
    use crate::outlook::Outlooks;
    use crate::source::Source;

    /// A tree of three views: the first leads to the second, or wins.
    fn tree() -> Tree {
        let game = Minesweeper::new("3x3/3".parse().expect("a board"), FirstMove::Safe);
        let mut outlooks = Outlooks::new(&game, Source::Solver);
        let mut tree = Tree::default();
        for shown in [vec![], vec![(Site::new(0), 1)], vec![(Site::new(0), 2)]] {
            let outlook = outlooks.of(shown).expect("possible");
            let choices = outlook.choices().to_vec();
            tree.add(outlook, choices);
        }
        let choice = tree.nodes[1].select(Widening::BySafety);
        tree.nodes[1].moves[choice].outcomes = vec![
            Outcome {
                end: End::Goes(2),
                weight: 0.5,
            },
            Outcome {
                end: End::Won(ViewKey::default()),
                weight: 0.25,
            },
        ];
        tree
    }

    #[test]
    fn a_move_is_worth_the_mean_of_its_outcomes() {
        let mut tree = tree();
        tree.nodes[2].value = 0.4;
        tree.nodes[1].moves[0].choice.survival = 0.75;
        tree.count(1, 0, 1.0);
        tree.value_by_outcomes(1, 0);
        assert!((tree.nodes[1].value - (0.5 * 0.4 + 0.25)).abs() < 1e-12);
    }

    #[test]
    fn a_part_is_what_can_be_reached() {
        let tree = tree();
        let keys: Vec<ViewKey> = tree.nodes.iter().map(|node| node.outlook.key).collect();
        let kept = tree.part(1);
        assert_eq!(kept.nodes.len(), 2);
        assert_eq!(kept.node(keys[0]), None);
        assert_eq!((kept.node(keys[1]), kept.node(keys[2])), (Some(0), Some(1)));
        assert_eq!(kept.nodes[0].moves[0].outcomes[0].end, End::Goes(1));
    }
}
