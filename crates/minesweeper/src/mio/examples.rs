//! Examples as section 4.1 makes them: random boards partly opened, and each
//! covered square with an open neighbour labelled by what lies under it.
//!
//! Contradictory examples are removed: a square that is safe on this board but
//! a mine on another that shows the same numbers teaches nothing about what can
//! be deduced. The exact belief state finds them all at once: a positive
//! example is one whose label all boards with these numbers share. Or those are
//! removed that others among the examples contradict, which is what can be done
//! without knowing what is to be learned.

use std::sync::Arc;

use crate::belief::Belief;
use crate::{Board, Cell, Field, FirstMove, Grid, Site, Status, Sweep, View};
use rand::RngExt;
use rand::seq::IteratorRandom;
use stratalog_run::{Seed, Stream, threads};

use super::cases::CaseTree;
use super::contradictions::Contradictions;
use super::reasoner::Reasoner;
use super::rule::{Rule, Target};

/// A tile of a position, and what it is an example of.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position, known mines partly marked.
    pub view: View,
    /// The tile.
    pub tile: Site,
    /// On a board of which something is supposed, the tiles supposed to be safe;
    /// their numbers are not seen.
    pub safe: Vec<Site>,
    /// Whether it is an example of the target or against it.
    pub is_positive: bool,
}

/// Random positions to measure rules on: boards partly opened.
#[derive(Clone, Copy, Debug)]
pub struct PositionSample {
    /// The boards.
    pub board: Board,
    /// How many there are.
    pub positions: u64,
    /// What they follow from.
    pub seed: Seed,
}

/// Draws examples; the i-th board follows from the seed and i alone.
#[derive(Clone, Debug)]
pub struct ExampleSource {
    board: Board,
    grid: Arc<Grid>,
    seed: Seed,
    known: Arc<Vec<Rule>>,
    labels: Labels,
    contradictions: Arc<Contradictions>,
}

/// What makes a square an example of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Labels {
    /// That it can be deduced: every board with these numbers has it so.
    #[default]
    Deduced,
    /// What lies under it. Among the examples of this number of boards, those
    /// that contradict each other are removed.
    Contents {
        /// The boards.
        boards: u64,
    },
}

impl ExampleSource {
    /// Examples from boards of this size.
    pub fn new(board: Board, seed: Seed) -> ExampleSource {
        ExampleSource {
            board,
            grid: Grid::new(board),
            seed: seed.derive("examples"),
            known: Arc::new(Vec::new()),
            labels: Labels::default(),
            contradictions: Arc::default(),
        }
    }

    /// With examples of a target that are labelled so.
    pub fn labelled(mut self, labels: Labels, target: Target) -> ExampleSource {
        self.labels = labels;
        if let Labels::Contents { boards } = labels {
            let examples = threads::map(0..boards, |index| self.board_examples(index, target));
            let examples: Vec<Example> = examples.into_iter().flatten().collect();
            self.contradictions = Arc::new(Contradictions::among(&examples));
        }
        self
    }

    /// Examples from positions in which these rules find nothing more: every
    /// other board is played with them until none applies, the others give
    /// examples against the target. Without rules, examples as the paper
    /// makes them.
    pub fn where_stuck(board: Board, seed: Seed, known: Arc<Vec<Rule>>) -> ExampleSource {
        ExampleSource {
            known,
            ..ExampleSource::new(board, seed)
        }
    }

    /// The examples of the i-th board.
    pub fn board_examples(&self, index: u64, target: Target) -> Vec<Example> {
        let mut rng = self.seed.stream(index);
        if target == Target::Absurd {
            return self.supposed_boards(&mut rng);
        }
        if self.known.is_empty() {
            return self.random_examples(&mut rng, target);
        }
        if index.is_multiple_of(2) {
            return self.stuck_examples(&mut rng, target);
        }
        // A rule must hold everywhere, not only where no simpler one applies.
        let mut examples = self.random_examples(&mut rng, target);
        examples.retain(|example| !example.is_positive);
        examples
    }

    /// The position of the i-th board, nothing marked.
    pub fn position(&self, index: u64) -> Option<View> {
        let drawn = self.draw(&mut self.seed.stream(index));
        drawn.map(|(_, sweep)| sweep.view().clone())
    }

    /// Boards on which one tile is supposed to be a mine, if they have few
    /// enough cases to learn from, and a case of each. A rule of `absurd/1` is
    /// asked about cases whenever another calls it: one that holds only of
    /// boards with a single supposition would make those that call it wrong.
    fn supposed_boards(&self, rng: &mut Stream) -> Vec<Example> {
        let mut examples = Vec::new();
        for mut example in self.random_examples(rng, Target::Absurd) {
            example.view.set(example.tile, Cell::Marked);
            if let Some(tree) = CaseTree::of(&example) {
                let case = random_case(&example, &tree, rng);
                examples.push(example);
                examples.extend(case);
            }
        }
        examples
    }

    fn random_examples(&self, rng: &mut Stream, target: Target) -> Vec<Example> {
        let Some((field, sweep)) = self.draw(rng) else {
            return Vec::new();
        };
        let mut view = sweep.view().clone();
        let Ok(belief) = Belief::of(&view) else {
            return Vec::new();
        };
        let chance = |site: Site| belief.mine_probability(site);
        // Mines that can be deduced are marked on some boards, on some not.
        let share = [0.0, 1.0, 1.0, 1.0][rng.random_range(0..4)];
        for site in self.grid.sites() {
            if chance(site) >= 1.0 && view.is_covered(site) && rng.random_bool(share) {
                view.set(site, Cell::Marked);
            }
        }
        let mut examples = Vec::new();
        for tile in self.grid.sites() {
            let is_example = has_open_neighbour(&view, tile) || !self.known.is_empty();
            if view.cell(tile) != Cell::Covered || !is_example {
                continue;
            }
            let is_positive = match self.labels {
                Labels::Deduced => is_deduced(target, chance(tile)),
                Labels::Contents { .. } => field.is_mine(tile) == (target == Target::Mine),
            };
            examples.push(Example {
                view: view.clone(),
                tile,
                safe: Vec::new(),
                is_positive,
            });
        }
        examples.retain(|example| !self.contradictions.contain(example));
        examples
    }

    /// Here tiles without an open neighbour are examples too, one of each label:
    /// the count of all mines may determine them.
    fn stuck_examples(&self, rng: &mut Stream, target: Target) -> Vec<Example> {
        let Some((_, mut sweep)) = self.draw(rng) else {
            return Vec::new();
        };
        let view = play_on(&mut sweep, &self.known);
        let Ok(belief) = Belief::of(sweep.view()) else {
            return Vec::new();
        };
        let mut inner_labels = Vec::new();
        let mut examples = Vec::new();
        for tile in self.grid.sites() {
            if view.cell(tile) != Cell::Covered {
                continue;
            }
            let is_positive = is_deduced(target, belief.mine_probability(tile));
            if !has_open_neighbour(&view, tile) {
                if inner_labels.contains(&is_positive) {
                    continue;
                }
                inner_labels.push(is_positive);
            }
            examples.push(Example {
                view: view.clone(),
                tile,
                safe: Vec::new(),
                is_positive,
            });
        }
        examples
    }

    /// A random board with a random number of squares opened.
    fn draw(&self, rng: &mut Stream) -> Option<(Field, Sweep)> {
        let first = Site::new(rng.random_range(0..self.grid.len()));
        let grid = Arc::clone(&self.grid);
        let field = Field::draw(self.board, grid, FirstMove::Safe, first, rng);
        let mut free: Vec<Site> = self
            .grid
            .sites()
            .filter(|&site| !field.is_mine(site))
            .collect();
        if free.len() < 2 {
            return None;
        }
        let goal = rng.random_range(1..free.len());
        let mut sweep = Sweep::on(field.clone());
        while sweep.view().opened() < goal && !free.is_empty() {
            let at = rng.random_range(0..free.len());
            sweep.open(free.swap_remove(at));
        }
        Some((field, sweep))
    }
}

/// A case of a board, among those that have cases themselves.
fn random_case(board: &Example, tree: &CaseTree, rng: &mut Stream) -> Option<Example> {
    let case = tree.inner_cases().choose(rng)?;
    let mut example = Example {
        is_positive: tree.nodes[case].is_absurd,
        ..board.clone()
    };
    for (tile, is) in tree.supposed_in(case) {
        match is {
            Target::Mine => example.view.set(tile, Cell::Marked),
            Target::Safe | Target::Absurd => example.safe.push(tile),
        }
    }
    Some(example)
}

/// Whether a tile that is a mine with this probability is an example of the
/// target. Where the numbers leave it open, it is one against either target:
/// some board with these numbers has it otherwise.
fn is_deduced(target: Target, chance: f64) -> bool {
    match target {
        Target::Safe => chance <= 0.0,
        Target::Mine => chance >= 1.0,
        // Of boards on which the tile is supposed to be a mine.
        Target::Absurd => chance <= 0.0,
    }
}

/// Opens what the rules say is safe and marks what they say is a mine, until
/// none applies; the position then, with its marks.
pub fn play_on(sweep: &mut Sweep, rules: &[Rule]) -> View {
    let mut marked = vec![false; sweep.view().grid().len()];
    while sweep.status() == Status::Playing {
        let reasoner = Reasoner::new(sweep.view(), |site| marked[site.index()], rules);
        let Some((number, tiles)) = reasoner.first_conclusions() else {
            break;
        };
        for tile in tiles {
            match rules[number].target {
                Target::Mine => marked[tile.index()] = true,
                Target::Safe => {
                    sweep.open(tile);
                }
                // About boards, not tiles.
                Target::Absurd => {}
            }
        }
    }
    let mut view = sweep.view().clone();
    for site in view.grid().sites() {
        if marked[site.index()] && view.is_covered(site) {
            view.set(site, Cell::Marked);
        }
    }
    view
}

fn has_open_neighbour(view: &View, tile: Site) -> bool {
    let neighbours = view.grid().neighbours(tile).iter();
    neighbours.copied().any(|site| !view.is_covered(site))
}
