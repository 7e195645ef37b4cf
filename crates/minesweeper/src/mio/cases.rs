//! Clauses of `absurd/1`: which boards no layout of mines fits, found by case
//! distinction. `tightestTile/2` and the clauses are the native versions of
//! `rules/minesweeper-supposing.pl`.
//!
//! A clause may call the predicate it belongs to on a board of which more is
//! supposed: that is what a learned rule does that looks at every case.

use crate::Site;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use stratalog_logic::{Term, Var};

use super::examples::Example;
use super::reasoner::{Ground, Premises, Reasons, Tally};
use super::rule::Target;
use crate::constraint::SquareSet;
use crate::square_bits::SquareBits;

/// The most nested suppositions; beyond that a board is not called absurd.
const DEEPEST: usize = 500;

/// A clause `absurd(Board) :- ...`, its boards and tiles numbered as they come
/// up; the first board is the head's.
#[derive(Clone, Debug, Default)]
pub(super) struct CaseClause {
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// `impossible(Board)`.
    Impossible { board: usize },
    /// `tightestTile(Board, Tile)`; tiles are numbered as they are given.
    TightestTile { board: usize },
    /// `supposeMine(Tile, Board, Supposed)` or `supposeSafe(Tile, Board,
    /// Supposed)`; boards are numbered as they are given.
    Suppose {
        tile: usize,
        board: usize,
        is: Target,
    },
    /// `absurd(Board)`.
    Absurd { board: usize },
}

impl CaseClause {
    /// Reads the literals of a clause about this board; or the one that cannot
    /// be read.
    pub fn read(board: Var, literals: &[Term]) -> Result<CaseClause, &Term> {
        let (mut boards, mut tiles) = (vec![board], Vec::new());
        let mut clause = CaseClause::default();
        for literal in literals {
            let step = read_step(literal, &mut boards, &mut tiles);
            clause.steps.push(step.ok_or(literal)?);
        }
        Ok(clause)
    }
}

fn read_step(literal: &Term, boards: &mut Vec<Var>, tiles: &mut Vec<Var>) -> Option<Step> {
    let name = literal.functor()?.name;
    let place = |term: &Term, known: &[Var]| match term {
        Term::Var(var) => known.iter().position(|other| other == var),
        _ => None,
    };
    let is_new = |var: &Var| !boards.contains(var) && !tiles.contains(var);
    match (name.as_str(), literal.args()) {
        ("impossible", [board]) => Some(Step::Impossible {
            board: place(board, boards)?,
        }),
        ("absurd", [board]) => Some(Step::Absurd {
            board: place(board, boards)?,
        }),
        ("tightestTile", [board, Term::Var(tile)]) if is_new(tile) => {
            let board = place(board, boards)?;
            tiles.push(*tile);
            Some(Step::TightestTile { board })
        }
        (name @ ("supposeMine" | "supposeSafe"), [tile, board, Term::Var(to)]) if is_new(to) => {
            let (tile, board) = (place(tile, tiles)?, place(board, boards)?);
            boards.push(*to);
            let is = match name {
                "supposeMine" => Target::Mine,
                _ => Target::Safe,
            };
            Some(Step::Suppose { tile, board, is })
        }
        _ => None,
    }
}

/// A board on which something is supposed of tiles, and undone again.
pub(super) struct Cases<'a, const W: usize> {
    ground: &'a Ground<W>,
    marked: SquareBits<W>,
    undetermined: SquareBits<W>,
    /// The clauses of `absurd/1`.
    clauses: &'a [&'a CaseClause],
    /// Suppositions on top of each other.
    depth: usize,
    /// Boards of which is known whether they are absurd, by their marked and
    /// undetermined tiles. Clauses that call each other meet the same boards
    /// again and again; the background in Prolog tables the predicate.
    known: FxHashMap<(SquareBits<W>, SquareBits<W>), bool>,
    /// Whether a limit was reached, so that "not absurd" means nothing.
    is_cut: bool,
}

/// A board and all its cases, the tightest tile being a mine or safe, down to
/// boards that are impossible or wholly determined. Cases stand before the
/// board they are cases of; the last is the board itself.
#[derive(Clone, Debug, Default)]
pub(super) struct CaseTree {
    pub nodes: Vec<CaseNode>,
}

/// A board of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseNode {
    pub is_impossible: bool,
    /// Whether no layout of mines fits it.
    pub is_absurd: bool,
    pub split: Option<Split>,
}

/// The two cases of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub tile: usize,
    /// The number of the case in which the tile is a mine.
    pub mine: usize,
    /// The number of the case in which it is safe.
    pub safe: usize,
}

/// The most boards of a tree.
const LARGEST: usize = 200;

/// The widest board that trees are made of, in words of 64 squares.
const WORDS: usize = 8;

impl CaseTree {
    /// The tree of an example's board, unless it is too large to learn from.
    pub fn of(example: &Example) -> Option<CaseTree> {
        if example.view.grid().len() > 64 * WORDS {
            return None;
        }
        let mut premises = Premises::<WORDS>::new(&example.view, |_| false, &[]);
        premises.suppose_safe(&example.safe);
        let mut cases = premises.cases(&[]);
        let mut tree = CaseTree::default();
        tree.grow(&mut cases).map(|_| tree)
    }

    /// Adds a board with all its cases, and gives its number. Depth is at most
    /// [`LARGEST`].
    fn grow(&mut self, cases: &mut Cases<'_, WORDS>) -> Option<usize> {
        let is_impossible = cases.is_impossible();
        let tile = cases.tightest_tile();
        // A tree that is too large already grows no further.
        if cases.depth + self.nodes.len() >= LARGEST {
            return None;
        }
        let split = match tile {
            None => None,
            Some(tile) => {
                let mut case = |is| cases.on(&[(tile, is)], |cases| self.grow(cases));
                let (mine, safe) = (case(Target::Mine)?, case(Target::Safe)?);
                Some(Split { tile, mine, safe })
            }
        };
        let is_absurd = |case: usize| self.nodes[case].is_absurd;
        let in_both = split.is_some_and(|split| is_absurd(split.mine) && is_absurd(split.safe));
        self.nodes.push(CaseNode {
            is_impossible,
            is_absurd: is_impossible || in_both,
            split,
        });
        Some(self.nodes.len() - 1)
    }

    /// The cases that have cases themselves; the board itself is not among them.
    pub fn inner_cases(&self) -> impl Iterator<Item = usize> {
        let root = self.root().unwrap_or(0);
        (0..root).filter(|&node| self.nodes[node].split.is_some())
    }

    /// The board itself.
    pub fn root(&self) -> Option<usize> {
        self.nodes.len().checked_sub(1)
    }

    /// What a case supposes of tiles, beyond what the board has.
    pub fn supposed_in(&self, case: usize) -> Vec<(Site, Target)> {
        let mut supposed = Vec::new();
        let mut at = case;
        // A case stands before the board it is a case of.
        for (number, node) in self.nodes.iter().enumerate().skip(case + 1) {
            let Some(split) = node.split else { continue };
            let is = match at {
                mine if mine == split.mine => Target::Mine,
                safe if safe == split.safe => Target::Safe,
                _ => continue,
            };
            supposed.push((Site::new(split.tile), is));
            at = number;
        }
        supposed
    }
}

/// What a clause supposes of a board, beyond what the head's board has.
type Supposed = SmallVec<[(usize, Target); 2]>;

impl<'a, const W: usize> Cases<'a, W> {
    /// A board with these marked and undetermined tiles, and the clauses of
    /// `absurd/1`.
    pub fn new(
        ground: &'a Ground<W>,
        marked: SquareBits<W>,
        undetermined: SquareBits<W>,
        clauses: &'a [&'a CaseClause],
    ) -> Cases<'a, W> {
        Cases {
            ground,
            marked,
            undetermined,
            clauses,
            depth: 0,
            known: FxHashMap::default(),
            is_cut: false,
        }
    }

    /// Whether a clause says that the board is absurd.
    pub fn is_absurd(&mut self) -> bool {
        let board = (self.marked, self.undetermined);
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        if self.depth >= DEEPEST || !self.ground.spend() {
            self.is_cut = true;
            return false;
        }
        let clauses = self.clauses;
        let is_absurd = clauses.iter().any(|clause| self.is_absurd_by(clause));
        if is_absurd || !self.is_cut {
            self.known.insert(board, is_absurd);
        }
        is_absurd
    }

    /// Whether this clause says so. Its literals have one answer at most.
    pub fn is_absurd_by(&mut self, clause: &CaseClause) -> bool {
        let mut boards: SmallVec<[Supposed; 3]> = SmallVec::new();
        let mut tiles: SmallVec<[usize; 2]> = SmallVec::new();
        boards.push(Supposed::new());
        clause.steps.iter().all(|step| match *step {
            Step::Impossible { board } => self.on(&boards[board], |cases| cases.is_impossible()),
            Step::Absurd { board } => self.on(&boards[board], Cases::is_absurd),
            Step::TightestTile { board } => {
                let tile = self.on(&boards[board], |cases| cases.tightest_tile());
                tiles.extend(tile);
                tile.is_some()
            }
            Step::Suppose { tile, board, is } => {
                let mut supposed = boards[board].clone();
                let tile = tiles[tile];
                let is_known = supposed.iter().any(|(other, _)| *other == tile);
                let is_open = !is_known && self.undetermined.contains(tile);
                supposed.push((tile, is));
                boards.push(supposed);
                is_open
            }
        })
    }

    /// Asks something about the board with this supposed.
    fn on<T>(&mut self, supposed: &[(usize, Target)], ask: impl FnOnce(&mut Self) -> T) -> T {
        for &(tile, is) in supposed {
            self.undetermined.remove(tile);
            if is == Target::Mine {
                self.marked.insert(tile);
            }
        }
        self.depth += supposed.len();
        let answer = ask(self);
        self.depth -= supposed.len();
        for &(tile, _) in supposed {
            self.undetermined.insert(tile);
            self.marked.remove(tile);
        }
        answer
    }

    /// `impossible/1`.
    fn is_impossible(&self) -> bool {
        let left = self.ground.mines - i64::from(self.marked.count());
        let mut tally = Tally::of(self.undetermined, left);
        for (number, around) in &self.ground.numbers {
            let mines = number - i64::from(around.common(&self.marked));
            tally.add(&around.and(&self.undetermined), mines);
        }
        tally.is_impossible()
    }

    /// `tightestTile/2`: nothing on an impossible board.
    fn tightest_tile(&self) -> Option<usize> {
        if self.is_impossible() {
            return None;
        }
        let mut fewest: Option<(u64, SquareBits<W>)> = None;
        for (number, around) in &self.ground.numbers {
            let tiles = around.and(&self.undetermined);
            if !tiles.is_empty() {
                let mines = number - i64::from(around.common(&self.marked));
                let ways = ways(tiles.count(), mines);
                if fewest.is_none_or(|(fewest, _)| ways < fewest) {
                    fewest = Some((ways, tiles));
                }
            }
        }
        let tiles = fewest.map_or(self.undetermined, |(_, tiles)| tiles);
        tiles.iter().next()
    }
}

/// In how many ways mines can lie on tiles.
fn ways(tiles: u32, mines: i64) -> u64 {
    let tiles = i64::from(tiles);
    if mines < 0 || mines > tiles {
        return 0;
    }
    (0..mines).fold(1, |ways, chosen| {
        ways * (tiles - chosen) as u64 / (chosen as u64 + 1)
    })
}
