//! The memory of one game's planning: a node for each view in which a guess is
//! needed. A view reached by several ways is one node. Most nodes are met once:
//! they have the numbers shown and little more, from which what is known of the
//! view can be worked out again.

use crate::belief::EQUAL;
use rustc_hash::FxHashMap;

use crate::bssuct::bandit::{Results, Widening};
use crate::bssuct::outlook::Choice;
use crate::bssuct::shown::Shown;
use crate::bssuct::view_key::ViewKey;

/// Nodes, and how to find them.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    places: FxHashMap<u64, u32>,
}

/// A view in which a guess is needed.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// The numbers its view shows.
    pub shown: Shown,
    key: u64,
    /// The natural logarithm of the number of boards that are left.
    pub ln_boards: f64,
    pub visits: u64,
    /// Its value: its best move's value, or the result of the first
    /// episode.
    pub value: f64,
    /// An upper bound of its value.
    most: f64,
    /// Whether its value is exact.
    pub is_proved: bool,
    pub untried: Untried,
    pub moves: Vec<Move>,
}

/// The moves of a node that were not tried yet.
#[derive(Debug, Clone)]
pub(crate) enum Untried {
    /// Not asked for: no move was tried, or the one known before was just now.
    Unknown,
    /// The safest of them. The others follow from the view.
    Next(Choice),
    /// All of them, in the order in which they are to be tried.
    All(Box<[Choice]>),
}

impl Untried {
    /// Takes the next one.
    fn take(&mut self) -> Option<Choice> {
        match std::mem::replace(self, Untried::Unknown) {
            Untried::Unknown => None,
            Untried::Next(choice) => Some(choice),
            Untried::All(choices) => {
                let (first, rest) = choices.split_first()?;
                *self = Untried::All(rest.into());
                Some(*first)
            }
        }
    }

    /// The greatest probability to survive one of them.
    fn survival(&self) -> f64 {
        match self {
            Untried::Unknown => 0.0,
            Untried::Next(choice) => choice.survival,
            Untried::All(choices) => {
                let survivals = choices.iter().map(|choice| choice.survival);
                survivals.fold(0.0, f64::max)
            }
        }
    }
}

/// A move tried in a node.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    pub choice: Choice,
    pub results: Results,
    /// Its value: the mean over its outcomes where their probabilities
    /// are known, else of its results.
    pub value: f64,
    /// An upper bound of its value.
    most: f64,
    /// Whether its value is exact: all its outcomes are known, and each is
    /// proved.
    pub is_proved: bool,
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
    /// In the view with this word.
    Won(u64),
    Lost,
    Goes(u32),
}

impl Tree {
    /// The node of a view.
    pub fn node(&self, key: ViewKey) -> Option<usize> {
        self.places.get(&key.word()).map(|&node| node as usize)
    }

    /// Adds the node of a view whose value is at most this.
    pub fn add(&mut self, key: ViewKey, shown: Shown, ln_boards: f64, most: f64) -> usize {
        let node = self.nodes.len();
        self.places.insert(key.word(), node as u32);
        self.nodes.push(Node {
            shown,
            key: key.word(),
            ln_boards,
            visits: 0,
            value: 0.0,
            most,
            is_proved: false,
            untried: Untried::Unknown,
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

    /// Computes the value of a move from its known outcomes, and the value of the
    /// node from its best move.
    pub fn value_by_outcomes(&mut self, node: usize, choice: usize) {
        let (mut worth, mut most, mut total) = (0.0, 0.0, 0.0);
        let mut are_proved = true;
        for outcome in &self.nodes[node].moves[choice].outcomes {
            let (value, bound) = match outcome.end {
                End::Won(_) => (1.0, 1.0),
                End::Lost => (0.0, 0.0),
                End::Goes(next) => {
                    let next = &self.nodes[next as usize];
                    (next.value, next.most)
                }
            };
            total += outcome.weight;
            worth += outcome.weight * value;
            most += outcome.weight * bound;
            are_proved &= self.is_proved(outcome.end);
        }
        let node = &mut self.nodes[node];
        let mv = &mut node.moves[choice];
        mv.value = mv.choice.survival * worth / total;
        // What was not met yet may be won.
        mv.most = most + (mv.choice.survival - total).max(0.0);
        mv.is_proved = are_proved && mv.are_all_met();
        node.value_by_moves();
    }

    /// Whether the value of what follows a move is exact.
    pub fn is_proved(&self, end: End) -> bool {
        match end {
            End::Won(_) | End::Lost => true,
            End::Goes(next) => self.nodes[next as usize].is_proved,
        }
    }

    /// The part that can be reached from this node, which comes first in it.
    pub fn part(&self, root: usize) -> Tree {
        let root = root as u32;
        let mut moved: FxHashMap<u32, u32> = FxHashMap::from_iter([(root, 0)]);
        let mut reached = vec![root];
        let mut part = Tree::default();
        while let Some(&node) = reached.get(part.nodes.len()) {
            let mut node = self.nodes[node as usize].clone();
            for outcome in node.moves.iter_mut().flat_map(|mv| &mut mv.outcomes) {
                if let End::Goes(target) = outcome.end {
                    let place = *moved.entry(target).or_insert_with(|| {
                        reached.push(target);
                        (reached.len() - 1) as u32
                    });
                    outcome.end = End::Goes(place);
                }
            }
            part.places.insert(node.key, part.nodes.len() as u32);
            part.nodes.push(node);
        }
        part
    }
}

impl Node {
    /// The move to try: a new one while the node may widen, else the best by
    /// the upper confidence bound among those that may yet be the best.
    pub fn select(&mut self, widening: Widening) -> usize {
        let room = widening.moves(self.visits + 1);
        let sure = self.sure();
        let are_settled = self.moves.iter().all(|mv| mv.is_settled(sure));
        if (self.moves.len() < room || are_settled)
            && self.may_widen(sure)
            && let Some(choice) = self.untried.take()
        {
            self.moves.reserve_exact(1);
            self.moves.push(Move {
                choice,
                results: Results::default(),
                value: 0.0,
                most: choice.survival,
                is_proved: false,
                outcomes: Vec::new(),
            });
            return self.moves.len() - 1;
        }
        let ln = (self.visits.max(1) as f64).ln();
        let bounds = self.moves.iter().enumerate().map(|(place, mv)| {
            let bound = mv.results.bound(mv.value, mv.choice.survival, ln);
            (!mv.is_settled(sure), bound, place)
        });
        let best = bounds.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        best.map_or(0, |(_, _, place)| place)
    }

    /// The move to make: the one tried most often, for its value is known best;
    /// where another is proved to have that value, that one.
    pub fn best(&self) -> Option<&Move> {
        let tried = self.moves.iter().filter(|mv| !mv.is_proved);
        let proved = self.moves.iter().filter(|mv| mv.is_proved);
        let tried = tried.max_by_key(|mv| mv.results.visits);
        let proved = proved.max_by(|a, b| a.value.total_cmp(&b.value));
        match (tried, proved) {
            (Some(tried), Some(proved)) if tried.value > proved.value && !self.is_proved => {
                Some(tried)
            }
            (tried, proved) => proved.or(tried),
        }
    }

    /// Computes its value from its moves.
    fn value_by_moves(&mut self) {
        let sure = self.sure();
        let may_widen = self.may_widen(sure);
        self.is_proved = !may_widen && self.moves.iter().all(|mv| mv.is_settled(sure));
        let values = self.moves.iter().map(|mv| mv.value);
        self.value = if self.is_proved {
            sure
        } else {
            values.fold(0.0, f64::max)
        };
        let tried = self.moves.iter().map(|mv| mv.most);
        self.most = tried.fold(sure.max(self.untried.survival()), f64::max);
    }

    /// The value of its best proved move.
    fn sure(&self) -> f64 {
        let proved = self.moves.iter().filter(|mv| mv.is_proved);
        proved.map(|mv| mv.value).fold(0.0, f64::max)
    }

    /// Whether a move that was not tried yet may be better than `sure`: the value
    /// of a move is at most the probability to survive it.
    fn may_widen(&self, sure: f64) -> bool {
        self.untried.survival() > sure + EQUAL
    }
}

impl Move {
    /// Whether trying it again cannot change what is best.
    fn is_settled(&self, sure: f64) -> bool {
        self.is_proved || self.most <= sure + EQUAL
    }

    /// Whether every outcome was met; only where their probabilities are known.
    pub fn are_all_met(&self) -> bool {
        let total: f64 = self.outcomes.iter().map(|outcome| outcome.weight).sum();
        total >= self.choice.survival - EQUAL
    }
}

#[cfg(test)]
mod tests {
    use crate::{FirstMove, Minesweeper, Site};

    use super::*;
    use crate::bssuct::outlook::Outlooks;
    use crate::bssuct::source::Source;

    /// A tree of three views: the first leads to the second, or wins.
    fn tree() -> (Tree, Vec<ViewKey>) {
        let game = Minesweeper::new("3x3/3".parse().expect("a board"), FirstMove::Safe);
        let mut outlooks = Outlooks::new(&game, Source::Solver);
        let mut tree = Tree::default();
        let mut keys = Vec::new();
        for shown in [vec![], vec![(Site::new(0), 1)], vec![(Site::new(0), 2)]] {
            let outlook = outlooks.of(shown).expect("possible");
            let node = tree.add(outlook.key, outlook.shown(9), outlook.ln_boards(), 1.0);
            tree.nodes[node].untried = Untried::All(outlook.choices().into());
            keys.push(outlook.key);
        }
        let choice = tree.nodes[1].select(Widening::BySafety);
        tree.nodes[1].moves[choice].outcomes = vec![
            Outcome {
                end: End::Goes(2),
                weight: 0.5,
            },
            Outcome {
                end: End::Won(0),
                weight: 0.25,
            },
        ];
        (tree, keys)
    }

    #[test]
    fn a_move_is_worth_the_mean_of_its_outcomes() {
        let (mut tree, _) = tree();
        tree.nodes[2].value = 0.4;
        tree.nodes[1].moves[0].choice.survival = 0.75;
        tree.count(1, 0, 1.0);
        tree.value_by_outcomes(1, 0);
        assert!((tree.nodes[1].value - (0.5 * 0.4 + 0.25)).abs() < 1e-12);
    }

    #[test]
    fn a_part_is_what_can_be_reached() {
        let (tree, keys) = tree();
        let kept = tree.part(1);
        assert_eq!(kept.nodes.len(), 2);
        assert_eq!(kept.node(keys[0]), None);
        assert_eq!((kept.node(keys[1]), kept.node(keys[2])), (Some(0), Some(1)));
        assert_eq!(kept.nodes[0].moves[0].outcomes[0].end, End::Goes(1));
    }
}
