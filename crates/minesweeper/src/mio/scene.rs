//! A position as the background knowledge of Table 1 sees it: the native
//! version of `rules/minesweeper-background.pl`.
//!
//! Constraints are numbered in the order in which they are found, and the
//! difference of two is computed once.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::belief::Fact;
use crate::constraint::{Constraint, SquareList};
use crate::{Cell, Grid, Site, View};

/// The most squares in the sets of one scene. The differences of the whole of a
/// large board and its numbers would fill the memory; rules then say less.
const MOST_SQUARES: usize = 4_000_000;

/// The number of a set within one scene.
pub type SetId = u32;

/// A position, and what is known of its covered squares.
#[derive(Clone, Debug)]
pub struct Scene {
    grid: Arc<Grid>,
    cells: Vec<Cell>,
    facts: Vec<Fact>,
    mines_left: i64,
    sets: IndexSet<Constraint, FxBuildHasher>,
    /// The squares in all sets together.
    squares: usize,
    /// For each number with undetermined neighbours, its set.
    own: Vec<Option<SetId>>,
    fringe: Option<SetId>,
    whole: Option<SetId>,
    differences: FxHashMap<(SetId, SetId), Option<SetId>>,
}

impl Scene {
    /// The scene of a view in which these squares too are marked as mines.
    pub fn new(view: &View, is_marked: impl Fn(Site) -> bool) -> Scene {
        Scene::knowing(view, |site| {
            if is_marked(site) {
                Fact::Mine
            } else {
                Fact::Unknown
            }
        })
    }

    /// The scene of a view, given what is known of its covered squares. A
    /// square known to be safe is determined, though its number is not seen.
    pub fn knowing(view: &View, known: impl Fn(Site) -> Fact) -> Scene {
        let grid = Arc::clone(view.grid());
        let facts: Vec<Fact> = grid
            .sites()
            .map(|site| match view.cell(site) {
                Cell::Number(_) => Fact::Open,
                Cell::Marked => Fact::Mine,
                Cell::Covered => known(site),
            })
            .collect();
        let marks = facts.iter().filter(|fact| **fact == Fact::Mine).count();
        let mut scene = Scene {
            own: vec![None; facts.len()],
            cells: view.cells().to_vec(),
            facts,
            mines_left: view.board().mines() as i64 - marks as i64,
            sets: IndexSet::default(),
            squares: 0,
            fringe: None,
            whole: None,
            differences: FxHashMap::default(),
            grid,
        };
        let grid = Arc::clone(&scene.grid);
        for site in grid.sites() {
            scene.own[site.index()] = scene.set_around(site);
        }
        scene.whole = scene.undetermined_set();
        let sites = scene.undetermined();
        if sites.iter().all(|&site| scene.is_in_fringe(site)) {
            scene.fringe = scene.whole;
        }
        scene
    }

    fn numbered(&mut self, set: Constraint) -> SetId {
        let squares = set.squares.len();
        let (id, is_new) = self.sets.insert_full(set);
        if is_new {
            self.squares += squares;
        }
        id as SetId
    }

    /// The undetermined neighbours of a number, and the mines among them.
    fn set_around(&mut self, site: Site) -> Option<SetId> {
        let Cell::Number(number) = self.cells[site.index()] else {
            return None;
        };
        let fact = |site: Site| self.facts[site.index()];
        let set = Constraint::of_number(&self.grid, site, number, fact)?;
        Some(self.numbered(set))
    }

    /// All undetermined squares, and the mines not marked yet.
    fn undetermined_set(&mut self) -> Option<SetId> {
        let squares: SquareList = self.undetermined().into();
        let set = Constraint::new(squares, self.mines_left)?;
        Some(self.numbered(set))
    }

    /// Whether a square is undetermined and has a determined neighbour.
    pub fn is_in_fringe(&self, site: Site) -> bool {
        let is_number = |site: &Site| self.facts[site.index()] == Fact::Open;
        self.fact(site) == Fact::Unknown && self.grid.neighbours(site).iter().any(is_number)
    }

    /// The fringe, in board order.
    pub fn fringe(&self) -> Vec<Site> {
        let sites = self.grid.sites();
        sites.filter(|&site| self.is_in_fringe(site)).collect()
    }

    /// The undetermined squares, in board order.
    pub fn undetermined(&self) -> Vec<Site> {
        let sites = self.grid.sites();
        sites
            .filter(|&site| self.fact(site) == Fact::Unknown)
            .collect()
    }

    /// `totalMinesLeft/2`: the mines not marked yet.
    pub fn total_mines_left(&self) -> i64 {
        self.mines_left
    }

    /// `allMinesInFringe/2`.
    pub fn all_mines_in_fringe(&self) -> Option<SetId> {
        self.fringe
    }

    /// `boardHasXMines/2`.
    pub fn whole_board(&self) -> Option<SetId> {
        self.whole
    }

    /// `determinedTiles/2`: all numbers, in board order; only those that have
    /// a set.
    pub fn determined(&self) -> Vec<Site> {
        let sites = self.grid.sites();
        sites
            .filter(|site| self.own[site.index()].is_some())
            .collect()
    }

    /// `zoneOfInterest/3`: the numbers next to a square and the numbers that
    /// share an undetermined neighbour with one of them; only those that have
    /// a set.
    pub fn zone(&self, tile: Site) -> Vec<Site> {
        let mut zone: Vec<Site> = Vec::new();
        let add = |zone: &mut Vec<Site>, site: Site| {
            if self.own[site.index()].is_some() && !zone.contains(&site) {
                zone.push(site);
            }
        };
        for &witness in self.grid.neighbours(tile) {
            if self.fact(witness) != Fact::Open {
                continue;
            }
            add(&mut zone, witness);
            for &shared in self.grid.neighbours(witness) {
                if self.fact(shared) == Fact::Unknown {
                    for &other in self.grid.neighbours(shared) {
                        add(&mut zone, other);
                    }
                }
            }
        }
        zone.sort_unstable();
        zone
    }

    /// `setHasXMines/4`: the set of a number.
    pub fn own_set(&self, witness: Site) -> Option<SetId> {
        self.own[witness.index()]
    }

    /// A set by its number.
    pub fn set(&self, id: SetId) -> &Constraint {
        &self.sets[id as usize]
    }

    /// `diffSetHasXMines/3`: see [`Constraint::difference`].
    pub fn difference(&mut self, a: SetId, b: SetId) -> Option<SetId> {
        if let Some(&known) = self.differences.get(&(a, b)) {
            return known;
        }
        if self.squares > MOST_SQUARES {
            return None;
        }
        let found = self.set(a).difference(self.set(b));
        let id = found.map(|set| self.numbered(set));
        self.differences.insert((a, b), id);
        id
    }

    /// The squares and their neighbours.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// What is known of a square.
    pub fn fact(&self, site: Site) -> Fact {
        self.facts[site.index()]
    }
}
