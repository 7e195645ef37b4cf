//! A position as the background knowledge of Table 1 sees it: the native twin
//! of `rules/minesweeper-background.pl`.
//!
//! Sets of undetermined tiles with a known number of mines are numbered as they
//! are met, and the difference of two sets is worked out once.

use std::sync::Arc;

use crate::{Cell, Grid, Site, View};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// Undetermined tiles, rising, and how many mines lie among them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TileSet {
    /// The tiles.
    pub tiles: SmallVec<[u16; 8]>,
    /// The mines among them.
    pub mines: u16,
}

/// The number of a set within one scene.
pub type SetId = u32;

/// A position, with marked mines.
#[derive(Clone, Debug)]
pub struct Scene {
    grid: Arc<Grid>,
    cells: Vec<Cell>,
    mines_left: i64,
    sets: IndexSet<TileSet, FxBuildHasher>,
    /// For each tile with a number that has undetermined neighbours, its set.
    own: Vec<Option<SetId>>,
    fringe: Option<SetId>,
    whole: Option<SetId>,
    differences: FxHashMap<(SetId, SetId), Option<SetId>>,
}

impl Scene {
    /// The scene of a view, in which these tiles too are marked as mines.
    pub fn new(view: &View, marked: impl Fn(Site) -> bool) -> Scene {
        let grid = Arc::clone(view.grid());
        let cells: Vec<Cell> = grid
            .sites()
            .map(|site| match view.cell(site) {
                Cell::Covered if marked(site) => Cell::Marked,
                cell => cell,
            })
            .collect();
        let marks = cells.iter().filter(|cell| **cell == Cell::Marked).count();
        let mut scene = Scene {
            own: vec![None; cells.len()],
            cells,
            mines_left: view.board().mines() as i64 - marks as i64,
            sets: IndexSet::default(),
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

    /// The undetermined neighbours of a number, and the mines among them.
    fn set_around(&mut self, site: Site) -> Option<SetId> {
        let Cell::Number(number) = self.cells[site.index()] else {
            return None;
        };
        let mut tiles = SmallVec::new();
        let mut marks = 0;
        for &neighbour in self.grid.neighbours(site) {
            match self.cells[neighbour.index()] {
                Cell::Covered => tiles.push(neighbour.index() as u16),
                Cell::Marked => marks += 1,
                Cell::Number(_) => {}
            }
        }
        // A number with more marks than mines says nothing.
        let mines = u16::from(number).checked_sub(marks)?;
        if tiles.is_empty() || usize::from(mines) > tiles.len() {
            return None;
        }
        Some(self.sets.insert_full(TileSet { tiles, mines }).0 as SetId)
    }

    /// All undetermined tiles, and the mines not marked yet.
    fn undetermined_set(&mut self) -> Option<SetId> {
        let sites = self.undetermined();
        let tiles: SmallVec<[u16; 8]> = sites.iter().map(|site| site.index() as u16).collect();
        let mines = u16::try_from(self.mines_left).ok()?;
        if tiles.is_empty() || usize::from(mines) > tiles.len() {
            return None;
        }
        Some(self.sets.insert_full(TileSet { tiles, mines }).0 as SetId)
    }

    /// Whether a tile is undetermined and has a determined neighbour.
    pub fn is_in_fringe(&self, site: Site) -> bool {
        let is_number = |site: &Site| matches!(self.cells[site.index()], Cell::Number(_));
        self.cells[site.index()] == Cell::Covered
            && self.grid.neighbours(site).iter().any(is_number)
    }

    /// The fringe, in board order.
    pub fn fringe(&self) -> Vec<Site> {
        let sites = self.grid.sites();
        sites.filter(|&site| self.is_in_fringe(site)).collect()
    }

    /// The undetermined tiles, in board order.
    pub fn undetermined(&self) -> Vec<Site> {
        let sites = self.grid.sites();
        sites
            .filter(|site| self.cells[site.index()] == Cell::Covered)
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

    /// `zoneOfInterest/3`: the determined neighbours of a tile and the
    /// determined tiles that share an undetermined neighbour with one of them;
    /// only those that have a set.
    pub fn zone(&self, tile: Site) -> Vec<Site> {
        let mut zone: Vec<Site> = Vec::new();
        let add = |zone: &mut Vec<Site>, site: Site| {
            if self.own[site.index()].is_some() && !zone.contains(&site) {
                zone.push(site);
            }
        };
        for &witness in self.grid.neighbours(tile) {
            if !matches!(self.cells[witness.index()], Cell::Number(_)) {
                continue;
            }
            add(&mut zone, witness);
            for &shared in self.grid.neighbours(witness) {
                if self.cells[shared.index()] == Cell::Covered {
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
    pub fn set(&self, id: SetId) -> &TileSet {
        &self.sets[id as usize]
    }

    /// `diffSetHasXMines/3`: the tiles of one set that are not in the other,
    /// if the two overlap, some are left, and the two numbers leave no doubt
    /// how many mines lie among them.
    pub fn difference(&mut self, a: SetId, b: SetId) -> Option<SetId> {
        if let Some(&known) = self.differences.get(&(a, b)) {
            return known;
        }
        let found = difference(self.set(a), self.set(b));
        let id = found.map(|set| self.sets.insert_full(set).0 as SetId);
        self.differences.insert((a, b), id);
        id
    }

    /// The squares and their neighbours.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// What is seen of a tile, marks included.
    pub fn cell(&self, site: Site) -> Cell {
        self.cells[site.index()]
    }
}

fn difference(a: &TileSet, b: &TileSet) -> Option<TileSet> {
    let is_common = |tile: &&u16| b.tiles.binary_search(tile).is_ok();
    let common = a.tiles.iter().filter(is_common).count();
    let only_a = a.tiles.len() - common;
    let only_b = b.tiles.len() - common;
    if common == 0 || only_a == 0 {
        return None;
    }
    let (mines_a, mines_b) = (usize::from(a.mines), usize::from(b.mines));
    let fewest = mines_a
        .saturating_sub(only_a)
        .max(mines_b.saturating_sub(only_b));
    let most = mines_a.min(mines_b).min(common);
    if fewest != most {
        return None;
    }
    Some(TileSet {
        tiles: a
            .tiles
            .iter()
            .filter(|tile| !is_common(tile))
            .copied()
            .collect(),
        mines: (mines_a - most) as u16,
    })
}
