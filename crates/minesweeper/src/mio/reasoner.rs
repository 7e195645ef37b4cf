//! What rules conclude about a board, and what follows from supposing something
//! about a tile: `supposeMine/3`, `supposeSafe/3`, `consequences/3` and
//! `impossible/1`, the native versions of `rules/minesweeper-supposing.pl`.
//! `cases` has the native version of `absurd/1`.

use std::cell::Cell as Counter;

use crate::{Cell, Site, View};
use smallvec::SmallVec;

use super::cases::{CaseClause, Cases};
use super::rule::{Rule, Target};
use crate::constraint::{Constraint, SquareSet};
use crate::square_bits::SquareBits;

/// Applies rules to one board.
pub struct Reasoner<'r> {
    reasons: Box<dyn Reasons + 'r>,
}

impl<'r> Reasoner<'r> {
    /// A reasoner about a view in which these tiles too are marked as mines,
    /// with these rules, simplest first.
    pub fn new(view: &View, marked: impl Fn(Site) -> bool, rules: &'r [Rule]) -> Reasoner<'r> {
        // The words of a set are chosen by the board's size.
        let reasons: Box<dyn Reasons + 'r> = match view.grid().len() {
            0..=64 => Box::new(Premises::<1>::new(view, marked, rules)),
            65..=128 => Box::new(Premises::<2>::new(view, marked, rules)),
            129..=256 => Box::new(Premises::<4>::new(view, marked, rules)),
            257..=512 => Box::new(Premises::<8>::new(view, marked, rules)),
            513..=4096 => Box::new(Premises::<64>::new(view, marked, rules)),
            _ => Box::new(Premises::<1024>::new(view, marked, rules)),
        };
        Reasoner { reasons }
    }

    /// With these tiles supposed to be safe, their numbers unseen.
    pub fn supposing_safe(mut self, tiles: &[Site]) -> Reasoner<'r> {
        self.reasons.suppose_safe(tiles);
        self
    }

    /// The tiles a rule applies to, in board order.
    pub fn conclusions(&self, rule: &Rule) -> Vec<Site> {
        self.reasons.conclusions(rule)
    }

    /// The number of the first rule that applies, and the tiles it applies to.
    pub fn first_conclusions(&self) -> Option<(usize, Vec<Site>)> {
        self.reasons.first_conclusions()
    }

    /// All that the rules find without another square being opened: safe tiles,
    /// and mines, marked ones among them.
    pub fn all_conclusions(&self) -> (Vec<Site>, Vec<Site>) {
        self.reasons.all_conclusions()
    }

    /// Whether supposing something of a tile leads to an impossible board.
    pub fn is_refuted(&self, tile: Site, refutation: &Refutation) -> bool {
        self.reasons.is_refuted(tile, refutation)
    }

    /// Whether a rule says of the board itself that it is absurd.
    pub fn is_absurd_by(&self, rule: &Rule) -> bool {
        self.reasons.is_absurd_by(rule)
    }
}

/// Supposing something about a tile contradicts the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// What is supposed of the tile.
    pub supposed: Target,
    /// The ranks of the rules whose consequences are drawn, one after another.
    pub ranks: Vec<usize>,
    /// What then is wrong with the board.
    pub contradiction: Contradiction,
}

/// What is wrong with a supposed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A number, or the count of all mines, cannot be right.
    Impossible,
    /// A clause of `absurd/1` says that no layout of mines fits.
    Absurd,
}

pub(super) trait Reasons {
    fn suppose_safe(&mut self, tiles: &[Site]);
    fn conclusions(&self, rule: &Rule) -> Vec<Site>;
    fn first_conclusions(&self) -> Option<(usize, Vec<Site>)>;
    fn all_conclusions(&self) -> (Vec<Site>, Vec<Site>);
    fn is_refuted(&self, tile: Site, refutation: &Refutation) -> bool;
    fn is_absurd_by(&self, rule: &Rule) -> bool;
}

/// What never changes while things are supposed.
pub(super) struct Ground<const W: usize> {
    /// The numbers and the tiles around them.
    pub numbers: Vec<(i64, SquareBits<W>)>,
    /// Tiles with a determined neighbour.
    fringe: SquareBits<W>,
    /// All mines, marked or not.
    pub mines: i64,
    /// Boards that may still be looked at.
    budget: Counter<u32>,
}

/// The most boards examined to answer one question. Rules that suppose within
/// suppositions may need more; they then conclude nothing.
const BUDGET: u32 = 1_000_000;

impl<const W: usize> Ground<W> {
    /// Takes a board from the budget, if there is one.
    pub fn spend(&self) -> bool {
        let left = self.budget.get();
        self.budget.set(left.saturating_sub(1));
        left > 0
    }
}

/// Compares the numbers with the count of all mines: `impossible/1`.
pub(super) struct Tally<const W: usize> {
    /// The tiles around none of the numbers taken so far.
    rest: SquareBits<W>,
    /// The mines not marked yet and not needed by those numbers.
    left: i64,
    has_wrong_number: bool,
}

impl<const W: usize> Tally<W> {
    /// No number yet; `left` mines are on these tiles.
    pub fn of(undetermined: SquareBits<W>, left: i64) -> Tally<W> {
        Tally {
            rest: undetermined,
            left,
            has_wrong_number: false,
        }
    }

    /// Adds a number that needs `mines` mines on the undetermined tiles around it.
    pub fn add(&mut self, tiles: &SquareBits<W>, mines: i64) {
        self.has_wrong_number |= mines < 0 || mines > i64::from(tiles.count());
        if tiles.without(&self.rest).is_empty() {
            self.rest = self.rest.without(tiles);
            self.left -= mines;
        }
    }

    /// Whether a number, or the count of all mines, cannot be right.
    pub fn is_impossible(&self) -> bool {
        self.has_wrong_number || self.left < 0 || self.left > i64::from(self.rest.count())
    }
}

/// A board on which some tiles are marked and some are known or supposed to be
/// safe without their numbers being seen.
pub(super) struct SupposedBoard<'g, const W: usize> {
    ground: &'g Ground<W>,
    marked: SquareBits<W>,
    /// Tiles nothing is known of.
    pub undetermined: SquareBits<W>,
    /// Mines not marked yet.
    pub left: i64,
    /// The sets of the numbers that have one.
    pub sets: SmallVec<[Constraint<SquareBits<W>>; 24]>,
    /// The undetermined tiles around each number that has any.
    around: SmallVec<[SquareBits<W>; 24]>,
    is_impossible: bool,
}

impl<'g, const W: usize> SupposedBoard<'g, W> {
    fn new(
        ground: &'g Ground<W>,
        marked: SquareBits<W>,
        undetermined: SquareBits<W>,
    ) -> SupposedBoard<'g, W> {
        let left = ground.mines - i64::from(marked.count());
        let mut board = SupposedBoard {
            ground,
            marked,
            undetermined,
            left,
            sets: SmallVec::new(),
            around: SmallVec::new(),
            is_impossible: false,
        };
        let mut tally = Tally::of(undetermined, left);
        for (number, neighbours) in &ground.numbers {
            let tiles = neighbours.and(&undetermined);
            let mines = number - i64::from(neighbours.common(&marked));
            tally.add(&tiles, mines);
            if !tiles.is_empty() {
                board.around.push(tiles);
                board.sets.extend(Constraint::new(tiles, mines));
            }
        }
        board.is_impossible = tally.is_impossible();
        board
    }

    /// `boardHasXMines/2`: all undetermined tiles.
    pub fn whole(&self) -> Option<Constraint<SquareBits<W>>> {
        Constraint::new(self.undetermined, self.left)
    }

    /// `allMinesInFringe/2`.
    pub fn fringe(&self) -> Option<Constraint<SquareBits<W>>> {
        let has_inner = !self.undetermined.without(&self.ground.fringe).is_empty();
        if has_inner { None } else { self.whole() }
    }

    /// The tiles whose zone of interest has the number of a set.
    pub fn tiles_near(&self, set: usize) -> SquareBits<W> {
        let own = self.sets[set].squares;
        let near = self.around.iter().filter(|tiles| tiles.intersects(&own));
        near.fold(SquareBits::NONE, |all, tiles| all.or(tiles))
    }

    /// The board on which these tiles too are mines, or safe.
    fn with(&self, tiles: &SquareBits<W>, are: Target) -> SupposedBoard<'g, W> {
        let undetermined = self.undetermined.without(tiles);
        let marked = match are {
            Target::Mine => self.marked.or(tiles),
            Target::Safe | Target::Absurd => self.marked,
        };
        SupposedBoard::new(self.ground, marked, undetermined)
    }

    fn conclusions(&self, rule: &Rule, rules: &[Rule]) -> SquareBits<W> {
        if rule.target == Target::Absurd {
            return SquareBits::NONE;
        }
        let tiles = rule.plan.conclusions(self);
        if rule.refutations.is_empty() {
            return tiles;
        }
        let mut found = SquareBits::NONE;
        // Tiles without a number around them are all alike.
        let mut inner: Option<bool> = None;
        for tile in tiles.iter() {
            let is_inner = !self.ground.fringe.contains(tile);
            let is_found = match inner {
                Some(known) if is_inner => known,
                _ => {
                    let mut refutations = rule.refutations.iter();
                    refutations.all(|refutation| self.is_refuted(tile, refutation, rules))
                }
            };
            if is_inner {
                inner = Some(is_found);
            }
            if is_found {
                found.insert(tile);
            }
        }
        found
    }

    fn is_refuted(&self, tile: usize, refutation: &Refutation, rules: &[Rule]) -> bool {
        let mut one = SquareBits::NONE;
        one.insert(tile);
        let mut board = self.with(&one, refutation.supposed);
        for &rank in &refutation.ranks {
            board = board.consequences(rank, rules);
        }
        match refutation.contradiction {
            Contradiction::Impossible => board.is_impossible,
            Contradiction::Absurd => {
                let clauses = case_clauses(rules);
                Cases::new(self.ground, board.marked, board.undetermined, &clauses).is_absurd()
            }
        }
    }

    /// The board once rules up to a rank have nothing more to say; or an
    /// impossible one, which stays impossible whatever else is concluded.
    fn consequences(self, rank: usize, rules: &[Rule]) -> SupposedBoard<'g, W> {
        let mut board = self;
        while !board.is_impossible && board.ground.spend() {
            let said = rules
                .iter()
                .filter(|rule| rule.rank() <= rank)
                .map(|rule| (rule.target, board.conclusions(rule, rules)))
                .find(|(_, tiles)| !tiles.is_empty());
            match said {
                Some((target, tiles)) => board = board.with(&tiles, target),
                None => break,
            }
        }
        board
    }
}

/// The clauses of `absurd/1` among rules.
fn case_clauses(rules: &[Rule]) -> SmallVec<[&CaseClause; 4]> {
    let clauses = rules.iter().filter(|rule| rule.target == Target::Absurd);
    clauses.map(|rule| &rule.case).collect()
}

/// One board and the rules.
pub(super) struct Premises<'r, const W: usize> {
    ground: Ground<W>,
    marked: SquareBits<W>,
    undetermined: SquareBits<W>,
    rules: &'r [Rule],
}

impl<'r, const W: usize> Premises<'r, W> {
    /// The premises of a view in which these tiles too are marked as mines.
    pub fn new(
        view: &View,
        is_marked: impl Fn(Site) -> bool,
        rules: &'r [Rule],
    ) -> Premises<'r, W> {
        let grid = view.grid();
        let mut ground = Ground {
            numbers: Vec::new(),
            fringe: SquareBits::NONE,
            mines: view.board().mines() as i64,
            budget: Counter::new(BUDGET),
        };
        let (mut marked, mut undetermined) = (SquareBits::NONE, SquareBits::NONE);
        for site in grid.sites() {
            match view.cell(site) {
                Cell::Marked => marked.insert(site.index()),
                Cell::Covered if is_marked(site) => marked.insert(site.index()),
                Cell::Covered => undetermined.insert(site.index()),
                Cell::Number(number) => {
                    let around = SquareBits::of(grid.neighbours(site));
                    ground.fringe = ground.fringe.or(&around);
                    ground.numbers.push((i64::from(number), around));
                }
            }
        }
        // A number with nothing undetermined around it says no more, if it is right.
        ground.numbers.retain(|(number, around)| {
            around.intersects(&undetermined) || *number != i64::from(around.common(&marked))
        });
        Premises {
            ground,
            marked,
            undetermined,
            rules,
        }
    }

    fn board(&self) -> SupposedBoard<'_, W> {
        self.ground.budget.set(BUDGET);
        SupposedBoard::new(&self.ground, self.marked, self.undetermined)
    }

    /// The board as one to look at cases of.
    pub fn cases<'a>(&'a self, clauses: &'a [&'a CaseClause]) -> Cases<'a, W> {
        self.ground.budget.set(BUDGET);
        Cases::new(&self.ground, self.marked, self.undetermined, clauses)
    }
}

impl<const W: usize> Reasons for Premises<'_, W> {
    fn suppose_safe(&mut self, tiles: &[Site]) {
        for tile in tiles {
            self.undetermined.remove(tile.index());
        }
    }

    fn conclusions(&self, rule: &Rule) -> Vec<Site> {
        self.board().conclusions(rule, self.rules).sites()
    }

    fn first_conclusions(&self) -> Option<(usize, Vec<Site>)> {
        let board = self.board();
        self.rules.iter().enumerate().find_map(|(number, rule)| {
            let tiles = board.conclusions(rule, self.rules);
            (!tiles.is_empty()).then(|| (number, tiles.sites()))
        })
    }

    fn all_conclusions(&self) -> (Vec<Site>, Vec<Site>) {
        let board = self.board().consequences(usize::MAX, self.rules);
        let known = self
            .undetermined
            .or(&self.marked)
            .without(&board.undetermined);
        (known.without(&board.marked).sites(), board.marked.sites())
    }

    fn is_refuted(&self, tile: Site, refutation: &Refutation) -> bool {
        self.board()
            .is_refuted(tile.index(), refutation, self.rules)
    }

    fn is_absurd_by(&self, rule: &Rule) -> bool {
        let clauses = case_clauses(self.rules);
        self.cases(&clauses).is_absurd_by(&rule.case)
    }
}
